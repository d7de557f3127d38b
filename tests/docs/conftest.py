"""Provide a service for trying the docs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.servers.served import Served
from tests.support.servers.shells import programs


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a service with an empty data folder."""
    with Served(tmp_path_factory.mktemp("service")) as served:
        yield served.start().url


@pytest.fixture(scope="module")
def bin_folder() -> Iterator[Path]:
    """Return a folder of programs, as ``make install`` leaves it in a clone."""
    with programs() as folder:
        yield folder
