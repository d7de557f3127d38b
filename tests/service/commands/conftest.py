"""A data folder for the commands, and a program for tests of files and pipes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.servers.shells import programs


@pytest.fixture(scope="session")
def carolus() -> Iterator[str]:
    """Return the path of a ``carolus`` that starts at once; its standard files must be open."""
    with programs() as folder:
        yield str(folder / "carolus")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder of this test, which does not exist yet."""
    data = tmp_path / "data"
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    monkeypatch.setenv("LANG", "C.UTF-8")
    return data
