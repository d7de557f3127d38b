"""Players: an account of one's own, and what everybody may know of it."""

from typing import Annotated, Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.table.actions import ChosenName
from service.access.accounts import Account
from service.access.register import NewToken
from service.access.rights import EVERYBODY
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Link, Operations
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, body, keyed
from service.wire.games import Timestamp
from service.wire.players import RatingView, TokenView, rating_view, token_view

operation: Final = Operations("players")

FIRST: Final = "first"
"""The name of the token that comes with an account."""


class NewPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants an account."""

    name: ChosenName


class PlayerView(msgspec.Struct, frozen=True):
    """A player, as everybody may know them."""

    id: str
    """The account: 26 letters and digits that never change."""
    name: str
    since: Timestamp
    """When the account was made."""


class PlayerDetails(PlayerView, frozen=True):
    """A player, and how strong they are."""

    ratings: tuple[RatingView, ...]
    """One for each ruleset of which they have played a game that counts."""


class PlayerMade(msgspec.Struct, frozen=True):
    """A new account and its first token."""

    player: PlayerView
    token: TokenView
    secret: Annotated[str, msgspec.Meta(description="The token itself, which is shown only now.")]


_OF_PLAYER: Final = {"player": "$response.body#/id"}
_LINKS: Final = {
    "games": Link("listPlayerGames", "What they have played.", _OF_PLAYER),
    "opponents": Link("listOpponents", "Whom they have met.", _OF_PLAYER),
}


@operation(
    "POST",
    "/v1/players",
    "Make an account",
    right=EVERYBODY,
    body=NewPlayer,
    headers=("Idempotency-Key",),
    answer=Answer(
        "The account and its first token.",
        PlayerMade,
        headers=("Location", "Cache-Control"),
        links={
            "player": Link("getPlayer", "Look at it.", {"player": "$response.body#/player/id"}),
        },
        status=201,
    ),
    cost=5,
)
async def make_player(request: AnyRequest) -> Response[bytes]:
    """Make an account with a name, and its first token, which has the scope `play`.

    Names need not be unique; the id tells players apart.
    """
    asked = await body(request, NewPlayer)
    register = parts_of(request).register
    made = await register.open(
        asked.name, NewToken(FIRST, ("play",)), request=await keyed(request, None)
    )
    token = token_view(made.account.id, made.token, register.now())
    content = PlayerMade(player_view(made.account), token, made.secret)
    headers = {"Location": f"/v1/players/{made.account.id}", "Cache-Control": "no-store"}
    return answer(content, status=201, headers=headers)


@operation(
    "GET",
    "/v1/players/{player:str}",
    "Look at a player",
    right=EVERYBODY,
    answer=Answer("The player.", PlayerDetails, links=_LINKS),
)
async def get_player(request: AnyRequest, player: FromPath[str]) -> Response[bytes]:
    """Return what everybody may know of a player, with a rating for each ruleset."""
    parts = parts_of(request)
    account = await parts.register.account(player)
    projections = parts.projections

    def rated() -> tuple[RatingView, ...]:
        return tuple(map(rating_view, projections.ratings.of(player)))

    ratings = await projections.ask(rated, projections.ratings)
    return answer(PlayerDetails(account.id, account.name, account.made_at, ratings))


def player_view(account: Account) -> PlayerView:
    """Return what everybody may know of an account."""
    return PlayerView(account.id, account.name, account.made_at)
