"""``python -m tests.tools.tournament_quality``: print how well each format finds the strongest.

Players of known strength play whole tournaments. *Tau* is Kendall's rank correlation of the final
table with the strengths, with its standard error; entrants who share a rank count as not ordered.
*Above random* is how much higher it is than with random tables, on average over the same fields of
players, also with its standard error: that of the differences, field by field.
The page ``docs/reference/tournaments.md`` shows what it prints.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice
from math import sqrt
from statistics import mean, stdev
from typing import Final, NamedTuple

import click
from msgspec.structs import replace

from domain.tournament.history import HistoryOf
from domain.tournament.model import Announced, RoundPlayed, announced
from domain.tournament.pairing.costs import CostVector
from domain.tournament.pairing.dutch import paired_by
from domain.tournament.pairing.numbers import shuffled, words
from domain.tournament.pairing.situation import seat_classes
from domain.tournament.pairing.swiss import Paired, paired, table_sizes
from domain.tournament.schedules.berger import Schedule, berger
from domain.tournament.schedules.designs import design
from domain.tournament.schedules.turns import in_turn_order
from domain.tournament.standings.order import standings
from service.pairing.caissify import Caissify
from tests.tournament.players import Field, Pairer, tournament

TWO: Final = announced(2, 1, "DE", "BH-C1", "BH", "SB")
ROBIN: Final = replace(TWO, swiss=False, tie_breaks=("DE", "SB", "WIN"))
FOUR: Final = announced(4, 1, "MBH", "MSB", "WIN")
FOUR_ROBIN: Final = replace(FOUR, swiss=False, tie_breaks=("MSB", "WIN"))


class Course(NamedTuple):
    """A format, and the sizes at which it is played."""

    name: str
    players: int
    rules: Announced
    lengths: tuple[int, ...]
    pairer: Pairer
    fewer: int = 1
    """Divides the number of tournaments, for a format that takes seconds."""
    rated: bool = False
    """Whether pairing numbers follow the strengths; otherwise, the lot."""


class Event(NamedTuple):
    """What one tournament came to."""

    tau: float
    best_first: bool
    repeats: int
    unbalance: int
    """The largest difference between the seats of one player."""
    within_one: float
    """The share of players whose seats differ by one at most."""


class Quality(NamedTuple):
    """What many tournaments of one format came to."""

    events: int
    tau: float
    error: float
    above_random: tuple[float, float] | None
    """The mean of the differences to random tables, and its standard error; None without those."""
    best_first: float
    repeats: float
    unbalance: int
    """The largest difference between the seats of one player in any of them."""
    within_one: float


def at_random(
    rules: Announced, histories: HistoryOf, present: Sequence[int], seed: bytes
) -> Paired:
    """Pair everybody at random."""
    sizes, _ = table_sizes(len(present), rules.sizes)
    line = iter(present[at] for at in shuffled(words(seed), len(present)))
    tables = tuple(tuple(islice(line, size)) for size in sizes)
    return Paired(tables, tuple(line), CostVector(), CostVector())


def by_dutch(rules: Announced, histories: HistoryOf, present: Sequence[int], seed: bytes) -> Paired:
    """Pair by the Dutch system."""
    return paired_by(Caissify(), rules, histories, present)


def by_schedule(rounds: Schedule) -> Pairer:
    """Return a pairer that follows a schedule."""

    def pairer(
        rules: Announced, histories: HistoryOf, present: Sequence[int], seed: bytes
    ) -> Paired:
        tables = rounds[len(histories[1])]
        return Paired(tables, (), CostVector(), CostVector())

    return pairer


COURSES: Final = (
    Course("random", 20, TWO, (5, 7, 9), at_random),
    Course("house Swiss", 20, TWO, (5, 7, 9), paired),
    Course("Dutch", 20, TWO, (5, 7, 9), by_dutch),
    Course("Dutch, rated", 20, TWO, (5, 7, 9), by_dutch, rated=True),
    Course("round robin", 20, ROBIN, (19,), by_schedule(berger(20))),
    Course("random", 16, FOUR, (5,), at_random),
    Course("Swiss", 16, FOUR, (5,), paired),
    Course("round robin", 16, FOUR_ROBIN, (5,), by_schedule(in_turn_order(design(16, 4)))),
    Course("random", 14, FOUR, (4, 6), at_random),
    Course("Swiss", 14, FOUR, (4, 6), paired),
    Course("random", 40, FOUR, (4, 8), at_random),
    Course("Swiss", 40, FOUR, (4, 8), paired, fewer=8),
)


def events(course: Course, rounds: int, number: int) -> Iterator[Event]:
    """Play this many tournaments of one format."""
    rules = replace(course.rules, rounds=rounds)
    for seed in range(number):
        field = Field(course.players, seed, rated=course.rated)
        _, played = tournament(field, rules, course.pairer, seed)
        yield _event(rules, field, played)


def _event(rules: Announced, field: Field, rounds: Sequence[RoundPlayed]) -> Event:
    lines = standings(rules, field.entrants, rounds)
    rank = {line.player: line.rank for line in lines}
    agree = sum(
        _sign(rank[other] - rank[one]) * _sign(field.strengths[one] - field.strengths[other])
        for one, other in combinations(rank, 2)
    )
    best = max(field.strengths, key=field.strengths.__getitem__)
    met: dict[frozenset[int], int] = {}
    seats: dict[int, list[int]] = {player: [0] * rules.seats for player in rank}
    for sitting in (one for round_ in rounds for one in round_.sittings):
        for pair in combinations(sitting.players, 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
        for seat, player in zip(
            seat_classes(rules.seats, len(sitting.players)), sitting.players, strict=True
        ):
            seats[player][seat] += 1
    differences = [max(one) - min(one) for one in seats.values()]
    return Event(
        tau=agree / (len(rank) * (len(rank) - 1) / 2),
        best_first=rank[best] == 1,
        repeats=sum(times - 1 for times in met.values()),
        unbalance=max(differences),
        within_one=mean(one <= 1 for one in differences),
    )


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def quality(course: Course, rounds: int, number: int, by_chance: Course | None = None) -> Quality:
    """Return what this many tournaments of one format came to, compared with random tables."""
    others = [] if by_chance is None else list(events(by_chance, rounds, number))
    return summed_up(list(events(course, rounds, number)), others)


def summed_up(found: Sequence[Event], others: Sequence[Event]) -> Quality:
    """Return what tournaments came to; ``others`` are those with random tables, or none."""
    return Quality(
        events=len(found),
        tau=mean(one.tau for one in found),
        error=_error([one.tau for one in found]),
        above_random=_above(found, others) if others else None,
        best_first=mean(one.best_first for one in found),
        repeats=mean(one.repeats for one in found),
        unbalance=max(one.unbalance for one in found),
        within_one=mean(one.within_one for one in found),
    )


def _error(found: Sequence[float]) -> float:
    return stdev(found) / sqrt(len(found))


def _above(found: Sequence[Event], others: Sequence[Event]) -> tuple[float, float]:
    above = [one.tau - other.tau for one, other in zip(found, others, strict=True)]
    return mean(above), _error(above)


def _by_chance(course: Course, rounds: int, courses: Sequence[Course]) -> Course | None:
    """Return the course with random tables for as many players, seats and rounds."""
    size = course.players, course.rules.seats
    return next(
        (
            one
            for one in courses
            if one is not course
            and one.name == "random"
            and (one.players, one.rules.seats) == size
            and rounds in one.lengths
        ),
        None,
    )


def lines(
    number: int, courses: Sequence[Course] = COURSES, only: Collection[str] = ()
) -> Iterator[str]:
    """Yield the lines of the table: ``only`` some of them, by format, players and rounds."""
    yield (
        "| players | seats | rounds | format | tournaments | tau | above random | best first "
        "| repeats | seats within | within one |"
    )
    yield f"| --: | --: | --: | --- |{' --: |' * 7}"
    for course in courses:
        for rounds in course.lengths:
            if not only or f"{course.name}:{course.players}:{rounds}" in only:
                by_chance = _by_chance(course, rounds, courses)
                count = max(number // course.fewer, 2)
                yield line_of(course, rounds, quality(course, rounds, count, by_chance))


def line_of(course: Course, rounds: int, one: Quality) -> str:
    """Return a line of the table."""
    above = one.above_random
    return (
        f"| {course.players} | {course.rules.seats} | {rounds} | {course.name} "
        f"| {one.events} | {one.tau:.3f} ± {one.error:.3f} "
        f"| {'' if above is None else f'{above[0]:+.3f} ± {above[1]:.3f}'} "
        f"| {one.best_first:.0%} | {one.repeats:.1f} | {one.unbalance} | {one.within_one:.0%} |"
    )


@click.command()
@click.option("--events", "number", default=400, help="How many tournaments a line has.")
@click.option("--line", "only", multiple=True, help="Only this line, such as Dutch:20:5.")
def main(number: int, only: tuple[str, ...]) -> None:
    """Print the table of the docs."""
    for line in lines(number, only=only):
        click.echo(line)


if __name__ == "__main__":
    main()
