"""Fixtures for all tests: the seed of random games, hypothesis profiles, and real servers.

Runs are deterministic: without options, every run is the same. To search for more failures, pass
another seed (``--seed 7``), or let hypothesis choose its own (``--hypothesis-profile explore``).
"""

import logging
import os
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
import structlog
from hypothesis import settings
from sqlalchemy import Engine, event

from service.runtime.memory import settle_memory
from service.storage.database import migrate
from tests.support.browser.chromium import (
    Chromium,
    NoBrowser,
    Person,
    lasting,
    start_chromium,
)
from tests.support.run.failures import Failures
from tests.support.run.keeper import keeper
from tests.support.run.long import be_quick
from tests.support.run.reports import FewReports
from tests.support.run.skips import NoSkips, in_ci
from tests.support.run.stopping import make_stoppable
from tests.support.run.tracing import untraced
from tests.support.servers.databases import Databases
from tests.support.servers.served import Served
from tests.support.servers.services import (
    empty_redis,
    fresh_database,
    postgres_of_tests,
    redis_of_tests,
)
from tests.support.storage.statements import share_statements
from tests.support.storage.stores import ENGINES, database_of, settings_of

SEED = 1
"""The default of ``--seed``."""

HANDS = 7
"""The number of groups of test files; no usual number of processes is a multiple of it."""
TOGETHER = {"browser": 0, "live": 2, "storage": 4}
"""Marks and folders whose tests share a server that takes long to start, and their part."""
LONGEST: Final = (
    "test_schemathesis.py",
    "test_compiled.py",
    "test_generators.py",
    "test_proxy.py",
    "test_async_client.py",
    "test_postgres_refuses.py",
)
"""Files with tests that take more than ten seconds."""

PRESENT: Final = pytest.StashKey[list[Person]]()
"""The people whom a test has met."""

os.environ.setdefault("CAROLUS_RATE_PER_MINUTE", "0")
"""Service processes have no rate limit, because tests send requests faster than people."""

structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
"""Do not log each request, unless a test enables it."""

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", deadline=None, print_blob=True, max_examples=1_000)
settings.register_profile("quick", settings.get_profile("ci"), max_examples=30)
settings.load_profile("ci")


event.listen(Engine, "engine_connect", share_statements)


@event.listens_for(Engine, "connect")
def _reverse_unordered_rows(connection: object, _: object) -> None:
    """Let SQLite return rows in reverse where a query requests no order.

    Otherwise it returns most of them in the order of a key, and hides a missing ORDER BY, with
    which PostgreSQL returns rows in any order.
    """
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA reverse_unordered_selects = ON")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--seed``, ``--quick`` and ``--end-with``."""
    parser.addoption(
        "--seed", type=int, default=SEED, help=f"seed of the random games (default {SEED})"
    )
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out tests marked long, and give the others fewer random cases",
    )
    parser.addoption(
        "--end-with",
        type=int,
        metavar="PID",
        help="stop when the parent process with this ID has ended",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Start the keeper, handle signals that stop the run, and report each failure at once."""
    keeper()
    make_stoppable(config)
    if config.getoption("--quick"):
        config.option.markexpr = "not long"
        settings.load_profile("quick")
        be_quick()
    config.pluginmanager.register(
        FewReports() if hasattr(config, "workerinput") else Failures(config)
    )
    if in_ci():
        config.pluginmanager.register(NoSkips())


def pytest_unconfigure() -> None:
    """End the processes that the tests left running."""
    keeper().end()


def pytest_report_header(config: pytest.Config) -> str:
    """Return the seed of this run for the report's header."""
    return f"seed of the random games: {config.getoption('--seed')}"


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Use one process more than cores, since some of them wait for a disk or a server."""
    cores = yield
    return cores if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else cores + 1


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let each process collect the folders and files in another order.

    Without cached bytecode, all processes would otherwise compile the same file at the same time.
    """
    report = yield
    worker = getattr(collector.config, "workerinput", None)
    if worker is not None and isinstance(collector, pytest.Directory):
        number = int(worker["workerid"].removeprefix("gw"))
        start = len(report.result) * number // worker["workercount"]
        report.result = [*report.result[start:], *report.result[:start]]
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Distribute the files so that each process gets some of every kind.

    Each process starts with its own section. In alphabetical order, one process would get the tests
    that wait for servers and another those that compute, so the load would be uneven. Tests
    that share a server stay in one part, or each process would start one of its own. The longest
    tests come first: at the end, one process would run them while the others have nothing to do.
    """
    if not hasattr(config, "workerinput"):
        yield
        return
    items.sort(key=lambda item: item.path)  # the same order in each process
    yield
    files = {path: number for number, path in enumerate(dict.fromkeys(item.path for item in items))}

    def part(item: pytest.Item) -> int:
        if item.path.name in LONGEST:
            return -1
        kinds = {
            *item.nodeid.partition("::")[0].split("/"),
            *(mark.name for mark in item.iter_markers()),
        }
        own = [number for kind, number in TOGETHER.items() if kind in kinds]
        return own[0] if own else files[item.path] % HANDS

    items.sort(key=lambda item: (part(item), files[item.path]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to the report of a failure what the people of the test see in their browsers."""
    report = yield
    if report.when == "call" and report.failed:
        present = item.stash.get(PRESENT, None) or []
        for number, person in enumerate(present):
            report.sections.append((f"what person {number} sees", person.sees()))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exempt imported modules and collected tests from garbage collection."""
    settle_memory()  # also while collecting: nearly all that it creates is permanent
    collected = yield
    settle_memory()
    return collected


@pytest.fixture(name="untraced")
def played_untraced() -> Iterator[None]:
    """Run a test without measuring coverage: it plays thousands of games."""
    with untraced():
        yield


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """Restore the configuration of logs after a test: each command changes it."""
    before, root = structlog.get_config(), logging.getLogger()
    handlers, level = [*root.handlers], root.level
    yield
    structlog.configure(**before)
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture(scope="session")
def seed(request: pytest.FixtureRequest) -> int:
    """Return the seed of this run's random games."""
    return int(request.config.getoption("--seed"))


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a folder that all test processes of this run share: see ``tests.support.run.once``."""
    folder = tmp_path_factory.getbasetemp()
    return folder if worker_id == "master" else folder.parent


# --- real servers: started on first use, one of each per test process ----------------------------


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """Return the address of a PostgreSQL server on which tests can create databases."""
    with postgres_of_tests(os.environ) as url:
        yield url


@pytest.fixture
def postgres(postgres_address: str) -> Iterator[str]:
    """Return the address of an empty database for this test alone."""
    with fresh_database(postgres_address) as url:
        yield url


@pytest.fixture(scope="session")
def migrated_template(postgres_address: str) -> Iterator[str]:
    """Return the name of a database that `carolus migrate` has migrated, as a template."""
    with fresh_database(postgres_address) as url:
        migrate(settings_of(Path(), url))
        yield urlsplit(url).path.removeprefix("/")


@pytest.fixture(scope="session")
def databases(postgres_address: str, migrated_template: str) -> Iterator[Databases]:
    """Return the migrated databases of this test process."""
    found = Databases(postgres_address, migrated_template)
    yield found
    found.drop()


@pytest.fixture
def migrated(databases: Databases) -> Iterator[str]:
    """Return the address of a migrated database for this test alone."""
    with databases.one() as url:
        yield url


@pytest.fixture(params=ENGINES[:1])
def database(request: pytest.FixtureRequest) -> str:
    """Return the address of a migrated database; empty for an SQLite file.

    Tests that also need PostgreSQL have the mark ``on_both_engines``.
    """
    return database_of(request)


@pytest.fixture(scope="session")
def redis_address(worker_id: str) -> Iterator[str]:
    """Return the address of a Redis that only this test process uses."""
    process = 0 if worker_id == "master" else int(worker_id.removeprefix("gw"))
    with redis_of_tests(os.environ, process) as url:
        yield url


@pytest.fixture
def redis_server(redis_address: str) -> Iterator[str]:
    """Return the address of an empty Redis."""
    empty_redis(redis_address)
    yield redis_address
    empty_redis(redis_address)


# --- the page in a real browser: one Chromium and one service per test process ------------------


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """Return a browser; if there is none, skip the test."""
    try:
        with start_chromium(os.environ) as started:
            yield started
    except NoBrowser as missing:
        pytest.skip(f"TESTS IN A BROWSER LEFT OUT: {missing}")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a running service that all page tests share."""
    with Served(tmp_path_factory.mktemp("house")) as served:
        yield served.start()


@pytest.fixture(scope="session")
def left() -> dict[str, list[Person]]:
    """Return people who have left, by service and lasting settings; the next get their browsers."""
    return {}


@pytest.fixture
def meet(
    request: pytest.FixtureRequest,
    chromium: Chromium,
    house: Served,
    left: dict[str, list[Person]],
) -> Iterator[Callable[..., Person]]:
    """Return a function that creates a person with a separate browser context.

    The teardown fails if anything went wrong in it. Keyword arguments are settings of the context,
    such as ``color_scheme="dark"``; ``at`` selects another service. The browser may have cached the
    page for an earlier test, unless it is ``new``, but keeps nothing else.
    """
    present = request.node.stash.setdefault(PRESENT, [])
    with chromium.in_use() as browser, ExitStack() as at_the_end:

        def met(at: Served = house, *, new: bool = False, **settings: Any) -> Person:
            # Some folders have a service of their own as the house.
            alike = left.setdefault(f"{at.url} {sorted(lasting(settings).items())!r}", [])
            if alike and at is house and not new:
                person = alike.pop()
                person.adjust(settings)
            else:
                person = Person(browser, at.url, **settings)
            at_the_end.callback(part, person, alike if at is house else None)
            present.append(person)
            return person

        def part(person: Person, alike: list[Person] | None) -> None:
            if alike is None or not person.reusable:
                person.close()
            else:
                person.leave()
                alike.append(person)

        yield met
