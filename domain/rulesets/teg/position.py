"""The position: the pieces on the table, in flat fields.

Territories and cards are indices into ``atlas.py``. Numbers without an upper limit, such as tokens,
are in tuples, all others in ``bytes``; in a draft, in lists and ``bytearray``. Only this folder
reads these fields; ``view.py`` presents a position to all others.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.kit import TABLE_RULES, Place, Seat, placed
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
    """How a game ended: reason, winning colours, and territories and place of each colour.

    Winners are in the order of the seats, places best first. ``reason`` is the first of
    ``reasons``. ``resignation``, ``draw_agreed``, ``time`` and ``adjudicated`` come from the table,
    not from the rules.
    """

    reason: Reason
    reasons: tuple[Reason, ...]
    winners: tuple[Color, ...]
    territories: dict[Color, int]
    standing: tuple[Place, ...]


BytesT = TypeVar("BytesT", bytes, bytearray)
CountsT = TypeVar("CountsT", tuple[int, ...], list[int])
HandsT = TypeVar("HandsT", tuple[bytes, ...], list[bytes])


class State(Struct, Generic[BytesT, CountsT, HandsT]):
    """What a position and a draft have."""

    options: Options
    round: int
    """0 before the board is dealt."""
    first: Seat
    """The first seat of round 1."""
    active: Seat | None
    """The seat whose turn it is; None before the first turn and after the end."""
    owners: BytesT
    """By territory: its seat. Empty before the board is dealt."""
    tokens: CountsT
    """By territory."""
    arrived: CountsT
    """By territory: the tokens moved there in this turn (TG-MOVE-6)."""
    pool: tuple[int, ...]
    """By entry (``POOLS``): the tokens that the active seat still has to place."""
    hands: HandsT
    """By seat: its cards, oldest first."""
    deck: BytesT
    """The cards not yet drawn, ascending: a set, because chance picks a card at each draw."""
    discard: BytesT
    """The discarded cards, oldest first."""
    objectives: tuple[Objective, ...]
    """By seat; empty if the game has no secret objectives."""
    statuses: BytesT
    """By seat: ACTIVE, ELIMINATED or RESIGNED."""
    trades: CountsT
    """By seat: the number of its trades."""
    conquests: int
    """The number of conquests in this turn."""
    conquered: int | None
    """The territory conquered last, in this turn or an earlier one."""
    attacked: bool
    """Whether the active seat has attacked in this turn."""
    moved: bool
    """Whether the active seat has moved tokens in this turn."""
    attack: tuple[int, int] | None
    """The source and the target of the attack that awaits its dice."""
    card_due: bool
    """Whether the active seat awaits the card that it draws."""
    outcome: Outcome | None


class Position(State[bytes, tuple[int, ...], tuple[bytes, ...]], frozen=True, gc=False):  # type: ignore[misc] # a draft is not
    """The folded state of one game."""


class Draft(State[bytearray, list[int], list[bytes]], gc=False):
    """The same, while events change it."""


def with_status(statuses: bytes, seat: Seat, status: int) -> bytes:
    """Return the statuses after a seat leaves the game with this status."""
    changed = bytearray(statuses)
    changed[seat] = status
    return bytes(changed)


def territories_of(options: Options, owners: bytes) -> dict[Color, int]:
    """Return the number of territories of each colour in the game."""
    return {color: owners.count(seat) for seat, color in enumerate(options.seat_colors)}


def strength(owners: Sequence[int], tokens: Sequence[int], seat: Seat) -> tuple[int, int]:
    """Return the numbers of a seat's territories and tokens, which rank it (TG-WIN-7, TG-WIN-9)."""
    # Before the board is dealt, no territory has an owner.
    own = (count for owner, count in zip(owners, tokens, strict=False) if owner == seat)
    return owners.count(seat), sum(own)


def settle(position: Position, reason: Reason, winners: tuple[str, ...]) -> Outcome:
    """Return the outcome of an end that the table declared, with the territories now owned."""
    territories = territories_of(position.options, position.owners)
    won = tuple(color for color in territories if color in winners)
    return ended(position, (reason,), won, territories)


def ended(
    position: Position | Draft,
    reasons: tuple[Reason, ...],
    winners: tuple[Color, ...],
    territories: dict[Color, int],
) -> Outcome:
    """Return the outcome of a game that ends in this position, with these territories owned."""
    strengths = {
        color: strength(position.owners, position.tokens, seat)
        for seat, color in enumerate(territories)
        if position.statuses[seat] == ACTIVE
    }
    places = standing(reasons[0], winners, territories, strengths)
    return Outcome(reasons[0], reasons, winners, territories, places)


def standing(
    reason: Reason,
    winners: Sequence[Color],
    territories: Mapping[Color, int],
    strengths: Mapping[Color, tuple[int, int]],
) -> tuple[Place, ...]:
    """Return the place of each colour; ``strengths`` has those that are in the game (TG-WIN-9)."""
    merits = {color: strengths.get(color, _OUT) for color in territories}
    won_by = TABLE_RULES.get(reason) or _WON_BY.get(reason, "TG-WIN-3")
    return placed(winners, territories, merits, won_by=won_by, others_by="TG-WIN-9")


_OUT: Final = (-1, -1)
"""Less than the territories and tokens of any seat in the game."""

_WON_BY: Final[Mapping[Reason, str]] = {
    "last_standing": "TG-WIN-6",
    "round_limit": "TG-WIN-7",
}
"""The rules that name the winners, by reason; the others are goals (TG-WIN-3)."""
