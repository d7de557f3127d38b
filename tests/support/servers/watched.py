"""A service with a witness, each in a process of its own."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from tests.support.servers.commands import run
from tests.support.servers.served import Served
from tests.support.servers.witnesses import ServedWitness


class Watched(NamedTuple):
    """A service and its witness."""

    service: Served
    witness: ServedWitness

    def restart_witness(self) -> None:
        """Start the killed witness again, at the same address."""
        port = urlsplit(self.witness.url).port
        self.witness.start_for(str(self.keys), options=("--port", str(port)))

    @property
    def keys(self) -> Path:
        """The published keys of the service."""
        return self.service.folder.parent / "jwks.json"


@contextmanager
def watching(folder: Path, environment: pytest.MonkeyPatch) -> Iterator[Watched]:
    """Start both until the block ends; ``environment`` is that of this process."""
    (folder / "witness").mkdir()
    environment.setenv("CAROLUS_DATA", str(folder / "data"))
    assert run("keys", "make").exit_code == 0
    keys = folder / "jwks.json"
    keys.write_text(run("keys", "export").stdout)
    with ServedWitness(folder / "witness", "witness") as witness:
        witness.start_for(str(keys))
        named = re.search(r"key: ([\w-]{43})", witness.log.read_text("utf-8"))
        assert named is not None
        settings = {"CAROLUS_WITNESSES": f"{witness.url}#{named[1]}"}
        with Served(folder, environment=settings) as service:
            service.start()
            yield Watched(service, witness)
