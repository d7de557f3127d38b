"""Workers that run tournaments without HTTP, on one database, and house bots that play in them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from typing import Any, Final, NamedTuple

from domain.tournament.model import announced
from domain.tournament.stream.announcement import Announcement, RoundPace
from domain.tournament.stream.people import Person
from domain.tournament.stream.state import Tournament
from service.games.handler import Handler
from service.projections.all import Projections
from service.settings import Settings
from service.storage.database import Database
from service.storage.log import by_game
from service.tasks.house import House
from service.tasks.patrol import Patrol
from service.tasks.tournaments import TournamentQueue
from service.tournaments.handler import TournamentHandler
from service.tournaments.requests import EnterRequest
from service.tournaments.table_games import Tables
from tests.support.storage.stores import (
    SIGNER,
    Ticks,
    handler_of,
    keys_of,
    nobody_missing,
    opened_database,
)
from tests.support.tournaments.desk import ORGANISER, announcement


class Club(NamedTuple):
    """What one worker has."""

    games: Handler
    desk: TournamentHandler
    queue: TournamentQueue
    house: House
    patrol: Patrol
    database: Database
    tables: Tables

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Let house and queue work until the block ends."""
        self.house.start()
        self.queue.start()
        try:
            yield
        finally:
            await self.queue.stop()
            await self.house.stop()

    async def state(self, tournament: str) -> Tournament:
        """Return a tournament as it is in the log."""
        return (await self.desk.load(tournament)).state

    async def until(self, tournament: str, happens: Callable[[Tournament], bool]) -> Tournament:
        """Wait until this is true of a tournament in the log, and return it."""
        while True:
            state = await self.state(tournament)
            if happens(state):
                return state
            await asyncio.sleep(0.005)

    @property
    def all_games(self) -> set[str]:
        """The ids of all games in the log."""
        return set(by_game(self.database.log.notices(0, 10**6)))


@contextmanager
def clubs(
    at: Settings, count: int = 1, now: Callable[[], str] | None = None
) -> Iterator[list[Club]]:
    """Yield workers on one database; all have the key of the service."""
    with ExitStack() as stack:
        databases = [stack.enter_context(opened_database(at)) for _ in range(count)]
        yield [_club(database, number, now) for number, database in enumerate(databases)]


def _club(database: Database, number: int, now: Callable[[], str] | None) -> Club:
    clock = now or Ticks(f"club {number}")
    games, keys = handler_of(database.log, f"club {number}", now), keys_of(f"tables {number}")
    desk = TournamentHandler(database.tournaments, keys, SIGNER, clock, nobody_missing)
    tables = Tables(games, desk, keys, clock)
    queue = TournamentQueue(desk, tables, clock)
    house = House(games)
    games.listeners += [house.committed, queue.game_committed]
    desk.listeners.append(queue.committed)
    projections = Projections(database)
    listed = projections.tournaments
    patrol = Patrol("rounds", [queue], projections.runner, listed, lambda: listed.due(clock()))
    return Club(games, desk, queue, house, patrol, database, tables)


BOTS_TERMS: Final = announcement(
    announced(2, 2, "LOT"),
    options={"max_rounds": 1, "players": 2},
    house_bots=("random",),
    pace=RoundPace("when_finished"),
)
"""Two rounds of short games of house bots, which follow each other by themselves."""


async def of_bots(club: Club, terms: Announcement = BOTS_TERMS, count: int = 4) -> str:
    """Return a tournament in which this many house bots have entered."""
    tournament = (await club.desk.open(ORGANISER, terms)).state.id
    bots: list[Any] = [
        EnterRequest((Person(f"Bot {number}", bot="random"),)) for number in range(count)
    ]
    await club.desk.perform(tournament, ORGANISER, bots)
    return tournament


def is_over(state: Tournament) -> bool:
    """Return whether a tournament has ended and its secret is revealed."""
    return state.secret is not None


def named_games(state: Tournament) -> list[str]:
    """Return all games that a tournament names, in order."""
    return [game for one in state.rounds for table in one.tables for game in table.games]
