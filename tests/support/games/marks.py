"""Lists which rules the examples cover, without running them."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

WRITTEN = "mark.rule("
"""How a test file writes a mark; the others need no import."""


class Mark(NamedTuple):
    """One rule that one example covers; ``refused`` if the rule refuses something in it."""

    example: str
    rule: str
    refused: bool


def collect(root: Path, *folders: Path) -> list[Mark]:
    """Return the marks of all tests in the folders, from the modules that pytest has imported.

    Long tests do not count: `make test` has an example of every rule.
    """
    files = [file for folder in folders for file in sorted(folder.rglob("test_*.py"))]
    return [
        mark
        for file in files
        if WRITTEN in file.read_text("utf-8")
        for mark in _marks_in(import_module(".".join(file.relative_to(root).with_suffix("").parts)))
    ]


def _marks_in(module: ModuleType) -> Iterator[Mark]:
    of_all = getattr(module, "pytestmark", [])
    shared = _plain(of_all if isinstance(of_all, list) else [of_all])
    for name, test in vars(module).items():
        if name.startswith("test_"):
            for mark in _without_long([*shared, *getattr(test, "pytestmark", [])]):
                for rule in mark.args:
                    refused = bool(mark.kwargs.get("refused"))
                    yield Mark(f"{module.__name__}::{name}", rule, refused)


def _without_long(marks: list[pytest.Mark]) -> list[pytest.Mark]:
    """Return the rules of a test and of its parameters; none if all its cases are long."""
    found = [mark for mark in marks if mark.name == "rule"]
    if any(mark.name == "long" for mark in marks):
        return []
    for table in (mark for mark in marks if mark.name == "parametrize"):
        rows = [_plain(row.marks if isinstance(row, ParameterSet) else ()) for row in table.args[1]]
        short = [row for row in rows if not any(mark.name == "long" for mark in row)]
        if not short:
            return []
        found += [mark for row in short for mark in row if mark.name == "rule"]
    return found


def _plain(marks: Iterable[pytest.Mark | pytest.MarkDecorator]) -> list[pytest.Mark]:
    return [one.mark if isinstance(one, pytest.MarkDecorator) else one for one in marks]
