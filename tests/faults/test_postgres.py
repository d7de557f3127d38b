"""Test that the service recovers after PostgreSQL dies, or its line is cut, slow or hangs."""

import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from random import Random

import httpx
import pytest

from service.storage.engines import checked_out
from service.storage.postgres_engine import postgres_engine
from tests.support.http.client import create, good
from tests.support.http.players import be_refused, play_on, playing, refused
from tests.support.run.waiting import until
from tests.support.servers.proxy import Proxy
from tests.support.servers.readiness import OPENING, must_be_unavailable, must_not_be_ready
from tests.support.servers.services import Postgres
from tests.support.servers.site import Site

pytestmark = [pytest.mark.process, pytest.mark.long]

KILLS = 2
CUTS = 3
LOST = 4

LIMIT = "CAROLUS_REQUEST_SECONDS_MAX"


@pytest.fixture
def line(mortal: Postgres, seed: int) -> Iterator[Proxy]:
    """Return a line to a PostgreSQL."""
    with Proxy(str(mortal.folder / ".s.PGSQL.5432"), Random(seed)) as proxy:
        yield proxy


@pytest.fixture
def far(tmp_path: Path, line: Proxy) -> Iterator[Site]:
    """Return two workers that reach their database over this line."""
    with Site(tmp_path, environment=reached_over(line)) as workers:
        workers.run("migrate")
        yield workers.start()


def reached_over(line: Proxy) -> dict[str, str]:
    """Return the settings of a worker that reaches its database over this line."""
    return {"CAROLUS_DATABASE": f"postgresql://postgres@127.0.0.1:{line.port}/postgres"}


def test_postgres_is_killed_again_and_again(far: Site, mortal: Postgres, seed: int) -> None:
    """Clients get a 503 meanwhile; after a restart, both workers go on."""
    with playing(far.urls, seed) as players:
        for _ in range(KILLS):
            play_on(players)
            mortal.kill()
            be_refused(players)
            for worker in range(2):
                with far.client(worker) as http:
                    must_be_away(http)
            mortal.start()
        play_on(players)
    assert refused(players) > KILLS
    for worker in range(2):
        with far.client(worker) as http:
            good(http.get("/readyz"))
    far.keeps_its_promises(players)


def must_be_away(http: httpx.Client) -> None:
    """Check that the worker is alive, reports that it is not ready, and refuses writes."""
    must_not_be_ready(http)
    must_be_unavailable(http.post("/v1/games", json=OPENING))


def must_be_refused(answer: httpx.Response) -> None:
    """Check that it is a 503 that says when to retry."""
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert int(answer.headers["Retry-After"]) > 0


def test_connections_are_cut(far: Site, line: Proxy, seed: int) -> None:
    """All connections of both workers break at once, at any moment."""
    with playing(far.urls, seed) as players:
        for _ in range(CUTS):
            play_on(players)
            line.cut()
    far.keeps_its_promises(players)


def test_answers_to_commits_are_lost(far: Site, line: Proxy, seed: int) -> None:
    """The database has committed and the worker does not know: it finds out before it answers."""
    with playing(far.urls, seed) as players:
        line.lose(b"COMMIT", 0.3)
        until(lambda: line.lost >= LOST)
        line.lose(b"", 0)
    far.keeps_its_promises(players)


def test_a_slow_connection(far: Site, line: Proxy, seed: int) -> None:
    """Everything is slow, but nothing is refused, and requests without the database are fast."""
    with far.client() as http:
        create(http)
        with playing(far.urls, seed) as players:
            play_on(players)
            line.delay_seconds = 0.05
            for _ in range(3):
                play_on(players, 5)
                good(http.get("/healthz"))
                good(http.get("/readyz"))
            line.delay_seconds = 0.0
    assert refused(players) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other options")
def test_a_dead_connection_breaks_by_itself(line: Proxy) -> None:
    """The system closes a connection if the other host acknowledges nothing for 12 seconds."""
    engine = postgres_engine(reached_over(line)["CAROLUS_DATABASE"], 1)
    pooled = checked_out(engine)
    with socket.socket(fileno=os.dup(pooled.driver_connection.fileno())) as end:  # type: ignore[union-attr]  # SQLAlchemy knows no drivers
        assert end.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 12_000
        assert end.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert end.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 5
        assert end.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL) == 2
    pooled.close()
    engine.dispose()


def swallow_and_break(line: Proxy) -> None:
    """Simulate a network that drops everything until the system breaks the connections.

    This line acknowledges what it swallows, unlike a network that drops packets, so the test breaks
    it.
    """
    line.swallow()
    threading.Timer(4, line.cut).start()


@pytest.mark.parametrize("hang", [swallow_and_break, Proxy.hold])
def test_a_connection_that_hangs(
    tmp_path: Path, line: Proxy, seed: int, hang: Callable[[Proxy], None]
) -> None:
    """The database hangs while actions are in progress: every client gets an answer in time.

    What the line swallowed is lost; what it held back arrives after every client has given up.
    """
    hasty = {**reached_over(line), LIMIT: "6"}
    with Site(tmp_path, environment=hasty) as site:
        site.run("migrate")
        with playing(site.start().urls, seed) as players:
            play_on(players)
            hang(line)
            be_refused(players, len(players))
            for worker in range(2):
                with site.client(worker) as http:
                    good(http.get("/healthz"))
                    until(lambda http=http: is_away(http))  # type: ignore[misc]
                    must_be_refused(open_game(http, worker))
            line.release()
            play_on(players)
        assert sum(player.unanswered for player in players) == 0
        for worker in range(2):
            with site.client(worker) as http:
                until(lambda http=http: http.get("/readyz").is_success)  # type: ignore[misc]
                good(open_game(http, worker))
        for one in site.workers:
            one.kill()
            del one.environment[LIMIT]  # the checks at the end may take longer
        site.start().keeps_its_promises(players, others=2)


def open_game(http: httpx.Client, worker: int) -> httpx.Response:
    """Open a game; a retry with the same key returns the same game."""
    return http.post("/v1/games", json=OPENING, headers={"Idempotency-Key": f"opened-{worker}"})


def is_away(http: httpx.Client) -> bool:
    """Return whether the worker has noticed that its database is away."""
    answer = http.get("/readyz")
    must_be_refused(answer)
    return bool(answer.json()["type"] == "/problems/unavailable")
