"""Test that both workers recover after PostgreSQL has refused writes, in every possible way.

The only sign of recovery is that the next request succeeds: nothing here retries.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

import httpx
import psycopg
import pytest

from tests.support.http.client import good
from tests.support.run.waiting import until
from tests.support.servers.readiness import (
    OPENING,
    must_be_unavailable,
    must_not_be_ready,
    must_show_games,
    must_work_at_once,
)
from tests.support.servers.services import Postgres, start_postgres
from tests.support.servers.site import Site
from tests.support.storage.disks import Disk, can_mount

pytestmark = [pytest.mark.process, pytest.mark.long]

Fault: TypeAlias = Callable[[Postgres], AbstractContextManager[None]]

OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'carolus'"


@contextmanager
def stopped(server: Postgres) -> Iterator[None]:
    """Kill the server."""
    server.kill()
    yield
    server.start()


@contextmanager
def without_connections(server: Postgres) -> Iterator[None]:
    """Refuse all connections to the database, and close the existing ones."""
    refuse = "ALTER DATABASE postgres WITH ALLOW_CONNECTIONS {}"
    with psycopg.connect(server.url, dbname="template1", autocommit=True) as connection:
        connection.execute(refuse.format("false"))
        connection.execute(OTHERS)
        yield
        connection.execute(refuse.format("true"))


@contextmanager
def with_too_many_clients(server: Postgres) -> Iterator[None]:
    """Take every connection of the server, including those of the workers."""
    with ExitStack() as stack:
        first = stack.enter_context(psycopg.connect(server.url, autocommit=True))
        theirs: int | None = None
        while theirs != 0:
            theirs = first.execute(OTHERS).rowcount
            with suppress(psycopg.OperationalError):  # too many clients already
                while True:
                    stack.enter_context(psycopg.connect(server.url))
        yield
    with psycopg.connect(server.url, autocommit=True) as connection:
        found = (
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND application_name <> 'carolus'"
        )
        until(lambda: connection.execute(found).fetchone() == (1,), "the end of all clients")


@contextmanager
def read_only(server: Postgres) -> Iterator[None]:
    """Make the server refuse writes, as a replica does."""
    setting = "default_transaction_read_only"

    def turn(value: str) -> None:
        with psycopg.connect(
            server.url, options=f"-c {setting}=off", autocommit=True
        ) as connection:
            connection.execute(f"ALTER SYSTEM SET {setting} = {value}")
            connection.execute("SELECT pg_reload_conf()")

        def turned() -> bool:
            with psycopg.connect(server.url) as other:
                return other.execute(f"SHOW {setting}").fetchone() == (value,)

        until(turned, f"that it is {value}")

    turn("on")
    yield
    turn("off")


@contextmanager
def locked(server: Postgres) -> Iterator[None]:
    """Lock the table of events."""
    with psycopg.connect(server.url) as other:
        other.execute("LOCK TABLE stored_events IN EXCLUSIVE MODE")
        yield


class Case(NamedTuple):
    """A fault, whether games can be read meanwhile, and whether every action is refused."""

    fault: Fault
    readable: bool = False
    refuses: bool = True


CASES = (
    Case(stopped),
    Case(without_connections),
    Case(with_too_many_clients),
    Case(read_only, readable=True),
    Case(locked, readable=True),
)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk | None]:
    """Return a small disk for the server, if the test may mount one."""
    if not can_mount():
        yield None
        return
    with TemporaryDirectory() as folder, Disk(Path(folder), megabytes=96) as small:
        yield small


@pytest.fixture
def server(disk: Disk | None) -> Iterator[Postgres]:
    """Return a PostgreSQL that only this test uses."""
    with start_postgres(under=disk.folder if disk else None) as started:
        yield started


@pytest.fixture
def site(server: Postgres, tmp_path: Path) -> Iterator[Site]:
    """Return two workers on this server, which wait for a lock for two seconds at most."""
    environment = {"CAROLUS_DATABASE": server.url, "CAROLUS_REQUEST_SECONDS_MAX": "6"}
    with Site(tmp_path, environment=environment) as workers:
        workers.run("migrate")
        yield workers.start()


def test_both_workers_go_on_when_the_cause_is_gone(
    site: Site, server: Postgres, disk: Disk | None
) -> None:
    """Each reports that it is not ready; later its next action succeeds in the same process."""

    @contextmanager
    def full(_: Postgres) -> Iterator[None]:
        assert disk is not None
        disk.fill()
        yield
        disk.clear()

    # The last page of each table may have room for some more rows.
    cases = [*CASES, Case(full, readable=True, refuses=False)] if disk else CASES
    before = [worker.pid for worker in site.workers]
    with site.client(0) as one, site.client(1) as other:
        games = [must_work_at_once(http) for http in (one, other)]
        for case in cases:
            with case.fault(server):
                for http in (one, other):
                    until(lambda http=http: not_ready(http), f"a worker {case.fault.__name__}")  # type: ignore[misc]
                    must_not_be_ready(http)
                    if case.refuses:
                        must_be_unavailable(http.post("/v1/games", json=OPENING))
                    if case.readable:
                        must_show_games(http, games)
            games.append(must_work_at_once(one))
            assert good(other.get("/readyz"))["parts"]["log"] == "ok"
            games.append(must_work_at_once(other))
    assert [worker.pid for worker in site.workers] == before


def not_ready(http: httpx.Client) -> bool:
    """Return whether the worker has noticed."""
    return not http.get("/readyz").is_success
