"""Provide the service as processes, on a separate log for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.servers.served import Served
from tests.support.servers.services import Postgres, start_postgres
from tests.support.servers.site import Site


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Return a service that is not started."""
    with Served(tmp_path) as service:
        yield service


@pytest.fixture
def site(database: str, tmp_path: Path) -> Iterator[Site]:
    """Return two started workers, on each kind of database."""
    with Site(tmp_path, environment={"CAROLUS_DATABASE": database}) as workers:
        yield workers.start()


@pytest.fixture
def mortal() -> Iterator[Postgres]:
    """Return a PostgreSQL that only this test uses and may kill; its database is empty."""
    with start_postgres() as server:
        yield server
