"""Starts ``carolus`` in processes that fork from one that has imported its modules.

Importing them takes longer than most tests need the service, and a run starts it hundreds of times.
The operations of the service are also built before the processes fork. A forked process has its own
id, environment, files and signals, and can be killed like any other. Some tests of commands
start a new program, as people do.
"""

import atexit
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Final

_IMPORTED: Final = (
    "alembic.command",
    "anyio._backends._asyncio",
    "litestar.plugins.attrs",
    "litestar.plugins.opentelemetry",
    "litestar.plugins.pydantic",
    "service.access.oidc",
    "service.app",
    "service.cli.audit",
    "service.cli.replay",
    "service.cli.serve",
    "service.cli.witness",
    "service.server",
    "service.storage.postgres_engine",
    "service.witness.app",
    "uvicorn.lifespan.on",
    "uvloop",
)
_OF_TESTS: Final = (
    "tests.support.servers.mail_server",
    "tests.support.servers.receiver",
    "tests.support.servers.prepared",
)


@cache
def context() -> ForkServerContext:
    """Return the context whose processes fork from the one with the modules."""
    found = get_context("forkserver")
    found.set_forkserver_preload([*_IMPORTED, __name__, *_OF_TESTS])
    return found


class Forked:
    """A running ``carolus``, with the methods of ``subprocess.Popen`` that tests use."""

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        log: Path,
        alter: Callable[[], None] | None = None,
    ) -> None:
        """Start it in a folder with these arguments; it writes its output to ``log``.

        ``alter`` is a function of a module; it runs in the new process, before the command.
        """
        log.touch()
        self._process = context().Process(
            target=_run, args=([*words], {**environment}, str(folder), str(log), alter), daemon=True
        )
        self._process.start()

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """Return its exit status, or None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        """Wait until it ends, and return its exit status; negative if a signal ended it."""
        self._process.join(timeout)
        if (status := self.poll()) is None:
            raise subprocess.TimeoutExpired(f"carolus ({self.pid})", timeout)
        return status

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)


def _run(
    words: list[str],
    environment: dict[str, str],
    folder: str,
    log: str,
    alter: Callable[[], None] | None,
) -> None:
    with Path(log).open("ab", buffering=0) as file:
        for number in (1, 2):
            os.dup2(file.fileno(), number)
    if alter is not None:
        alter()
    become(["carolus", *words], environment, folder)


def become(words: Sequence[str], environment: Mapping[str, str], folder: str) -> None:
    """Become ``carolus`` in this new process, with its standard files.

    ``words`` begin with the name of the program as it was called.
    """
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    tempfile.tempdir = None  # that of the environment, not of the process from which this one forks
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - a new buffer
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
    sys.argv = [*words]
    from service.cli import main
    from tests.support.servers.applications import prepared_operations

    try:
        with prepared_operations():
            main(prog_name="carolus")
    finally:
        atexit._run_exitfuncs()
