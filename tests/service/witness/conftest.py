"""A witness in this process, without HTTP."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.witness.giving import Client, Witness
from service.witness.keys import WitnessKeys, keys_in
from service.witness.table import Table
from tests.support.servers.witnesses import Service
from tests.support.storage.stores import AT

CLIENT = Client(Service().kid, frozenset({Service().kid}))


class Ticks:
    """A clock in milliseconds, which goes on by one with each look."""

    def __init__(self, at: int = 1767323046500) -> None:
        self.at = at

    def __call__(self) -> int:
        self.at += 1
        return self.at


class Opened:
    """A witness on a folder, until it is closed."""

    def __init__(self, folder: Path, *, restored: bool = False) -> None:
        self.keys: WitnessKeys = keys_in(folder, lambda: AT)
        self.clock = Ticks()
        self.table = Table(folder, self.keys.chains, self.clock(), restored=restored)
        self.witness = Witness(self.keys, self.table, self.clock)

    def close(self) -> None:
        self.table.close()


OpenWitness = Callable[..., Opened]


@pytest.fixture
def open_witness(tmp_path: Path) -> Iterator[OpenWitness]:
    """Opens the witness of the test's folder; each time closes the one before, like a restart."""
    opened: list[Opened] = []

    def again(folder: Path = tmp_path, *, restored: bool = False) -> Opened:
        for one in opened:
            one.close()
        opened[:] = [Opened(folder, restored=restored)]
        return opened[0]

    yield again
    for one in opened:
        one.close()
