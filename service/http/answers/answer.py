"""How answers are written: JSON by msgspec, with the validators of RFC 9110."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from litestar import Response
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED

from domain.ruleset import Language, Viewer
from service.http.requests.request import JSON
from service.storage.rows import Head, Stored

_ENCODER: Final = msgspec.json.Encoder()

NDJSON: Final = "application/x-ndjson"
HEAD: Final = "Carolus-Head"


def answer(
    content: Any,
    *,
    status: int = HTTP_200_OK,
    headers: Mapping[str, str] | None = None,
    media_type: str = JSON,
) -> Response[bytes]:
    """Return a JSON answer."""
    return Response(
        _ENCODER.encode(content),
        status_code=status,
        headers=dict(headers or {}),
        media_type=media_type,
    )


async def long_answer(
    content: msgspec.Struct, *, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """Return a JSON answer that may be long; it is encoded beside the event loop."""
    text = await asyncio.to_thread(_in_pieces, content)
    return _Json(text, status_code=HTTP_200_OK, headers=dict(headers or {}), media_type=JSON)


def _in_pieces(content: msgspec.Struct) -> bytes:
    """Encode an object, each entry of its lists by itself.

    While the encoder works all other threads wait, that of the event loop too.
    """
    members: dict[str, Any] = {}
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
    """Return the header of whatever tells of one game: the head of the log it was made from.

    So a client that keeps the heads it was told notices a log that was written anew or has forked.
    """
    return {HEAD: head.hash.hex()}


def state_of(stored: Stored, viewer: Viewer | None = None) -> dict[str, str]:
    """Return the headers of an answer that shows a game: its entity tag, and the head of its log.

    The tag is the version: that is what a client names with ``If-Match``. Where not everybody sees
    the same of a game, it says as whom it is seen too; ``viewer`` is None for what all see alike.
    """
    tag = f"{stored.head.version}"
    if viewer is not None and stored.game.rules.hidden:
        tag += f"-seat{viewer}" if isinstance(viewer, int) else f"-{viewer}"
    return {"ETag": f'"{tag}"', **head_of(stored.head)}


def validators(stored: Stored, viewer: Viewer | None = None) -> dict[str, str]:
    """Return the headers with which a client can ask whether a game has gone on since.

    What is seen of it depends on who looks.
    """
    return {**state_of(stored, viewer), "Cache-Control": "no-cache", "Vary": "Authorization"}


def not_modified(headers: Mapping[str, str]) -> Response[bytes]:
    """Return the answer to a client that has the present state already."""
    return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=dict(headers))


def encode_line(content: Any) -> bytes:
    """Return one line of NDJSON."""
    return _ENCODER.encode(content) + b"\n"


def spoken_in(spoken: Language) -> dict[str, str]:
    """Return the headers of an answer with sentences in this language."""
    return {"Content-Language": spoken, "Vary": "Accept-Language"}
