"""Catalogue, refusals and examples name the same rules.

Every rule in a ruleset's catalogue has an example. Every rule by which its code refuses an action
is in the catalogue and has an example of a refusal. No example names a rule that does not exist.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from carolus_pig import RULESET as PIG
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from service.cli.new_ruleset import TEMPLATE
from tests.support.games.marks import Mark, collect

ROOT = Path(__file__).parents[2]
ID = re.compile(r"[A-Z]+(-[A-Z]+)+-[A-Z]?[0-9]+")
QUOTED = re.compile(r'"([^"]*)"')
ALL = (*RULESETS, PIG)
"""Also the game that ``carolus new-ruleset`` copies."""
EACH = pytest.mark.parametrize("ruleset", ALL, ids=lambda ruleset: str(ruleset.meta.id))


@pytest.fixture(scope="module")
def marks() -> list[Mark]:
    """Return the marks of all examples of all rulesets."""
    return collect(ROOT, Path(__file__).parent, TEMPLATE)


def folder_of(ruleset: AnyRuleset) -> Path:
    """Return the folder of a ruleset's code."""
    return Path(str(sys.modules[ruleset.decide.__module__].__file__)).parent


def ids_in_code(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the rules named by strings of code and data that are only an id, unlike docstrings."""
    for file in sorted(folder.rglob("*.json")):
        if file.parent.name != "catalogue":
            for text in QUOTED.findall(file.read_text("utf-8")):
                if ID.fullmatch(text):
                    yield text, file
    for file in sorted(folder.rglob("*.py")):
        if "catalogue" in {file.stem, file.parent.name}:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Constant(value=str(text)) if ID.fullmatch(text):
                    yield text, file


def marks_of(ruleset: AnyRuleset, marks: list[Mark]) -> list[Mark]:
    """Return the marks that name a rule of this ruleset, known or not."""
    prefix = next(iter(ruleset.catalogue)).partition("-")[0]
    return [mark for mark in marks if mark.rule.startswith(f"{prefix}-")]


@EACH
def test_every_rule_has_an_example(ruleset: AnyRuleset, marks: list[Mark]) -> None:
    """For each rule of the catalogue, some test names it."""
    named = {mark.rule for mark in marks_of(ruleset, marks)}
    assert sorted(set(ruleset.catalogue) - named) == []


@EACH
def test_every_rule_has_an_accepted_example(ruleset: AnyRuleset, marks: list[Mark]) -> None:
    """An example of a refusal alone does not show what the rule allows."""
    accepted = {mark.rule for mark in marks_of(ruleset, marks) if not mark.refused}
    assert sorted(set(ruleset.catalogue) - accepted) == []


@EACH
def test_every_refusal_has_an_example(ruleset: AnyRuleset, marks: list[Mark]) -> None:
    """Each id in the code is in the catalogue, and some test shows it refusing an action."""
    refusing = {rule for rule, _ in ids_in_code(folder_of(ruleset))}
    assert refusing, "no rule refuses anything?"
    assert sorted(refusing - set(ruleset.catalogue)) == []
    refused = {mark.rule for mark in marks_of(ruleset, marks) if mark.refused}
    assert sorted(refusing - refused) == []
    assert sorted(refused - refusing) == []


def test_no_example_names_an_unknown_rule(marks: list[Mark]) -> None:
    """A typo in a mark fails here, instead of leaving a rule untested."""
    known = {rule for ruleset in ALL for rule in ruleset.catalogue}
    unknown = {(mark.rule, mark.example) for mark in marks if mark.rule not in known}
    assert sorted(unknown) == []
