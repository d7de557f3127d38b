"""The position: what stands on the table, flat and cheap to copy.

Territories and cards are their numbers in ``atlas.py``. Numbers that have no upper limit, such as
tokens, are in tuples, all others in ``bytes``. Nothing outside this folder reads these fields;
``view.py`` tells a position to the world.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.ruleset import Seat
from domain.rulesets.teg.board import Color, Objective
from domain.rulesets.teg.events import RuleReason
from domain.rulesets.teg.options import Options

Status: TypeAlias = Literal["active", "eliminated", "resigned"]
STATUSES: Final[tuple[Status, ...]] = ("active", "eliminated", "resigned")
ACTIVE: Final = 0
ELIMINATED: Final = 1
RESIGNED: Final = 2

Reason: TypeAlias = RuleReason | Literal["resignation", "draw_agreed", "time", "adjudicated"]


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: why, which colours won, and how many territories each one has.

    ``reason`` is the first of ``reasons``. ``resignation``, ``draw_agreed``, ``time`` and
    ``adjudicated`` are the table's reasons, not the rules'.
    """

    reason: Reason
    reasons: tuple[Reason, ...]
    winners: tuple[Color, ...]
    territories: dict[Color, int]


class Position(Struct, frozen=True, gc=False):
    """The folded state of one game."""

    options: Options
    round: int
    """0 before the board is dealt."""
    first: Seat
    """The first seat of round 1."""
    active: Seat | None
    """Whose turn it is; None before the first turn and after the end."""
    owners: bytes
    """By territory: a seat. Empty before the board is dealt."""
    tokens: tuple[int, ...]
    """By territory."""
    arrived: tuple[int, ...]
    """By territory: tokens that came by a move in this turn (TG-MOVE-6)."""
    pool: tuple[int, ...]
    """By entry (``POOLS``): tokens that the active seat has still to place."""
    hands: tuple[bytes, ...]
    """By seat: its cards, oldest first."""
    deck: bytes
    """The cards not yet drawn, ascending: a set, because a card is chosen when it is drawn."""
    discard: bytes
    """The cards that were given up, oldest first."""
    objectives: tuple[Objective, ...]
    """By seat; empty where none is dealt."""
    statuses: bytes
    """By seat: ACTIVE, ELIMINATED or RESIGNED."""
    trades: tuple[int, ...]
    """By seat: the number of its trades."""
    conquests: int
    """Conquests of this turn."""
    conquered: int | None
    """The territory that was conquered last, in this turn or an earlier one."""
    attacked: bool
    """Whether there was an attack in this turn."""
    moved: bool
    """Whether tokens were moved in this turn."""
    attack: tuple[int, int] | None
    """Source and target of the attack that awaits its dice."""
    card_due: bool
    """Whether the active seat awaits the card that it draws."""
    outcome: Outcome | None


def with_status(statuses: bytes, seat: Seat, status: int) -> bytes:
    """Return the statuses after a seat has left the game in this way."""
    changed = bytearray(statuses)
    changed[seat] = status
    return bytes(changed)


def territories_of(options: Options, owners: bytes) -> dict[Color, int]:
    """Return how many territories each colour of the game has."""
    return {color: owners.count(seat) for seat, color in enumerate(options.seat_colors)}
