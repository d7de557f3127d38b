"""What was agreed when a game was opened: who may sit down in it, and who may watch it.

THIS FILE IS A STORAGE FORMAT: it is kept in the vault of the game.
"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

TURNS_MAX: Final = 100

Seating: TypeAlias = Literal["links", "anyone"]
"""Who may sit down: whoever has the link of a seat, or any account as well."""


class Allowed(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="allowed"
):
    """Anybody may watch."""


class Delayed(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="delayed"
):
    """Anybody may watch, some turns behind."""

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
    """None for ``Allowed``, so that it is left out."""
    player: str | None = None
    """The account of who opened the game."""

    @property
    def watched(self) -> Spectators:
        """Who may watch while the game runs."""
        return self.spectators or ALLOWED


ALLOWED: Final = Allowed()
OPEN: Final = Policy()
"""What games have of which nothing else was said."""
