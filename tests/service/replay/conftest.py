"""A working folder and the record of one game, for ``carolus replay``."""

from pathlib import Path

import pytest

from domain.record.record import write_record
from tests.support.proof.replaying import GAME


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a temporary folder; return its data folder, which does not exist yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAROLUS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    return tmp_path / "data"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with the record of one game."""
    path = tmp_path / "game.json"
    path.write_bytes(write_record(GAME))
    return path
