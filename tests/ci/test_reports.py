"""Test that a run with several processes reports every test that did not pass."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]

TESTS: Final = """
import pytest

@pytest.fixture
def broken():
    assert False, "set up"

@pytest.fixture
def missing():
    pytest.skip("no database")

@pytest.fixture
def left_open():
    yield
    assert False, "taken down"

def test_passes(): pass
def test_is_not_set_up(broken): pass
def test_is_not_taken_down(left_open): pass
def test_is_skipped_by_a_fixture(missing): pass
def test_skips(): pytest.skip("no server")
@pytest.mark.skip(reason="no browser")
def test_is_skipped(): pass
"""


@pytest.mark.long
@pytest.mark.process
def test_setups_and_teardowns_that_do_not_pass_are_reported(tmp_path: Path) -> None:
    (tmp_path / "test_small.py").write_text(TESTS)
    options = ["-p", "tests.conftest", "-p", "no:cacheprovider", f"--basetemp={tmp_path}/temporary"]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-n1", *options, "-c", ROOT / "pyproject.toml", tmp_path],
        cwd=ROOT,
        env={**os.environ, "CI": ""},
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == pytest.ExitCode.TESTS_FAILED, ended.stdout
    assert "2 passed, 3 skipped, 2 errors" in ended.stdout
    for reason in ("no database", "no server", "no browser"):
        assert f": {reason}\n" in ended.stdout
    assert "ERROR in setup of test_small.py::test_is_not_set_up" in ended.stdout
    assert "ERROR in teardown of test_small.py::test_is_not_taken_down" in ended.stdout
