"""Creates the golden archive of Ancients: games of every kind, of all fifteen battles.

    python -m tests.tools.make_archive_of_ancients FILE.ndjson.zst

``make_archive.py`` created the first one; its rules for archives apply here too. Most games have a
limit of a few turns, so that the file is no larger than those of the other rulesets.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, Final

from domain.record.record import AnyRecord
from domain.ruleset import tag_of
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.board import SCENARIO
from domain.table.actions import Adjudicate, CallOffGame
from domain.table.clock import BankClock, Clock, DaysClock, PerActionClock
from tests.support.games.table import Table
from tests.support.proof.records import as_recorded, end_of, signed, steps_of
from tests.support.storage.stores import SIGNER
from tests.tools.make_archive import put
from tests.tools.make_archive_of_lancaster import the_house
from tests.tools.make_archive_of_terms import lively, until_judged
from tests.tools.make_records import (
    Requests,
    Wanted,
    against_the_house,
    anyhow,
    called_off,
    played,
    until_all_agree,
    until_one_side_is_left,
    wildly,
)

RARE: Final = {"005": "units_placed", "010": "unit_left_board", "002": "leader_left_board"}
"""By battle: what must happen in one of its games."""


def games() -> Iterator[AnyRecord]:
    """Yield all games of the archive; the finished ones are signed, except for a few."""
    wanted = [one for scenario in SCENARIO for one in _of_battle(scenario)]
    for number, record in enumerate(map(_one, wanted)):
        if number % 16 == 5:
            yield as_recorded(record)
        else:
            yield record if number % 25 == 7 else signed(record, SIGNER)
    for scenario in SCENARIO:
        yield _unfinished(scenario)


def _one(wanted: Wanted) -> AnyRecord:
    """Return the first game that matches."""
    named = wanted._replace(name=f"golden ancients {wanted.name}", rules=RULESET)
    tried = (played(named, seed) for seed in count())
    return next(one for one in tried if named.end in {"", end_of(one)} and named.fits(one))


def _of_battle(scenario: str) -> Iterator[Wanted]:
    """Yield the nineteen finished games of a battle."""
    battle: dict[str, Any] = {"scenario": scenario}
    fits = _containing(RARE[scenario]) if scenario in RARE else _anything
    yield Wanted(f"greedy {scenario}", battle, "", the_house, fits)
    brief = {**battle, "turn_limit": 12, "sides": ["top", "bottom"]}
    yield Wanted(f"sides {scenario}", brief, "", the_house)
    yield Wanted(f"against {scenario}", {**battle, "turn_limit": 6}, "", against_the_house)
    for turns in (2, 3, 4, 5, 6, 7):
        yield Wanted(f"any {scenario} {turns}", {**battle, "turn_limit": turns}, "", anyhow)
    yield from _by_the_table(battle)
    yield from _on_terms({**battle, "turn_limit": 5})


def _by_the_table(battle: dict[str, Any]) -> Iterator[Wanted]:
    """Yield games that the table ends."""
    ways: dict[str, Requests] = {
        "resignation": until_one_side_is_left,
        "draw_agreed": until_all_agree,
        "aborted": called_off,
    }
    for end, way in ways.items():
        yield Wanted(f"{end} {battle}", battle, end, way)
    for turns in (3, 4):
        yield Wanted(f"lively {battle} {turns}", {**battle, "turn_limit": turns}, "", wildly)


def _on_terms(battle: dict[str, Any]) -> Iterator[Wanted]:
    """Yield games with clocks, pauses, take-backs and arbiters."""
    clocks: tuple[Clock, ...] = (
        PerActionClock(20, "house"),
        BankClock(90, "forfeit", 3),
        DaysClock(2, "house"),
    )
    for number, clock in enumerate(clocks):
        terms = {**battle, "clock": clock, "take_backs": number != 1}
        yield Wanted(f"terms {battle} {clock}", terms, "", lively)
    hasty = {**battle, "clock": PerActionClock(5, "forfeit")}
    yield Wanted(f"time {battle}", hasty, "time", lively)
    judged = {**battle, "clock": BankClock(300, "house"), "take_backs": True}
    number = int(battle["scenario"])
    decision = CallOffGame() if number % 3 == 0 else Adjudicate((("top", "bottom")[number % 2],))
    end = "aborted" if number % 3 == 0 else "adjudicated"
    yield Wanted(f"judged {battle}", judged, end, until_judged(decision))


def _anything(record: AnyRecord) -> bool:
    return True


def _containing(event: str) -> Callable[[AnyRecord], bool]:
    """Return a test for games in which this happens."""
    return lambda record: any(
        tag_of(one) == event for step in steps_of(record) for one in step.events
    )


def _unfinished(scenario: str) -> AnyRecord:
    """Return a game up to some moment, starting with the open table."""
    requests = (0, 4, 20, 60, 110)[int(scenario) % 5]

    def some(table: Table, random: Random) -> Iterator[Table]:
        way = (anyhow, the_house)[int(scenario) % 2]
        return islice(way(table, random), requests)

    return _one(Wanted(f"unfinished {scenario}", {"scenario": scenario}, "unfinished", some))


if __name__ == "__main__":
    put(Path(sys.argv[1]), list(games()))
