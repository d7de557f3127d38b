"""The JSON of what belongs to an account: tokens and ratings."""

import msgspec

from service.access.accounts import Token
from service.access.rights import Scope
from service.projections.ratings import MILLIONTHS, Rating
from service.wire.games import Timestamp


class RatingView(msgspec.Struct, frozen=True):
    """How strong a player is in one ruleset, by OpenSkill's model of Plackett and Luce."""

    ruleset: str
    """Id of the ruleset."""
    player: str
    """The account."""
    mu: float
    """What the player is taken for; a new one for 25."""
    sigma: float
    """How sure that is: two thirds of those with these numbers are within it."""
    ordinal: float
    """``mu - 3 * sigma``: what the player is almost certainly as good as. Lists go by it."""
    games: int
    """Games that count."""
    rated_at: Timestamp
    """When the last of them ended."""


def rating_view(rating: Rating) -> RatingView:
    """Return a rating as it is sent."""
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
    """The account that it is of."""
    name: str
    scopes: tuple[Scope, ...]
    """What it is for."""
    made_at: Timestamp
    expires_at: Timestamp | None
    """When it ends to hold; null for one that does not by itself."""
    rotated_at: Timestamp | None
    """When it got its present secret; null if that is its first one."""
    former_secret_until: Timestamp | None
    """Up to when the secret before holds; null if it holds no longer."""


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
