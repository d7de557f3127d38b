"""How answers are written: JSON by msgspec, with the validators of RFC 9110."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from litestar import MediaType, Response

from domain.ruleset import Language
from service.storage.rows import Stored

_ENCODER: Final = msgspec.json.Encoder()

NDJSON: Final = "application/x-ndjson"


def answer(
    content: Any, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """Return a JSON answer."""
    return Response(
        _ENCODER.encode(content),
        status_code=status,
        media_type=MediaType.JSON,
        headers=dict(headers or {}),
    )


def encode_line(content: Any) -> bytes:
    """Return one line of NDJSON."""
    return _ENCODER.encode(content) + b"\n"


def spoken_in(spoken: Language) -> dict[str, str]:
    """Return the headers of an answer with sentences in this language."""
    return {"Content-Language": spoken, "Vary": "Accept-Language"}


def tag_of(stored: Stored) -> str:
    """Return the entity tag of a game: its version."""
    return f'"{stored.head.version}"'
