"""What ``carolus serve --sandbox`` changes: an empty data folder, keys that everyone knows."""

import ipaddress
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click
from msgspec.structs import replace

from service.access.sandbox_keys import put_sandbox_keys
from service.runtime.sandbox import Sandbox
from service.settings import Settings, variable_of

_APART: Final = ("database", "redis", "witnesses", "cosigners", "oidc_issuer")
"""Settings that connect a service with others, or with data that outlives it."""


def must_be_apart(settings: Settings) -> None:
    """End the command if a setting would connect a sandbox with anything that lasts."""
    for name in _APART:
        if getattr(settings, name):
            raise click.UsageError(
                f"--sandbox needs {variable_of(name)} to be empty: a sandbox works alone, and "
                "leaves nothing behind"
            )


def must_be_local(listener: socket.socket) -> None:
    """End the command if other machines can reach this socket."""
    host = listener.getsockname()[0]
    if not ipaddress.ip_address(host).is_loopback:
        raise click.UsageError(
            f"--sandbox listens on loopback addresses only, such as 127.0.0.1, not on {host}: "
            "its tokens and dice can be computed by anyone; --expose-sandbox allows it"
        )


@contextmanager
def sandbox_settings(settings: Settings) -> Iterator[Settings]:
    """Return the settings of a sandbox: its data folder is removed afterwards.

    Rate limits depend on the time that passes, so there are none.
    """
    folder = Path(tempfile.mkdtemp(prefix="carolus-sandbox-"))
    try:
        put_sandbox_keys(folder, Sandbox.now)
        yield replace(settings, data=str(folder), rate_per_minute=0)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
