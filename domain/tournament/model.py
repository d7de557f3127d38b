"""What a tournament consists of: entrants, tables as played, byes, rounds, and announced rules.

Points are integers in *sixtieths*, so that up to six players can share the points of their places
exactly: a win in chess is 60, and a draw 30. Entrants are named by their *pairing number*, which is
1 for the highest of the initial ranking.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from domain.refusal import IllegalAction

SIXTIETHS: Final = 60
"""What one point is."""

ENTRANTS_MAX: Final = 2_000
ROUNDS_MAX: Final = 99
POINTS_MAX: Final = 1_000 * SIXTIETHS
"""The most that a place is worth."""

EntrantNumber: TypeAlias = Annotated[int, Meta(ge=1, le=ENTRANTS_MAX)]
TableNumber: TypeAlias = Annotated[int, Meta(ge=1, le=ENTRANTS_MAX)]
TablePlayers: TypeAlias = Annotated[tuple[EntrantNumber, ...], Meta(min_length=1, max_length=6)]
"""The entrants at a table, in turn order."""

ByeKind: TypeAlias = Literal["pairing", "full", "half", "zero"]
"""Given by the pairing, or requested with the points of a win, of a draw, or none."""

Edition: TypeAlias = Literal[2024, 2026]
"""The year of FIDE's tie-break regulations (C.07): since 2026, dummy opponents are capped."""

TieBreakId: TypeAlias = Literal[
    "DE", "BH", "BH-C1", "BH-C2", "BH-M1", "SB", "WIN", "WON", "PS", "PS-C1", "BPG", "KS", "ARO",
    "GS", "MBH", "MSB", "DUELS", "SEATS", "LOT",
]  # fmt: skip
"""Those of FIDE by its names; GS, MBH, MSB, DUELS, SEATS and LOT are our own."""

FOR_TWO_SEATS: Final = frozenset[TieBreakId]({"BH", "BH-C1", "BH-C2", "BH-M1", "SB", "BPG", "KS"})
"""Tie-breaks that are defined for one opponent in each round, or for two seats."""

FOR_MORE_SEATS: Final = frozenset[TieBreakId]({"MBH", "MSB", "DUELS"})
"""Tie-breaks that compare an entrant with several opponents in each round."""

SCALES: Final[Mapping[int, tuple[int, ...]]] = {
    2: (60, 0),
    3: (720, 180, 0),
    4: (720, 360, 120, 0),
    5: (720, 420, 240, 120, 0),
    6: (720, 480, 300, 180, 120, 0),
}
"""The usual points by place, by the size of a table; from three seats on, their mean is 5."""

Scale: TypeAlias = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=POINTS_MAX)], ...], Meta(min_length=2, max_length=6)
]
"""The points by place of one size of a table, in sixtieths."""


class Entrant(Struct, frozen=True):
    """Someone who plays in the tournament: a person, a bot, or a fixed pair."""

    number: int
    rating: int = 0
    """0 if there is none."""


class Sitting(Struct, frozen=True):
    """A table of one round: who sat there, and how it ended."""

    players: tuple[int, ...]
    """The pairing numbers in turn order; "white" is the first. With changing partners, the first
    and third play together against the others."""
    ranks: tuple[int, ...] = ()
    """The place of each player, equal for ties; empty while the table has no result."""
    forfeits: tuple[int, ...] = ()
    """Who did not play: they have no opponents here, and take the last place."""
    scores: tuple[int, ...] = ()
    """The scores inside the game, if it has some."""


class ByeTaken(Struct, frozen=True, forbid_unknown_fields=True):
    """A round in which an entrant did not sit at a table."""

    player: EntrantNumber
    kind: ByeKind


class RoundPlayed(Struct, frozen=True):
    """A round. Entrants that it does not name were away: late, or withdrawn. That is a zero bye."""

    sittings: tuple[Sitting, ...]
    byes: tuple[ByeTaken, ...] = ()


class Announced(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules that were announced before round one."""

    seats: Annotated[int, Meta(ge=2, le=6)]
    """The size of a full table."""
    rounds: Annotated[int, Meta(ge=1, le=ROUNDS_MAX)]
    scales: Annotated[tuple[Scale, ...], Meta(min_length=1, max_length=5)]
    """The points for each place, for every possible table size; full tables first. In sixtieths:
    ``[[60, 0]]`` is one point for a win at tables of two."""
    tie_breaks: Annotated[tuple[TieBreakId, ...], Meta(max_length=19)] = ()
    """The tie-breaks, in the order in which they apply."""
    edition: Edition = 2026
    swiss: bool = True
    """False for round robins, in which a forfeit counts as a game (C.07, 16)."""
    partners: bool = False
    """Whether four players form two teams, with other partners in each round."""
    pairing_bye: Literal["full", "half"] = "full"

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of tables, full ones first."""
        return tuple(len(scale) for scale in self.scales)

    def scale(self, size: int) -> tuple[int, ...]:
        """Return the points by place at a table of this size."""
        return self.scales[self.sizes.index(size)]

    @property
    def win(self) -> int:
        """The points of a first place, and of a full bye."""
        return self.scales[0][0]

    @property
    def draw(self) -> int:
        """The mean of a full table, and the points of a half bye."""
        return sum(self.scales[0]) // self.seats


def announced(seats: int, rounds: int, *tie_breaks: TieBreakId, small: bool = True) -> Announced:
    """Return rules with the usual points; ``small`` allows tables with one seat less.

    >>> announced(4, 5).scales
    ((720, 360, 120, 0), (720, 180, 0))
    """
    sizes = (seats, seats - 1) if small and seats > 2 else (seats,)
    scales = tuple(SCALES[size] for size in sizes if size > 2 or seats == 2)
    return Announced(seats=seats, rounds=rounds, scales=scales, tie_breaks=tie_breaks)


def must_be_sound(rules: Announced) -> None:
    """Refuse rules that contradict themselves (TN-RULES-1 to TN-RULES-6)."""
    if rules.sizes != tuple(sorted(set(rules.sizes), reverse=True)) or rules.seats not in range(
        2, 7
    ):
        raise IllegalAction("TN-RULES-1", "sizes_must_fall", seats=rules.seats, sizes=rules.sizes)
    if not rules.sizes or rules.sizes[0] != rules.seats or rules.sizes[-1] < 2:
        raise IllegalAction("TN-RULES-1", "sizes_must_fit", seats=rules.seats, sizes=rules.sizes)
    for scale in rules.scales:
        if list(scale) != sorted(scale, reverse=True) or scale[0] == scale[-1] or scale[-1] < 0:
            raise IllegalAction("TN-RULES-2", "points_must_fall", points=scale)
        if not all(_shares(scale)):
            raise IllegalAction("TN-RULES-3", "ties_must_split", points=scale)
    if len(set(rules.tie_breaks)) < len(rules.tie_breaks):
        raise IllegalAction("TN-RULES-4", "tie_break_twice", tie_breaks=rules.tie_breaks)
    opponents = [one for one in rules.tie_breaks if one.startswith(("BH", "MBH"))]
    if opponents and not rules.swiss:
        raise IllegalAction("TN-RULES-5", "buchholz_in_round_robin", tie_breaks=opponents)
    unfit = FOR_MORE_SEATS if rules.seats == 2 else FOR_TWO_SEATS
    misplaced = [one for one in rules.tie_breaks if one in unfit]
    if misplaced:
        expected = [one for one in get_args(TieBreakId) if one not in unfit]
        raise IllegalAction(
            "TN-RULES-6",
            "tie_break_for_other_seats",
            tie_breaks=misplaced,
            seats=rules.seats,
            expected=expected,
        )


def _shares(scale: tuple[int, ...]) -> list[bool]:
    """Say of each possible tie whether its points split into whole sixtieths."""
    return [
        sum(scale[first:last]) % (last - first) == 0
        for first in range(len(scale))
        for last in range(first + 1, len(scale) + 1)
    ]
