"""The policy of a game, set when it is opened: who may sit down in it, and who may watch it.

THIS FILE IS A STORAGE FORMAT: it is kept in the vault of the game.
"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

TURNS_MAX: Final = 100

ChosenSeating: TypeAlias = Literal["links", "anyone"]
"""Who may sit down: only holders of a seat's link, or any account as well."""
Seating: TypeAlias = Literal["links", "anyone", "reserved"]
"""Who may sit down. In a game that the service opened for a tournament, each seat is reserved."""


class Allowed(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="allowed"
):
    """Anyone may watch."""


class Delayed(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="delayed"
):
    """Anyone may watch, with a delay of some turns."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=TURNS_MAX)]


class Refused(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="refused"
):
    """Nobody may watch."""


Spectators: TypeAlias = Allowed | Delayed | Refused


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


ALLOWED: Final = Allowed()
OPEN: Final = Policy()
"""The default policy."""
