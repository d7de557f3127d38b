"""Test versions of events: released events stay the same, byte for byte, when an event changes."""

import dataclasses
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.chance import SCHEME, commitment
from domain.record.audit import Audited, audit
from domain.record.jws import thumbprint
from domain.record.record import AnyRecord, read_record, record_of, write_record
from domain.record.replay import replay
from domain.record.statement import final_statement
from domain.record.text import parse_text, write_text
from domain.refusal import IllegalAction
from domain.ruleset import AnyRuleset, Retired
from domain.rulesets.carolus_magnus import events
from domain.rulesets.registry import RULESETS
from domain.table.decide import open_game
from domain.table.events import GameOpened
from domain.table.opening import OpenGame
from domain.table.wording import EventKind, kinds, present, rewording
from service.access.record_verifier import RecordVerifier
from service.access.signing import jwk_of
from tests.support.games.table import ID, RULES, SECRET, Table, random_requests
from tests.support.games.wordings import CHANGED, NAME, DiscPlayed, as_it_will_be, up
from tests.support.proof.records import proved, receipted, recorded, records, steps_of
from tests.support.run.long import long_after
from tests.support.storage.stores import SIGNER, SIGNING_KEY

VERIFIER = RecordVerifier([thumbprint(jwk_of(SIGNING_KEY.public_key()))])


def new_record(wordings: Mapping[str, int]) -> AnyRecord:
    """Return a game that is played in this wording, under the present rules."""
    options = RULES.options_type(max_rounds=2)
    opening: OpenGame[Any, Any] = OpenGame(
        RULES.meta.pinned, options, SCHEME, commitment(SECRET), dict(wordings)
    )
    table = Table(open_game(ID, RULES, opening))
    random = Random(1)
    return recorded(table, random_requests(table, random, 0), random)


def found(record: AnyRecord) -> list[tuple[str, str]]:
    """Return weight and rule of each finding of an audit."""
    audited: Audited = audit(record, VERIFIER)
    assert audited.is_valid == all(one.weight != "breach" for one in audited.findings)
    return [(one.weight, one.rule) for one in audited.findings]


def discs(record: AnyRecord) -> list[Any]:
    """Return the events about discs, in their present form."""
    return [
        event
        for step in steps_of(record)
        for event in step.events
        if type(event) in {DiscPlayed, events.DiscPlayed}
    ]


# --- the first version -------------------------------------------------------------------------


@pytest.mark.parametrize("name", long_after(8, records()))
def test_kept_records_are_valid_hash_for_hash(name: str) -> None:
    """Their events have version 1, which the rules no longer contain; their heads stay the same."""
    with as_it_will_be():
        record = records()[name]
        assert found(record) == [("note", "RC-SIGN-3")]
        last = proved(record)[-1]
        assert last.head.hex() == record.head
        assert all(type(event) is DiscPlayed for event in discs(record))


def test_a_game_that_began_in_version_1_ends_in_it() -> None:
    """Whichever version of Carolus plays the game, every hash is the same."""
    before = new_record({})
    with as_it_will_be():
        after = new_record({})
    assert write_record(before) == write_record(after)


def test_without_retired_events_records_name_no_wordings() -> None:
    """So today's records have the same bytes and hashes as yesterday's."""
    record = new_record({})
    assert present(RULES) == {}
    assert rewording(RULES, {}) is None
    assert b"wordings" not in write_record(record)
    opened = steps_of(record)[0].events[0]
    assert isinstance(opened, GameOpened)
    assert b"wordings" not in msgspec.json.encode(opened)
    assert "wordings" not in msgspec.to_builtins(opened)


# --- the second --------------------------------------------------------------------------------


def test_new_games_use_the_present_version() -> None:
    """The record names the version, in each of its forms, and the hashes cover the new fact."""
    with as_it_will_be():
        assert present(CHANGED) == {NAME: 2}
        record = new_record(present(CHANGED))
        assert found(record) == [("note", "RC-SIGN-3")]
        assert found(read_record(write_record(record))) == [("note", "RC-SIGN-3")]
        assert parse_text(write_text(record)) == record
        assert {event.round for event in discs(record)} == {1, 2}
        assert record.head != new_record({}).head
        assert [step.head for step in steps_of(record)] != [
            step.head for step in steps_of(record, {})
        ]


def test_an_error_names_the_unknown_version() -> None:
    """The record is from a newer version of Carolus, so this one cannot check it."""
    with as_it_will_be():
        record = new_record(present(CHANGED))
    with pytest.raises(IllegalAction) as refused:
        steps_of(record)
    assert refused.value.refusal.rule == "RC-OPEN-1"
    assert refused.value.refusal.reason == "wording_is_not_known"
    assert refused.value.refusal.facts == {"event": NAME, "version": 2}


@pytest.mark.parametrize(
    "wordings", [{NAME: 3}, {NAME: 1}, {NAME: 0}, {"carolus-magnus.turn_ended": 2}, {"x": 2}]
)
def test_a_wording_names_only_existing_versions(wordings: dict[str, int]) -> None:
    """Wordings name existing events and versions, but never the first version."""
    record = new_record({})
    opening = msgspec.structs.replace(record.entries[0].action, wordings=wordings)
    first = msgspec.structs.replace(record.entries[0], action=opening)
    with as_it_will_be():
        changed = msgspec.structs.replace(record, entries=(first, *record.entries[1:]))
        assert found(changed) == [("breach", "RC-OPEN-1")]


# --- one game in two wordings ------------------------------------------------------------------


@pytest.mark.parametrize(("opened", "reworded"), [({}, {NAME: 2}), ({NAME: 2}, {})])
def test_another_wording_is_a_difference_and_no_breach(
    opened: dict[str, int], reworded: dict[str, int]
) -> None:
    """It is the same game: every entry is valid, and the signature covers that head."""
    with as_it_will_be():
        record = new_record(opened)
        *_, last = steps_of(record, reworded)
        other = record_of(last.game, record.entries, last.head)
        assert other.head != record.head
        assert found(other) == [("difference", "RC-HEAD-2"), ("note", "RC-SIGN-3")]
        token = SIGNER.sign(final_statement(last.game, last.head, last.entry.at))
        signed = receipted(msgspec.structs.replace(other, signature=token), SIGNER, reworded)
        (finding,) = audit(signed, VERIFIER).findings
        assert finding.reason == "in_another_wording"
        assert finding.facts == {
            "recorded": other.head,
            "derived": record.head,
            "wordings": reworded,
        }
        assert replay(other).head == other.head
        assert replay(record).head == record.head
        wrong = msgspec.structs.replace(other, head="0" * 64)
        assert replay(wrong).head == record.head
        assert found(wrong) == [("breach", "RC-HEAD-1"), ("note", "RC-SIGN-3")]
        mixed = receipted(msgspec.structs.replace(record, signature=token), SIGNER)
        assert found(mixed) == [("breach", "RC-SIGN-2")]


# --- how versions are kept ---------------------------------------------------------------------


def faults(rules: AnyRuleset) -> list[str]:
    """Return what is wrong with the retired events of a ruleset."""
    known = list(kinds(rules))
    kept = [one for kind in known for one in kind.retired]
    wrong = [f"{one} is of no event" for one in rules.retired if one not in kept]
    for kind in known:
        versions = [one.version for one in kind.retired]
        if versions != list(range(1, kind.version)):
            wrong.append(f"{kind.name} has the versions {versions}")
    return wrong


def test_versions_are_numbered_from_1() -> None:
    """They have no gaps, and each belongs to an existing event."""
    assert [faults(rules) for rules in (*RULESETS, CHANGED)] == [[]] * (len(RULESETS) + 1)


def test_faults_in_the_numbers_are_found() -> None:
    """They are a duplicate number, a missing one, and an unknown event."""
    (first,) = CHANGED.retired
    other = Retired(GameOpened, 1, up, up)
    for retired in [(first, first), (first._replace(version=2),), (first, other)]:
        assert faults(dataclasses.replace(CHANGED, retired=retired))


def test_each_version_converts_only_to_the_next_one() -> None:
    """Each retired version converts only to the next one, so its code never changes again."""

    class First(NamedTuple):
        a: int

    class Second(NamedTuple):
        a: int
        b: int | None

    class Third(NamedTuple):
        b: int | None
        sum: int

    kind = EventKind(
        "x.y",
        Third,
        (
            Retired(First, 1, lambda old: Second(old.a, None), lambda new: First(new.a)),
            Retired(
                Second,
                2,
                lambda old: Third(old.b, old.a + (old.b or 0)),
                lambda new: Second(new.sum - (new.b or 0), new.b),
            ),
        ),
    )
    assert kind.version == 3
    assert [kind.type_of(version) for version in (1, 2, 3)] == [First, Second, Third]
    assert kind.up(First(5), 1) == Third(None, 5)
    assert kind.up(Second(5, 2), 2) == kind.up(Third(2, 7), 3) == Third(2, 7)
    assert kind.down(Third(2, 7), 1) == First(5)
    assert kind.down(Third(2, 7), 2) == Second(5, 2)
    assert kind.down(Third(2, 7), 3) == Third(2, 7)
