"""What a request says: its body, its token, its conditions, its language."""

import re
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.exceptions import HTTPException

from domain.refusal import Malformed
from domain.ruleset import LANGUAGES, Language
from service.access.keys import Role, fingerprint, role_of
from service.handle import Handler
from service.handle import Request as KeyedRequest

JSON: Final = "application/json"

_TAG: Final = re.compile(r'^(?:W/)?"[\x21\x23-\x7e]*"$')
_KEY: Final = re.compile(r"^[\x21-\x7e]{1,255}$")
_RANGE: Final = re.compile(r"^\s*([A-Za-z]{1,8}|\*)(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q=([0-9.]+)\s*)?$")


class Unauthorized(Exception):
    """The request needs a token and has none, or one that belongs to nothing here."""


class Forbidden(Exception):
    """The token is good, but not for this. ``needs`` says whose token would be."""

    def __init__(self, needs: str) -> None:
        super().__init__(f"this needs {needs}")
        self.needs = needs


class UnsupportedMediaType(HTTPException):
    """The body is not JSON."""

    status_code = 415


async def body(request: Request[Any, Any, Any], decoder: msgspec.json.Decoder[Any]) -> Any:
    """Return the body, decoded; raise Malformed with the place where it does not fit."""
    kind = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if kind != JSON and not (kind.startswith("application/") and kind.endswith("+json")):
        raise UnsupportedMediaType(detail=kind)
    return decoded(await request.body(), decoder)


def decoded(text: bytes | msgspec.Raw, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Return JSON text as what the decoder makes of it; raise Malformed."""
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as fault:
        message, _, where = str(fault).partition(" - at ")
        raise Malformed(message, where=where.strip("`") or "$") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise Malformed(str(fault) or "the body must be JSON", where="$") from None
    except RecursionError:
        raise Malformed("the body is nested too deep", where="$") from None


async def role(request: Request[Any, Any, Any], handler: Handler, game: str) -> Role:
    """Return whose token the request has; raise Unauthorized, or NoSuchGame."""
    vault = await handler.vault(game)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthorized
    found = role_of(vault, token.strip())
    if found is None:
        raise Unauthorized
    return found


def expected_versions(request: Request[Any, Any, Any]) -> tuple[int, ...] | None:
    """Return the versions that ``If-Match`` names, or None if any will do.

    A weak tag, or one that is no version, matches nothing (RFC 9110, section 13.1.1).
    """
    header = request.headers.get("if-match")
    if header is None or header.strip() == "*":
        return None
    tags = _tags(header, "If-Match")
    return tuple(int(tag[1:-1]) for tag in tags if re.fullmatch(r'"[0-9]{1,9}"', tag))


def has_already(request: Request[Any, Any, Any], tag: str) -> bool:
    """Tell whether ``If-None-Match`` names this entity tag (RFC 9110, section 13.1.2)."""
    header = request.headers.get("if-none-match")
    if header is None:
        return False
    if header.strip() == "*":
        return True
    return tag in [one.removeprefix("W/") for one in _tags(header, "If-None-Match")]


def _tags(header: str, name: str) -> list[str]:
    tags = [tag.strip() for tag in header.split(",")]
    if not all(_TAG.match(tag) for tag in tags):
        raise Malformed(f'{name} must hold entity tags such as "31"', where=name)
    return tags


async def keyed(request: Request[Any, Any, Any], who: Role | None) -> KeyedRequest | None:
    """Return what tells this request from others, if it has an ``Idempotency-Key``."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not _KEY.match(key):
        raise Malformed(
            "Idempotency-Key must be 1 to 255 visible ASCII characters", where="Idempotency-Key"
        )
    asked = f"{request.method} {request.url.path} {who}\n".encode() + await request.body()
    return KeyedRequest(key, fingerprint(asked))


def language(request: Request[Any, Any, Any]) -> Language:
    """Return the language of ``Accept-Language`` that we speak best; English if none."""
    best: tuple[float, Language] = (0.0, "en")
    for part in request.headers.get("accept-language", "").split(","):
        match = _RANGE.match(part)
        if match is None:
            continue
        spoken = "en" if match[1] == "*" else match[1].lower()
        weight = _weight(match[2])
        for known in LANGUAGES:
            if known == spoken and weight > best[0]:
                best = (weight, known)
    return best[1]


def wants_ndjson(request: Request[Any, Any, Any]) -> bool:
    """Tell whether the client asks for one JSON value a line."""
    return "application/x-ndjson" in request.headers.get("accept", "")


def _weight(text: str | None) -> float:
    try:
        return 1.0 if text is None else float(text)
    except ValueError:
        return 0.0
