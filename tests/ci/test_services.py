"""Test that the tests' servers start from every source, survive SIGKILL, and leave nothing."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # it brings no types
import psycopg
import pytest
import redis

from tests.support.run.long import long_after
from tests.support.servers import services
from tests.support.servers.services import Source

POSTGRES = services.postgres_sources()
REDIS = services.redis_sources()


@pytest.mark.long
@pytest.mark.parametrize("source", long_after(1, POSTGRES), ids=lambda source: source.name)
def test_a_postgres_of_each_source_is_killed_and_restarted(source: Source) -> None:
    with services.start_postgres(source) as server:
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE kept (word TEXT)")
            connection.execute("INSERT INTO kept VALUES ('durable')")
            assert connection.execute("SHOW fsync").fetchone() == ("on",)
        server.kill()
        assert not server.answers()
        server.start()
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT word FROM kept").fetchone() == ("durable",)
    assert not server.folder.exists()
    assert not server.answers()


@pytest.mark.parametrize("source", long_after(1, REDIS), ids=lambda source: source.name)
def test_a_redis_of_each_source_is_killed_and_starts_empty(source: Source) -> None:
    with services.start_redis(source) as server:
        with redis.Redis.from_url(server.url) as connection:
            connection.set("word", "gone soon")
        server.kill()
        assert not server.answers()
        server.start()
        with redis.Redis.from_url(server.url) as connection:
            assert connection.get("word") is None
    assert not server.folder.exists()


def test_a_database_of_each_test(postgres: str, postgres_address: str) -> None:
    with psycopg.connect(postgres) as connection:
        connection.execute("CREATE TABLE mine ()")
    with services.fresh_database(postgres_address) as other, psycopg.connect(other) as connection:
        assert connection.execute("SELECT to_regclass('mine')").fetchone() == (None,)


def test_a_redis_is_empty(redis_server: str) -> None:
    with redis.Redis.from_url(redis_server) as connection:
        assert connection.dbsize() == 0
        connection.set("word", "mine")
        services.empty_redis(redis_server)
        assert connection.dbsize() == 0


def test_an_address_in_the_environment_comes_first() -> None:
    given = {"CAROLUS_TEST_POSTGRES": "postgresql://me@there/db"}
    with services.postgres_of_tests(given) as url:
        assert url == "postgresql://me@there/db"
    for address, own in (
        ("redis://there:6379", "redis://there:6379/3"),
        ("redis://:secret@there:6379/0", "redis://:secret@there:6379/3"),
        ("unix:///run/redis.sock", "unix:///run/redis.sock?db=3"),
    ):
        with services.redis_of_tests({"CAROLUS_TEST_REDIS": address}, process=3) as url:
            assert url == own


def test_without_a_server_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "postgres_sources", list)
    with pytest.raises(services.NoServer, match="install it, or set CAROLUS_TEST_POSTGRES"):
        services.start_postgres().__enter__()


STARTED = """
import time
from tests.support.servers import services
with services.start_postgres(durable=False) as one, services.start_redis() as other:
    print(one.folder, other.folder, flush=True)
    time.sleep(600)
"""


@pytest.mark.long
def test_servers_end_with_their_starter_even_if_it_is_killed() -> None:
    """They leave no process and no folder."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", STARTED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as starter:
        assert starter.stdout is not None
        folders = [Path(folder) for folder in starter.stdout.readline().split()]
        assert len(folders) == 2
        everybody = psutil.Process(starter.pid).children(recursive=True)
        assert len(everybody) > 4
        starter.send_signal(signal.SIGKILL)
        _, left = psutil.wait_procs(everybody, timeout=60)
    assert left == []
    assert not any(os.path.lexists(folder) for folder in folders)
