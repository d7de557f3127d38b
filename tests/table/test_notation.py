"""The table's actions as single lines of text."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.refusal import Malformed
from domain.rulesets.ancients.reactions import StandingOrders
from domain.table.actions import (
    AbortGame,
    AcceptDraw,
    AcceptResume,
    AddTime,
    Adjudicate,
    CallOffGame,
    DeclineDraw,
    DeclineTakeBack,
    FallFlag,
    LeaveSeat,
    LiftSuspension,
    OfferDraw,
    OfferPause,
    Resign,
    SuspendGame,
    TableAction,
    TakeSeat,
)
from domain.table.notation import parse, write
from domain.table.standing_orders import GiveStandingOrders

NAMES = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\u2028\u2029"),
    min_size=1,
    max_size=40,
)
PLAYERS = st.just(msgspec.UNSET) | st.from_regex("[a-z2-7]{26}", fullmatch=True)
ENTROPY = st.binary(max_size=64).map(bytes.hex)

ARBITER = "a" * 26


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('take_seat 0 name "Žofie" entropy c0ffee', TakeSeat(0, "Žofie", None, "c0ffee")),
        ("take_seat 1 bot greedy", TakeSeat(1, bot="greedy")),
        ("take_seat 3", TakeSeat(3)),
        ('take_seat 0 name "a \\"b\\" | ; \\\\"', TakeSeat(0, 'a "b" | ; \\')),
        ("leave_seat 1", LeaveSeat(1)),
        ("resign", Resign()),
        ("offer_draw", OfferDraw()),
        ("accept_draw", AcceptDraw()),
        ("decline_draw", DeclineDraw()),
        ("abort_game", AbortGame()),
        ("offer_pause", OfferPause()),
        ("accept_resume", AcceptResume()),
        ("decline_take_back", DeclineTakeBack()),
        ("fall_flag", FallFlag()),
        ("add_time 1 300", AddTime(1, 300)),
        ("suspend_game", SuspendGame()),
        ("lift_suspension", LiftSuspension()),
        ("call_off_game", CallOffGame()),
        ("adjudicate white", Adjudicate(("white",))),
        ("adjudicate white black", Adjudicate(("white", "black"))),
        (
            f'adjudicate white reason "Ñandú; |" arbiter {ARBITER}',
            Adjudicate(("white",), "Ñandú; |", ARBITER),
        ),
        ("adjudicate white reason Away", Adjudicate(("white",), "Away")),
        ("call_off_game reason reason", CallOffGame("reason")),
        (f"call_off_game arbiter {ARBITER}", CallOffGame(None, ARBITER)),
    ],
)
def test_an_action_is_written_and_read(text: str, action: TableAction) -> None:
    """``write`` and ``parse`` are inverse."""
    assert write(action) == text
    assert parse(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("  RESIGN ", Resign()),
        ("take_seat  0\tname Ana", TakeSeat(0, "Ana")),
        ('take_seat 0 bot "greedy" name Žofie', TakeSeat(0, "Žofie", "greedy")),
    ],
)
def test_people_may_type_it_differently(text: str, action: TableAction) -> None:
    """Case, whitespace, the order of fields, and quotes around a single word do not matter."""
    assert parse(text) == action


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("give_standing_orders", None),
        ("give_standing_orders evaders ask", StandingOrders()),
        (
            "give_standing_orders evaders evade flags ignore",
            StandingOrders("evade", flags="ignore"),
        ),
    ],
)
def test_orders_are_written_and_read(text: str, orders: StandingOrders | None) -> None:
    """Members that the orders leave to the person are left out."""
    action = GiveStandingOrders(orders)
    assert write(action) == text
    assert parse(text, StandingOrders) == action
    assert parse(text.upper(), StandingOrders) == action


@pytest.mark.parametrize("words", ["evaders", "evaders never", "evaders ask evaders ask", "a b"])
def test_orders_that_cannot_be_read(words: str) -> None:
    """The error lists all members with their values, if the game has orders."""
    with pytest.raises(Malformed, match=r"battle_back \(ask or fight\)"):
        parse(f"give_standing_orders {words}", StandingOrders)
    with pytest.raises(Malformed, match="takes no arguments in this game"):
        parse(f"give_standing_orders {words}")


@given(st.integers(), st.none() | NAMES, st.none() | st.text(), ENTROPY, PLAYERS)
def test_any_taken_seat_is_written_and_read(
    seat: int, name: str | None, bot: str | None, entropy: str, player: str | msgspec.UnsetType
) -> None:
    """Whatever characters are in the name."""
    action = TakeSeat(seat, name, bot, entropy, player)
    assert msgspec.convert(msgspec.to_builtins(action), TakeSeat) == action
    line = write(action)
    assert "\n" not in line
    assert parse(line) == action


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected one of: take_seat"),
        ("stand_up", "expected one of: take_seat"),
        ("resign now", "resign takes no arguments"),
        ("adjudicate", "adjudicate needs the winning sides"),
        ("adjudicate reason Away", "adjudicate needs the winning sides"),
        ("adjudicate white reason", "adjudicate needs the winning sides"),
        ("adjudicate white reason a reason b", "adjudicate needs the winning sides"),
        (f"adjudicate white reason {'a' * 201}", "adjudicate needs the winning sides"),
        ("adjudicate white arbiter Ana", "adjudicate needs the winning sides"),
        ("call_off_game white", "call_off_game needs nothing"),
        ("call_off_game reason", "call_off_game needs nothing"),
        ("take_seat", "take_seat needs a seat"),
        ("take_seat x", "take_seat needs a seat"),
        ("take_seat 1_0", "take_seat needs a seat"),
        ("take_seat 0 name", "take_seat needs a seat"),
        ("take_seat 0 name Ana name Eva", "take_seat needs a seat"),
        ("take_seat 0 colour red", "take_seat needs a seat"),
        ('take_seat 0 name "Ana', "take_seat needs a seat"),
        ('take_seat 0 name ""', "take_seat needs a seat"),
        (f"take_seat 0 name {'a' * 41}", "take_seat needs a seat"),
        ('take_seat 0 name "\\u0007"', "take_seat needs a seat"),
        ("take_seat 0 entropy abc", "take_seat needs a seat"),
        ("take_seat 0 player Ana", "take_seat needs a seat"),
        (f"take_seat {'9' * 5000}", "take_seat needs a seat"),
        ("leave_seat", "leave_seat needs a seat"),
        ("leave_seat 1 2", "leave_seat needs a seat"),
        ("adjudicate WHITE", "adjudicate needs the winning sides"),
        ("fall_flag 0", "fall_flag takes no arguments"),
        ("add_time 1", "add_time needs a seat and 1 to 8640000 seconds"),
        ("add_time 1 0", "add_time needs a seat and 1 to 8640000 seconds"),
    ],
)
def test_an_error_says_what_was_expected(text: str, expected: str) -> None:
    """The message contains an example."""
    with pytest.raises(Malformed, match=expected):
        parse(text)


@given(st.text() | st.from_regex(r"take_seat [0-9]+( [a-z]+ \S+)*"))
def test_any_text_is_read_or_malformed(text: str) -> None:
    """The parser raises nothing else, and ``write`` accepts everything it returns."""
    try:
        action = parse(text)
    except Malformed:
        return
    assert parse(write(action)) == action
