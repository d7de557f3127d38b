"""The cost of request bodies: it grows with their length, announced or not."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from service.http.bounds import limits
from service.http.bounds.limits import (
    BODY_BYTES,
    WAIT_SECONDS_MAX,
    Admission,
    Limits,
    TooManyRequests,
    Wait,
)
from service.http.bounds.metrics import REQUESTS
from service.http.operations import record_checks
from service.runtime.exchange import ClientGone, Exchange
from service.server.extensions import GONE
from tests.service.edge.conftest import Opened
from tests.support.http.client import create
from tests.support.http.raw import Raw, request
from tests.support.run.waiting import until
from tests.support.servers.inside import served_inside
from tests.support.servers.served import Served

N = 100
"""The size of the bucket; it gains one request a minute, too slowly to affect a test."""

CHECK = 20
"""The cost of a check of records, without the cost of the body."""

TEXT = {"Content-Type": "text/plain"}
LINES = {"Content-Type": "application/x-ndjson"}

STAYS: Any = {}
"""The scope of a client that stays connected."""


def left(answer: httpx.Response) -> int:
    """Return how many requests the caller has left, according to the response."""
    return int(answer.headers["ratelimit"].split(";")[1].removeprefix("r="))


@pytest.fixture
def http(opened: Opened) -> httpx.Client:
    return opened(rate_per_minute=1, rate_burst=N)


def pieces(size: int) -> Iterator[bytes]:
    for _ in range(0, size, 1024):
        yield b" " * 1024


@pytest.mark.parametrize("size", [0, BODY_BYTES - 1, BODY_BYTES, 4 * BODY_BYTES + 1])
def test_a_body_counts_for_its_length(http: httpx.Client, size: int) -> None:
    answer = http.post("/v1/records/check", content=b"\n" * size, headers=TEXT)
    assert answer.status_code == 200
    assert left(answer) == N - CHECK - size // BODY_BYTES


def test_a_body_of_unknown_length_counts_as_it_arrives(http: httpx.Client) -> None:
    """The response shows how much is left after it."""
    answer = http.post("/v1/records/check", content=pieces(4 * BODY_BYTES), headers=TEXT)
    assert "content-length" not in answer.request.headers
    assert left(answer) == N - CHECK - 4


def test_bodies_of_other_operations_count_too(http: httpx.Client) -> None:
    """Even malformed ones."""
    before = left(http.get("/v1/rulesets"))
    answer = http.post("/v1/rulesets/teg/check", content=b" " * 3 * BODY_BYTES)
    assert answer.status_code == 400
    assert left(answer) == before - 1 - 3


def test_an_unaffordable_body_is_refused_before_it_arrives(http: httpx.Client) -> None:
    """Nothing is taken from the bucket, and a smaller request succeeds."""
    http.post("/v1/records/check", content=b"", headers=TEXT)
    refused = http.post("/v1/records/check", content=b" " * 70 * BODY_BYTES, headers=TEXT)
    assert refused.status_code == 429
    assert left(refused) == N - CHECK
    # The bucket gains one a minute, so Retry-After covers all that is missing.
    assert 60 * (CHECK + 70 - left(refused) - 1) < int(refused.headers["retry-after"])
    assert left(http.get("/v1/rulesets")) == N - CHECK - 1


def test_each_line_counts_as_at_least_a_kibibyte(http: httpx.Client) -> None:
    """Every line gets a verdict, however short it is; blank lines do not."""
    lines_in_one = BODY_BYTES // record_checks.LINE_BYTES_MIN
    short = b"1\n" * 8 * lines_in_one + b"\n" * 1000
    answer = http.post("/v1/records/check", content=short, headers=LINES)
    assert len(answer.content.splitlines()) == 8 * lines_in_one
    assert N - CHECK - 9 <= left(answer) <= N - CHECK - 8


def test_a_websocket_message_counts_as_a_body(http: Any) -> None:
    """A long message costs as much as a body of that length."""
    table = create(http)
    before = left(http.get("/v1/rulesets"))
    with http.websocket_connect(f"{table.url}/live") as live:
        live.send_json({"type": "hello"})
        live.send_text(" " * 3 * BODY_BYTES)
        while live.receive_json()["type"] != "problem":
            pass
    assert left(http.get("/v1/rulesets")) == before - 1 - (1 + 3) - 1


# --- more than a bucket ------------------------------------------------------------------------


class Bucket:
    """Replaces the limits; while a request waits, it gains one token in every three waits."""

    def __init__(self, patch: pytest.MonkeyPatch, holds: int, *, fills: bool = True) -> None:
        self.holds = holds
        self.fills = fills
        self.taken: list[int] = []
        self.waits = 0
        patch.setattr(Limits, "take", self._take)
        patch.setattr(limits, "_WAIT_SECONDS", 0)

    async def _take(self, subject: str, cost: int) -> Admission:
        if cost > self.holds:
            self.waits += 1
            if self.fills and self.waits % 3 == 0:
                self.holds += 1
            return Admission(refused=True, remaining=self.holds, full_after=1, retry_after=1)
        self.holds -= cost
        self.taken.append(cost)
        return Admission(refused=False, remaining=self.holds, full_after=1, retry_after=1)


def test_a_request_can_cost_more_than_a_full_bucket(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits, pays the whole price in parts, and succeeds."""
    http = opened(rate_per_minute=20, rate_burst=30)
    bucket = Bucket(monkeypatch, 30)
    answer = http.post("/v1/records/check", content=b"\n" * 64 * BODY_BYTES, headers=TEXT)
    assert answer.status_code == 200
    assert bucket.taken[0] == 30
    assert sum(bucket.taken) == CHECK + 64
    assert bucket.waits
    assert left(answer) == bucket.holds


def test_reading_stops_while_the_bucket_is_empty(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each piece of a body that is paid for, one piece is read."""
    http: Any = opened(rate_per_minute=60, rate_burst=N)
    bucket = Bucket(monkeypatch, CHECK)
    read: list[int] = []

    async def receive() -> Any:
        read.append(len(bucket.taken))
        return {"type": "http.request", "body": b"\n" * BODY_BYTES, "more_body": len(read) < 5}

    statuses: list[int] = []

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    headers = [(b"content-type", b"text/plain"), (b"transfer-encoding", b"chunked")]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/v1/records/check",
        "raw_path": b"/v1/records/check",
        "query_string": b"",
        "scheme": "http",
        "root_path": "",
        "headers": headers,
        "state": {},
        "server": ("localhost", 80),
    }
    http.blocking_portal.call(http.app, scope, receive, send)
    assert statuses == [200]
    assert read == [1, 2, 3, 4, 5]
    assert bucket.taken == [CHECK, 1, 1, 1, 1, 1]
    assert bucket.waits == 15


def test_a_body_that_is_refused_half_way_gets_429(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With Retry-After, as usual; the bucket stays empty here."""
    http = opened(rate_per_minute=60, rate_burst=N)
    bucket = Bucket(monkeypatch, CHECK, fills=False)
    answer = http.post("/v1/records/check", content=pieces(2 * BODY_BYTES), headers=TEXT)
    assert answer.status_code == 429
    assert answer.json()["type"] == "/problems/too-many-requests"
    assert answer.headers["retry-after"] == "1"
    assert bucket.taken == [CHECK]


@pytest.mark.process
def test_a_connection_pays_for_what_it_sends(tmp_path: Path) -> None:
    """Chunked or not, the cost is the same, and the connection stays open."""
    environment = {"CAROLUS_RATE_PER_MINUTE": "1", "CAROLUS_RATE_BURST": str(N)}
    with Served(tmp_path, environment=environment) as served:
        place = urlsplit(served.start().url)
        start = b"POST /v1/records/check HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
        size = 5 * BODY_BYTES
        body = b"\n" * size
        chunks = b"".join(b"400\r\n%b\r\n" % (b"\n" * 1024) for _ in range(size // 1024))
        with socket.create_connection((place.hostname, place.port), timeout=30) as sender:
            answers = sender.makefile("rb")
            remainders = []
            for sent in (
                b"Content-Length: %d\r\n\r\n%b" % (size, body),
                b"Transfer-Encoding: chunked\r\n\r\n%b0\r\n\r\n" % chunks,
            ):
                sender.sendall(start + sent)
                head = b"".join(iter(answers.readline, b"\r\n")).lower()
                fields = dict(line.split(b": ", 1) for line in head.splitlines()[1:])
                answers.read(int(fields[b"content-length"]))
                remainders.append(fields[b"ratelimit"].split(b";")[1])
    assert remainders == [b"r=%d" % (N - 25), b"r=%d" % (N - 50)]


def test_waiting_ends_when_all_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    """It pays in parts of at most a full bucket. The time limit does not run meanwhile."""
    own = Limits(20, 10, "", "test")
    bucket = Bucket(monkeypatch, 10)
    exchange = Exchange("x", "x")
    moves: list[None] = []
    monkeypatch.setattr(Exchange, "move", lambda _: moves.append(None))
    verdict = asyncio.run(own.wait_for("address:x", 25, Wait(STAYS, exchange)))
    assert bucket.taken == [10, 10, 5]
    assert bucket.waits > 0
    assert len(moves) == bucket.waits
    assert verdict.remaining == bucket.holds


def test_waiting_ends_when_the_bucket_is_spent_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a caller could keep any number of half-read bodies in memory."""
    own = Limits(60, 10, "", "test")

    async def spent(subject: str, cost: int) -> Admission:
        return Admission(refused=True, remaining=0, full_after=10, retry_after=7)

    monkeypatch.setattr(own, "take", spent)
    monkeypatch.setattr(limits, "_WAIT_SECONDS", 1 / 1024)
    wait = Wait(STAYS, Exchange("x", "x"))
    with pytest.raises(TooManyRequests) as refused:
        asyncio.run(own.wait_for("address:x", 1, wait))
    assert refused.value.retry_after == 7
    assert wait.seconds_left == WAIT_SECONDS_MAX - (own.window_seconds + 1) / 1024


@pytest.mark.parametrize(("cost", "waits"), [(4, 0), (3, 9)])
def test_waiting_does_not_begin_when_it_cannot_end_in_time(
    monkeypatch: pytest.MonkeyPatch, cost: int, waits: int
) -> None:
    """The bucket gains one a second here, and the request may wait three more seconds."""
    own = Limits(60, 10, "", "test")
    bucket = Bucket(monkeypatch, 0)
    wait = Wait(STAYS, Exchange("x", "x"))
    wait.seconds_left = 3
    asking = own.wait_for("address:x", cost, wait)
    if waits:
        asyncio.run(asking)
    else:
        with pytest.raises(TooManyRequests):
            asyncio.run(asking)
    assert bucket.waits == (waits or 1)


def test_all_waits_of_a_request_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a body that causes one wait after another would never end."""
    own = Limits(60, 10, "", "test")
    Bucket(monkeypatch, 0)
    monkeypatch.setattr(limits, "_WAIT_SECONDS", 1 / 1024)
    wait = Wait(STAYS, Exchange("x", "x"))
    for _ in "ab":
        asyncio.run(own.wait_for("address:x", 1, wait))
    assert wait.seconds_left == WAIT_SECONDS_MAX - 6 / 1024


def test_waiting_ends_when_the_client_disconnects(monkeypatch: pytest.MonkeyPatch) -> None:
    """The request takes nothing more from the bucket."""
    own = Limits(60, 10, "", "test")
    bucket = Bucket(monkeypatch, 0)
    gone: Any = {"extensions": {GONE: {"gone": lambda: bucket.waits > 1}}}
    with pytest.raises(ClientGone):
        asyncio.run(own.wait_for("address:x", 1, Wait(gone, Exchange("x", "x"))))
    assert bucket.taken == []


def test_a_body_too_long_to_pay_in_time_is_refused_at_once(opened: Opened) -> None:
    """The request costs nothing, and the response shows how long a body may be."""
    http = opened(rate_per_minute=1, rate_burst=N)
    longest = (N - CHECK + 5 + 1) * BODY_BYTES - 1
    refused = http.post("/v1/records/check", content=b"\n" * (longest + 1), headers=TEXT)
    assert refused.status_code == 413
    assert refused.json()["facts"] == {"bytes_max": longest}
    assert left(http.get("/v1/rulesets")) == N - 1


@pytest.mark.long
@pytest.mark.parametrize("size", [30_000, 1_000_000])
def test_a_disconnect_during_a_wait_is_noticed(tmp_path: Path, size: int) -> None:
    """Whether or not the whole body was read. The bucket then refills for others."""

    def counted(status: int) -> float:
        return float(REQUESTS.labels("POST", "/v1/records/check", str(status))._value.get())

    before = counted(499)
    with served_inside(tmp_path, rate_per_minute=600, rate_burst=60) as inside:
        with Raw(inside.url) as raw:
            lines = ("Content-Type: application/x-ndjson", f"Content-Length: {size}")
            raw.send(request("POST", "/v1/records/check", *lines, body=b"1\n" * (size // 2)))
            tasks = inside.server.server_state.tasks
            until(lambda: bool(tasks))
        until(lambda: not tasks)
        until(lambda: not inside.server.server_state.connections)
    assert counted(499) == before + 1
