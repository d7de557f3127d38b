"""PostgreSQL as the log: commits when the connection breaks or the server goes away."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from psycopg import Connection
from psycopg.rows import DictRow

from service.storage import postgres_engine
from service.storage.database import migrate
from service.storage.engines import Unreachable
from service.storage.log import Conflict, Log
from service.storage.postgres import PostgresPool, PostgresRecorder
from service.storage.rows import Stored
from service.storage.writer import InDoubt
from tests.support.run.long import cases
from tests.support.run.waiting import until
from tests.support.servers.services import start_postgres
from tests.support.storage.stores import (
    AT,
    noting,
    opened_database,
    opened_log,
    played,
    put,
    run,
    settings_of,
)

GAME = "aaaaaaaaaaaaaaaa"


@pytest.fixture
def log(migrated: str, tmp_path: Path) -> Iterator[Log]:
    """Return the log of a database that only this test uses."""
    with opened_log(settings_of(tmp_path, migrated)) as opened:
        yield opened


def append(log: Log, before: Stored, number: int) -> Stored:
    """Append a batch of the game together with a note."""
    batch = played(GAME, requests=9).batches[number]
    stored, _ = run(log.append(before, batch, AT, None, noting(f"n/{number}")))
    return stored


def begun(log: Log) -> Stored:
    """Append the first batches of the game."""
    return run(put(log, played(GAME, requests=9).batches[:3]))


# --- broken connections ------------------------------------------------------------------------


class Line:
    """The connection to the server; on request, it breaks between a commit and its response."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cuts = 0
        self.away = False
        """Whether connecting fails after a break."""
        get, commit, line = PostgresPool.get_connection, Connection.commit, self

        def get_connection(datastore: PostgresPool) -> AbstractContextManager[Connection[DictRow]]:
            if line.away and not line.cuts:
                raise Unreachable("cut")
            return get(datastore)

        def committed(connection: Connection[Any]) -> None:
            commit(connection)
            if connection.autocommit and line.cuts:
                line.cuts -= 1
                connection.close()
                raise psycopg.OperationalError("cut")

        monkeypatch.setattr(PostgresPool, "get_connection", get_connection)
        monkeypatch.setattr(Connection, "commit", committed)


def test_the_response_to_a_commit_is_lost(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log finds the rows in the table, exactly once, and reports success."""
    before = begun(log)
    line = Line(monkeypatch)
    for number in (3, 4, 5):
        line.cuts = 1
        before = append(log, before, number)
        assert line.cuts == 0
        assert log.head(GAME) == before.head
        assert log._note(f"n/{number}") == b"noted"
    log.forget(GAME)
    assert log.load(GAME) == before


def test_the_connection_breaks_before_the_commit(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was stored, so the log retries."""
    before = begun(log)
    insert, cut = PostgresRecorder.insert, threading.Event()

    def cutting(recorder: PostgresRecorder, cursor: Any, rows: Any) -> None:
        insert(recorder, cursor, rows)
        if not cut.is_set():
            cut.set()
            cursor.connection.close()

    monkeypatch.setattr(PostgresRecorder, "insert", cutting)
    after = append(log, before, 3)
    assert cut.is_set()
    log.forget(GAME)
    assert log.load(GAME) == after


def test_the_connection_breaks_and_a_rival_commits_first(
    log: Log, migrated: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The retry comes too late, and the log does not take the rival's rows for its own."""
    before = begun(log)
    rival = played(GAME, requests=9, seed=2).batches[3]
    insert, commit, mine = PostgresRecorder.insert, Connection.commit, iter((True, False))

    def lost(connection: Connection[Any]) -> None:
        monkeypatch.setattr(Connection, "commit", commit)
        connection.close()
        with opened_log(settings_of(tmp_path, migrated)) as other:
            run(other.append(before, rival, AT, None))
        raise psycopg.OperationalError("cut")

    def inserting(recorder: PostgresRecorder, cursor: Any, rows: Any) -> None:
        insert(recorder, cursor, rows)
        if next(mine, False):
            monkeypatch.setattr(Connection, "commit", lost)

    monkeypatch.setattr(PostgresRecorder, "insert", inserting)
    with pytest.raises(Conflict):
        append(log, before, 3)
    assert log._note("n/3") is None


def test_many_megabytes_are_stored_in_one_call(log: Log) -> None:
    """An import does this. A conflict within as many rows is still detected."""
    rows = [StoredEvent(f"n/{number}", 1, "note.v1", bytes(64_000)) for number in range(300)]

    def insert() -> None:
        log._recorder.insert_events(rows)

    async def scene() -> None:
        await asyncio.to_thread(insert)
        with pytest.raises(IntegrityError):
            await asyncio.to_thread(insert)

    run(scene())
    assert len(log.notices(0, 1000)) == 300


def test_the_server_is_unreachable_after_a_commit(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller gets ``InDoubt``; once the server is back, listeners learn about the commit."""
    before = begun(log)
    line = Line(monkeypatch)
    line.cuts, line.away = 1, True
    batch = played(GAME, requests=9).batches[3]
    heard = threading.Event()

    async def scene() -> None:
        with pytest.raises(InDoubt):
            await log.append(before, batch, AT, None, then=lambda done: heard.set())
        line.away = False
        await asyncio.to_thread(heard.wait, 30)

    run(scene())
    assert heard.is_set()
    hot = log.hot(GAME)
    assert hot is not None
    assert hot.game == batch.game


def test_waiting_for_the_lock_times_out(migrated: str, tmp_path: Path) -> None:
    """The append fails instead of waiting for the holder, and stores nothing."""
    with opened_log(settings_of(tmp_path, migrated, request_seconds_max=6)) as log:
        before = begun(log)
        with psycopg.connect(migrated) as other:
            other.execute("LOCK TABLE stored_events IN EXCLUSIVE MODE")
            assert log.load(GAME) == before, "readers do not wait for it"
            with pytest.raises(PersistenceError, match="lock timeout"):
                append(log, before, 3)
        assert append(log, before, 3).head == log.head(GAME)


def test_a_probe_leaves_no_trace(migrated: str, tmp_path: Path) -> None:
    """It uses up no row and no sequence number, and waits only briefly for a lock."""
    with (
        opened_log(settings_of(tmp_path, migrated)) as log,
        psycopg.connect(migrated, autocommit=True) as other,
    ):
        before = begun(log)

        def kept() -> Any:
            number = "SELECT last_value FROM stored_events_notification_id_seq"
            return log.position(), other.execute(number).fetchone()

        usual = kept()
        log._recorder.probe()
        with other.transaction():
            other.execute("LOCK TABLE stored_events IN EXCLUSIVE MODE")
            with pytest.raises(PersistenceError, match="lock timeout"):
                log._recorder.probe()
        log._recorder.probe()
        assert kept() == usual
        assert append(log, before, 3).head == log.head(GAME)


def test_a_connection_waits_for_a_concurrent_attempt(
    migrated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one thread finds that a database is back, the other threads are not refused."""
    monkeypatch.setattr(postgres_engine, "_TURN_SECONDS", 30)
    door, connect = postgres_engine._Door(), psycopg.connect
    trying, is_back = threading.Event(), threading.Event()

    def slow(address: str) -> Any:
        trying.set()
        assert is_back.wait(30)
        return connect(address)

    with pytest.raises(psycopg.OperationalError):
        door.connect("postgresql://nobody@127.0.0.1:1/nothing")
    monkeypatch.setattr(psycopg, "connect", slow)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(door.connect, migrated)
        assert trying.wait(30)
        second = threads.submit(door.connect, migrated)
        wait([second], timeout=0.2)  # time to be refused
        is_back.set()
        for one in (first, second):
            one.result().close()


# --- a killed server: the machine keeps running, so nothing needs to be durable ----------------


@pytest.mark.long
def test_the_server_is_killed_and_comes_back(tmp_path: Path) -> None:
    """Calls fail at once while it is down. Afterwards, everything acknowledged is there."""
    with start_postgres(durable=False) as server:
        at = settings_of(tmp_path, server.url)
        migrate(at)
        with opened_database(at) as database:
            log = database.log
            stored = begun(log)
            for number in cases((3, 4), (3,)):
                stored = append(log, stored, number)
                with database.reading() as connection:
                    assert connection.exec_driver_sql("SELECT 1").scalar() == 1
                server.kill()
                for _ in range(20):
                    with pytest.raises(PersistenceError):
                        append(log, stored, number + 1)
                    with pytest.raises(PersistenceError):
                        log.load(GAME)
                    with pytest.raises(PersistenceError), database.reading():
                        pass
                server.start()
                until(lambda: log.head(GAME) == stored.head, "the last append")  # noqa: B023
                with database.reading() as connection:
                    assert connection.exec_driver_sql("SELECT 1").scalar() == 1


def test_a_killed_server_keeps_appends_complete(tmp_path: Path) -> None:
    """Each append under way is stored completely or not at all, whatever its caller got."""
    games = [f"game-{number:02}" for number in range(cases(40, 20))]

    async def play(log: Log, name: str) -> Stored:
        batches = played(name, requests=60).batches
        stored = await put(log, batches[:1])
        for batch in batches[1:]:
            try:
                stored, _ = await log.append(stored, batch, AT, None)
            except PersistenceError:
                return stored
        return stored

    with start_postgres(durable=False) as server:
        at = settings_of(tmp_path, server.url)
        migrate(at)
        with opened_log(at) as log:

            async def scene() -> list[Stored]:
                playing = [asyncio.create_task(play(log, name)) for name in games]
                while len(await asyncio.to_thread(log.notices, 0, 500)) < cases(300, 150):
                    pass
                await asyncio.to_thread(server.kill)
                return await asyncio.gather(*playing)

            acknowledged = run(scene())
            server.start()
            for name, stored in zip(games, acknowledged, strict=True):
                log.forget(name)
                found = log.load(name)
                assert found is not None
                assert found.head.version >= stored.head.version
                assert log.load_at(name, stored.head.version) == stored
                sizes = [len(batch.events) for batch in played(name, requests=60).batches]
                ends = {sum(sizes[:count]) for count in range(1, len(sizes) + 1)}
                assert found.head.version in ends, "half a batch"
