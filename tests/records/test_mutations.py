"""Test that every change to a record is caught, or provably keeps its meaning.

"Caught" means that the record cannot be read (RC-FORM-1), or that the audit finds a breach. Only
these changes may pass:

- **The value is the same.** White space, the order of the members of an object, a letter written
  as an escape, ``1.0`` for ``1``, an option left out that has its default: the reader returns an
  equal record, member for member.
- **The record says less.** Without its head or its signature a record claims less, and the audit
  notes what is missing; the other one still proves the game.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Final

import msgspec
import pytest

from domain.record.audit import audit
from domain.record.jws import thumbprint
from domain.record.record import AnyRecord, read_record, write_record
from domain.refusal import Malformed
from domain.table.actions import AbortGame, LeaveSeat, OfferDraw, Resign, TakeSeat
from domain.table.game import TABLE
from service.access.record_verifier import RecordVerifier
from service.access.signing import jwk_of
from tests.support.games.table import Table, action_of, due, opened
from tests.support.proof.mutants import LESS_IS_SAID
from tests.support.proof.mutations import (
    Mutation,
    byte_mutations,
    mutations,
    sample_of_mutations,
)
from tests.support.proof.records import as_recorded, recorded, records, signed
from tests.support.run.long import long_after
from tests.support.storage.stores import SIGNER, SIGNING_KEY

VERIFIER: Final = RecordVerifier([thumbprint(jwk_of(SIGNING_KEY.public_key()))])

CHANGES_OF_A_BYTE: Final = 1
"""How many of its two dozen changes a test tries: which, depends on the seed."""

_ENCODER: Final = msgspec.json.Encoder(order="sorted")


def seated(table: Table) -> Iterator[Table]:
    """Sit down, leave, and sit down again."""
    yield table.ask(1, TakeSeat(1, bot="greedy"))
    yield table.ask(TABLE, LeaveSeat(1))
    yield table.ask(1, TakeSeat(1, 'O\'Neil "the" 3rd'))
    yield table.ask(0, TakeSeat(0, "Žofie 👑", entropy="c0ffee"))


def given_up(table: Table, decisions: int) -> Iterator[Table]:
    """Play some decisions; then one player offers a draw, and the other resigns."""
    yield from seated(table)
    random = Random(1)
    for _ in range(decisions):
        seat = due(table.game)
        yield table.ask(seat, action_of(table.game, seat, random))
    yield table.ask(0, OfferDraw())
    yield table.ask(1, Resign())


def called_off(table: Table) -> Iterator[Table]:
    """Abort the game before all seats are taken."""
    yield from islice(seated(table), 3)
    yield table.ask(TABLE, AbortGame())


NOTED: Final[dict[str, set[str]]] = {
    "given up": set(),
    "called off": set(),
    "unfinished": {"RC-DICE-3"},
    "played elsewhere": {"RC-DICE-4", "RC-SIGN-3"},
}
"""The short games, and what an audit notes about each."""


@cache
def short(name: str) -> AnyRecord:
    """Return a short game; together they contain everything that a record can contain."""
    table = opened()
    if name == "called off":
        return signed(recorded(table, called_off(table), Random(1)), SIGNER)
    if name == "unfinished":
        return recorded(table, islice(given_up(table, 6), 9), Random(1))
    given = recorded(table, given_up(table, 4), Random(1))
    return as_recorded(given) if name == "played elsewhere" else signed(given, SIGNER)


def meant(record: AnyRecord) -> bytes:
    """Return text that differs between two records exactly if their values differ."""
    return _ENCODER.encode(record)


def let_through(record: AnyRecord, changes: Iterable[Mutation]) -> dict[tuple[str, str], str]:
    """Return the uncaught changes of meaning, and what the audit notes.

    The result of an audit is always valid JSON.
    """
    found: dict[tuple[str, str], str] = {}
    caught = same = 0
    noted = {finding.rule for finding in audit(record, VERIFIER).findings}
    text, meaning = write_record(record), meant(record)
    for change in changes:
        try:
            other = read_record(change.of(text))
        except Malformed:
            caught += 1
            continue
        if meant(other) == meaning:
            same += 1
            continue
        audited = audit(other, VERIFIER)
        assert msgspec.json.encode(audited)
        if audited.is_valid:
            rules = {finding.rule for finding in audited.findings}
            found[change.where, change.what] = " ".join(rules - noted)
        else:
            caught += 1
    assert caught > same
    return found


@pytest.mark.parametrize("name", NOTED)
def test_these_records_are_valid(name: str) -> None:
    """Otherwise the tests below would count all changes as caught."""
    audited = audit(short(name), VERIFIER)
    assert audited.is_valid
    assert {finding.rule for finding in audited.findings} == NOTED[name]


@pytest.mark.long
@pytest.mark.parametrize("name", NOTED)
def test_every_change_of_a_value_is_caught(name: str, untraced: None) -> None:
    """Change each value to many others; add, remove, double and move each member and item."""
    record = short(name)
    expected = dict(LESS_IS_SAID) if record.signature else {("$.head", "→ null"): "RC-HEAD-1"}
    if len(record.receipts) < 2:  # it was called off before the start
        expected.pop(("$.receipts[1]", "removed"), None)
    assert let_through(record, mutations(write_record(record))) == expected


@pytest.mark.long
def test_changes_of_every_byte_are_caught(seed: int, untraced: None) -> None:
    """Change each byte in one way: to another, left out, doubled, the text cut off before it."""
    record = signed(recorded(table := opened(), given_up(table, 1), Random(1)), SIGNER)
    text = write_record(record)
    random = Random(f"{seed} bytes")
    changes = (
        change
        for place in range(len(text))
        for change in random.sample([*byte_mutations(text, [place])], CHANGES_OF_A_BYTE)
    )
    assert let_through(record, changes) == {}


@pytest.mark.parametrize("name", long_after(1, records()))
def test_changes_of_a_whole_game_are_caught(name: str, seed: int, untraced: None) -> None:
    """Try a sample of the changes to each kept record, signed: of values and of bytes."""
    record = signed(records()[name], SIGNER)
    text = write_record(record)
    random = Random(f"{seed} {name}")
    bytes_changed = byte_mutations(text, random.sample(range(len(text)), 4))
    changes = sample_of_mutations(text, random, 40) + random.sample([*bytes_changed], 20)
    found = let_through(record, changes)
    assert found.items() <= LESS_IS_SAID.items()
