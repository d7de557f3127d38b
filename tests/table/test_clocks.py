"""Clocks and flags (TB-CLOCK, TB-FLAG): how much time each seat has, and what happens after it."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.rulesets.registry import BY_ID
from domain.table.actions import (
    AcceptDraw,
    AcceptPause,
    AcceptResume,
    AddTime,
    Adjudicate,
    FallFlag,
    OfferDraw,
    OfferPause,
    OfferResume,
    Resign,
)
from domain.table.clock import BankClock, Clock, DaysClock, OnFlag, PerActionClock, full_ms
from domain.table.events import (
    ClockSet,
    ClocksRun,
    DrawAgreed,
    FlagFell,
    GameConceded,
    GameForfeited,
    SeatResigned,
    SecretRevealed,
    TimeAdded,
)
from domain.table.game import TABLE
from tests.support.games import spec
from tests.support.games.table import AT, SECRET, Table, action_of, due, opened, play_on, started

DAY = 86_400


def bank(seconds: int = 60, increment: int = 0, on_flag: OnFlag = "forfeit") -> BankClock:
    """Return a clock with this time for the whole game."""
    return BankClock(seconds, on_flag, increment)


def decide(table: Table, seed: int = 1) -> Table:
    """Let the seat that is due decide something."""
    seat = due(table.game)
    return table.ask(seat, action_of(table.game, seat, Random(seed)))


def left(table: Table) -> tuple[int, ...]:
    """Return the time of each seat after the last event about clocks."""
    assert table.game.clocks is not None
    return table.game.clocks.left_ms


@pytest.mark.rule("TB-CLOCK-1")
@pytest.mark.parametrize(
    ("clock", "full"),
    [
        (PerActionClock(30, "house"), 30_000),
        (bank(90), 90_000),
        (DaysClock(3, "forfeit"), 3 * DAY * 1_000),
    ],
)
def test_the_clock_is_set_before_anybody_sits_down(clock: Clock, full: int) -> None:
    """An event of its own follows the first one; no clock runs before the start."""
    table = opened(2, clock=clock).then(ClockSet(clock), version=2, deadline=None)
    assert left(table) == (full, full)
    table.wait(DAY * 30).sit(0).wait(DAY * 30).then(deadline=None)
    assert left(table) == (full, full)


@pytest.mark.rule("TB-CLOCK-1")
def test_a_game_without_a_clock_has_no_events_about_clocks() -> None:
    """It has no events about clocks, and opens with a single event."""
    table = play_on(started(2), Random(4)).without(ClocksRun, ClockSet)
    assert table.game.terms is None
    assert opened(2).batch.events == opened(2).batch.events[:1]  # type: ignore[union-attr]


@pytest.mark.rule("TB-CLOCK-1", refused=True)
def test_a_forfeit_is_for_two_sides() -> None:
    """With three sides, two would be left after a forfeit; four seats form two sides."""
    refusal = spec.refused(
        "TB-CLOCK-1",
        "forfeit_is_for_two_sides",
        lambda: opened(3, clock=bank(on_flag="forfeit")),
    )
    assert refusal.facts == {"sides": 3}
    opened(3, clock=bank(on_flag="house")).then(status="open")
    opened(4, clock=bank(on_flag="forfeit")).then(status="open")


@pytest.mark.rule("TB-CLOCK-2")
@pytest.mark.parametrize("clock", [PerActionClock(600, "house", 60), DaysClock(3, "house", 60)])
def test_reactions_have_less_time(clock: PerActionClock | DaysClock) -> None:
    """Each reaction has this time, and every other action the whole time, however long they took.

    A pause does not give the seat more.
    """
    table, random = started(2, rules=BY_ID["ancients"], clock=clock), Random(1)
    full, kinds = full_ms(clock), Counter[bool]()
    while min(kinds[True], kinds[False]) < 3:
        seat = due(table.game)
        reacts = seat in table.game.reacting
        assert left(table)[seat] == (60_000 if reacts else full)
        assert left(table)[1 - seat] == full
        if reacts and not kinds[True]:
            table.wait(20).ask(0, OfferPause()).ask(1, AcceptPause()).wait(9_999)
            table.ask(0, OfferResume()).ask(1, AcceptResume())
            assert left(table)[seat] == 40_000
        kinds[reacts] += 1
        table.wait(5).ask(seat, action_of(table.game, seat, random))
    table.wait(full / 1_000).ask(TABLE, FallFlag()).then(status="running")


@pytest.mark.rule("TB-CLOCK-2", refused=True)
@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(PerActionClock(30, "house", 31), 30), (DaysClock(1, "house", DAY + 1), DAY)],
)
def test_a_time_for_reactions_that_cannot_be(
    clock: PerActionClock | DaysClock, seconds: int
) -> None:
    """It may not be longer than that of other actions, and needs a game with reactions."""
    refusal = spec.refused(
        "TB-CLOCK-2",
        "reactions_have_more_time",
        lambda: opened(2, rules=BY_ID["ancients"], clock=clock),
    )
    assert refusal.facts == {"reaction_seconds": clock.reaction_seconds, "seconds": seconds}
    opened(2, rules=BY_ID["ancients"], clock=PerActionClock(30, "house", 30)).then(status="open")
    spec.refused(
        "TB-CLOCK-2",
        "game_has_no_reactions",
        lambda: opened(2, clock=PerActionClock(30, "house", 30)),
    )


def test_only_the_clock_of_the_seat_that_is_due_runs() -> None:
    """It runs from the start; each event about clocks names the time left and its moment."""
    table = started(2, clock=bank(60))
    first = due(table.game)
    table.then(ClocksRun((60_000, 60_000), (first,), AT), deadline="2025-01-01T12:01:00.000000Z")
    table.wait(12.5)
    decide(table)
    assert left(table)[first] == 47_500
    assert left(table)[1 - first] == 60_000
    assert table.game.clocks is not None
    assert (table.game.clocks.running, table.game.clocks.since) == ((due(table.game),), table.at)


def test_an_increment_comes_after_each_action_and_not_before() -> None:
    """The flag falls although the increment of one more action would have saved the seat."""
    table = started(2, clock=bank(10, 5))
    seat = due(table.game)
    decide(table.wait(4))
    assert left(table)[seat] == 11_000
    table.wait(10).ask(TABLE, FallFlag()).then(status="over")


def test_every_action_has_the_same_time() -> None:
    """Whatever the last action left over."""
    table = started(2, clock=PerActionClock(30, "forfeit"))
    for _ in range(6):
        seat = due(table.game)
        decide(table.wait(29.999))
        assert left(table)[seat] == 30_000


def test_offers_and_refused_actions_stop_no_clock() -> None:
    """Only a decision in the game stops a clock."""
    table = started(2, clock=bank(60))
    seat = due(table.game)
    table.wait(50).ask(1 - seat, OfferDraw()).without(ClocksRun)
    assert table.game.deadline == "2025-01-01T12:01:00.000000Z"
    table.wait(10).ask(TABLE, FallFlag()).then(FlagFell(seat, None))


@pytest.mark.rule("TB-FLAG-1", "TB-FLAG-4")
@pytest.mark.parametrize("late", [0, 0.000001, 3600])
def test_a_flag_ends_the_game(late: float) -> None:
    """At the deadline or later; the other side wins, and the secret is revealed."""
    table = started(2, clock=bank(60))
    seat = due(table.game)
    table.wait(60 + late).ask(TABLE, FallFlag())
    winner = ("white", "black")[1 - seat]
    table.then(
        FlagFell(seat, None),
        ClocksRun(tuple(0 if one == seat else 60_000 for one in (0, 1)), (), table.at),
        GameForfeited((winner,)),
        SecretRevealed(SECRET.hex()),
        status="over",
        deadline=None,
    )
    assert (table.game.outcome.reason, table.game.outcome.winners) == ("time", (winner,))


@pytest.mark.rule("TB-FLAG-4")
def test_a_side_loses_with_the_flag_of_one_partner() -> None:
    """Four seats form two sides."""
    table = started(4, clock=bank(60))
    seat = due(table.game)
    table.wait(61).ask(TABLE, FallFlag())
    assert table.game.outcome.winners == (("white", "black")[1 - seat % 2],)


@pytest.mark.rule("TB-FLAG-4")
def test_two_flags_at_one_moment_are_a_draw() -> None:
    """If both sides decide at the same time and both run out of time, neither was slower."""
    table = started(2, clock=PerActionClock(30, "forfeit"))
    clocks = table.game.clocks
    assert clocks is not None
    both = replace(clocks, running=(0, 1))
    terms = replace(table.game.terms, clocks=both)  # type: ignore[type-var]
    table.game = replace(table.game, terms=terms)
    table.wait(31).ask(TABLE, FallFlag())
    table.then(FlagFell(0, None), FlagFell(1, None), GameForfeited(("white", "black")))


@pytest.mark.rule("TB-FLAG-1", refused=True)
def test_no_flag_falls_before_its_time() -> None:
    """Neither a microsecond early, nor before the start, nor in a game without a clock."""
    table = started(2, clock=bank(60)).wait(59.999999).ask(TABLE, FallFlag())
    facts = table.refused("TB-FLAG-1", "flag_is_not_due", status="running").facts
    assert facts == {"deadline": "2025-01-01T12:01:00.000000Z", "at": table.at}
    started(2).ask(TABLE, FallFlag()).refused("TB-FLAG-1", "game_has_no_clock")
    opened(2, clock=bank()).ask(TABLE, FallFlag()).refused("TB-ACT-1", "game_has_not_started")


@pytest.mark.rule("TB-FLAG-2", refused=True)
@pytest.mark.parametrize("by", ["who is late", "the other", "an arbiter"])
def test_nobody_acts_before_a_flag_that_is_due(by: str) -> None:
    """Neither the late seat nor anyone else can act, so no record can leave out a flag."""
    table = started(2, clock=bank(60)).wait(60)
    seat = due(table.game)
    requests: dict[str, tuple[Any, Any]] = {
        "who is late": (seat, action_of(table.game, seat, Random(1))),
        "the other": (1 - seat, Resign()),
        "an arbiter": (TABLE, Adjudicate(("white",))),
    }
    facts = table.ask(*requests[by]).refused("TB-FLAG-2", "time_is_up", status="running").facts
    assert facts == {"seats": [seat], "deadline": table.at, "at": table.at}


@pytest.mark.rule("TB-FLAG-2")
def test_the_last_microsecond_is_in_time() -> None:
    """A decision one microsecond before the deadline is not late."""
    decide(started(2, clock=bank(60)).wait(59.999999)).then(status="running")


@pytest.mark.rule("TB-FLAG-3", refused=True)
def test_a_late_seat_learns_that_its_flag_fell() -> None:
    """Both after the game is over and while the house plays on."""
    table = started(2, clock=bank(60)).wait(60)
    seat = due(table.game)
    late = action_of(table.game, seat, Random(1))
    table.ask(TABLE, FallFlag()).ask(seat, late).refused("TB-FLAG-3", "flag_has_fallen")
    table.refused_with = None
    table.ask(seat, Resign()).refused("TB-FLAG-3", "flag_has_fallen")
    table.refused_with = None
    table.ask(1 - seat, Resign()).refused("TB-ACT-2", "game_is_over")
    table = started(3, clock=bank(60, on_flag="house")).wait(60)
    seat = due(table.game)
    late = action_of(table.game, seat, Random(1))
    table.ask(TABLE, FallFlag())
    for action in (late, Resign(), OfferDraw()):
        table.ask(seat, action).refused("TB-FLAG-3", "flag_has_fallen", status="running")
        table.refused_with = None


@pytest.mark.rule("TB-FLAG-3")
def test_the_house_plays_on_for_a_flag() -> None:
    """A stand-in without a clock takes over the seat, and the game continues to its own end."""
    table = started(3, clock=bank(60, on_flag="house"))
    seat = due(table.game)
    table.wait(61).ask(TABLE, FallFlag())
    table.then(FlagFell(seat, "greedy"), status="running", bots_due=(seat,), deadline=None)
    state = table.game.seats[seat]
    assert (state.flagged, state.resigned, state.bot) == (True, False, "greedy")
    table.wait(DAY)
    table.ask(seat, action_of(table.game, seat, Random(2)), house=True)
    table.then(status="running")
    assert due(table.game) != seat
    play_on(table, Random(3)).then(status="over")
    assert left(table)[seat] == 0


@pytest.mark.rule("TB-FLAG-3")
def test_others_agree_on_a_draw_without_a_fallen_flag() -> None:
    """The flagged seat has no say, as after resigning: its stand-in is not a bot at the table."""
    table = started(3, clock=bank(60, on_flag="house"))
    seat = due(table.game)
    table.wait(61).ask(TABLE, FallFlag())
    one, other = (each for each in range(3) if each != seat)
    table.ask(one, OfferDraw()).ask(other, AcceptDraw())
    sides = ("white", "black", "gray")
    table.then(DrawAgreed((sides[one], sides[other])), status="over")


def test_house_bots_have_no_clock() -> None:
    """They lose no time while the service is down, however long."""
    table = started(2, bots={0: "greedy"}, clock=bank(60))
    while due(table.game) != 0:
        decide(table)
    table.then(deadline=None).wait(DAY * 365)
    table.ask(0, action_of(table.game, 0, Random(1)), house=True).then(status="running")
    assert left(table)[0] == 60_000


def test_a_stand_in_has_no_clock() -> None:
    """The clock of a seat stops when the seat resigns."""
    table = started(3, clock=bank(60, on_flag="house"))
    seat = due(table.game)
    table.wait(10).ask(seat, Resign())
    table.then(SeatResigned(seat, "greedy"), status="running", deadline=None)
    assert left(table)[seat] == 50_000


def test_an_end_stops_the_clocks() -> None:
    """The time left does not change any more."""
    table = started(2, clock=bank(60))
    seat = due(table.game)
    table.wait(10).ask(1 - seat, Resign()).then(GameConceded((("white", "black")[seat],)))
    table.then(deadline=None, status="over")
    assert left(table)[seat] == 50_000


def test_time_that_goes_back_changes_no_clock() -> None:
    """If time goes back an hour, seats neither lose nor gain time; the house prevents it anyway."""
    table = started(2, clock=bank(60)).wait(-3600)
    seat = due(table.game)
    decide(table)
    assert left(table)[seat] == 60_000


# --- added time -------------------------------------------------------------------------------


@pytest.mark.rule("TB-TIME-1")
def test_an_arbiter_adds_time_to_a_running_clock() -> None:
    """The flag falls later by that much, and the clocks say how much was given."""
    table = started(2, clock=bank(60))
    seat = due(table.game)
    table.wait(50).ask(TABLE, AddTime(seat, 30)).then(TimeAdded(seat, 30)).without(ClocksRun)
    assert table.game.deadline == "2025-01-01T12:01:30.000000Z"
    table.ask(TABLE, AddTime(1 - seat, 5)).ask(TABLE, AddTime(seat, 1))
    clocks = table.game.clocks
    assert clocks is not None
    assert (clocks.left_ms[seat], clocks.granted[seat]) == (91_000, 31)
    assert (clocks.left_ms[1 - seat], clocks.granted[1 - seat]) == (65_000, 5)
    decide(table.wait(40))
    assert (left(table)[seat], left(table)[1 - seat]) == (1_000, 65_000)


def test_added_time_is_for_one_action_where_each_has_its_own() -> None:
    """It remains until the seat acts, even while others decide."""
    table = started(2, clock=PerActionClock(30, "forfeit"))
    seat = due(table.game)
    table.ask(TABLE, AddTime(0, 60), AddTime(1, 60))
    while due(table.game) == seat:
        decide(table.wait(20))
        assert left(table) == ((30_000, 90_000), (90_000, 30_000))[seat]
    decide(table.wait(80))
    assert left(table)[1 - seat] == 30_000


@pytest.mark.rule("TB-TIME-1", refused=True)
def test_time_is_for_people_with_a_clock() -> None:
    started(2).ask(TABLE, AddTime(0, 30)).refused("TB-TIME-1", "game_has_no_clock")
    clock = bank(60, on_flag="house")
    table = started(3, clock=clock, bots={2: "random"})
    table.ask(TABLE, AddTime(2, 30)).refused("TB-TIME-1", "no_person_plays_here")
    resigned = started(3, clock=clock).ask(1, Resign()).ask(TABLE, AddTime(1, 30))
    resigned.refused("TB-TIME-1", "no_person_plays_here")
    late = started(3, clock=clock)
    seat = due(late.game)
    late.wait(61).ask(TABLE, FallFlag()).ask(TABLE, AddTime(seat, 30))
    late.refused("TB-TIME-1", "no_person_plays_here")


@pytest.mark.rule("TB-ACT-3", "TB-SIT-5", refused=True)
def test_only_the_table_adds_time() -> None:
    """To a seat that the game has; a flag that is due falls before."""
    table = started(2, clock=bank(60))
    table.ask(due(table.game), AddTime(0, 30)).refused("TB-ACT-3", "action_is_for_the_table")
    started(2, clock=bank(60)).ask(TABLE, AddTime(2, 30)).refused("TB-SIT-5", "no_such_seat")
    late = started(2, clock=bank(60)).wait(61)
    late.ask(TABLE, AddTime(0, 30)).refused("TB-FLAG-2", "time_is_up")
