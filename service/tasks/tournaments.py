"""Tournaments: opens the games of tables, takes their results, and keeps the announced pace.

The log alone determines what is due: the next duty of the service in the tournament
(``domain.tournament.stream.pacing``), the result of a game that is over, and what was decided about
a game (``domain.tournament.stream.table_orders``). So every worker can do it at any time. A table
has one game, because its id follows from the table, and each other step is appended under a
version.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import structlog

from domain.refusal import IllegalAction
from domain.ruleset import tag_of
from domain.table.events import GameStarted
from domain.tournament.stream.actions import CloseCheckIn, CloseRound, EndTournament, OpenRound
from domain.tournament.stream.pacing import DutyKind, duty_in
from domain.tournament.stream.people import SERVICE
from domain.tournament.stream.state import Tournament
from service.pairing.installed import EngineFailed
from service.pairing.programs import NoProgram
from service.runtime.lru_cache import LruCache
from service.storage.log import Appended
from service.storage.tournaments import TOURNAMENTS_IN_MEMORY_MAX, AppendedSteps, StoredTournament
from service.tasks.game_queue import GameQueue
from service.tournaments.handler import TournamentHandler
from service.tournaments.requests import PairRequest, StartRequest
from service.tournaments.table_games import Tables

_LOG = structlog.get_logger("carolus.tournaments")

_REQUESTS: Final[Mapping[DutyKind, Callable[[Tournament], list[Any]]]] = {
    "start_tournament": lambda state: [StartRequest()],
    "close_check_in": lambda state: [CloseCheckIn()],
    "pair_round": lambda state: [PairRequest(state.next_round), OpenRound(state.next_round)],
    "open_round": lambda state: [OpenRound(len(state.rounds))],
    "close_round": lambda state: [CloseRound(len(state.rounds))],
    "end_tournament": lambda state: [EndTournament()],
}
"""What the service asks for to do each duty; ``Tables`` opens tables and scores them."""

_STARTED: Final = f"table.{tag_of(GameStarted)}.v1"


class TournamentQueue(GameQueue):
    """Does the duties of the service in tournaments. ``now`` gives the time."""

    def __init__(self, desk: TournamentHandler, tables: Tables, now: Callable[[], str]) -> None:
        super().__init__("tournaments")
        self._desk = desk
        self._tables = tables
        self._now = now
        self._prevented: LruCache[str, int] = LruCache(TOURNAMENTS_IN_MEMORY_MAX)
        """The versions at which a rule, or a missing program, prevented what was due."""

    def committed(self, done: AppendedSteps) -> None:
        """Queue a tournament after a commit if the service has to do something in it."""
        state = done.stored.state
        if self._due(done.stored) is not None or self._tables.has_orders(state):
            self.notice(state.id)

    def game_committed(self, done: Appended) -> None:
        """Queue the tournament of a game that has started or ended, or for which orders wait."""
        game = done.stored.game
        if game.tournament is None or game.status == "open":
            return
        began = any(row.topic == _STARTED for row in done.rows)
        if game.finished or began or self._tables.waits_for(game.id):
            self.notice(game.tournament.id)

    async def look(self, tournament: str) -> None:
        """Do what is due in a tournament; its commit queues the tournament again."""
        stored = await self._desk.load(tournament)
        due, state = self._due(stored), stored.state
        if due == "open_tables":
            state = await self._tables.open(tournament)
        ends = due == "score_tables"
        await self._tables.take_all(state, scored=ends)
        await self._tables.forfeit_absent(state, now=ends)
        await self._tables.carry_out(state)
        if ends:
            await self._tables.score(state)
        elif due is not None and due in _REQUESTS:
            await self._perform(stored, due)

    def _due(self, stored: StoredTournament) -> DutyKind | None:
        """Return the duty that is due, unless something prevents it at this version."""
        duty = duty_in(stored.state)
        if duty is None or not duty.is_due(self._now()):
            return None
        return None if self._prevented.get(stored.state.id) == stored.head.version else duty.kind

    async def _perform(self, stored: StoredTournament, due: DutyKind) -> None:
        tournament, version = stored.state.id, stored.head.version
        asked = _REQUESTS[due](stored.state)
        try:
            await self._desk.perform(tournament, SERVICE, asked, expected=[version])
        except (IllegalAction, NoProgram, EngineFailed) as why:
            # People have to act first: pair by hand, admit an entrant, correct a result.
            self._prevented.put(tournament, version)
            _LOG.warning("tournament_waits", tournament=tournament, duty=due, why=str(why))
