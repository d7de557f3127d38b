"""The JSON of accounts: tokens and ratings."""

import msgspec

from service.access.accounts import Token
from service.access.rights import Scope
from service.projections.ratings import MILLIONTHS, Rating
from service.wire.games import Timestamp


class RatingView(msgspec.Struct, frozen=True):
    """How strong a player is in one ruleset, by OpenSkill's Plackett-Luce model."""

    ruleset: str
    """The id of the ruleset."""
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


def rating_view(rating: Rating) -> RatingView:
    """Return the JSON of a rating."""
    return RatingView(
        ruleset=rating.ruleset,
        player=rating.player,
        mu=rating.mu / MILLIONTHS,
        sigma=rating.sigma / MILLIONTHS,
        ordinal=rating.ordinal / MILLIONTHS,
        games=rating.games,
        rated_at=rating.rated_at,
    )


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
    """When the former secret expires; null if it has expired, or there is none."""


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
