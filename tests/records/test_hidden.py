"""Test games that hide something: what their hashes cover, and what their records prove.

The game is Veil, of ``tests/support/games/veiled.py``.
"""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.record.audit import audit
from domain.record.chain import canonical
from domain.record.finding import Finding
from domain.record.jws import thumbprint
from domain.record.record import AnyRecord, read_record, write_record
from domain.record.seals import Seal
from domain.record.text import parse_text, write_text
from service.access.record_verifier import RecordVerifier
from service.access.signing import jwk_of
from service.archives.auditing import Auditor
from service.archives.examining import AuditOptions, Examined
from service.archives.record_lines import RecordLine
from tests.support.docs import pages
from tests.support.games import veiled
from tests.support.games.registered import registered
from tests.support.games.table import ID, SECRET, Table, random_requests
from tests.support.games.veiled import VEIL, CardLaid, HandsDealt, LayCard
from tests.support.proof import verifier
from tests.support.proof.records import as_recorded, proved, recorded, signed, steps_of
from tests.support.storage.stores import SIGNER, SIGNING_KEY

VERIFIER = RecordVerifier([thumbprint(jwk_of(SIGNING_KEY.public_key()))])
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "chained-log.md"


@pytest.fixture(autouse=True)
def house() -> Iterator[None]:
    """Register the game with the house."""
    with registered(veiled.VEIL):
        yield


def record_of(seed: object = 1, requests_max: int = 10**6, **options: Any) -> AnyRecord:
    """Return a game played at random, to its end or for this many requests."""
    table = Table(veiled.opening(veiled.Options(**options)))
    random = Random(f"{seed}")
    steps = itertools.islice(random_requests(table, random, 0), requests_max)
    return recorded(table, steps, random)


def findings(record: AnyRecord) -> list[Finding]:
    return list(audit(record, VERIFIER).findings)


def found(record: AnyRecord) -> list[tuple[str, str, str]]:
    return [(one.weight, one.rule, one.reason) for one in findings(record)]


# --- seals -------------------------------------------------------------------------------------


def vectors() -> list[tuple[int, str, Any, str]]:
    """Return the vectors of the page: version, member, value, commitment."""
    (block,) = (block for block in pages.blocks(PAGE) if block.mark == "seals")
    lines = block.text.splitlines()
    result = []
    for line, seal in zip(lines[::2], lines[1::2], strict=True):
        version, member, value = line.split(" ", 2)
        result.append((int(version), member, json.loads(value), seal))
    return result


@pytest.mark.parametrize(("version", "member", "value", "expected"), vectors())
def test_the_vectors_of_the_page(version: int, member: str, value: Any, expected: str) -> None:
    """Authors of verifiers in other languages can start with these."""
    seal = Seal({LayCard: (member,)}, SECRET)
    assert seal.sealed(version, LayCard("mu"), {member: value}) == {member: expected}
    assert verifier.seal(SECRET, version, member, value) == expected


def test_a_seal_is_of_one_member_of_one_event_of_one_game() -> None:
    """The same card has a different seal wherever else it is hidden."""
    result = {
        verifier.seal(secret, version, member, "mu")
        for secret in (SECRET, bytes(32))
        for version in (6, 7)
        for member in ("card", "hands")
    }
    assert len(result) == 8


def test_the_hash_covers_hidden_values_only_by_their_seal() -> None:
    """The canonical forms of two events with different cards differ only in the commitment."""
    seal = Seal(VEIL.hidden, SECRET)
    forms = [
        json.loads(canonical(6, "2025-01-01T12:00:00.000000Z", 0, CardLaid(0, card), seal))
        for card in ("mu", "beta")
    ]
    commitments = [form.pop("card") for form in forms]
    assert forms[0] == forms[1]
    assert commitments == [verifier.seal(SECRET, 6, "card", card) for card in ("mu", "beta")]


# --- records -----------------------------------------------------------------------------------


@pytest.mark.parametrize("leaving", ["house", "rules", "table"])
def test_a_finished_game_is_proved(leaving: str, seed: int) -> None:
    """The record contains the secret, so anyone can compute each commitment, and thus the head."""
    for number in range(10):
        record = record_of(f"{seed} {number}", players=2 + number % 2, leaving=leaving)
        assert proved(record)
        assert found(record) == [("note", "RC-SIGN-3", "not_signed")]
        assert found(parse_text(write_text(record))) == found(record)
        assert found(read_record(write_record(record))) == found(record)
        assert found(signed(record, SIGNER)) == []


def test_the_verifier_finds_the_same_head() -> None:
    """It computes the same head from the arbiter's events and from everyone else's."""
    record = record_of()
    for viewer in ("arbiter", "spectator", 0, 1):
        shown = events_of(record, viewer)
        assert verifier.hashes(ID, shown)[-1] == record.head
    verifier.check_seals(events_of(record, "arbiter"), SECRET)
    with pytest.raises(verifier.Wrong):
        verifier.check_seals(events_of(record, "spectator"), SECRET)


def events_of(record: AnyRecord, viewer: Any) -> list[dict[str, Any]]:
    """Return the events of a record, with their seals, as the service shows them to this viewer."""
    shown: list[dict[str, Any]] = []
    for step in steps_of(record):
        for event in step.events:
            version = len(shown) + 1
            hidden = VEIL.hidden.get(type(event), ())
            whole = msgspec.to_builtins(event)
            seals = {name: verifier.seal(SECRET, version, name, whole[name]) for name in hidden}
            seen = VEIL.view_event(event, viewer) if hidden else event
            sealed = {"sealed": seals} if hidden else {}
            place = {"version": version, "at": step.entry.at, "by": step.entry.by}
            shown.append({**msgspec.to_builtins(seen), **place, **sealed})
    return shown


def test_another_card_is_another_head() -> None:
    """A player cannot claim afterwards to have laid another card."""
    record = record_of()
    index, entry = next(
        (index, entry)
        for index, entry in enumerate(record.entries)
        if isinstance(entry.action, LayCard)
    )
    hands = next(
        event.hands
        for step in steps_of(record)
        for event in step.events
        if isinstance(event, HandsDealt)
    )
    assert hands is not None
    other = next(card for card in hands[int(entry.by)] or () if card != entry.action.card)
    entries = (
        *record.entries[:index],
        replace(entry, action=LayCard(other)),
        *record.entries[index + 1 :],
    )
    assert any(one.weight == "breach" for one in findings(replace(record, entries=entries)))


def test_the_head_of_an_unfinished_game_waits_for_its_secret() -> None:
    """The audit checks everything else; it can compute the head once it knows the secret."""
    record = record_of(requests_max=4)
    assert found(record) == [
        ("note", "RC-DICE-3", "game_is_not_finished"),
        ("note", "RC-HEAD-3", "head_needs_the_secret"),
    ]
    assert audit(record, VERIFIER).head is None
    steps = steps_of(record)
    (dealt,) = (number for number, step in enumerate(steps) if type(step.events[0]) is HandsDealt)
    assert all(step.head for step in steps[:dealt])
    assert not any(step.head for step in steps[dealt:])


def test_a_signature_of_another_game_proves_nothing_before_the_end() -> None:
    """Although the head that it covers cannot be computed yet, and the record has none."""
    token = signed(record_of(), SIGNER).signature
    record = replace(record_of(requests_max=4), head=None, signature=token)
    assert ("breach", "RC-SIGN-2", "not_what_the_entries_lead_to") in found(record)
    line = RecordLine("games.ndjson", 1, write_record(record))
    published = frozenset([thumbprint(jwk_of(SIGNING_KEY.public_key()))])
    (result,) = Auditor(AuditOptions(published, unfinished=True), 1).run([line])
    assert isinstance(result, Examined)
    assert result.vouched_by is None


def test_two_records_without_a_head_are_not_duplicates() -> None:
    """In an archive, each may show another moment of the game."""
    first, second = (record_of(requests_max=number) for number in (4, 5))
    archive = [
        RecordLine("games.ndjson", number, write_record(one))
        for number, one in enumerate((first, second))
    ]
    _, result = Auditor(AuditOptions(), 1).run(archive)
    assert isinstance(result, Examined)
    reasons = [finding.reason for finding in result.audited.findings]
    assert "unfinished_duplicate" in reasons
    assert "duplicate_record" not in reasons


def test_before_anything_is_hidden_the_head_is_proved() -> None:
    record = record_of(requests_max=1)
    assert found(record) == [("note", "RC-DICE-3", "game_is_not_finished")]
    assert ("breach", "RC-HEAD-1", "not_what_the_entries_lead_to") in found(
        replace(record, head="0" * 64)
    )


def test_a_finished_game_without_its_secret_is_a_breach() -> None:
    record = record_of()
    chance = replace(record.chance, secret=None)
    reasons = found(replace(record, chance=chance))
    assert ("breach", "RC-DICE-3", "secret_is_missing") in reasons
    assert ("note", "RC-HEAD-3", "head_needs_the_secret") in reasons


def test_a_game_from_a_real_table_is_sealed_with_zeros() -> None:
    """Anyone who has the record knows all of it, so its seals protect nothing."""
    record = as_recorded(record_of())
    assert found(record) == [
        ("note", "RC-DICE-4", "dice_are_recorded"),
        ("note", "RC-SIGN-3", "not_signed"),
    ]
    assert proved(record)
