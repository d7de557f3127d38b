"""CI runs every test; a machine that lacks something may leave tests out."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]

SKIPPED: Final = """
import pytest

@pytest.fixture
def missing():
    pytest.skip("there is no browser")

def test_with_a_fixture(missing):
    pass

@pytest.mark.skipif(True, reason="another system")
def test_with_a_mark():
    pass
"""


@pytest.mark.long
@pytest.mark.process
@pytest.mark.parametrize(
    ("ci", "outcome"),
    [
        ("true", "errors"),
        pytest.param("1", "errors", marks=pytest.mark.long),
        pytest.param("", "skipped", marks=pytest.mark.long),
    ],
)
def test_a_skipped_test_fails_in_ci(tmp_path: Path, ci: str, outcome: str) -> None:
    """Whether a fixture or a mark skips it, and with its reason."""
    (tmp_path / "test_skipped.py").write_text(SKIPPED)
    options = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-n0", "-rs"]
    command = [
        sys.executable,
        "-m",
        "pytest",
        *options,
        "-c",
        f"{ROOT}/pyproject.toml",
        str(tmp_path),
    ]
    run = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "CI": ci},
        capture_output=True,
        check=False,
        text=True,
    )
    assert f"2 {outcome} in" in run.stdout
    assert (run.returncode == 0) is (outcome == "skipped")
    assert "there is no browser" in run.stdout
    assert "another system" in run.stdout
