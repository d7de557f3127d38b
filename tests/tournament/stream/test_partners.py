"""A pair that a player enters: the partner has to confirm (TN-ENTER-9)."""

import pytest

from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.announcement import RegistrationTerms
from domain.tournament.stream.entering import REQUESTS_MAX
from domain.tournament.stream.people import Acting, Person
from tests.support.tournaments.desk import (
    ORGANISER,
    WHY,
    Desk,
    account,
    guest,
    opened,
    person,
    player,
)

BOTH = (person(1), person(2))
ASKED = a.RegisterEntrant(BOTH, entropy="c0ffee")
YES = a.ConfirmPartner(account(1))
NO = a.DeclinePartner(account(1))


def _asked() -> Desk:
    return opened(team=2).ask(player(1), ASKED)


def _open(desk: Desk) -> list[str]:
    return [one.asker for one in desk.state.asked if one.open]


@pytest.mark.rule("TN-ENTER-9")
def test_a_pair_enters_when_the_partner_confirms() -> None:
    """Until then nobody is entered; the entropy is what the first of both gave."""
    desk = _asked().then(e.PartnerAsked(account(1), BOTH, "c0ffee"), entrants=())
    desk.ask(player(2), YES).then(e.EntrantRegistered(1, BOTH, entropy="c0ffee"))
    assert _open(desk) == []


@pytest.mark.rule("TN-ENTER-9")
def test_a_pair_that_is_not_confirmed_is_not_paired() -> None:
    others = [person(number) for number in range(3, 7)]
    desk = _asked()
    for pair in (tuple(others[:2]), tuple(others[2:])):
        desk.ask(ORGANISER, a.RegisterEntrant(pair))
    desk.start().pair()
    assert [one.people for one in desk.state.entrants] == [tuple(others[:2]), tuple(others[2:])]
    desk.ask(player(2), YES).refused("TN-ENTER-1", "too_late")


@pytest.mark.rule("TN-ENTER-9")
def test_an_official_enters_both() -> None:
    """As with a single player; an official who plays has to ask the partner."""
    opened(team=2).ask(ORGANISER, ASKED).then(e.EntrantRegistered(1, BOTH, entropy="c0ffee"))
    own = Person("Olga", account=ORGANISER.who)
    desk = opened(team=2).ask(ORGANISER, a.RegisterEntrant((own, person(2))))
    desk.then(e.PartnerAsked(ORGANISER.who, (own, person(2))))


@pytest.mark.rule("TN-ENTER-9")
def test_a_house_bot_confirms_nothing() -> None:
    pair = (person(1), Person("Alcuin", bot="greedy"))
    desk = opened(team=2, house_bots=("greedy",)).ask(player(1), a.RegisterEntrant(pair))
    desk.then(e.EntrantRegistered(1, pair))


@pytest.mark.rule("TN-ENTER-9")
@pytest.mark.parametrize("by", [player(1), player(2)])
def test_both_can_say_no(by: Acting) -> None:
    desk = _asked().ask(by, NO).then(e.PartnerDeclined(account(1), BOTH))
    assert _open(desk) == []
    desk.ask(player(2), YES).refused("TN-ENTER-9", "nobody_asked")


@pytest.mark.rule("TN-ENTER-9")
def test_a_player_who_asks_another_withdraws_the_first_request() -> None:
    """When one of both enters, their other requests end."""
    desk = _asked().ask(player(1), a.RegisterEntrant((person(1), person(3))))
    assert _open(desk) == [account(1)]
    desk.ask(player(4), a.RegisterEntrant((person(4), person(3))))
    assert _open(desk) == [account(1), account(4)]
    desk.ask(player(3), a.ConfirmPartner(account(4)))
    assert _open(desk) == []


@pytest.mark.rule("TN-ENTER-9", refused=True)
def test_only_the_partner_confirms() -> None:
    _asked().ask(player(1), YES).refused("TN-ENTER-9", "partner_confirms")
    _asked().ask(player(3), YES).refused("TN-ENTER-9", "nobody_asked", asker=account(1))
    opened(team=2).ask(player(2), NO).refused("TN-ENTER-9", "nobody_asked")


@pytest.mark.rule("TN-ENTER-9")
def test_the_partner_confirms_the_pair_that_they_saw() -> None:
    seen = a.ConfirmPartner(account(1), BOTH)
    _asked().ask(player(2), seen).then(e.EntrantRegistered(1, BOTH, entropy="c0ffee"))


@pytest.mark.rule("TN-ENTER-9", refused=True)
@pytest.mark.parametrize(
    "changed", [(person(1), person(2, "Someone")), (person(1, "Someone"), person(2)), BOTH[::-1]]
)
def test_a_pair_that_has_changed_since_is_not_confirmed(changed: tuple[Person, ...]) -> None:
    """The player asks again just before the partner confirms; the refusal shows the new pair."""
    desk = _asked().ask(player(1), a.RegisterEntrant(changed))
    desk.ask(player(2), a.ConfirmPartner(account(1), BOTH))
    desk.refused("TN-ENTER-9", "pair_has_changed", people=changed)
    assert _open(desk) == [account(1)]
    desk.refused_with = None
    desk.ask(player(2), a.ConfirmPartner(account(1), changed))
    desk.then(e.EntrantRegistered(1, changed))


@pytest.mark.rule("TN-ENTER-9", refused=True)
def test_a_guest_cannot_confirm() -> None:
    desk = opened(team=2, real_tables=True)
    desk.ask(player(1), a.RegisterEntrant((person(1), guest(2))))
    desk.refused("TN-ENTER-9", "guests_cannot_confirm", names=["Guest 2"])


@pytest.mark.rule("TN-ENTER-9", refused=True)
def test_a_player_asks_a_limited_number_of_times() -> None:
    """Nobody fills the record of a tournament by asking again and again."""
    desk = opened(team=2).ask(player(1), *[ASKED] * (REQUESTS_MAX + 1))
    desk.refused("TN-ENTER-9", "asked_too_often", most=REQUESTS_MAX)


@pytest.mark.rule("TN-ENTER-1", "TN-ENTER-3", "TN-ENTER-4", refused=True)
def test_the_rules_of_entering_apply_when_the_partner_confirms() -> None:
    """What was allowed when the player asked can be forbidden by then."""
    desk = _asked().ask(ORGANISER, a.CloseRegistration()).ask(player(2), YES)
    desk.refused("TN-ENTER-1", "registration_is_closed")
    alike = (person(3, "Player  1"), person(4))
    desk = _asked().ask(ORGANISER, a.RegisterEntrant(alike)).ask(player(2), YES)
    desk.refused("TN-ENTER-4", "name_is_taken", like="Player  1")
    desk = _asked().ask(ORGANISER, a.RegisterEntrant((person(2), person(3))))
    desk.ask(player(1), ASKED).refused("TN-ENTER-3", "entered_before")


@pytest.mark.rule("TN-ENTER-9")
def test_a_pair_can_come_late() -> None:
    desk = opened(team=2, registration=RegistrationTerms(late_until=2))
    for pair in ((person(3), person(4)), (person(5), person(6))):
        desk.ask(ORGANISER, a.RegisterEntrant(pair))
    desk.start().ask(player(1), ASKED).ask(player(2), YES)
    desk.then(e.EntrantRegistered(3, BOTH, entropy="c0ffee", late=True))


@pytest.mark.rule("TN-WHY-1", refused=True)
def test_an_official_gives_a_reason_for_a_late_entry() -> None:
    """The audit lists it with the other decisions of officials; a player needs none."""
    desk = opened(registration=RegistrationTerms(late_until=2)).register(person(1), person(2))
    desk.start()
    late = a.RegisterEntrant((person(3),))
    desk.ask(ORGANISER, late).refused("TN-WHY-1", "reason_is_required", role="organiser")
    desk.refused_with = None
    desk.ask(ORGANISER, a.RegisterEntrant((person(3),), reason=WHY))
    desk.then(e.EntrantRegistered(3, (person(3),), late=True, reason=WHY))
    desk.ask(player(4), a.RegisterEntrant((person(4),))).then()
