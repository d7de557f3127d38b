"""Services with accounts: one for all tests of a file, or one for a test alone."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.http.parts import parts_in
from tests.support.tournaments.over_http import Scene, scene_in


@pytest.fixture
def scene(lasting: httpx.Client) -> Scene:
    """Return the service of this file, with an organiser of this test."""
    return Scene(lasting, parts_in(lasting.app))  # type: ignore[attr-defined] # it is a test client


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Scene]:
    """Yield a service without the tournaments of other tests."""
    with scene_in(tmp_path) as found:
        yield found
