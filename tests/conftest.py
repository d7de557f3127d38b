"""What all tests share: the seed of the random games, the profiles of hypothesis, real servers.

Nothing here is drawn from the clock: a run without options is the same run every time. To look
for more, give another seed (``--seed 7``), or let hypothesis search on its own
(``--hypothesis-profile explore``).
"""

import logging
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import structlog
from hypothesis import settings

from service.memory import setting_up, settle_memory
from service.storage.database import migrate
from tests.support.browser import Chromium, NoBrowser, Person, must_have_browser, start_chromium
from tests.support.failures import Failures
from tests.support.keeper import keeper
from tests.support.served import Served
from tests.support.services import (
    empty_redis,
    fresh_database,
    postgres_of_tests,
    redis_of_tests,
)
from tests.support.stopping import make_stoppable
from tests.support.stores import BY_ENGINE, database_of, settings_of
from tests.support.tracing import untraced

SEED = 1
"""The seed of random games unless ``--seed`` gives another."""

HANDS = 7
"""Into so many parts the files are dealt; no multiple of it is a usual number of processes."""
TOGETHER = {"browser": 0, "live": 2, "storage": 4}
"""Marks and folders whose tests share a server that takes long to start, and their part."""

os.environ.setdefault("CAROLUS_RATE_PER_MINUTE", "0")
"""The service as a process has no rate limit: tests ask faster than people do."""

structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
"""Not a line for each request of a test, unless the test asks for it."""

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", deadline=None, print_blob=True, max_examples=1_000)
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--seed`` and ``--end-with``."""
    parser.addoption(
        "--seed", type=int, default=SEED, help=f"seed of the random games (default {SEED})"
    )
    parser.addoption(
        "--end-with",
        type=int,
        metavar="PID",
        help="stop when the process that started this one, and has this id, is gone",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Leave nothing when the run ends, let it be stopped, and tell each failure at once."""
    keeper()
    make_stoppable(config)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Failures(config))


def pytest_unconfigure() -> None:
    """End what the tests have left running."""
    keeper().end()


def pytest_report_header(config: pytest.Config) -> str:
    """Say which seed this run has."""
    return f"seed of the random games: {config.getoption('--seed')}"


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Have two processes more than cores: they work while others wait for a disk or a server."""
    cores = yield
    return cores if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else cores + 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deal the files among the processes of a run, so that each has some of every kind.

    Each process begins with a stretch of its own. In the order of the names, one has all that waits
    for servers and another all that computes, and so both cores are busy or idle together. Tests
    that share a server stay in one part, or each process would start one of its own.
    """
    if not hasattr(config, "workerinput"):
        return
    files = {path: number for number, path in enumerate(dict.fromkeys(item.path for item in items))}

    def part(item: pytest.Item) -> int:
        kinds = {
            *item.nodeid.partition("::")[0].split("/"),
            *(mark.name for mark in item.iter_markers()),
        }
        own = [number for kind, number in TOGETHER.items() if kind in kinds]
        return own[0] if own else files[item.path] % HANDS

    items.sort(key=lambda item: (part(item), files[item.path]))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Do without looking through all that is imported and collected, again and again."""
    with setting_up():
        collected = yield
    settle_memory()
    return collected


@pytest.fixture(name="untraced")
def played_untraced() -> Iterator[None]:
    """Play a test of thousands of games without measuring coverage."""
    with untraced():
        yield


@pytest.fixture(scope="session")
def seed(request: pytest.FixtureRequest) -> int:
    """Return the seed of this run's random games."""
    return int(request.config.getoption("--seed"))


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a folder that all test processes of this run share: see ``tests.support.once``."""
    folder = tmp_path_factory.getbasetemp()
    return folder if worker_id == "master" else folder.parent


# --- real servers: started when the first test asks, one of each for a test process --------------


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """Return the address of a PostgreSQL, for making databases on it."""
    with postgres_of_tests(os.environ) as url:
        yield url


@pytest.fixture
def postgres(postgres_address: str) -> Iterator[str]:
    """Return the address of a database that is empty, and this test's own."""
    with fresh_database(postgres_address) as url:
        yield url


@pytest.fixture(scope="session")
def migrated_template(postgres_address: str) -> Iterator[str]:
    """Return the name of a database that `carolus migrate` has made ready."""
    with fresh_database(postgres_address) as url:
        migrate(settings_of(Path(), url))
        yield urlsplit(url).path.removeprefix("/")


@pytest.fixture
def migrated(postgres_address: str, migrated_template: str) -> Iterator[str]:
    """Return the address of a database that is ready for workers, and this test's own."""
    with fresh_database(postgres_address, migrated_template) as url:
        yield url


@pytest.fixture(params=BY_ENGINE)
def database(request: pytest.FixtureRequest) -> str:
    """Return the address of a database that is ready for workers; empty for a file.

    Tests for which the engine matters more use ``ENGINES`` in its place.
    """
    return database_of(request)


@pytest.fixture(scope="session")
def migrated_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder whose file has all tables, to be copied."""
    folder = tmp_path_factory.mktemp("migrated")
    migrate(settings_of(folder))
    return folder


@pytest.fixture(scope="session")
def redis_address(worker_id: str) -> Iterator[str]:
    """Return the address of a Redis that only this test process uses."""
    process = 0 if worker_id == "master" else int(worker_id.removeprefix("gw"))
    with redis_of_tests(os.environ, process) as url:
        yield url


@pytest.fixture
def redis_server(redis_address: str) -> Iterator[str]:
    """Return the address of a Redis that is empty."""
    empty_redis(redis_address)
    yield redis_address
    empty_redis(redis_address)


# --- the page in a real browser: one Chromium and one service for a test process ----------------


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """Return a browser; where there is none, its tests are left out, or fail in CI."""
    try:
        with start_chromium(os.environ) as started:
            yield started
    except NoBrowser as missing:
        if must_have_browser():
            raise
        pytest.skip(f"TESTS IN A BROWSER LEFT OUT: {missing}")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a service that runs, for all tests that look at its page."""
    with Served(tmp_path_factory.mktemp("house")) as served:
        yield served.start()


@pytest.fixture
def meet(chromium: Chromium, house: Served) -> Iterator[Callable[..., Person]]:
    """Return what gives another person, with a browser of their own; all is well there at the end.

    Words are settings of the browser, such as ``color_scheme="dark"``; ``at`` is another service.
    """
    with chromium.in_use() as browser, ExitStack() as at_the_end:

        def met(at: Served = house, **settings: Any) -> Person:
            person = Person(browser, at.url, **settings)
            at_the_end.callback(person.close)
            return person

        yield met
