"""The service as a process, on a data folder of each test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.served import Served
from tests.support.site import Site


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Return a service that has not been started."""
    with Served(tmp_path) as service:
        yield service


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Return two workers that have been started."""
    with Site(tmp_path) as workers:
        yield workers.start()
