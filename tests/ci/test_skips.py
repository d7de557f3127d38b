"""CI runs every test.

``test_reports.py`` shows that a machine that lacks something may leave tests out.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.support.run.skips import in_ci

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
def test_a_skipped_test_fails_in_ci(tmp_path: Path) -> None:
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
        env={**os.environ, "CI": "true"},
        capture_output=True,
        check=False,
        text=True,
    )
    assert "2 errors in" in run.stdout
    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    assert "CI may not skip a test: Skipped: there is no browser" in run.stdout
    assert "CI may not skip a test: Skipped: another system" in run.stdout


@pytest.mark.parametrize(
    ("value", "expected"), [("true", True), ("1", True), ("false", False), ("", False)]
)
def test_ci_is_what_its_variable_says(
    monkeypatch: pytest.MonkeyPatch, value: str, *, expected: bool
) -> None:
    monkeypatch.setenv("CI", value)
    assert in_ci() is expected
