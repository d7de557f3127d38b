"""Test that names are unique: no class or alias has the name of another one."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.cli.new_ruleset import TEMPLATE

ROOT = Path(__file__).parents[2]


def modules() -> Iterator[Path]:
    """Yield the modules of the service and the domain, but not those of single rulesets.

    Each ruleset has its own ``Action``, ``Position`` and so on.
    """
    rulesets = ROOT / "domain" / "rulesets"
    for part in ("domain", "service"):
        for path in (ROOT / part).rglob("*.py"):
            of_one = rulesets in path.parents and path.parent != rulesets
            if not of_one and TEMPLATE not in path.parents:
                yield path


def names_in(source: str) -> set[str]:
    """Return the names of the classes, including inner ones, and the aliases of a module.

    A class that is imported under another name counts as an alias.
    """
    tree = ast.parse(source)
    names = {name for node in tree.body for name in _alias(node)}
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name):
                names.add(name)
            case ast.ImportFrom():
                renamed = {one.asname for one in node.names if one.asname is not None}
                names |= {name for name in renamed if name[0].isupper() and not name.isupper()}
    return {name.lstrip("_") for name in names}  # a private name is a name, too


def _alias(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
            yield name
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="TypeVar"))
        ) if len(name) > 1:
            yield name
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Subscript() | ast.BinOp() | ast.Name() | ast.Attribute(),
        ) if name.lstrip("_")[:1].isupper() and not name.isupper():
            yield name


@pytest.mark.parametrize(
    "source",
    [
        "class Same: pass",
        "class _Same: pass",
        "class Other:\n    class Same: pass",
        'Same = TypeVar("Same")',
        "Same: TypeAlias = int",
        "Same = dict[str, int]",
        "Same = int | str",
        "Same = other.Thing",
        "from other import Thing as Same",
    ],
)
def test_classes_and_aliases_are_found(source: str) -> None:
    assert "Same" in names_in(source)


def test_no_class_or_alias_is_defined_in_two_modules() -> None:
    """A name means the same in all modules."""
    found = defaultdict(list)
    for path in modules():
        for name in names_in(path.read_text(encoding="utf-8")):
            found[name].append(str(path.relative_to(ROOT)))
    assert len(found) > 500
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
