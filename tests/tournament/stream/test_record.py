"""The record of a tournament: decided again, it has the same events, hashes and head."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.record.chain import canonical, chained, genesis
from domain.record.tournaments import TournamentRecord, record_of, rerun_tournament
from domain.table.clock import BankClock
from domain.tournament.stream import actions as a
from domain.tournament.stream.editions import RULES_LATEST
from domain.tournament.stream.people import SERVICE, Acting
from tests.support.tournaments.desk import (
    ARBITER,
    FOUR_SEATS,
    ID,
    ORGANISER,
    SECRET,
    WHY,
    Desk,
    playing,
    started,
)

READ = msgspec.json.Decoder(TournamentRecord)


def _at(number: int) -> str:
    return f"2026-01-01T12:{number // 60:02}:{number % 60:02}.000000Z"


def _whole() -> Desk:
    desk = started(8, FOUR_SEATS).round().pair()
    desk.ask(ARBITER, a.CorrectResult(1, 1, (2, 1, 3, 4), WHY)).open_round().play().round()
    return desk.ask(ORGANISER, a.EndTournament()).ask(SERVICE, a.RevealSecret(SECRET.hex()))


def _record(desk: Desk) -> TournamentRecord:
    return record_of(ID, [(_at(number), entry) for number, entry in enumerate(desk.entries)])


def test_a_record_is_decided_again() -> None:
    """So is one that was written and read."""
    desk = _whole()
    record = READ.decode(msgspec.json.encode(_record(desk)))
    again = rerun_tournament(record)
    assert again.refused is None
    assert again.entries == desk.entries
    assert again.tournament == desk.state
    assert again.head == record.head
    assert len(again.hashes) == desk.state.version + 1


def test_the_chain_is_that_of_games() -> None:
    """Anyone who can check the hashes of a game can check those of a tournament."""
    desk = started(2)
    digest, version = genesis(ID), 0
    for number, entry in enumerate(desk.entries):
        for event in entry.events:
            version += 1
            digest = chained(digest, canonical(version, _at(number), entry.by, event))
    assert _record(desk).head == digest.hex()


def test_the_hash_covers_who_acts() -> None:
    """Another account in ``by``, another head."""
    desk = started(2)
    desk.ask(ORGANISER, a.NameArbiter("c" * 26, "Eva", WHY))
    heads = {_record(desk).head}
    last = desk.entries[-1]
    desk.entries[-1] = last._replace(by=Acting("organiser", "x" * 26))
    heads.add(_record(desk).head)
    assert len(heads) == 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda entries: entries[1:], "opens_first"),
        (lambda entries: (entries[0], *entries), "not_now"),
        (lambda entries: (*entries[:4], *entries[3:]), "entered_before"),
        (lambda entries: entries[:-3] + entries[-1:], "not_now"),
    ],
    ids=["no opening", "opened twice", "entered twice", "no end"],
)
def test_an_impossible_record_is_refused(change: Any, reason: str) -> None:
    """The rerun stops at the entry that a rule refuses, and says which."""
    record = _record(_whole())
    again = rerun_tournament(replace(record, entries=change(record.entries)))
    assert again.refused is not None
    assert again.refused.refusal.reason == reason
    assert again.refused.index == len(again.entries)


def test_a_record_says_by_which_rules_it_is_decided() -> None:
    """One without an edition has the first; one of a later release is refused, and says where."""
    record = msgspec.to_builtins(_record(_whole()))
    opening = record["entries"][0]["action"]
    assert opening.pop("edition") == RULES_LATEST
    first = msgspec.convert(record, TournamentRecord).entries[0].action
    assert isinstance(first, a.OpenTournament)
    assert first.edition == 1
    opening["edition"] = RULES_LATEST + 1
    with pytest.raises(msgspec.ValidationError, match=r"\$\.entries\[0\]\.action\.edition"):
        msgspec.convert(record, TournamentRecord)


def test_a_record_of_edition_1_has_more_time_than_later_editions_allow() -> None:
    """It stays valid: TN-TIME-1 limits the time from edition 2 on."""
    desk = playing(2, clock=BankClock(600, "house"), edition=1).game()
    desk.ask(ARBITER, *[a.GrantTime(1, 1, 1, 86_400, WHY)] * 101)
    record = READ.decode(msgspec.json.encode(_record(desk)))
    assert "edition" not in msgspec.to_builtins(record.entries[0].action)
    again = rerun_tournament(record)
    assert (again.refused, again.tournament, again.head) == (None, desk.state, record.head)
    opening = record.entries[0]
    later = replace(opening, action=replace(opening.action, edition=2))
    refused = rerun_tournament(replace(record, entries=(later, *record.entries[1:]))).refused
    assert refused is not None
    assert (refused.refusal.rule, refused.refusal.reason) == ("TN-TIME-1", "too_much_time")
    assert refused.index == len(record.entries) - 1


def test_an_altered_result_gives_another_head() -> None:
    record = _record(_whole())
    entries = list(record.entries)
    at = next(n for n, one in enumerate(entries) if isinstance(one.action, a.CorrectResult))
    del entries[at]
    again = rerun_tournament(replace(record, entries=tuple(entries)))
    assert again.head != record.head
