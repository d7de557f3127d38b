"""Count chance and outcomes of an archive, game by game, in constant memory.

All counts are whole numbers, so tallies of parts of an archive add up to that of the whole, in any
order; only the choice of players to count, if there are too many, depends on the order.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, get_args

from msgspec import Struct, field

from domain.record.synopsis import Synopsis
from domain.ruleset import CHANCE, AnyRuleset, Sample, Seat, Trial
from domain.table.events import TableEvent
from domain.table.game import By
from service.archives.contestants import contestant_of
from service.archives.trial_tally import Contender, ScoreTrials

_TABLE_EVENTS: Final[tuple[type[Any], ...]] = get_args(TableEvent)

UNIT: Final = 2**40
"""Expected runs are whole multiples of 1 / UNIT, because sums of floats depend on their order."""

Key = TypeVar("Key")


class GameFacts(Struct, frozen=True):
    """The facts about one game that the statistics need."""

    ruleset: str
    """Pinned: id and edition."""
    sides: tuple[str, ...]
    """The side of each seat."""
    stratum: str
    """The name that the ruleset gives to comparable games."""
    samples: Sequence[Sample]
    """In the order in which they were drawn."""
    order: tuple[Seat, ...]
    """The first turn order; empty if the game did not get so far."""
    reason: str | None
    """Why the game ended; None if it did not."""
    winners: tuple[str, ...]
    """The sides that won."""
    trials: Sequence[Trial] = ()
    players: tuple[Contender, ...] = ()
    """Who sat in each seat; empty if that is unknown."""


class FactCollector:
    """Gathers the facts of one game while it is replayed, entry by entry."""

    def __init__(self, rules: AnyRuleset, options: Any) -> None:
        self._rules = rules
        self._options = options
        self._samples: list[Sample] = []
        self._trials: list[Trial] = []
        self._order: tuple[Seat, ...] = ()

    def saw(self, before: Any, by: By, events: Iterable[Any], after: Any) -> None:
        """Add one entry: the positions before and after it, and its events."""
        if by == CHANCE:
            for event in events:
                # The last entry may also have an event of the table, which reveals the secret.
                if not isinstance(event, _TABLE_EVENTS):
                    self._samples += self._rules.samples(before, event)
                    self._trials += self._rules.trials(before, event)
        if not self._order:
            self._order = self._rules.order(after)

    def facts(self, outcome: Any | None, brief: Synopsis | None = None) -> GameFacts:
        """Return the facts of a game with this outcome, None if it did not end.

        Without the game in brief, nobody knows its players.
        """
        reason, winners = (None, ()) if outcome is None else (outcome.reason, outcome.winners)
        # Only now it is certain that the rules accepted the options.
        sides = self._rules.sides(self._options)
        stratum = self._rules.stratum(self._options)
        players = () if brief is None else _players(brief)
        return GameFacts(
            self._rules.meta.pinned,
            sides,
            stratum,
            self._samples,
            self._order,
            reason,
            winners,
            self._trials,
            players,
        )


def _players(brief: Synopsis) -> tuple[Contender, ...]:
    return tuple(
        Contender(contestant_of(seat), seat.name or "", brief.ended or "") for seat in brief.seats
    )


class Lot(NamedTuple):
    """A kind of draw, and its possible values."""

    name: str
    values: tuple[str, ...]


class LotTally(Struct):
    """How often each value of a lot was drawn, and in how many runs."""

    counts: dict[Seat | None, list[int]] = field(default_factory=dict)
    """Seat for which it was drawn → count of each value."""
    sequences: int = 0
    """Games in which the number of runs could vary."""
    runs: int = 0
    runs_expected: int = 0
    """In multiples of 1 / UNIT."""
    runs_variance: int = 0
    """In multiples of 1 / UNIT."""

    def merge(self, other: "LotTally") -> None:
        """Add the counts of another tally of the same lot."""
        for seat, counts in other.counts.items():
            own = self.counts.setdefault(seat, [0] * len(counts))
            self.counts[seat] = [one + more for one, more in zip(own, counts, strict=True)]
        self.sequences += other.sequences
        self.runs += other.runs
        self.runs_expected += other.runs_expected
        self.runs_variance += other.runs_variance

    def add_sequence(self, upper: Sequence[bool]) -> None:
        """Count the runs of one game; ``upper`` is whether each value is in the upper half."""
        total = len(upper)
        ones = sum(upper)
        product = 2 * ones * (total - ones)
        if product <= total:
            # Without variance, the number of runs always equals the expectation.
            return
        self.sequences += 1
        self.runs += 1 + sum(one != other for one, other in pairwise(upper))
        self.runs_expected += UNIT + UNIT * product // total
        self.runs_variance += UNIT * product * (product - total) // (total**2 * (total - 1))


class SeatResult(NamedTuple):
    """A seat's result: the number of sides, how many of them won, and whether its own did."""

    sides: int
    winning: int
    won: bool


Results: TypeAlias = dict[SeatResult, int]
"""The count of each result."""


class Stratum(NamedTuple):
    """Games that can be compared: their number of seats, and the name that the ruleset gives."""

    seats: int
    name: str


class SeatingTally(Struct):
    """Endings and results of the games of one stratum."""

    endings: dict[str | None, int] = field(default_factory=dict)
    """By reason; None for games that did not end."""
    undecided: int = 0
    """Games that ended without a winner."""
    by_seat: dict[Seat, Results] = field(default_factory=dict)
    by_place: dict[int, Results] = field(default_factory=dict)
    """By place in the first turn order, from 0."""

    def merge(self, other: "SeatingTally") -> None:
        """Add the counts of another tally of the same stratum."""
        _add(self.endings, other.endings)
        self.undecided += other.undecided
        for own, others in ((self.by_seat, other.by_seat), (self.by_place, other.by_place)):
            for number, results in others.items():
                _add(own.setdefault(number, {}), results)


class RulesetTally(Struct):
    """The counts of the games of one ruleset."""

    games: int = 0
    lots: dict[Lot, LotTally] = field(default_factory=dict)
    seatings: dict[Stratum, SeatingTally] = field(default_factory=dict)
    trials: ScoreTrials = field(default_factory=ScoreTrials)

    def merge(self, other: "RulesetTally") -> None:
        """Add the counts of another tally of the same ruleset."""
        self.games += other.games
        for lot, lot_tally in other.lots.items():
            self.lots.setdefault(lot, LotTally()).merge(lot_tally)
        for stratum, seating_tally in other.seatings.items():
            self.seatings.setdefault(stratum, SeatingTally()).merge(seating_tally)
        self.trials.merge(other.trials)


class Tally(Struct):
    """The counts of an archive, by pinned ruleset. Tallies can be pickled and merged."""

    rulesets: dict[str, RulesetTally] = field(default_factory=dict)

    def add(self, facts: GameFacts) -> None:
        """Count one game."""
        tally = self.rulesets.setdefault(facts.ruleset, RulesetTally())
        tally.games += 1
        _add_samples(tally.lots, facts.samples)
        tally.trials.add(facts.trials, facts.players)
        stratum = Stratum(len(facts.sides), facts.stratum)
        _add_outcome(tally.seatings.setdefault(stratum, SeatingTally()), facts)

    def merge(self, other: "Tally") -> None:
        """Add the games of another tally."""
        for ruleset, tally in other.rulesets.items():
            self.rulesets.setdefault(ruleset, RulesetTally()).merge(tally)


def _add(counts: dict[Key, int], more: Mapping[Key, int]) -> None:
    for key, count in more.items():
        counts[key] = counts.get(key, 0) + count


def _add_samples(lots: dict[Lot, LotTally], samples: Iterable[Sample]) -> None:
    sequences: dict[Lot, list[bool]] = {}
    for sample in samples:
        values = sample.of
        index = values.index(sample.value)
        lot = Lot(sample.lot, values)
        if lot not in lots:
            lots[lot] = LotTally()
        counts = lots[lot].counts
        if sample.seat not in counts:
            counts[sample.seat] = [0] * len(values)
        counts[sample.seat][index] += 1
        sequences.setdefault(lot, []).append(2 * index >= len(values))
    for lot, sequence in sequences.items():
        lots[lot].add_sequence(sequence)


def _add_outcome(tally: SeatingTally, facts: GameFacts) -> None:
    _add(tally.endings, {facts.reason: 1})
    if facts.reason is None:
        return
    if not facts.winners:
        tally.undecided += 1
        return
    sides = len(set(facts.sides))
    results = [SeatResult(sides, len(facts.winners), side in facts.winners) for side in facts.sides]
    for seat, result in enumerate(results):
        _add(tally.by_seat.setdefault(seat, {}), {result: 1})
    for place, seat in enumerate(facts.order):
        _add(tally.by_place.setdefault(place, {}), {results[seat]: 1})
