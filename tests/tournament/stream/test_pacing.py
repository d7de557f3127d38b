"""What the service does in a tournament by itself, and when (TN-OPEN-6)."""

import pytest
from msgspec.structs import replace

from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import RoundPace
from domain.tournament.stream.pacing import ServiceDuty, duty_in, served_tables
from domain.tournament.stream.people import SERVICE
from tests.support.tournaments.desk import (
    ARBITER,
    ORGANISER,
    TWO_SEATS,
    WHY,
    Desk,
    guest,
    opened,
    person,
    player,
    playing,
    registered,
    started,
)

TIMES = tuple(f"2026-11-{day}T19:30:00Z" for day in (20, 27, 28))
FINISHED = RoundPace("when_finished")
SCHEDULE = RoundPace("on_schedule", TIMES)


def duty(desk: Desk) -> ServiceDuty | None:
    """Return the next duty of the service."""
    desk.then()
    return duty_in(desk.state)


def test_an_organiser_sets_the_pace_unless_something_else_is_announced() -> None:
    """The service then opens the games of tables only."""
    desk = registered(4)
    assert duty(desk) is None
    assert duty(desk.start()) is None
    assert duty(desk.pair()) is None
    assert duty(desk.open_round()) == ServiceDuty("open_tables")
    assert duty(desk.play()) is None


@pytest.mark.rule("TN-OPEN-6")
def test_rounds_follow_when_all_tables_have_finished() -> None:
    """From the first pairing to the end; people only start the tournament."""
    desk = registered(4, pace=FINISHED)
    assert duty(desk) is None
    desk.start()
    for number in (1, 2, 3):
        assert duty(desk) == ServiceDuty("pair_round")
        desk.pair().open_round()
        assert duty(desk) == ServiceDuty("open_tables")
        for at in (1, 2):
            desk.ask(ARBITER, a.EnterResult(number, at, (1, 2), WHY))
        assert duty(desk) == ServiceDuty("close_round")
        desk.ask(SERVICE, a.CloseRound(number))
    assert duty(desk) == ServiceDuty("end_tournament")
    assert duty(desk.ask(SERVICE, a.EndTournament())) is None


@pytest.mark.rule("TN-OPEN-6")
def test_rounds_begin_on_schedule() -> None:
    """Each at its time, and the first one with the start; a round that was added has no time."""
    desk = registered(4, pace=SCHEDULE)
    assert duty(desk) == ServiceDuty("start_tournament", TIMES[0])
    assert duty(desk.start()) == ServiceDuty("pair_round", TIMES[0])
    assert duty(desk.round()) == ServiceDuty("pair_round", TIMES[1])
    assert duty(desk.round().round()) == ServiceDuty("end_tournament")
    desk = registered(4, pace=SCHEDULE).ask(
        ORGANISER, a.ChangeRules(replace(TWO_SEATS, rounds=4), "There is time for another round")
    )
    assert duty(desk.start().round().round().round()) is None


@pytest.mark.rule("TN-OPEN-6", "TN-OPEN-7")
def test_tables_are_scored_at_the_end_of_a_round() -> None:
    """That is the time of the next round; the last one ends when it was announced."""
    end = "2026-11-30T19:30:00Z"
    for pace, last in ((SCHEDULE, None), (replace(SCHEDULE, end=end), end)):
        desk = playing(4, pace=pace, scored_as_they_stand=True)
        assert duty(desk) == ServiceDuty("open_tables")
        assert duty(desk.game(1, "one").game(2, "two")) == ServiceDuty("score_tables", TIMES[1])
        desk.play().round().pair().open_round().game(1, "five").game(2, "six")
        expected = None if last is None else ServiceDuty("score_tables", last)
        assert duty(desk) == expected
    unannounced = playing(4, pace=SCHEDULE).game(1, "one").game(2, "two")
    assert duty(unannounced) is None


def test_a_time_comes_with_its_second() -> None:
    for now, due in (("19:29:59.999999Z", False), ("19:30:00.000000Z", True)):
        assert ServiceDuty("pair_round", TIMES[1]).is_due(f"2026-11-27T{now}") is due
    assert ServiceDuty("close_round").is_due("2026-11-27T00:00:00.000000Z")


@pytest.mark.parametrize("pace", [FINISHED, SCHEDULE])
def test_people_open_check_in(pace: RoundPace) -> None:
    """They also close it, unless the round has a time."""
    desk = started(4, pace=pace, check_in=True)
    assert duty(desk) is None
    desk.ask(ORGANISER, a.OpenCheckIn())
    expected = ServiceDuty("close_check_in", TIMES[0]) if pace is SCHEDULE else None
    assert duty(desk) == expected
    for one in (1, 2, 3, 4):
        desk.ask(player(one), a.CheckIn(one))
    desk.ask(SERVICE, a.CloseCheckIn())
    assert duty(desk) == ServiceDuty("pair_round", TIMES[0] if pace is SCHEDULE else "")


def test_a_round_paired_by_hand_opens_like_any_other() -> None:
    desk = started(2, pace=FINISHED).ask(ARBITER, a.PairByHand(1, ((1, 2),), WHY))
    assert duty(desk) == ServiceDuty("open_round")


def test_the_service_leaves_real_tables_alone() -> None:
    """Those with a guest, and all if seats are not reserved."""
    mixed = opened(real_tables=True).register(person(1), person(2), guest(3), guest(4))
    mixed.start().ask(ARBITER, a.PairByHand(1, ((1, 2), (3, 4)), WHY)).open_round()
    assert [at for at, _ in served_tables(mixed.state)] == [1]
    desk = playing(4, seats_reserved=False, pace=FINISHED)
    assert (served_tables(desk.state), duty(desk)) == ([], None)
