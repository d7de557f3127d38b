"""One worker, and two on one log, as processes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.served import Served
from tests.support.site import Site


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a worker that was started; every test opens games of its own."""
    with Served(tmp_path_factory.mktemp("live")) as service:
        yield service.start()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Return two workers without a Redis."""
    with Site(tmp_path) as workers:
        yield workers.start()


@pytest.fixture
def site_with_redis(tmp_path: Path, redis_server: str) -> Iterator[Site]:
    """Return two workers that find each other over a Redis."""
    with Site(tmp_path, environment={"CAROLUS_REDIS": redis_server}) as workers:
        yield workers.start()
