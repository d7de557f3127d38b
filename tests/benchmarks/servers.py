"""Servers that are measured: each is one process, on this machine, and gone after the block."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support.served import CAROLUS

PROCESSES = Path("/proc")
"""Where Linux tells what its processes have used; elsewhere such lines are left out."""


class Server(NamedTuple):
    """A server that runs."""

    port: int
    process: int

    def seconds(self) -> float:
        """Return the seconds of the processor that it has used, all its threads together."""
        fields = (PROCESSES / str(self.process) / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Return the bytes that it has in memory now."""
        pages = (PROCESSES / str(self.process) / "statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def service(folder: Path, **settings: str) -> Iterator[Server]:
    """Run ``carolus serve`` with its data in this folder.

    The limit of requests is there, as it would be, and never reached.
    """
    others = {f"CAROLUS_{name.upper()}": value for name, value in settings.items()}
    environment = {
        "CAROLUS_DATA": str(folder),
        "CAROLUS_RATE_PER_MINUTE": "1000000",
        "CAROLUS_RATE_BURST": "1000000",
        **others,
    }

    def port(line: str) -> int:
        told = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert told, line
        return int(told[1])

    with _running([str(CAROLUS), "serve", "--port", "0"], port, environment) as server:
        yield server


@contextmanager
def yardstick(module: str) -> Iterator[Server]:
    """Run a module beside this one; it says its port on standard error."""
    with _running([sys.executable, "-m", f"tests.benchmarks.{module}"], int, {}) as server:
        yield server


@contextmanager
def _running(
    command: list[str], port: Callable[[str], int], settings: Mapping[str, str]
) -> Iterator[Server]:
    """Run a server that says on standard error where it is; stop it in the end."""
    with (
        tempfile.TemporaryFile("w+") as said,  # not a pipe: logs would fill it
        subprocess.Popen(command, stderr=said, env={**os.environ, **settings}) as server,
    ):
        try:
            while "\n" not in (text := os.pread(said.fileno(), 4096, 0).decode()):
                assert server.poll() is None, text
                time.sleep(0.01)
            yield Server(port(text.splitlines()[0]), server.pid)
        finally:
            server.terminate()
