"""Creates the golden archive of games with clocks, pauses, take-backs and arbiters.

    python -m tests.tools.make_archive_of_terms FILE.ndjson.zst

``make_archive.py`` created the one before; its rules for archives apply here too.
"""

import sys
from collections.abc import Iterator
from itertools import count, islice, product
from pathlib import Path
from random import Random
from typing import Any

from domain.record.record import AnyRecord
from domain.table.actions import (
    AcceptDraw,
    AcceptPause,
    AcceptResume,
    AcceptTakeBack,
    Adjudicate,
    CallOffGame,
    DeclineDraw,
    DeclinePause,
    DeclineResume,
    DeclineTakeBack,
    FallFlag,
    OfferDraw,
    OfferPause,
    OfferResume,
    OfferTakeBack,
    TakeSeat,
)
from domain.table.clock import BankClock, Clock, DaysClock, OnFlag, PerActionClock
from domain.table.decide import flags_are_due
from domain.table.game import TABLE
from tests.support.games.table import Table, action_of, due
from tests.support.proof.records import end_of, signed
from tests.support.storage.stores import SIGNER
from tests.tools.make_archive import put
from tests.tools.make_records import Requests, Wanted, played


def games() -> Iterator[AnyRecord]:
    """Yield all games of the archive; the finished ones are signed."""
    for record in _finished():
        yield signed(record, SIGNER)
    for number in range(16):
        yield _unfinished(number)


def _finished() -> Iterator[AnyRecord]:
    for players, clock, take_backs in _terms():
        terms = {"players": players, "clock": clock, "take_backs": take_backs, "max_rounds": 4}
        name = f"{players} {clock} {take_backs}"
        yield from _several(Wanted(f"lively {name}", terms, "", lively), 3)
        if clock is not None and clock.on_flag == "forfeit" and not isinstance(clock, DaysClock):
            yield from _several(Wanted(f"time {name}", terms, "time", lively), 2)
    for players, (end, way) in product((2, 3, 4), _JUDGED.items()):
        terms = {"players": players, "clock": BankClock(300, "house"), "take_backs": True}
        yield from _several(Wanted(f"{end} {players}", terms, end, way), 2)


def _terms() -> Iterator[tuple[int, Clock | None, bool]]:
    """Yield numbers of players with the terms that they can agree on."""
    ways: tuple[OnFlag, ...] = ("forfeit", "house")
    for players, on_flag, take_backs in product((2, 3, 4), ways, (False, True)):
        if players == 3 and on_flag == "forfeit":
            continue
        yield players, PerActionClock(20, on_flag), take_backs
        yield players, BankClock(90, on_flag, 3), take_backs
        yield players, DaysClock(2, on_flag), take_backs
    for players in (2, 3, 4):
        yield players, None, True


def _several(wanted: Wanted, number: int) -> Iterator[AnyRecord]:
    """Yield the first games that match."""
    named = wanted._replace(name=f"golden terms {wanted.name}")
    tried = (played(named, seed) for seed in count())
    yield from islice((one for one in tried if named.end in {"", end_of(one)}), number)


def lively(table: Table, random: Random) -> Iterator[Table]:
    """Play, let time pass and flags fall, and make all kinds of offers."""
    seats = range(len(table.game.seats))
    bot = random.choice((None, None, seats[-1]))
    for seat in seats:
        yield table.ask(TABLE, TakeSeat(seat, bot="greedy" if seat == bot else None))
    while not table.game.finished:
        if table.game.clocks is not None:
            table.wait(random.choice((0, 0, 1.5, 7, 18)))
        if flags_are_due(table.game, table.at):
            yield table.ask(TABLE, FallFlag())
        elif table.game.paused or random.random() < 0.2:
            yield from _talked(table, random)
        else:
            seat = due(table.game)
            house = table.game.seats[seat].bot is not None
            yield table.ask(seat, action_of(table.game, seat, random), house=house)


def _talked(table: Table, random: Random) -> Iterator[Table]:
    """Make an offer and answer it; refused requests are dropped."""
    weights = (1, 6, 6, 12)
    ((offer, accept, decline),) = random.choices(_OFFERS, weights)
    seats = list(range(len(table.game.seats)))
    random.shuffle(seats)
    answers = (accept, accept, accept, decline)
    for place, seat in enumerate(seats):
        asked = random.choice(answers)() if place else offer()
        if table.ask(seat, asked).refused_with is None:
            yield table
            if table.game.finished:
                return
        table.refused_with = None


_OFFERS: list[tuple[type[Any], type[Any], type[Any]]] = [
    (OfferDraw, AcceptDraw, DeclineDraw),
    (OfferPause, AcceptPause, DeclinePause),
    (OfferResume, AcceptResume, DeclineResume),
    (OfferTakeBack, AcceptTakeBack, DeclineTakeBack),
]


def until_judged(action: Any) -> Requests:
    def requests(table: Table, random: Random) -> Iterator[Table]:
        """Play a while; then an arbiter ends the game, unless it has ended."""
        yield from islice(lively(table, random), random.randrange(20, 40))
        if table.game.status == "running":
            yield table.ask(TABLE, action)

    return requests


_JUDGED: dict[str, Requests] = {
    "adjudicated": until_judged(Adjudicate(("black",))),
    "aborted": until_judged(CallOffGame()),
}


def _unfinished(number: int) -> AnyRecord:
    """Return a game up to some moment; some of these games are paused."""
    terms = {"players": 2 + number % 3, "clock": BankClock(600, "house", 1), "take_backs": True}

    def some(table: Table, random: Random) -> Iterator[Table]:
        return islice(lively(table, random), (1, 3, 8, 30)[number % 4])

    return next(_several(Wanted(f"unfinished {number}", terms, "unfinished", some), 1))


if __name__ == "__main__":
    put(Path(sys.argv[1]), list(games()))
