"""Test that a client that reads nothing costs little and is dropped, and others do not notice."""

import asyncio
import json
import socket
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect

from service.live.frames import StreamedEvent
from service.live.streams import DROPPED, OPEN, Pace
from service.live.tail import PAGE, Tail
from tests.support.http.client import Table, good, play, start
from tests.support.http.follow import Follower, following, until
from tests.support.http.plain import plain_client
from tests.support.servers.inside import Inside, served_inside

STALL_SECONDS = 0.5
BUFFER = 4096


def dropped() -> float:
    """Return how many clients the service has dropped so far because they did not read."""
    return float(DROPPED.labels("too_slow")._value.get())


def open_streams(kind: str) -> float:
    """Return how many streams are open."""
    return float(OPEN.labels(kind)._value.get())


def deaf(inside: Inside, table: Table) -> socket.socket:
    """Request all events of a game, and read nothing."""
    place = urlsplit(inside.url)
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    found.connect((place.hostname, place.port))
    head = f"GET {table.url}/events?after=0 HTTP/1.1\r\nHost: localhost\r\n"
    found.sendall(f"{head}Accept: text/event-stream\r\n\r\n".encode())
    return found


def must_be_cut_off(client: socket.socket) -> None:
    """Check that the stream is over, and that the unread rest never arrives."""
    asyncio.run(until(lambda: open_streams("game") == 0))
    received = b"".join(iter(lambda: client.recv(65536), b""))
    assert b"event: event" in received
    assert b"event: end" not in received


def whole_game(http: httpx.Client) -> Table:
    """Play a game to its end: more events than fit into the buffers."""
    table = start(http, players=4)
    for _ in play(table, Random(1), (0, 1, 2, 3)):
        pass
    return table


def short_game(http: httpx.Client) -> Table:
    """Play a game whose events fit on one page, but not into the buffers."""
    table = start(http)
    for game in play(table, Random(1), (0, 1)):
        if game["version"] > PAGE / 2:
            good(table.act(0, {"type": "resign"}))
            break
    assert PAGE / 2 < table.now()["version"] < PAGE
    return table


@pytest.mark.long
def test_a_client_that_reads_nothing_is_dropped_and_others_go_on(tmp_path: Path) -> None:
    """The service drops the connection and its unread data; all others get the same game."""

    async def others(url: str, follower: Follower, before: float) -> None:
        async with following(follower, url):
            await follower.until("end")
            await until(lambda: dropped() == before + 1)

    before = dropped()
    pace = Pace(stall_seconds=STALL_SECONDS)
    with (
        served_inside(tmp_path, pace, BUFFER) as inside,
        plain_client(inside.url) as http,
    ):
        table = whole_game(http)
        with deaf(inside, table) as client:
            follower = Follower(f"{table.url}/events", after=0)
            asyncio.run(others(inside.url, follower, before))
            assert follower.events == table.events()
            must_be_cut_off(client)


@pytest.mark.long
def test_a_client_that_does_not_read_the_end_is_dropped_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service sends a short game and its end at once; only the end of the body is left."""

    async def read_late(tail: Tail[Any, Any], position: int) -> Sequence[StreamedEvent]:
        await until(lambda: not tail.behind)  # so the reader knows already that the game is over
        return await page_after(tail, position)

    page_after = Tail.page_after
    monkeypatch.setattr(Tail, "page_after", read_late)
    before = dropped()
    pace = Pace(stall_seconds=STALL_SECONDS)
    with (
        served_inside(tmp_path, pace, BUFFER) as inside,
        plain_client(inside.url) as http,
    ):
        table = short_game(http)
        with deaf(inside, table) as client:
            asyncio.run(until(lambda: dropped() == before + 1))
            must_be_cut_off(client)


@pytest.mark.long
def test_a_socket_that_reads_nothing_is_dropped(tmp_path: Path) -> None:
    """The service treats it like a stream."""

    async def scene(inside: Inside, table: Table, before: float) -> None:
        url = f"{inside.url.replace('http', 'ws', 1)}{table.url}/live?after=0"
        own = socket.socket()
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        place = urlsplit(inside.url)
        own.connect((place.hostname, place.port))
        async with connect(url, sock=own, proxy=None, max_queue=1, close_timeout=0.1) as connection:
            await connection.send('{"type": "hello"}')
            await until(lambda: dropped() == before + 1)
            await until(lambda: open_streams("live") == 0)

    before = dropped()
    pace = Pace(stall_seconds=STALL_SECONDS)
    with (
        served_inside(tmp_path, pace, BUFFER) as inside,
        plain_client(inside.url) as http,
    ):
        asyncio.run(scene(inside, whole_game(http), before))


def test_heartbeats_fill_silence(tmp_path: Path) -> None:
    """Streams get a comment, sockets a message."""

    async def scene(url: str, table: Table) -> None:
        follower = Follower(f"{table.url}/events")
        async with following(follower, url):
            await until(lambda: follower.comments >= 3)
        lobby = Follower("/v1/lobby/events")
        async with following(lobby, url):
            await until(lambda: lobby.comments >= 3)
        (ready,) = lobby.named("ready")
        assert lobby.last_id == str(ready["position"])
        live = f"{url.replace('http', 'ws', 1)}{table.url}/live"
        async with connect(live, proxy=None) as connection:
            await connection.send('{"type": "hello"}')
            while json.loads(await connection.recv())["type"] != "heartbeat":
                pass

    with (
        served_inside(tmp_path, Pace(heartbeat_seconds=0.05)) as inside,
        plain_client(inside.url) as http,
    ):
        asyncio.run(scene(inside.url, start(http)))


def test_a_socket_that_does_not_say_hello_is_closed(tmp_path: Path) -> None:
    """It holds a place that someone else may need."""

    async def scene(url: str, table: Table) -> None:
        live = f"{url.replace('http', 'ws', 1)}{table.url}/live"
        async with connect(live, proxy=None) as connection:
            await connection.wait_closed()
            assert connection.close_code == 4408

    with (
        served_inside(tmp_path, Pace(hello_seconds=0.05)) as inside,
        plain_client(inside.url) as http,
    ):
        asyncio.run(scene(inside.url, start(http)))
