"""What all tests share: the seed of the random games and the profiles of hypothesis.

Nothing here is drawn from the clock: a run without options is the same run every time. To look
for more, give another seed (``--seed 7``), or let hypothesis search on its own
(``--hypothesis-profile explore``).
"""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support.tracing import untraced

SEED = 1
"""The seed of random games unless ``--seed`` gives another."""

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", deadline=None, print_blob=True, max_examples=1_000)
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--seed``."""
    parser.addoption(
        "--seed", type=int, default=SEED, help=f"seed of the random games (default {SEED})"
    )


def pytest_report_header(config: pytest.Config) -> str:
    """Say which seed this run has."""
    return f"seed of the random games: {config.getoption('--seed')}"


@pytest.fixture
def long() -> Iterator[None]:
    """Mark a long test: it is played without measuring coverage."""
    with untraced():
        yield


@pytest.fixture(scope="session")
def seed(request: pytest.FixtureRequest) -> int:
    """Return the seed of this run's random games."""
    return int(request.config.getoption("--seed"))
