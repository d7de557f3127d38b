"""The board as an SVG picture: of a game at any version, or of any position."""

import asyncio
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.ruleset import AnyRuleset, Language, Part
from domain.rulesets.registry import BY_ID
from service.access.rights import EVERYBODY, WATCH
from service.http.admission import watched
from service.http.answers.answer import (
    in_language,
    language_headers,
    unchanged,
    validators,
)
from service.http.answers.contract import Answer, Lines, Operations
from service.http.parts import parts_of
from service.http.requests.queries import Query
from service.http.requests.request import AnyRequest, body, language
from service.http.requests.resources import NotFound, Version, at_version, the_ruleset

operation: Final = Operations("games")

SVG = "image/svg+xml"

_PICTURE = (Lines(SVG, "An SVG document."),)
_PART = "What to draw: everything, or only the board, for a page that shows the rest itself."

PartDrawn = Annotated[Part, Query(name="part", description=_PART)]


@cache
def picture_type(ruleset: str) -> type[Any]:
    """Return the type of a request to draw a position of this ruleset."""
    rules = BY_ID[ruleset]
    return msgspec.defstruct(
        "DrawPositionRequest",
        [
            ("position", rules.view_type | None, None),
            ("options", rules.options_type, msgspec.field(default_factory=rules.options_type)),
            ("part", Annotated[Part, msgspec.Meta(description=_PART)], "all"),
        ],
        namespace={"__doc__": "A position to draw, by default the set-up before chance draws."},
        frozen=True,
        forbid_unknown_fields=True,
    )


@operation(
    "GET",
    "/v1/games/{game:str}/board.svg",
    "Draw the board of a game",
    right=WATCH,
    headers=("If-None-Match",),
    answer=Answer("The picture.", headers=("Content-Language",), texts=_PICTURE),
)
async def get_board(
    request: AnyRequest,
    game: FromPath[str],
    version: Version = None,
    part: PartDrawn = "all",
) -> Response[bytes]:
    """Draw the board as SVG, with text in the language of ``Accept-Language``.

    There is no board before the game starts. In the picture, ``data-spot`` marks places,
    ``data-piece`` marks pieces that you can track from one picture to the next, and every coloured
    element has a class for style sheets. ``/schema/reference/pictures.md`` lists them.
    """
    handler = parts_of(request).handler
    _, stored, viewer = await watched(request, game)
    stored = await at_version(handler, stored, version)
    preferred = language(request)
    forms = () if part == "all" else (part,)
    headers = in_language(validators(stored, viewer), preferred, *forms)
    if (same := unchanged(request, headers)) is not None:
        return same
    now = stored.game
    view = now.rules.view(now.position, viewer)
    if view is None:
        raise NotFound("board", stored.head)
    return await _drawn(now.rules, view, preferred, part, headers)


@operation(
    "POST",
    "/v1/rulesets/{ruleset:str}/board.svg",
    "Draw a position or a set-up",
    right=EVERYBODY,
    body_of=lambda rules: picture_type(rules.meta.id),
    answer=Answer("The picture.", headers=("Content-Language",), texts=_PICTURE),
    named="draw{}Position",
    needs_log=False,
    tag="checker",
)
async def draw_position(request: AnyRequest, ruleset: FromPath[str]) -> Response[bytes]:
    """Draw any position as SVG, with text in the language of ``Accept-Language``.

    Without a position, the picture shows the set-up with these options before chance has drawn
    anything: use it for a preview of a game that has not started.

    The service validates the position as the checker does, and stores nothing. The position may be
    the view of a seat: the picture shows what the view shows.
    """
    rules = the_ruleset(ruleset)
    sent = await body(request, picture_type(ruleset))
    preferred = language(request)
    if sent.position is None:
        rules.start(sent.options)
        view = sent.options
    else:
        completed = rules.complete(sent.position, sent.options)
        position = rules.read(completed.view, sent.options)
        view = sent.position if completed.unknown else rules.view(position, "arbiter")
    return await _drawn(rules, view, preferred, sent.part, language_headers(preferred))


async def _drawn(
    rules: AnyRuleset, view: Any, preferred: Language, part: Part, headers: dict[str, str]
) -> Response[bytes]:
    picture = await asyncio.to_thread(rules.picture, view, preferred, part)
    return Response(picture.encode(), media_type=SVG, headers=headers)
