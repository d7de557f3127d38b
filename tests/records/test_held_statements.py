"""Test what signed statements prove that players hold: against a record, and each other."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.chance import commitment
from domain.links import name_of
from domain.record.audit import Audited, audit
from domain.record.held_statements import Evidence, Held, contradictions, missing, subjects
from domain.record.jws import thumbprint
from domain.record.record import AnyRecord, RecordedChance, record_of
from domain.record.statement import (
    Call,
    FinalStatement,
    GameStatement,
    Receipt,
    SignedHead,
    of_kind,
)
from domain.table.actions import (
    AcceptWaiver,
    Adjudicate,
    CallOffGame,
    DeclineWaiver,
    OfferWaiver,
    Resign,
    TakeSeat,
)
from domain.table.events import WAIVING, MomentDrawn
from domain.table.game import TABLE
from service.access.record_verifier import RecordVerifier
from service.access.signing import jwk_of
from tests.support.games.table import opened
from tests.support.proof.records import as_recorded, recorded, records, signed, steps_of
from tests.support.storage.stores import SIGNER, SIGNING_KEY

KID = thumbprint(jwk_of(SIGNING_KEY.public_key()))
VERIFIER = RecordVerifier([KID])
WHOLE = signed(records()["2-castle-goal"], SIGNER)
OTHER = "0" * 64


def statements(record: AnyRecord) -> tuple[Receipt, Receipt, FinalStatement]:
    """Return what the service signed about a finished game."""
    opened, started = (of_kind(VERIFIER.verify(one), Receipt) for one in record.receipts)
    return opened, started, of_kind(VERIFIER.verify(str(record.signature)), FinalStatement)


def heads(record: AnyRecord) -> list[SignedHead]:
    """Return the head at each version."""
    return [
        SignedHead(at=step.entry.at, game=record.id, head=event.hash.hex(), version=event.version)
        for step in steps_of(record)
        for event in step.logged
    ]


def call(record: AnyRecord, moment: int, version: int = 0) -> Call:
    """Return a call for a moment: at its own version, that before it was drawn, or at another."""
    head = heads(record)[(version or version_called(record, moment)) - 1]
    name = name_of(record.id, record.chance.commitment).hex()
    return Call(at=head.at, head=head.head, moment=moment, name=name)


def version_called(record: AnyRecord, moment: int) -> int:
    """Return the version of the last event before a moment that is not about a waiver."""
    version = called = 0
    for step in steps_of(record):
        for event in step.events:
            version += 1
            if isinstance(event, MomentDrawn) and event.moment == moment:
                return called
            if not isinstance(event, WAIVING):
                called = version
    raise AssertionError(f"moment {moment} was not drawn")


def held(*found: GameStatement, kid: str = KID) -> list[Held]:
    """Return statements that someone holds, one on each line."""
    return [Held(one, kid, "kept.txt", line) for line, one in enumerate(found, 1)]


def evidence(*found: GameStatement) -> Evidence:
    """Return them by what they are about."""
    some = held(*found)
    return {one.about: [other for other in some if other.about == one.about] for one in some}


def audited(record: AnyRecord, *found: GameStatement) -> Audited:
    """Audit a record against what others hold."""
    return audit(record, VERIFIER, evidence=evidence(*found))


def cut(record: AnyRecord, entries: int) -> AnyRecord:
    """Return the record as it was after this many entries."""
    unknown = RecordedChance(record.chance.scheme, record.chance.commitment, None)
    begun = replace(record, entries=record.entries[:entries], chance=unknown)
    last = steps_of(begun)[-1]
    return record_of(last.game, begun.entries, last.head)


def pairs(*found: GameStatement) -> list[tuple[int, int]]:
    """Return the lines of the statements that contradict each other."""
    return [
        (int(finding.facts["other_statement"].split()[-1]), one.line)
        for one, finding in contradictions(held(*found))
    ]


# --- against a record --------------------------------------------------------------------------


def test_true_statements_contradict_nothing() -> None:
    """Every head of the game, its receipts, the calls for its moments, and its end."""
    every: list[GameStatement] = [*statements(WHOLE), *heads(WHOLE)]
    calls = [call(WHOLE, 1), call(WHOLE, 2)]
    assert audited(WHOLE, *every, *calls).findings == ()
    assert pairs(*every, *calls) == []


def test_another_head_is_a_breach() -> None:
    """With both statements, the key, and the entry that caused the event."""
    version = 20
    true = heads(WHOLE)[version - 1]
    false = replace(true, head=OTHER)
    result = audited(WHOLE, true, false)
    (finding,) = result.findings
    assert (finding.weight, finding.rule, finding.reason) == (
        "breach",
        "RC-HELD-1",
        "signed_otherwise",
    )
    assert finding.facts["key"] == KID
    assert finding.facts["statement"] == "kept.txt, line 2"
    assert finding.facts["signed"]["head"] == OTHER
    assert finding.facts["derived"]["head"] == true.head
    assert finding.facts["signed"]["version"] == finding.facts["derived"]["version"] == version
    steps = steps_of(WHOLE)
    assert finding.entry is not None
    assert finding.where == f"$.entries[{finding.entry}]"
    assert version in [event.version for event in steps[finding.entry].logged]
    assert not result.is_valid


def changed(statement: Any, **members: Any) -> Any:
    """Return a statement that says something else."""
    return replace(statement, **members)


def test_every_member_counts() -> None:
    """Whatever the service signed otherwise, including with the right head."""
    opened, started, final = statements(WHOLE)
    head = heads(WHOLE)[7]
    later = "2030-01-01T00:00:00.000000Z"
    lies: list[GameStatement] = [
        changed(opened, commitment=OTHER),
        changed(opened, options={**opened.options, "max_rounds": 1}),
        changed(started, label="Spring Cup"),
        changed(started, version=started.version + 1),
        changed(started, at=later),
        changed(final, outcome=None),
        changed(final, at=later),
        changed(final, version=final.version + 2),
        changed(final, status="aborted"),
        changed(head, at=later),
        changed(head, version=head.version + 1),
        changed(head, version=final.version + 1),
        changed(call(WHOLE, 2), head=OTHER),
        changed(call(WHOLE, 2), at=later),
        call(WHOLE, 2, version_called(WHOLE, 2) - 1),
    ]
    for lie in lies:
        (finding,) = audited(WHOLE, lie).findings
        assert (finding.weight, finding.reason) == ("breach", "signed_otherwise"), lie


@pytest.mark.long
def test_a_call_that_came_too_early_is_a_breach() -> None:
    """The operator got the link before the decision was in the log, and could foresee the dice."""
    early = call(WHOLE, 2, version_called(WHOLE, 2) - 1)
    (finding,) = audited(WHOLE, early).findings
    assert (finding.rule, finding.weight) == ("RC-HELD-1", "breach")
    assert finding.facts["derived"]["head"] == call(WHOLE, 2).head
    (called,) = [
        number
        for number, step in enumerate(steps_of(WHOLE))
        if version_called(WHOLE, 2) in {event.version for event in step.logged}
    ]
    assert (finding.entry, finding.where) == (called, f"$.entries[{called}]")


def test_a_call_for_a_moment_that_was_not_due_is_a_breach() -> None:
    """No decision called for it, so the service asked for links before there was one."""
    for version in (version_called(WHOLE, 2), len(heads(WHOLE)) - 2, len(heads(WHOLE))):
        (finding,) = audited(WHOLE, call(WHOLE, 99, version)).findings
        assert (finding.rule, finding.weight) == ("RC-HELD-1", "breach")
        assert finding.facts["derived"] is None


@pytest.mark.parametrize("action", [Adjudicate(("white",), "silence", None), CallOffGame()])
def test_a_game_that_was_ended_in_the_middle_of_a_moment(action: Adjudicate | CallOffGame) -> None:
    """The call for the open moment is true; one for another head or moment is not."""
    table = opened(2, links=True)
    sitting: list[tuple[Any, Any]] = [(seat, TakeSeat(seat, tip=f"{seat}" * 64)) for seat in (0, 1)]
    waiting = recorded(table, (table.ask(*one) for one in sitting), Random(1))
    record = recorded(
        again := opened(2, links=True),
        (again.ask(*one) for one in [*sitting, (0, OfferWaiver()), (TABLE, action)]),
        Random(1),
    )
    last = len(heads(waiting))
    for one in (waiting, record):
        assert audited(one, call(one, 1, last)).is_valid
        assert not audited(record, call(one, 1, last - 1)).is_valid
        assert not audited(record, call(one, 2, last)).is_valid
    (note,) = [one for one in audited(record).findings if one.rule == "RC-DICE-7"]
    assert (note.weight, note.facts) == ("note", {"moment": 1})
    assert note.where == f"$.entries[{len(record.entries) - 1}]"
    assert "RC-DICE-7" not in {one.rule for one in audited(waiting).findings}


def test_offers_to_waive_links_leave_the_call_as_it_was() -> None:
    """The head that it names is that of the last event before them."""
    table = opened(2, links=True)
    asked = [
        *((seat, TakeSeat(seat, tip=f"{seat}" * 64)) for seat in (0, 1)),
        *((0, OfferWaiver()), (1, DeclineWaiver()), (0, OfferWaiver()), (1, AcceptWaiver())),
        (0, Resign()),
    ]
    record = signed(recorded(table, (table.ask(*one) for one in asked), Random(1)), SIGNER)
    called = version_called(record, 1)
    assert heads(record)[called - 1].at < heads(record)[called + 2].at
    assert audited(record, call(record, 1)).findings == ()
    (finding,) = audited(record, call(record, 1, called + 1)).findings
    assert (finding.rule, finding.weight) == ("RC-HELD-1", "breach")


def test_statements_about_other_games_are_ignored() -> None:
    other = signed(records()["3-castle-goal"], SIGNER)
    assert audited(WHOLE, *statements(other), call(other, 1, 5)).findings == ()


def test_an_unfinished_record_may_end_before() -> None:
    """The statement is about an event that the record does not have yet: a note."""
    begun = cut(WHOLE, 12)
    _, _, final = statements(WHOLE)
    later: list[GameStatement] = [heads(WHOLE)[-5], final, call(WHOLE, 9, final.version - 3)]
    found = [one for one in audited(begun, *later).findings if one.rule == "RC-HELD-1"]
    assert [(one.weight, one.reason) for one in found] == [("note", "record_ends_before")] * 3
    before = changed(final, version=3)
    (finding,) = [one for one in audited(begun, before).findings if one.rule == "RC-HELD-1"]
    assert (finding.weight, finding.facts["derived"]) == ("breach", None)


def test_an_invalid_record_is_not_compared() -> None:
    """The refused entry is the finding."""
    false = replace(WHOLE, entries=(*WHOLE.entries[:5], *WHOLE.entries[6:]))
    findings = audited(false, changed(heads(WHOLE)[3], head=OTHER)).findings
    assert [one.rule for one in findings if one.rule.startswith("RC-HELD")] == []
    assert not audited(false).is_valid


def test_games_with_recorded_dice_are_compared_too() -> None:
    record = as_recorded(WHOLE)
    head = heads(record)[5]
    rules = [one.rule for one in audited(record, head, changed(head, head=OTHER)).findings]
    assert rules.count("RC-HELD-1") == 1


# --- against each other ------------------------------------------------------------------------


def test_statements_contradict_each_other() -> None:
    """Each pair by itself proves that the service has two histories."""
    opened, started, final = statements(WHOLE)
    head, moment = heads(WHOLE)[9], call(WHOLE, 2, 9)
    later = "2030-01-01T00:00:00.000000Z"
    liars: list[tuple[GameStatement, GameStatement]] = [
        (head, changed(head, head=OTHER)),
        (head, changed(head, at=later)),
        (opened, changed(heads(WHOLE)[0], head=OTHER)),
        (opened, changed(opened, commitment=OTHER, version=2)),
        (opened, changed(started, label="Spring Cup")),
        (started, changed(started, version=started.version + 1, head=OTHER)),
        (started, changed(final, ruleset="teg@1")),
        (final, changed(final, version=final.version - 1)),
        (final, changed(final, outcome=None)),
        (final, changed(head, version=final.version + 1)),
        (moment, changed(moment, head=OTHER)),
        (moment, changed(moment, at=later)),
    ]
    for one, other in liars:
        assert pairs(one, other) == [(1, 2)], (one, other)
        assert pairs(other, one) == [(1, 2)], (other, one)
        assert pairs(one, one) == []


def test_a_contradiction_names_both_statements_and_keys() -> None:
    """Even if two keys of one service signed them."""
    head = heads(WHOLE)[9]
    first, *_ = held(head)
    second = Held(changed(head, head=OTHER), "another key", "more.txt", 7)
    ((one, finding),) = contradictions([first, second])
    assert one is second
    assert (finding.weight, finding.rule) == ("breach", "RC-HELD-2")
    assert (finding.facts["key"], finding.facts["other_key"]) == ("another key", KID)
    assert finding.facts["statement"] == "more.txt, line 7"
    assert finding.facts["other_statement"] == "kept.txt, line 1"
    assert finding.facts["signed"]["head"] == OTHER
    assert finding.facts["other_signed"]["head"] == head.head


def test_each_false_statement_is_reported_once() -> None:
    head = heads(WHOLE)[9]
    lie = changed(head, head=OTHER)
    assert pairs(head, lie, lie, head) == [(1, 2), (1, 3)]


# --- missing games -----------------------------------------------------------------------------


def absent(*found: GameStatement) -> list[tuple[str, str, int]]:
    """Return what follows if no archive has the games."""
    results: Sequence[tuple[Held, Any]] = list(missing(evidence(*found), ()))
    return [(finding.weight, finding.reason, one.line) for one, finding in results]


def test_a_started_game_may_not_be_missing() -> None:
    """The statement that proves the start is named; a game that was only opened is a note."""
    opened, started, final = statements(WHOLE)
    head = heads(WHOLE)[2]
    breach, note = ("breach", "started_game_is_missing"), ("note", "opened_game_is_missing")
    assert absent(opened) == [(*note, 1)]
    assert absent(opened, head) == [(*note, 1)]
    assert absent(opened, started) == [(*breach, 2)]
    assert absent(head, final) == [(*breach, 2)]
    assert absent(call(WHOLE, 1, 5)) == [(*breach, 1)]
    every = evidence(opened, started, final, head, call(WHOLE, 1, 5))
    assert [*missing(every, set(subjects(WHOLE.id, WHOLE.chance.commitment)))] == []


def test_the_name_of_a_game_in_calls_needs_its_commitment() -> None:
    """Another game with the same id has another name."""
    secret = commitment(bytes(32))
    assert subjects(WHOLE.id, secret)[1] != subjects(WHOLE.id, OTHER)[1]
