"""The service as a process: how it stops, what it logs, and how it treats slow clients."""

import contextlib
import json
import re
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import pytest

from tests.support.http.client import create, good, start
from tests.support.http.metrics import in_progress
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = pytest.mark.process


def refused(url: str) -> bool:
    """Return whether nothing listens there any more."""
    place = urlsplit(url)
    try:
        socket.create_connection((place.hostname, place.port), timeout=30).close()
    except ConnectionError:
        return True
    return False


# --- stopping ----------------------------------------------------------------------------------


def test_a_draining_worker_still_answers(tmp_path: Path) -> None:
    """It is not ready and closes connections after use. A second signal ends it at once."""
    with Served(tmp_path, environment={"CAROLUS_DRAIN_SECONDS": "3600"}) as served:
        with served.start().client() as http:
            assert http.get("/readyz").status_code == 200
            served.send(signal.SIGTERM)
            until(lambda: http.get("/readyz").status_code == 503)
            answer = http.get("/readyz", headers={"Accept-Language": "es"})
            assert answer.json()["type"] == "/problems/stopping"
            assert answer.headers["connection"] == "close"
            assert http.get("/healthz").status_code == 200
            table = create(http, {"Idempotency-Key": "late"})
        served.send(signal.SIGTERM)
        assert served.wait() == -signal.SIGTERM
        with served.start().client() as http:
            assert create(http, {"Idempotency-Key": "late"}).id == table.id


def test_requests_under_way_are_finished(tmp_path: Path) -> None:
    """The service accepts no new connection, but completes and stores a request that has begun."""
    with Served(tmp_path) as served:
        served.start()
        stopped = threading.Event()

        def has_begun() -> bool:
            with served.client() as other:
                return in_progress(other) == 2  # it, and the request for metrics

        def body() -> Iterator[bytes]:
            yield b'{"ruleset":'
            until(has_begun)
            served.send(signal.SIGTERM)
            until(lambda: refused(served.url))
            stopped.set()
            yield b'"carolus-magnus"}'

        with served.client() as http:
            headers = {"Content-Type": "application/json"}
            opened = good(http.post("/v1/games", content=body(), headers=headers))
        assert stopped.is_set()
        assert served.wait() == 0
        with served.start().client() as http:
            assert good(http.get(f"/v1/games/{opened['game']['id']}"))["status"] == "open"


# --- the log -----------------------------------------------------------------------------------


def test_every_line_of_the_log_is_json_without_secrets(tmp_path: Path) -> None:
    """One line for each request with its result, and nothing from what the caller sent."""
    environment = {"CAROLUS_LOG_FORMAT": "json", "CAROLUS_LOG_LEVEL": "debug"}
    with Served(tmp_path, environment=environment) as served:
        with served.start().client() as http:
            table = start(http)
            token = table.tokens["seats"][0]
            headers = {"X-Request-Id": "chosen-by-me"}
            good(http.get(table.url, headers=headers))
            http.get(f"/v1/games/{token}")
            http.get(f"/v1/games?cursor={token}")
            http.get(f"/nowhere/{token}")
            http.get(f"/favicon.ico?token={token}")
            http.post("/v1/games", json={"ruleset": token})
            http.get(table.url, headers={"Authorization": f"Bearer {token}x"})
            table.act(0, {"type": token})
            http.get("/healthz")
            secrets = [table.tokens["creator"], *table.tokens["seats"]]
        served.send(signal.SIGTERM)
        assert served.wait() == 0
        first, *lines = served.log.read_text("utf-8").splitlines()
        assert first.startswith("Carolus is at ")
        parsed = [json.loads(line) for line in lines]
        for one in parsed:
            assert {"event", "level", "timestamp"} <= set(one)
        requests = [one for one in parsed if one["event"] == "request"]
        shapes = [(one["method"], one["route"], one["status"]) for one in requests]
        game = "/v1/games/{game}"
        assert shapes[:5] == [
            ("POST", "/v1/games", 201),
            ("PUT", f"{game}/seats/{{seat}}", 200),
            ("PUT", f"{game}/seats/{{seat}}", 200),
            ("GET", game, 200),
            ("GET", game, 404),
        ]
        assert ("GET", "", 404) in shapes
        paths = [one["path"] for one in requests if one["status"] == 404]
        assert paths == ["/v1/games/…", "/nowhere/…", "/favicon.ico"]
        asked = next(one for one in requests if one["request_id"] == "chosen-by-me")
        assert asked["game"] == table.id
        assert asked["ms"] > 0
        assert asked["bytes"] > 1000
        assert {one["level"] for one in requests if one["route"] != "/healthz"} == {"info"}
        assert [one["level"] for one in requests if one["route"] == "/healthz"] == ["debug"]
        assert re.fullmatch("seat0 [0-9a-f]{8}", requests[1]["who"])
        assert len({one["request_id"] for one in requests}) == len(requests)
        whole = "\n".join(lines)
        for secret in secrets:
            assert secret.partition("_")[2] not in whole
        assert not {"authorization", "headers", "body", "query"} & {
            key for one in parsed for key in one
        }


# --- slow clients ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a service whose requests time out after a second."""
    environment = {"CAROLUS_REQUEST_SECONDS_MAX": "1"}
    with Served(tmp_path_factory.mktemp("hasty"), environment=environment) as served:
        yield served.start()


def connected(served: Served) -> socket.socket:
    """Open a connection and send nothing."""
    place = urlsplit(served.url)
    return socket.create_connection((place.hostname, place.port), timeout=60)


def all_of(connection: socket.socket) -> bytes:
    """Return everything received until the other side closes the connection."""
    found = b""
    while block := connection.recv(65536):
        found += block
    return found


def test_a_body_that_does_not_arrive(hasty: Served) -> None:
    """408, and the connection closes; other requests succeed meanwhile."""
    with connected(hasty) as slow:
        slow.sendall(
            b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Accept-Language: de\r\nContent-Length: 1000\r\n\r\n{"
        )
        with hasty.client() as http:
            assert http.get("/v1/games").status_code == 200
        head, _, body = all_of(slow).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert b"connection: close" in head
    parsed = json.loads(body)
    assert parsed["type"] == "/problems/request-timeout"
    assert "Anfrage" in parsed["title"]


def test_an_unexpected_body_is_read_if_there_is_a_key(hasty: Served) -> None:
    """The key covers the whole request: 408 if the rest of the body does not arrive."""
    with hasty.client() as http, connected(hasty) as slow:
        table = create(http)
        good(table.sit(0))
        head = "".join(
            f"{name}: {value}\r\n"
            for name, value in table.headers(0, {"Idempotency-Key": "a"}).items()
        )
        slow.sendall(
            f"DELETE {table.url}/seats/0 HTTP/1.1\r\nHost: x\r\n{head}"
            "Content-Length: 1000\r\n\r\n{".encode()
        )
        assert all_of(slow).startswith(b"HTTP/1.1 408 ")
        assert table.now()["seats"][0]["taken"]


def test_a_long_body_that_keeps_arriving_does_not_time_out(hasty: Served) -> None:
    """The time limit applies to each piece."""
    begun = monotonic()

    def lines() -> Iterator[bytes]:
        pause = threading.Event()
        while monotonic() - begun < 2.5:
            yield b"{}\n"
            pause.wait(0.2)

    with hasty.client() as http:
        answer = http.post(
            "/v1/records/check",
            content=lines(),
            headers={"Content-Type": "application/x-ndjson"},
        )
    assert answer.status_code == 200
    assert len(answer.text.splitlines()) > 1


def test_heads_have_a_size_limit(hasty: Served) -> None:
    """The service refuses an endless head before it fills memory, and input that is not HTTP."""
    with connected(hasty) as endless:
        endless.sendall(b"GET /v1/games HTTP/1.1\r\nHost: x\r\n")
        sent = 0
        with contextlib.suppress(ConnectionError):  # the server may close it at any time
            while sent < 100 << 20:
                sent += endless.send(b"X-%d: %b\r\n" % (sent, b"x" * 4000))
        assert sent < 100 << 20
    with connected(hasty) as stranger:
        stranger.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        assert all_of(stranger).startswith(b"HTTP/1.1 400 ")
    with hasty.client() as http:
        assert http.get("/healthz").status_code == 200
