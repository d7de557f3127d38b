"""The position: the pieces on the table, as flat bytes.

Fields with one number per clan, seat or segment are ``bytes``, or ``bytearray`` in a draft: no
count in this game exceeds 40.
Only this folder reads them; ``view.py`` presents a position to all others.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.kit import TABLE_RULES, Place, Seat, leading, placed
from domain.rulesets.carolus_magnus.board import (
    CLANS_COUNT,
    NOBODY,
    NUMBERS,
    SEGMENTS_COUNT,
    SIDES,
    SIDES_OF_SEATS,
    Numbers,
    Side,
)
from domain.rulesets.carolus_magnus.options import Options

Phase: TypeAlias = Literal["setup", "opening", "action", "over"]
Step: TypeAlias = Literal["exchange", "place", "move", "refill_dice", "refill_crowns"]
Reason: TypeAlias = Literal[
    "castle_goal",
    "few_territories",
    "stalled",
    "round_limit",
    "resignation",
    "draw_agreed",
    "time",
    "adjudicated",
]


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: reason, winning sides, castles in play, and the place of each side.

    Winners are in the order of the sides, places best first. The reasons ``resignation``,
    ``draw_agreed``, ``time`` and ``adjudicated`` come from the table, not from the rules.
    """

    reason: Reason
    winners: tuple[Side, ...]
    castles: dict[Side, int]
    standing: tuple[Place, ...]


BytesT = TypeVar("BytesT", bytes, bytearray)


class State(Struct, Generic[BytesT]):
    """What a position and a draft have.

    A territory is named by its head, the first of its segments clockwise. The fields by segment
    have 16 entries (0 is unused); only the entries of heads count.
    """

    options: Options
    phase: Phase
    step: Step | None
    """None outside the action phase."""
    round: int
    order: tuple[Seat, ...]
    """Opening order in the set-up and the opening phase, turn order in the action phase.

    Empty until the lots are drawn.
    """
    turn: int
    """How many seats of ``order`` have finished in this phase."""
    crowns: int
    """The number of clans that the active seat has to name."""
    emperor: int
    """The head of the emperor's territory."""
    heads: BytesT
    """The heads of all territories, ascending: the clockwise order of the ring."""
    owners: BytesT
    """By segment: the index of the owning side, or NOBODY."""
    castles: BytesT
    """By segment."""
    land: BytesT
    """By segment and clan: paladins in the territory."""
    supply: BytesT
    """By clan."""
    markers: BytesT
    """By clan: the seat that holds the marker, or NOBODY."""
    courts: BytesT
    """By seat and clan."""
    reserves: BytesT
    """By seat and clan."""
    jokers: BytesT
    """By seat."""
    discs: BytesT
    """By seat: the discs it holds; bit ``d`` stands for disc ``d``."""
    played: BytesT
    """By seat: the disc it played in this round, or 0."""
    castles_in_play: BytesT
    """By side."""
    placed_this_round: bool
    owner_changed_this_round: bool
    outcome: Outcome | None

    @property
    def active(self) -> Seat | None:
        """The seat whose turn it is (in the set-up, to draw its reserve), or None."""
        if self.phase == "over" or self.turn >= len(self.order):
            return None
        return self.order[self.turn]

    @property
    def numbers(self) -> Numbers:
        """The constants for this number of players."""
        return NUMBERS[self.options.players]

    @property
    def sides(self) -> tuple[int, ...]:
        """The index of each seat's side."""
        return SIDES_OF_SEATS[self.options.players, self.options.seating]


class Position(State[bytes], frozen=True, gc=False):  # type: ignore[misc] # a draft is not
    """The folded state of one game."""


class Draft(State[bytearray], gc=False):
    """The same, while events change it."""


BY_SEGMENT: Final = SEGMENTS_COUNT + 1


def castles_in_play(position: Position) -> dict[Side, int]:
    """Return the castles in play of each side in this game."""
    return dict(zip(SIDES, position.castles_in_play, strict=False))


def markers_held(position: Position | Draft) -> dict[Side, int]:
    """Return the number of clan markers of each side in this game."""
    markers = dict.fromkeys(SIDES[: position.numbers.sides_count], 0)
    for holder in position.markers:
        if holder != NOBODY:
            markers[SIDES[position.sides[holder]]] += 1
    return markers


def settle(position: Position, reason: Reason, winners: tuple[str, ...]) -> Outcome:
    """Return the outcome of an end that the table declared, with the castles now in play."""
    won = tuple(side for side in SIDES if side in winners)
    return ended(position, reason, won, castles_in_play(position))


def ended(
    position: Position | Draft,
    reason: Reason,
    winners: tuple[Side, ...],
    castles: dict[Side, int],
) -> Outcome:
    """Return the outcome of a game that ends in this position, with these castles in play."""
    markers = markers_held(position)
    places = standing(position.options, reason, winners, castles, markers)
    return Outcome(reason, winners, castles, places)


def standing(
    options: Options,
    reason: Reason,
    winners: Sequence[Side],
    castles: Mapping[Side, int],
    markers: Mapping[Side, int],
) -> tuple[Place, ...]:
    """Return the place of each side, by castles and, if the option says so, markers (CM-END-12)."""
    breaks = options.tie_break == "clan_markers"
    merits = {side: (count, markers[side] if breaks else 0) for side, count in castles.items()}
    return placed(winners, castles, merits, won_by=_won_by(reason, castles), others_by="CM-END-12")


def _won_by(reason: Reason, castles: Mapping[Side, int]) -> str:
    """Return the rule that names the winners: of the table, the goal, most castles or a tie."""
    if reason in TABLE_RULES:
        return TABLE_RULES[reason]
    if reason == "castle_goal":
        return "CM-END-2"
    return "CM-END-8" if len(leading(castles)) == 1 else "CM-END-9"


def reserve_count(position: Position, seat: Seat) -> int:
    """Return the number of paladins in the seat's reserve, without jokers."""
    first = seat * CLANS_COUNT
    return sum(position.reserves[first : first + CLANS_COUNT])


def dice_due(position: Position, seat: Seat) -> int:
    """Return the number of dice that fill the seat's reserve (CM-FILL-2)."""
    # In one expression, because every throw and its audit need it.
    first = seat * CLANS_COUNT
    reserve = position.reserves[first : first + CLANS_COUNT]
    return NUMBERS[position.options.players].reserve_size - sum(reserve)


def run_of_segments(head: int, following: int) -> tuple[int, ...]:
    """Return the segments from a head up to the next territory, clockwise."""
    count = (following - head) % SEGMENTS_COUNT or SEGMENTS_COUNT
    return tuple((head - 1 + step) % SEGMENTS_COUNT + 1 for step in range(count))
