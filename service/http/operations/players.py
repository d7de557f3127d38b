"""Players: create an account, and get its public profile."""

from typing import Annotated, Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.table.actions import ChosenName
from service.access.accounts import Account
from service.access.register import NewToken
from service.access.rights import EVERYBODY
from service.http.answers.answer import answer, tagged
from service.http.answers.contract import Answer, Link, Operations
from service.http.answers.problem_kinds import NOT_FOUND
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, body, keyed
from service.wire.games import Timestamp
from service.wire.players import TokenView, rating_view, token_view
from service.wire.profiles import (
    PlayerDetails,
    house_bot_details,
    is_house_bot,
    results_view,
)

operation: Final = Operations("players")

FIRST: Final = "first"
"""The name of the token that comes with an account."""


class MakePlayerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for an account."""

    name: ChosenName


class PlayerView(msgspec.Struct, frozen=True):
    """The public profile of a player."""

    id: str
    """The id of the account: 26 letters and digits that never change."""
    name: str
    since: Timestamp
    """When the account was created."""


class PlayerMade(msgspec.Struct, frozen=True):
    """A new account and its first token."""

    player: PlayerView
    token: TokenView
    secret: Annotated[str, msgspec.Meta(description="The token itself, shown only this once.")]


_OF_PLAYER: Final = {"player": "$response.body#/id"}
_LINKS: Final = {
    "games": Link("listPlayerGames", "List their games.", _OF_PLAYER),
    "opponents": Link("listOpponents", "List their opponents.", _OF_PLAYER),
    "ratings": Link("listPlayerRatings", "List how their ratings changed.", _OF_PLAYER),
}


@operation(
    "POST",
    "/v1/players",
    "Create an account",
    right=EVERYBODY,
    body=MakePlayerRequest,
    headers=("Idempotency-Key",),
    secret=True,
    answer=Answer(
        "The account and its first token.",
        PlayerMade,
        links={
            "player": Link("getPlayer", "Get it.", {"player": "$response.body#/player/id"}),
        },
        status=201,
    ),
    problems=(NOT_FOUND,),
    cost=5,
)
async def make_player(request: AnyRequest) -> Response[bytes]:
    """Create an account with a name, and its first token, which has the scope `play`.

    Names need not be unique; the id identifies a player. If you repeat a request whose token you
    have revoked since, the status is 404.
    """
    wanted = await body(request, MakePlayerRequest)
    register = parts_of(request).register
    made = await register.open(
        wanted.name, NewToken(FIRST, ("play",)), request=await keyed(request, None)
    )
    token = token_view(made.account.id, made.token, register.now())
    content = PlayerMade(player_view(made.account), token, made.secret)
    headers = {"Location": f"/v1/players/{made.account.id}"}
    return answer(content, status=201, headers=headers)


@operation(
    "GET",
    "/v1/players/{player:str}",
    "Get a player",
    right=EVERYBODY,
    headers=("If-None-Match",),
    answer=Answer("The player.", PlayerDetails, links=_LINKS),
)
async def get_player(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Return the public profile of a player: an account, or a house bot by its name.

    It counts all games that the player has finished and, separately, the rated ones. Players
    without an account have no profile.
    """
    parts = parts_of(request)
    projections = parts.projections
    if is_house_bot(player):
        places = await projections.ask(lambda: projections.tallies.of(player), projections.tallies)
        return tagged(request, house_bot_details(player, places))
    account = await parts.register.account(player)

    def found() -> PlayerDetails:
        ratings = tuple(map(rating_view, projections.ratings.of(player)))
        return PlayerDetails(
            id=account.id,
            kind="account",
            name=account.name,
            since=account.made_at,
            running=projections.lobby.count(player, "running"),
            results=results_view(projections.tallies.of(player)),
            ratings=tuple(one for one in ratings if one.stratum is None),
            ratings_by_stratum=tuple(one for one in ratings if one.stratum is not None),
        )

    needed = (projections.lobby, projections.tallies, projections.ratings)
    return tagged(request, await projections.ask(found, *needed))


def player_view(account: Account) -> PlayerView:
    """Return the public profile of an account."""
    return PlayerView(account.id, account.name, account.made_at)
