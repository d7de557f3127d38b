"""A data folder for the commands."""

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder of this test, which does not exist yet."""
    data = tmp_path / "data"
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    monkeypatch.setenv("LANG", "C.UTF-8")
    return data
