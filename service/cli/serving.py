"""What commands that serve HTTP share: listening, the server, and how it stops."""

import errno
import signal
import socket
import sys
from collections.abc import Callable
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, Final, NoReturn

import click
import uvicorn

from service.runtime.readiness import Draining

if TYPE_CHECKING:
    from litestar import Litestar

SHUTDOWN_SECONDS_MAX: Final = 10
"""How long requests in progress may take after the signal to stop."""

_BACKLOG: Final = 2048


def config(app: "Litestar", *, date: bool = True) -> uvicorn.Config:
    """Return uvicorn's configuration for an application; ``date`` sends the time with responses."""
    from service.server import (  # noqa: PLC0415 - slow, so for commands that serve alone
        KEEP_ALIVE_SECONDS,
        MESSAGE_BYTES_MAX,
        WebSockets,
        connected,
    )

    return uvicorn.Config(
        app,
        loop="auto",  # uvloop, if installed
        http=connected,  # type: ignore[arg-type] # called like the class of a protocol
        ws=WebSockets,
        ws_max_size=MESSAGE_BYTES_MAX,
        ws_per_message_deflate=False,  # would compress each message once per reader
        log_config=None,  # its messages go through the service's own logging
        access_log=False,
        proxy_headers=False,  # the edge of the application handles them, on any server
        server_header=False,
        date_header=date,
        backlog=_BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS_MAX,
    )


class DrainingServer(uvicorn.Server):
    """A server that prints its address once it is ready, and drains before it stops.

    ``greeting`` returns what it prints, given its address.
    """

    def __init__(
        self,
        configuration: uvicorn.Config,
        draining: Draining,
        greeting: Callable[[str], str],
        drain_seconds: float = 0,
    ) -> None:
        super().__init__(configuration)
        self._draining = draining
        self._greeting = greeting
        self._drain_seconds = drain_seconds
        self._stops_at: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: first announce it, then close the port. At a second signal end at once."""
        if self._stops_at is not None:
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        self._captured_signals.append(sig)
        self._draining.begin()
        self._stops_at = monotonic() + self._drain_seconds

    async def on_tick(self, counter: int) -> bool:
        """Return whether it is time to stop; uvicorn asks ten times a second."""
        if self._stops_at is not None and monotonic() >= self._stops_at:
            self.should_exit = True
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then print the address."""
        await super().startup(sockets)
        assert sockets, "run() got the listener"
        click.echo(self._greeting(_url(sockets[0])), err=True)


def listener(host: str, port: int, other_port: str) -> socket.socket:
    """Return a socket that listens; end the command if that is impossible.

    ``other_port`` says how to choose another port.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as failure:
        why = str(failure.strerror).partition(" (")[0]
        advice = f"; {other_port}" if failure.errno == errno.EADDRINUSE else ""
        raise click.ClickException(
            f"cannot listen on {host}, port {port}: {why}{advice}"
        ) from failure


def exit_on_sigterm() -> None:
    """Exit with status 0 on SIGTERM, which the server raises again once it has stopped."""
    signal.signal(signal.SIGTERM, _stopped)


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _stopped(signum: int, frame: object) -> NoReturn:
    sys.exit(0)
