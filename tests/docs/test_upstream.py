"""Test that reports for maintainers of libraries are correct: the bug, and the fix."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import eventsourcing
import pytest

from tests.support.docs.pages import ROOT

REPORT = ROOT / "docs" / "upstream" / "eventsourcing-pool.md"


def block(language: str, after: str = "#") -> str:
    """Return the first block of this language in the report, after this text."""
    text = REPORT.read_text("utf-8").partition(after)[2]
    found = re.search(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def printed(script: Path, library: Path) -> str:
    """Return what the script prints with the library in this folder."""
    return subprocess.run(
        [sys.executable, script],
        env={**os.environ, "PYTHONPATH": str(library), "TMPDIR": str(script.parent)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


@pytest.mark.long
def test_the_pool_of_eventsourcing(tmp_path: Path) -> None:
    """The script shows the bug in the installed version, and the patch ends it.

    If only the first half fails, the library may be fixed, and the report is obsolete.
    """
    installed = Path(eventsourcing.__file__).parent
    patched = tmp_path / "patched"
    shutil.copytree(installed, patched / installed.name)
    script, patch = tmp_path / "script.py", tmp_path / "fix.diff"
    script.write_text(block("python"), "utf-8")
    patch.write_text(block("diff"), "utf-8")
    assert printed(script, installed.parent) == block("text", "Actual:")
    subprocess.run(["git", "apply", patch], cwd=patched, check=True)
    assert printed(script, patched) == block("text", "Expected:")
