"""Only the registry names the rulesets: no other shared code does."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from domain.rulesets.registry import EDITIONS

ROOT: Final = Path(__file__).parents[2]
REGISTRY: Final = ROOT / "domain" / "rulesets" / "registry.py"
NAMES: Final = {ruleset.meta.id for ruleset in EDITIONS}
FOLDERS: Final = {ruleset.options_type.__module__.split(".")[2] for ruleset in EDITIONS}
NAMED: Final = re.compile(rf"\b({'|'.join(sorted(NAMES | FOLDERS))})\b", re.IGNORECASE)

TEXTS: Final = {".py", ".js", ".ts", ".css", ".html"}
"""The file types of the service's source."""


def shared_code() -> Iterator[Path]:
    """Yield the files that serve every ruleset."""
    for folder in ("domain", "service"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            of_one = file.is_relative_to(REGISTRY.parent) and file.parent != REGISTRY.parent
            if not of_one and file != REGISTRY:
                yield file


def words(tree: ast.Module) -> Iterator[str]:
    """Yield all names and strings of the code except docstrings, which may give examples."""
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.ImportFrom(module=str(module), names=names):
                yield from (module, *(one.name for one in names))
            case ast.Import(names=names):
                yield from (one.name for one in names)


def test_no_shared_code_names_a_ruleset() -> None:
    """No import, name or string does: differences between games come through the interface."""
    read = {file: file.read_text("utf-8") for file in shared_code()}
    assert len(read) > 100
    naming = {
        f"{file.relative_to(ROOT)}: {word}"
        for file, text in read.items()
        if NAMED.search(text)
        for word in words(ast.parse(text))
        if NAMED.search(word)
    }
    assert naming == set()


def test_no_text_of_the_service_names_a_ruleset() -> None:
    """Neither the page, nor a command's help (a docstring), nor a comment."""
    folder = ROOT / "service"
    read = {
        file: file.read_text("utf-8")
        for file in sorted(folder.rglob("*"))
        if file.suffix in TEXTS and "vendor" not in file.parts
    }
    assert {file.suffix for file in read} == TEXTS
    naming = {str(file.relative_to(ROOT)) for file, text in read.items() if NAMED.search(text)}
    assert naming == set()


def test_the_registry_has_one_line_for_each_ruleset() -> None:
    """It imports the package of each edition, and every folder of rules is registered."""
    tree = ast.parse(REGISTRY.read_text("utf-8"))
    modules = [str(node.module) for node in tree.body if isinstance(node, ast.ImportFrom)]
    imported = [module for module in modules if module.startswith("domain.rulesets.")]
    assert sorted(imported) == sorted(f"domain.rulesets.{folder}" for folder in FOLDERS)
    there = {file.parent.name for file in REGISTRY.parent.glob("*/__init__.py")}
    assert there == FOLDERS
