"""A service that knows Raid as an installed ruleset."""

from collections.abc import Iterator

import pytest

from tests.support.docs.pages import ROOT
from tests.support.games.registered import installed
from tests.support.servers.served import Served


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a running service that knows Raid; its environment is that of other processes too."""
    folder = tmp_path_factory.mktemp("raid")
    raid = installed(folder, "raid", "tests.support.games.raid:RAID", ROOT)
    with Served(folder, environment=raid) as served:
        yield served.start()
