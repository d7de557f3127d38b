"""The policy of a game, set when it is opened: who may sit down in it, and who may watch it.

THIS FILE IS A STORAGE FORMAT: it is kept in the vault of the game.
"""

from typing import Final, Literal, TypeAlias

import msgspec

from domain.table.watching import ALLOWED, Spectators

ChosenSeating: TypeAlias = Literal["links", "anyone"]
"""Who may sit down: only holders of a seat's link, or any account as well."""
Seating: TypeAlias = Literal["links", "anyone", "reserved"]
"""Who may sit down. In a game that the service opened for a tournament, each seat is reserved."""


class Policy(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who may sit down, who may watch, and whose the game is."""

    seating: Seating = "links"
    spectators: Spectators | None = None
    """None stands for ``Allowed``, which the format omits."""
    player: str | None = None
    """The account that opened the game."""

    @property
    def watched(self) -> Spectators:
        """Who may watch while the game runs."""
        return self.spectators or ALLOWED


OPEN: Final = Policy()
"""The default policy."""
