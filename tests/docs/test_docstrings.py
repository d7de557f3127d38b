"""The examples in docstrings work as they are written."""

import doctest
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from tests.support.docs.pages import ROOT

EXAMPLES: Final = [
    file.relative_to(ROOT)
    for folder in ("domain", "service")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if ">>> " in file.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("file", EXAMPLES, ids=str)
def test_examples_in_docstrings_work(file: Path) -> None:
    """Each example is run, and prints what its docstring shows."""
    module = import_module(".".join(file.with_suffix("").parts))
    written = (ROOT / file).read_text(encoding="utf-8").count(">>> ")
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted == written
