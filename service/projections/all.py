"""All projections of the service, their runner, and the threads that query them."""

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Final, TypeVar

from service.projections.counts import Counts
from service.projections.deadlines import Deadlines
from service.projections.head_to_head import HeadToHead
from service.projections.lobby import Lobby
from service.projections.projection import Projection
from service.projections.ratings import Ratings
from service.projections.runner import NotWritten, Runner
from service.projections.service_due import ServiceDue
from service.projections.tallies import Tallies
from service.projections.tournaments import Tournaments
from service.projections.trail import Trail
from service.projections.tree import Tree
from service.storage.database import Database
from service.storage.probing import OnlyReadable

ASKERS: Final = 8
"""Threads for queries. They are separate, so that queries never delay actions."""

T = TypeVar("T")


class Projections:
    """All projections, by name."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._log = database.log
        self.lobby = Lobby(database)
        self.ratings = Ratings(database)
        self.head_to_head = HeadToHead(database)
        self.tallies = Tallies(database)
        self.counts = Counts(database)
        self.deadlines = Deadlines(database)
        self.service_due = ServiceDue(database)
        self.trail = Trail(database)
        self.tree = Tree(database)
        self.tournaments = Tournaments(database)
        self.runner = Runner(
            database,
            (
                self.lobby,
                self.ratings,
                self.head_to_head,
                self.tallies,
                self.counts,
                self.deadlines,
                self.service_due,
                self.trail,
                self.tree,
                self.tournaments,
            ),
            clock,
        )
        self._askers = ThreadPoolExecutor(ASKERS, thread_name_prefix="projections")

    async def ask(self, question: Callable[[], T], *projections: Projection) -> T:
        """Return the answer to a query of some projections, once they have caught up.

        While the log can only be read, rows cannot be written. Then the query gets the existing
        rows, which lack at most the latest commits. Raises NotCaughtUp, or another PersistenceError
        if the database cannot be used.
        """

        def caught_up(*, again: bool) -> T:
            self.runner.catch_up(*projections, again=again)
            return question()

        try:
            return await self._asked(partial(caught_up, again=False))
        except NotWritten:
            if await self._can_only_be_read():
                return await self._asked(question)
            return await self._asked(partial(caught_up, again=True))

    async def _asked(self, question: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._askers, copy_context().run, question)

    async def _can_only_be_read(self) -> bool:
        """Raise PersistenceError if the log cannot be read either."""
        try:
            await self._log.probe(fresh=True)
        except OnlyReadable:
            return True
        return False

    def close(self) -> None:
        """Finish the queries that are running, and refuse further ones."""
        self._askers.shutdown(cancel_futures=True)

    @property
    def by_name(self) -> Mapping[str, Projection]:
        """All projections, by their names without versions."""
        return {one.short_name: one for one in self.runner.projections}
