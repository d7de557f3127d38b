"""Tournaments: the time of the processor for one round, and for a table of standings."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.tournament.history import history_of
from domain.tournament.model import announced
from domain.tournament.pairing.tables import paired
from domain.tournament.standings.order import standings
from domain.tournament.stream.announcement import Swiss
from service.pairing.installed import InstalledEngine, installed_engine
from tests.benchmarks.measure import Row
from tests.support.tournaments.desk import registered
from tests.tools.tournament_quality import at_random, by_dutch
from tests.tournament.players import Field, Pairer, tournament


class RoundSize(NamedTuple):
    """A round to pair, after others that were paired in the same way."""

    what: str
    players: int
    seats: int
    after: int
    limit: int
    """Seconds at most."""
    pairer: Pairer


SIZES: Final = (
    RoundSize("120 players at tables of four, round 9", 120, 4, 8, 2, paired),
    RoundSize("300 players at tables of four, round 9", 300, 4, 8, 6, paired),
    RoundSize("1,000 players at tables of two, house Swiss, round 5", 1_000, 2, 4, 10, paired),
    RoundSize("60 players by the Dutch system, round 9", 60, 2, 8, 2, by_dutch),
)


def rows() -> Iterator[Row]:
    """Yield the lines of the table."""
    for size in SIZES:
        yield _row(f"pairing {size.what}", _round(size), size.limit)
    path = os.environ.get("CAROLUS_TEST_PAIRING") or shutil.which("bbpPairings")
    if path is not None:
        engine = installed_engine(Path(path))
        what = f"pairing 200 players by {engine.name} {engine.version}, round 9"
        yield _row(what, _installed(engine), 2)
    yield _row("standings of 1,000 players after nine rounds", _standings(), 1)


def _row(what: str, seconds: float, limit: int) -> Row:
    return Row(what, f"{seconds:.2f} s", f"{limit} s", seconds / limit, "≤ 1")


def _round(size: RoundSize) -> float:
    rules = announced(size.seats, size.after)
    field = Field(size.players, 1)
    _, played = tournament(field, rules, size.pairer)
    longer = replace(rules, rounds=size.after + 1)
    present = [one.number for one in field.entrants]
    return _seconds(
        lambda: size.pairer(longer, history_of(rules, field.entrants, played), present, b"last")
    )


def _installed(engine: InstalledEngine) -> float:
    """Return what round nine takes with a program: the report, the program, and the rules."""
    form = Swiss(engine.announced)
    desk = registered(200, announced(2, 9), format=form).start()
    for _ in range(8):
        desk.pair(engine.proposal(desk.state)).open_round().play()
    return _seconds(lambda: desk.pair(engine.proposal(desk.state)))


def _standings() -> float:
    rules = announced(2, 9, "DE", "BH-C1", "BH", "SB", "WIN", "PS")
    field = Field(1_000, 1)
    _, played = tournament(field, rules, at_random)
    return _seconds(lambda: standings(rules, field.entrants, played))


def _seconds(work: Callable[[], object]) -> float:
    began = _spent()
    work()
    return _spent() - began


def _spent() -> float:
    """Return the time of the processor of this process, and of programs that it waited for."""
    found = os.times()
    return found.user + found.system + found.children_user + found.children_system
