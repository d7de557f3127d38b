"""The JSON of chance: the secret of a game, and the links that it waits for."""

import msgspec

from domain.table.game import Game
from domain.table.moments import links_due


class ChanceView(msgspec.Struct, frozen=True):
    """The dice of a game; the secret is null until the game is over."""

    scheme: str
    commitment: str
    """The SHA-256 of the secret, in hexadecimal."""
    secret: str | None


class LinksDue(msgspec.Struct, frozen=True):
    """The links that the next moment of chance waits for; ``getLinks`` returns the signed call."""

    moment: int
    due: tuple[int, ...]
    """The contributors whose links are due: seats, and 128 plus the place of each witness."""


def links_due_in(game: Game) -> LinksDue:
    """Return the links that the next moment of a game waits for."""
    return LinksDue(game.moments + 1, links_due(game))
