"""Test what an audit finds: each rule of records (RC) has an example that breaks it."""

import ast
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import domain.record
from domain.record.audit import Audited, audit
from domain.record.catalogue import CATALOGUE
from domain.record.finding import Finding
from domain.record.record import AnyRecord, RecordedEntry, record_of
from domain.record.statement import Receipt, of_kind
from domain.rulesets.carolus_magnus.actions import ChooseDisc
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.registry import RULESETS
from domain.table.actions import TakeSeat
from domain.table.catalogue import CATALOGUE as OF_TABLES
from service.access.record_verifier import RecordVerifier
from service.access.signing import Signer
from tests.support.proof.records import as_recorded, records, steps_of
from tests.support.proof.records import signed as signed_by

WHOLE = records()["2-castle-goal"]
CALLED_OFF = records()["2-aborted"]
SIGNER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
OTHER_ROLES = {
    "RC-DICE-5",
    "RC-DICE-6",
    "RC-DICE-7",
    "RC-EVENT-1",
    "RC-EVENT-2",
    "RC-FORM-1",
    "RC-HELD-1",
    "RC-HELD-2",
    "RC-HELD-3",
    "RC-HELD-4",
    "RC-ONE-1",
    "RC-ONE-2",
    "RC-ONE-3",
    "RC-ORDERS-1",
}
"""Rules about reading, about several records, about who knew a secret, waived links or ended a
game, about statements that others hold, and about events: the tests of the archive readers, of the
reports, of links over HTTP, ``test_held_statements.py``, ``test_events.py`` and
``test_standing_orders.py`` cover them."""

Change = Callable[[AnyRecord], AnyRecord]


def found(record: AnyRecord) -> Audited:
    return audit(record, RecordVerifier())


def with_fields(**fields: Any) -> Change:
    return lambda record: msgspec.structs.replace(record, **fields)


def with_chance(**fields: Any) -> Change:
    def changed(record: AnyRecord) -> AnyRecord:
        chance = msgspec.structs.replace(record.chance, **fields)
        return msgspec.structs.replace(record, chance=chance)

    return changed


def signed(record: AnyRecord) -> AnyRecord:
    return signed_by(record, SIGNER)


def cut(record: AnyRecord, entries: int) -> AnyRecord:
    """Return the record of the same game as it was after this many entries."""
    unknown = msgspec.structs.replace(record.chance, secret=None)
    begun = msgspec.structs.replace(record, entries=record.entries[:entries], chance=unknown)
    last = steps_of(begun)[-1]
    return record_of(last.game, begun.entries, last.head)


def without_last_entry(record: AnyRecord) -> AnyRecord:
    return msgspec.structs.replace(record, entries=record.entries[:-1])


def with_one_more(record: AnyRecord) -> AnyRecord:
    """Return the record with an extra entry after the end."""
    more = RecordedEntry(0, record.entries[-1].at, ChooseDisc(1))
    return msgspec.structs.replace(record, entries=(*record.entries, more))


def with_a_seat_taken_twice(record: AnyRecord) -> AnyRecord:
    assert isinstance(record.entries[1].action, TakeSeat)
    return msgspec.structs.replace(record, entries=(*record.entries[:2], *record.entries[1:]))


def with_another_signature(record: AnyRecord) -> AnyRecord:
    return msgspec.structs.replace(record, signature=signed(CALLED_OFF).signature)


def with_a_broken_signature(record: AnyRecord) -> AnyRecord:
    token = signed(record).signature
    assert token is not None
    return msgspec.structs.replace(record, signature=token[:-4] + "AAAA")


def with_receipts(receipts: Callable[[AnyRecord], tuple[str, ...]]) -> Change:
    return lambda record: msgspec.structs.replace(record, receipts=receipts(record))


def broken_receipt(record: AnyRecord) -> tuple[str, ...]:
    return (record.receipts[0], record.receipts[1][:-4] + "AAAA")


def final_statement_as_receipt(record: AnyRecord) -> tuple[str, ...]:
    return (str(record.signature),)


def with_a_receipt_as_its_signature(record: AnyRecord) -> AnyRecord:
    return msgspec.structs.replace(record, signature=record.receipts[0])


def changed_receipt(record: AnyRecord, **members: Any) -> tuple[str, ...]:
    """Return the receipts; the service signed something else about the start."""
    opened, started = record.receipts
    receipt = of_kind(RecordVerifier().verify(started), Receipt)
    return (opened, SIGNER.sign(msgspec.structs.replace(receipt, **members)))


def with_other_seats(record: AnyRecord) -> AnyRecord:
    first = msgspec.structs.replace(record.seats[0], name="Someone else")
    return msgspec.structs.replace(record, seats=(first, *record.seats[1:]))


def won_by_the_other(record: AnyRecord) -> AnyRecord:
    (winner,) = record.outcome.winners
    other = ("black",) if winner == "white" else ("white",)
    outcome = msgspec.structs.replace(record.outcome, winners=other)
    return msgspec.structs.replace(record, outcome=outcome)


BROKEN: list[tuple[str, str, str, Change]] = [
    ("RC-OPEN-1", "no_entries", "$.entries", with_fields(entries=())),
    ("RC-OPEN-1", "not_what_the_entries_lead_to", "$.options", with_fields(options=Options(3))),
    ("RC-OPEN-1", "not_what_the_entries_lead_to", "$.chance", with_chance(commitment="0" * 64)),
    ("RC-STEP-1", "entry_changes_nothing", "$.entries[2]", with_a_seat_taken_twice),
    ("RC-DICE-1", "not_what_the_entries_lead_to", "$.chance.secret", with_chance(secret="0" * 64)),
    ("RC-DICE-1", "recorded_dice_have_no_secret", "$.chance", with_chance(scheme="recorded")),
    ("RC-DICE-2", "dice_do_not_follow", "$.entries[4].action", with_chance(secret="0" * 64)),
    ("RC-DICE-3", "secret_is_missing", "$.chance.secret", with_chance(secret=None)),
    ("RC-DICE-3", "secret_before_the_end", "$.chance.secret", without_last_entry),
    ("RC-SEAT-1", "not_what_the_entries_lead_to", "$.seats", with_other_seats),
    ("RC-END-1", "not_what_the_entries_lead_to", "$.outcome", won_by_the_other),
    ("RC-HEAD-1", "not_what_the_entries_lead_to", "$.head", with_fields(head="0" * 64)),
    ("RC-SIGN-1", "does_not_verify", "$.signature", with_a_broken_signature),
    ("RC-SIGN-1", "not_a_signature", "$.signature", with_fields(signature="signed, Charles")),
    ("RC-SIGN-2", "not_what_the_entries_lead_to", "$.signature", with_another_signature),
    ("RC-SIGN-1", "another_format", "$.signature", with_a_receipt_as_its_signature),
    ("RC-SIGN-4", "does_not_verify", "$.receipts[1]", with_receipts(broken_receipt)),
    ("RC-SIGN-4", "not_a_signature", "$.receipts[0]", with_receipts(lambda record: ("a",))),
    ("RC-SIGN-4", "another_format", "$.receipts[0]", with_receipts(final_statement_as_receipt)),
    ("RC-SIGN-4", "out_of_order", "$.receipts[1]", with_receipts(lambda one: one.receipts[::-1])),
    ("RC-SIGN-4", "out_of_order", "$.receipts[1]", with_receipts(lambda one: one.receipts[:1] * 2)),
    (
        "RC-SIGN-5",
        "not_what_the_entries_lead_to",
        "$.receipts[0]",
        with_receipts(lambda record: signed(CALLED_OFF).receipts),
    ),
    (
        "RC-SIGN-5",
        "not_what_the_entries_lead_to",
        "$.receipts[1]",
        with_receipts(lambda record: changed_receipt(record, head="0" * 64)),
    ),
    (
        "RC-SIGN-5",
        "not_what_the_entries_lead_to",
        "$.receipts[1]",
        with_receipts(lambda record: changed_receipt(record, label="Another Cup")),
    ),
    ("TB-ACT-2", "game_is_over", "$.entries", with_one_more),
]


@pytest.mark.parametrize(
    ("rule", "reason", "where", "change"),
    BROKEN,
    ids=[f"{number} {one[0]} {one[1]} {one[2]}" for number, one in enumerate(BROKEN)],
)
def test_a_breach_is_found(rule: str, reason: str, where: str, change: Change) -> None:
    """A finding has its rule, reason and place; a record without breaches is valid."""
    audited = found(change(signed(WHOLE)))
    breaches = {(one.rule, one.reason): one for one in audited.findings if one.weight == "breach"}
    if rule.startswith("RC-"):
        assert breaches[rule, reason].where.startswith(where)
    else:
        # After the end, the rules of the game itself may refuse the entry.
        (breach,) = breaches.values()
        assert breach.entry == len(WHOLE.entries)
    assert not audited.is_valid


NOTED: list[tuple[str, str, AnyRecord]] = [
    ("RC-DICE-3", "game_is_not_finished", cut(WHOLE, 12)),
    ("RC-DICE-4", "dice_are_recorded", as_recorded(WHOLE)),
    ("RC-HEAD-1", "head_is_missing", msgspec.structs.replace(WHOLE, head=None)),
    ("RC-SIGN-3", "not_signed", WHOLE),
    ("RC-SIGN-3", "published_keys_are_not_given", signed(WHOLE)),
    ("RC-SIGN-6", "receipt_is_missing", with_receipts(lambda one: ())(signed(WHOLE))),
    ("RC-SIGN-6", "receipt_is_missing", with_receipts(lambda one: one.receipts[:1])(signed(WHOLE))),
]


@pytest.mark.parametrize(
    ("rule", "reason", "record"),
    NOTED,
    ids=[f"{number}-{one[0]}-{one[1]}" for number, one in enumerate(NOTED)],
)
def test_an_audit_notes_what_it_cannot_prove(rule: str, reason: str, record: AnyRecord) -> None:
    """The record is valid all the same."""
    audited = found(record)
    assert (rule, reason) in [(one.rule, one.reason) for one in audited.findings]
    assert {one.weight for one in audited.findings} == {"note"}
    assert audited.is_valid


def test_a_signed_record_without_its_head_differs() -> None:
    """The signature names the head, so the record says less than what was signed."""
    record = msgspec.structs.replace(signed(WHOLE), head=None)
    audited = found(record)
    (finding,) = [one for one in audited.findings if one.rule == "RC-HEAD-1"]
    assert (finding.weight, finding.reason) == ("difference", "head_is_missing")
    assert finding.where == "$.head"
    assert audited.is_valid
    assert audited.head == WHOLE.head


def test_a_proved_record_has_no_findings() -> None:
    """A complete record, signed by a published key, has no findings."""
    record = signed(WHOLE)
    kid = RecordVerifier().verify(str(record.signature)).kid
    audited = audit(record, RecordVerifier({kid}))
    assert audited.findings == ()
    assert audited.status == "over"
    assert audited.entries == len(record.entries)
    assert audited.decisions == sum(isinstance(one.by, int) for one in record.entries)
    assert audited.head == record.head


def test_receipts_of_another_key_are_noted() -> None:
    """A rotation may lie between them, so each is by itself; with --keys this is a breach."""
    other = Signer(Ed25519PrivateKey.from_private_bytes(bytes(32)))
    record = msgspec.structs.replace(signed(WHOLE), receipts=signed_by(WHOLE, other).receipts)
    kid = RecordVerifier().verify(str(record.signature)).kid
    findings = audit(record, RecordVerifier({kid})).findings
    assert [(one.rule, one.reason, one.where) for one in findings] == [
        ("RC-SIGN-6", "key_is_not_published", "$.receipts[0]"),
        ("RC-SIGN-6", "key_is_not_published", "$.receipts[1]"),
    ]


def test_a_receipt_does_not_hide_other_faults() -> None:
    """The rest of the record is audited in any case."""
    false = won_by_the_other(with_receipts(broken_receipt)(signed(WHOLE)))
    rules = [one.rule for one in found(false).findings if one.weight == "breach"]
    assert rules == ["RC-END-1", "RC-SIGN-4"]


def test_an_audit_reports_every_fault() -> None:
    """The audit does not stop at the first fault: it compares everything with the valid entries."""
    false = won_by_the_other(with_other_seats(msgspec.structs.replace(WHOLE, head="0" * 64)))
    rules = [one.rule for one in found(false).findings if one.weight == "breach"]
    assert rules == ["RC-SEAT-1", "RC-END-1", "RC-HEAD-1"]


def test_an_audit_stops_at_a_refused_entry() -> None:
    """The audit reports everything up to the refused entry, including dice."""
    index = next(i for i, one in enumerate(WHOLE.entries) if isinstance(one.action, ChooseDisc))
    wrong = msgspec.structs.replace(WHOLE.entries[index], by=1 - int(WHOLE.entries[index].by))
    entries = (*WHOLE.entries[:index], wrong, *WHOLE.entries[index + 1 :])
    audited = found(msgspec.structs.replace(WHOLE, entries=entries))
    assert audited.entries == index
    assert audited.findings == (
        Finding(
            "breach",
            "CM-TURN-1",
            "decision_of_another",
            audited.findings[0].facts,
            index,
            f"$.entries[{index}]",
        ),
    )


def test_a_secret_that_fits_another_commitment() -> None:
    """A player who commits to one secret and plays with another breaks both rules."""
    secret = bytes(32)
    forged = with_chance(secret=secret.hex(), commitment=sha256(secret).hexdigest())(WHOLE)
    rules = {one.rule for one in found(forged).findings if one.weight == "breach"}
    assert {"RC-OPEN-1", "RC-DICE-2"} <= rules


# --- the catalogue -----------------------------------------------------------------------------

CODE = [
    *Path(next(iter(domain.record.__path__))).glob("*.py"),
    *(
        Path(domain.record.__path__[0]).parents[1] / "service" / "archives" / name
        for name in ("histories.py", "duplicates.py", "statements.py")
    ),
]


def test_the_code_implements_every_rule_and_names_no_other() -> None:
    named = {
        node.value
        for file in CODE
        if file.name != "catalogue.py"
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"RC-[A-Z]+-\d+", node.value)
    }
    assert named == set(CATALOGUE)


def test_every_rule_has_an_example() -> None:
    shown = {rule for rule, *_ in BROKEN} | {rule for rule, *_ in NOTED}
    assert set(CATALOGUE) - shown - OTHER_ROLES == {
        *("RC-HEAD-2", "RC-HEAD-3", "RC-TIME-1", "RC-TIME-2"),
        *(f"RC-LOG-{number}" for number in range(1, 10)),
        *(f"RC-WITNESS-{number}" for number in range(1, 5)),
        *("RC-ORIGIN-1", "RC-SANDBOX-1"),
        *(f"RC-TOUR-{number}" for number in range(1, 13)),
    }
    # test_wordings.py, test_hidden.py, test_clocks.py, test_inclusion.py, test_witnesses.py,
    # test_timing.py and test_audit_witnesses.py have their examples, test_audit_complete.py that
    # of RC-LOG-8, tests/archives/test_origins.py those of RC-ORIGIN-1, test_leaf_times.py that
    # of RC-LOG-9, tests/service/http/test_sandbox.py that of RC-SANDBOX-1, and
    # test_tournament_audit.py those of RC-TOUR.


def test_every_rule_has_a_sentence_in_every_language() -> None:
    """The sentences differ, each ends with a full stop, and each id names one rule."""
    others = {*OF_TABLES, *(rule for ruleset in RULESETS for rule in ruleset.catalogue)}
    assert not others & set(CATALOGUE)
    for rule in CATALOGUE.values():
        sentences = {rule.en, rule.es, rule.de}
        assert len(sentences) == 3
        assert all(sentence.endswith(".") for sentence in sentences)
