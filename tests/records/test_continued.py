"""The independent verifier on games that continue others: it begins with the position there."""

import copy

import pytest
from msgspec.structs import replace

from domain.record.audit import audit
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from service.access.record_verifier import RecordVerifier
from tests.support.games.continued import continued, played
from tests.support.proof.mutants import published
from tests.support.proof.records import signed
from tests.support.proof.stranger import Evidence, evidence_from
from tests.support.proof.verifier import Wrong, verify
from tests.support.run.long import long_after
from tests.support.storage.stores import SIGNER

BEFORE, AFTER = 80, 60
"""Decisions of the house before and after the position: enough that cards are played and drawn."""


def evidence(rules: AnyRuleset) -> Evidence:
    """Return what the service publishes about a game that continues another."""
    source = played(rules, 2 if 2 in rules.meta.seats else rules.meta.seats[0], BEFORE)
    found = evidence_from(signed(continued(source, decisions=AFTER), SIGNER), published())
    assert found is not None
    return found


@pytest.mark.parametrize("rules", long_after(4, RULESETS), ids=lambda rules: rules.meta.id)
def test_the_verifier_accepts_a_continued_game(rules: AnyRuleset) -> None:
    """Cards come from the deck as it was there, and the end counts what stood on the board."""
    verify(*evidence(rules))


@pytest.mark.parametrize("name", ["game", "version", "head", "position"])
def test_the_verifier_finds_another_origin(name: str) -> None:
    """The hashes cover it, and the record has the same."""
    events, proof, keys, record = evidence(RULESETS[0])
    changed = copy.deepcopy(events)
    changed[0]["continues"][name] = {"game": "other", "version": 1, "head": "0" * 64}.get(name, {})
    with pytest.raises(Wrong):
        verify(changed, proof, keys, record)
    altered = copy.deepcopy(record)
    assert altered is not None
    altered["entries"][0]["action"]["continues"] = changed[0]["continues"]
    with pytest.raises(Wrong, match="other entries"):
        verify(events, proof, keys, altered)


def test_a_position_that_cannot_occur_is_a_breach() -> None:
    """The audit names the rule and the entry, and judges nothing after it."""
    record = continued(played())
    first = record.entries[0]
    said = first.action.continues
    wrong = replace(said, position=replace(said.position, territories=()))
    entry = replace(first, action=replace(first.action, continues=wrong))
    found = audit(replace(record, entries=(entry, *record.entries[1:])), RecordVerifier())
    assert found.entries == 0
    assert [(one.rule, one.entry) for one in found.findings if one.weight == "breach"] == [
        ("TB-CONTINUE-1", 0)
    ]
