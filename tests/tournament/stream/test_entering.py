"""Entrants come, rest and go (TN-ENTER, TN-REST, TN-LEAVE); all have their part (TN-ACT)."""

import pytest
from msgspec.structs import replace

from domain.tournament.model import ByeKind, ByeTaken, announced
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.announcement import RegistrationTerms, RequestedByes, RoundRobin
from domain.tournament.stream.people import SERVICE, Acting, Person, TournamentRole
from tests.support.tournaments.desk import (
    ARBITER,
    ORGANISER,
    OTHER_ARBITER,
    TWO_SEATS,
    WHY,
    Desk,
    account,
    guest,
    opened,
    paired,
    person,
    player,
    playing,
    registered,
    started,
)

TIP = "cd" * 32
LATE = RegistrationTerms(late_until=2)
BOTH = (person(1), person(2))


@pytest.mark.rule("TN-ENTER-1", "TN-ENTER-3", "TN-ENTER-4", "TN-ENTER-5", "TN-ENTER-6")
@pytest.mark.rule("TN-ACT-1", "TN-ACT-3")
def test_people_enter() -> None:
    """By themselves or by the organiser, with entropy."""
    desk = opened(real_tables=True, house_bots=("greedy",))
    desk.ask(player(1), a.RegisterEntrant((person(1),), entropy="c0ffee"))
    desk.then(e.EntrantRegistered(1, (person(1),), entropy="c0ffee"))
    desk.ask(ORGANISER, a.RegisterEntrant((guest(2),)))
    desk.then(e.EntrantRegistered(2, (guest(2),)))
    bots = [Person(name, bot="greedy") for name in ("Greedy 1", "Greedy 2")]
    desk.register(*bots).then(e.EntrantRegistered(4, (bots[1],)))


@pytest.mark.rule("TN-ENTER-8")
@pytest.mark.parametrize("official", [ORGANISER, ARBITER])
def test_officials_state_ratings(official: Acting) -> None:
    entry = a.RegisterEntrant((person(1),), rating=1800)
    opened().ask(official, entry).then(e.EntrantRegistered(1, (person(1),), 1800))


@pytest.mark.rule("TN-ENTER-8", refused=True)
@pytest.mark.parametrize("role", ["player", "arbiter", "organiser"])
def test_nobody_rates_themselves(role: TournamentRole) -> None:
    """Officials do not either: another official states the rating of one who plays."""
    by = Acting(role, {"arbiter": ARBITER, "organiser": ORGANISER}.get(role, player(1)).who)
    entry = a.RegisterEntrant(
        (Person("Ana" if role == "arbiter" else "Eva", account=by.who),), rating=1800
    )
    opened().ask(by, entry).refused("TN-ENTER-8", "rating_of_ones_own", rating=1800)
    opened().ask(by, replace(entry, rating=0)).then()


@pytest.mark.rule("TN-ENTER-4")
@pytest.mark.parametrize(
    "name", ["Łukasz", "王小明", "محمد علي", "Ольга", "नमस्ते", "O’Neill", "=1+1"]
)
def test_names_are_in_any_script(name: str) -> None:
    """What a spreadsheet would execute is for exports to escape; here it is a name."""
    desk = opened().register(Person(name, account=account(1)))
    assert desk.state.entrants[0].name == name


@pytest.mark.rule("TN-ENTER-6")
def test_a_fixed_pair_enters_together() -> None:
    desk = opened(team=2).ask(ORGANISER, a.RegisterEntrant(BOTH))
    assert desk.state.entrants[0].name == "Player 1 / Player 2"


@pytest.mark.rule("TN-ENTER-1", refused=True)
def test_registration_closes_and_opens() -> None:
    registered(1).ask(ORGANISER, a.ReopenRegistration()).refused(
        "TN-ENTER-1", "registration_is_open"
    )
    desk = registered(2).ask(SERVICE, a.CloseRegistration()).then(e.RegistrationClosed())
    desk.ask(ORGANISER, a.ReopenRegistration()).then(e.RegistrationReopened())
    desk.ask(ORGANISER, a.CloseRegistration(), a.RegisterEntrant((person(3),)))
    desk.refused("TN-ENTER-1", "registration_is_closed")
    desk = registered(2).ask(ORGANISER, a.CloseRegistration(), a.CloseRegistration())
    desk.refused("TN-ENTER-1", "registration_is_closed")


@pytest.mark.rule("TN-ENTER-1", refused=True)
def test_a_tournament_can_be_full() -> None:
    desk = registered(2, registration=RegistrationTerms(most=2)).register(person(3))
    desk.refused("TN-ENTER-1", "tournament_is_full", most=2)


@pytest.mark.rule("TN-ENTER-1")
def test_an_entrant_can_come_late() -> None:
    """It gets the last pairing number, and plays from the next round on."""
    desk = playing(4, registration=LATE).register(person(5))
    desk.then(e.EntrantRegistered(5, (person(5),), late=True, reason=WHY))
    assert desk.state.order[-1] == 5
    desk.play().pair()
    now = desk.state.rounds[-1]
    assert 5 in {player for table in now.tables for player in table.players} | {
        bye.player for bye in now.byes
    }


@pytest.mark.rule("TN-ENTER-1", refused=True)
def test_late_entry_ends_with_the_announced_round() -> None:
    desk = started(4, registration=LATE).round().pair().register(person(5))
    desk.refused("TN-ENTER-1", "too_late", round=3, late_until=2)
    started(4).register(person(5)).refused("TN-ENTER-1", "too_late", round=1)


@pytest.mark.rule("TN-ENTER-2")
def test_registration_by_list_or_code() -> None:
    desk = opened(registration=RegistrationTerms("list"), real_tables=True)
    desk.ask(ORGANISER, a.InvitePlayers((account(1),))).then(e.PlayersInvited((account(1),)))
    desk.ask(player(1), a.RegisterEntrant((person(1),))).register(guest(2)).then()
    desk = opened(registration=RegistrationTerms("code")).register(person(1))
    desk.ask(player(2), a.RegisterEntrant((person(2),), code_accepted=True)).then()


def inviting(reason: str | None) -> Desk:
    """Return a tournament that has started, and whose organiser adds a player to the list."""
    desk = opened(registration=RegistrationTerms("list", late_until=2))
    desk.ask(ORGANISER, a.InvitePlayers((account(1), account(2))))
    desk.register(person(1), person(2)).start()
    return desk.ask(ORGANISER, a.InvitePlayers((account(3),), reason))


@pytest.mark.rule("TN-WHY-1", "TN-ENTER-2")
@pytest.mark.rule("TN-WHY-1", refused=True)
def test_an_organiser_who_invites_after_the_start_says_why() -> None:
    inviting(None).refused("TN-WHY-1", "reason_is_required", role="organiser")
    desk = inviting(WHY).then(e.PlayersInvited((account(3),), WHY))
    desk.ask(player(3), a.RegisterEntrant((person(3),))).then()


@pytest.mark.rule("TN-ENTER-2", refused=True)
def test_nobody_else_enters_by_list_or_code() -> None:
    listed = RegistrationTerms("list")
    opened(registration=listed).register(person(1)).refused("TN-ENTER-2", "not_on_the_list")
    desk = opened(registration=RegistrationTerms("code"))
    desk.ask(player(1), a.RegisterEntrant((person(1),))).refused("TN-ENTER-2", "code_is_required")
    opened().ask(ORGANISER, a.InvitePlayers((account(1),))).refused(
        "TN-ENTER-2", "registration_has_no_list"
    )
    twice = a.InvitePlayers((account(1), account(1)))
    opened(registration=listed).ask(ORGANISER, twice).refused("TN-ENTER-2", "is_on_the_list")


@pytest.mark.rule("TN-ENTER-3", refused=True)
@pytest.mark.parametrize("who", [person(1), guest(1)])
def test_the_same_person_enters_once(who: Person) -> None:
    """Under another name, too."""
    desk = opened(real_tables=True).register(who, replace(who, name="Someone else"))
    desk.refused("TN-ENTER-3", "entered_before", entrant=1)
    desk = opened(team=2).ask(ORGANISER, a.RegisterEntrant((person(1), person(1))))
    desk.refused("TN-ENTER-3", "entered_before", entrant=1)


@pytest.mark.rule("TN-ENTER-3", refused=True)
def test_an_entrant_who_withdrew_does_not_enter_again() -> None:
    """The arbiter reinstates instead, so that the results stay one person's."""
    desk = registered(2).ask(player(1), a.WithdrawEntrant(1)).register(person(1))
    desk.refused("TN-ENTER-3", "entered_before")


@pytest.mark.rule("TN-ENTER-4", refused=True)
@pytest.mark.parametrize("name", ["josé ruiz", "JOSE\u0301  RUIZ", "Ｊosé Ruiz"])
def test_two_people_have_two_names(name: str) -> None:
    desk = opened().register(Person("José Ruiz", account=account(1)))
    desk.register(Person(name, account=account(2))).refused("TN-ENTER-4", "name_is_taken")


@pytest.mark.rule("TN-ENTER-5", refused=True)
@pytest.mark.parametrize(
    ("who", "reason"),
    [
        (guest(1), "guests_need_real_tables"),
        (Person("Bot", bot="greedy"), "bot_was_not_announced"),
        (Person("Nobody"), "account_or_guest_or_bot"),
        (Person("Both", account=account(1), bot="greedy"), "account_or_guest_or_bot"),
    ],
)
def test_guests_and_bots_play_where_announced(who: Person, reason: str) -> None:
    opened().register(who).refused("TN-ENTER-5", reason)


@pytest.mark.rule("TN-ENTER-6", refused=True)
def test_an_entry_has_the_announced_size() -> None:
    opened().ask(ORGANISER, a.RegisterEntrant(BOTH)).refused("TN-ENTER-6", "size_of_team")
    opened(team=2).register(person(1)).refused("TN-ENTER-6", "size_of_team", people=1)


@pytest.mark.rule("TN-ENTER-7")
def test_an_entrant_commits_to_a_chain() -> None:
    desk = opened(check_in=True).register(person(1), tip=TIP)
    desk.then(e.EntrantRegistered(1, (person(1),), tip=TIP))


@pytest.mark.rule("TN-ENTER-7", refused=True)
def test_chains_belong_to_one_entrant_and_need_check_in() -> None:
    opened().register(person(1), tip=TIP).refused("TN-ENTER-7", "chains_need_check_in")
    desk = opened(check_in=True).register(person(1), person(2), tip=TIP)
    desk.refused("TN-ENTER-7", "chain_of_another")


@pytest.mark.rule("TN-ACT-3", refused=True)
def test_players_act_for_themselves() -> None:
    opened().ask(player(1), a.RegisterEntrant((person(2),))).refused("TN-ACT-3", "entry_of_another")
    registered(2).ask(player(1), a.WithdrawEntrant(2)).refused("TN-ACT-3", "entry_of_another")


@pytest.mark.rule("TN-ACT-3", refused=True)
@pytest.mark.parametrize(
    "by", [Acting("organiser", "x" * 26), Acting("service", "x"), Acting("player")]
)
def test_a_role_belongs_to_an_account(by: Acting) -> None:
    action = a.StartTournament("ab" * 32) if by.role == "service" else a.WithdrawEntrant(1)
    registered(2).ask(by, action).refused("TN-ACT-3", "role_of_another", role=by.role)


@pytest.mark.rule("TN-ACT-1", "TN-ACT-2", "TN-ACT-4", refused=True)
def test_each_action_has_its_role_its_time_and_its_object() -> None:
    registered(2).ask(player(1), a.ExpelEntrant(2, WHY)).refused("TN-ACT-1", "not_for_this_role")
    registered(2).ask(ARBITER, a.UnpairRound(1, WHY)).refused("TN-ACT-2", "not_now")
    registered(2).ask(ARBITER, a.ExpelEntrant(3, WHY)).refused("TN-ACT-4", "no_such_entrant")


# --- leaving ----------------------------------------------------------------------------------


@pytest.mark.rule("TN-LEAVE-1", "TN-WHY-1")
def test_an_entrant_withdraws() -> None:
    """Players need no reason; the organiser needs one after the start."""
    registered(2).ask(player(1), a.WithdrawEntrant(1)).then(e.EntrantWithdrawn(1))
    registered(2).ask(ORGANISER, a.WithdrawEntrant(1)).then(e.EntrantWithdrawn(1))
    started(4).ask(ORGANISER, a.WithdrawEntrant(1, WHY)).then(e.EntrantWithdrawn(1, WHY))


@pytest.mark.rule("TN-WHY-1", refused=True)
def test_officials_say_why_after_the_start() -> None:
    started(4).ask(ORGANISER, a.WithdrawEntrant(1)).refused("TN-WHY-1", "reason_is_required")
    desk = started(4).ask(ORGANISER, a.NameArbiter(OTHER_ARBITER.who, "Eva"))
    desk.refused("TN-WHY-1", "reason_is_required", role="organiser")


@pytest.mark.rule("TN-LEAVE-1")
def test_an_entrant_withdraws_in_the_middle_of_a_round() -> None:
    """The table goes on, and gets its result; the next round is paired without the entrant."""
    desk = playing(4)
    who = desk.state.rounds[0].tables[0].players[0]
    desk.ask(player(who), a.WithdrawEntrant(who)).play().pair()
    now = desk.state.rounds[-1]
    assert who not in {player for table in now.tables for player in table.players}
    assert who not in {bye.player for bye in now.byes}
    assert desk.state.rounds[0].tables[0].result is not None


@pytest.mark.rule("TN-LEAVE-3")
def test_an_entrant_who_is_out_when_the_round_opens_forfeits() -> None:
    desk = paired(4)
    one, other = desk.state.rounds[0].tables[0].players
    desk.ask(ARBITER, a.ExpelEntrant(one, WHY)).open_round()
    desk.then(e.RoundOpened(1), e.SidesForfeited(1, 1, (one,)))
    desk.play().ask(ORGANISER, a.EndTournament(WHY))
    points = {line.entrant: line.points for line in desk.state.standings}
    assert (points[one], points[other]) == (0, 60)


@pytest.mark.rule("TN-LEAVE-1", refused=True)
def test_nobody_leaves_twice() -> None:
    desk = registered(2).ask(player(1), a.WithdrawEntrant(1), a.WithdrawEntrant(1))
    desk.refused("TN-LEAVE-1", "is_out", status="withdrawn")
    desk = registered(2).ask(ARBITER, a.ExpelEntrant(1, WHY), a.ExpelEntrant(1, WHY))
    desk.refused("TN-LEAVE-1", "is_out", status="expelled")


@pytest.mark.rule("TN-LEAVE-2")
def test_an_arbiter_expels_and_reinstates() -> None:
    desk = started(4).ask(ARBITER, a.ExpelEntrant(1, WHY)).then(e.EntrantExpelled(1, WHY))
    assert 1 not in desk.state.present()
    desk.ask(ARBITER, a.ReinstateEntrant(1, WHY)).then(e.EntrantReinstated(1, WHY))
    assert 1 in desk.state.present()


@pytest.mark.rule("TN-LEAVE-2")
def test_an_entrant_who_was_out_at_the_start_gets_the_last_number() -> None:
    desk = registered(5).ask(player(1), a.WithdrawEntrant(1)).start()
    assert 1 not in desk.state.order
    desk.ask(ARBITER, a.ReinstateEntrant(1, WHY))
    assert desk.state.order[-1] == 1
    desk.pair().then()


@pytest.mark.rule("TN-LEAVE-2", refused=True)
def test_only_entrants_who_are_out_return() -> None:
    registered(2).ask(ARBITER, a.ReinstateEntrant(1, WHY)).refused("TN-LEAVE-2", "is_in")
    rules = replace(TWO_SEATS, swiss=False, tie_breaks=())
    desk = registered(4, rules, format=RoundRobin()).ask(player(1), a.WithdrawEntrant(1)).start()
    desk.ask(ARBITER, a.ReinstateEntrant(1, WHY)).refused("TN-LEAVE-2", "schedule_has_no_place")


# --- byes -------------------------------------------------------------------------------------

TWO_BYES = RequestedByes(1, ("half",))


@pytest.mark.rule("TN-REST-1", "TN-REST-2")
@pytest.mark.parametrize("kind", ["half", "zero", "full"])
def test_an_entrant_rests(kind: ByeKind) -> None:
    """By request as announced, or by an arbiter with a reason."""
    desk = started(5, byes=TWO_BYES)
    if kind == "half":
        desk.ask(player(2), a.RequestBye(2, 1, kind)).then(e.ByeGranted(2, 1, kind))
    else:
        desk.ask(ARBITER, a.GiveBye(2, 1, kind, WHY)).then(e.ByeGranted(2, 1, kind, WHY))
    desk.pair()
    assert desk.state.rounds[0].byes == (ByeTaken(2, kind),)
    assert len(desk.state.rounds[0].tables) == 2


@pytest.mark.rule("TN-WHY-1")
@pytest.mark.rule("TN-WHY-1", "TN-JUDGE-1", refused=True)
def test_officials_say_why_someone_rests() -> None:
    """The organiser does not give someone half a point, or none, without a reason."""
    desk = registered(5, byes=TWO_BYES).ask(ORGANISER, a.RequestBye(1, 1, "half"))
    desk.then(e.ByeGranted(1, 1, "half"))
    for by in (ORGANISER, ARBITER):
        desk = started(5, byes=TWO_BYES).ask(by, a.RequestBye(2, 1, "half"))
        desk.refused("TN-WHY-1", "reason_is_required", role=by.role)
        desk = started(5, byes=TWO_BYES).ask(by, a.RequestBye(2, 1, "half", WHY))
        desk.then(e.ByeGranted(2, 1, "half", WHY))
    own = Acting("arbiter", account(2))
    desk = started(5, byes=TWO_BYES).ask(ORGANISER, a.NameArbiter(own.who, "Player 2", WHY))
    desk.ask(own, a.RequestBye(2, 1, "half", WHY)).refused("TN-JUDGE-1", "arbiter_plays_here")


@pytest.mark.rule("TN-REST-1", refused=True)
def test_byes_are_those_that_were_announced() -> None:
    started(5, byes=TWO_BYES).ask(player(2), a.RequestBye(2, 1, "zero")).refused(
        "TN-REST-1", "bye_was_not_announced"
    )
    desk = started(5, byes=TWO_BYES).ask(player(2), a.RequestBye(2, 1, "half"))
    desk.ask(player(2), a.RequestBye(2, 2, "half")).refused("TN-REST-1", "bye_was_not_announced")
    started(5).ask(ARBITER, a.GiveBye(2, 1, "pairing", WHY)).refused(
        "TN-REST-1", "pairing_gives_these"
    )
    rules = replace(announced(2, 9), swiss=False)
    desk = started(5, rules, format=RoundRobin()).ask(ARBITER, a.GiveBye(2, 1, "half", WHY))
    desk.refused("TN-REST-1", "schedule_has_no_byes")


@pytest.mark.rule("TN-REST-2", refused=True)
@pytest.mark.parametrize("number", [1, 4])
def test_a_bye_is_for_a_round_ahead(number: int) -> None:
    desk = paired(4, byes=RequestedByes(2)).ask(player(1), a.RequestBye(1, number, "half"))
    desk.refused("TN-REST-2", "round_is_not_ahead", next=2, rounds=3)
    desk = paired(4).ask(ARBITER, a.GiveBye(1, 2, "half", WHY), a.GiveBye(1, 2, "zero", WHY))
    desk.refused("TN-REST-2", "has_a_bye")
