"""The rules of the table, the code that refuses by them and the examples go together."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import domain.table
from domain.rulesets.registry import RULESETS
from domain.table.catalogue import CATALOGUE

CODE = Path(next(iter(domain.table.__path__)))
EXAMPLES = Path(__file__).parent

STATEMENTS = {"TB-RESIGN-2", "TB-DRAW-4", "TB-FLAG-4", "TB-OFFER-3"}
"""Rules that say what happens and refuse nothing."""

_ID = re.compile(r"\bTB-[A-Z]+-\d+\b")


def test_every_id_in_the_code_is_in_the_catalogue() -> None:
    """And every rule of the catalogue is named where it is carried out."""
    named = {
        rule
        for file in CODE.glob("*.py")
        if file.name != "catalogue.py"
        for rule in _ID.findall(file.read_text("utf-8"))
    }
    assert named == set(CATALOGUE)


def test_every_rule_has_examples() -> None:
    """At least one accepted for each, and one refused for each that can refuse."""
    marks = list(_marks())
    accepted = {rule for rule, refused in marks if not refused}
    refused = {rule for rule, refused in marks if refused}
    assert accepted == set(CATALOGUE)
    assert refused == set(CATALOGUE) - STATEMENTS


def test_every_rule_is_told_in_every_language() -> None:
    """Three different sentences, each with its full stop."""
    for rule in CATALOGUE.values():
        told = {rule.en, rule.es, rule.de}
        assert len(told) == 3
        assert all(sentence.endswith(".") for sentence in told)
        assert rule.source


def test_no_ruleset_has_a_rule_of_the_table() -> None:
    """So an id names one rule, wherever it is shown."""
    for ruleset in RULESETS:
        assert not set(ruleset.catalogue) & set(CATALOGUE)


def _marks() -> Iterator[tuple[str, bool]]:
    """Yield each rule of each mark in this folder, and whether the mark says ``refused``.

    Read from the source, so that a run of one file alone knows the examples of all.
    """
    for file in EXAMPLES.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                refused = any(keyword.arg == "refused" for keyword in node.keywords)
                for argument in node.args:
                    assert isinstance(argument, ast.Constant)
                    yield str(argument.value), refused
