"""HTTP/1.1 with limits on heads and trailers; upgrades other than WebSocket are ignored.

The application answers requests refused here, after all earlier requests. So each refusal is a
problem with an id, is logged and counted, and is charged to the caller's rate limit.
"""

import asyncio
import re
from collections.abc import Sized
from typing import Any, Final

from httptools import (
    HttpParserError,
    HttpParserInvalidURLError,
    HttpParserUpgrade,
    HttpRequestParser,
    parse_url,
)
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from websockets.exceptions import InvalidHandshake, InvalidHeader
from websockets.server import ServerProtocol

from service.server.connection import Connection
from service.server.extensions import ABORT, GONE, REFUSED, BadRequest, RequestRefusal

HEAD_BYTES_MAX: Final = 64 * 1024
"""The maximum size of a request head; the same limit applies to trailers and chunk extensions
together."""
HEADERS_MAX: Final = 128
"""The maximum number of headers of a request."""
HEAD_SECONDS_MAX: Final = 20.0
"""How long a head may take to arrive, and how long a new connection may stay silent."""
LATE_BODY_BYTES_MAX: Final = 16 * 1024 * 1024
LATE_BODY_SECONDS_MAX: Final = 20.0
"""How much of a body a client may still send after its answer, and how long it may take.

The proxy of ``deploy/`` passes on as much. If the service closed the connection earlier, the proxy
could not send on the rest, and would answer 502 instead of the refusal."""

_CHUNK_FRAMING_BYTES: Final = 20
"""The allowed framing of each chunk: up to 16 digits of its size, and two line ends."""
_VERSIONS: Final = ("1.0", "1.1")

_TOO_LARGE: Final = RequestRefusal(431)
_TOO_SLOW: Final = RequestRefusal(408)
_NO_HOST: Final = RequestRefusal(400, "Host", "expected exactly once, as host or host:port")
_NOT_CHUNKED: Final = RequestRefusal(
    400, "Transfer-Encoding", "expected chunked and no other coding"
)
_OTHER_VERSION: Final = RequestRefusal(400, "$", "expected HTTP/1.1 or HTTP/1.0 in the first line")
_NO_PATH: Final = RequestRefusal(400, "$", "expected a path in the first line of the request")
_FRAGMENT: Final = RequestRefusal(400, "$", "expected no # in the first line of the request")
_NOT_NOW: Final = RequestRefusal(
    400, "Upgrade", "expected only after the answers to all earlier requests"
)

_HOST: Final = re.compile(
    rb"(?:\[[0-9A-Za-z:.%~_-]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::[0-9]*)?"  # RFC 9110, 7.2
)
_FRAMING: Final = (b"content-length", b"transfer-encoding")
_UNKNOWN: Final = "_OTHER"
"""OpenTelemetry's name for an unknown method."""


class _Flow(FlowControl):
    """Pauses reading while parsed requests wait for their turn.

    uvicorn resumes reading after each answer, so a client could queue requests without limit.
    """

    def __init__(self, transport: Connection, waiting: Sized) -> None:
        super().__init__(transport)
        self._waiting = waiting

    def resume_reading(self) -> None:
        """Resume reading, unless a request waits."""
        if not self._waiting:
            super().resume_reading()


class Http(HttpToolsProtocol):
    """HTTP, with upgrades to WebSocket."""

    transport: Connection
    cycle: RequestResponseCycle | None  # type: ignore[assignment] # there is none at first
    scope: Any
    ws_protocol_class: Any

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.rest = 0
        """How many of the next bytes belong to the current body."""
        self._answered: RequestResponseCycle | None = None
        """The request that the application is working on; ``cycle`` is the last one parsed."""
        self._bytes = 0
        """How many bytes the current head has so far, or the trailers and extensions after it."""
        self._allowed_bytes = 0
        """How many bytes of the current piece are data or ordinary framing of a body."""
        self._late_bytes_left = 0
        """How many bytes of a body the client may still send after the answer."""
        self._in_head = False
        self._in_body = False
        self._resumes = False
        """Whether a new parser is being brought to the state of the old one."""
        self._wants_websocket = False
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Connection) -> None:  # type: ignore[override] # as above
        """Wait for a request, for a limited time."""
        super().connection_made(transport)
        self.flow = _Flow(transport, self.pipeline)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Notify the application of the disconnect, and drop the waiting requests.

        The requests and this object refer to each other. Without the cleanup, they would stay in
        memory until the garbage collector runs, which is rare.
        """
        self._head_received()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)
        answered, self._answered = self._answered, None
        if answered is not None and not answered.response_complete:
            answered.disconnected = True
            answered.message_event.set()
        self.pipeline.clear()
        self.cycle = self.scope = None

    def data_received(self, data: bytes) -> None:
        """Parse the data; start the timer of a head that is incomplete."""
        idle = self.timeout_keep_alive_task
        self._unset_keepalive_if_required()
        self._allowed_bytes = 0
        self._parse(data)
        if self.transport.is_closing() or self._wants_websocket:
            return
        if self._in_head or self._in_body:
            self._bytes += max(len(data) - self._allowed_bytes, 0)
            if self._bytes > HEAD_BYTES_MAX:
                self._refuse(_TOO_LARGE)
                return
        if self._in_head:
            if self._head_timer is None:
                self._watch_head()
        elif not self._is_answering():
            self._stay_idle(idle, len(data))

    def _stay_idle(self, idle: asyncio.TimerHandle | None, size: int) -> None:
        """Keep waiting for a request: the data received does not start one."""
        if self._in_body:
            self._late_bytes_left -= size
            if self._late_bytes_left < 0:
                self.transport.close()
                return
        if idle is not None and self.timeout_keep_alive_task is None:
            # A blank line, for example, or a piece of an unread body: keep the time limit.
            self.timeout_keep_alive_task = self.loop.call_at(
                idle.when(), self.timeout_keep_alive_handler
            )

    def on_message_begin(self) -> None:
        """Start a request; give the application the server's extensions."""
        if self._resumes:
            return
        super().on_message_begin()
        self._unset_keepalive_if_required()
        self._in_head = True
        self._bytes = 0
        self.scope["extensions"] = {
            ABORT: {"abort": self.transport.abort},
            GONE: {"gone": self.transport.is_closing},
        }

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header; ignore trailers (RFC 9110, section 6.5.1)."""
        if self._in_head:
            super().on_header(name, value)

    def on_chunk_header(self) -> None:
        """Do not count the ordinary framing of a chunk."""
        self._allowed_bytes += _CHUNK_FRAMING_BYTES

    def on_headers_complete(self) -> None:
        """Pass the request to the application, unless its head is refused."""
        if self._resumes:
            return
        self._head_received()
        self._in_body = True
        self._bytes = 0
        self.transport.lingers = True
        self._wants_websocket = self._should_upgrade()
        if len(self.headers) > HEADERS_MAX:
            raise BadRequest(_TOO_LARGE)
        if self.parser.get_http_version() not in _VERSIONS:
            raise BadRequest(_OTHER_VERSION)
        if not self._has_host():
            raise BadRequest(_NO_HOST)
        if not self._has_plain_framing():
            raise BadRequest(_NOT_CHUNKED)
        if b"#" in self.url:
            raise BadRequest(_FRAGMENT)
        try:
            if not self.url.startswith(b"/") and parse_url(self.url).path is None:
                raise BadRequest(_NO_PATH)  # http://host alone
            super().on_headers_complete()
        except HttpParserInvalidURLError:
            raise BadRequest(_NO_PATH) from None
        lengths = (value for name, value in self.headers if name == b"content-length")
        self.rest = int(next(lengths, b"0"))

    def on_body(self, body: bytes) -> None:
        """Add a piece of the body."""
        self._allowed_bytes += len(body)
        self.rest -= min(self.rest, len(body))
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End the body; for an upgrade, the parser calls this at the end of the head."""
        if self.parser.should_upgrade():
            return
        self._in_body = False
        self.transport.lingers = False
        super().on_message_complete()
        assert self.cycle is not None, "a message has a cycle"
        if not self.parser.should_keep_alive():
            # The parser ignores further data. It also honours Connection in trailers.
            self.cycle.keep_alive = False
            if self.cycle.response_complete:
                self.transport.close()
        elif self.cycle.response_complete:
            self._end_in(self.timeout_keep_alive)

    def on_response_complete(self) -> None:
        """Start the next request; limit the time and size of a body that is still arriving."""
        super().on_response_complete()
        if self._in_body and not self._is_answering() and not self.transport.is_closing():
            self._late_bytes_left = LATE_BODY_BYTES_MAX
            self._end_in(LATE_BODY_SECONDS_MAX)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def _end_in(self, seconds: float) -> None:
        """Close the connection after this time, unless a request begins first."""
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_later(
            seconds, self.timeout_keep_alive_handler
        )

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol, if the handshake is valid."""
        if self._is_answering():
            self._refuse(_NOT_NOW)
            return
        head = self._head()
        refusal = _refused_handshake(head)
        if refusal is not None:
            self._refuse(refusal)
            return
        self.connections.discard(self)
        protocol = self.ws_protocol_class(
            config=self.config, server_state=self.server_state, app_state=self.app_state
        )
        self.transport.lingers = False
        self.transport.set_protocol(protocol)
        protocol.connection_made(self.transport)
        protocol.data_received(head)

    def _parse(self, data: bytes) -> None:
        try:
            self.parser.feed_data(data)
        except HttpParserUpgrade as offered:
            rest = data[offered.args[0] :]
            if self._wants_websocket:
                self.handle_websocket_upgrade()
                self.transport.put_back(rest)
            else:
                self._ignore_offer(rest)
        except HttpParserError as wrong:
            why = wrong.__context__
            if isinstance(why, BadRequest):
                self._refuse(why.refusal)
            else:
                self._refuse(RequestRefusal(400, "$", f"not valid HTTP/1.1: {wrong}"))

    def _ignore_offer(self, rest: bytes) -> None:
        """Ignore the offer of another protocol (RFC 9110, section 7.8).

        The parser stops, because it expects data of that protocol. So a new parser first gets a
        head that sets the length of the body without starting a request, then the remaining data.
        """
        offered, self.parser = self.parser, HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        framing = [b"%b: %b\r\n" % one for one in self.headers if one[0] in _FRAMING]
        first = f"POST / HTTP/{offered.get_http_version()}\r\n".encode()
        self._resumes = True
        self._parse(b"".join([first, *framing, b"\r\n"]))
        self._resumes = False
        if rest and not self.transport.is_closing():
            self._parse(rest)

    def _should_upgrade(self) -> bool:
        """Return whether the request is an upgrade to WebSocket."""
        return self.parser.should_upgrade() and any(
            name == b"upgrade" and value.lower() == b"websocket" for name, value in self.headers
        )

    def _has_host(self) -> bool:
        """Return whether there is one ``Host``, as HTTP/1.1 requires (RFC 9112, section 3.2)."""
        hosts = [value for name, value in self.headers if name == b"host"]
        if not hosts:
            return self.parser.get_http_version() == "1.0"
        return len(hosts) == 1 and _HOST.fullmatch(hosts[0]) is not None

    def _has_plain_framing(self) -> bool:
        """Return whether the body has no transfer coding except ``chunked``."""
        codings = [value for name, value in self.headers if name == b"transfer-encoding"]
        return not codings or [one.strip().lower() for one in codings] == [b"chunked"]

    def _head(self) -> bytes:
        """Rebuild the head of the request, for a handshake."""
        version = self.parser.get_http_version().encode()
        first = b"%b %b HTTP/%b\r\n" % (self.parser.get_method(), self.url, version)
        return b"".join([first, *(b"%b: %b\r\n" % one for one in self.headers), b"\r\n"])

    def _refuse(self, refusal: RequestRefusal) -> None:
        """Let the application answer with a problem, in order, and then end the connection."""
        if self.transport.is_closing():
            return
        self.transport.lingers = True
        self.transport.ignore()
        cycle = self.cycle
        if cycle is None or not self._in_body or cycle.scope is not self.scope:
            cycle = self._cycle_of_nothing()  # otherwise, the body of this request is invalid
        self._head_received()
        self.scope["extensions"][REFUSED] = refusal
        cycle.keep_alive = False
        if cycle.response_complete:
            self.transport.close()
        cycle.message_event.set()

    def _cycle_of_nothing(self) -> RequestResponseCycle:
        """Return the cycle in which the application answers data that is not a request."""
        if not (self._in_head or self._in_body):
            self.on_message_begin()
        method = self.parser.get_method().decode() if self._in_body else _UNKNOWN
        self.scope.update(method=method, path="", raw_path=b"", query_string=b"")
        waits = self._is_answering()
        self.cycle = cycle = RequestResponseCycle(
            scope=self.scope,
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=self.access_log,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=False,
            keep_alive=False,
            on_response=self.on_response_complete,
        )
        if waits:
            self.pipeline.appendleft((cycle, self.app))
        else:
            self._start_asgi_task(cycle, self.app)
        return cycle

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _watch_head(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_SECONDS_MAX, self._head_is_late)

    def _head_is_late(self) -> None:
        if self.flow.read_paused:  # the client has to wait for its earlier answers
            self._watch_head()
        else:
            self._refuse(_TOO_SLOW)

    def _head_received(self) -> None:
        self._in_head = False
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


def _refused_handshake(head: bytes) -> RequestRefusal | None:
    """Return the error in a WebSocket handshake (RFC 6455, section 4.2.1), or None.

    It validates with the library that takes over the connection, which by itself would neither
    answer an invalid handshake nor close the connection.
    """
    protocol = ServerProtocol()
    protocol.receive_data(head)
    request: Any = next(iter(protocol.events_received()), None)
    if request is None:
        wrong = protocol.handshake_exc
        assert wrong is not None, "there is a request or a reason"
        return RequestRefusal(
            400, "Upgrade", f"not a WebSocket handshake: {wrong.__cause__ or wrong}"
        )
    try:
        protocol.process_request(request)
    except InvalidHandshake as wrong:
        where = wrong.name if isinstance(wrong, InvalidHeader) else "Upgrade"
        status = 426 if where == "Sec-WebSocket-Version" else 400
        return RequestRefusal(status, where, f"not a WebSocket handshake: {wrong}")
    return None
