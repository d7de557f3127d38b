"""Run every test in this folder on both database engines."""

import pytest

from tests.support.storage.stores import ENGINES, database_of


@pytest.fixture(params=ENGINES)
def database(request: pytest.FixtureRequest) -> str:
    """Return the address of a database that is ready for workers; empty for a file."""
    return database_of(request)
