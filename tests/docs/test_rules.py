"""Test that the pages of the rules and the catalogues have the same rules and sources."""

import re
from pathlib import Path

import pytest

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from tests.support.docs import pages

EACH = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: str(ruleset.meta.id))

_ID = r"[A-Z]+(?:-[A-Z]+)+-[A-Z]?\d+"
_REASON = re.compile(r" \(\[Q\d+\]\(#q\d+\)\)|; see \[Q\d+\]\(#q\d+\)")
"""Matches a link from a source to a decision of the project, which the catalogue omits."""


def page_of(ruleset: AnyRuleset) -> Path:
    """Return the page with the full rules of a ruleset."""
    return pages.ROOT / "docs" / "rules" / f"{ruleset.meta.id}.md"


@EACH
def test_each_rule_is_a_heading_of_the_page(ruleset: AnyRuleset) -> None:
    """The order is that of the catalogue, so a refusal can link to its rule."""
    text = page_of(ruleset).read_text(encoding="utf-8")
    assert re.findall(rf"^### ({_ID})$", text, re.MULTILINE) == list(ruleset.catalogue)


@EACH
def test_page_and_catalogue_name_the_same_sources(ruleset: AnyRuleset) -> None:
    """Each rule ends with the sources that the catalogue has for it."""
    text = page_of(ruleset).read_text(encoding="utf-8")
    listed = {}
    for rule, section in re.findall(
        rf"^### ({_ID})\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL
    ):
        (source,) = re.findall(r"^Source: (.+)\.$", section, re.MULTILINE)
        listed[rule] = _REASON.sub("", source)
    assert listed == {id_: rule.source for id_, rule in ruleset.catalogue.items()}


@EACH
def test_each_source_and_each_chapter_is_in_a_table(ruleset: AnyRuleset) -> None:
    """The tables at the top of the page explain every source and every prefix of an id."""
    page = page_of(ruleset)
    marks = {row[0].removesuffix(" (Qn)") for row in pages.table(page, "Sources")}
    used = {mark for rule in ruleset.catalogue.values() for mark in rule.source.split(", ")}
    assert used <= marks
    ids = {id_ for row in pages.table(page, pages.TITLE) for id_ in row[0].split(", ")}
    assert ids == {rule.rpartition("-")[0] for rule in ruleset.catalogue}
