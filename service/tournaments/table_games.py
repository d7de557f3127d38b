"""The tables of a round in the service: their games, from the opening to the result.

It also carries out in the games what the tournament has decided about them.

All of it can be done any number of times, by any worker. The id of a game follows from its table,
so a table has one game, even after a crash between its opening and the entry in the tournament.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence
from itertools import count, takewhile
from typing import Any, Final

import structlog

from domain.table.game import TABLE, Game
from domain.table.reserving import TournamentTable
from domain.table.watching import ALLOWED
from domain.tournament.stream.actions import ForfeitAbsent, OpenTable, RecordGame, ScoreTable
from domain.tournament.stream.pacing import served_tables
from domain.tournament.stream.people import SERVICE, Person
from domain.tournament.stream.state import TableState, Tournament
from domain.tournament.stream.table_orders import (
    TableOrder,
    leaving,
    orders_in,
    pauses_in,
    seats_of,
)
from service.access.game_keys import Keys
from service.access.policy import Policy
from service.games.handler import ActionRefused, Handler
from service.runtime.lru_cache import LruCache
from service.runtime.timestamps import later
from service.storage.log import SIGNATURE, Conflict
from service.storage.stale_version import StaleVersion, must_be_expected
from service.storage.tournaments import TOURNAMENTS_IN_MEMORY_MAX, StoredTournament
from service.tournaments.games import begun, proof_of
from service.tournaments.handler import TournamentHandler
from service.tournaments.table_orders import GameStep, as_it_stands, is_settled, steps_left

_LOG = structlog.get_logger("carolus.tournaments")

GAMES_MAX: Final = 5_000
"""Games in memory about which nothing is left to do; others are read again."""


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
        self._settled: LruCache[str, TableOrder] = LruCache(GAMES_MAX)
        """What was decided about a game and carried out."""
        self._carried_out: LruCache[str, Tournament] = LruCache(TOURNAMENTS_IN_MEMORY_MAX)
        """The last state of each tournament of which everything was carried out."""
        self._hindered: LruCache[str, TableOrder] = LruCache(GAMES_MAX)
        """What was decided about a game, and its rules prevent for now."""
        self._opened_at: LruCache[str, str] = LruCache(GAMES_MAX)

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
            try:
                opened = [OpenTable(number, at, await self._game(stored, at)) for at in due]
                done = await self._tournaments.perform(
                    tournament, SERVICE, opened, expected=[stored.head.version]
                )
            except StaleVersion:
                continue
            for one in opened:
                await self._call_off_others(state, one)
            return done.stored.state

    async def take(self, game: str, *, scored: bool = False) -> bool:
        """Report a finished game to its tournament; return whether that changed anything.

        With ``scored``, a game that was decided from outside is one that the service ended as it
        stood. Nothing changes if the game has no result for its table, or the table has one
        already: an arbiter was first, or another worker. Raises NoSuchGame, NoSuchTournament, or
        PersistenceError if the log cannot be used.
        """
        stored = await self._games.load(game)
        signature = await asyncio.to_thread(self._games.log.signature, game)
        proof = None if signature is None else proof_of(stored.game, signature)
        if proof is None:
            return False
        judged = scored and stored.game.outcome.reason == "adjudicated"
        report = ScoreTable(proof) if judged else RecordGame(proof)
        return await self._report(proof.tournament, report)

    async def take_all(self, state: Tournament, *, scored: bool = False) -> None:
        """Report all finished games of the tables without a result; raise as ``take``."""
        games = [table.game for _, table in served_tables(state) if table.game is not None]
        asked = [SIGNATURE + game for game in games if self._fruitless.get(game) is None]
        ended = await asyncio.to_thread(self._games.log.versions, asked) if asked else ()
        for signature in ended:
            game = signature.removeprefix(SIGNATURE)
            if not await self.take(game, scored=scored):
                self._fruitless.put(game, True)

    # --- what the tournament decided ----------------------------------------------------------

    def has_orders(self, state: Tournament) -> bool:
        """Return whether something is decided about a game that may not be carried out yet."""
        return bool(self._orders_left(state))

    async def carry_out(self, state: Tournament) -> None:
        """Carry out in the games what the tournament has decided about them.

        If a rule of a game prevents a step now, a later call tries it again. Raises NoSuchGame, or
        PersistenceError if the log cannot be used.
        """
        await self._review_pauses(state)
        orders = self._orders_left(state)
        if orders:
            games = [SIGNATURE + one.game for one in orders]
            ended = await asyncio.to_thread(self._games.log.versions, games)
            for order in orders:
                if SIGNATURE + order.game in ended or await self._is_carried_out(order):
                    self._settled.put(order.game, order)
                    self._hindered.drop(order.game)
        if not self._orders_left(state):
            self._carried_out.put(state.id, state)

    async def _review_pauses(self, state: Tournament) -> None:
        """Carry out again what is decided about a pause if the game is no longer as decided.

        Only a pause can be decided, revoked and decided again. So another worker may suspend a game
        after its pause has ended, because it read the tournament before that, and end right then.
        """
        orders = {one.game: one for one in pauses_in(state)}
        if not orders:
            return
        games = await asyncio.to_thread(self._games.log.load_several, list(orders))
        for game, stored in games.items():
            if not is_settled(stored.game, orders[game]):
                self._settled.drop(game)
                self._carried_out.drop(state.id)

    def _orders_left(self, state: Tournament) -> list[TableOrder]:
        """Return what is decided about games that may not be carried out yet."""
        since = self._carried_out.get(state.id)
        return [one for one in orders_in(state, since) if self._settled.get(one.game) != one]

    def waits_for(self, game: str) -> bool:
        """Return whether something is to be done in a game as soon as its rules allow it."""
        return self._hindered.get(game) is not None

    async def _is_carried_out(self, order: TableOrder) -> bool:
        """Take the steps that are possible; return whether nothing is left to do."""
        refused: set[GameStep] = set()
        while True:
            stored = await self._games.load(order.game)
            possible = (one for one in steps_left(stored.game, order) if one not in refused)
            step = next(possible, None)
            if step is None:
                return not refused and is_settled(stored.game, order)
            try:
                version = [stored.head.version]
                await self._games.perform(order.game, step.by, [step.action], expected=version)
            except StaleVersion:
                continue
            except ActionRefused as no:
                refused.add(step)
                self._hinder(order, no)

    def _hinder(self, order: TableOrder, why: ActionRefused) -> None:
        """Remember that an order waits, and log that once."""
        if self._hindered.get(order.game) != order:
            self._hindered.put(order.game, order)
            _LOG.warning("order_waits", game=order.game, why=str(why))

    async def forfeit_absent(self, state: Tournament, *, now: bool = False) -> None:
        """Let players forfeit who have not taken their seats by ``now``."""
        for at, table in served_tables(state):
            if table.game is not None and not table.paused:
                absent = await self._absent(state, table, table.game, now=now)
                if absent:
                    forfeit = ForfeitAbsent(len(state.rounds), at, absent)
                    await self._report(state.id, forfeit)

    async def score(self, state: Tournament) -> None:
        """End the games that still run in favour of those who are ahead, and report them."""
        for _, table in served_tables(state):
            if table.game is not None:
                await self._stand(table.game)
                await self.take(table.game, scored=True)

    async def _stand(self, game: str) -> None:
        while (stored := await self._games.load(game)).game.status == "running":
            end, version = as_it_stands(stored.game), [stored.head.version]
            with contextlib.suppress(StaleVersion):
                await self._games.perform(game, TABLE, [end], expected=version)

    async def _absent(
        self, state: Tournament, table: TableState, game: str, *, now: bool
    ) -> tuple[int, ...]:
        """Return the entrants of a table who lose because they have not taken their seats."""
        late = now or await self._is_late(state, game)
        gone = leaving(state, len(state.rounds), table)
        if not late and not gone:
            return ()
        seen = (await self._games.load(game)).game
        return tuple(
            one
            for one in (table.players if late else gone)
            if seen.status == "open"
            and one not in table.forfeits
            and not all(seen.seats[seat].taken for seat in seats_of(state, table, [one]))
        )

    async def _is_late(self, state: Tournament, game: str) -> bool:
        """Return whether the announced limit of a game is past."""
        minutes = state.announcement.no_show_minutes
        if minutes is None:
            return False
        opened = self._opened_at.get(game)
        if opened is None:
            opened = await asyncio.to_thread(self._games.log.created_at, game)
            self._opened_at.put(game, opened)
        return later(opened, minutes * 60) <= self._now()

    async def _report(self, tournament: str, action: Any) -> bool:
        """Report something to a tournament; return False if it knows this, or does not need it."""
        try:
            await self._tournaments.perform(tournament, SERVICE, [action])
        except ActionRefused:
            return False
        return True

    async def _game(self, stored: StoredTournament, table: int) -> str:
        """Return the id of the game of a table; open it unless that has been done.

        A worker may have opened one for others, just before an arbiter changed the tables; that one
        is passed over. Raises StaleVersion if the tournament has changed since.
        """
        state, number = stored.state, len(stored.state.rounds)
        place = TournamentTable(state.id, number, table)
        people = state.seats_at(number, state.table(number, table))
        for game in self._ids(state, table):
            found = await asyncio.to_thread(self._games.log.load, game)
            if found is None:
                secret, at = self._keys.secret(), self._now()
                batch = begun(game, state.announcement, place, people, secret, at)
                watched = state.announcement.spectators
                policy = Policy("reserved", None if watched == ALLOWED else watched)
                with contextlib.suppress(Conflict):  # another worker has just opened it
                    await self._games.begin(batch, secret, policy, at)
                found = await self._games.load(game)
            if _is_for(found.game, people):
                break
            newest = await self._tournaments.load(state.id)
            must_be_expected(newest.head, [stored.head.version])
        return game

    def _ids(self, state: Tournament, table: int) -> Iterator[str]:
        """Yield the ids that the next game of a table can have, in order."""
        number = len(state.rounds)
        for games in count(len(state.table(number, table).games)):
            game = self._keys.table_id(state.id, number, table, games)
            if game not in state.games:
                yield game

    async def _call_off_others(self, state: Tournament, opened: OpenTable) -> None:
        """Call off the games that were passed over for the one that the table now has."""
        for game in takewhile(lambda one: one != opened.game, self._ids(state, opened.table)):
            await self._is_carried_out(TableOrder(game, ends=True))


def _is_for(game: Game, people: Sequence[Person]) -> bool:
    """Return whether the seats of a game are reserved for these people, under their names."""
    names = tuple(one.name for one in people)
    keys = tuple(one.key for one in people)
    return game.reserved == keys and game.reserved_names in {(), names}
