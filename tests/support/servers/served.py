"""The real service in its own process, for tests to start, kill and restart."""

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Self, TypeAlias

import httpx

from tests.support.http.plain import plain_client
from tests.support.servers.forking import Forked

CAROLUS: Final = Path(sys.executable).with_name("carolus")
PROGRAM: Final = (str(CAROLUS),)
START_SECONDS_MAX: Final = 180
STOP_SECONDS_MAX: Final = 60


class Served:
    """The service on one data folder. ``url`` is its current address, new at each start."""

    command: tuple[str, ...] = ("serve",)
    greeting = "Carolus is at "
    """What its output shows before its address."""

    def __init__(
        self,
        folder: Path,
        name: str = "log",
        environment: Mapping[str, str] | None = None,
        program: Sequence[str] = PROGRAM,
        alter: Callable[[], None] | None = None,
    ) -> None:
        """``environment`` has the settings except the data folder; ``program`` is the command.

        ``alter`` runs in each new process, before the command, and changes its code or its rights:
        it is a function of a module.
        """
        self.folder = folder / "data"
        self.environment = {"CAROLUS_DATA": str(self.folder), **(environment or {})}
        self.alter = alter
        self.url = ""
        self.kills = 0
        self._logs = folder
        self._name = name
        self._program = tuple(program)
        self._starts = itertools.count()
        self._process: Process | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait(STOP_SECONDS_MAX)

    @property
    def runs(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> Path:
        """The output file of the service's last start."""
        return max(self._logs.glob(f"{self._name}-*"))

    def start(self, *options: str) -> "Served":
        """Start it, on any port unless the options name one, and wait until it has an address."""
        process = self.begin(*options)
        deadline = time.monotonic() + START_SECONDS_MAX
        while (url := address(self.log.read_text("utf-8"), self.greeting)) is None:
            assert process.poll() is None, self.log.read_text("utf-8")
            assert time.monotonic() < deadline, "the service does not start"
            time.sleep(0.01)
        self.url = url
        return self

    def begin(self, *options: str) -> "Process":
        """Start it and return the process at once."""
        assert self._process is None or self._process.poll() is not None
        log = self._logs / f"{self._name}-{next(self._starts):03}"
        words = [*self.command, *(options or ("--port", "0"))]
        environment = {**os.environ, **self.environment}
        if self._program == PROGRAM and not _changes_imports(self.environment):
            self._process = Forked(words, environment, self._logs, log, self.alter)
            return self._process
        assert self.alter is None, "only a forked process can be altered"
        with log.open("wb") as file:
            self._process = subprocess.Popen(
                [*self._program, *words],
                env=environment,
                stdout=file,
                stderr=file,
                cwd=self._logs,
            )
        return self._process

    def kill(self) -> None:
        """Kill it, like a power cut."""
        self.send(signal.SIGKILL)
        assert self.wait() == -signal.SIGKILL
        self.kills += 1

    def send(self, number: signal.Signals) -> None:
        """Send a signal to it."""
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self) -> int:
        """Wait until it ends, and return its exit status."""
        assert self._process is not None
        return self._process.wait(STOP_SECONDS_MAX)

    def refuses(self, *options: str) -> str:
        """Start it, expect it to fail by itself, and return its output."""
        assert self.begin(*options).wait(START_SECONDS_MAX) == 1
        return self.log.read_text("utf-8")

    def urls(self) -> list[str]:
        """Return its URL; none while it does not run."""
        return [self.url] if self.runs else []

    def client(self) -> httpx.Client:
        """Return a client of the running service."""
        return plain_client(self.url)


def _changes_imports(environment: Mapping[str, str]) -> bool:
    """Return whether Python imports other modules with these settings."""
    return any(name.startswith("PYTHON") for name in environment)


Process: TypeAlias = subprocess.Popen[bytes] | Forked


def address(text: str, greeting: str = Served.greeting) -> str | None:
    """Return the address that the output shows, once it is complete."""
    _, said, rest = text.partition(greeting)
    url, complete, _ = rest.partition("/ ")
    return url if said and complete else None
