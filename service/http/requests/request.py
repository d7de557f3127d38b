"""What a request says: its body, its conditions, its language."""

import re
from functools import cache
from sys import maxsize
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException

from domain.record import strict
from domain.refusal import Malformed
from domain.ruleset import LANGUAGES, Language
from service.access.keys import Role
from service.archives.compression import packed_with
from service.http.requests.expected import expected, fitting
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

_NO_MEMBERS: Final = b"{}"

_decoder_of: Final = cache(msgspec.json.Decoder)
_WHOLE: Final = msgspec.json.Decoder(float_hook=strict.number)

_VERSION: Final = re.compile(
    r'("?)([0-9]{1,9})(?:-(?:seat[0-9]|spectator|arbiter))?(?:-board)?(?:-(?:en|es|de|rematch))?\1'
)
"""The entity tag of a game or of its picture: its version, as whom it was seen where that matters,
and for a picture its part and its language."""
_NUMBER: Final = re.compile(r"[0-9]{1,15}")
_KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")


class NotAcceptable(HTTPException):
    """The client does not ask for a stream, and there is nothing else."""

    status_code = 406


class TooLarge(Exception):
    """The body is longer than ``bytes_max``, or makes for an answer that is."""

    def __init__(self, bytes_max: int) -> None:
        super().__init__(f"more than {bytes_max} bytes")
        self.bytes_max = bytes_max


class UnsupportedMediaType(HTTPException):
    """The body is nothing that the operation takes; ``packed`` says how it is compressed, if so."""

    status_code = 415

    def __init__(self, kind: str, packed: str | None = None) -> None:
        super().__init__(kind)
        self.packed = packed


def header(request: AnyConnection, name: bytes) -> str | None:
    """Return a header of the request, by its name in lower case; of several the last one.

    The framework's own mapping is made anew for each request, for more than this costs.
    """
    found: str | None = None
    for one, value in request.scope["headers"]:
        if one == name:
            found = value.decode("latin-1")
    return found


async def body(request: AnyRequest, kind: type[BodyT]) -> BodyT:
    """Return the body as this type; raise Malformed with the place where it does not fit.

    One that may be left out is an empty object then.
    """
    text = await json_text(request)
    if not text and may_be_left_out(kind):
        text = _NO_MEMBERS
    decoder = _decoder_of(kind)  # type: ignore[arg-type] # mypy takes no type for hashable
    found: BodyT = decoded(text, decoder)
    return found


async def json_text(request: AnyRequest) -> bytes:
    """Return the body as it came; raise UnsupportedMediaType if it is not JSON."""
    kind = media_type(request)
    if not is_json(kind):
        raise UnsupportedMediaType(kind)
    return await whole(request)


def may_be_left_out(kind: Any) -> bool:
    """Tell whether a body of this type has no member that must be there."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return False
    if kind.__struct_config__.tag is not None:
        return False  # the tag must be there
    return not any(field.required for field in msgspec.structs.fields(kind))


async def whole(request: AnyRequest, longest: int | None = None) -> bytes:
    """Return the body; raise TooLarge as soon as it is longer than that.

    Without a limit that of the operation holds. It is read here, once, because the framework's own
    way takes thrice the time.
    """
    exchange = exchange_of(request.scope)
    if exchange.body is None:
        if longest is None:
            longest = request.route_handler.resolve_request_max_body_size() or maxsize
        exchange.body = await _read(request, longest)
    return exchange.body


async def _read(request: AnyRequest, longest: int) -> bytes:
    told = header(request, b"content-length") or ""
    if told.isdecimal() and int(told) > longest:
        raise TooLarge(longest)
    pieces: list[bytes] = []
    size = 0
    more = True
    while more:
        message = await request.receive()
        assert message["type"] == "http.request", "the edge knows when a client hangs up"
        piece = message.get("body", b"")  # ASGI lets a server leave out what it has nothing for
        pieces.append(piece)
        size += len(piece)
        if size > longest:
            raise TooLarge(longest)
        more = message.get("more_body", False)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def media_type(request: AnyRequest) -> str:
    """Return what the body is, without parameters; JSON if nothing is said."""
    return (header(request, b"content-type") or JSON).partition(";")[0].strip().lower()


def must_be_plain(request: AnyRequest, start: bytes) -> None:
    """Refuse a body that is compressed, as it says or as it starts; raise UnsupportedMediaType.

    Little of that makes much work, and whoever sends it is not who does the work.
    """
    said = (header(request, b"content-encoding") or "identity").strip().lower()
    packed = packed_with(start) or (None if said == "identity" else said)
    if packed is not None:
        raise UnsupportedMediaType(media_type(request), packed)


def is_json(kind: str) -> bool:
    """Tell whether a media type is JSON."""
    return kind == JSON or (kind.startswith("application/") and kind.endswith("+json"))


def decoded(text: bytes | msgspec.Raw, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Return JSON text as what the decoder makes of it; raise Malformed."""
    if not text:
        raise Malformed("a JSON body is expected, and there is none", where="$")
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as fault:
        if "got `float`" in str(fault):
            return _converted(text, decoder)
        raise _malformed(fault, decoder.type) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise Malformed(str(fault) or "the body must be JSON", where="$") from None
    except RecursionError:
        raise Malformed("the body is nested too deep", where="$") from None


def _converted(text: bytes | msgspec.Raw, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Decode once more with 5.0 for 5: to JSON Schema these are the same number."""
    try:
        return msgspec.convert(_WHOLE.decode(text), decoder.type)
    except msgspec.ValidationError as fault:
        raise _malformed(fault, decoder.type) from None
    except msgspec.DecodeError as fault:
        raise Malformed(str(fault), where="$") from None
    except RecursionError:
        raise Malformed("the body is nested too deep", where="$") from None


def _malformed(fault: msgspec.ValidationError, kind: Any) -> Malformed:
    message, _, place = str(fault).partition(" - at ")
    where = place.rpartition("` in `")[2].strip("`") or "$"
    if message.startswith("Expected "):
        words = fitting(kind, where)
        message = f"expected {words}" if words else message
    elif message.startswith(("Invalid", "Object contains unknown field")):
        choices = expected(kind, where)
        if choices:
            message = f"{message}; expected one of {', '.join(choices)}"
    return Malformed(message, where=where)


def last_event_id(request: AnyRequest, after: int | None) -> int | None:
    """Return where a client goes on: after its last event, or else what the address says.

    A browser that lost its stream asks for the same address again, and says how far it came.
    """
    told = header(request, b"last-event-id")
    if told is None:
        return after
    if not _NUMBER.fullmatch(told):
        raise Malformed("Last-Event-ID must be the id of an event of ours", where="Last-Event-ID")
    return int(told)


def expected_versions(request: AnyRequest) -> tuple[int, ...] | None:
    """Return the versions that ``If-Match`` names, or None if any will do.

    A weak tag, or anything else that is no version, matches nothing (RFC 9110, section 13.1.1).
    A version that was sent without its quotes is understood all the same.
    """
    asked = header(request, b"if-match")
    if asked is None or asked.strip() == "*":
        return None
    found = map(_VERSION.fullmatch, _tags(asked))
    return tuple(int(version[2]) for version in found if version is not None)


def has_already(request: AnyRequest, tag: str) -> bool:
    """Tell whether ``If-None-Match`` names this entity tag (RFC 9110, section 13.1.2)."""
    asked = header(request, b"if-none-match")
    if asked is None:
        return False
    if asked.strip() == "*":
        return True
    return tag in [one.removeprefix("W/") for one in _tags(asked)]


def _tags(tags: str) -> list[str]:
    """Return the entity tags of a header. One with a comma falls apart, but none of ours has it."""
    return [tag.strip() for tag in tags.split(",")]


async def keyed(request: AnyRequest, who: Role | str | None) -> KeyedRequest | None:
    """Return the request's key and fingerprint; None if it has no ``Idempotency-Key``."""
    key = header(request, b"idempotency-key")
    if key is None:
        return None
    where = f"{request.method} {request.scope['path']}"
    return keyed_request(key, who, where, await whole(request), "Idempotency-Key")


def keyed_request(
    key: str, who: Role | str | None, where: str, content: bytes, name: str
) -> KeyedRequest:
    """Return the key and the fingerprint of a request; raise Malformed for an invalid key.

    ``where`` is the method and the path of the request, ``name`` the header or member with the key.
    """
    if not _KEY.fullmatch(key):
        raise Malformed("it must be 1 to 255 visible ASCII characters", where=name)
    # The key is per caller, because seats may choose the same key by chance.
    return KeyedRequest(f"{who} {key}", fingerprint(f"{where} {who}\n".encode() + content))


def language(request: AnyConnection) -> Language:
    """Return the language of ``Accept-Language`` that we speak best; English if none."""
    return preferred_language(_listed(request, b"accept-language"), LANGUAGES)


def preferred_form(request: AnyRequest, *others: str) -> str:
    """Return the media type that the client prefers, of JSON and these; JSON if it takes none."""
    return preferred_type(_listed(request, b"accept"), (JSON, *others)) or JSON


def accepts(request: AnyRequest, media_type: str) -> bool:
    """Tell whether the client takes an answer of this media type."""
    return preferred_type(_listed(request, b"accept"), (media_type,)) is not None


def accepts_coding(request: AnyRequest, coding: str) -> bool:
    """Tell whether the client prefers an answer in this content coding."""
    return takes_coding(_listed(request, b"accept-encoding"), coding)


def _listed(request: AnyConnection, name: bytes) -> str:
    """Return all that a header lists, in however many lines it comes (RFC 9110, section 5.3)."""
    lines = [value.decode("latin-1") for one, value in request.scope["headers"] if one == name]
    return ", ".join(lines)
