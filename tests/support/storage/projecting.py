"""Helpers for projections: workers on one database, their games, and the rows they produce."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Final, NamedTuple

from sqlalchemy import select

from domain.ruleset import AnyRuleset
from domain.table.actions import AbortGame, LeaveSeat, Resign, TakeSeat
from domain.table.clock import DaysClock
from domain.table.game import TABLE, Game
from domain.table.opening import NO_TERMS, OpeningTerms
from service.access.deeds import note_signing_key
from service.access.game_keys import Keys
from service.access.register import NewToken, Register
from service.games.handler import Handler
from service.projections.all import Projections
from service.projections.lobby import LobbyRow, Shown
from service.projections.projection import Projection
from service.projections.runner import Runner
from service.settings import Settings
from service.storage.database import Database
from service.storage.log import Log
from service.tournaments.handler import TournamentHandler
from tests.support.games.table import RULES, action_of, due
from tests.support.storage.stores import (
    KEY,
    SIGNER,
    SIGNING,
    Ticks,
    handler_of,
    keys_of,
    nobody_missing,
    opened_database,
    run,
)

ACCOUNTS: Final = tuple(letter * 26 for letter in "abcdef")

DAYS: Final = OpeningTerms(DaysClock(3, "house"))

Rows = dict[str, list[tuple[Any, ...]]]
"""All rows of tables, by table name."""


class Worker(NamedTuple):
    """What one process of the service has."""

    handler: Handler
    desk: TournamentHandler
    projections: Projections
    database: Database

    @property
    def log(self) -> Log:
        """The log."""
        return self.database.log

    def catch_up(self) -> None:
        """Let all projections read the log to its end."""
        runner = self.projections.runner
        runner.catch_up(*runner.projections, seconds=60)  # the machine may be busy

    def listed(
        self, before: int | None = None, limit: int = 10_000, **shown: Any
    ) -> list[LobbyRow]:
        """Return games of the lobby, newest first."""
        self.catch_up()
        return self.projections.lobby.page(Shown(**shown), before=before, limit=limit)

    def open_games(
        self,
        count: int,
        terms: OpeningTerms = NO_TERMS,
        rules: AnyRuleset = RULES,
        **options: Any,
    ) -> list[str]:
        """Open this many games in order, and return their ids."""

        async def scene() -> list[str]:
            agreed = rules.options_type(**options)
            opened = [
                await self.handler.open(rules, agreed, None, terms=terms) for _ in range(count)
            ]
            return [one.stored.game.id for one in opened]

        return run(scene())

    def note_key(self) -> None:
        """Note the signing key, as a service does when it starts."""
        assert run(note_signing_key(self.log, SIGNING))

    def make_account(self) -> str:
        """Create an account with a token, and return its id."""
        register = Register(self.log, Keys(KEY), Ticks())
        return run(register.open("Ana", NewToken("x", ("play",)))).account.id

    def perform(self, game: str, by: Any, *actions: Any, house: bool = False) -> Game:
        """Perform these actions, and return the game after them."""
        return run(self.handler.perform(game, by, actions, house=house)).stored.game

    def start(self, players: Sequence[str | None], **options: Any) -> str:
        """Start a game of these accounts; None stands for a player without one."""
        (game,) = self.open_games(1, players=len(players), **options)
        for seat, player in enumerate(players):
            self.perform(game, seat, TakeSeat(seat, **({"player": player} if player else {})))
        return game

    def end(self, game: str, *resigning: int) -> None:
        """Have these seats resign in order, which must end the game."""
        statuses = [self.perform(game, seat, Resign()).status for seat in resigning]
        assert statuses[-1] == "over"

    def rows(self, *projections: Projection) -> Rows:
        """Return all rows of these projections, or of all projections."""
        chosen = projections or self.projections.runner.projections
        with self.database.reading() as connection:
            return {
                table.name: [
                    tuple(row)
                    for row in connection.execute(select(table).order_by(*table.primary_key))
                ]
                for one in chosen
                for table in one.tables
            }


def lags(runner: Runner) -> dict[str, int]:
    """Return how many rows of the log each projection has not read."""
    position = runner._log.position()
    return {name: position - mark.position for name, mark in runner.marks().items()}


@contextmanager
def worker(
    at: Settings, seed: object = 1, now: Callable[[], str] | None = None, *, migrated: bool = True
) -> Iterator[Worker]:
    """Open the database as a process of the service does; it is there if ``migrated``."""
    with opened_database(at, migrated=migrated) as database:
        games = handler_of(database.log, seed, now)
        keys = keys_of(f"tournaments {seed}")
        desk = TournamentHandler(
            database.tournaments, keys, SIGNER, now or Ticks(seed), nobody_missing
        )
        yield Worker(games, desk, Projections(database), database)


def ids(rows: Sequence[LobbyRow]) -> list[str]:
    """Return the ids of these games."""
    return [row.id for row in rows]


def lively(one: Worker, random: Random, games: int) -> None:
    """Play this many games side by side, with everything that can happen to one."""
    opened = [
        one.open_games(1, random.choice((NO_TERMS, DAYS)), players=random.choice((2, 2, 3, 4)))[0]
        for _ in range(games)
    ]
    for _ in range(4):
        random.shuffle(opened)
        for game in opened:
            stored = one.log.load(game)
            assert stored is not None
            if stored.game.status == "open":
                _fill(one, stored.game, random)
            elif stored.game.status == "running":
                _play(one, stored.game, random)


def _fill(one: Worker, game: Game, random: Random) -> None:
    """Seat someone, let someone leave, or call the game off."""
    happens = random.random()
    if happens < 0.1:
        one.perform(game.id, TABLE, AbortGame())
    elif happens < 0.2:
        one.perform(game.id, TABLE, TakeSeat(0, player=random.choice(ACCOUNTS)), LeaveSeat(0))
    elif happens < 0.3:
        one.perform(game.id, TABLE, TakeSeat(0, player=random.choice(ACCOUNTS)))
        one.perform(game.id, TABLE, LeaveSeat(0))
    elif happens < 0.4:
        one.perform(game.id, TABLE, *(TakeSeat(s, bot="random") for s in range(len(game.seats))))
    else:
        accounts = random.sample(ACCOUNTS, len(game.seats))
        for seat, player in enumerate(accounts):
            one.perform(game.id, seat, TakeSeat(seat, player=player))


def _play(one: Worker, game: Game, random: Random) -> None:
    """Play some actions, and end half of the games."""
    for _ in range(random.randrange(8)):
        if game.status != "running":
            return
        seat = due(game)
        game = one.perform(game.id, seat, action_of(game, seat, random), house=True)
    for seat, state in enumerate(game.seats):
        if game.status == "running" and state.bot is None and random.random() < 0.5:
            game = one.perform(game.id, seat, Resign())
