"""What one connection gets of a turn of the loop, however fast it sends. No time is measured."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tests.support.inside import Inside, served_inside
from tests.support.raw import TEXT, Raw, frame, request

TURN_BYTES = 1024
"""What a turn parses of a connection; the tests reckon with the smallest that can be sent."""

HELLO = frame(TEXT, b'{"type": "hello"}')


class Turns:
    """Counts what happens in each turn of the loop; each turn looks for input and output."""

    def __init__(self) -> None:
        self.now = 0
        self.thread: threading.Thread | None = None
        """The one that the loop runs in."""
        self.counted: Counter[tuple[str, int]] = Counter()

    def count(self, what: str) -> None:
        """Note that this has happened in the present turn."""
        if self.thread is None:
            self.thread = threading.current_thread()
            self._tick(asyncio.get_running_loop())
        self.counted[what, self.now] += 1

    def most(self, what: str) -> int:
        """Return how often it happened in one turn at most."""
        return max((often for (one, _), often in self.counted.items() if one == what), default=0)

    def all(self, what: str) -> int:
        """Return how often it happened."""
        return sum(often for (one, _), often in self.counted.items() if one == what)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        self.now += 1
        loop.call_soon(self._tick, loop)


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Turns:
    """Count what uvicorn's protocols are told, and what the application takes."""
    found = Turns()

    def watch(kind: type[Any], name: str) -> None:
        told: Callable[..., Any] = getattr(kind, name)

        def noted(*args: Any) -> Any:
            found.count(name)
            return told(*args)

        monkeypatch.setattr(kind, name, noted)

    for name in ("on_message_begin", "on_header", "on_body"):
        watch(HttpToolsProtocol, name)
    for name in ("handle_ping", "handle_pong", "handle_cont", "send_receive_event_to_app"):
        watch(WebSocketsSansIOProtocol, name)
    taken = WebSocketsSansIOProtocol.receive

    async def noted(self: WebSocketsSansIOProtocol) -> Any:
        event = await taken(self)
        found.count("receive")
        return event

    monkeypatch.setattr(WebSocketsSansIOProtocol, "receive", noted)
    return found


@pytest.fixture
def inside(tmp_path: Path, turns: Turns) -> Iterator[Inside]:
    with served_inside(tmp_path) as inside:
        yield inside


def test_requests_of_one_client(inside: Inside, turns: Turns) -> None:
    """They are parsed as they are answered."""
    one, count = b"GET /x HTTP/1.1\r\nHost:\r\n\r\n", 500
    with Raw(inside.url) as raw:
        raw.send(one * count)
        assert [raw.answer().status for _ in range(count)] == [404] * count
    assert turns.all("on_message_begin") == count
    assert turns.most("on_message_begin") <= TURN_BYTES // len(one) + 1


def test_a_head_of_many_lines(inside: Inside, turns: Turns) -> None:
    with Raw(inside.url) as raw:
        head = request("GET", "/x", *["a:"] * 10_000)
        assert raw.send(head).answer().status == 431
    assert turns.most("on_header") <= TURN_BYTES // 4


def test_a_body_of_many_chunks(inside: Inside, turns: Turns) -> None:
    one, count = b"1\r\n \r\n", 5000
    with Raw(inside.url) as raw:
        head = request("POST", "/v1/games", "Transfer-Encoding: chunked")
        answer = raw.send(head, one * count, b"0\r\n\r\n").answer()
        assert answer.problem()["status"] == 400
    assert turns.all("on_body") == count
    assert turns.most("on_body") <= TURN_BYTES // len(one) + 1


def test_a_long_body_is_not_cut_into_pieces(inside: Inside, turns: Turns) -> None:
    """Its length is known, so nothing in it has to be parsed."""
    with Raw(inside.url) as raw:
        body = b" " * 500_000
        head = request("POST", "/v1/games", f"Content-Length: {len(body)}")
        assert raw.send(head, body).answer().status == 400
    assert turns.all("on_body") < 100
