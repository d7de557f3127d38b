"""A plugin that lists which rules the examples cover, without running them.

``python -m pytest --collect-only -q -p tests.support.games.marks FILE…`` writes each mark as a
line of JSON after the word in MARK.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

MARK = "rule-mark "
WRITTEN = "mark.rule("
"""How a test file writes a mark; the others need no import."""


class Mark(NamedTuple):
    """One rule that one example covers; ``refused`` if the rule refuses something in it."""

    example: str
    rule: str
    refused: bool


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the marks of all collected tests."""
    for item in session.items:
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                entry = Mark(item.nodeid, rule, bool(mark.kwargs.get("refused")))
                sys.__stdout__.write(MARK + json.dumps(entry) + "\n")  # type: ignore[union-attr]


def collect(root: Path, *folders: Path) -> list[Mark]:
    """Return the marks of all tests in the folders, collected in a separate process.

    Long tests do not count: `make test` has an example of every rule.
    """
    files = [file for folder in folders for file in sorted(folder.rglob("test_*.py"))]
    marking = [str(file) for file in files if WRITTEN in file.read_text("utf-8")]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "not long"]
    command += ["-c", str(root / "pyproject.toml"), "-p", "no:cacheprovider"]
    command += ["-p", "tests.support.games.marks", *marking]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    found = subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    lines = (line.removeprefix(MARK) for line in found.stdout.splitlines() if line.startswith(MARK))
    return [Mark(*json.loads(line)) for line in lines]
