"""The board as a picture: of a game at any version, and of any position."""

import asyncio
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.ruleset import AnyRuleset, Language, Part
from domain.rulesets.registry import BY_ID
from service.access.rights import EVERYBODY, WATCH
from service.http.answers.answer import not_modified, spoken_in, validators
from service.http.answers.contract import Answer, Lines, Operations
from service.http.answers.kinds import ILLEGAL_ACTION, IMPOSSIBLE_POSITION
from service.http.callers import watched
from service.http.parts import parts_of
from service.http.requests.queries import Query
from service.http.requests.request import AnyRequest, body, has_already, language
from service.http.requests.resources import NotFound, Version, at_version, the_ruleset

operation: Final = Operations("games")

SVG = "image/svg+xml"

_PICTURE = (Lines(SVG, "An SVG document."),)
_TOLD = "How much it shows: all, or the board alone, for a page that tells the rest itself."

AskedPart = Annotated[Part, Query(name="part", description=_TOLD)]


@cache
def picture_type(ruleset: str) -> type[Any]:
    """Return the type of a question for a picture of a position of this ruleset."""
    rules = BY_ID[ruleset]
    return msgspec.defstruct(
        "PictureQuestion",
        [
            ("position", rules.view_type),
            ("options", rules.options_type, msgspec.field(default_factory=rules.options_type)),
            ("part", Annotated[Part, msgspec.Meta(description=_TOLD)], "all"),
        ],
        namespace={"__doc__": "A position to draw."},
        frozen=True,
        forbid_unknown_fields=True,
    )


@operation(
    "GET",
    "/v1/games/{game:str}/board.svg",
    "A picture of the board",
    right=WATCH,
    headers=("If-None-Match",),
    answer=Answer("The picture.", headers=("Content-Language",), texts=_PICTURE),
)
async def get_board(
    request: AnyRequest,
    game: FromPath[str],
    version: Version = None,
    part: AskedPart = "all",
) -> Response[bytes]:
    """Draw the board as SVG, with its words in the language of ``Accept-Language``.

    There is none before the game has started. Whoever puts it into a page finds places by
    ``data-spot``, pieces that can be followed from picture to picture by ``data-piece``, and a
    class at all that has a colour, for style sheets: ``/schema/reference/pictures.md`` names them.
    """
    handler = parts_of(request).handler
    caller, stored = await watched(request, game)
    viewer = stored.game.as_seen_by(caller.viewer)
    stored = await at_version(handler, stored, version)
    spoken = language(request)
    headers = _headers(validators(stored, viewer), spoken, part)
    if has_already(request, headers["ETag"]):
        return not_modified(headers)
    now = stored.game
    view = now.rules.view(now.position, viewer)
    if view is None:
        raise NotFound("board; the game has not started at this version", stored.head)
    return await _drawn(now.rules, view, spoken, part, headers)


def _headers(of_game: dict[str, str], spoken: Language, part: Part) -> dict[str, str]:
    """Return the headers of a picture of a game; its entity tag says what else it depends on."""
    tag = of_game["ETag"].strip('"')
    form = spoken if part == "all" else f"{part}-{spoken}"
    return {
        **of_game,
        "ETag": f'"{tag}-{form}"',
        "Content-Language": spoken,
        "Vary": f"{of_game['Vary']}, Accept-Language",
    }


@operation(
    "POST",
    "/v1/rulesets/{ruleset:str}/board.svg",
    "A picture of a position",
    right=EVERYBODY,
    body_of=lambda rules: picture_type(rules.meta.id),
    answer=Answer("The picture.", headers=("Content-Language",), texts=_PICTURE),
    problems=(ILLEGAL_ACTION, IMPOSSIBLE_POSITION),
    named="draw{}Position",
    needs_log=False,
    tag="checker",
)
async def draw_position(request: AnyRequest, ruleset: FromPath[str]) -> Response[bytes]:
    """Draw any position as SVG, with its words in the language of ``Accept-Language``.

    It is checked as the checker does, and drawn as an arbiter sees it. Nothing is stored.
    """
    rules = the_ruleset(ruleset)
    asked = await body(request, picture_type(ruleset))
    position = rules.read(asked.position, asked.options)
    spoken = language(request)
    view = rules.view(position, "arbiter")
    return await _drawn(rules, view, spoken, asked.part, spoken_in(spoken))


async def _drawn(
    rules: AnyRuleset, view: Any, spoken: Language, part: Part, headers: dict[str, str]
) -> Response[bytes]:
    picture = await asyncio.to_thread(rules.picture, view, spoken, part)
    return Response(picture.encode(), media_type=SVG, headers=headers)
