"""Ends all processes that a test run has started, however the run ends.

``keeper()`` starts a second process, the keeper, which waits for the end of a pipe that only the
test process has. Ctrl-C, SIGKILL and a crash all close it. The keeper then ends every process of
that run and removes the run's folder.

It finds them by an environment variable with the folder of the run, which processes inherit. So a
test may start processes in any way, as long as it keeps the variable; ``_guard`` refuses to start
one without it. A few programs, such as Redis, erase their environment; the keeper finds them by
their working directory, the run's folder. A run that another run starts has its folder inside the
other's, so the outer keeper ends it too.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import psutil  # type: ignore[import-untyped]  # it brings no types

VARIABLE: Final = "CAROLUS_TEST_RUN"
"""The variable with the folder of the run."""

GRACE_SECONDS: Final = 10
"""How long a process may take after SIGTERM; then it is killed."""

_POLL_SECONDS: Final = 0.05
"""Seconds."""


class Unkept(Exception):
    """A test starts a process that the keeper could not find."""


class Keeper:
    """The keeper of this process; ``folder`` is for files to delete when this process ends."""

    def __init__(self) -> None:
        # Not a folder of pytest: a socket's path may have at most 100 characters.
        outer = os.environ.get(VARIABLE)
        self.folder = Path(tempfile.mkdtemp(dir=outer, prefix="" if outer else "carolus-"))
        self.folder.chmod(0o711)  # PostgreSQL runs as another user if we are root
        self._process = subprocess.Popen(
            [sys.executable, "-I", __file__, self.folder],
            stdin=subprocess.PIPE,
            # It must outlive Ctrl-C, and the keeper of an outer run must not end it.
            start_new_session=True,
            env={name: value for name, value in os.environ.items() if name != VARIABLE},
        )
        os.environ[VARIABLE] = str(self.folder)
        sys.addaudithook(_guard)

    def end(self) -> None:
        """End all processes that this process has started, and the keeper itself."""
        self._process.communicate()


@cache
def keeper() -> Keeper:
    """Return the keeper of this process, which starts at the first call."""
    return Keeper()


def _guard(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse to start a process that the keeper could not find."""
    if event == "subprocess.Popen":
        environment: Mapping[Any, Any] | None = arguments[3]
        if environment is not None and VARIABLE not in environment:
            raise Unkept(
                f"{arguments[1]} would not end with the tests, for its environment has no "
                f"{VARIABLE}: pass env={{**os.environ, …}}"
            )
    elif event in {"os.fork", "os.forkpty", "os.posix_spawn"}:
        raise Unkept(f"{event} shares the pipe of the keeper: use subprocess, or spawn")


# --- in the process of the keeper ----------------------------------------------------------------


def main(folder: Path) -> None:
    """Wait for the end of standard input, then end the run."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.read()
    end_all(folder)
    shutil.rmtree(folder, ignore_errors=True)


def end_all(folder: Path) -> None:
    """End every process of a run: with SIGTERM, and with SIGKILL if that does not help."""
    deadline = time.monotonic() + GRACE_SECONDS
    known: set[psutil.Process] = set()
    while True:
        found = _processes_of(folder)
        for process in found - known:
            send(process, signal.SIGTERM)
        known = {process for process in found | known if runs(process)}
        if not known:
            return
        if time.monotonic() > deadline:
            for process in known:
                send(process, signal.SIGKILL)
        time.sleep(_POLL_SECONDS)


def _processes_of(folder: Path) -> set[psutil.Process]:
    """Return the processes of a run, with all their descendants."""
    found = set()
    for process in psutil.process_iter(["environ", "cwd"]):
        run = (process.info["environ"] or {}).get(VARIABLE, "")
        cwd = process.info["cwd"] or ""
        if Path(run).is_relative_to(folder) or Path(cwd).is_relative_to(folder.resolve()):
            found |= {process, *children_of(process)}
    return found


def children_of(process: psutil.Process) -> list[psutil.Process]:
    """Return all descendants of a process."""
    try:
        return list(process.children(recursive=True))
    except psutil.NoSuchProcess:
        return []


def send(process: psutil.Process, number: signal.Signals) -> None:
    """Send a signal to a process, if it still exists."""
    with suppress(psutil.NoSuchProcess):
        process.send_signal(number)


def runs(process: psutil.Process) -> bool:
    """Return whether a process is running; a zombie is not."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


if __name__ == "__main__":
    main(Path(sys.argv[1]))
