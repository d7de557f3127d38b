"""Runs a command in a pseudo-terminal, with the test as its user."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CAROLUS = Path(sys.executable).with_name("carolus")


@contextmanager
def terminal(
    *command: str | Path, piped: Path | None = None, kind: str = "xterm"
) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """Run a command in its own pseudo-terminal; yield the user's end, and the process.

    ``piped`` is a file for its standard input, ``kind`` the kind of terminal.
    """
    person, machine = pty.openpty()
    resize(person, 80, 24)
    given = os.dup(machine) if piped is None else os.open(piped, os.O_RDONLY)
    with subprocess.Popen(
        command,
        stdin=given,
        stdout=machine,
        stderr=machine,
        start_new_session=True,
        preexec_fn=_sit_down_at_the_terminal,  # noqa: PLW1509 - no threads
        env={**os.environ, "TERM": kind, "LANG": "C.UTF-8"},
    ) as process:
        os.close(given)
        os.close(machine)
        try:
            yield person, process
        finally:
            process.kill()
            os.close(person)


def resize(typing: int, columns: int, rows: int) -> None:
    """Resize the terminal, and signal the program in it."""
    fcntl.ioctl(typing, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _sit_down_at_the_terminal() -> None:
    """Make this the session's controlling terminal, so that Ctrl-C reaches the program in it."""
    fcntl.ioctl(1, termios.TIOCSCTTY, 0)
    # A process that runs the tests in the background may have made its children ignore SIGINT.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def read_until(typing: int, wanted: str, seconds_max: float = 30) -> str:
    """Return the terminal's output, up to a match of a pattern."""
    letters = codecs.getincrementaldecoder("utf-8")()
    shown = ""
    end = time.monotonic() + seconds_max
    while not re.search(wanted, shown, re.DOTALL):
        ready, _, _ = select.select([typing], [], [], max(0, end - time.monotonic()))
        assert ready, f"no {wanted!r} in: {shown}"
        shown += letters.decode(os.read(typing, 65536))
    return shown
