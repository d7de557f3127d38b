"""The lobby: made from the log, paged while games are added, the same when made anew."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from domain.table.actions import AbortGame, Resign, TakeSeat
from domain.table.game import TABLE
from service.handle import Handler
from service.projections import lobby as lobby_module
from service.projections.lobby import Lobby, LobbyRow, Wanted
from service.storage.database import Database
from service.storage.log import Log
from service.storage.rows import envelope_of
from tests.support.stores import Clock, handler_of, opened_database, run, settings_of
from tests.support.table import RULES, action_of, due


class Worker(NamedTuple):
    """What one process of the service has."""

    handler: Handler
    lobby: Lobby
    log: Log
    database: Database

    def all(self, **conditions: Any) -> list[LobbyRow]:
        """Return all games, the newest first."""
        asked = {"status": None, "ruleset": None, "before": None, "limit": 10_000, **conditions}
        return self.lobby.page(**asked)

    def open_games(self, count: int, **options: Any) -> list[str]:
        """Open so many games, one after the other, and return their ids."""

        async def scene() -> list[str]:
            rules = RULES.options_type(**options)
            return [
                (await self.handler.open(RULES, rules, None)).stored.game.id for _ in range(count)
            ]

        return run(scene())

    def perform(self, game: str, by: Any, *actions: Any, house: bool = False) -> None:
        """Carry this out."""
        run(self.handler.perform(game, by, actions, house=house))


@contextmanager
def worker(folder: Path, seed: object = 1) -> Iterator[Worker]:
    """Open the log and the lobby in this folder."""
    with opened_database(settings_of(folder)) as database:
        yield Worker(handler_of(database.log, seed), Lobby(database), database.log, database)


def ids(rows: list[LobbyRow]) -> list[str]:
    """Return the ids of these games."""
    return [row.id for row in rows]


def test_the_lobby_catches_up_and_then_has_nothing_to_do(tmp_path: Path) -> None:
    """Each row of the log is read once; what is in it is in the list, the newest first."""
    with worker(tmp_path) as one:
        assert one.lobby.catch_up() == 0
        games = one.open_games(5)
        assert one.all() == []
        assert one.lobby.catch_up() == 10, "an event and a vault for each game"
        assert one.lobby.catch_up() == 0
        assert ids(one.all()) == games[::-1]
        assert [row.number for row in one.all()] == [5, 4, 3, 2, 1]
        assert one.all()[-1].created_at == Clock(seed=1)(), "that of its first event"


def test_games_by_state_and_ruleset(tmp_path: Path) -> None:
    """A game moves from one list to the next; its number stays."""
    with worker(tmp_path) as one:
        opened, running, over, aborted = one.open_games(4)
        for game in (running, over):
            one.perform(game, TABLE, TakeSeat(0), TakeSeat(1))
        one.perform(over, 0, Resign())
        one.perform(aborted, TABLE, AbortGame())
        one.lobby.catch_up()
        lists = {
            status: ids(one.all(status=status)) for status in ("open", "running", "over", "aborted")
        }
        assert lists == {
            "open": [opened],
            "running": [running],
            "over": [over],
            "aborted": [aborted],
        }
        assert one.lobby.counts() == {"open": 1, "running": 1, "over": 1, "aborted": 1}
        assert len(one.all(ruleset="carolus-magnus")) == 4
        for other in ("carolus", "chess", "%", "carolus_magnus", "CAROLUS-MAGNUS", ""):
            assert one.all(ruleset=other) == []
        one.perform(opened, TABLE, AbortGame())
        one.lobby.catch_up()
        assert [row.number for row in one.all(status="aborted")] == [4, 1]


def test_pages_stand_still_while_games_are_added(tmp_path: Path) -> None:
    """Going on from the last number seen, nobody misses a game or sees one twice."""
    with worker(tmp_path) as one:
        games = one.open_games(23)
        one.lobby.catch_up()
        seen: list[LobbyRow] = []
        while page := one.all(before=seen[-1].number if seen else None, limit=5):
            seen += page
            one.open_games(3)
            one.perform(games[len(seen) % 23], TABLE, TakeSeat(0))
            one.lobby.catch_up()
        assert ids(seen) == games[::-1]


def test_the_house_is_told_where_bots_play(tmp_path: Path) -> None:
    """Running games with a bot, or with a seat that the house plays on for."""
    with worker(tmp_path) as one:
        waiting, bots, people, left, over = one.open_games(5, players=3)
        one.perform(waiting, TABLE, TakeSeat(0, bot="greedy"))
        one.perform(bots, TABLE, TakeSeat(0, bot="greedy"), TakeSeat(1), TakeSeat(2))
        for game in (people, left, over):
            one.perform(game, TABLE, TakeSeat(0), TakeSeat(1), TakeSeat(2))
        one.perform(left, 1, Resign())
        one.perform(over, 1, Resign())
        one.perform(over, 2, Resign())
        one.lobby.catch_up()
        assert one.lobby.running_with_bots() == [bots, left]


def made(one: Worker, table: str = "lobby") -> list[tuple[object, ...]]:
    """Return all that the lobby knows."""
    with one.database.reading() as connection:
        found = connection.exec_driver_sql(f"SELECT * FROM {table} ORDER BY number")  # noqa: S608 - a table's name
        return [tuple(row) for row in found]


def forget(one: Worker) -> None:
    """Drop the lobby and how far it has read."""
    with one.database.writing() as connection:
        connection.exec_driver_sql("DROP TABLE lobby")
        connection.exec_driver_sql("DROP TABLE ended")
        forgotten = "DELETE FROM tracking WHERE application_name = ?"
        connection.exec_driver_sql(forgotten, (lobby_module.NAME,))


@pytest.mark.parametrize("at_once", [1, 7, 500])
def test_made_anew_it_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, at_once: int
) -> None:
    """Dropped and read again from the first row, in chunks of any size."""
    monkeypatch.setattr(lobby_module, "NOTICES_PER_TRANSACTION", at_once)
    random = Random(seed)
    with worker(tmp_path) as one:
        for _ in range(20):
            (game,) = one.open_games(1, players=random.choice((2, 3)))
            if random.random() < 0.3:
                one.perform(game, TABLE, AbortGame())
            elif random.random() < 0.8:
                play(one, game, random)
            if random.random() < 0.5:
                one.lobby.catch_up()
        one.lobby.catch_up()
        live, ended = made(one), made(one, "ended")
        assert len(live) == 20
        assert len(ended) == sum(row[4] in ("over", "aborted") for row in live) > 5
        forget(one)
    with worker(tmp_path) as one:
        assert made(one) == []
        one.lobby.catch_up()
        assert (made(one), made(one, "ended")) == (live, ended)


def test_games_in_the_order_of_their_ends(tmp_path: Path) -> None:
    """Whoever goes on from the last one misses none, although an older game ended later."""
    with worker(tmp_path) as one:
        games = one.open_games(6)
        ends = [games[number] for number in (3, 0, 5, 1)]
        seen: list[str] = []
        place = 0
        for game in ends:
            one.perform(game, TABLE, AbortGame())
            one.lobby.catch_up()
            for found in one.lobby.records(Wanted(), place, 10):
                seen.append(found.id)
                place = found.number
        assert seen == ends
        assert [found.id for found in one.lobby.records(Wanted("aborted"), 0, 2)] == ends[:2]
        assert one.lobby.records(Wanted("over"), 0, 2) == []
        still = [found.id for found in one.lobby.records(Wanted("open"), 0, 10)]
        assert still == [games[2], games[4]]
        assert one.lobby.count_records(Wanted()) == 4
        assert one.lobby.count_records(Wanted("open", "carolus-magnus")) == 2
        assert one.lobby.place_of(Wanted(), games[1]) == place
        assert one.lobby.place_of(Wanted(), games[2]) is None


def test_games_that_ended_within_a_time(tmp_path: Path) -> None:
    """From a time on, and before another; the beginning of a time is enough."""
    with worker(tmp_path) as one:
        games = one.open_games(4)
        times = []
        for game in games:
            one.perform(game, TABLE, AbortGame())
            times.append(envelope_of(one.log.rows(game)[-1]).at)
        one.lobby.catch_up()

        def found(since: str | None, until: str | None) -> list[str]:
            wanted = Wanted(since=since, until=until)
            return [place.id for place in one.lobby.records(wanted, 0, 10)]

        assert found(times[1], None) == games[1:]
        assert found(None, times[1]) == games[:1]
        assert found(times[1], times[3]) == games[1:3]
        assert found("2025-01-01", None) == found(None, "2025-01-02") == games
        assert found("2025-01-02", None) == found(None, "2025-01-01") == []


def play(one: Worker, game: str, random: Random) -> None:
    """Start a game, perhaps with bots, and play some of it."""
    stored = one.log.load(game)
    assert stored is not None
    bots = [random.choice(("greedy", "random", None)) for _ in stored.game.seats]
    one.perform(game, TABLE, *(TakeSeat(seat, bot=bot) for seat, bot in enumerate(bots)))
    for _ in range(random.randrange(6)):
        stored = one.log.load(game)
        assert stored is not None
        seat = due(stored.game)
        one.perform(game, seat, action_of(stored.game, seat, random), house=True)
    if bots[0] is None:
        one.perform(game, 0, Resign())


def test_workers_that_start_at_once_make_one_lobby(tmp_path: Path) -> None:
    """On a fresh folder each looks for file and tables before another has made them."""
    starting, made_all = threading.Barrier(6), threading.Barrier(6)

    def begin(folder: Path) -> None:
        starting.wait(30)
        with worker(folder) as one:
            assert one.lobby.catch_up() == 0
            made_all.wait(30)

    with ThreadPoolExecutor(6) as threads:
        for number in range(20):
            for done in [threads.submit(begin, tmp_path / str(number)) for _ in range(6)]:
                done.result()


def test_workers_that_catch_up_at_once_do_not_fail(tmp_path: Path) -> None:
    """Whoever is late finds that another has read as far; the rows are the same."""
    with worker(tmp_path, 1) as one, worker(tmp_path, 2) as other:

        async def add(at: Worker) -> None:
            for _ in range(60):
                await at.handler.open(RULES, RULES.options_type(), None)

        async def follow(at: Worker) -> None:
            for _ in range(120):
                await asyncio.to_thread(at.lobby.catch_up)

        async def scene(at: Worker) -> None:
            await asyncio.gather(add(at), follow(at), follow(at))

        with ThreadPoolExecutor(2) as threads:
            for done in [threads.submit(run, scene(at)) for at in (one, other)]:
                done.result()
        one.lobby.catch_up()
        assert other.lobby.catch_up() == 0
        live = made(one)
        assert len(live) == 120
        assert [row[0] for row in live] == list(range(1, 121))
        forget(one)
        one.lobby.create_table()
        one.lobby.catch_up()
        assert made(one) == live
