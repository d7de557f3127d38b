"""Creates the golden archive of Lancaster: games of every kind, with all votes.

    python -m tests.tools.make_archive_of_lancaster FILE.ndjson.zst

``make_archive.py`` created the first one; its rules for archives apply here too.
"""

import sys
from collections.abc import Iterator
from itertools import count, islice, product
from pathlib import Path
from random import Random
from typing import Any, Final

from domain.record.record import AnyRecord
from domain.ruleset import CHANCE
from domain.rulesets.lancaster import RULESET
from domain.table.actions import Adjudicate, CallOffGame, TakeSeat
from domain.table.clock import BankClock, Clock, DaysClock, OnFlag, PerActionClock
from domain.table.game import TABLE
from service.tasks.house import choose
from tests.support.games.table import Table, action_of
from tests.support.proof.records import as_recorded, end_of, signed
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


def games() -> Iterator[AnyRecord]:
    """Yield all games of the archive; the finished ones are signed, except for a few."""
    finished = (*_by_rules(), *_by_the_table(), *_on_terms())
    for number, record in enumerate(map(_one, finished)):
        if number % 16 == 5:
            yield as_recorded(record)
        else:
            yield record if number % 25 == 7 else signed(record, SIGNER)
    for number in range(20):
        yield _unfinished(number)


def _one(wanted: Wanted) -> AnyRecord:
    """Return the first game that matches."""
    named = wanted._replace(name=f"golden lancaster {wanted.name}", rules=RULESET)
    tried = (played(named, seed) for seed in count())
    return next(one for one in tried if named.end in {"", end_of(one)} and named.fits(one))


def _by_rules() -> Iterator[Wanted]:
    """Yield games that end by the rules, for each number of players."""
    for players in PLAYERS:
        options: dict[str, Any] = {"players": players}
        for number in range(5):
            yield Wanted(f"any {players} {number}", options, "rounds", anyhow)
            yield Wanted(f"shuffled {players} {number}", options, "rounds", in_any_order)
        for number in range(5):
            yield Wanted(f"greedy {players} {number}", options, "rounds", the_house)
        yield Wanted(f"against {players}", options, "rounds", against_the_house)
        colors = ["purple", *[None] * (players - 2), "blue"]
        for way in (in_any_order, the_house):
            chosen = {**options, "colors": colors, "first_seat": players - 1}
            yield Wanted(f"options {players} {way.__name__}", chosen, "rounds", way)


def _by_the_table() -> Iterator[Wanted]:
    """Yield games that the table ends."""
    ways: dict[str, Requests] = {
        "resignation": until_one_side_is_left,
        "draw_agreed": until_all_agree,
        "aborted": called_off,
    }
    for players, (end, way) in product(PLAYERS, ways.items()):
        yield Wanted(f"{end} {players}", {"players": players}, end, way)
    for players, number in product(PLAYERS, range(2)):
        yield Wanted(f"lively {players} {number}", {"players": players}, "", wildly)


def _on_terms() -> Iterator[Wanted]:
    """Yield games with clocks, pauses, take-backs and arbiters."""
    ways: tuple[OnFlag, ...] = ("forfeit", "house")
    for players, on_flag in product(PLAYERS, ways):
        if players > 2 and on_flag == "forfeit":
            continue
        clocks: tuple[Clock, ...] = (
            PerActionClock(20, on_flag),
            BankClock(90, on_flag, 3),
            DaysClock(2, on_flag),
        )
        for clock, take_backs in product(clocks, (False, True)):
            terms = {"players": players, "clock": clock, "take_backs": take_backs}
            yield Wanted(f"terms {players} {take_backs} {clock}", terms, "", lively)
    for number in range(2):
        terms = {"players": 2, "clock": PerActionClock(5, "forfeit")}
        yield Wanted(f"time {number}", terms, "time", lively)
    for players in (2, 3, 5):
        terms = {"players": players, "clock": BankClock(300, "house"), "take_backs": True}
        judged = until_judged(Adjudicate(("blue",)))
        yield Wanted(f"judged {players}", terms, "adjudicated", judged)
        yield Wanted(f"called off {players}", terms, "aborted", until_judged(CallOffGame()))


def in_any_order(table: Table, random: Random) -> Iterator[Table]:
    """Play at random; those who vote do so in any order."""
    for seat in range(len(table.game.seats)):
        yield table.ask(seat, TakeSeat(seat, entropy=random.randbytes(4).hex()))
    while not table.game.finished:
        seat = random.choice([one.seat for one in table.game.awaits])
        assert seat != CHANCE
        yield table.ask(seat, action_of(table.game, seat, random))


def the_house(table: Table, random: Random) -> Iterator[Table]:
    """Let house bots play, because they play well."""
    for seat in range(len(table.game.seats)):
        yield table.ask(TABLE, TakeSeat(seat, bot="greedy"))
    while not table.game.finished:
        seat = table.game.awaits[0].seat
        yield table.ask(seat, choose(table.game, seat, random.randrange), house=True)


def _unfinished(number: int) -> AnyRecord:
    """Return a game up to some moment, starting with the open table."""
    requests = (0, 4, 20, 60, 110)[number // 4]

    def some(table: Table, random: Random) -> Iterator[Table]:
        return islice((in_any_order, the_house)[number % 2](table, random), requests)

    options = {"players": PLAYERS[number % len(PLAYERS)]}
    return _one(Wanted(f"unfinished {number}", options, "unfinished", some))


if __name__ == "__main__":
    put(Path(sys.argv[1]), list(games()))
