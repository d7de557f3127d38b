"""Reading a request: its body, conditions, language and preferred forms."""

import re
from collections.abc import Container
from functools import cache
from sys import maxsize
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException

from domain.expectations import plain_fault
from domain.names.input import must_be_readable
from domain.record import strict
from domain.refusal import Malformed
from domain.ruleset import LANGUAGES, Language
from domain.valid_values import explained
from service.access.game_keys import Role
from service.archives.compression import packed_with
from service.http.requests.negotiation import preferred_language, preferred_type, takes_coding
from service.runtime.exchange import exchange_of
from service.runtime.fingerprints import fingerprint
from service.storage.idempotency import KeyedRequest

BodyT = TypeVar("BodyT")
AnyRequest: TypeAlias = Request[Any, Any, Any]
AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
"""A request or a WebSocket."""

JSON: Final = "application/json"
TEXT: Final = "text/plain"

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods that change nothing."""

_NO_MEMBERS: Final = b"{}"

_decoder_of: Final = cache(msgspec.json.Decoder)
_WHOLE: Final = msgspec.json.Decoder(float_hook=strict.number)

_VERSION: Final = re.compile(r'("?)([0-9]{1,9})(?:-[a-z0-9-]{1,40})?\1')
"""The entity tag of an answer about a game: the version, and then, after a hyphen, whatever else
distinguishes the answer: its viewer, its form, or its compression."""
_CODED: Final = re.compile(r'-(gzip|zstd)"\Z')
_NUMBER: Final = re.compile(r"[0-9]{1,15}")
_KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")
_QUOTED: Final = re.compile(r'"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"')
"""A string of RFC 9651, without blanks."""
_CHARSET: Final = re.compile(r'(?:^|;)\s*charset\s*=\s*"?([^\s";]*)')
_UTF_8: Final = ("utf-8", "utf8", "us-ascii")
_ESCAPED: Final = re.compile(r'\\(["\\])')


class NotAcceptable(HTTPException):
    """The client does not accept a stream, and the resource has no other form."""

    status_code = 406


class PreconditionFailed(Exception):
    """A condition of the request is not met (RFC 9110, section 13)."""


class TooLarge(Exception):
    """The body, or the response to it, is longer than ``bytes_max``."""

    def __init__(self, bytes_max: int) -> None:
        super().__init__(f"more than {bytes_max} bytes")
        self.bytes_max = bytes_max


class NotJson(Malformed):
    """The body is not JSON."""


class UnsupportedMediaType(HTTPException):
    """The operation does not accept this type of body; ``packed`` names its compression, if any."""

    status_code = 415

    def __init__(self, kind: str, packed: str | None = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.packed = packed


def header(request: AnyConnection, name: bytes) -> str | None:
    """Return a header of the request, by its name in lower case; if repeated, the last one."""
    found: str | None = None
    for one, value in request.scope["headers"]:
        if one == name:
            found = value.decode("latin-1")
    return found


async def body(request: AnyRequest, kind: type[BodyT]) -> BodyT:
    """Return the body decoded as this type; raise Malformed with the place of the error.

    If the body is optional and missing, decode an empty object. People must be able to read the
    names in it: see ``domain.names.input``.
    """
    text = await json_text(request)
    if not text and may_be_left_out(kind):
        text = _NO_MEMBERS
    decoder = _decoder_of(kind)  # type: ignore[arg-type] # mypy takes no type for hashable
    found: BodyT = decoded(text, decoder)
    must_be_readable(kind, found)
    return found


async def json_text(request: AnyRequest) -> bytes:
    """Return the raw body; raise UnsupportedMediaType if it is not JSON, or compressed.

    Raises Malformed if an object has two members of the same name: readers differ about which of
    them counts (RFC 8259, section 4), so someone could show one to a proxy and another to us.
    """
    kind = media_type(request)
    if not is_json(kind):
        raise UnsupportedMediaType(kind)
    text = await whole(request)
    must_be_plain(request, text)
    strict.must_name_once(text)
    return text


def may_be_left_out(kind: Any) -> bool:
    """Return whether a body of this type is optional: it has no required members."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return False
    if kind.__struct_config__.tag is not None:
        return False  # the tag is required
    return not any(field.required for field in msgspec.structs.fields(kind))


async def whole(request: AnyRequest, longest: int | None = None) -> bytes:
    """Return the body; raise TooLarge as soon as it is longer than ``longest`` bytes.

    The default limit is the operation's.
    """
    exchange = exchange_of(request.scope)
    if exchange.body is None:
        if longest is None:
            longest = request.route_handler.resolve_request_max_body_size() or maxsize
        exchange.body = await _read(request, longest)
    return exchange.body


async def _read(request: AnyRequest, longest: int) -> bytes:
    announced = header(request, b"content-length") or ""
    if announced.isdecimal() and int(announced) > longest:
        raise TooLarge(longest)
    pieces: list[bytes] = []
    size = 0
    more = True
    while more:
        message = await request.receive()
        assert message["type"] == "http.request", "the edge handles disconnects"
        piece = message.get("body", b"")  # ASGI lets a server omit an empty body
        pieces.append(piece)
        size += len(piece)
        if size > longest:
            raise TooLarge(longest)
        more = message.get("more_body", False)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def media_type(request: AnyRequest) -> str:
    """Return the media type of the body, without parameters; JSON by default.

    Raises UnsupportedMediaType for another character encoding than UTF-8.
    """
    sent = header(request, b"content-type") or JSON
    kind, _, parameters = sent.lower().partition(";")
    charset = _CHARSET.search(parameters)
    if charset is not None and charset[1] not in _UTF_8:
        raise UnsupportedMediaType(sent)
    return kind.strip()


def must_be_plain(request: AnyRequest, start: bytes) -> None:
    """Raise UnsupportedMediaType if the header or the first bytes show a compressed body.

    A small compressed body can expand to a large one, at the service's expense.
    """
    coding = (header(request, b"content-encoding") or "identity").strip().lower()
    packed = packed_with(start) or (None if coding == "identity" else coding)
    if packed is not None:
        raise UnsupportedMediaType(media_type(request), packed)


def is_json(kind: str) -> bool:
    """Return whether a media type is JSON."""
    return kind == JSON or (kind.startswith("application/") and kind.endswith("+json"))


def decoded(text: bytes | msgspec.Raw, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Decode JSON text; raise Malformed if it is not JSON or does not match the type."""
    if not text:
        raise NotJson("expected a JSON body, but the body is empty", where="$")
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as fault:
        if "got `float`" in str(fault):
            return _converted(text, decoder)
        raise _malformed(fault, decoder.type, text) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise NotJson(plain_fault(fault).message, where="$") from None
    except RecursionError:
        raise Malformed("the body is nested too deep", where="$") from None


def _converted(text: bytes | msgspec.Raw, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Decode again and accept 5.0 for 5: in JSON Schema they are the same number."""
    try:
        return msgspec.convert(_WHOLE.decode(text), decoder.type)
    except msgspec.ValidationError as fault:
        raise _malformed(fault, decoder.type, text) from None
    except msgspec.DecodeError as fault:
        raise NotJson(plain_fault(fault).message, where="$") from None
    except RecursionError:
        raise Malformed("the body is nested too deep", where="$") from None


def _malformed(fault: msgspec.ValidationError, kind: Any, text: bytes | msgspec.Raw) -> Malformed:
    found = explained(fault, kind, _sent(text))
    return Malformed(found.message, where=found.where or "$")


def _sent(text: bytes | msgspec.Raw) -> Any:
    """Return the value of a body that does not match its type; None if it is not JSON either."""
    try:
        return _WHOLE.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def last_event_id(request: AnyRequest, after: int | None) -> int | None:
    """Return the event after which a client continues: ``Last-Event-ID``, or else ``after``.

    A browser that lost its stream requests the same address again, with the header added.
    """
    last = header(request, b"last-event-id")
    if last is None:
        return after
    if not _NUMBER.fullmatch(last):
        raise Malformed("expected the id of an event", where="Last-Event-ID")
    return int(last)


def expected_versions(request: AnyRequest) -> Container[int] | None:
    """Return the versions that meet the conditions of a request; None if it has no conditions.

    ``If-Match`` names the only versions that will do, ``If-None-Match`` those that will not. A weak
    tag in ``If-Match``, or any tag without a version, matches nothing (RFC 9110, section 13.1).
    Quotes around a version are optional.
    """
    wanted, unwanted = _versions(request, b"if-match"), _versions(request, b"if-none-match")
    if wanted is None and unwanted is None:
        return None
    return _ExpectedVersions(wanted, unwanted or ())


class _ExpectedVersions:
    """The versions that meet the conditions of a request."""

    def __init__(self, wanted: Container[int] | None, unwanted: Container[int]) -> None:
        self.wanted = wanted
        self.unwanted = unwanted

    def __contains__(self, version: object) -> bool:
        if self.wanted is not None and version not in self.wanted:
            return False
        return version not in self.unwanted


def _versions(request: AnyRequest, name: bytes) -> Container[int] | None:
    """Return the versions that a header with entity tags names; None without this header."""
    if header(request, name) is None:
        return None
    tags = _listed(request, name)
    if tags.strip() == "*":
        return range(maxsize)
    if name == b"if-none-match":
        tags = tags.replace("W/", "")  # RFC 9110, section 8.8.3.2: weak tags match, too
    found = map(_VERSION.fullmatch, entity_tags(tags))
    return tuple(int(version[2]) for version in found if version is not None)


def meets_conditions(request: AnyConnection, tag: str | None) -> bool:
    """Return whether a resource with this entity tag, or without one, meets ``If-Match``."""
    tags = header(request, b"if-match")
    if tags is None or tags.strip() == "*":
        return True
    return tag is not None and _uncompressed(tag) in map(_uncompressed, entity_tags(tags))


def matching_tag(request: AnyRequest, tag: str) -> str | None:
    """Return the entity tag in ``If-None-Match`` of the same content; None if there is none.

    It may be the tag of a compressed response, if the client still accepts that coding.
    """
    tags = header(request, b"if-none-match")
    if tags is None:
        return None
    if tags.strip() == "*":
        return tag
    for one in entity_tags(tags):
        found = one.removeprefix("W/")
        coding = _CODED.search(found)
        if found == tag:
            return found
        if coding and _uncompressed(found) == tag and accepts_coding(request, coding[1]):
            return found
    return None


def _uncompressed(tag: str) -> str:
    """Return an entity tag without the coding that this service or a proxy has added."""
    return _CODED.sub('"', tag)


def must_allow_write(request: AnyRequest) -> None:
    """Raise PreconditionFailed if a condition rules out a write to what exists.

    This is for resources without entity tags, which no tag in ``If-Match`` matches.
    """
    absent = (header(request, b"if-none-match") or "").strip() == "*"
    if absent or not meets_conditions(request, None):
        raise PreconditionFailed


def entity_tags(tags: str) -> list[str]:
    """Return the entity tags of a header; the service's own tags contain no commas."""
    return [tag.strip() for tag in tags.split(",")]


async def keyed(request: AnyRequest, who: Role | str | None) -> KeyedRequest | None:
    """Return the request's key and fingerprint; None if it has no ``Idempotency-Key``."""
    key = header(request, b"idempotency-key")
    if key is None:
        return None
    quoted = _QUOTED.fullmatch(key) if _KEY.fullmatch(key) else None
    if quoted is not None:  # the draft of the header requires quotes; most clients send none
        key = _ESCAPED.sub(r"\1", quoted[1])
    where = f"{request.method} {request.scope['path']}"
    return keyed_request(key, who, where, await whole(request), "Idempotency-Key")


def keyed_request(
    key: str, who: Role | str | None, where: str, content: bytes, name: str
) -> KeyedRequest:
    """Return the key and the fingerprint of a request; raise Malformed for an invalid key.

    ``where`` is the method and the path of the request, ``name`` the header or member with the key.
    """
    if not _KEY.fullmatch(key):
        raise Malformed("expected 1 to 255 visible ASCII characters", where=name)
    # The key is per caller, because seats may choose the same key by chance.
    return KeyedRequest(f"{who} {key}", fingerprint(f"{where} {who}\n".encode() + content))


def prefers_minimal(request: AnyRequest) -> bool:
    """Return whether ``Prefer`` requests a minimal response (RFC 7240, section 4.2).

    Of several values of ``return``, the first one counts; other preferences are ignored.
    """
    for preference in _listed(request, b"prefer").split(","):
        name, _, value = preference.partition(";")[0].partition("=")
        if name.strip().lower() == "return":
            return value.strip().strip('"') == "minimal"
    return False


def language(request: AnyConnection) -> Language:
    """Return the supported language that ``Accept-Language`` prefers; English by default."""
    return preferred_language(_listed(request, b"accept-language"), LANGUAGES)


def preferred_form(request: AnyRequest, *others: str) -> str:
    """Return the media type that the client prefers among JSON and these; JSON by default."""
    return preferred_type(_listed(request, b"accept"), (JSON, *others)) or JSON


def accepts(request: AnyRequest, media_type: str) -> bool:
    """Return whether the client accepts this media type."""
    return preferred_type(_listed(request, b"accept"), (media_type,)) is not None


def accepts_coding(request: AnyRequest, coding: str) -> bool:
    """Return whether the client prefers this content coding."""
    return takes_coding(_listed(request, b"accept-encoding"), coding)


def _listed(request: AnyConnection, name: bytes) -> str:
    """Return the combined value of a header that may be repeated (RFC 9110, section 5.3)."""
    lines = [value.decode("latin-1") for one, value in request.scope["headers"] if one == name]
    return ", ".join(lines)
