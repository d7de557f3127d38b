"""The measured servers: each is one process on this machine, which ends with its block."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE
from types import MappingProxyType
from typing import NamedTuple

import psutil  # type: ignore[import-untyped]  # it brings no types
import psycopg

from tests.support.servers.served import CAROLUS
from tests.support.servers.services import fresh_database, start_postgres

PROCESSES = Path("/proc")
"""Where Linux shows what processes have used; elsewhere the lines that need it are left out."""


class Server(NamedTuple):
    """A running server."""

    port: int
    process: int

    def seconds(self) -> float:
        """Return the CPU seconds that it has used, in all threads."""
        fields = (PROCESSES / str(self.process) / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Return its bytes in memory now."""
        pages = (PROCESSES / str(self.process) / "statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def service(folder: Path, **settings: str) -> Iterator[Server]:
    """Run ``carolus serve`` with its data in this folder.

    It writes its log as JSON, like the image. The rate limit is on, as in production, but so high
    that no client reaches it.
    """
    others = {f"CAROLUS_{name.upper()}": value for name, value in settings.items()}
    environment = {
        "CAROLUS_DATA": str(folder),
        "CAROLUS_LOG_FORMAT": "json",
        "CAROLUS_RATE_PER_MINUTE": "1000000",
        "CAROLUS_RATE_BURST": "1000000",
        **others,
    }

    def port(line: str) -> int:
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line
        return int(found[1])

    if "database" in settings:
        command = [str(CAROLUS), "migrate"]
        subprocess.run(command, env={**os.environ, **environment}, stdout=PIPE, check=True)
    with running([str(CAROLUS), "serve", "--port", "0"], port, environment) as server:
        yield server


class Database(NamedTuple):
    """An empty database on its own PostgreSQL server."""

    url: str
    process: int
    """The id of PostgreSQL's main process."""

    def seconds(self) -> float:
        """Return the CPU seconds of its processes that still run."""
        first = psutil.Process(self.process)
        times = [one.cpu_times() for one in (first, *first.children())]
        return float(sum(one.user + one.system for one in times))


@contextmanager
def postgres() -> Iterator[Database]:
    """Run a PostgreSQL server with durable commits."""
    with start_postgres() as server, fresh_database(server.url) as url:
        with psycopg.connect(url) as connection:
            for name in ("fsync", "full_page_writes", "synchronous_commit"):
                row = connection.execute("SELECT current_setting(%s)", [name]).fetchone()
                assert row == ("on",), f"{name} is off: its commits are not durable"
        found = (server.folder / "data" / "postmaster.pid").read_text()
        yield Database(url, int(found.split()[0]))


@contextmanager
def yardstick(module: str) -> Iterator[Server]:
    """Run a module of this folder, which writes its port to standard error."""
    with running([sys.executable, "-m", f"tests.benchmarks.{module}"]) as server:
        yield server


@contextmanager
def running(
    command: list[str],
    port: Callable[[str], int] = int,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Server]:
    """Run a server whose first line on standard error contains its port; stop it at the end."""
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
