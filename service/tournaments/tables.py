"""The tables of a round in the service: opens their games, and takes the results of those.

Both can be done any number of times, by any worker. The id of a game follows from its table, so a
table has one game, also after a crash between its opening and the entry in the tournament.
"""

import asyncio
import contextlib
from collections.abc import Callable

from domain.table.reserving import TournamentTable
from domain.tournament.stream.actions import OpenTable, RecordGame
from domain.tournament.stream.people import SERVICE
from domain.tournament.stream.state import TableState, Tournament
from service.access.game_keys import Keys
from service.access.policy import Policy
from service.games.handler import ActionRefused, Handler
from service.games.stale_version import StaleVersion
from service.storage.log import Conflict
from service.tournaments.games import begun, proof_of
from service.tournaments.handler import TournamentHandler


class Tables:
    """Opens the games of tournaments. ``now`` returns the time in RFC 3339, UTC."""

    def __init__(
        self, games: Handler, tournaments: TournamentHandler, keys: Keys, now: Callable[[], str]
    ) -> None:
        self._games = games
        self._tournaments = tournaments
        self._keys = keys
        self._now = now

    async def open(self, tournament: str) -> None:
        """Open the games of the tables that are due, and name them in the tournament.

        Tables with a guest, and those of a tournament that does not reserve seats, are played at
        real tables. Raises NoSuchTournament, or PersistenceError if the log cannot be used.
        """
        while True:
            stored = await self._tournaments.load(tournament)
            state = stored.state
            due = _due(state)
            if not due:
                return
            number = len(state.rounds)
            opened = [OpenTable(number, at, await self._game(state, at)) for at in due]
            try:
                await self._tournaments.perform(
                    tournament, SERVICE, opened, expected=[stored.head.version]
                )
            except StaleVersion:
                continue
            return

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


def _due(state: Tournament) -> list[int]:
    """Return the tables of the round whose games are to be opened."""
    if state.phase != "playing" or not state.announcement.seats_reserved:
        return []
    return [
        at
        for at, table in enumerate(state.rounds[-1].tables, 1)
        if table.game is None and table.result is None and not _has_a_guest(state, table)
    ]


def _has_a_guest(state: Tournament, table: TableState) -> bool:
    return any(
        person.guest is not None
        for player in table.players
        for person in state.entrants[player - 1].people
    )
