"""The tables of a round in the service: opens their games, and takes the results of those.

Both can be done any number of times, by any worker. The id of a game follows from its table, so a
table has one game, also after a crash between its opening and the entry in the tournament.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from domain.table.reserving import TournamentTable
from domain.tournament.stream.actions import OpenTable, RecordGame
from domain.tournament.stream.pacing import served_tables
from domain.tournament.stream.people import SERVICE
from domain.tournament.stream.state import Tournament
from service.access.game_keys import Keys
from service.access.policy import Policy
from service.games.handler import ActionRefused, Handler
from service.games.stale_version import StaleVersion
from service.runtime.lru_cache import LruCache
from service.storage.log import SIGNATURE, Conflict
from service.tournaments.games import begun, proof_of
from service.tournaments.handler import TournamentHandler

GAMES_MAX: Final = 5_000
"""Games in memory that brought no result; others are read again."""


class Tables:
    """Opens the games of tournaments. ``now`` returns the time in RFC 3339, UTC."""

    def __init__(
        self, games: Handler, tournaments: TournamentHandler, keys: Keys, now: Callable[[], str]
    ) -> None:
        self._games = games
        self._tournaments = tournaments
        self._keys = keys
        self._now = now
        self._fruitless: LruCache[str, bool] = LruCache(GAMES_MAX)
        """Finished games that bring their tables no result: arbiters have to enter one."""

    async def open(self, tournament: str) -> Tournament:
        """Open the games of the tables that are due, name them in the tournament, and return it.

        Raises NoSuchTournament, or PersistenceError if the log cannot be used.
        """
        while True:
            stored = await self._tournaments.load(tournament)
            state = stored.state
            due = [at for at, table in served_tables(state) if table.game is None]
            if not due:
                return state
            number = len(state.rounds)
            opened = [OpenTable(number, at, await self._game(state, at)) for at in due]
            try:
                done = await self._tournaments.perform(
                    tournament, SERVICE, opened, expected=[stored.head.version]
                )
            except StaleVersion:
                continue
            return done.stored.state

    async def take(self, game: str) -> bool:
        """Report a finished game to its tournament; return whether that changed anything.

        It does not if the game has no result for its table, or the table has one already: an
        arbiter was first, or another worker. Raises NoSuchGame, NoSuchTournament, or
        PersistenceError if the log cannot be used.
        """
        stored = await self._games.load(game)
        signature = await asyncio.to_thread(self._games.log.signature, game)
        proof = None if signature is None else proof_of(stored.game, signature)
        if proof is None:
            return False
        try:
            await self._tournaments.perform(proof.tournament, SERVICE, [RecordGame(proof)])
        except ActionRefused:
            return False
        return True

    async def take_all(self, state: Tournament) -> None:
        """Report all finished games of the tables without a result; raise as ``take``."""
        games = [table.game for _, table in served_tables(state) if table.game is not None]
        asked = [SIGNATURE + game for game in games if self._fruitless.get(game) is None]
        ended = await asyncio.to_thread(self._games.log.versions, asked)
        for signature in ended:
            game = signature.removeprefix(SIGNATURE)
            if not await self.take(game):
                self._fruitless.put(game, True)

    async def _game(self, state: Tournament, table: int) -> str:
        """Return the id of the game of a table; open it unless that has been done."""
        number = len(state.rounds)
        place = TournamentTable(state.id, number, table)
        seen = state.table(number, table)
        game = self._keys.table_id(state.id, number, table, len(seen.games))
        if await asyncio.to_thread(self._games.log.load, game) is not None:
            return game
        secret, at = self._keys.secret(), self._now()
        batch = begun(game, state.announcement, place, state.seats_at(seen), secret, at)
        with contextlib.suppress(Conflict):  # another worker has just opened it
            await self._games.begin(batch, secret, Policy("reserved"), at)
        return game
