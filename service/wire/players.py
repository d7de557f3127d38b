"""The JSON of accounts: tokens and ratings."""

from typing import Any

import msgspec

from service.access.accounts import Token
from service.access.rights import Scope
from service.projections.ratings import MILLIONTHS, Leader, Rating, RatingStep
from service.wire.games import Timestamp


class RatingView(msgspec.Struct, frozen=True):
    """How strong a player is on one leader board, by OpenSkill's Plackett-Luce model."""

    ruleset: str
    """The id of the ruleset."""
    stratum: str | None
    """Which games count: those with these options, which change what a seat is worth, such as
    ``players=4``; null if all games of the ruleset count."""
    season: str | None
    """The calendar quarter in UTC in which a game must end to count, such as ``2026-Q4``; null if
    games of all times count."""
    player: str
    """The account."""
    mu: float
    """The estimated strength; a new player has 25."""
    sigma: float
    """The uncertainty: two thirds of such players are within ``mu ± sigma``."""
    ordinal: float
    """``mu - 3 * sigma``, a conservative estimate. Rankings use it."""
    games: int
    """The number of rated games."""
    rated_at: Timestamp
    """When the last of them ended."""


class LeaderView(RatingView, frozen=True):
    """A player in the list of the best, with the rating."""

    rank: int
    """One more than the number of players in the list with a higher ordinal."""
    name: str | None
    """The name of the account; null if an imported game named an account that is not known here."""


class RatingStepView(RatingView, frozen=True):
    """A rating after one game."""

    game: str
    """The game."""


def rating_view(rating: Rating) -> RatingView:
    """Return the JSON of a rating."""
    return RatingView(**_members(rating))


def leader_view(leader: Leader, name: str | None) -> LeaderView:
    """Return the JSON of a rating with its rank."""
    return LeaderView(**_members(leader.rating), rank=leader.rank, name=name)


def step_view(step: RatingStep) -> RatingStepView:
    """Return the JSON of a rating after a game."""
    return RatingStepView(**_members(step.rating), game=step.game)


def _members(rating: Rating) -> dict[str, Any]:
    members = msgspec.structs.asdict(rating)
    limits = {name: members[name] or None for name in ("stratum", "season")}
    numbers = {name: members[name] / MILLIONTHS for name in ("mu", "sigma", "ordinal")}
    return members | limits | numbers


class TokenView(msgspec.Struct, frozen=True):
    """A token of an account, without its secret."""

    id: str
    player: str
    """The account."""
    name: str
    scopes: tuple[Scope, ...]
    """What the token allows."""
    made_at: Timestamp
    expires_at: Timestamp | None
    """When it expires; null if it never does."""
    rotated_at: Timestamp | None
    """When it got its current secret; null for its first secret."""
    former_secret_until: Timestamp | None
    """When the previous secret expires; null if it has expired, or there is none."""


def token_view(account: str, token: Token, now: str) -> TokenView:
    """Return a token as its owner may see it."""
    until = token.until if token.until is not None and token.until > now else None
    return TokenView(
        id=token.id,
        player=account,
        name=token.name,
        scopes=token.scopes,
        made_at=token.made_at,
        expires_at=token.expires,
        rotated_at=token.rotated_at,
        former_secret_until=until,
    )
