"""``carolus serve``: the service as one process."""

import contextlib
import socket
from typing import TYPE_CHECKING, Final

import click
import uvicorn

from service.cli.sandbox import must_be_apart, must_be_local, sandbox_settings
from service.cli.serving import DrainingServer, config, exit_on_sigterm, listener
from service.cli.shared import (
    BadEnvironment,
    WholeNumber,
    environment,
    examples,
    storage_errors,
    warn_of_unknown_settings,
)
from service.runtime.memory import settle_memory
from service.runtime.sandbox import Sandbox
from service.runtime.tracing import NotInstalled
from service.settings import BadSetting, Settings

if TYPE_CHECKING:
    from service.http.parts import Parts

_ANOTHER_PORT: Final = "use --port to choose another port, or `make serve PORT=8080`"

_NOTHING_COUNTS: Final = "It is a sandbox: no game counts, and the data is removed at the end. "


@click.command(
    epilog=examples(
        "carolus serve",
        "carolus serve --port 8080",
        "carolus serve --sandbox",
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
@click.option(
    "--sandbox",
    is_flag=True,
    help="Give repeatable answers, for tests of clients: ids, times and dice follow from a seed "
    "in the request. The data is deleted at the end, and no game counts.",
)
@click.option(
    "--expose-sandbox",
    is_flag=True,
    help="With --sandbox: allow a HOST that other machines can reach.",
)
def serve(host: str, port: int, sandbox: bool, expose_sandbox: bool) -> None:
    """Run the service until Ctrl-C or SIGTERM.

    Games are stored in the folder CAROLUS_DATA (default ./data), which is created if it is missing,
    or in the PostgreSQL database CAROLUS_DATABASE, which any number of workers can share. The
    service also serves the documentation of its API.
    """
    settings = environment()
    warn_of_unknown_settings()
    if expose_sandbox and not sandbox:
        raise click.UsageError("--expose-sandbox needs --sandbox")
    if sandbox:
        must_be_apart(settings)

    with listener(host, port, _ANOTHER_PORT) as opened:
        if sandbox and not expose_sandbox:
            must_be_local(opened)
        with sandbox_settings(settings) if sandbox else contextlib.nullcontext(settings) as used:
            _serve(opened, used, Sandbox() if sandbox else None)


def _serve(opened: socket.socket, settings: Settings, sandbox: Sandbox | None) -> None:
    """Run the service on this socket until it is stopped."""
    from service.app import create_app  # noqa: PLC0415 - slow, so for this command alone
    from service.http.parts import parts_in  # noqa: PLC0415 - slow to import

    try:
        with storage_errors(settings):
            app = create_app(settings, sandbox=sandbox)
    except BadSetting as wrong:  # one that only its use can check, such as a pairing program
        raise BadEnvironment(str(wrong)) from None
    except NotInstalled as missing:
        raise click.ClickException(str(missing)) from None
    settle_memory()
    server = _Server(config(app, date=sandbox is None), settings, parts_in(app))
    # The server stops on a signal, then raises the signal again.
    exit_on_sigterm()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[opened])


class _Server(DrainingServer):
    """The server of the service, which also ends its streams."""

    def __init__(self, configuration: uvicorn.Config, settings: Settings, parts: "Parts") -> None:
        sandboxed = parts.sandbox is not None
        super().__init__(
            configuration,
            parts.draining,
            lambda url: (
                f"Carolus is at {url}/ (documentation: {url}/schema), its data in "
                f"{settings.place}. {_NOTHING_COUNTS if sandboxed else ''}Press Ctrl-C to stop."
            ),
            settings.drain_seconds,
        )
        self._parts = parts

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which would never end by themselves; then wait for the requests."""
        self._parts.hub.end_streams()
        await super().shutdown(sockets)
