"""Test a worker that runs out of file descriptors: SQLite cannot open connections then."""

import resource
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.support.http.client import good
from tests.support.run.waiting import until
from tests.support.servers.readiness import OPENING, must_work_at_once
from tests.support.servers.served import Served

pytestmark = [pytest.mark.process, pytest.mark.long]

FILES_MAX = 72
CLIENTS = 20
IDLE = 150
SPARE = 10


def few_files() -> None:
    """Limit the open files of this process, as ``ulimit -n`` does."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES_MAX, FILES_MAX))


@contextmanager
def idle_connections(served: Served) -> Iterator[None]:
    """Keep many idle connections open, so that the worker can open no file."""
    place = urlsplit(served.url)
    with ExitStack() as connections:
        for _ in range(IDLE):
            one = connections.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex((place.hostname, place.port))
        until(lambda: open_files(served.pid) >= FILES_MAX, "as many open files as there may be")
        yield


def open_files(pid: int) -> int:
    """Return how many files a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def test_a_worker_that_ran_out_of_files_goes_on(served: Served) -> None:
    """Readers and writers get 503 meanwhile; the next action in the same process succeeds."""
    served.start(before=few_files)
    refused: set[str] = set()

    def ask(http: httpx.Client) -> None:
        for answer in (http.get("/v1/games"), http.post("/v1/games", json=OPENING)):
            if answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
                refused.add(answer.request.method)

    with ExitStack() as stack:
        clients = [stack.enter_context(served.client()) for _ in range(CLIENTS)]
        threads = stack.enter_context(ThreadPoolExecutor(CLIENTS))
        for http in clients:
            good(http.get("/healthz"))  # opens the connection

        def all_are_refused() -> bool:
            list(threads.map(ask, clients))
            return refused == {"GET", "POST"}

        with idle_connections(served):
            until(all_are_refused, "a refusal of a reader and of a writer")
        until(lambda: open_files(served.pid) < FILES_MAX - SPARE, "the end of idle connections")
        must_work_at_once(clients[0])
