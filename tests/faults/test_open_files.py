"""Test a worker that runs out of file descriptors: it cannot open connections to its database."""

import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.support.http.client import good
from tests.support.run.waiting import until
from tests.support.servers import few_files
from tests.support.servers.few_files import FILES_MAX
from tests.support.servers.readiness import OPENING, must_work_at_once
from tests.support.servers.served import Served

pytestmark = [pytest.mark.process, pytest.mark.long]

CLIENTS = 20
SPARE = 10
ROUNDS = 3


@contextmanager
def idle_connections(served: Served) -> Iterator[None]:
    """Keep many idle connections open, so that the worker can open no file.

    The worker closes connections that it cannot accept. If a background task closes a file after
    that, only a new connection takes its place.
    """
    place = urlsplit(served.url)
    with ExitStack() as connections:

        def is_full() -> bool:
            one = connections.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex((place.hostname, place.port))
            return open_files(served.pid) >= FILES_MAX

        until(is_full, "as many open files as there may be")
        yield


def open_files(pid: int) -> int:
    """Return how many files a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def ask(http: httpx.Client) -> set[str]:
    """Request a list and an action; return the methods that the worker refused."""
    answers = http.get("/v1/games"), http.post("/v1/games", json=OPENING)
    for answer in answers:
        assert answer.is_success or answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    return {answer.request.method for answer in answers if not answer.is_success}


@contextmanager
def connected(served: Served) -> Iterator[Callable[[], set[str]]]:
    """Connect clients; yield a function that lets all of them ask at once, and returns ``ask``."""
    with ExitStack() as stack:
        clients = [stack.enter_context(served.client()) for _ in range(CLIENTS)]
        threads = stack.enter_context(ThreadPoolExecutor(CLIENTS))
        for http in clients:
            good(http.get("/healthz"))  # opens the connection
        yield lambda: set().union(*threads.map(ask, clients))


def must_go_on(served: Served) -> None:
    """Assert that the next action succeeds in the same process, once the files are closed."""
    until(lambda: open_files(served.pid) < FILES_MAX - SPARE, "the end of idle connections")
    with served.client() as http:
        must_work_at_once(http)


def test_a_worker_that_ran_out_of_files_goes_on(served: Served) -> None:
    """Readers and writers get 503 meanwhile; the next action in the same process succeeds."""
    served.alter = few_files.install_with_small_pool
    served.start()
    with connected(served) as all_ask:
        refused: set[str] = set()

        def both_are_refused() -> bool:
            # New connections for each try: a background task may have closed a file meanwhile.
            with idle_connections(served):
                refused.update(all_ask())
            return refused == {"GET", "POST"}

        until(both_are_refused, "a refusal of a reader and of a writer")
        must_go_on(served)


def test_two_workers_on_postgresql_one_without_files(tmp_path: Path, migrated: str) -> None:
    """The other worker answers everything meanwhile; later, both do."""
    environment = {"CAROLUS_DATABASE": migrated}
    with (
        Served(tmp_path, "short", environment, alter=few_files.install) as short,
        Served(tmp_path, "other", environment) as other,
    ):
        short.start()
        other.start()
        with connected(short) as all_ask, other.client() as http:
            with idle_connections(short):
                for _ in range(ROUNDS):
                    all_ask()
                    must_work_at_once(http)
            must_go_on(short)
            must_work_at_once(http)
