"""A tournament of forty in simulation: bots, and people who come late, resign, leave or withdraw.

The service pairs, opens and closes the rounds by itself. The organiser starts the tournament, and
an arbiter enters the results of tables at which someone does not sit down.
"""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from eventsourcing.persistence import PersistenceError

from domain.record.audit import audit
from domain.record.synopsis import summarised
from domain.record.tournament_audit import AuditedGame, TournamentAuditTerms, audit_tournament
from domain.refusal import IllegalAction
from domain.table.actions import Resign, TakeSeat
from domain.table.clock import PerActionClock
from domain.table.game import Game
from domain.tournament.model import announced
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import RoundPace
from domain.tournament.stream.people import Acting, Person
from domain.tournament.stream.state import TableState, Tournament
from service.archives.examining import Examined
from service.clubs.auditing import game_of
from service.clubs.engines import proposing_again
from service.games.handler import ActionRefused
from service.games.stale_version import StaleVersion
from service.records.export import record
from service.storage.idempotency import KeyedRequest, TooManyRaces
from service.storage.log import Log
from service.storage.tournaments import TournamentLog
from service.tasks.patrol import Patrol
from service.tasks.tournaments import TournamentQueue
from service.tournaments.handler import TournamentHandler
from service.tournaments.records import tournament_record
from service.tournaments.requests import EnterRequest, StartRequest
from service.tournaments.tables import Tables
from tests.simulation.ledger import VERIFIER, Ledger
from tests.simulation.players import AGAIN, Unavailable
from tests.simulation.schedule import Schedule
from tests.simulation.worker import Worker
from tests.support.storage.stores import SIGNER
from tests.support.tournaments.desk import ARBITER, ORGANISER, WHY, account, announcement

T = TypeVar("T")

ENTRANTS: Final = 40
PEOPLE: Final = 12
ROUNDS: Final = 2
CLOCK_SECONDS: Final = 3
NO_SHOW_SECONDS: Final = 8.0
"""How long the arbiter waits for people to sit down."""

OUTAGE_SECONDS: Final = 6.0
"""How long all workers are down together; clocks run out meanwhile."""

MANNERS: Final = ("plays", "resigns", "leaves", "never comes", "withdraws")
"""What people do: some of each."""

TERMS: Final = announcement(
    announced(4, ROUNDS, "MBH", "LOT"),
    options={"max_rounds": 1},
    clock=PerActionClock(CLOCK_SECONDS, "house"),
    house_bots=("random",),
    pace=RoundPace("when_finished"),
)


class ClubWorker(Worker):
    """A worker that runs tournaments, too."""

    def _begin(self) -> None:
        super()._begin()
        self.desk = TournamentHandler(TournamentLog(self.log), self.keys, SIGNER, self.now)
        tables = Tables(self.handler, self.desk, self.keys, self.now)
        rounds = TournamentQueue(self.desk, tables, self.now)
        self.handler.listeners.append(rounds.game_committed)
        self.desk.listeners += [
            rounds.committed,
            self.hub.tournament_committed,
            self.driver.committed,
        ]
        rounds.start()
        listed = self.projections.tournaments
        runner = self.projections.runner
        Patrol("rounds", [rounds], runner, listed, lambda: listed.due(self.now())).start()


class Seat(NamedTuple):
    """The seat of a person in the current round."""

    game: str
    seat: int


class Evening:
    """The tournament, and all who take part."""

    def __init__(self, schedule: "TournamentSchedule") -> None:
        self._loop = schedule.loop
        self._network = schedule.network
        self._random = Random(schedule.random.random())
        self._keys = 0
        self.id = ""

    async def play(self) -> None:
        """Open, enter and start the tournament, and take part in it to the end."""
        opened = await self._do(lambda worker, key: worker.desk.open(ORGANISER, TERMS, None, key))
        assert opened is not None
        self.id = opened.state.id
        people = [_person(number) for number in range(PEOPLE)]
        bots = [Person(f"Bot {number}", bot="random") for number in range(ENTRANTS - PEOPLE)]
        entering = [EnterRequest((one,)) for one in (*people, *bots)]
        arbiter = a.NameArbiter(ARBITER.who, "Ana")
        await self._ask(ORGANISER, arbiter, *entering, StartRequest())
        async with asyncio.TaskGroup() as group:
            group.create_task(self._judge())
            for number in range(PEOPLE):
                group.create_task(self._person(number, MANNERS[number % len(MANNERS)]))

    # --- people -------------------------------------------------------------------------------

    async def _person(self, number: int, manner: str) -> None:
        """Play in each round, in some manner, until the tournament is over."""
        who = account(number)
        while not (state := await self._look()).finished:
            at = _seat_of(state, who)
            if at is not None and manner != "never comes":
                await self._play(at, who, manner)
            if manner == "withdraws" and state.phase == "playing":
                entrant = next(one for one, person in state.everybody() if person.account == who)
                await self._ask(Acting("player", who), a.WithdrawEntrant(entrant, WHY))
                self._loop.happened("withdrew")
                manner = "plays"
            await self._pause()

    async def _play(self, at: Seat, who: str, manner: str) -> None:
        """Take one step in a game: sit down, decide, resign, or let the clock run out."""
        game = await self._game(at.game)
        if game.finished:
            return
        if not game.seats[at.seat].taken:
            await self._act(at, TakeSeat(at.seat, game.name_for(at.seat), player=who))
        elif manner == "resigns" and game.status == "running":
            await self._act(at, Resign())
        elif at.seat in game.people_due and manner != "leaves":
            legal = game.rules.legal(game.position, at.seat)
            await self._act(at, legal.at(self._random.randrange(legal.count)))

    async def _judge(self) -> None:
        """Enter the results of tables at which nothing happens, until the tournament is over."""
        since: dict[tuple[int, int], float] = {}
        while not (state := await self._look()).finished:
            for number, at, table in _undecided(state):
                began = since.setdefault((number, at), self._loop.time())
                late = self._loop.time() - began > NO_SHOW_SECONDS
                if late and table.game and (await self._game(table.game)).status == "open":
                    ranks = tuple(range(1, len(table.players) + 1))
                    await self._ask(ARBITER, a.EnterResult(number, at, ranks, WHY))
                    self._loop.happened("an arbiter entered a result")
            await self._pause()

    # --- requests -----------------------------------------------------------------------------

    async def _ask(self, by: Acting, *actions: Any) -> None:
        await self._do(lambda worker, key: worker.desk.perform(self.id, by, actions, request=key))

    async def _act(self, at: Seat, action: Any) -> None:
        await self._do(
            lambda worker, key: worker.handler.perform(at.game, at.seat, [action], request=key)
        )

    async def _look(self) -> Tournament:
        found = await self._do(lambda worker, key: worker.desk.load(self.id))
        assert found is not None
        return found.state

    async def _game(self, game: str) -> Game:
        found = await self._do(lambda worker, key: worker.handler.load(game))
        assert found is not None
        return found.game

    async def _do(self, asked: Callable[[ClubWorker, KeyedRequest], Awaitable[T]]) -> T | None:
        """Ask until a worker answers, always with the same key; None if a rule refuses."""
        self._keys += 1
        key = KeyedRequest(f"evening-{self._keys}", "what")

        async def work(worker: Any) -> T | None:
            try:
                return await asked(worker, key)
            except (ActionRefused, StaleVersion, IllegalAction):
                return None
            except (PersistenceError, TooManyRaces):
                raise Unavailable from None

        while True:
            try:
                return await self._network.ask(self._network.anybody(), work)
            except AGAIN:
                await self._pause()

    async def _pause(self) -> None:
        await asyncio.sleep(0.2 + self._random.random() * 0.5)


class TournamentSchedule(Schedule):
    """A schedule in which nothing happens but one tournament."""

    worker_type = ClubWorker

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.evening = Evening(self)

    def _tables(self) -> list[Any]:
        return []

    async def _act(self) -> None:
        self.loop.call_later(self.random.random() * 6, self._down)
        await self.evening.play()

    def _down(self) -> None:
        """Kill all workers together, and start them when clocks have run out."""
        self.loop.happened("all down")
        for worker in self.workers:
            if worker.up:
                self.network.under_way -= worker.kill()
            self.loop.call_later(OUTAGE_SECONDS, _started, worker)

    def _promises_must_be_kept(self) -> list[Game]:
        log = self.workers[0].log
        games = [stored.game for stored in self.store.games.values()]
        for game in games:
            self.ledger.must_be_a_chain(game.id, log.rows(game.id))
            self.ledger.must_be_clean(log, game.id)
        _must_be_valid(self.ledger, log, self.evening.id, games)
        return games


def _started(worker: Worker) -> None:
    if not worker.up:
        worker.start()


def _must_be_valid(ledger: Ledger, log: Log, tournament: str, games: list[Game]) -> None:
    """Check the audit of the tournament, and that each table had one game, and no other exists."""
    desk = TournamentLog(log)
    stored = desk.load(tournament)
    assert stored is not None
    state = stored.state
    named = [game for one in state.rounds for table in one.tables for game in table.games]
    found = sorted(game.id for game in games)
    ledger.must(sorted(named) == found, f"the tournament names {named}, and there are {found}")
    ledger.must(len(state.rounds) == ROUNDS, f"it ended after {len(state.rounds)} rounds")
    judged = {game.id: one for game in games if (one := _judged(log, game)) is not None}
    terms = TournamentAuditTerms(proposing_again(), judged)
    audited = audit_tournament(tournament_record(desk, stored), VERIFIER, terms)
    ledger.must(not audited.breaches, f"the audit of the tournament finds {audited.breaches}")
    ledger.must(audited.signed_by is not None, "its end is not signed")
    results = [table.result for one in state.rounds for table in one.tables]
    played = sum(one is not None and one.source == "game" for one in results)
    ledger.must(played > len(results) // 2, f"only {played} of {len(results)} were played")


def _judged(log: Log, game: Game) -> AuditedGame | None:
    """Return what the audit of the archive of a game shows; it has found nothing wrong."""
    exported, signature = record(log, game.id), log.signature(game.id)
    assert exported is not None
    if signature is None:
        return None
    audited, brief = summarised(exported, audit(exported, VERIFIER))
    signed_by = VERIFIER.verify(signature).kid
    return game_of(Examined("", 1, audited, "", signed_by=signed_by, brief=brief))


def _person(number: int) -> Person:
    return Person(f"Player {number}", account=account(number))


def _seat_of(state: Tournament, who: str) -> Seat | None:
    """Return the seat of an account at a table of the round that has a game and no result."""
    for _, _, table in _undecided(state):
        seats = [one.key for one in state.seats_at(len(state.rounds), table)]
        if table.game is not None and who in seats:
            return Seat(table.game, seats.index(who))
    return None


def _undecided(state: Tournament) -> list[tuple[int, int, TableState]]:
    """Return the tables of the open round without a result, with the numbers of both."""
    if state.phase != "playing":
        return []
    now = state.rounds[-1]
    return [(now.number, at, one) for at, one in enumerate(now.tables, 1) if one.result is None]
