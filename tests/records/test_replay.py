"""Test replaying a record, entry by entry."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.record.record import (
    AnyRecord,
    RecordedEntry,
    record_of,
    write_record,
)
from domain.record.replay import replay
from domain.refusal import IllegalAction
from domain.ruleset import tag_of
from domain.rulesets.carolus_magnus.actions import MoveEmperor
from domain.rulesets.carolus_magnus.options import Options
from domain.table.actions import TakeSeat
from domain.table.game import TABLE
from domain.table.opening import OpenGame
from tests.support.proof.records import records

RECORD = records()["3-castle-goal"]


def changed(record: AnyRecord, index: int, **fields: Any) -> AnyRecord:
    """Return the record with one entry changed."""
    entries = [*record.entries]
    entries[index] = msgspec.structs.replace(entries[index], **fields)
    return msgspec.structs.replace(record, entries=tuple(entries))


def refused(record: AnyRecord) -> IllegalAction:
    """Replay the record and return why it refuses an entry."""
    no = replay(record).refused
    assert no is not None
    return no


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9])
def test_an_unfinished_game_has_a_record_too(share: float) -> None:
    """The record replays to the game's state, and does not contain the unknown secret."""
    count = 1 + int(share * (len(RECORD.entries) - 1))
    secret = msgspec.structs.replace(RECORD.chance, secret=None)
    cut = msgspec.structs.replace(RECORD, entries=RECORD.entries[:count], chance=secret)
    last = replay(cut).steps[-1]
    exported = record_of(last.game, cut.entries, last.head)
    assert exported.chance.secret is None
    assert exported.outcome is None
    assert replay(exported).head == exported.head
    assert RECORD.chance.secret is not None
    assert RECORD.chance.secret.encode() not in write_record(exported)


def test_a_record_of_nothing_has_no_steps() -> None:
    """Without an entry there is no game."""
    assert replay(msgspec.structs.replace(RECORD, entries=())).steps == ()


def test_a_refused_entry_is_named() -> None:
    """Replay names the rule and the entry that it refuses, and returns the steps before it."""
    index = next(i for i, one in enumerate(RECORD.entries) if tag_of(one.action) == "move_emperor")
    replayed = replay(changed(RECORD, index, action=MoveEmperor(77)))
    assert len(replayed.steps) == index
    no = replayed.refused
    assert no is not None
    assert (no.refusal.rule, no.index) == ("CM-MOVE-1", index)


def test_the_first_entry_opens_the_game() -> None:
    """The entry has the record's ruleset, and the rules check its options."""
    opening = RECORD.entries[0].action
    no = refused(msgspec.structs.replace(RECORD, entries=RECORD.entries[1:]))
    assert no.refusal.reason == "first_entry_must_open_the_game"
    assert refused(changed(RECORD, 0, by=0)).refusal.rule == "RC-OPEN-1"
    other = msgspec.structs.replace(opening, ruleset="chess@1")
    no = refused(changed(RECORD, 0, action=other))
    assert no.refusal.reason == "opened_with_another_ruleset"
    no = refused(
        changed(RECORD, 0, action=msgspec.structs.replace(opening, options=Options(players=9)))
    )
    assert (no.index, no.refusal.rule) == (0, "CM-OPT-1")


def test_an_entry_that_changes_nothing_is_refused() -> None:
    """Sitting down twice causes no second event, so the head would not show the entry."""
    twice = [*RECORD.entries[:2], *RECORD.entries[1:]]
    no = refused(msgspec.structs.replace(RECORD, entries=tuple(twice)))
    assert (no.index, no.refusal.rule) == (2, "RC-STEP-1")


@pytest.mark.parametrize("by", [-1, 3, 99, 10**30, "chance", "table"])
def test_an_unknown_actor_is_refused(by: Any) -> None:
    """Whatever number or name stands for the actor of a move, a rule refuses it."""
    index = next(i for i, one in enumerate(RECORD.entries) if tag_of(one.action) == "choose_disc")
    assert refused(changed(RECORD, index, by=by)).index == index


@pytest.mark.long
def test_replay_survives_anything(seed: int) -> None:
    """Replay accepts or refuses entries shuffled between games, and raises nothing else."""
    random = Random(seed)
    pool = [entry for record in records().values() for entry in record.entries]
    at = RECORD.entries[0].at
    pool += [
        RecordedEntry(TABLE, at, TakeSeat(0)),
        RecordedEntry("chance", at, OpenGame("carolus-magnus@1", Options(), "recorded", "")),
    ]
    for record in records().values():
        for _ in range(20):
            entries = [*record.entries]
            for _ in range(random.randrange(1, 4)):
                entries[random.randrange(len(entries))] = random.choice(pool)
            replay(msgspec.structs.replace(record, entries=tuple(entries)))
