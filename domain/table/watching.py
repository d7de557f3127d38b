"""Who may watch a game while it runs. The service enforces it; the rules of games do not know it.

THIS FILE IS A STORAGE FORMAT: it is kept in the vault of a game, and in the announcement of a
tournament.
"""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

TURNS_MAX: Final = 100


class Allowed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="allowed"):
    """Anyone may watch."""


class Delayed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="delayed"):
    """Anyone may watch, with a delay of some turns."""

    turns: Annotated[int, Meta(ge=1, le=TURNS_MAX)]


class Refused(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="refused"):
    """Nobody may watch."""


Spectators: TypeAlias = Allowed | Delayed | Refused

ALLOWED: Final = Allowed()
