"""Games: open one, list them, look at one, at any version."""

import asyncio
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from domain.rulesets.registry import BY_ID, RULESETS
from service.handle import Handler
from service.http.answers import answer, tag_of
from service.http.paging import LIMIT_MAX, cursor, link_to_next, place_of
from service.http.problems import NotFound
from service.http.requests import body, has_already, keyed
from service.http.shapes import GameCreated, GamePage, game_summary, game_view
from service.projections.lobby import Lobby
from service.storage.rows import Stored

AnyRequest = Request[Any, Any, Any]

Version = Annotated[
    int | None,
    QueryParameter(
        name="version",
        ge=1,
        le=10**9,
        required=False,
        description="An earlier version; the present one if it is left out.",
    ),
]


def _new_game_types() -> tuple[type[msgspec.Struct], ...]:
    """Return one type per ruleset of what opens a game, told apart by ``ruleset``."""
    return tuple(
        msgspec.defstruct(
            "NewGame",
            [("options", rules.options_type, msgspec.field(default_factory=rules.options_type))],
            tag_field="ruleset",
            tag=rules.meta.id,
            frozen=True,
            forbid_unknown_fields=True,
        )
        for rules in RULESETS
    )


NEW_GAME_TYPES: Final = _new_game_types()
_NEW_GAME: Final = msgspec.json.Decoder(reduce(or_, NEW_GAME_TYPES))


@post("/v1/games", operation_id="createGame", tags=["games"], summary="Open a game")
async def create_game(request: AnyRequest, handler: NamedDependency[Handler]) -> Response[bytes]:
    """Open a table. The answer has one secret token for each seat and one for the creator."""
    asked = await body(request, _NEW_GAME)
    rules = BY_ID[asked.__struct_config__.tag]
    opened = await handler.open(rules, asked.options, await keyed(request, None))
    stored = opened.stored
    return answer(
        GameCreated(game_view(stored), opened.tokens),
        status=201,
        headers={
            "Location": f"/v1/games/{stored.game.id}",
            "ETag": tag_of(stored),
            "Cache-Control": "no-store",
        },
    )


@get("/v1/games", operation_id="listGames", tags=["games"], summary="List games")
async def list_games(
    request: AnyRequest,
    handler: NamedDependency[Handler],
    lobby: NamedDependency[Lobby],
    status: Annotated[
        str | None,
        QueryParameter(required=False, pattern="^(open|running|over|aborted)$"),
    ] = None,
    ruleset: Annotated[str | None, QueryParameter(required=False, max_length=60)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=LIMIT_MAX, required=False)] = 50,
    after: Annotated[
        str | None, QueryParameter(name="cursor", required=False, max_length=100)
    ] = None,
) -> Response[bytes]:
    """List games, the newest first, by state and ruleset if these are given."""
    before = None if after is None else place_of(after, 0)

    def page() -> tuple[GamePage, str | None]:
        lobby.catch_up()
        rows = lobby.page(status=status, ruleset=ruleset, before=before, limit=limit + 1)
        following = cursor(rows[limit - 1].number) if len(rows) > limit else None
        found = [(handler.log.load(row.id), row) for row in rows[:limit]]
        games = [game_summary(stored, row.created_at) for stored, row in found if stored]
        return GamePage(tuple(games), following), following

    content, following = await asyncio.to_thread(page)
    return answer(content, headers=link_to_next(request, following))


@get("/v1/games/{game:str}", operation_id="getGame", tags=["games"], summary="Look at a game")
async def get_game(
    request: AnyRequest,
    handler: NamedDependency[Handler],
    game: FromPath[str],
    version: Version = None,
) -> Response[bytes]:
    """Return the game as the caller may see it, now or at an earlier version."""
    stored = await game_at(handler, game, version)
    tag = tag_of(stored)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if has_already(request, tag):
        return Response(b"", status_code=304, headers=headers)
    return answer(game_view(stored), headers=headers)


async def game_at(handler: Handler, game: str, version: int | None) -> Stored:
    """Return a game at a version; raise NoSuchGame or NotFound."""
    stored = await handler.load(game)
    if version is None or version == stored.head.version:
        return stored
    if version < stored.head.version:
        earlier = await asyncio.to_thread(handler.log.load_at, game, version)
        if earlier is not None:
            return earlier
    raise NotFound(f"version {version}; the game is at version {stored.head.version}")
