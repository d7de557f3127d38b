"""Responses as JSON, encoded by msgspec, with the validators of RFC 9110."""

import asyncio
import hashlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from litestar import Response
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED

from domain.ruleset import Language, Viewer
from domain.table.hiding import hidden_members
from domain.transparency.inclusion import Inclusion
from service.http.requests.request import JSON, AnyRequest, matching_tag
from service.storage.rows import Head, Stored
from service.storage.tournaments import StoredTournament

_ENCODER: Final = msgspec.json.Encoder()

NDJSON: Final = "application/x-ndjson"
BINARY: Final = "application/octet-stream"
HEAD: Final = "Carolus-Head"
_TAG_DIGITS: Final = 32


def answer(
    content: Any,
    *,
    status: int = HTTP_200_OK,
    headers: Mapping[str, str] | None = None,
    media_type: str = JSON,
) -> Response[bytes]:
    """Return a JSON response."""
    return Response(
        _ENCODER.encode(content),
        status_code=status,
        headers=dict(headers or {}),
        media_type=media_type,
    )


async def long_answer(
    content: msgspec.Struct, *, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """Return a JSON response that may be long; encode it in a thread."""
    text = await asyncio.to_thread(_in_pieces, content)
    return Response(text, status_code=HTTP_200_OK, headers=dict(headers or {}), media_type=JSON)


def _in_pieces(content: msgspec.Struct) -> bytes:
    """Encode an object, each entry of its lists separately.

    A call of the encoder holds the GIL, and so blocks the thread of the event loop.
    """
    config = content.__struct_config__
    members: dict[str, Any] = {} if config.tag is None else {str(config.tag_field): config.tag}
    for field, name in zip(
        content.__struct_fields__, content.__struct_encode_fields__, strict=True
    ):
        value = getattr(content, field)
        if isinstance(value, tuple):
            members[name] = [msgspec.Raw(_ENCODER.encode(entry)) for entry in value]
        elif value is not msgspec.UNSET:
            members[name] = value
    return _ENCODER.encode(members)


def head_of(head: Head) -> dict[str, str]:
    """Return the header of every response about a game or tournament: the head of its log.

    A client that keeps these heads can detect a log that was rewritten or has forked.
    """
    return {HEAD: head.hash.hex()}


def state_of(stored: Stored, viewer: Viewer | None = None) -> dict[str, str]:
    """Return the headers of a response that shows a game: its entity tag, and the head of its log.

    The tag is the version, which clients send in ``If-Match``. For a game with hidden information
    it also names the viewer; ``viewer`` is None for a response that is the same for all viewers.
    """
    tag = f"{stored.head.version}"
    if viewer is not None and hidden_members(stored.game.rules):
        tag += f"-seat{viewer}" if isinstance(viewer, int) else f"-{viewer}"
    return {"ETag": f'"{tag}"', **head_of(stored.head)}


def validators(stored: Stored, viewer: Viewer | None = None) -> dict[str, str]:
    """Return the headers that let a client ask whether a game has changed.

    The response varies with the caller.
    """
    return {**state_of(stored, viewer), "Cache-Control": "no-cache", "Vary": "Authorization"}


def tournament_state(stored: StoredTournament) -> dict[str, str]:
    """Return the headers of a response about a tournament: its version as entity tag, and head."""
    return {"ETag": f'"{stored.head.version}"', **head_of(stored.head)}


def tournament_validators(stored: StoredTournament) -> dict[str, str]:
    """Return the headers that let a client ask whether a tournament has changed."""
    return {**tournament_state(stored), "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}


def logged_in(headers: Mapping[str, str], inclusion: Inclusion | None) -> dict[str, str]:
    """Return the validators of an answer that says where the transparency log has the game.

    The entity tag then contains the size of each tree and the number of signatures below it.
    """
    if inclusion is None:
        return dict(headers)
    notes = (inclusion.checkpoint, *(one.checkpoint for one in inclusion.witnessed))
    trees = "-".join(map(_size_and_signatures, notes))
    tag = headers["ETag"].strip('"')
    return {**headers, "ETag": f'"{tag}-log{trees}"'}


def in_form(headers: Mapping[str, str], form: str) -> dict[str, str]:
    """Return validators with the form of this answer in their entity tag.

    Each representation needs its own strong entity tag (RFC 9110, section 8.8.3).
    """
    return {**headers, "ETag": f'{headers["ETag"][:-1]}-{form}"'}


def named(file: str) -> dict[str, str]:
    """Return the header that names the file, for clients that save the response (RFC 6266)."""
    return {"Content-Disposition": f'inline; filename="{file}"'}


def _size_and_signatures(note: str) -> str:
    _, size, _ = note.split("\n", 2)
    signatures = note.count("\n\u2014 ")
    return f"{size}-{signatures}"


def unchanged(request: AnyRequest, headers: Mapping[str, str]) -> Response[bytes] | None:
    """Return a 304 if ``If-None-Match`` names the ``ETag`` of these headers; else None.

    See RFC 9110, section 13.1.2.
    """
    tag = matching_tag(request, headers["ETag"])
    if tag is None:
        return None
    return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers={**headers, "ETag": tag})


def tagged(request: AnyRequest, content: Any, preferred: Language | None = None) -> Response[bytes]:
    """Return a JSON response about no single game, which is the same for every caller.

    ``preferred`` is the language of its text, if it has some.

    Its entity tag is a digest of its content, so a client that has it gets a 304.
    """
    text = _ENCODER.encode(content)
    headers = {
        "ETag": f'"{hashlib.sha256(text).hexdigest()[:_TAG_DIGITS]}"',
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding",
    }
    if preferred is not None:
        headers |= {"Content-Language": preferred, "Vary": "Accept-Encoding, Accept-Language"}
    if (same := unchanged(request, headers)) is not None:
        return same
    return Response(text, status_code=HTTP_200_OK, headers=headers, media_type=JSON)


def encode_line(content: Any) -> bytes:
    """Return one line of NDJSON."""
    return _ENCODER.encode(content) + b"\n"


def in_language(of_game: Mapping[str, str], preferred: Language, *forms: str) -> dict[str, str]:
    """Return the headers of a response about a game with text in this language.

    The entity tag includes the forms and the language. The response varies with both, and with
    what ``of_game`` names.
    """
    tag = "-".join((of_game["ETag"].strip('"'), *forms, preferred))
    return {
        **of_game,
        "ETag": f'"{tag}"',
        "Content-Language": preferred,
        "Vary": f"{of_game['Vary']}, Accept-Language",
    }


def language_headers(preferred: Language) -> dict[str, str]:
    """Return the headers of a response with text in this language."""
    return {"Content-Language": preferred, "Vary": "Accept-Language"}
