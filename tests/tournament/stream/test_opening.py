"""What is announced before anyone enters (TN-OPEN, TN-RULES), and how it can change (TN-CHANGE)."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from domain.chance import commitment
from domain.refusal import IllegalAction, Malformed
from domain.table.watching import Delayed
from domain.tournament.model import FOR_MORE_SEATS, FOR_TWO_SEATS, Announced, announced
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.alike import NAMES_LATEST
from domain.tournament.stream.announcement import (
    Announcement,
    Engine,
    RegistrationTerms,
    RequestedByes,
    RoundPace,
    RoundRobin,
    Swiss,
    must_be_ahead,
)
from domain.tournament.stream.editions import RULES_LATEST
from tests.support.games.spec import refused
from tests.support.tournaments.desk import (
    ARBITER,
    DUTCH,
    FOUR_SEATS,
    ORGANISER,
    SECRET,
    TWO_SEATS,
    WHY,
    Desk,
    announcement,
    opened,
    playing,
    started,
)

ROBIN = replace(announced(4, 9, "DUELS"), swiss=False)
TIMES = tuple(f"2026-11-{day}T19:30:00Z" for day in (20, 27, 28))
TWO_ONLY, MORE_ONLY = sorted(FOR_TWO_SEATS), sorted(FOR_MORE_SEATS)
PARTNERS = replace(announced(4, 3, small=False), partners=True)
PAIRS = ("start_tournament", "pair_round")


@pytest.mark.rule("TN-OPEN-1", "TN-OPEN-2", "TN-OPEN-3", "TN-OPEN-4", "TN-OPEN-6")
@pytest.mark.rule("TN-RULES-1", "TN-RULES-2", "TN-RULES-3", "TN-RULES-4", "TN-RULES-5")
@pytest.mark.parametrize(
    "terms",
    [
        announcement(),
        announcement(FOUR_SEATS),
        announcement(format=DUTCH),
        announcement(ROBIN, format=RoundRobin()),
        announcement(PARTNERS),
        announcement(team=2),
        announcement(registration=RegistrationTerms(late_until=3), byes=RequestedByes(2)),
        announcement(pace=RoundPace("when_finished")),
        announcement(pace=RoundPace("on_schedule", TIMES)),
    ],
)
def test_a_tournament_is_announced(terms: Announcement) -> None:
    """The first event has all of it, with the commitment to the secret."""
    desk = Desk(terms)
    desk.then(
        e.TournamentOpened(ORGANISER.who, commitment(SECRET), terms, NAMES_LATEST, RULES_LATEST),
        phase="registration",
        rules=terms.rules,
    )


@pytest.mark.rule("TN-ACT-1", refused=True)
def test_only_an_organiser_announces() -> None:
    refused("TN-ACT-1", "not_for_this_role", lambda: Desk(announcement(), ARBITER))


@pytest.mark.rule("TN-OPEN-1", refused=True)
@pytest.mark.parametrize("rounds", [0, 100])
def test_rounds_are_1_to_99(rounds: int) -> None:
    rules = replace(TWO_SEATS, rounds=rounds)
    refused("TN-OPEN-1", "number_of_rounds", lambda: Desk(announcement(rules)))


@pytest.mark.rule("TN-OPEN-2", refused=True)
@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (announcement(format=RoundRobin()), "rules_of_another_format"),
        (announcement(ROBIN), "rules_of_another_format"),
        (announcement(FOUR_SEATS, format=DUTCH), "dutch_is_for_two_seats"),
        (announcement(format=Swiss(Engine("house", "carolus-tables", "9"))), "unknown_algorithm"),
    ],
)
def test_rules_and_algorithm_fit_the_format(terms: Announcement, reason: str) -> None:
    refused("TN-OPEN-2", reason, lambda: Desk(terms))


@pytest.mark.rule("TN-OPEN-3", refused=True)
@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (announcement(FOUR_SEATS, team=2), "pairs_meet_pairs"),
        (announcement(replace(FOUR_SEATS, partners=True)), "partners_need_four_seats"),
    ],
)
def test_pairs_need_tables_that_suit_them(terms: Announcement, reason: str) -> None:
    refused("TN-OPEN-3", reason, lambda: Desk(terms))


@pytest.mark.rule("TN-OPEN-4", refused=True)
@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (announcement(registration=RegistrationTerms(late_until=4)), "late_entry_does_not_fit"),
        (announcement(registration=RegistrationTerms(late_until=1)), "late_entry_does_not_fit"),
        (
            announcement(ROBIN, format=RoundRobin(), registration=RegistrationTerms(late_until=2)),
            "late_entry_does_not_fit",
        ),
        (
            announcement(ROBIN, format=RoundRobin(), byes=RequestedByes(1)),
            "byes_do_not_fit",
        ),
    ],
)
def test_late_entry_and_byes_are_for_swiss(terms: Announcement, reason: str) -> None:
    refused("TN-OPEN-4", reason, lambda: Desk(terms))


@pytest.mark.rule("TN-OPEN-10", refused=True)
def test_a_house_bot_is_announced_once() -> None:
    terms = announcement(house_bots=("greedy", "random", "greedy"))
    refused("TN-OPEN-10", "house_bot_twice", lambda: Desk(terms))


@pytest.mark.rule("TN-OPEN-11", refused=True)
@pytest.mark.parametrize(
    ("byes", "reason"),
    [
        (RequestedByes(1, ()), "byes_without_a_kind"),
        (RequestedByes(1, ("half", "half")), "kind_of_bye_twice"),
        (RequestedByes(4), "more_byes_than_rounds"),
    ],
)
def test_byes_that_nobody_could_request(byes: RequestedByes, reason: str) -> None:
    refused("TN-OPEN-11", reason, lambda: Desk(announcement(byes=byes)))


@pytest.mark.rule("TN-OPEN-10", "TN-OPEN-11")
def test_byes_and_house_bots_with_an_effect() -> None:
    byes = RequestedByes(3, ("zero",))
    Desk(announcement(byes=byes, house_bots=("greedy", "random"))).then(phase="registration")


@pytest.mark.rule("TN-OPEN-6", refused=True)
@pytest.mark.parametrize(
    ("pace", "reason"),
    [
        (RoundPace("on_schedule", TIMES[:2]), "times_of_rounds"),
        (RoundPace("when_finished", TIMES), "times_of_rounds"),
        (RoundPace("on_schedule", (TIMES[0], TIMES[0], TIMES[1])), "times_must_rise"),
    ],
)
def test_each_round_on_schedule_has_its_time(pace: RoundPace, reason: str) -> None:
    refused("TN-OPEN-6", reason, lambda: Desk(announcement(pace=pace)))


@pytest.mark.rule("TN-RULES-1", "TN-RULES-2", "TN-RULES-3", "TN-RULES-4", refused=True)
def test_points_and_tie_breaks_are_sound() -> None:
    changes: list[tuple[str, str, dict[str, Any]]] = [
        ("TN-RULES-1", "sizes_must_fall", {"scales": ((60, 0), (60, 0))}),
        ("TN-RULES-2", "points_must_fall", {"scales": ((0, 60),)}),
        ("TN-RULES-3", "ties_must_split", {"scales": ((61, 0),)}),
        ("TN-RULES-4", "tie_break_twice", {"tie_breaks": ("BH", "BH")}),
    ]
    for rule, reason, change in changes:
        terms = announcement(replace(TWO_SEATS, **change))
        refused(rule, reason, partial(Desk, terms))


@pytest.mark.rule("TN-RULES-5", refused=True)
def test_no_buchholz_in_a_round_robin() -> None:
    terms = announcement(replace(ROBIN, tie_breaks=("MBH",)), format=RoundRobin())
    refused("TN-RULES-5", "buchholz_in_round_robin", lambda: Desk(terms))


@pytest.mark.rule("TN-RULES-6")
@pytest.mark.parametrize("rules", [announced(2, 3, *TWO_ONLY), announced(4, 3, *MORE_ONLY, "PS")])
def test_tie_breaks_fit_the_seats(rules: Announced) -> None:
    Desk(announcement(rules)).then(rules=rules)


@pytest.mark.rule("TN-RULES-6", refused=True)
def test_tie_breaks_for_other_seats_are_refused() -> None:
    """When announced, and when the rules change; the facts say which would fit."""
    for seats, unfit in ((4, TWO_ONLY), (2, MORE_ONLY)):
        for one in unfit:
            terms = announcement(announced(seats, 3, "WIN", one))
            with pytest.raises(IllegalAction) as found:
                Desk(terms)
            facts = found.value.refusal.facts
            assert (found.value.refusal.rule, facts["tie_breaks"]) == ("TN-RULES-6", [one])
            assert "PS" in facts["expected"]
            assert one not in facts["expected"]
    desk = opened(FOUR_SEATS)
    desk.ask(ORGANISER, a.ChangeRules(replace(FOUR_SEATS, tie_breaks=("SB",)), WHY))
    desk.refused("TN-RULES-6", "tie_break_for_other_seats", seats=4)


@pytest.mark.rule("TN-OPEN-8")
def test_the_first_round_is_later_than_the_announcement() -> None:
    """A record is not judged by that: all its times are over."""
    terms = announcement(pace=RoundPace("on_schedule", TIMES))
    must_be_ahead(terms, "2026-11-20T19:30:00.000000Z")
    must_be_ahead(announcement(), "2026-11-20T19:30:00.000000Z")
    Desk(terms).then(phase="registration")


@pytest.mark.parametrize("day", ["2027-02-29", "2100-02-29", "2027-04-31"])
def test_a_day_that_no_calendar_has_is_refused(day: str) -> None:
    """Pages and programs could not show it; this applies to the end of the last round, too."""
    for pace in (
        RoundPace("on_schedule", (f"{day}T19:30:00Z",)),
        RoundPace("on_schedule", TIMES, f"{day}T19:30:00Z"),
    ):
        with pytest.raises(Malformed, match=day):
            must_be_ahead(announcement(pace=pace), "2026-11-20T19:30:00.000000Z")


@pytest.mark.parametrize("day", ["2028-02-29", "2400-02-29", "2027-04-30", "2027-12-31"])
def test_the_last_days_of_months_are_days(day: str) -> None:
    pace = RoundPace("on_schedule", (f"{day}T19:30:00Z",))
    must_be_ahead(announcement(pace=pace), "2026-11-20T19:30:00.000000Z")


@pytest.mark.rule("TN-OPEN-8", refused=True)
def test_a_time_that_is_past_is_refused() -> None:
    terms = announcement(pace=RoundPace("on_schedule", TIMES))
    late = "2026-11-20T19:30:01.000000Z"
    refused("TN-OPEN-8", "time_is_past", lambda: must_be_ahead(terms, late))


@pytest.mark.rule("TN-OPEN-9")
def test_the_players_of_the_options_are_those_of_a_full_table() -> None:
    for terms in (announcement(options={}), announcement(options={"players": 2})):
        Desk(terms).then(phase="registration")
    Desk(announcement(team=2, options={"players": 4})).then(phase="registration")


@pytest.mark.rule("TN-OPEN-9", refused=True)
def test_options_for_another_number_of_players_are_refused() -> None:
    pairs = announcement(team=2, options={"players": 2})
    for terms in (announcement(options={"players": 3}), pairs):
        refused("TN-OPEN-9", "other_players", partial(Desk, terms))


# --- changed rules ----------------------------------------------------------------------------


@pytest.mark.rule("TN-CHANGE-1")
def test_the_organiser_changes_rules_with_a_reason() -> None:
    """Before the start or between rounds; the event shows that they changed."""
    fewer = replace(TWO_SEATS, rounds=2)
    desk = opened().ask(ORGANISER, a.ChangeRules(fewer, WHY))
    desk.then(e.RulesChanged(fewer, WHY), rules=fewer)
    assert desk.state.announcement.rules == TWO_SEATS
    started(4).round().ask(ORGANISER, a.ChangeRules(fewer, WHY)).then(rules=fewer)


@pytest.mark.rule("TN-CHANGE-1", refused=True)
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, "nothing_changes"),
        ({"seats": 4, "scales": ((60, 0, 0, 0),)}, "cannot_change"),
        ({"rounds": 1}, "rounds_are_paired"),
    ],
)
def test_some_rules_stay(change: dict[str, Any], reason: str) -> None:
    desk = started(4).round().round()
    desk.ask(ORGANISER, a.ChangeRules(replace(TWO_SEATS, **change), WHY))
    desk.refused("TN-CHANGE-1", reason)


@pytest.mark.parametrize(
    ("terms", "change", "rule"),
    [
        ({"byes": RequestedByes(3)}, {"rounds": 2}, "TN-OPEN-11"),
        ({"registration": RegistrationTerms(late_until=3)}, {"rounds": 2}, "TN-OPEN-4"),
        ({}, {"tie_breaks": ("DUELS",)}, "TN-RULES-6"),
        ({"format": DUTCH}, {"scales": ((180, 0),)}, "TN-DUTCH-1"),
    ],
)
def test_changed_rules_pass_the_checks_of_an_announcement(
    terms: dict[str, Any], change: dict[str, Any], rule: str
) -> None:
    """What cannot be announced cannot be made of an announcement either."""
    rules = replace(TWO_SEATS, **change)
    with pytest.raises(IllegalAction) as announced_so:
        Desk(announcement(rules, **terms))
    desk = opened(**terms).ask(ORGANISER, a.ChangeRules(rules, WHY))
    reason = announced_so.value.refusal.reason
    assert desk.refused(rule, reason) == announced_so.value.refusal


@pytest.mark.rule("TN-CHANGE-1", refused=True)
def test_a_schedule_does_not_grow() -> None:
    rules = replace(announced(2, 9), swiss=False)
    desk = started(4, rules, format=RoundRobin())
    desk.ask(ORGANISER, a.ChangeRules(replace(desk.state.rules, rounds=4), WHY))
    desk.refused("TN-CHANGE-1", "schedule_has_fewer", scheduled=3)


@pytest.mark.rule("TN-ACT-2", refused=True)
def test_rules_stay_while_a_round_is_played() -> None:
    desk = playing(4).ask(ORGANISER, a.ChangeRules(replace(TWO_SEATS, rounds=2), WHY))
    desk.refused("TN-ACT-2", "not_now", phase="playing", first=("close_round",))


@pytest.mark.rule("TN-ACT-2", refused=True)
def test_a_refusal_says_which_actions_come_first() -> None:
    """None, if the time of the action cannot come any more."""
    three = announced(2, 3)
    for desk, by, action, first in (
        (opened(), ARBITER, a.EnterResult(1, 1, (1, 2), WHY), (*PAIRS, "open_round")),
        (opened(), ARBITER, a.UnpairRound(1, WHY), PAIRS),
        (playing(4), ORGANISER, a.CloseRegistration(), ()),
        (started(4, three).round(), ORGANISER, a.CloseRound(2), ("pair_round", "open_round")),
        (started(4, announced(2, 1)).round(), ORGANISER, a.CloseRound(1), ()),
        (playing(4), ORGANISER, a.EndTournament(WHY), ("close_round",)),
    ):
        desk.ask(by, action).refused("TN-ACT-2", "not_now", first=first)


@pytest.mark.rule("TN-OPEN-7")
def test_limits_that_the_service_can_apply() -> None:
    pace = RoundPace("on_schedule", TIMES, end="2026-12-01T19:30:00Z")
    opened(no_show_minutes=30, pace=pace, scored_as_they_stand=True, spectators=Delayed(3))


@pytest.mark.rule("TN-OPEN-7", refused=True)
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"no_show_minutes": 30, "seats_reserved": False}, "limit_needs_reserved_seats"),
        ({"spectators": Delayed(3), "seats_reserved": False}, "spectators_need_reserved_seats"),
        (
            {"pace": RoundPace(end=TIMES[0]), "scored_as_they_stand": True},
            "end_needs_schedule_and_scores",
        ),
        ({"pace": RoundPace("on_schedule", TIMES, TIMES[0])}, "end_needs_schedule_and_scores"),
    ],
)
def test_limits_that_the_service_cannot_apply(changes: dict[str, Any], reason: str) -> None:
    refused("TN-OPEN-7", reason, lambda: Desk(announcement(**changes)))


@pytest.mark.rule("TN-OPEN-6", refused=True)
def test_the_end_comes_after_the_last_round_begins() -> None:
    pace = RoundPace("on_schedule", TIMES, TIMES[-1])
    terms = announcement(pace=pace, scored_as_they_stand=True)
    refused("TN-OPEN-6", "times_must_rise", lambda: Desk(terms))
