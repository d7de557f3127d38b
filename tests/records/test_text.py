"""Test records as text: write them, read them, and type them by hand."""

import json
from hashlib import sha256
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.record.audit import audit
from domain.record.record import (
    AnyRecord,
    RecordedChance,
    RecordedEntry,
    RecordedSeat,
    read_record,
    write_record,
)
from domain.record.text import LINE_LENGTH_MAX, parse_text, write_text
from domain.ruleset import CHANCE
from domain.rulesets.carolus_magnus.actions import ChooseDisc, RollDice
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.view import PositionView
from domain.table.actions import LeaveSeat, TakeSeat
from domain.table.game import TABLE, By
from domain.table.opening import OpenGame
from service.access.record_verifier import RecordVerifier
from tests.records.texts import BY_HAND, HEAD, PAGE, RECORD, TEXT, same
from tests.support.games.table import opened, random_requests
from tests.support.proof.records import as_recorded, proved, recorded, records
from tests.support.run.long import long_after

# --- the two ways round -----------------------------------------------------------------------


@pytest.mark.parametrize("name", long_after(8, sorted(records())))
def test_a_kept_record_is_read_back(name: str) -> None:
    """They have every number of players, every option and every ending; known dice or not."""
    record = records()[name]
    same(record)
    same(as_recorded(record))
    assert proved(parse_text(write_text(record)))


@pytest.mark.parametrize("liveliness", [0.0, 0.05, 0.3])
def test_any_game_is_read_back(seed: int, liveliness: float) -> None:
    """Players request anything at the table, and the record ends anywhere."""
    for number in range(15):
        random = Random(f"{seed} {liveliness} {number}")
        table = opened(random.choice((2, 3, 4)))
        count = random.choice((0, 3, 10, 10**6))
        requests = islice(random_requests(table, random, liveliness), count)
        record = recorded(table, requests, random)
        same(record)
        same(replace(record, head=None, signature="eyJh.bGci-Oi_J"))


def test_one_line_is_one_turn() -> None:
    """A line has the entries of one actor and the answers of chance, so people can follow it."""
    lines = TEXT.partition("\n\n")[2].splitlines()
    assert lines[0] == "0. 2025-01-01T12:00:34.343656Z table: open_game"
    assert lines[-4].startswith("142. 12:40:59.845379 2: place_paladins green court, pink 4, ")
    assert " | move_emperor 1 | * draw_moment 24 | * roll_dice green blue pink green" in lines[-4]
    actors = [line.split(": ")[0].split()[-1] for line in lines]
    assert all(one != other for one, other in pairwise(actors))


@pytest.mark.parametrize("answered", [False, True])
def test_a_turn_that_is_too_long_continues_in_the_next_line(answered: bool) -> None:
    """Even if chance interrupts the turn, the text can be read back."""
    entry = next(entry for entry in RECORD.entries if entry.by == 2)
    others = (replace(entry, by=CHANCE),) if answered else ()
    record = replace(RECORD, entries=(*RECORD.entries, *(entry, *others) * 5000))
    lines = write_text(record).splitlines()
    assert max(map(len, lines)) <= LINE_LENGTH_MAX
    assert len(lines) < len(write_text(RECORD).splitlines()) + 10
    same(record)


def test_a_line_has_the_number_of_its_first_entry() -> None:
    """Findings refer to entries by the same numbers."""
    for line in TEXT.partition("\n\n")[2].splitlines():
        number, _, rest = line.partition(". ")
        by = RECORD.entries[int(number)].by
        assert f" {by}: " in f" {rest}"


STRINGS = st.text() | st.sampled_from(["", "none", 'a"b', "a|b;c", "\\", "\u2028", "a\nb", "1"])
TIMES = st.datetimes().map("{:%Y-%m-%dT%H:%M:%S.%f}Z".format).map(lambda at: at.rjust(27, "0"))
HASHES = st.binary(min_size=32, max_size=32).map(bytes.hex)
ACTORS: st.SearchStrategy[By] = st.integers(-(2**63), 2**64 - 1) | st.sampled_from(
    ["chance", "table"]
)
NAMES = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\u2028\u2029"),
    min_size=1,
    max_size=40,
)
PLAYERS = st.from_regex("[a-z2-7]{26}", fullmatch=True)
ACTIONS = (
    st.sampled_from([entry.action for entry in RECORD.entries])
    | st.builds(TakeSeat, st.integers(-9, 9), NAMES, st.none() | STRINGS)
    | st.builds(TakeSeat, st.integers(-9, 9), NAMES, player=PLAYERS)
    | st.builds(LeaveSeat, st.integers(-9, 9))
    | st.builds(
        OpenGame[Options, PositionView],
        STRINGS,
        st.builds(Options, st.integers(0, 9999)),
        st.sampled_from(["fair", "recorded"]),
        STRINGS,
    )
)


@given(
    st.builds(
        type(RECORD),
        format=st.just(RECORD.format),
        id=st.from_regex(r"[A-Za-z0-9._-]{1,64}", fullmatch=True),
        ruleset=st.just(RECORD.ruleset),
        options=st.builds(
            Options,
            players=st.integers(0, 9999),
            setup=st.sampled_from(["tabletop", "yucata"]),
            emperor_start=st.integers(0, 9999) | st.just("random"),
            max_rounds=st.none() | st.integers(0, 9999),
        ),
        seats=st.lists(
            st.builds(
                RecordedSeat,
                st.integers(-9, 9),
                st.none() | STRINGS,
                st.none() | STRINGS,
                player=st.none() | PLAYERS,
            ),
            max_size=3,
        ).map(tuple),
        chance=st.builds(
            RecordedChance,
            st.sampled_from(["fair", "recorded"]),
            st.just("") | HASHES,
            st.none() | HASHES,
        ),
        entries=st.lists(st.builds(RecordedEntry, ACTORS, TIMES, ACTIONS), max_size=5).map(tuple),
        outcome=st.sampled_from([None, RECORD.outcome]),
        head=st.none() | HASHES,
        signature=st.none() | STRINGS,
    )
)
def test_text_can_contain_whatever_json_can(record: AnyRecord) -> None:
    """This includes invalid records: the audit judges them, whatever their form."""
    assert read_record(write_record(record)) == record
    same(record)


# --- by hand ----------------------------------------------------------------------------------


def test_the_whole_game_of_the_page_is_valid() -> None:
    """The printer writes it as the page shows it, and every entry, die and hash is correct."""
    text = PAGE["record"]
    record = parse_text(text)
    assert write_text(record) == text
    found = audit(record, RecordVerifier())
    assert found.status == "over"
    assert [finding.reason for finding in found.findings] == ["not_signed"]


def test_a_game_can_be_written_by_hand() -> None:
    """Players, dice and moves suffice: the parser derives the rest."""
    record = parse_text(BY_HAND)
    assert [seat.name for seat in record.seats] == ["Ana", "Žofie"]
    assert {entry.at[:11] for entry in record.entries} == {"2025-03-14T"}
    assert record.chance == RecordedChance("recorded", "", None)
    assert record.head is None
    found = audit(record, RecordVerifier())
    assert found.status == "over"
    assert [one.reason for one in found.findings] == [
        "dice_are_recorded",
        "head_is_missing",
        "not_signed",
    ]
    same(record)


def test_the_game_by_hand_has_an_id_of_its_own() -> None:
    """The same game has the same id, another game another id; derived members do not count."""
    record = parse_text(BY_HAND)
    assert record.id.startswith("text-")
    assert parse_text("; copied\n" + BY_HAND).id == record.id
    text = BY_HAND.replace("option", f"head {'0' * 64}\noutcome none\noption", 1)
    assert parse_text(text).id == record.id
    assert parse_text(BY_HAND.replace('"Ana"', '"Eva"')).id != record.id


def test_the_id_is_the_hash_that_the_page_describes() -> None:
    """The hash covers the JSON of the record with the derived members empty."""
    record = parse_text(BY_HAND)
    members = json.loads(write_record(record))
    bare = members | {"id": "", "seats": [], "outcome": None, "head": None, "signature": None}
    text = json.dumps(bare, ensure_ascii=False, separators=(",", ":"))
    assert record.id == f"text-{sha256(text.encode()).hexdigest()[:16]}"


def test_the_parser_keeps_what_the_text_states() -> None:
    """The audit then finds a false outcome, because the parser does not correct it."""
    text = BY_HAND.replace("option", "outcome none\nseat none\noption", 1)
    record = parse_text(text)
    assert record.outcome is None
    assert record.seats == ()
    reasons = [
        one.where for one in audit(record, RecordVerifier()).findings if one.weight == "breach"
    ]
    assert reasons == ["$.seats", "$.outcome"]


def test_a_game_by_hand_that_breaks_a_rule_is_read() -> None:
    """The audit refuses the entry and names it."""
    text = BY_HAND.replace("choose_disc", "choose_disc 5 | choose_disc", 1)
    record = parse_text(text)
    assert record.outcome is None
    assert [seat.name for seat in record.seats] == ["Ana", "Žofie"]
    (finding,) = audit(record, RecordVerifier()).findings
    assert (finding.weight, finding.where) == ("breach", "$.entries[9]")


def test_an_open_game_by_hand() -> None:
    """A text may lack options, times and moves."""
    record = parse_text(f"{HEAD}player 1\n")
    at = "1970-01-01T00:00:00.000000Z"
    opening: OpenGame[Any, Any] = OpenGame("carolus-magnus@1", Options(), "recorded", "")
    assert record.options == Options()
    assert record.entries == (
        RecordedEntry(TABLE, at, opening),
        RecordedEntry(TABLE, at, TakeSeat(1)),
    )
    assert len(record.seats) == 2
    assert record.outcome is None


def test_a_text_without_players_and_entries_is_the_record_of_nothing() -> None:
    """The parser has no game to derive the rest from."""
    record = parse_text(HEAD)
    assert (record.entries, record.seats, record.outcome) == ((), (), None)


@pytest.mark.parametrize(
    ("time", "at"),
    [
        ("", "1970-01-01T00:00:00.000000Z"),
        ("12:30 ", "1970-01-01T12:30:00.000000Z"),
        ("12:30:05.25 ", "1970-01-01T12:30:05.250000Z"),
        ("2025-03-14 12:30 ", "2025-03-14T12:30:00.000000Z"),
        ("2025-03-14T12:30:05Z ", "2025-03-14T12:30:05.000000Z"),
        ("7. 2025-03-14T12:30:05Z   ", "2025-03-14T12:30:05.000000Z"),
        ("12. ", "1970-01-01T00:00:00.000000Z"),
    ],
)
def test_times_may_be_short(time: str, at: str) -> None:
    """A missing part comes from the entry before."""
    record = parse_text(f"{HEAD}\n{time}0: choose_disc 3 | *roll_dice red\n1 : choose_disc 2")
    assert record.entries == (
        RecordedEntry(0, at, ChooseDisc(3)),
        RecordedEntry("chance", at, RollDice(("red",))),
        RecordedEntry(1, at, ChooseDisc(2)),
    )


def test_comments_and_blanks_are_ignored() -> None:
    """They may be between lines, after them and around their parts, but not within a name."""
    name = "; no | comment"
    first = replace(RECORD.entries[1], action=TakeSeat(1, name))
    record = replace(RECORD, entries=(RECORD.entries[0], first))
    lines = write_text(record).splitlines()
    text = "\r\n\t\r\n; a remark\r\n".join(f'  {line} ;"what a move' for line in lines)
    assert parse_text("\ufeff; found in the attic\n" + text) == record


def test_an_action_may_be_json() -> None:
    """Actions have the same JSON as in records."""
    text = f'{HEAD}0: {{"type": "choose_disc", "disc": 3}} | * {{"type":"roll_dice","faces":[]}}'
    assert [entry.action for entry in parse_text(text).entries] == [ChooseDisc(3), RollDice(())]
