"""Formats are permanent: what may be added later changes nothing that exists (ADR 70).

A member that no version has stands for whatever the first event may get.
"""

from typing import Any, Final

import msgspec
import pytest

from domain.record.audit import unreadable
from domain.record.chain import canonical
from domain.record.log_listing import listed_by
from domain.record.record import ARCHIVED, read_record, write_record
from domain.record.replay import replay
from domain.refusal import Malformed
from domain.table.events import GameOpened
from domain.table.opening import OpenGame
from service.storage.log import UnreadableGame, project
from service.storage.rows import Row
from tests.archives.test_golden import NAMES, games
from tests.support.proof import verifier
from tests.support.proof.records import records
from tests.support.proof.stranger import archived

AT: Final = "2025-01-01T12:00:00.000000Z"
ADDED: Final = {"seed": "a", "rolls": 1}
RECORD: Final = records()["2-castle-goal"]


class LaterGameOpened(GameOpened, frozen=True, tag="game_opened", omit_defaults=True):
    """The first event of a later version, with one more optional member."""

    weather: dict[str, Any] | None = None


class LaterOpenGame(OpenGame[Any, Any], frozen=True, tag="open_game", omit_defaults=True):
    """The action that causes it."""

    weather: dict[str, Any] | None = None


def with_weather(event: GameOpened) -> LaterGameOpened:
    """Return a first event as a later version may write it."""
    members = {name: getattr(event, name) for name in event.__struct_fields__}
    return LaterGameOpened(**members, weather=ADDED)


@pytest.mark.parametrize("name", NAMES)
def test_a_later_version_reads_old_first_events_and_writes_the_same_bytes(name: str) -> None:
    """So it derives the hash of every old game, and verifies its record."""
    for line in games(name)[:: max(1, len(games(name)) // 10)]:
        record = read_record(line, ARCHIVED)
        entry = record.entries[0]
        event = replay(record).steps[0].events[0]
        form = canonical(1, AT, "table", event)
        members = {k: v for k, v in msgspec.json.decode(form).items() if k not in PLACE}
        later = msgspec.convert(members, LaterGameOpened)
        assert canonical(1, AT, "table", later) == form
        action = msgspec.json.encode(entry.action)
        assert msgspec.json.encode(msgspec.json.decode(action, type=LaterOpenGame)) == action


PLACE: Final = {"at", "by", "version"}
"""The members of an event that are not its own."""


def test_a_reader_refuses_a_record_with_a_member_that_it_does_not_know() -> None:
    """It says where; the member could change what the rest means."""
    for line in (write_record(RECORD), archived(RECORD)):
        record = msgspec.json.decode(line)
        record["entries"][0]["action"]["weather"] = ADDED
        with pytest.raises(Malformed) as refused:
            read_record(msgspec.json.encode(record), ARCHIVED)
        (finding,) = unreadable(refused.value).findings
        assert (finding.rule, finding.where) == ("RC-FORM-1", "$.entries[0].action")
        assert "weather" in finding.facts["fault"]


def test_a_service_cannot_read_a_game_whose_first_event_has_such_a_member() -> None:
    """It says which; requests for the game wait for the newer version, and all others go on."""
    event = replay(RECORD).steps[0].events[0]
    form = canonical(1, AT, "table", with_weather(event))
    row = Row(1, "table.game_opened.v1", "00" * 32, form, b"", b"")
    with pytest.raises(UnreadableGame, match=r"event 1 .*game_opened\.v1 with weather"):
        project(RECORD.id, None, [row])


def test_a_verifier_without_rules_computes_the_hashes_of_members_that_it_does_not_know() -> None:
    """The canonical form of an event needs no list of its members."""
    events = msgspec.json.decode(archived(RECORD))["events"]
    events[0]["weather"] = ADDED
    (opened, *_) = replay(RECORD).steps[0].events
    hashes = verifier.hashes(RECORD.id, events)
    form = canonical(1, events[0]["at"], events[0]["by"], with_weather(opened))
    assert hashes[0] == verifier.hashes(RECORD.id, [msgspec.json.decode(form)])[0]


def test_leaves_of_other_formats_are_about_no_game() -> None:
    """A log may get more kinds of leaves: readers of today pass over them."""
    for leaf in (b'{"format":"carolus-tournament/1"}', b'{"format":"carolus-receipt/2"}', b"\xff"):
        assert listed_by(leaf, "mirror", 7, {}) is None
