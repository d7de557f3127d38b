"""The board as a picture, at any version."""

import asyncio
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from service.handle import Handler
from service.http.answers import tag_of
from service.http.contract import Answer, Contract, Lines
from service.http.games import Version, game_at
from service.http.kinds import MALFORMED, NOT_FOUND, UNAVAILABLE
from service.http.problems import NotFound
from service.http.requests import has_already

AnyRequest = Request[Any, Any, Any]


@get(
    "/v1/games/{game:str}/board.svg",
    operation_id="getBoard",
    tags=["games"],
    summary="A picture of the board",
    media_type="image/svg+xml",
    opt={
        "contract": Contract(
            headers=("If-None-Match",),
            answers={
                200: Answer(
                    "The picture.",
                    headers=("ETag", "Cache-Control"),
                    text=Lines("image/svg+xml", "An SVG document."),
                ),
                304: Answer("It is still as you have it.", headers=("ETag", "Cache-Control")),
            },
            problems=(MALFORMED, NOT_FOUND, UNAVAILABLE),
        )
    },
)
async def get_board(
    request: AnyRequest,
    handler: NamedDependency[Handler],
    game: FromPath[str],
    version: Version = None,
) -> Response[bytes]:
    """Draw the board as SVG. There is none before the game has started."""
    stored = await game_at(handler, game, version)
    tag = tag_of(stored)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if has_already(request, tag):
        return Response(b"", status_code=304, headers=headers)
    now = stored.game
    view = now.rules.view(now.position, "spectator")
    if view is None:
        raise NotFound("board; the game has not started at this version")
    picture = await asyncio.to_thread(now.rules.picture, view)
    return Response(picture.encode(), media_type="image/svg+xml", headers=headers)
