"""``python -m tests.tools.dutch_rounds``: pair thousands of rounds by the Dutch system, and check.

Tournaments are played in which everything happens: draws, forfeits, byes, withdrawals, expulsions,
late entries, corrections, and two entrants who are kept apart. Each round is checked here by the
absolute criteria, from the events alone and by code that pairing does not use. A program such as
bbpPairings, if it is installed or named, pairs each round again.
"""

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import click

from domain.tournament.model import ByeKind, announced
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import RegistrationTerms
from domain.tournament.stream.events import RoundPaired
from domain.tournament.stream.evolve import evolve, opened
from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import TableState, Tournament
from service.clubs.dutch_programs import checked_rounds
from service.pairing.caissify import Caissify
from service.pairing.installed import InstalledEngine, installed_engine
from service.pairing.proposing import proposal_of
from tests.support.tournaments.desk import (
    ARBITER,
    DUTCH,
    ID,
    ORGANISER,
    WHY,
    person,
    registered,
)

ROUNDS: Final = 7
BYES: Final[tuple[ByeKind, ...]] = ("half", "zero")
LATE_UNTIL: Final = 3
"""The last round that entrants can enter late for."""


class Dutch:
    """A tournament by the Dutch system that goes on by chance."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.happened: Counter[str] = Counter()
        terms = RegistrationTerms(late_until=LATE_UNTIL)
        self.desk = registered(
            self.random.randint(14, 23), announced(2, ROUNDS), format=DUTCH, registration=terms
        )
        self.desk.ask(ARBITER, a.ForbidPairing((1, 2), WHY)).start()

    @property
    def state(self) -> Tournament:
        """The tournament now."""
        return self.desk.state

    def play(self) -> None:
        """Play all rounds, or up to one for which there is no legal pairing."""
        for number in range(1, ROUNDS + 1):
            # Programs differ in the numbers of entrants who are absent before their first game.
            if number > 1:
                self._come_and_go(number)
            self.desk.pair(proposal_of(self.state, Caissify()))
            if self.desk.refused_with is not None:
                self.happened["rounds without a legal pairing"] += 1
                return
            self.happened["rounds"] += 1
            self._correct(number)
            self.desk.open_round()
            for at, table in enumerate(self.state.rounds[-1].tables, 1):
                self._end(number, at, table)
            self.desk.ask(ORGANISER, a.CloseRound(number))
            assert self.desk.refused_with is None

    def _come_and_go(self, number: int) -> None:
        chance = self.random
        active = [one.number for one in self.state.entrants if one.status == "in"]
        out = [one.number for one in self.state.entrants if one.status != "in"]
        if chance.random() < 0.3 and len(active) > 12:
            kind = chance.choice((a.WithdrawEntrant, a.ExpelEntrant))
            by = ORGANISER if kind is a.WithdrawEntrant else ARBITER
            what = "withdrawals" if kind is a.WithdrawEntrant else "expulsions"
            self._ask(what, by, kind(chance.choice(active), WHY))
        if out and chance.random() < 0.2:
            self._ask("reinstatements", ARBITER, a.ReinstateEntrant(chance.choice(out), WHY))
        if chance.random() < 0.3:
            rests, bye = chance.choice(self.state.present()), chance.choice(BYES)
            self._ask("requested byes", ARBITER, a.GiveBye(rests, number, bye, WHY))
        if number <= LATE_UNTIL and chance.random() < 0.4:
            newcomer = person(len(self.state.entrants) + 1)
            self._ask("late entries", ORGANISER, a.RegisterEntrant((newcomer,), reason=WHY))

    def _end(self, number: int, at: int, table: TableState) -> None:
        chance = self.random
        if chance.random() < 0.08:
            both = chance.random() < 0.1
            absent = table.players if both else (chance.choice(table.players),)
            what = "forfeits of both" if both else "forfeits"
            self._ask(what, ARBITER, a.ForfeitSides(number, at, absent, WHY))
        else:
            ranks = chance.choice(((1, 2), (2, 1), (1, 1)))
            self._ask("results", ARBITER, a.EnterResult(number, at, ranks, WHY))

    def _correct(self, number: int) -> None:
        """Correct a result of the round before, after this one has been paired."""
        if number == 1 or self.random.random() > 0.15:
            return
        tables = self.state.rounds[number - 2].tables
        at = self.random.randint(1, len(tables))
        table = tables[at - 1]
        if table.result is not None and table.result.ranks and not table.forfeits:
            others = [one for one in ((1, 2), (2, 1), (1, 1)) if one != table.result.ranks]
            ranks = self.random.choice(others)
            self._ask("corrections", ARBITER, a.CorrectResult(number - 1, at, ranks, WHY))

    def _ask(self, what: str, by: Acting, action: Any) -> None:
        self.desk.ask(by, action)
        assert self.desk.refused_with is None, (what, action, self.desk.refused_with)
        self.happened[what] += 1


class _Past:
    """What an entrant did before a round, as it was known when the round was paired."""

    def __init__(self) -> None:
        self.met: set[int] = set()
        self.turns: list[int] = []
        """1 for each game as the first player, -1 for each as the second."""
        self.halves = 0
        """Points, in halves."""
        self.rests = 0
        """Byes of the pairing, and wins without a game."""


_HALVES: Final = {"pairing": 2, "full": 2, "half": 1, "zero": 0}


def _pasts(state: Tournament) -> dict[int, _Past]:
    found = {one.number: _Past() for one in state.entrants}
    for round_ in state.rounds:
        for bye in round_.byes:
            found[bye.player].halves += _HALVES[bye.kind]
            found[bye.player].rests += bye.kind in {"pairing", "full"}
        for table in round_.tables:
            if table.forfeits:
                for one in set(table.players) - set(table.forfeits):
                    found[one].halves += 2
                    found[one].rests += 1
                continue
            assert table.result is not None
            first, second = table.players
            for one, other, turn in ((first, second, 1), (second, first, -1)):
                found[one].met.add(other)
                found[one].turns.append(turn)
            ranks = table.result.ranks
            found[first].halves += 1 + (ranks[1] > ranks[0]) - (ranks[0] > ranks[1])
            found[second].halves += 1 + (ranks[0] > ranks[1]) - (ranks[1] > ranks[0])
    return found


def _faults(state: Tournament, event: RoundPaired) -> Iterator[str]:
    """Yield what is wrong with a round; ``state`` is the tournament before its pairing."""
    past = _pasts(state)
    rests = [bye.player for bye in event.byes if bye.kind == "pairing"]
    named = sorted([one for table in event.tables for one in table] + rests)
    if named != sorted(state.present()) or len(rests) > 1:
        yield f"round {event.round}: not everybody plays or rests once"
    yield from (f"round {event.round}: {one} rests again" for one in rests if past[one].rests)
    for first, second in event.tables:
        if second in past[first].met:
            yield f"round {event.round}: {first} and {second} meet again"
        if {first, second} in map(set, state.barred):
            yield f"round {event.round}: {first} and {second} are kept apart"
        best = max(past[one].halves for one in (first, second))
        if event.round == ROUNDS and best > ROUNDS - 1:
            continue  # C.3 exempts topscorers: more than half of two halves a round
        for one, turn in ((first, 1), (second, -1)):
            turns = [*past[one].turns, turn]
            if abs(sum(turns)) > 2 or (len(turns) > 2 and abs(sum(turns[-3:])) == 3):
                yield f"round {event.round}: the turns of {one} are {turns}"


def faults_in(history: Sequence[Any]) -> list[str]:
    """Return what is wrong with the rounds of a tournament, from its events."""
    first, *events = history
    state: Tournament = opened(ID, first)
    found: list[str] = []
    for event in events:
        if isinstance(event, RoundPaired):
            found += _faults(state, event)
        state = evolve(state, event)
    return found


def differences(history: Sequence[object], engine: InstalledEngine) -> Iterator[str]:
    """Yield the rounds that another program pairs differently."""
    for one in checked_rounds(ID, history, engine, None):
        if one.other_pairs:
            yield f"round {one.number}: {engine.name} does not pair {one.other_pairs}"
        elif one.other_turns:
            yield f"round {one.number}: {engine.name} turns {one.other_turns}"


def installed() -> InstalledEngine | None:
    """Return the program of this machine, if there is one."""
    path = os.environ.get("CAROLUS_TEST_PAIRING") or shutil.which("bbpPairings")
    return None if path is None else installed_engine(Path(path))


@click.command()
@click.option("--tournaments", default=300, show_default=True, help="How many to play.")
@click.option("--seed", default=0, show_default=True, help="Seed of the first; others follow.")
def main(tournaments: int, seed: int) -> None:
    """Play tournaments, and print what happened in them and what is wrong."""
    engine = installed()
    happened: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(seed, seed + tournaments):
        event = Dutch(number)
        event.play()
        happened += event.happened
        found = faults_in(event.desk.history)
        if engine is not None:
            found += differences(event.desk.history, engine)
        wrong += [f"seed {number}, {one}" for one in found]
    others = "none" if engine is None else f"{engine.name} {engine.version}"
    click.echo(f"seeds {seed} to {seed + tournaments - 1}; compared with: {others}")
    for what, count in sorted(happened.items()):
        click.echo(f"{count:7,} {what}")
    click.echo(f"{len(wrong):7,} faults or differences")
    for line in wrong:
        click.echo(line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
