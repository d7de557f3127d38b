"""Test records with events: their form, and what the audit finds in them."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from domain.record.audit import Audited, audit
from domain.record.finding import Finding
from domain.record.jws import thumbprint
from domain.record.record import (
    ARCHIVED,
    RecordWithEvents,
    read_record,
    write_record,
)
from domain.refusal import Malformed
from service.access.record_verifier import RecordVerifier
from service.access.signing import jwk_of
from tests.support.proof import verifier
from tests.support.proof.records import as_recorded, records, signed, steps_of
from tests.support.proof.stranger import archived
from tests.support.proof.verifier import Json
from tests.support.storage.stores import SIGNER, SIGNING_KEY
from tests.tools.mutants import games

VERIFY = RecordVerifier([thumbprint(jwk_of(SIGNING_KEY.public_key()))])


@cache
def line_of(name: str) -> bytes:
    """Return the line of a signed game: of a short one, or of a kept record."""
    return archived(games().get(name) or signed(records()[name], SIGNER))


def read(line: bytes) -> RecordWithEvents[Any, Any, Any]:
    """Return the record with events in a line."""
    found = read_record(line, ARCHIVED)
    assert isinstance(found, RecordWithEvents)
    return found


def audited(name: str, change: Callable[[list[Json]], Any]) -> Audited:
    """Audit a game after a change of its events; ``change`` may also return others."""
    line = json.loads(line_of(name))
    line["events"] = change(line["events"]) or line["events"]
    return audit(read(json.dumps(line, ensure_ascii=False).encode()), VERIFY)


def breaches(audited: Audited) -> list[tuple[str, str, str]]:
    """Return rule, reason and place of everything that is wrong."""
    found = [one for one in audited.findings if one.weight == "breach"]
    return [(one.rule, one.reason, one.where) for one in found]


def finding(audited: Audited, rule: str) -> Finding:
    """Return the finding of a rule."""
    (one,) = [one for one in audited.findings if one.rule == rule]
    return one


# --- the form ----------------------------------------------------------------------------------


def test_a_line_is_the_record_with_another_format_and_events() -> None:
    """The members have the order of the record; the events come last."""
    record = signed(records()["2-castle-goal"], SIGNER)
    line, plain = json.loads(archived(record)), json.loads(write_record(record))
    assert [*line] == [*plain, "events"]
    assert plain | {"format": "carolus-events/1", "events": line["events"]} == line
    assert write_record(read(archived(record))) == archived(record)


def test_a_reader_of_records_refuses_a_line_with_events() -> None:
    """The service accepts records without events."""
    with pytest.raises(Malformed, match="'carolus-events/1', not 'carolus-record/1'"):
        read_record(line_of("teg"))


@pytest.mark.parametrize(
    ("other", "where"),
    [
        (b'"version":1,"version":1', "$.events[0]"),
        (b'"version":NaN', "$.events[0].version"),
        (b'"version":18446744073709551616', "$.events[0].version"),
        (b'"version":"\\ud800"', "$.events[0].version"),
    ],
)
def test_events_are_read_strictly(other: bytes, where: str) -> None:
    """Like all other members: nothing twice, and nothing that readers read in different ways."""
    line = line_of("teg").replace(b'"version":1', other, 1)
    with pytest.raises(Malformed) as wrong:
        read(line)
    assert wrong.value.where == where


@pytest.mark.parametrize("other", [b"1.0", b"10e-1", b"1E0"])
def test_only_the_value_of_a_number_matters(other: bytes) -> None:
    """As in the entries of a record."""
    line = line_of("teg").replace(b'"version":1', b'"version":%b' % other, 1)
    assert line != line_of("teg")
    assert audit(read(line), VERIFY).is_valid
    fraction = read(line_of("teg").replace(b'"version":1', b'"version":1.5', 1))
    assert breaches(audit(fraction, VERIFY))[0] == (
        "RC-EVENT-1",
        "hash_does_not_follow",
        "$.events[0].hash",
    )


@pytest.mark.parametrize("other", [b"7", b"{}", b"null", b"[7]"])
def test_events_are_a_list_of_objects(other: bytes) -> None:
    """Anything else is not a record with events."""
    line = json.loads(line_of("teg"))
    del line["events"]
    with pytest.raises(Malformed):
        read(json.dumps(line).encode())
    with pytest.raises(Malformed):
        read(json.dumps(line).encode()[:-1] + b',"events":%b}' % other)


# --- the audit ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["teg", "carolus-magnus", "2-castle-goal", "4-resignation"])
def test_a_true_line_is_valid(name: str) -> None:
    """Its events were computed by the independent verifier."""
    assert breaches(audit(read(line_of(name)), VERIFY)) == []


def test_recorded_dice_have_events_too() -> None:
    """Their seals have a known key."""
    record = read(archived(as_recorded(games()["teg"])))
    assert any("sealed" in event for event in record.events)
    assert audit(record, VERIFY).is_valid


def test_a_game_in_progress_has_the_events_so_far() -> None:
    """It has no secret and no signature."""
    whole = records()["2-castle-goal"]
    chance = replace(whole.chance, secret=None)
    begun = replace(whole, entries=whole.entries[:20], chance=chance, outcome=None, signature=None)
    begun = replace(begun, head=steps_of(begun)[-1].head.hex(), receipts=())
    record = read(archived(begun))
    assert audit(record, VERIFY).is_valid
    assert breaches(audit(replace(record, events=record.events[:-1]), VERIFY)) == [
        ("RC-EVENT-2", "events_are_missing", "$.events")
    ]


def test_hidden_values_cannot_be_compared_before_the_end() -> None:
    """Nobody could check such events, so a line with them is not valid."""
    record = read(line_of("teg"))
    chance = replace(record.chance, secret=None)
    begun = replace(record, entries=record.entries[:-1], chance=chance, outcome=None)
    begun = replace(begun, signature=None, receipts=())
    found = breaches(audit(begun, VERIFY))
    assert found == [("RC-EVENT-2", "events_need_the_secret", "$.events")]


def test_a_changed_member_breaks_the_chain_and_differs() -> None:
    """The findings name the event and the member."""
    found = audited("teg", lambda events: events[1].update(name="Eve"))
    assert breaches(found) == [
        ("RC-EVENT-1", "hash_does_not_follow", "$.events[1].hash"),
        ("RC-EVENT-2", "not_what_the_entries_lead_to", "$.events[1]"),
    ]
    facts = finding(found, "RC-EVENT-2").facts
    assert facts == {"member": "name", "recorded": "Eve", "derived": "Seat 0"}


def test_a_chain_that_was_computed_again_differs() -> None:
    """Anyone can compute hashes; but other events do not follow from the entries."""

    def forged(events: list[Json]) -> None:
        events[1]["name"] = "Eve"
        for event, digest in zip(events, verifier.hashes(record.id, events)[1:], strict=True):
            event["hash"] = digest

    record = games()["teg"]
    found = audited("teg", forged)
    assert breaches(found) == [("RC-EVENT-2", "not_what_the_entries_lead_to", "$.events[1]")]
    assert finding(found, "RC-EVENT-2").facts["member"] == "hash"


def test_hidden_values_are_compared_with_their_seals() -> None:
    """The hash of the event does not cover the hidden value, but its commitment."""

    def exchanged(events: list[Json]) -> None:
        (dealt,) = [event for event in events if event["type"] == "board_dealt"]
        dealt["objectives"] = dealt["objectives"][::-1]

    found = audited("teg", exchanged)
    assert [rule for rule, *_ in breaches(found)] == ["RC-EVENT-2"]
    assert finding(found, "RC-EVENT-2").facts["member"] == "objectives"


def test_events_cannot_be_left_out_or_added() -> None:
    """At the end, nothing else would be wrong."""
    last = len(read(line_of("teg")).events)
    short = audited("teg", lambda events: events[:-1])
    assert breaches(short) == [("RC-EVENT-2", "events_are_missing", "$.events")]
    assert finding(short, "RC-EVENT-2").facts == {"recorded": last - 1, "derived": last}
    empty = audited("teg", list.clear)
    assert breaches(empty) == [("RC-EVENT-2", "events_are_missing", "$.events")]

    def more(events: list[Json]) -> None:
        another = {
            "version": last + 1,
            "type": "game_started",
            "by": "table",
            "at": events[-1]["at"],
        }
        events.append(another)
        another["hash"] = verifier.hashes(games()["teg"].id, events)[-1]

    assert breaches(audited("teg", more)) == [
        ("RC-EVENT-2", "too_many_events", f"$.events[{last}]")
    ]


def test_the_events_of_another_game_are_recognised() -> None:
    """The finding names both games' openings once; the record itself is still audited."""
    other = json.loads(line_of("carolus-magnus"))["events"]
    found = audited("teg", lambda _: other)
    assert breaches(found) == [("RC-EVENT-1", "of_another_game", "$.events[0]")]
    assert finding(found, "RC-EVENT-1").facts == {
        "recorded": {"ruleset": "carolus-magnus@1", "commitment": other[0]["commitment"]},
        "derived": {"ruleset": "teg@1", "commitment": games()["teg"].chance.commitment},
    }
    assert (found.status, found.head) == ("over", games()["teg"].head)


def test_the_chain_is_checked_after_a_refused_entry() -> None:
    """The rules know nothing about the events after it; their hashes are still checked."""
    record = read(line_of("teg"))
    entries = (*record.entries[:3], *record.entries[2:])
    refused = replace(record, entries=entries)
    (rule, *_), *others = breaches(audit(refused, VERIFY))
    assert (rule, others) == ("RC-STEP-1", [])
    events = [*record.events]
    events[-1] = events[-1] | {"secret": "0" * 64}
    found = breaches(audit(replace(refused, events=tuple(events)), VERIFY))[1:]
    assert found == [("RC-EVENT-1", "hash_does_not_follow", f"$.events[{len(events) - 1}].hash")]
