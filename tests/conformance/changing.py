"""A proxy before a service that changes what passes, so that the service breaks a promise."""

import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, NamedTuple

import httpx

from tests.support.http.plain import plain_client

_NOT_PASSED: Final = {"host", "upgrade", "connection"}
_MADE_AGAIN: Final = {"content-length", "transfer-encoding", "connection", "content-encoding"}
_STREAM: Final = "text/event-stream"


class Asked(NamedTuple):
    """A request on its way to the service; the names of its headers are in lower case."""

    what: str
    """Method and path."""
    headers: dict[str, str]


class Sent(NamedTuple):
    """An answer on its way back, or one frame of a stream."""

    what: str
    """Method and path of the request."""
    status: int
    headers: dict[str, str]
    body: bytes


def as_asked(asked: Asked) -> Asked:
    """Return the request as it is."""
    return asked


def as_sent(sent: Sent) -> Sent:
    """Return the answer as it is."""
    return sent


class Changing(ThreadingHTTPServer):
    """The proxy; ``asked`` and ``sent`` are what it changes now."""

    asked: Callable[[Asked], Asked] = staticmethod(as_asked)
    sent: Callable[[Sent], Sent] = staticmethod(as_sent)

    def __init__(self, http: httpx.Client) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.http = http

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Passing(BaseHTTPRequestHandler):
    """Passes one request; it knows streams, but no WebSockets."""

    server: Changing

    def handle(self) -> None:
        with suppress(
            ConnectionError, httpx.TransportError
        ):  # the client, or the service, has gone
            super().handle()

    def _pass(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): one for name, one in self.headers.items()}
        kept = {name: one for name, one in headers.items() if name not in _NOT_PASSED}
        asked = self.server.asked(Asked(f"{self.command} {self.path}", kept))
        method, _, path = asked.what.partition(" ")
        http = self.server.http
        with http.stream(method, path, content=content, headers=asked.headers) as answer:
            sent = Sent(asked.what, answer.status_code, dict(answer.headers), b"")
            if answer.headers.get("content-type", "").startswith(_STREAM):
                self._begin(sent)
                self._pass_frames(sent, answer.iter_bytes())
            else:
                whole = self.server.sent(sent._replace(body=answer.read()))
                self._begin(whole, length=len(whole.body))
                self.wfile.write(b"" if method == "HEAD" else whole.body)

    do_GET = do_POST = do_PUT = do_PATCH = do_HEAD = _pass  # noqa: N815 - the names of the base

    def _begin(self, sent: Sent, length: int | None = None) -> None:
        self.send_response(sent.status)
        for name, value in sent.headers.items():
            if name not in _MADE_AGAIN:
                self.send_header(name, value)
        if length is not None and sent.status not in (204, 304):
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def _pass_frames(self, sent: Sent, pieces: Iterator[bytes]) -> None:
        """Pass frame by frame, until the client has gone."""
        waiting = b""
        for piece in pieces:
            *complete, waiting = (waiting + piece).split(b"\n\n")
            for one in complete:
                self.wfile.write(self.server.sent(sent._replace(body=one + b"\n\n")).body)
            if select.select([self.connection], [], [], 0)[0]:
                return

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base's name
        """Log nothing."""


@contextmanager
def changing(url: str) -> Iterator[Changing]:
    """Yield a proxy before the service at this address."""
    with plain_client(url) as http, Changing(http) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
