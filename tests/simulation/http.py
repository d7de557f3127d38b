"""Requests as the server passes them to the application, without a socket in between.

The application is the service's own, with all its middleware. Each worker builds it once, because
building takes longer than a schedule; each life of the worker installs its own parts in it.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from litestar import Litestar

from service.http.application import application
from service.http.parts import Parts, state_with
from service.settings import Settings

REQUEST_SECONDS_MAX: Final = 3.0
"""The request timeout: short, so that some requests reach it."""

SETTINGS: Final = Settings(rate_per_minute=0, request_seconds_max=REQUEST_SECONDS_MAX)

_APPLICATIONS: Final[dict[int, Litestar]] = {}


class Request(NamedTuple):
    """A request."""

    method: str
    path: str
    headers: Mapping[str, str] = {}
    body: bytes = b""


class Response(NamedTuple):
    """A response."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Lost(Exception):
    """No response came, and none will."""


def application_of(number: int, parts: Parts) -> Litestar:
    """Return the application of a worker, with the parts of its current life."""
    app = _APPLICATIONS.get(number)
    if app is None:
        app = _APPLICATIONS[number] = application(parts, SETTINGS)
    app.state.update(state_with(parts))
    return app


class Visit:
    """One request on its way to the application, and the response on its way back."""

    def __init__(self, request: Request, taken: Callable[[bytes], None] | None = None) -> None:
        self.response: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._request = request
        self._taken = taken
        """Called with each piece of the response body."""
        self._read = False
        self._gone = asyncio.Event()
        self._status = 0
        self._headers: dict[str, str] = {}
        self._body = b""

    @property
    def scope(self) -> Any:
        """The ASGI scope of the request."""
        request = self._request
        headers = {"content-length": f"{len(request.body)}", **request.headers}
        path, _, query = request.path.partition("?")
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": request.method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), text.encode()) for name, text in headers.items()],
            "client": ("192.0.2.1", 50000),
            "server": ("192.0.2.2", 80),
            "state": {},
            "extensions": {},
        }

    def leave(self) -> None:
        """Disconnect the client, as the server sees it."""
        self._gone.set()

    async def receive(self) -> Any:
        """Give the application the body, then the disconnect."""
        if not self._read:
            self._read = True
            return {"type": "http.request", "body": self._request.body, "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        """Take a part of the response; drop it if the client has gone."""
        if self._gone.is_set():
            return
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._headers = {
                name.decode().lower(): text.decode() for name, text in message["headers"]
            }
            return
        piece = message.get("body", b"")
        self._body += piece
        if self._taken is not None and self._status == 200:
            self._taken(piece)
        if not message.get("more_body", False) and not self.response.done():
            self.response.set_result(Response(self._status, self._headers, self._body))

    def ended(self, failure: BaseException | None) -> None:
        """Record that the application has returned; the server aborts an unfinished response.

        Re-raises what the application raised: that is always a bug.
        """
        if not self.response.done():
            self.response.set_exception(Lost())
        if failure is not None:
            raise failure
