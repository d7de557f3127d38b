"""The runner of projections: each applies each row of the log once, despite races and failures."""

import threading
from collections.abc import Hashable, Iterator, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy
from eventsourcing.persistence import DatabaseError
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from domain.table.actions import Resign
from domain.table.game import Game
from service.projections import reading, runner
from service.projections.driver import LAG, Driver
from service.projections.projection import Change, Projection
from service.projections.runner import Mark, NotCaughtUp, Runner
from service.projections.tables import MISSED
from service.settings import Settings
from service.storage.tables import METADATA, number_, text_
from tests.support.games.table import due
from tests.support.storage.projecting import Worker, lags, lively, worker
from tests.support.storage.stores import on_both_engines, run, settings_of

_DIARY = sqlalchemy.Table("diary", METADATA, number_("number", key=True), text_("game"))
METADATA.remove(_DIARY)  # only these tests use it


class Diary(Projection):
    """Stores a row for each change it receives, so a repeated change appears twice."""

    name = "diary.v1"
    tables = (_DIARY,)

    def __init__(self) -> None:
        self.failure: Exception | None = None
        self.changes: list[Change] = []

    def look(self, game: Game) -> Hashable:
        """Depend on the whole game."""
        return game.version

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Store the changes, then fail if the test asks for it."""
        count = connection.execute(select(func.count()).select_from(_DIARY)).scalar_one()
        rows = [
            {"number": count + place, "game": change.game.id}
            for place, change in enumerate(changes)
        ]
        if rows:
            connection.execute(insert(_DIARY), rows)
        if self.failure is not None:
            raise self.failure
        self.changes += changes


class Clock:
    """Stands still until the test moves it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def games_in_diary(one: Worker) -> list[str]:
    """Return the games in the diary."""
    with one.database.reading() as connection:
        return list(connection.execute(select(_DIARY.c.game).order_by(_DIARY.c.number)).scalars())


def runner_of(one: Worker, *projections: Projection, clock: Clock | None = None) -> Runner:
    """Return a runner of these projections, and create their tables."""
    with one.database.writing() as connection:
        for each in projections:
            for table in each.tables:
                table.create(connection, checkfirst=True)
    return Runner(one.database, projections, clock or Clock())


def test_each_row_of_the_log_is_read_once(at: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """In batches of any size, and after a restart from the last position."""
    monkeypatch.setattr(reading, "NOTICES_AT_ONCE", 3)
    with worker(at) as one:
        diary = Diary()
        drive = runner_of(one, diary)
        games = one.open_games(5)
        drive.drive()
        assert games_in_diary(one) == games
        drive.drive()
        assert [change.opened is not None for change in diary.changes] == [True] * 5
        assert lags(drive) == {"diary.v1": 0}
    with worker(at, 2) as one:
        drive = runner_of(one, Diary())
        more = one.open_games(1)
        assert lags(drive) == {"diary.v1": 3}, "an event, a vault and a receipt"
        drive.drive()
        assert games_in_diary(one) == games + more


@on_both_engines
def test_concurrent_workers_apply_each_row_once(
    at: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that is late finds the rows applied, and writes nothing."""
    monkeypatch.setattr(reading, "NOTICES_AT_ONCE", 4)
    with worker(at, 1) as one, worker(at, 2) as two, worker(at, 3) as three:
        games = one.open_games(40)
        runners = [runner_of(each, Diary()) for each in (one, two, three)]
        starting = threading.Barrier(len(runners))

        def follow(drive: Runner) -> None:
            starting.wait(30)
            for _ in range(20):
                drive.drive()

        with ThreadPoolExecutor(len(runners)) as threads:
            for done in [threads.submit(follow, drive) for drive in runners]:
                done.result()
        assert games_in_diary(one) == games


@pytest.fixture
def logged() -> Iterator[list[MutableMapping[str, Any]]]:
    """Yield the log entries."""
    with capture_logs() as entries:
        yield entries


@on_both_engines
def test_a_projection_that_fails_stops_alone(
    at: Settings, logged: list[MutableMapping[str, Any]]
) -> None:
    """Its rows stay as they are and the others go on. Retries come at growing intervals."""
    with worker(at) as one:
        bad, good, clock = Diary(), one.projections.lobby, Clock()
        drive = runner_of(one, bad, good, clock=clock)
        games = one.open_games(1)
        drive.drive()
        bad.failure = ZeroDivisionError("a mistake")
        games += one.open_games(2)
        drive.drive()
        assert lags(drive) == {"diary.v1": 6, "lobby.v6": 0}
        assert games_in_diary(one) == games[:1]
        (entry,) = logged
        assert (entry["event"], entry["projection"]) == ("projection_failed", "diary.v1")
        assert entry["exc_info"] is bad.failure
        failure = drive.failures["diary.v1"]
        assert (failure.error, failure.tries) == ("ZeroDivisionError: a mistake", 1)
        drive.catch_up(good)
        with pytest.raises(NotCaughtUp, match=r"diary\.v1 has failed"):
            drive.catch_up(bad)

        waits = []
        for tries in range(1, 12):
            assert drive.failures["diary.v1"].tries == tries
            waits.append(drive.failures["diary.v1"].retry_at - clock.now)
            clock.now = drive.failures["diary.v1"].retry_at - 0.01
            drive.drive()
            assert drive.failures["diary.v1"].tries == tries, "too early"
            clock.now += 0.01
            drive.drive()
        assert waits[:3] == pytest.approx([1, 2, 4])
        assert waits[-1] == pytest.approx(300)

        bad.failure = None
        clock.now += 300
        drive.catch_up(bad)
        assert drive.failures == {}
        assert games_in_diary(one) == games


@on_both_engines
@pytest.mark.usefixtures("logged")
def test_a_failure_is_over_when_another_worker_gets_past_it(at: Settings) -> None:
    """The failure is cleared, and the next change does not wait for a retry."""
    with worker(at, 1) as one, worker(at, 2) as two:
        bad = Diary()
        here, there = runner_of(one, bad), runner_of(two, Diary())
        games = one.open_games(1)
        bad.failure = ZeroDivisionError("a mistake")
        here.drive()
        assert here.failures.keys() == {"diary.v1"}
        there.drive()
        bad.failure = None
        here.drive()
        assert here.failures == {}
        games += one.open_games(1)
        here.catch_up(bad)
        assert games_in_diary(one) == games


@on_both_engines
def test_a_database_error_is_not_a_failed_projection(at: Settings) -> None:
    """The driver gets the error, nothing is stored, and the next run succeeds."""
    with worker(at) as one:
        diary = Diary()
        drive = runner_of(one, diary)
        games = one.open_games(2)
        diary.failure = OperationalError("", {}, Exception("the connection is gone"))
        with pytest.raises(DatabaseError, match="the connection is gone"):
            drive.drive()
        assert (drive.failures, games_in_diary(one)) == ({}, [])
        diary.failure = None
        drive.drive()
        assert games_in_diary(one) == games


@on_both_engines
@pytest.mark.usefixtures("logged")
def test_a_missing_table_stops_only_its_projection(at: Settings) -> None:
    """`reset`, the first step of `carolus rebuild`, recreates it."""
    with worker(at) as one:
        one.open_games(1)
        counts = one.projections.counts
        with one.database.writing() as connection:
            connection.exec_driver_sql("DROP TABLE counts_1")
        drive = one.projections.runner
        drive.drive()
        assert list(drive.failures) == ["counts.v1"]
        assert lags(drive)["lobby.v6"] == 0
        drive.reset(counts)
        drive.catch_up(counts)
        assert counts.of("carolus-magnus").games == 1


@on_both_engines
def test_catching_up_has_a_time_limit(at: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a projection is being built, the caller gets an error; finished work is kept."""
    monkeypatch.setattr(reading, "NOTICES_AT_ONCE", 1)
    with worker(at) as one:
        clock = Clock()

        class Slow(Diary):
            """A projection that is slow."""

            def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
                """Take three seconds."""
                clock.now += 3
                super().apply(connection, changes)

        slow = Slow()
        drive = runner_of(one, slow, clock=clock)
        games = one.open_games(5)
        with pytest.raises(NotCaughtUp, match="is being built"):
            drive.catch_up(slow)
        assert games_in_diary(one) == games[:2]
        drive.catch_up(slow, seconds=60)
        assert games_in_diary(one) == games


class Seats(Diary):
    """Depends only on the seats."""

    def look(self, game: Game) -> Hashable:
        """Depend on the seats."""
        return game.seats


def test_an_unchanged_game_is_not_applied_again(at: Settings) -> None:
    """As long as the part it depends on is the same, and no other worker has run meanwhile."""
    with worker(at, 1) as one, worker(at, 2) as other:
        seats, others = Seats(), Seats()
        drive, drives = runner_of(one, seats), runner_of(other, others)
        game = one.start([None, None])
        drive.drive()
        act(one, game)
        drive.drive()
        assert len(seats.changes) == 1, "nobody sat down or left"
        one.perform(game, 0, Resign())
        drive.drive()
        assert len(seats.changes) == 2
        game = one.start([None, None])
        drive.drive()
        assert len(seats.changes) == 3
        act(one, game)
        drives.drive()
        assert len(others.changes) == 1, "it has not seen that game"
        act(one, game)
        drive.drive()
        assert len(seats.changes) == 4, "the other worker may have applied something else since"


def act(one: Worker, game: str) -> None:
    """Take the first legal action."""
    stored = one.log.load(game)
    assert stored is not None
    seat = due(stored.game)
    one.perform(game, seat, stored.game.rules.legal(stored.game.position, seat).at(0))


@on_both_engines
@pytest.mark.usefixtures("logged")
def test_a_skipped_game_is_added_later(at: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in one game hides only that game.

    Once it is fixed, the driver of the next worker to start rebuilds.
    """
    with worker(at) as one:
        first, broken, last = one.open_games(3)
        one.log.forget(broken)
        load = one.log.load

        def failing(game: str) -> object:
            if game == broken:
                raise ZeroDivisionError("a mistake")
            return load(game)

        monkeypatch.setattr(one.log, "load", failing)
        assert [row.id for row in one.listed()] == [last, first]
        with one.database.reading() as connection:
            names = list(connection.execute(select(MISSED.c.projection)).scalars())
        assert sorted(names) == sorted(each.name for each in one.projections.runner.projections)
    with worker(at) as one:
        assert [row.id for row in one.listed()] == [last, first], "a reader repairs nothing"
        run(Driver(one.projections.runner).look())
        assert [row.id for row in one.listed()] == [last, broken, first]
        with one.database.reading() as connection:
            assert connection.execute(select(MISSED)).all() == []


def test_an_unreadable_game_does_not_stop_the_driver(
    at: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver tries to read the game again, fails, and goes on with the others."""
    with worker(at) as one:
        (broken,) = one.open_games(1)
        one.log.forget(broken)
        load = one.log.load

        def failing(game: str) -> object:
            if game == broken:
                raise ZeroDivisionError("a mistake")
            return load(game)

        monkeypatch.setattr(one.log, "load", failing)
        assert one.listed() == []
        one.open_games(1)
        run(Driver(one.projections.runner).look())
        assert set(lags(one.projections.runner).values()) == {0}


def test_an_idle_look_of_the_driver_asks_for_the_end_and_the_positions_once(
    at: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It drives and measures by the same answers."""
    with worker(at) as one:
        runner = one.projections.runner
        driver = Driver(runner)
        one.open_games(2)
        run(driver.look())
        asked: list[str] = []

        def count(owner: object, name: str) -> None:
            answer = getattr(owner, name)

            def counted() -> Any:
                asked.append(name)
                return answer()

            monkeypatch.setattr(owner, name, counted)

        count(one.log, "position")
        count(runner, "marks")
        run(driver.look())
        assert asked == ["position", "marks"]
        assert LAG.labels("lobby.v6")._value.get() == 0


def test_a_rebuild_is_counted_even_before_anything_was_read(at: Settings) -> None:
    """So a worker that is reading the first rows meanwhile finds that it came too late."""
    with worker(at) as one:
        drive = runner_of(one, diary := Diary())
        assert drive.marks() == {"diary.v1": Mark(0, 0)}
        drive.reset(diary)
        assert drive.marks() == {"diary.v1": Mark(0, 1)}
        games = one.open_games(2)
        drive.drive()
        assert games_in_diary(one) == games


@on_both_engines
@pytest.mark.long
def test_rebuilding_while_workers_run(at: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeatedly, during their commits and updates; in the end all rows are there."""
    monkeypatch.setattr(reading, "NOTICES_AT_ONCE", 7)
    with worker(at, 1) as one, worker(at, 2) as other:
        done = threading.Event()

        def follow() -> None:
            while not done.is_set():
                other.projections.runner.drive()

        def rebuild() -> None:
            for _ in range(15):
                for each in other.projections.runner.projections:
                    other.projections.runner.reset(each)
            done.set()

        with ThreadPoolExecutor(2) as threads:
            working = [threads.submit(follow), threads.submit(rebuild)]
            lively(one, Random(3), 4)
            for work in working:
                work.result()
        one.catch_up()
        live = one.rows()
        for each in one.projections.runner.projections:
            one.projections.runner.reset(each)
        one.catch_up()
        assert one.rows() == live


def test_the_memory_of_seen_games_is_bounded(at: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond ``GAMES_SEEN_MAX`` the runner forgets what it has seen, and applies it once more."""
    monkeypatch.setattr(runner, "GAMES_SEEN_MAX", 2)
    with worker(at) as one:
        diary = Diary()
        drive = runner_of(one, diary)
        for _ in range(6):
            one.open_games(1)
            drive.drive()
        assert len(drive._memories["diary.v1"].seen) <= 3


@pytest.mark.long
def test_workers_start_together_on_an_empty_folder(tmp_path: Path) -> None:
    """Each looks for the tables before any worker has created them."""
    starting, started = threading.Barrier(6), threading.Barrier(6)

    def begin(folder: Path) -> None:
        starting.wait(30)
        with worker(settings_of(folder), migrated=False) as one:
            assert one.listed() == []
            started.wait(30)

    with ThreadPoolExecutor(6) as threads:
        for number in range(5):
            for done in [threads.submit(begin, tmp_path / str(number)) for _ in range(6)]:
                done.result()
