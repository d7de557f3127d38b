"""Test that a failed check quotes its tool, and that a skipped check says so."""

import runpy
import sys
from pathlib import Path

import pytest

checker = runpy.run_path(str(Path(__file__).parents[2] / ".ci" / "deploy.py"))
Check, passes = checker["Check"], checker["passes"]


def test_a_tool_that_finds_something_fails_and_is_quoted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    check = Check("pictures", [sys.executable, "-c", "import sys; sys.exit('a crooked line')"])
    assert not passes(check)
    assert "a crooked line" in capsys.readouterr().out


def test_a_tool_that_finds_nothing_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert passes(Check("pictures", [sys.executable, "-c", "print('much talk')"]))
    assert capsys.readouterr().out == "pictures: passed.\n"


def test_a_missing_tool_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert passes(Check("pictures", ["a-tool-that-nobody-has"]))
    assert capsys.readouterr().out.startswith("SKIPPED: pictures")


def test_the_tools_of_the_lock_are_never_skipped(tmp_path: Path) -> None:
    """Only tools that come with the system may be missing."""
    programs = {str(check.command[0]) for check in checker["checks"](tmp_path)}
    here = {one for one in programs if Path(one).is_absolute()}
    assert all(Path(one).exists() for one in here)
    assert programs - here == {"promtool", "systemd-analyze"}
