"""Making a record and deciding it again."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.record.record import Record, RecordedEntry, record_of, replay
from domain.refusal import IllegalAction, Malformed
from domain.table.actions import OpenGame, TakeSeat
from domain.table.game import TABLE
from tests.support.records import records

RECORD = records()["3-castle-goal"]


def changed(record: Record, index: int, **fields: Any) -> Record:
    """Return the record with one entry changed."""
    entries = [*record.entries]
    entries[index] = msgspec.structs.replace(entries[index], **fields)
    return msgspec.structs.replace(record, entries=tuple(entries))


def test_a_record_is_json_and_back() -> None:
    """Nothing is lost on the way, and unknown fields are not passed over."""
    text = msgspec.json.encode(RECORD)
    assert msgspec.json.decode(text, type=Record) == RECORD
    with pytest.raises(msgspec.ValidationError, match="more"):
        msgspec.json.decode(text.replace(b'{"format"', b'{"more":1,"format"', 1), type=Record)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text.replace(b"record/1", b"record/2", 1), type=Record)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9])
def test_an_unfinished_game_has_a_record_too(share: float) -> None:
    """It replays up to where it is; its secret is not known, and is in nothing it says."""
    count = 1 + int(share * (len(RECORD.entries) - 1))
    secret = msgspec.structs.replace(RECORD.chance, secret=None)
    cut = msgspec.structs.replace(RECORD, entries=RECORD.entries[:count], chance=secret)
    last = list(replay(cut))[-1]
    told = record_of(last.game, cut.entries, last.head)
    assert told.chance.secret is None
    assert told.outcome is None
    assert [step.head for step in replay(told)][-1].hex() == told.head
    assert RECORD.chance.secret is not None
    assert RECORD.chance.secret.encode() not in msgspec.json.encode(told)


def test_a_record_of_nothing_has_no_steps() -> None:
    """No entry, no game."""
    assert list(replay(msgspec.structs.replace(RECORD, entries=()))) == []


def test_a_refused_entry_is_named() -> None:
    """The rule, and which entry it refuses; the steps before it were told."""
    index = next(i for i, one in enumerate(RECORD.entries) if one.action["type"] == "move_emperor")
    record = changed(RECORD, index, action={"type": "move_emperor", "steps": 77})
    steps = replay(record)
    with pytest.raises(IllegalAction, match="CM-MOVE-1") as refused:
        for _ in steps:
            pass
    assert refused.value.index == index


@pytest.mark.parametrize(
    ("index", "action", "where", "expected"),
    [
        (0, {"type": "take_seat", "seat": 0}, "$.entries[0].action.type", "take_seat"),
        (1, {"type": "castle"}, "$.entries[1].action.type", "castle"),
        (1, {"type": "take_seat", "seat": "0"}, "$.entries[1].action.seat", "int"),
        (1, {"type": "take_seat", "seat": 0, "king": 1}, "$.entries[1].action", "king"),
        (1, {"type": "take_seat", "seat": 0, "name": "\n"}, "$.entries[1].action.name", "regex"),
        (1, None, "$.entries[1].action", "object"),
        (9, {"type": "move_emperor", "steps": 100}, "$.entries[9].action.steps", "<= 99"),
    ],
)
def test_an_entry_outside_the_schema_is_named(
    index: int, action: Any, where: str, expected: str
) -> None:
    """With its place in the record and what was expected there."""
    with pytest.raises(Malformed, match=expected) as wrong:
        list(replay(changed(RECORD, index, action=action)))
    assert wrong.value.where == where


def test_the_first_entry_opens_the_game() -> None:
    """Its ruleset is the record's, its options are judged by the rules."""
    opening = RECORD.entries[0].action
    with pytest.raises(Malformed, match="carolus-magnus@1"):
        list(replay(changed(RECORD, 0, action={**opening, "ruleset": "chess@1"})))
    with pytest.raises(IllegalAction, match="CM-OPT-1") as refused:
        list(replay(changed(RECORD, 0, action={**opening, "options": {"players": 9}})))
    assert refused.value.index == 0
    with pytest.raises(Malformed) as wrong:
        list(replay(changed(RECORD, 0, action={**opening, "options": {"players": "9"}})))
    assert wrong.value.where == "$.entries[0].action.options.players"


def test_a_ruleset_nobody_knows() -> None:
    """Is told as such."""
    with pytest.raises(Malformed, match=r"chess@1"):
        list(replay(msgspec.structs.replace(RECORD, ruleset="chess@1")))


def test_an_entry_that_changes_nothing_is_not_passed_over() -> None:
    """Sitting down twice is no second event, so the head would not show the entry."""
    twice = [*RECORD.entries[:2], *RECORD.entries[1:]]
    with pytest.raises(Malformed, match="changes nothing") as wrong:
        list(replay(msgspec.structs.replace(RECORD, entries=tuple(twice))))
    assert wrong.value.where == "$.entries[2].action"


@pytest.mark.parametrize("by", [-1, 3, 99, 10**30, "chance", "table"])
def test_an_actor_who_is_not_there_is_refused(by: Any) -> None:
    """Whatever number or name stands for the actor of a move: a rule refuses it."""
    index = next(i for i, one in enumerate(RECORD.entries) if one.action["type"] == "choose_disc")
    with pytest.raises(IllegalAction):
        list(replay(changed(RECORD, index, by=by)))


def test_replay_bears_anything(seed: int) -> None:
    """Entries shuffled between games: each is taken, refused or malformed, and nothing else."""
    random = Random(seed)
    pool = [entry for record in records().values() for entry in record.entries]
    pool += [
        RecordedEntry(TABLE, "", msgspec.to_builtins(TakeSeat(0))),
        RecordedEntry("chance", "", msgspec.to_builtins(OpenGame("carolus-magnus@1", {}, "", ""))),
        RecordedEntry(0, "", []),
    ]
    for record in records().values():
        for _ in range(20):
            entries = [*record.entries]
            for _ in range(random.randrange(1, 4)):
                entries[random.randrange(len(entries))] = random.choice(pool)
            try:
                list(replay(msgspec.structs.replace(record, entries=tuple(entries))))
            except (IllegalAction, Malformed):
                continue
