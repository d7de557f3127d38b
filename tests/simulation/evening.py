"""A tournament of forty in simulation: bots, and people who come late, resign, leave or withdraw.

The service pairs, opens and closes the rounds by itself. The organiser starts the tournament, and
arbiter decides about tables at which someone does not sit down, unless the service does; the
arbiter also grants time, pauses tables, orders replays and corrects results.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from eventsourcing.persistence import PersistenceError
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.table.actions import Resign, TakeSeat
from domain.table.clock import PerActionClock
from domain.table.game import Game
from domain.tournament.model import announced
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import RoundPace
from domain.tournament.stream.people import Acting, Person
from domain.tournament.stream.state import Tournament
from service.games.handler import ActionRefused
from service.storage.idempotency import KeyedRequest, TooManyRaces
from service.storage.stale_version import StaleVersion
from service.storage.tournaments import AppendedSteps, TournamentLog
from service.tasks.patrol import Patrol
from service.tasks.tournaments import TournamentQueue
from service.tournaments.handler import TournamentHandler
from service.tournaments.requests import EnterRequest, StartRequest
from service.tournaments.table_games import Tables
from tests.simulation.arbiter import Arbiter, undecided
from tests.simulation.players import AGAIN, Unavailable
from tests.simulation.schedule import Schedule
from tests.simulation.tournament_ledger import TournamentLedger
from tests.simulation.worker import Worker
from tests.support.storage.stores import SIGNER, nobody_missing
from tests.support.tournaments.desk import ARBITER, ORGANISER, WHY, account, announcement

T = TypeVar("T")

ENTRANTS: Final = 40
PEOPLE: Final = 12
ROUNDS: Final = 2
CLOCK_SECONDS: Final = 3
OUTAGE_SECONDS: Final = 6.0
"""How long all workers are down together; clocks run out meanwhile."""

OUTAGES: Final = 2
DEATHS: Final = 0.3
"""How often a worker dies of an arbiter's decision, after its commit."""

NO_SHOW_MINUTES: Final = 1
"""How long the service waits for people to sit down, where the arbiter leaves that to it."""
ENDING_SECONDS_MAX: Final = 60.0
"""How long games that are needed no more may go on after the end of the tournament."""

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
        self.desk = TournamentHandler(
            TournamentLog(self.log), self.keys, SIGNER, self.now, nobody_missing
        )
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
        self._skip, self._crash = schedule.skip, schedule._crash
        self._waits = self._random.random() < 0.5
        """Whether absent players are left to the service."""
        self._bots = schedule.entrants - PEOPLE
        self.ledger = TournamentLedger(schedule.ledger)
        self.id = ""

    async def play(self) -> None:
        """Open, enter and start the tournament, and take part in it to the end."""
        terms = replace(TERMS, no_show_minutes=NO_SHOW_MINUTES if self._waits else None)

        async def opened(worker: ClubWorker, key: KeyedRequest) -> str:
            stored = await worker.desk.open(ORGANISER, terms, None, key)
            self.ledger.answers(key.key, [(stored.head.version, stored.head.hash.hex())])
            return stored.state.id

        found = await self._do(opened)
        assert found is not None
        self.id = found
        people = [_person(number) for number in range(PEOPLE)]
        bots = [Person(f"Bot {number}", bot="random") for number in range(self._bots)]
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
        """Be the arbiter, until the tournament is over and its games have ended."""
        arbiter = Arbiter(self._loop, self._random, self._game, waits=self._waits)
        while not (state := await self._look()).finished:
            if self._waits and await arbiter.is_anybody_late(state):
                self._skip(60.0 * NO_SHOW_MINUTES)
            for one in await arbiter.decisions(state):
                if await self._ask(ARBITER, one.action):
                    self._loop.happened(one.what)
            await self._pause()
        until = self._loop.time() + ENDING_SECONDS_MAX
        for game in (one for round_ in state.rounds for at in round_.tables for one in at.games):
            while not (await self._game(game)).finished and self._loop.time() < until:
                await self._pause()

    # --- requests -----------------------------------------------------------------------------

    async def _ask(self, by: Acting, *actions: Any) -> bool:
        """Return whether the actions were carried out."""

        async def asked(worker: ClubWorker, key: KeyedRequest) -> AppendedSteps:
            done = await worker.desk.perform(self.id, by, actions, request=key)
            self.ledger.answers(key.key, [(row.version, row.hash) for row in done.rows])
            if by == ARBITER and self._random.random() < DEATHS:
                # When the answer has left, and before the games have what was decided.
                self._loop.call_later(1e-6, self._crash, worker, context=Context())
            return done

        return await self._do(asked) is not None

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
            except (ActionRefused, StaleVersion, IllegalAction) as why:
                self.ledger.refuses(key.key, why)
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
    entrants = ENTRANTS

    def __init__(self, seed: str, **weather: Any) -> None:
        super().__init__(seed, **weather)
        self.evening = Evening(self)

    def _tables(self) -> list[Any]:
        return []

    async def _act(self) -> None:
        for number in range(OUTAGES):
            self.loop.call_later((number + self.random.random()) * 12, self._down)
        await self.evening.play()

    def skip(self, seconds: float) -> None:
        """Let time pass on all clocks at once."""
        self._ahead = max(worker.skew for worker in self.workers) + seconds
        for worker in self.workers:
            worker.set_clock(self._ahead)
        self.loop.happened("time passed")

    def _down(self) -> None:
        """Kill all workers together, and start them when clocks have run out."""
        self.loop.happened("all down")
        for worker in self.workers:
            if worker.up:
                self.network.under_way -= worker.kill()
            self.loop.call_later(OUTAGE_SECONDS, _started, worker)

    def _promises_must_be_kept(self) -> list[Game]:
        games = [stored.game for stored in self.store.games.values()]
        log, evening = self.workers[0].log, self.evening
        evening.ledger.must_keep_its_promises(log, evening.id, games, ROUNDS)
        return games


def _started(worker: Worker) -> None:
    if not worker.up:
        worker.start()


def _person(number: int) -> Person:
    return Person(f"Player {number}", account=account(number))


def _seat_of(state: Tournament, who: str) -> Seat | None:
    """Return the seat of an account at a table of the round that has a game and no result."""
    for one in undecided(state):
        seats = [person.key for person in state.seats_at(one.round, one.table)]
        if one.table.game is not None and who in seats:
            return Seat(one.table.game, seats.index(who))
    return None
