"""Finished games that are kept: each must replay for ever, entry by entry and hash for hash.

How they were made is told in ``tests/support/make_records.py``.
"""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any, get_args

import msgspec
import pytest

from domain.record.record import Record
from domain.refusal import IllegalAction, Malformed
from domain.ruleset import CHANCE
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import SeatAction
from domain.rulesets.carolus_magnus.position import Reason
from domain.table.events import SecretRevealed
from tests.support import fair_dice
from tests.support.records import end_of, proved, records

RECORDS = records()


@pytest.mark.parametrize("name", RECORDS)
def test_replay(name: str) -> None:
    """Every entry is decided again, and outcome, seats, secret and head are those of the file."""
    record = RECORDS[name]
    steps = proved(record)
    assert steps[-1].head.hex() == record.head
    assert steps[-1].game.finished
    assert not any(step.game.finished for step in steps[:-1])
    assert isinstance(steps[-1].events[-1], SecretRevealed)


@pytest.mark.parametrize("name", RECORDS)
def test_dice(name: str) -> None:
    """Whoever has the secret finds every lot and every die of the game again."""
    record = RECORDS[name]
    assert record.chance.secret is not None
    secret = bytes.fromhex(record.chance.secret)
    assert fair_dice.commitment(secret) == record.chance.commitment
    steps = proved(record)
    entropy = [seat.entropy for seat in record.seats]
    for before, step in pairwise(steps):
        if step.entry.by == CHANCE:
            position = before.game.position
            bounds = RULESET.asks(position)
            draws = fair_dice.draws(secret, record.id, entropy, before.game.version, bounds)
            answer = RULESET.answer(position, draws)
            assert msgspec.json.encode(answer) == msgspec.json.encode(step.entry.action)


def test_all_kinds_are_here() -> None:
    """Every number of players has every way of ending, and every set-up and option is played."""
    ends = {(len(record.seats), end_of(record)) for record in RECORDS.values()}
    assert ends == set(product((2, 3, 4), (*get_args(Reason), "aborted")))
    options = {
        (name, value) for record in RECORDS.values() for name, value in record.options.items()
    }
    assert options >= {
        ("setup", "tabletop"),
        ("setup", "yucata"),
        ("seating", "opposite"),
        ("seating", "adjacent"),
        ("tie_break", "shared"),
        ("tie_break", "clan_markers"),
        ("emperor_start", 9),
        ("max_rounds", 3),
    }
    kinds = {entry.action["type"] for record in RECORDS.values() for entry in record.entries}
    assert kinds >= {kind.__struct_config__.tag for kind in get_args(SeatAction)}
    assert {"resign", "offer_draw", "accept_draw", "leave_seat", "abort_game"} <= kinds


def test_ties_are_here() -> None:
    """Of equally many castles all share the game, or the clan markers decide, for each number."""
    found = set()
    for record in RECORDS.values():
        if end_of(record) == "round_limit":
            castles = list(record.outcome["castles"].values())
            if castles.count(max(castles)) > 1:
                shared = len(record.outcome["winners"]) > 1
                found.add((len(record.seats), record.options["tie_break"], shared))
    assert found == {
        (players, rule, rule == "shared")
        for players, rule in product((2, 3, 4), ("shared", "clan_markers"))
    }


# --- a record that was tampered with -----------------------------------------------------------

TAMPERED = ["2-castle-goal", "3-lively-draw-agreed", "4-resignation"]


def is_noticed(record: Record) -> bool:
    """Tell whether the replay of this record shows that it is not true."""
    try:
        proved(record)
    except (AssertionError, IllegalAction, Malformed):
        return True
    return False


def with_entries(record: Record, entries: Sequence[Any]) -> Record:
    """Return the record with other entries."""
    return msgspec.structs.replace(record, entries=tuple(entries))


@pytest.mark.parametrize("name", TAMPERED)
def test_no_entry_can_be_left_out_doubled_or_moved(name: str) -> None:
    """Each of these is refused by a rule, or leads to another head."""
    record = RECORDS[name]
    entries = record.entries
    for index in range(len(entries)):
        left_out = [*entries[:index], *entries[index + 1 :]]
        doubled = [*entries[: index + 1], *entries[index:]]
        assert is_noticed(with_entries(record, left_out)), f"entry {index} left out"
        assert is_noticed(with_entries(record, doubled)), f"entry {index} doubled"
        if index + 1 < len(entries) and entries[index] != entries[index + 1]:
            swapped = [*entries]
            swapped[index : index + 2] = reversed(entries[index : index + 2])
            assert is_noticed(with_entries(record, swapped)), f"entry {index} moved"


@pytest.mark.parametrize("name", TAMPERED)
def test_no_entry_can_be_altered(name: str) -> None:
    """Another time, another actor, another value anywhere in the action: all are noticed."""
    record = RECORDS[name]
    for index in range(0, len(record.entries), 1 + len(record.entries) // 50):
        entry = record.entries[index]
        others = [
            msgspec.structs.replace(entry, at=entry.at.replace("T", "t")),
            msgspec.structs.replace(entry, by="table" if entry.by != "table" else 0),
            msgspec.structs.replace(entry, by=CHANCE if entry.by != CHANCE else 1),
            msgspec.structs.replace(entry, by=7),
            *(msgspec.structs.replace(entry, action=action) for action in altered(entry.action)),
        ]
        for other in others:
            entries = [*record.entries]
            entries[index] = other
            assert is_noticed(with_entries(record, entries)), f"entry {index}: {other}"


def altered(value: Any) -> list[Any]:
    """Return this value with one thing in it altered, in several ways."""
    others: list[Any]
    match value:
        case dict():
            others = [{**value, "more": 1}]
            for name, one in value.items():
                others += [{**value, name: other} for other in altered(one)]
            return others
        case list():
            others = [value[:-1], [*value, "red"]]
            others += [[other, *value[1:]] for one in value[:1] for other in altered(one)]
            return [other for other in others if other != value]
        case bool() | None:
            return [1]
        case int():
            return [value + 1, str(value)]
        case str():
            return [value + "0", "red" if value != "red" else "blue"]
        case _:
            raise TypeError(value)


@pytest.mark.parametrize("name", TAMPERED)
def test_the_rest_of_the_record_cannot_be_altered(name: str) -> None:
    """Id, ruleset, options, seats, commitment, secret, outcome and head are what the game says."""
    told = msgspec.json.decode(msgspec.json.encode(RECORDS[name]))
    count = 0
    for field in sorted(set(told) - {"entries", "format"}):
        for other in altered(told[field]):
            try:
                record = msgspec.convert({**told, field: other}, Record)
            except msgspec.ValidationError:
                continue
            assert is_noticed(record), f"{field}: {other}"
            count += 1
    assert count > 20
