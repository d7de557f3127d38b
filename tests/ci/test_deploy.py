"""A check that fails is told with what its tool says; one that could not be made is said aloud."""

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


def test_a_tool_that_finds_nothing_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert passes(Check("pictures", [sys.executable, "-c", "print('much talk')"]))
    assert capsys.readouterr().out == "pictures: passed.\n"


def test_a_tool_that_is_not_there_is_said_aloud(capsys: pytest.CaptureFixture[str]) -> None:
    assert passes(Check("pictures", ["a-tool-that-nobody-has"]))
    assert capsys.readouterr().out.startswith("SKIPPED: pictures")


def test_the_tools_of_the_lock_are_never_left_out(tmp_path: Path) -> None:
    """Only what comes with a system may be missing."""
    programs = {str(check.command[0]) for check in checker["checks"](tmp_path)}
    here = {one for one in programs if Path(one).is_absolute()}
    assert all(Path(one).exists() for one in here)
    assert programs - here == {"promtool", "systemd-analyze"}
