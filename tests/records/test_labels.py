"""The label of a game in its record: it is part of the chain, and of every form of the record."""

import pytest
from msgspec.structs import replace

from domain.record.audit import audit
from domain.record.record import AnyRecord, read_record, write_record
from domain.record.synopsis import synopsis
from domain.record.text import parse_text, write_text
from domain.refusal import Malformed
from domain.table.actions import Resign, TakeSeat
from domain.table.events import GameOpened
from service.access.record_verifier import RecordVerifier
from tests.support.games.table import opened
from tests.support.proof.records import proved
from tests.support.proof.short_games import short_game

VERIFY = RecordVerifier()
PEOPLE = [TakeSeat(0, name="Ana"), TakeSeat(1, name="Bea")]


def labelled(label: str | None) -> AnyRecord:
    return short_game("one", PEOPLE, (0, Resign()), label=label)


def test_the_first_event_has_the_label() -> None:
    table = opened(label="Cup")
    assert table.batch is not None
    (event,) = table.batch.events
    assert isinstance(event, GameOpened)
    assert (event.label, table.game.label) == ("Cup", "Cup")


@pytest.mark.parametrize("label", ["Cup", "Spring Cup 2027, round 3", "Žižkov; | 杯 👑", "null"])
def test_every_form_of_a_record_has_the_label(label: str) -> None:
    record = labelled(label)
    proved(record)
    assert read_record(write_record(record)) == record
    assert parse_text(write_text(record)) == record
    assert synopsis(record, finished=True).label == label


def test_a_game_without_a_label_is_stored_without_one() -> None:
    """So its events have the bytes that they had before there were labels."""
    record = labelled(None)
    proved(record)
    assert b"label" not in write_record(record)
    assert "label" not in write_text(record)


@pytest.mark.parametrize("other", ["Cup B", None])
def test_another_label_is_found(other: str | None) -> None:
    """A record cannot be moved to another tournament."""
    record = labelled("Cup A")
    first = record.entries[0]
    moved = replace(first, action=replace(first.action, label=other))
    found = audit(replace(record, entries=(moved, *record.entries[1:])), VERIFY).findings
    assert "RC-HEAD-1" in {one.rule for one in found if one.weight == "breach"}


@pytest.mark.parametrize("text", ["", '""', '" Cup"', '"' + "x" * 61 + '"', '"a\\u202eb"', "a b"])
def test_a_line_that_is_not_a_label_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="label needs 1 to 60 visible characters"):
        parse_text(f"carolus-record/1\nruleset carolus-magnus@1\nlabel {text}\nplayer 0\n")
