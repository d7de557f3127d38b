"""What the server adds to the connection of a client."""

import asyncio
from itertools import islice
from pathlib import Path

import pytest
from websockets.sync.client import connect

from service.live.streams import Pace
from service.server.connection import Connection
from tests.support.http.client import create
from tests.support.http.plain import plain_client
from tests.support.http.raw import Raw, request
from tests.support.servers.inside import served_inside


class Line(asyncio.Transport):
    """Records what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.closed, "the connection is closed"
        self.written.append(bytes(data))

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed


class Silent(asyncio.Protocol):
    """Sends nothing."""

    rest = 0


def connected(line: Line) -> Connection:
    """Return a connection over this line, without any traffic."""
    connection = Connection()
    connection.set_protocol(Silent())
    connection.connection_made(line)
    return connection


@pytest.mark.parametrize("end", ["close", "abort"])
def test_nothing_is_sent_after_the_end(end: str) -> None:
    line = Line()

    async def scene() -> None:
        connection = connected(line)
        connection.write(b"last words")
        getattr(connection, end)()
        assert connection.is_closing()
        connection.write(b"too late")

    asyncio.run(scene())
    assert line.written == [b"last words"]


def test_nothing_is_sent_to_a_client_that_disconnected() -> None:
    line = Line()

    async def scene() -> None:
        connection = connected(line)
        line.close()
        connection.write(b"too late")

    asyncio.run(scene())
    assert line.written == []


def test_blank_lines_do_not_keep_a_connection_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They do not begin a request, so the connection times out as it would without them."""
    monkeypatch.setattr("service.server.KEEP_ALIVE_SECONDS", 1)
    with served_inside(tmp_path) as inside, Raw(inside.url) as client:
        for _ in "ab":  # a request after a blank line works
            assert client.send(b"\r\n", request("GET", "/healthz")).answer().status == 200
        assert client.send(b"\r\n").is_over()


def test_a_websocket_on_a_reused_connection_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proxies do this. The timeout of the idle connection does not apply to the WebSocket."""
    monkeypatch.setattr("service.server.KEEP_ALIVE_SECONDS", 1)
    with (
        served_inside(tmp_path, Pace(heartbeat_seconds=0.5)) as inside,
        plain_client(inside.url) as http,
    ):
        live = f"{inside.url.replace('http', 'ws', 1)}{create(http).url}/live"
        client = Raw(inside.url)
        assert client.send(request("GET", "/healthz")).answer().status == 200
        with connect(live, sock=client.socket, proxy=None) as connection:
            connection.send('{"type": "hello"}')
            beats = (message for message in connection if "heartbeat" in str(message))
            assert len(list(islice(beats, 4))) == 4
