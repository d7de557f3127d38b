"""Test records of games with a clock, pauses and take-backs: write, read, audit and replay them."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from domain.record.audit import audit
from domain.record.record import AnyRecord, RecordedEntry, read_record, write_record
from domain.record.text import parse_text, write_text
from domain.refusal import Malformed
from domain.table.actions import FallFlag, Resign
from domain.table.clock import BankClock, Clock, DaysClock, OnFlag, PerActionClock
from domain.table.game import TABLE
from domain.table.notation import write_clock
from domain.table.times import SECOND, micros, rfc3339
from service.access.record_verifier import RecordVerifier
from tests.support.games.table import Table, action_of, due, opened, random_requests
from tests.support.proof.records import proved, recorded

CLOCKS: list[Clock] = [
    BankClock(60, "house", 5),
    BankClock(90, "forfeit"),
    PerActionClock(15, "house"),
]
VERIFY = RecordVerifier()


def forfeited(on_flag: OnFlag = "forfeit") -> AnyRecord:
    """Return the record of a game with a flag, which ends the game or hands it to the house."""
    table = opened(2, clock=BankClock(60, on_flag, 1))

    def requests() -> Iterator[Table]:
        yield table.sit(0)
        yield table.sit(1)
        for seed in range(5):
            seat = due(table.wait(5).game)
            yield table.ask(seat, action_of(table.game, seat, Random(seed)))
        yield table.wait(500).ask(TABLE, FallFlag())

    return recorded(table, requests(), Random(1))


def moved(record: AnyRecord, seconds: int) -> AnyRecord:
    """Return the record with the time of its last entry moved."""
    last = record.entries[-1]
    at = rfc3339(micros(last.at) + seconds * SECOND)
    return replace(record, entries=(*record.entries[:-1], replace(last, at=at)))


def breach(record: AnyRecord) -> tuple[str, str, int | None]:
    """Return the first breach that an audit finds: rule, reason and entry."""
    finding = audit(record, VERIFY).findings[0]
    assert finding.weight == "breach"
    return finding.rule, finding.reason, finding.entry


@pytest.mark.parametrize("on_flag", ["forfeit", "house"])
def test_a_flag_is_decided_again(on_flag: OnFlag) -> None:
    """Replay leads to the same events and the same head, from JSON and from text."""
    record = forfeited(on_flag)
    proved(record)
    assert audit(record, VERIFY).is_valid
    assert parse_text(write_text(record)) == record
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize("clock", CLOCKS, ids=write_clock)
def test_any_game_on_terms_replays(seed: int, clock: Clock) -> None:
    """Games with pauses and take-backs, played to the end, replay to their head, from text too."""
    for number in range(5):
        random = Random(f"{seed} {clock} {number}")
        table = opened(2, clock=clock, take_backs=True)
        record = recorded(table, random_requests(table, random, 0.1), random)
        proved(record)
        assert parse_text(write_text(record)) == record


def test_a_flag_that_fell_early_is_found() -> None:
    """Moving the time of a flag forward gains nothing."""
    record = moved(forfeited(), -490)
    assert breach(record) == ("TB-FLAG-1", "flag_is_not_due", len(record.entries) - 1)


def test_a_flag_that_is_left_out_is_found() -> None:
    """Another action after the deadline, in place of the flag, is a breach."""
    record = forfeited()
    late = RecordedEntry(0, record.entries[-1].at, Resign())
    record = replace(record, entries=(*record.entries[:-1], late))
    assert breach(record) == ("TB-FLAG-2", "time_is_up", len(record.entries) - 1)


def test_with_a_clock_a_time_that_goes_back_is_found() -> None:
    """RC-TIME-1 applies only to records with a clock."""
    record = moved(forfeited(), -3600)
    assert breach(record) == ("RC-TIME-1", "time_goes_back", len(record.entries) - 1)
    table = opened(2)
    plain = recorded(table, (table.sit(seat) for seat in (0, 1)), Random(1))
    findings = audit(moved(plain, -3600), VERIFY).findings
    assert {finding.rule for finding in findings if finding.weight == "breach"} == {"RC-HEAD-1"}


def test_without_a_clock_a_time_that_goes_back_is_noted() -> None:
    """At the entry that does, in a record that is valid apart from that."""
    table = opened(2)
    steady = recorded(table, (table.sit(seat) for seat in (0, 1)), Random(1))
    assert "RC-TIME-2" not in {one.rule for one in audit(steady, VERIFY).findings}
    record = replace(moved(steady, -3600), head=None)
    last = len(record.entries) - 1
    audited = audit(record, VERIFY)
    assert audited.is_valid
    (note,) = [one for one in audited.findings if one.rule == "RC-TIME-2"]
    assert (note.weight, note.reason, note.entry) == ("note", "time_goes_back", last)
    assert note.where == f"$.entries[{last}].at"
    assert note.facts == {"before": record.entries[-2].at, "at": record.entries[-1].at}


# --- as text ----------------------------------------------------------------------------------

HEAD = "carolus-record/1\nruleset carolus-magnus@1\n"


@pytest.mark.parametrize(
    ("line", "clock"),
    [
        ("clock per_action 30 house", PerActionClock(30, "house")),
        ("clock bank 600 5 forfeit", BankClock(600, "forfeit", 5)),
        ("clock days 3 house", DaysClock(3, "house")),
        ("clock  days\t3  house ", DaysClock(3, "house")),
    ],
)
def test_the_head_names_the_clock(line: str, clock: Clock) -> None:
    """The entry that opens the game has the same clock."""
    record = parse_text(f"{HEAD}{line}\ntake_backs allowed\nplayer 0\n")
    assert (record.entries[0].action.clock, record.entries[0].action.take_backs) == (clock, True)
    assert parse_text(write_text(record)) == record


@pytest.mark.parametrize(
    "line",
    [
        "clock",
        "clock bank",
        "clock bank 600",
        "clock bank 600 5",
        "clock bank 600 5 6 house",
        "clock per_action x house",
        "clock per_action 0 house",
        "clock hours 3 house",
        "clock days 3 nobody",
        "take_backs",
        "take_backs never",
    ],
)
def test_a_head_with_an_invalid_clock_is_malformed(line: str) -> None:
    """The error says what it expected."""
    with pytest.raises(Malformed, match=f"{line.split(maxsplit=1)[0]} needs"):
        parse_text(f"{HEAD}{line}\nplayer 0\n")
