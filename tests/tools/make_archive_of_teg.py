"""Creates the golden archive of TEG: games of every kind, including what they hide.

    python -m tests.tools.make_archive_of_teg FILE.ndjson.zst

``make_archive.py`` created the one before; its rules for archives apply here too.
"""

import sys
from collections.abc import Iterator
from itertools import count, islice, product
from pathlib import Path
from random import Random
from typing import Any, Final

from domain.record.record import AnyRecord
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.events import SeatEliminated
from domain.rulesets.teg.options import least_common_target
from domain.table.actions import Adjudicate, CallOffGame, TakeSeat
from domain.table.clock import BankClock, Clock, DaysClock, OnFlag, PerActionClock
from domain.table.game import TABLE
from service.tasks.house import choose
from tests.support.games.table import Table, due
from tests.support.proof.records import as_recorded, end_of, signed, steps_of
from tests.support.storage.stores import SIGNER
from tests.tools.make_archive import put
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

PLAYERS: Final = RULESET.meta.seats
SHORT: Final = {"round_limit": 4}


def games() -> Iterator[AnyRecord]:
    """Yield all games of the archive; the finished ones are signed, except for a few."""
    for number, record in enumerate(_finished()):
        if number % 16 == 5:
            yield as_recorded(record)
        else:
            yield record if number % 25 == 7 else signed(record, SIGNER)
    for number in range(15):
        yield _unfinished(number)


def _finished() -> Iterator[AnyRecord]:
    for wanted in (*_by_rules(), *_by_options(), *_by_the_table(), *_on_terms()):
        yield _one(wanted)


def _one(wanted: Wanted) -> AnyRecord:
    """Return the first game that matches."""
    named = wanted._replace(name=f"golden teg {wanted.name}", rules=RULESET)
    tried = (played(named, seed) for seed in count())
    return next(one for one in tried if named.end in {"", end_of(one)} and named.fits(one))


def _by_rules() -> Iterator[Wanted]:
    """Yield games that end by the rules, for each number of players."""
    for players in PLAYERS:
        options: dict[str, Any] = {"players": players}
        yield Wanted(f"secret {players}", {**options, **_SECRET}, "secret", the_house)
        target = least_common_target(players) + 2
        near = {**options, "objectives": "common_only", "common_target": target}
        if players > 3:
            freeing = Wanted(f"freed {players}", {**options, **_SECRET}, "", the_house, _frees)
            yield freeing
        for number in range(2):
            yield Wanted(f"common {players} {number}", near, "common", the_house)
        for mode in ("auto", "world", "common_only", "secret_and_common"):
            limited = {**options, **SHORT, "objectives": mode}
            yield Wanted(f"limit {players} {mode}", limited, "round_limit", anyhow)
        left = {**options, "allow_resign": True}
        yield Wanted(f"standing {players}", left, "last_standing", until_one_side_is_left)
        yield Wanted(f"house {players}", {**options, **SHORT}, "", against_the_house)
    yield Wanted("world 2", {"players": 2}, "world", the_house)
    yield Wanted("world 3", {"players": 3, "elimination_cards": "discard"}, "world", the_house)


def _by_options() -> Iterator[Wanted]:
    """Yield games with one option that is not the default."""
    changes: list[dict[str, Any]] = [
        {"first_seat": 1},
        {"round_starter": "rotating"},
        {"trade_counter": "global", "trade_window": "before_attack"},
        {"chain_moves": True},
        {"elimination_cards": "discard", "colors": ["magenta", None]},
    ]
    for players, one in product(PLAYERS, changes):
        options = {"players": players, "round_limit": 7, **one}
        if "colors" in one:
            options["colors"] = ["magenta", *[None] * (players - 2), "green"]
        yield Wanted(f"options {players} {sorted(one)}", options, "", the_house)


def _by_the_table() -> Iterator[Wanted]:
    """Yield games that the table ends, with and without the option that lets seats leave."""
    ways: dict[str, Requests] = {
        "resignation": until_one_side_is_left,
        "draw_agreed": until_all_agree,
        "aborted": called_off,
    }
    for players, (end, way) in product(PLAYERS, ways.items()):
        yield Wanted(f"{end} {players}", {"players": players}, end, way)
    for players in PLAYERS:
        leaving = {"players": players, "allow_resign": True, **SHORT}
        yield Wanted(f"draw after leaving {players}", leaving, "draw_agreed", until_all_agree)
        for number in range(2):
            yield Wanted(f"lively {players} {number}", leaving, "", wildly)


def _on_terms() -> Iterator[Wanted]:
    """Yield games with clocks, pauses, take-backs and arbiters."""
    ways: tuple[OnFlag, ...] = ("forfeit", "house")
    for players, on_flag, leaving in product((2, 4, 6), ways, (False, True)):
        if players > 2 and on_flag == "forfeit":
            continue
        clocks: tuple[Clock, ...] = (
            PerActionClock(20, on_flag),
            BankClock(90, on_flag, 3),
            DaysClock(2, on_flag),
        )
        for clock in clocks:
            terms = {"players": players, "allow_resign": leaving, "clock": clock, **SHORT}
            name = f"terms {players} {leaving} {clock}"
            yield Wanted(name, {**terms, "take_backs": True}, "", lively)
    for number in range(3):
        clock = PerActionClock(5, "forfeit")
        yield Wanted(f"time {number}", {"clock": clock, **SHORT}, "time", lively)
    for players in (2, 3, 6):
        terms = {"players": players, "clock": BankClock(300, "house"), "take_backs": True}
        judged = until_judged(Adjudicate(("blue",)))
        yield Wanted(f"judged {players}", terms, "adjudicated", judged)
        yield Wanted(f"called off {players}", terms, "aborted", until_judged(CallOffGame()))


def the_house(table: Table, random: Random) -> Iterator[Table]:
    """Let house bots play, because they play well."""
    for seat in range(len(table.game.seats)):
        yield table.ask(TABLE, TakeSeat(seat, bot="greedy"))
    while not table.game.finished:
        seat = due(table.game)
        yield table.ask(seat, choose(table.game, seat, random.randrange), house=True)


def _frees(record: AnyRecord) -> bool:
    """Return whether someone's objective was to destroy a seat that another player eliminated."""
    events = (event for step in steps_of(record) for event in step.events)
    return any(isinstance(event, SeatEliminated) and event.freed for event in events)


def _unfinished(number: int) -> AnyRecord:
    """Return a game up to some moment, starting with the open table."""
    requests = (0, 1, 7, 20, 60)[number // 3 % 5]

    def some(table: Table, random: Random) -> Iterator[Table]:
        return islice((anyhow, the_house, wildly)[number % 3](table, random), requests)

    options = {"players": PLAYERS[number % len(PLAYERS)]}
    return _one(Wanted(f"unfinished {number}", options, "unfinished", some))


_SECRET: Final = {"objectives": "secret_and_common", "common_target": 50}

if __name__ == "__main__":
    put(Path(sys.argv[1]), list(games()))
