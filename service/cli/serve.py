"""``carolus serve``: the service as one process."""

import contextlib
import errno
import signal
import socket
import sys
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, Final, NoReturn

import click
import uvicorn

from service.cli.shared import (
    WholeNumber,
    environment,
    examples,
    storage_errors,
    warn_of_unknown_settings,
)
from service.runtime.logs import configure_logs
from service.runtime.memory import setting_up, settle_memory
from service.runtime.tracing import NotInstalled
from service.settings import Settings

if TYPE_CHECKING:
    from litestar import Litestar

    from service.http.parts import Parts

SHUTDOWN_SECONDS_MAX: Final = 10
"""How long requests in progress may take after the signal to stop."""

_BACKLOG: Final = 2048


@click.command(
    epilog=examples(
        "carolus serve",
        "carolus serve --port 8080",
        "CAROLUS_DATA=/var/lib/carolus carolus serve --host 0.0.0.0",
    ),
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
def serve(host: str, port: int) -> None:
    """Run the service until Ctrl-C or SIGTERM.

    Games are stored in the folder CAROLUS_DATA (default ./data), which is created if it is missing,
    or in the PostgreSQL database CAROLUS_DATABASE, which any number of workers can share. The
    service also serves the documentation of its API.
    """
    settings = environment()
    warn_of_unknown_settings()

    with setting_up():
        from service.app import create_app  # noqa: PLC0415 - slow, so for this command alone
        from service.http.parts import parts_in  # noqa: PLC0415 - slow to import

    with _listener(host, port) as listener:
        configure_logs(settings.log_format, settings.log_level)
        try:
            with storage_errors(settings), setting_up():
                app = create_app(settings)
        except NotInstalled as missing:
            raise click.ClickException(str(missing)) from None
        settle_memory()
        server = _Server(config(app), settings, parts_in(app))
        # The server stops on a signal, then raises the signal again.
        signal.signal(signal.SIGTERM, _stopped)
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


def config(app: "Litestar") -> uvicorn.Config:
    """Return uvicorn's configuration for an application."""
    from service.server import (  # noqa: PLC0415 - as above
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
        backlog=_BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS_MAX,
    )


class _Server(uvicorn.Server):
    """A server that prints its address once it is ready, and drains before it stops."""

    def __init__(self, configuration: uvicorn.Config, settings: Settings, parts: "Parts") -> None:
        super().__init__(configuration)
        self._settings = settings
        self._parts = parts
        self._stops_at: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: first say so, then listen no more. At a second signal end at once."""
        if self._stops_at is not None:
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        self._captured_signals.append(sig)
        self._parts.draining.begin()
        self._stops_at = monotonic() + self._settings.drain_seconds

    async def on_tick(self, counter: int) -> bool:
        """Return whether it is time to stop; uvicorn asks ten times a second."""
        if self._stops_at is not None and monotonic() >= self._stops_at:
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which would never end by themselves; then wait for the requests."""
        self._parts.hub.end_streams()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then print the address."""
        await super().startup(sockets)
        assert sockets, "run() got the listener"
        url = _url(sockets[0])
        click.echo(
            f"Carolus is at {url}/ (documentation: {url}/schema), its data in "
            f"{self._settings.place}. Press Ctrl-C to stop.",
            err=True,
        )


_ANOTHER_PORT: Final = "; use --port to choose another port, or `make serve PORT=8080`"


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as failure:
        why = str(failure.strerror).partition(" (")[0]
        advice = _ANOTHER_PORT if failure.errno == errno.EADDRINUSE else ""
        raise click.ClickException(
            f"cannot listen on {host}, port {port}: {why}{advice}"
        ) from failure


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _stopped(signum: int, frame: object) -> NoReturn:
    sys.exit(0)
