"""HTTP/1.1: heads have limits, trailers are no headers, and offers to upgrade are ignored.

The application answers what is refused here, after all earlier requests. So each refusal is a
problem with an id, has a line in the log, is counted, and takes from the caller's rate limit.
"""

import asyncio
import re
from typing import Any, Final

from httptools import (
    HttpParserError,
    HttpParserInvalidURLError,
    HttpParserUpgrade,
    HttpRequestParser,
    parse_url,
)
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from websockets.exceptions import InvalidHandshake, InvalidHeader
from websockets.server import ServerProtocol

from service.server.connection import Connection
from service.server.extensions import ABORT, REFUSED, BadRequest, RequestRefusal

HEAD_BYTES_MAX: Final = 64 * 1024
"""Largest head of a request."""
HEADERS_MAX: Final = 128
"""Number of headers in it."""
HEAD_SECONDS_MAX: Final = 20.0
"""How long a head may take, and how long a new connection may say nothing."""

_TOO_LARGE: Final = RequestRefusal(431)
_TOO_SLOW: Final = RequestRefusal(408)
_NO_HOST: Final = RequestRefusal(400, "Host", "expected exactly once, as host or host:port")
_NO_PATH: Final = RequestRefusal(400, "$", "expected a path in the first line of the request")
_NOT_NOW: Final = RequestRefusal(
    400, "Upgrade", "expected only after the answers to all earlier requests"
)

_HOST: Final = re.compile(
    rb"(?:\[[0-9A-Za-z:.%~_-]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::[0-9]*)?"  # RFC 9110, 7.2
)
_FRAMING: Final = (b"content-length", b"transfer-encoding")
_UNKNOWN: Final = "_OTHER"
"""The method of a request whose method is not known, as OpenTelemetry names it."""


class Http(HttpToolsProtocol):
    """HTTP, and where a client asks for it WebSockets."""

    transport: Connection
    cycle: RequestResponseCycle | None  # type: ignore[assignment] # there is none at first
    scope: Any
    ws_protocol_class: Any

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.rest = 0
        """How many of the next bytes are the rest of a body."""
        self._head_bytes = 0
        self._in_head = False
        self._in_body = False
        self._resumes = False
        """Whether a new parser is told where the old one was."""
        self._wants_websocket = False
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Connection) -> None:  # type: ignore[override] # as above
        """Wait for a request, but not for ever."""
        super().connection_made(transport)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._head_came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; a head that is not complete by then is watched."""
        idle = self.timeout_keep_alive_task
        self._unset_keepalive_if_required()
        self._parse(data)
        if self.transport.is_closing() or self._wants_websocket:
            return
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES_MAX:
                self._refuse(_TOO_LARGE)
            elif self._head_timer is None:
                self._watch_head()
        elif idle is not None and idle.cancelled() and not self._is_answering():
            # A blank line, say, or the rest of a body that nobody reads: no request begins with it,
            # so the connection ends when it was to end.
            self.timeout_keep_alive_task = self.loop.call_at(
                idle.when(), self.timeout_keep_alive_handler
            )

    def on_message_begin(self) -> None:
        """Let the application cut the connection off."""
        if self._resumes:
            return
        super().on_message_begin()
        self._in_head = True
        self._head_bytes = 0
        self.scope["extensions"] = {ABORT: {"abort": self.transport.abort}}

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; what comes after the body is none (RFC 9110, section 6.5.1)."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Give the request to the application, unless its head is refused."""
        if self._resumes:
            return
        self._head_came()
        self._in_body = True
        self._wants_websocket = self._should_upgrade()
        if len(self.headers) > HEADERS_MAX:
            raise BadRequest(_TOO_LARGE)
        if not self._has_host():
            raise BadRequest(_NO_HOST)
        try:
            if not self.url.startswith(b"/") and parse_url(self.url).path is None:
                raise BadRequest(_NO_PATH)  # http://host alone
            super().on_headers_complete()
        except HttpParserInvalidURLError:
            raise BadRequest(_NO_PATH) from None
        lengths = (value for name, value in self.headers if name == b"content-length")
        self.rest = int(next(lengths, b"0"))

    def on_body(self, body: bytes) -> None:
        """Take a piece of the body."""
        self.rest -= min(self.rest, len(body))
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Take the end of the body; to a parser that sees an upgrade, it is the end of the head."""
        if not self.parser.should_upgrade():
            self._in_body = False
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Give the connection to the other protocol, if the handshake is one."""
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
        self.transport.joins = False
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
                self._go_on(rest)
        except HttpParserError as wrong:
            why = wrong.__context__
            if isinstance(why, BadRequest):
                self._refuse(why.refusal)
            else:
                self._refuse(RequestRefusal(400, "$", f"not valid HTTP/1.1: {wrong}"))

    def _go_on(self, rest: bytes) -> None:
        """Ignore the offer of another protocol (RFC 9110, section 7.8).

        The parser stops, because it takes what follows for that protocol. So a new one first gets a
        head that says how long the body is and starts no request, then the body and what follows.
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
        """Tell whether a WebSocket is asked for; the parser knows whether anything is."""
        return self.parser.should_upgrade() and any(
            name == b"upgrade" and value.lower() == b"websocket" for name, value in self.headers
        )

    def _has_host(self) -> bool:
        """Tell whether there is one ``Host``, as HTTP/1.1 asks (RFC 9112, section 3.2)."""
        hosts = [value for name, value in self.headers if name == b"host"]
        if not hosts:
            return self.parser.get_http_version() == "1.0"
        return len(hosts) == 1 and _HOST.fullmatch(hosts[0]) is not None

    def _head(self) -> bytes:
        """Return the head of the request anew, for a handshake."""
        version = self.parser.get_http_version().encode()
        first = b"%b %b HTTP/%b\r\n" % (self.parser.get_method(), self.url, version)
        return b"".join([first, *(b"%b: %b\r\n" % one for one in self.headers), b"\r\n"])

    def _refuse(self, refusal: RequestRefusal) -> None:
        """Have the application answer with a problem, in its turn, and end the connection then."""
        if self.transport.is_closing():
            return
        self.transport.lingers = True
        self.transport.ignore()
        cycle = self.cycle
        if cycle is None or not self._in_body or cycle.scope is not self.scope:
            cycle = self._cycle_of_nothing()  # else it is one whose body is wrong
        self._head_came()
        self.scope["extensions"][REFUSED] = refusal
        cycle.keep_alive = False
        if cycle.response_complete:
            self.transport.close()
        cycle.message_event.set()

    def _cycle_of_nothing(self) -> RequestResponseCycle:
        """Return the cycle in which the application answers what it never sees as a request."""
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
        self._head_timer = self.loop.call_later(HEAD_SECONDS_MAX, self._refuse, _TOO_SLOW)

    def _head_came(self) -> None:
        self._in_head = False
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


def _refused_handshake(head: bytes) -> RequestRefusal | None:
    """Return what is wrong with the handshake of a WebSocket (RFC 6455, section 4.2.1), or None.

    It asks the library that is given the connection next, which would neither answer nor close.
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
