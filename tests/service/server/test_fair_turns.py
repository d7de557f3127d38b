"""How much one connection gets per turn of the event loop, however fast it sends.

The tests count turns and measure no time.
"""

import asyncio
import gc
import json
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from service.http.answers import answer
from service.http.edge.layer import PIECE_BYTES_MAX
from service.http.openapi import schema_pages
from service.http.operations import checker, health
from service.live.streams import Pace
from service.server import Connection
from tests.service.edge.test_time_limit import Client
from tests.support.http.raw import (
    CLOSE,
    CONTINUATION,
    HANDSHAKE,
    PING,
    PONG,
    TEXT,
    Raw,
    frame,
    request,
)
from tests.support.run.long import cases
from tests.support.run.waiting import until
from tests.support.servers.inside import Inside, served_inside

TURN_BYTES = 1024
"""The bytes that a turn parses of a connection; the tests send the smallest possible units."""

HELLO = frame(TEXT, b'{"type": "hello"}')


class Turns:
    """Counts what happens in each turn of the loop; each turn polls for input and output."""

    def __init__(self) -> None:
        self.thread: threading.Thread | None = None
        """The thread of the loop."""
        self.all: Counter[str] = Counter()
        """How often each event happened."""
        self.most: Counter[str] = Counter()
        """How often each event happened in the turn with most of them."""
        self._now: Counter[str] = Counter()

    def count(self, what: str) -> None:
        """Count this event in the current turn."""
        self.thread = threading.current_thread()
        if not self._now:
            asyncio.get_running_loop().call_soon(self._tick)
        self._now[what] += 1
        self.all[what] += 1
        self.most[what] = max(self.most[what], self._now[what])

    def _tick(self) -> None:
        self._now.clear()


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Turns:
    """Count the calls to uvicorn's protocols and the messages that the application receives."""
    found = Turns()

    def watch(kind: type[Any], name: str) -> None:
        original: Callable[..., Any] = getattr(kind, name)

        def noted(*args: Any) -> Any:
            found.count(name)
            return original(*args)

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


FLOODS = {
    "pings": (frame(PING), "handle_ping"),
    "pongs": (frame(PONG), "handle_pong"),
    "junk": (frame(TEXT, b"?"), "send_receive_event_to_app"),
    "acts": (frame(TEXT, b'{"type":"act","actions":[]}'), "send_receive_event_to_app"),
}


@pytest.mark.parametrize("name", FLOODS)
def test_frames_of_one_client(inside: Inside, turns: Turns, name: str) -> None:
    """A turn parses some of them and the application takes one; then others get their turn."""
    one, original = FLOODS[name]
    count = cases(1000, 500)
    with Raw(inside.url) as raw:
        raw.send(request("GET", live_of(inside), *HANDSHAKE))
        assert raw.answer().status == 101
        raw.send(HELLO, one * count, frame(TEXT, b'{"type":"act","id":"last","actions":[]}'))
        for kind, data in raw.frames():
            if kind == TEXT and json.loads(data).get("id") == "last":
                break
    assert turns.all[original] >= count
    assert turns.most[original] <= TURN_BYTES // len(one) + 1
    assert turns.most["receive"] == 1


def test_a_message_in_a_thousand_pieces(inside: Inside, turns: Turns) -> None:
    """The application receives and counts each piece; empty ones take no memory."""
    text = b'{"type":"act","id":"last","actions":[]}'
    pieces = [frame(CONTINUATION, text[at : at + 1], last=False) for at in range(1, len(text))]
    empty = frame(CONTINUATION, last=False)
    with Raw(inside.url) as raw:
        raw.send(request("GET", live_of(inside), *HANDSHAKE))
        assert raw.answer().status == 101
        raw.send(HELLO, frame(TEXT, text[:1], last=False), empty * 1000, *pieces)
        raw.send(frame(CONTINUATION))
        for kind, data in raw.frames():
            if kind == TEXT and json.loads(data).get("id") == "last":
                break
    assert turns.all["handle_cont"] == len(pieces) + 1
    assert turns.all["receive"] > 1000
    assert turns.most["receive"] == 1


def test_requests_of_one_client(inside: Inside, turns: Turns) -> None:
    """The server parses them at the rate at which it answers them."""
    one, count = b"GET /x HTTP/1.1\r\nHost:\r\n\r\n", 500
    with Raw(inside.url) as raw:
        raw.send(one * count)
        assert [raw.answer().status for _ in range(count)] == [404] * count
    assert turns.all["on_message_begin"] == count
    assert turns.most["on_message_begin"] <= TURN_BYTES // len(one) + 1


def test_requests_of_a_client_that_reads_no_responses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many arrive, few are queued, and none is left after the client disconnects."""
    queued: list[int] = []
    kept: list[Connection] = []
    begin = HttpToolsProtocol.on_response_complete

    def noted(self: HttpToolsProtocol) -> None:
        begin(self)
        queued.append(len(self.pipeline))

    def connected(self: Connection, transport: Any) -> None:
        kept.append(self)
        made(self, transport)

    made = Connection.connection_made
    monkeypatch.setattr(HttpToolsProtocol, "on_response_complete", noted)
    monkeypatch.setattr(Connection, "connection_made", connected)
    one = b"GET /x HTTP/1.1\r\nHost:\r\n\r\n"
    with served_inside(tmp_path, rate_per_minute=0) as inside:
        with Raw(inside.url) as raw:
            raw.socket.settimeout(1)
            with pytest.raises(TimeoutError):
                raw.send(one * 1_000_000)
            (protocol,) = inside.server.server_state.connections
            here = weakref.ref(protocol)
            cycles = [weakref.ref(cycle) for cycle, _ in protocol.pipeline]  # type: ignore[union-attr] # an HTTP protocol
            del protocol
        gc.disable()  # no object may need the collector
        try:
            until(lambda: not inside.server.server_state.connections)
            until(lambda: here() is None)
            assert [cycle for cycle in cycles if cycle() is not None] == []
        finally:
            gc.enable()
    assert max(queued) <= TURN_BYTES // len(one) + 1
    assert len(queued) > max(queued)


def test_a_stream_with_a_request_behind_it_ends_with_its_client(inside: Inside) -> None:
    """The server knows which request it is answering, although it has read the next one."""
    with Raw(inside.url) as raw:
        lobby = request("GET", "/v1/lobby/events", "Accept: text/event-stream")
        raw.send(lobby, request("GET", "/healthz"))
        assert raw.answer().status == 200
    until(lambda: not inside.server.server_state.tasks)


def test_a_head_of_many_lines(inside: Inside, turns: Turns) -> None:
    with Raw(inside.url) as raw:
        head = request("GET", "/x", *["a:"] * 10_000)
        assert raw.send(head).answer().status == 431
    assert turns.most["on_header"] <= TURN_BYTES // 4


def test_a_body_of_many_chunks(inside: Inside, turns: Turns) -> None:
    one, count = b"1\r\n \r\n", 5000
    with Raw(inside.url) as raw:
        head = request("POST", "/v1/games", "Transfer-Encoding: chunked")
        answer = raw.send(head, one * count, b"0\r\n\r\n").answer()
        assert answer.problem()["status"] == 400
    assert turns.all["on_body"] == count
    assert turns.most["on_body"] <= TURN_BYTES // len(one) + 1


def test_a_long_body_is_not_split(inside: Inside, turns: Turns) -> None:
    """Its length is known, so the server need not parse it."""
    with Raw(inside.url) as raw:
        body = b" " * 500_000
        head = request("POST", "/v1/games", f"Content-Length: {len(body)}")
        assert raw.send(head, body).answer().status == 400
    assert turns.all["on_body"] < 100


@pytest.mark.long
def test_the_server_stops_reading_from_a_client_that_does_not_read(
    inside: Inside, turns: Turns
) -> None:
    """Otherwise the responses to its pings would fill memory."""
    with Raw(inside.url) as raw:
        raw.send(request("GET", live_of(inside), *HANDSHAKE))
        assert raw.answer().status == 101
        raw.send(HELLO)
        raw.socket.settimeout(1)
        pings = frame(PING, b"x" * 125) * 1_000_000
        with pytest.raises(TimeoutError):
            raw.send(pings)


def test_nothing_is_sent_after_a_websocket_is_closed(tmp_path: Path) -> None:
    """The server ignores later pings."""
    pace = Pace(limit_seconds=0.01)
    with (
        served_inside(tmp_path, pace, rate_per_minute=1, rate_burst=20) as inside,
        Raw(inside.url) as raw,
    ):
        raw.send(request("GET", live_of(inside), *HANDSHAKE))
        assert raw.answer().status == 101
        raw.send(HELLO, frame(PING, b"x" * 100) * 400)
        *_, (kind, data) = raw.frames()
        assert (kind, int.from_bytes(data[:2], "big")) == (CLOSE, 4429)
        raw.send(frame(PING) * 10, frame(CLOSE, data[:2]))
        assert raw.is_over()


@pytest.mark.long
def test_a_request_leaves_nothing_to_the_garbage_collector(tmp_path: Path) -> None:
    """It runs rarely, so leftovers would stay in memory for thousands of requests."""
    count = 50
    body = b"[]"
    several = [
        request("GET", "/healthz"),
        request("GET", "/nowhere"),
        request("GET", "/v1/games"),
        request("POST", "/v1/games", f"Content-Length: {len(body)}", body=body),
    ]
    left = []
    with (
        served_inside(tmp_path, rate_per_minute=1200, rate_burst=1000) as inside,
        Raw(inside.url) as raw,
    ):
        gc.collect()
        gc.freeze()  # each collection would scan what other tests left
        for asked in [*several, *several]:  # the first round fills caches
            gc.collect()
            gc.disable()
            try:
                for _ in range(count):
                    raw.send(asked).answer()
                left.append(gc.collect())
            finally:
                gc.enable()
    assert max(left[len(several) :]) < 10 * count


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "module", "name"),
    [
        ("/schema/openapi.json", schema_pages, "document"),
        ("/schema/teg.json", schema_pages, "document"),
        ("/schema/asyncapi.json", schema_pages, "document"),
        ("/metrics", health, "generate_latest"),
        pytest.param(
            "/schema/record.schema.json", schema_pages, "document", marks=pytest.mark.long
        ),
    ],
)
def test_slow_documents_are_written_in_a_thread(
    inside: Inside, turns: Turns, monkeypatch: pytest.MonkeyPatch, path: str, module: Any, name: str
) -> None:
    """An OpenAPI document takes most of a second. It is built once."""
    written: Callable[..., Any] = getattr(module, name)
    threads = []

    def noted(*args: Any) -> Any:
        threads.append(threading.current_thread())
        return written(*args)

    monkeypatch.setattr(module, name, noted)
    app: Any = inside.server.config.app
    app.state.pop(schema_pages.DOCUMENTS, None)  # an earlier test may have built it
    with Raw(inside.url) as raw:
        for _ in range(2):
            assert raw.send(request("GET", path)).answer().status == 200
    assert threads
    assert turns.thread not in threads
    assert len(threads) == 1 or name != "document"


def test_long_responses_are_encoded_in_a_thread(
    inside: Inside, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entry by entry, because the encoder blocks all threads."""
    encoded: list[tuple[threading.Thread, bytes]] = []

    class Noting:
        def __init__(self, encoder: Any) -> None:
            self._encoder = encoder

        def encode(self, content: Any) -> bytes:
            text: bytes = self._encoder.encode(content)
            encoded.append((threading.current_thread(), text))
            return text

    monkeypatch.setattr(answer, "_ENCODER", Noting(answer._ENCODER))
    game, *_ = [live_of(inside).removesuffix("/live") for _ in range(3)]
    with Raw(inside.url) as raw:
        record = raw.send(request("GET", f"{game}/record")).answer().body
        encoded.clear()
        for path, method, body in (
            ("/v1/games?limit=1000", "GET", b""),
            ("/v1/records?status=open", "GET", b""),
            (f"{game}/record", "GET", b""),
            ("/v1/records/replay", "POST", record),
        ):
            answered = raw.send(request(method, path, f"Content-Length: {len(body)}", body=body))
            assert answered.answer().status == 200, path
    assert len(encoded) > 10
    assert turns.thread not in {thread for thread, _ in encoded}


def test_many_actions_are_checked_in_a_thread(
    inside: Inside, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few are checked on the loop, which costs less than another thread."""
    threads: list[threading.Thread] = []
    judged = checker.verdict

    def noted(*args: Any) -> Any:
        threads.append(threading.current_thread())
        return judged(*args)

    monkeypatch.setattr(checker, "verdict", noted)
    with Raw(inside.url) as raw:
        for count in (checker.STEPS_IN_A_ROW, checker.STEPS_IN_A_ROW + 1):
            body = json.dumps(
                {"actions": [{"seat": 0, "action": {"type": "end_turn"}}] * count}
            ).encode()
            head = request("POST", "/v1/rulesets/teg/check", f"Content-Length: {len(body)}")
            assert raw.send(head, body).answer().status == 200
    assert [thread is turns.thread for thread in threads] == [True, False]


@pytest.mark.long
def test_a_response_is_sent_in_pieces(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a long one that is complete from the start; each piece takes a turn of the loop."""
    sizes: list[int] = []
    write = Connection.write

    def noted(self: Connection, data: bytes) -> None:
        sizes.append(len(data))
        write(self, data)

    monkeypatch.setattr(Connection, "write", noted)
    with Raw(inside.url) as raw:
        body = raw.send(request("GET", "/schema/openapi.json")).answer().body
        assert json.loads(body)["openapi"]
    assert max(sizes) <= PIECE_BYTES_MAX < len(body)


def test_the_pieces_of_a_response_leave_turns_to_others() -> None:
    """Even if the client reads them as fast as they arrive."""

    async def scene() -> None:
        async def long(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            for _ in range(100):
                await send({"type": "http.response.body", "body": b"x", "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})

        asking = asyncio.create_task(Client(long).ask())
        others = 0
        while not asking.done():
            await asyncio.sleep(0)
            others += 1
        assert others > 100

    asyncio.run(scene())


def live_of(inside: Inside) -> str:
    """Open a game and return the address of its WebSocket."""
    with Raw(inside.url) as raw:
        body = b'{"ruleset": "carolus-magnus"}'
        raw.send(request("POST", "/v1/games", f"Content-Length: {len(body)}", body=body))
        game: str = json.loads(raw.answer().body)["game"]["id"]
    return f"/v1/games/{game}/live"
