"""The rules of the table match the code that applies them and the examples that prove them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import domain.table
from domain.rulesets.registry import RULESETS
from domain.table.catalogue import CATALOGUE

CODE = Path(next(iter(domain.table.__path__)))
EXAMPLES = Path(__file__).parent

STATEMENTS = {"TB-RESIGN-2", "TB-DRAW-4", "TB-FLAG-4", "TB-OFFER-3", "TB-ORDERS-3"}
"""Rules that state what happens and refuse nothing."""

_ID = re.compile(r"\bTB-[A-Z]+-\d+\b")


def test_every_id_in_the_code_is_in_the_catalogue() -> None:
    """The code names each rule of the catalogue where it applies the rule."""
    named = {
        rule
        for file in CODE.glob("*.py")
        if not file.name.startswith("catalogue")
        for rule in _ID.findall(file.read_text("utf-8"))
    }
    assert named == set(CATALOGUE)


def test_every_rule_has_examples() -> None:
    """Each rule has an accepted example, and a refused one if it can refuse."""
    marks = list(_marks())
    accepted = {rule for rule, refused in marks if not refused}
    refused = {rule for rule, refused in marks if refused}
    assert accepted == set(CATALOGUE)
    assert refused == set(CATALOGUE) - STATEMENTS


def test_every_rule_has_a_sentence_in_every_language() -> None:
    """The three sentences differ, and each ends with a full stop."""
    for rule in CATALOGUE.values():
        sentences = {rule.en, rule.es, rule.de}
        assert len(sentences) == 3
        assert all(sentence.endswith(".") for sentence in sentences)
        assert rule.source


def test_no_ruleset_has_a_rule_of_the_table() -> None:
    """So an id names the same rule everywhere."""
    for ruleset in RULESETS:
        assert not set(ruleset.catalogue) & set(CATALOGUE)


def _marks() -> Iterator[tuple[str, bool]]:
    """Yield each rule of each mark in this folder, and whether the mark says ``refused``.

    Read the source, so that running one file still finds the examples of all.
    """
    for file in EXAMPLES.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                refused = any(keyword.arg == "refused" for keyword in node.keywords)
                for argument in node.args:
                    assert isinstance(argument, ast.Constant)
                    yield str(argument.value), refused
