"""Every test of this folder runs against every store."""

from functools import partial
from pathlib import Path

import pytest

from tests.support.stores import STORES, OpenStore


@pytest.fixture(params=sorted(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    """Return what opens the store of this test."""
    return partial(STORES[request.param], tmp_path)
