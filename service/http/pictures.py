"""The board as a picture, at any version."""

import asyncio

from litestar import Response, get
from litestar.params import FromPath

from service.access.rights import WATCH
from service.http.answers import HEAD, not_modified, validators
from service.http.callers import watched
from service.http.contract import Answer, Contract, Lines
from service.http.games import Version, at_version
from service.http.kinds import MALFORMED, NOT_FOUND, UNAVAILABLE
from service.http.parts import parts_of
from service.http.problems import NotFound
from service.http.requests import AnyRequest, has_already


@get(
    "/v1/games/{game:str}/board.svg",
    operation_id="getBoard",
    tags=["games"],
    summary="A picture of the board",
    media_type="image/svg+xml",
    opt={
        "contract": Contract(
            right=WATCH,
            headers=("If-None-Match",),
            answers={
                200: Answer(
                    "The picture.",
                    headers=("ETag", HEAD, "Cache-Control", "Vary"),
                    texts=(Lines("image/svg+xml", "An SVG document."),),
                ),
                304: Answer(
                    "It is still as you have it.", headers=("ETag", HEAD, "Cache-Control", "Vary")
                ),
            },
            problems=(MALFORMED, NOT_FOUND, UNAVAILABLE),
        )
    },
)
async def get_board(
    request: AnyRequest,
    game: FromPath[str],
    version: Version = None,
) -> Response[bytes]:
    """Draw the board as SVG. There is none before the game has started."""
    handler = parts_of(request).handler
    caller, stored = await watched(request, game)
    viewer = stored.game.as_seen_by(caller.viewer)
    stored = await at_version(handler, stored, version)
    headers = validators(stored, viewer)
    if has_already(request, headers["ETag"]):
        return not_modified(headers)
    now = stored.game
    view = now.rules.view(now.position, viewer)
    if view is None:
        raise NotFound("board; the game has not started at this version", stored.head)
    picture = await asyncio.to_thread(now.rules.picture, view)
    return Response(picture.encode(), media_type="image/svg+xml", headers=headers)
