"""Check-in before a round (TN-CHECKIN), and the links of chains in its seed (TN-SEED)."""

from functools import cache

import pytest

from domain.chance import commitment
from domain.links import Chain, chain_of, name_of
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.announcement import RegistrationTerms, RequestedByes
from domain.tournament.stream.chance import next_seed
from domain.tournament.stream.checking_in import CONTRIBUTOR
from domain.tournament.stream.people import SERVICE
from tests.support.tournaments.desk import (
    ARBITER,
    ID,
    ORGANISER,
    SECRET,
    WHY,
    Desk,
    opened,
    person,
    player,
    started,
)


@cache
def _chain() -> Chain:
    return chain_of(name_of(ID, commitment(SECRET)), CONTRIBUTOR, bytes(32))


def _link(number: int) -> str:
    return _chain().link(number).hex()


def _checking_in(count: int = 4) -> Desk:
    terms = RegistrationTerms(late_until=3)
    desk = started(count, check_in=True, registration=terms, byes=RequestedByes(3))
    return desk.ask(SERVICE, a.OpenCheckIn())


def _with_chain() -> Desk:
    desk = opened(check_in=True).register(person(1), tip=_chain().tip.hex())
    return desk.register(person(2), person(3), person(4)).start().ask(ORGANISER, a.OpenCheckIn())


@pytest.mark.rule("TN-CHECKIN-1", "TN-CHECKIN-2", "TN-NEXT-3")
def test_only_those_who_are_here_play() -> None:
    desk = _checking_in().then(e.CheckInOpened(1))
    for who in (1, 2):
        desk.ask(player(who), a.CheckIn(who)).then(e.EntrantCheckedIn(who, 1))
    desk.ask(ORGANISER, a.CloseCheckIn()).then(e.CheckInClosed(1)).pair()
    assert [set(table.players) for table in desk.state.rounds[0].tables] == [{1, 2}]
    assert desk.state.rounds[0].byes == ()


@pytest.mark.rule("TN-CHECKIN-1", refused=True)
def test_check_in_opens_once_for_the_next_round() -> None:
    started(4).ask(ORGANISER, a.OpenCheckIn()).refused("TN-CHECKIN-1", "check_in_was_not_announced")
    _checking_in().ask(ORGANISER, a.OpenCheckIn()).refused("TN-CHECKIN-1", "check_in_was_opened")
    desk = _checking_in(2).ask(player(1), a.CheckIn(1)).ask(player(2), a.CheckIn(2))
    desk.ask(ORGANISER, a.CloseCheckIn()).round()
    for _ in range(2):
        desk.ask(ORGANISER, a.OpenCheckIn())
        desk.ask(player(1), a.CheckIn(1)).ask(player(2), a.CheckIn(2))
        desk.ask(ORGANISER, a.CloseCheckIn()).round()
    desk.ask(ORGANISER, a.OpenCheckIn()).refused("TN-CHECKIN-1", "no_further_round", rounds=3)


@pytest.mark.rule("TN-CHECKIN-2", refused=True)
def test_everybody_checks_in_once_and_in_time() -> None:
    started(4, check_in=True).ask(player(1), a.CheckIn(1)).refused(
        "TN-CHECKIN-2", "check_in_is_not_open"
    )
    _checking_in().ask(player(1), a.CheckIn(1), a.CheckIn(1)).refused("TN-CHECKIN-2", "is_here")
    desk = _checking_in().ask(player(1), a.WithdrawEntrant(1), a.CheckIn(1))
    desk.refused("TN-CHECKIN-2", "is_out")
    desk = _checking_in().ask(ORGANISER, a.CloseCheckIn(), a.CheckIn(1, reason=WHY))
    desk.refused("TN-CHECKIN-2", "check_in_is_closed")
    desk = _checking_in().ask(ORGANISER, a.CloseCheckIn(), a.CloseCheckIn())
    desk.refused("TN-CHECKIN-2", "check_in_is_closed")


@pytest.mark.rule("TN-CHECKIN-2")
def test_an_arbiter_admits_an_entrant_later() -> None:
    desk = _checking_in().ask(ORGANISER, a.CloseCheckIn())
    desk.ask(ARBITER, a.CheckIn(3, reason=WHY)).then(e.EntrantCheckedIn(3, 1, reason=WHY))


@pytest.mark.rule("TN-CHECKIN-4")
def test_everything_is_possible_while_check_in_is_open() -> None:
    desk = _checking_in().register(person(5)).ask(player(1), a.RequestBye(1, 1, "half"))
    desk.ask(player(2), a.WithdrawEntrant(2)).then()


@pytest.mark.rule("TN-CHECKIN-4", refused=True)
def test_nobody_steers_the_pairing_after_check_in() -> None:
    """Neither by coming, leaving, resting nor returning; an arbiter can expel, with a reason."""
    for by, action in [
        (ORGANISER, a.RegisterEntrant((person(5),))),
        (player(2), a.WithdrawEntrant(2)),
        (player(2), a.RequestBye(2, 1, "half")),
        (ARBITER, a.ReinstateEntrant(1, WHY)),
    ]:
        desk = _checking_in().ask(ARBITER, a.ExpelEntrant(1, WHY)).ask(SERVICE, a.CloseCheckIn())
        desk.ask(by, action).refused("TN-CHECKIN-4", "check_in_is_closed", round=1)
    _checking_in().ask(SERVICE, a.CloseCheckIn()).ask(ARBITER, a.ExpelEntrant(1, WHY)).then()


@pytest.mark.rule("TN-NEXT-3", refused=True)
def test_a_round_is_paired_after_check_in() -> None:
    _checking_in().pair().refused("TN-NEXT-3", "check_in_is_not_over", round=1)
    started(4, check_in=True).pair().refused("TN-NEXT-3", "check_in_is_not_over")


@pytest.mark.rule("TN-CHECKIN-3")
def test_a_link_enters_the_seed() -> None:
    """Nobody knows the seed before the last link is given."""
    desk = _with_chain()
    before = next_seed(desk.state, SECRET)
    desk.ask(player(1), a.CheckIn(1, _link(1))).then(e.EntrantCheckedIn(1, 1, _link(1)))
    assert next_seed(desk.state, SECRET) != before
    desk.ask(player(2), a.CheckIn(2)).ask(ORGANISER, a.CloseCheckIn()).round()
    # Someone who missed rounds gives the link of the present one.
    for number in (2, 3):
        desk.ask(ORGANISER, a.OpenCheckIn()).ask(player(2), a.CheckIn(2))
        desk.ask(player(3), a.CheckIn(3))
        if number == 3:
            desk.ask(player(1), a.CheckIn(1, _link(3)))
        desk.ask(ORGANISER, a.CloseCheckIn()).round()
    desk.ask(ORGANISER, a.EndTournament()).ask(SERVICE, a.RevealSecret(SECRET.hex())).then()


@pytest.mark.rule("TN-CHECKIN-3", refused=True)
def test_a_link_must_fit_its_chain() -> None:
    _with_chain().ask(player(1), a.CheckIn(1)).refused("TN-CHECKIN-3", "link_is_required")
    _with_chain().ask(player(1), a.CheckIn(1, _link(2))).refused(
        "TN-CHECKIN-3", "link_does_not_fit"
    )
    _with_chain().ask(player(2), a.CheckIn(2, _link(1))).refused(
        "TN-CHECKIN-3", "entrant_has_no_chain"
    )


def test_a_link_given_after_the_closing_has_no_part_in_the_seed() -> None:
    """Who comes last would otherwise choose between two seeds."""
    desk = _with_chain().ask(player(2), a.CheckIn(2)).ask(player(3), a.CheckIn(3))
    desk.ask(ORGANISER, a.CloseCheckIn())
    before = next_seed(desk.state, SECRET)
    desk.ask(ARBITER, a.CheckIn(1, _link(1), WHY))
    assert next_seed(desk.state, SECRET) == before
    assert 1 in desk.state.present()
