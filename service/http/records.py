"""Records: of one game, finished or not, and of many as an archive."""

import asyncio
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from service.export import record_at
from service.http.answers import answer, not_modified, validators
from service.http.contract import Answer, Contract, Link
from service.http.kinds import MALFORMED, NOT_FOUND, UNAVAILABLE
from service.http.parts import parts_of
from service.http.record_shapes import RecordView
from service.http.requests import AnyRequest, has_already

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
                    ("ETag", "Cache-Control", "Content-Disposition"),
                    links={
                        "proof": Link("getProof", "What proves the game.", _OF_RECORD),
                    },
                ),
                304: Answer("It is still as you have it.", headers=("ETag", "Cache-Control")),
            },
            problems=(MALFORMED, NOT_FOUND, UNAVAILABLE),
        )
    },
)
async def get_record(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the whole game in portable form: who sat down, and every action in order.

    The secret of the dice is in it only after the end.
    """
    handler = parts_of(request).handler
    stored = await handler.load(game)
    headers = validators(stored)
    if has_already(request, headers["ETag"]):
        return not_modified(headers)
    record = await asyncio.to_thread(record_at, handler.log, stored)
    return answer(record, headers={**headers, **_named(f"carolus-{game}.json")})


def _named(file: str) -> dict[str, str]:
    """Return the header that names a file, for who keeps the answer as one (RFC 6266)."""
    return {"Content-Disposition": f'inline; filename="{file}"'}
