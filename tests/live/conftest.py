"""Start one worker, and two on one log, as processes for all tests here; or open only a log."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.storage.log import Log
from tests.support.run.long import long_after
from tests.support.servers import hasty
from tests.support.servers.served import Served
from tests.support.servers.services import fresh_database
from tests.support.servers.site import Site
from tests.support.storage.stores import sqlite


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a worker."""
    with Served(tmp_path_factory.mktemp("live")) as service:
        yield service.start()


@pytest.fixture(scope="package")
def site_without_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return two workers that share only their log, a file."""
    folder = tmp_path_factory.mktemp("without-redis")
    with Site(folder, alter=hasty.install_presence) as workers:
        yield workers.start()


@pytest.fixture(scope="package")
def site_with_redis(
    tmp_path_factory: pytest.TempPathFactory, redis_address: str, postgres_address: str
) -> Iterator[Site]:
    """Return two workers on PostgreSQL that find each other over a Redis."""
    with fresh_database(postgres_address) as database:
        environment = {"CAROLUS_REDIS": redis_address, "CAROLUS_DATABASE": database}
        folder = tmp_path_factory.mktemp("with-redis")
        with Site(folder, environment=environment, alter=hasty.install_presence) as workers:
            workers.run("migrate")
            yield workers.start()


@pytest.fixture(params=long_after(1, ["site_with_redis", "site_without_redis"]))
def site(request: pytest.FixtureRequest) -> Site:
    """Return two workers on one log."""
    found: Site = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """Return a log on a file."""
    with sqlite(tmp_path) as opened:
        yield opened
