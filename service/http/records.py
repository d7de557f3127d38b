"""Records: of one game, finished or not, and of many as an archive."""

import asyncio
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from domain.record.text import write_text
from service.export import record_at
from service.http.answers import answer, not_modified, validators
from service.http.contract import Answer, Contract, Lines, Link
from service.http.kinds import MALFORMED, NOT_FOUND, UNAVAILABLE
from service.http.parts import parts_of
from service.http.record_shapes import RecordView
from service.http.requests import TEXT, AnyRequest, accepts, has_already

_OF_RECORD: Final = {"game": "$response.body#/id"}


@get(
    "/v1/games/{game:str}/record",
    operation_id="getRecord",
    tags=["records"],
    summary="The record of a game",
    opt={
        "contract": Contract(
            headers=("If-None-Match",),
            answers={
                200: Answer(
                    "The record, as far as the game has come.",
                    RecordView,
                    ("ETag", "Cache-Control", "Content-Disposition", "Vary"),
                    Lines(TEXT, "The record in the text notation."),
                    links={
                        "check": Link(
                            "checkRecords", "Check whether it holds.", {}, "$response.body"
                        ),
                        "proof": Link("getProof", "What proves the game.", _OF_RECORD),
                    },
                ),
                304: Answer(
                    "It is still as you have it.", headers=("ETag", "Cache-Control", "Vary")
                ),
            },
            problems=(MALFORMED, NOT_FOUND, UNAVAILABLE),
        )
    },
)
async def get_record(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the whole game in portable form: who sat down, and every action in order.

    The secret of the dice is in it only after the end. As text it is for people to read.
    """
    handler = parts_of(request).handler
    stored = await handler.load(game)
    in_words = accepts(request, TEXT)
    headers = {**validators(stored), "Vary": "Accept"}
    if in_words:
        # Another form of the same, so not the same to the byte: it has a tag of its own (RFC 9110).
        headers["ETag"] = f'"{stored.head.version}-text"'
    if has_already(request, headers["ETag"]):
        return not_modified(headers)
    record = await asyncio.to_thread(record_at, handler.log, stored)
    if in_words:
        text = await asyncio.to_thread(write_text, record)
        headers |= named(f"carolus-{game}.txt")
        return Response(text.encode(), media_type=TEXT, headers=headers)
    return answer(record, headers={**headers, **named(f"carolus-{game}.json")})


def named(file: str) -> dict[str, str]:
    """Return the header that names a file, for who keeps the answer as one (RFC 6266)."""
    return {"Content-Disposition": f'inline; filename="{file}"'}
