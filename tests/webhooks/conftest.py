"""Provide a receiver, and workers that may send to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.servers import jumping
from tests.support.servers.receiver import Receiver
from tests.support.servers.site import Site


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    """Return a started receiver."""
    with Receiver(tmp_path / "receiver") as one:
        yield one


@pytest.fixture
def site(database: str, tmp_path: Path) -> Iterator[Site]:
    """Return two started workers whose clocks may jump, on each kind of database."""
    environment = {
        "CAROLUS_DATABASE": database,
        "CAROLUS_TEST_CLOCKS": str(tmp_path),
        "CAROLUS_WEBHOOKS_PRIVATE": "1",
    }
    with Site(tmp_path, environment=environment, alter=jumping.install) as workers:
        yield workers.start()
