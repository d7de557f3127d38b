"""The rules of tournaments match the code that applies them and the examples that prove them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import domain.tournament
from domain.record.catalogue import CATALOGUE as OF_RECORDS
from domain.rulesets.registry import RULESETS
from domain.table.catalogue import CATALOGUE as OF_TABLES
from domain.tournament.stream.catalogue import CATALOGUE

CODE = Path(next(iter(domain.tournament.__path__)))
EXAMPLES = Path(__file__).parent

STATEMENTS = {
    "TN-LEAVE-3", "TN-LEAVE-4", "TN-POINTS-1", "TN-POINTS-2", "TN-POINTS-3", "TN-RANK-1",
    "TN-TIE-1", "TN-CHANCE-1", "TN-COST-1", "TN-BOUND-1", "TN-PAIR-1", "TN-SIZE-1", "TN-BYE-1",
    "TN-SEAT-1", "TN-SEAT-2", "TN-ROBIN-1", "TN-ROBIN-2", "TN-ROBIN-3", "TN-ROBIN-4", "TN-KO-1",
    "TN-KO-3", "TN-GROUP-1", "TN-GROUP-2",
}  # fmt: skip
"""Rules that state what happens and refuse nothing."""

_ID = re.compile(r"\bTN-[A-Z]+-\d+\b")
_RANGE = re.compile(r"\b(TN-[A-Z]+)-(\d+) to TN-[A-Z]+-(\d+)\b")


def test_every_id_in_the_code_is_in_the_catalogue() -> None:
    """The code names each rule of the catalogue where it applies the rule."""
    named = {
        rule
        for file in CODE.rglob("*.py")
        if not file.name.startswith("catalogue")
        for rule in _named(file.read_text("utf-8"))
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


def test_no_other_catalogue_has_a_rule_of_tournaments() -> None:
    """So an id names the same rule everywhere."""
    for others in (OF_TABLES, OF_RECORDS, *(ruleset.catalogue for ruleset in RULESETS)):
        assert not set(others) & set(CATALOGUE)


def _named(text: str) -> Iterator[str]:
    """Yield the ids in a text, with those inside a range such as TN-POINTS-1 to TN-POINTS-3."""
    yield from _ID.findall(text)
    for subject, first, last in _RANGE.findall(text):
        yield from (f"{subject}-{number}" for number in range(int(first), int(last) + 1))


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
