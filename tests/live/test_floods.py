"""Test that a WebSocket client that exceeds the rate limit has to wait, and is disconnected."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from service.live.streams import Pace
from tests.support.http.client import create
from tests.support.http.plain import plain_client
from tests.support.http.raw import (
    CONTINUATION,
    HANDSHAKE,
    PING,
    PONG,
    TEXT,
    Raw,
    frame,
    heard,
    request,
)
from tests.support.servers.inside import served_inside
from tests.support.servers.services import fresh_database
from tests.support.servers.site import Site

HELLO = frame(TEXT, b'{"type":"hello"}')
ACT = frame(TEXT, b'{"type":"act","id":1,"actions":[]}')
FLOODS = {
    "acts": ACT,
    "junk": frame(TEXT, b"?"),
    "pings": frame(PING),
    "pongs": frame(PONG, b"unasked"),
}
BURST = 20
ONCE = {"Connection": "close"}
"""No request may meet a connection that a busy worker is just closing because it was idle."""


def connected(url: str, path: str) -> Raw:
    """Open a WebSocket and say hello."""
    raw = Raw(url)
    assert raw.send(request("GET", path, *HANDSHAKE)).answer().status == 101
    return raw.send(HELLO)


@pytest.mark.parametrize("name", [*FLOODS, "pieces"])
def test_a_flooding_client_is_disconnected(tmp_path: Path, name: str) -> None:
    """The service answers nothing more after the last problem; then it closes with 4429."""
    flood = FLOODS.get(name, frame(CONTINUATION, b"?", last=False)) * BURST * 3
    if name == "pieces":
        flood = frame(TEXT, b"?", last=False) + flood
    with (
        served_inside(
            tmp_path, Pace(limit_seconds=0.1), rate_per_minute=1, rate_burst=BURST
        ) as inside,
        plain_client(inside.url) as http,
        connected(inside.url, f"{create(http).url}/live") as raw,
    ):
        messages, code = heard(raw.send(flood))
    statuses = [one["data"]["status"] for one in messages if one["type"] == "problem"]
    left = BURST - 5 - 1  # after a game and a handshake
    answered = left if name in ("acts", "junk") else 0
    assert statuses == [400] * answered + [429]
    assert code == 4429


def test_a_client_that_waits_for_answers_is_slowed_down(tmp_path: Path) -> None:
    """The service reads on as soon as the bucket has tokens, and never refuses the client."""
    with (
        served_inside(tmp_path, rate_per_minute=600, rate_burst=BURST) as inside,
        plain_client(inside.url) as http,
        connected(inside.url, f"{create(http).url}/live") as raw,
    ):
        kinds = []
        frames = raw.frames()
        for number in range(BURST + 5):
            raw.send(frame(TEXT, b'{"type":"act","id":%d,"actions":[]}' % number))
            mark = b'"problem","id":%d,' % number
            kinds.append(next(data for kind, data in frames if kind == TEXT and mark in data))
    assert all(b'"status":400' in data for data in kinds)


def test_sockets_without_a_hello_are_counted(tmp_path: Path) -> None:
    """Otherwise anyone could open any number of them for the ten seconds that a hello may take.

    They have their own count: spectators at an address do not keep a player there from saying
    hello.
    """
    with (
        served_inside(tmp_path, streams_max=2) as inside,
        plain_client(inside.url) as http,
    ):
        path = f"{create(http).url}/live"
        opened = [connected(inside.url, path) for _ in range(2)]
        for raw in opened:
            assert next(raw.frames())[0] == TEXT
        for _ in range(3):
            raw = Raw(inside.url)
            assert raw.send(request("GET", path, *HANDSHAKE)).answer().status == 101
            opened.append(raw)
        messages, code = heard(opened[-1])
        for raw in opened:
            raw.socket.close()
    assert [one["data"]["status"] for one in messages] == [429]
    assert code == 4429


@pytest.fixture(scope="module")
def strict_site(
    tmp_path_factory: pytest.TempPathFactory, redis_address: str, postgres_address: str
) -> Iterator[Site]:
    """Return two workers on PostgreSQL that share buckets over Redis."""
    with fresh_database(postgres_address) as database:
        environment = {
            "CAROLUS_REDIS": redis_address,
            "CAROLUS_DATABASE": database,
            "CAROLUS_RATE_BURST": "2000",
            "CAROLUS_RATE_PER_MINUTE": "60",
        }
        with Site(tmp_path_factory.mktemp("floods"), environment=environment) as workers:
            workers.run("migrate")
            yield workers.start()


@pytest.mark.long
@pytest.mark.process
def test_floods_at_two_workers(strict_site: Site) -> None:
    """Each worker keeps answering others, and disconnects every flooding client."""
    codes: list[int] = []

    def flood(url: str, path: str, one: bytes) -> None:
        with connected(url, path) as raw:
            reading = threading.Thread(target=lambda: codes.append(heard(raw)[1]))
            reading.start()
            with suppress(OSError):  # the service closes it while it sends
                for _ in range(1000):
                    raw.send(one * 1000)
            reading.join()

    with strict_site.client() as first, strict_site.client(1) as second:
        path = f"{create(first).url}/live"
        floods = [
            threading.Thread(target=flood, args=(url, path, one))
            for url in strict_site.urls()
            for one in FLOODS.values()
        ]
        for thread in floods:
            thread.start()
        answered = 0
        while any(thread.is_alive() for thread in floods):
            for http in (first, second):
                assert http.get("/healthz", headers=ONCE).status_code == 200
                answered += 1
    assert codes == [4429] * len(floods)
    assert answered > 20  # checks that others get their turn, not how long it takes
