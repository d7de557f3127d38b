"""Who is there for all tests of the page."""

import pytest

from tests.support.browser.tournaments import Account, organiser_at
from tests.support.servers.served import Served


@pytest.fixture(scope="session")
def organiser(house: Served) -> Account:
    """Return an account with the rights of an organiser and of an arbiter."""
    return organiser_at(house)
