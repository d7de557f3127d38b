"""An arbiter lets another person play for an entry (TN-REPLACE); everything else about it stays."""

import pytest
from msgspec.structs import replace

from domain.chance import commitment
from domain.links import Chain, chain_of, name_of
from domain.tournament.model import announced
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.announcement import KnockOut, RegistrationTerms, RequestedByes
from domain.tournament.stream.checking_in import CONTRIBUTOR
from domain.tournament.stream.people import SERVICE, Person
from domain.tournament.stream.played import standings_of
from domain.tournament.stream.state import ReplacedPerson
from domain.tournament.stream.story import tournament_story
from domain.tournament.stream.table_orders import orders_in
from tests.support.tournaments.desk import (
    ARBITER,
    ID,
    ORGANISER,
    OTHER_ARBITER,
    SECRET,
    WHY,
    Desk,
    account,
    guest,
    opened,
    paired,
    person,
    player,
    playing,
    started,
)

BRUNO, CARLA = person(90, "Bruno"), person(91, "Carla")


def replaced(entrant: int = 1, by: Person = BRUNO, member: int = 1) -> a.ReplacePlayer:
    """Return the decision that someone plays for an entrant."""
    return a.ReplacePlayer(entrant, by, WHY, member)


@pytest.mark.rule("TN-REPLACE-1", "TN-REPLACE-2", "TN-REPLACE-3", "TN-REPLACE-4", "TN-REPLACE-5")
@pytest.mark.parametrize(
    ("desk", "round_"),
    [
        (started(4), 1),
        (paired(4), 2),
        (playing(4), 2),
        (started(4).round(), 2),
    ],
)
def test_another_person_plays_from_the_next_round_that_is_paired(desk: Desk, round_: int) -> None:
    """Those who are paired stay at their tables."""
    desk.ask(ARBITER, replaced()).then(e.PlayerReplaced(1, BRUNO, round_, WHY))
    one = desk.state.entrants[0]
    assert one.people == (BRUNO,)
    assert one.replaced == (ReplacedPerson(person(1), 1, round_, WHY),)
    assert (one.name_in(round_ - 1), one.name_in(round_)) == ("Player 1", "Bruno")


def test_the_entry_stays_what_it_was() -> None:
    """Number, rating, points, opponents and place, so the same rounds are paired."""
    with_bruno, without = (
        started(6, byes=RequestedByes(1)).ask(player(1), a.RequestBye(1, 3, "half")).round()
        for _ in range(2)
    )
    with_bruno.ask(ARBITER, replaced())
    for desk in (with_bruno, without):
        desk.round().round()
    assert with_bruno.state.rounds == without.state.rounds
    assert with_bruno.state.seeds == without.state.seeds
    assert standings_of(with_bruno.state) == standings_of(without.state)


def test_each_game_has_the_person_who_sits_there() -> None:
    """A replay of a table, too; tables of later rounds are for the person who took over."""
    desk = playing(2, announced(2, 3, "LOT")).game().ask(ARBITER, replaced())
    desk.ask(ARBITER, a.OrderReplay(1, 1, WHY)).game(game="game-2")
    assert account(1) in desk.proof().seats
    desk.ask(SERVICE, a.RecordGame(replace(desk.proof(), seats=_with(desk, BRUNO))))
    desk.refused("TN-GAME-3", "other_seats")
    desk = playing(2, announced(2, 3, "LOT")).game().ask(ARBITER, replaced())
    desk.ask(SERVICE, a.RecordGame(desk.proof())).ask(ORGANISER, a.CloseRound(1))
    desk.pair().open_round().game(game="game-3")
    assert BRUNO.key in desk.proof().seats
    desk.ask(SERVICE, a.RecordGame(desk.proof())).then()


def _with(desk: Desk, other: Person) -> tuple[str, ...]:
    return tuple(other.key if key == account(1) else key for key in desk.proof().seats)


def test_everybody_acts_for_their_own_rounds() -> None:
    """The person at a real table enters its result; all else is for the person who takes over."""
    desk = playing(2, real_tables=True, byes=RequestedByes(1)).ask(ARBITER, replaced())
    desk.ask(player(1), a.ClaimResult(1, 1, 1, (1, 2))).then()
    desk.ask(player(90), a.RequestBye(1, 2, "half")).then()
    desk.ask(player(90), a.ClaimResult(1, 1, 1, (2, 1))).refused("TN-ACT-3", "entry_of_another")
    desk = playing(2).ask(ARBITER, replaced()).ask(player(1), a.WithdrawEntrant(1))
    desk.refused("TN-ACT-3", "entry_of_another")


@pytest.mark.rule("TN-LEAVE-4")
@pytest.mark.parametrize("opened_first", [True, False])
def test_the_previous_player_plays_the_round_even_if_the_next_one_withdraws(
    opened_first: bool,
) -> None:
    """Whether the round has opened or not: the game goes on, and nobody forfeits."""
    desk = playing(4) if opened_first else paired(4)
    desk.ask(ARBITER, replaced()).ask(player(90), a.WithdrawEntrant(1)).then()
    if not opened_first:
        desk.open_round().then(e.RoundOpened(1))
    table = next(at for at, one in enumerate(desk.state.rounds[0].tables, 1) if 1 in one.players)
    desk.game(table)
    assert list(orders_in(desk.state)) == []
    desk.ask(SERVICE, a.ForfeitAbsent(1, table, (1,))).refused("TN-ABSENT-1", "no_limit_for_these")
    desk.refused_with = None
    desk.ask(SERVICE, a.RecordGame(desk.proof(table))).then()
    assert 1 not in desk.play().state.present()


@pytest.mark.rule("TN-LEAVE-4")
def test_the_previous_player_loses_the_table_of_an_entry_that_is_expelled() -> None:
    """An arbiter excludes the whole entry. A player who came back and withdraws loses it, too."""
    desk = playing(2, announced(2, 3, "LOT")).game().ask(ARBITER, replaced())
    desk.ask(ARBITER, a.ExpelEntrant(1, WHY))
    assert [order.left for order in orders_in(desk.state)] != []
    desk = playing(2, announced(2, 3, "LOT")).game()
    desk.ask(ARBITER, replaced(), replaced(by=person(1))).ask(player(1), a.WithdrawEntrant(1))
    assert [order.left for order in orders_in(desk.state)] != []


def test_a_player_comes_back() -> None:
    """A replacement that never played leaves no trace in any round."""
    desk = started(2).round().ask(ARBITER, replaced(), replaced(by=CARLA)).round()
    desk.ask(ARBITER, replaced(by=person(1))).then()
    names = [desk.state.entrants[0].name_in(number) for number in (1, 2, 3)]
    assert names == ["Player 1", "Carla", "Player 1"]


def test_the_previous_player_is_paired_again_after_a_pairing_is_withdrawn() -> None:
    """An arbiter who wants otherwise withdraws the pairing first."""
    desk = paired(2).ask(ARBITER, replaced(), a.UnpairRound(1, WHY))
    assert desk.state.entrants[0].name_in(1) == "Player 1"
    desk.ask(ARBITER, replaced(by=CARLA)).then(e.PlayerReplaced(1, CARLA, 1, WHY))
    names = [desk.state.entrants[0].name_in(number) for number in (0, 1, 2)]
    assert names == ["Player 1", "Carla", "Carla"]


def test_one_of_a_pair() -> None:
    desk = opened(team=2)
    for one in (1, 3):
        desk.ask(ORGANISER, a.RegisterEntrant((person(one), person(one + 1))))
    desk.start().round().ask(ARBITER, replaced(1, BRUNO, 2))
    desk.then(e.PlayerReplaced(1, BRUNO, 2, WHY, 2))
    pair = desk.state.entrants[0]
    assert (pair.name_in(1), pair.name_in(2)) == ("Player 1 / Player 2", "Player 1 / Bruno")
    desk.pair()
    at = desk.state.rounds[1].tables[0]
    seats = {people.name for people in desk.state.seats_at(2, at)}
    assert seats == {"Player 1", "Bruno", "Player 3", "Player 4"}


def test_the_chain_ends_with_the_player_who_knows_it() -> None:
    """Links that are given stay in their seeds; nobody can give another link."""
    desk = opened(check_in=True).register(person(1), tip=_chain().tip.hex()).register(person(2))
    desk.start().ask(ORGANISER, a.OpenCheckIn())
    desk.ask(player(1), a.CheckIn(1, _chain().link(1).hex())).ask(player(2), a.CheckIn(2))
    desk.ask(ARBITER, replaced()).ask(ORGANISER, a.CloseCheckIn()).round()
    assert desk.state.seeds[1].links == ((1, _chain().link(1).hex()),)
    desk.ask(ORGANISER, a.OpenCheckIn()).ask(player(90), a.CheckIn(1)).then()
    desk.ask(player(2), a.CheckIn(2)).ask(ORGANISER, a.CloseCheckIn()).round()
    desk.ask(ORGANISER, a.EndTournament(WHY)).ask(SERVICE, a.RevealSecret(SECRET.hex())).then()


def _chain() -> Chain:
    return chain_of(name_of(ID, commitment(SECRET)), CONTRIBUTOR, bytes(32))


def test_the_story_names_those_who_play() -> None:
    desk = playing(2).ask(ARBITER, replaced()).play().round()
    story = [*tournament_story(ID, desk.history, "en")]
    assert f"Bruno plays for Player 1 from round 2 on. Reason: {WHY}" in story
    results = [one for one in story if one.startswith("Table 1, entered")]
    assert ["Player 1" in one for one in results] == [True, False]
    assert ["Bruno" in one for one in results] == [False, True]


@pytest.mark.rule("TN-REPLACE-1", refused=True)
@pytest.mark.parametrize(
    ("desk", "action", "reason"),
    [
        (started(4).ask(player(1), a.WithdrawEntrant(1)), replaced(), "is_out"),
        (started(4).ask(ARBITER, a.ExpelEntrant(1, WHY)), replaced(), "is_out"),
        (started(4), replaced(member=2), "no_such_member"),
        (playing(2, announced(2, 1)), replaced(), "no_further_round"),
        (started(2, announced(2, 1)).round(), replaced(), "no_further_round"),
        (
            started(2, replace(announced(2, 9), swiss=False), format=KnockOut()).round(),
            replaced(),
            "no_further_round",
        ),
    ],
)
def test_nobody_takes_over_where_nothing_is_played(
    desk: Desk, action: a.ReplacePlayer, reason: str
) -> None:
    desk.ask(ARBITER, action).refused("TN-REPLACE-1", reason)


@pytest.mark.rule("TN-REPLACE-2")
def test_guests_take_over_at_real_tables_and_the_invited_by_list() -> None:
    started(4, real_tables=True).ask(ARBITER, replaced(by=guest(90))).then()
    desk = opened(registration=RegistrationTerms("list"))
    desk.ask(ORGANISER, a.InvitePlayers((account(1), account(2), account(90))))
    desk.register(person(1), person(2)).start().ask(ARBITER, replaced()).then()
    desk.ask(ARBITER, replaced(by=CARLA)).refused("TN-REPLACE-2", "not_on_the_list")


@pytest.mark.rule("TN-REPLACE-2", refused=True)
@pytest.mark.parametrize(
    ("by", "reason"),
    [
        (guest(90), "guests_need_real_tables"),
        (Person("Bot", bot="greedy"), "account_or_guest"),
        (Person("Nobody"), "account_or_guest"),
        (Person("Both", account=account(90), guest="ab" * 32), "account_or_guest"),
    ],
)
def test_nobody_else_takes_over(by: Person, reason: str) -> None:
    desk = started(2, house_bots=("greedy",)).ask(ARBITER, replaced(by=by))
    desk.refused("TN-REPLACE-2", reason)


@pytest.mark.rule("TN-REPLACE-3", refused=True)
def test_nobody_plays_for_two_entries() -> None:
    """Neither an entrant, nor who plays for the entry already, nor who was replaced."""
    for who in (1, 2):
        desk = started(2).ask(ARBITER, replaced(by=person(who, "Someone else")))
        desk.refused("TN-REPLACE-3", "entered_before", entrant=who)
    desk = started(2).ask(ARBITER, replaced()).ask(ARBITER, replaced(2, person(1)))
    desk.refused("TN-REPLACE-3", "entered_before", entrant=1)


@pytest.mark.rule("TN-ENTER-3", refused=True)
def test_a_player_who_was_replaced_does_not_enter_again() -> None:
    desk = started(2, registration=RegistrationTerms(late_until=2)).ask(ARBITER, replaced())
    desk.register(person(1)).refused("TN-ENTER-3", "entered_before", entrant=1)


@pytest.mark.rule("TN-REPLACE-4", refused=True)
def test_no_arbiter_takes_over() -> None:
    """By account, or as the guest of the same name."""
    bea = Person("Bea", account=OTHER_ARBITER.who)
    desk = started(2).ask(ORGANISER, a.NameArbiter(OTHER_ARBITER.who, "Bea", WHY))
    desk.ask(ARBITER, replaced(by=bea)).refused("TN-REPLACE-4", "is_an_arbiter", name="Bea")
    desk = started(2, real_tables=True).ask(ARBITER, replaced(by=guest(90, "Ana")))
    desk.refused("TN-REPLACE-4", "is_an_arbiter", account=ARBITER.who)


@pytest.mark.rule("TN-REPLACE-5", refused=True)
@pytest.mark.parametrize(
    ("name", "like"), [("Player 2", "Player 2"), ("P1ayer l", "Player 1"), ("\u0410na", "Ana")]
)
def test_names_of_people_who_take_over_are_their_own(name: str, like: str) -> None:
    """Of the person who is replaced, too; and one who was replaced keeps the name."""
    desk = started(2).ask(ARBITER, replaced(by=person(90, name)))
    desk.refused("TN-REPLACE-5", "name_is_taken", name=name, like=like)
    desk = started(2).ask(ARBITER, replaced()).ask(ARBITER, replaced(2, person(91, "P1ayer l")))
    desk.refused("TN-REPLACE-5", "name_is_taken", like="Player 1", entrant=1)


@pytest.mark.rule("TN-NAME-1", refused=True)
def test_people_can_read_the_names_of_those_who_take_over() -> None:
    desk = started(2).ask(ARBITER, replaced(by=person(90, "Bea\u0e49")))
    desk.refused("TN-NAME-1", "name_is_unreadable", flaw="foreign_mark", at=4, character="U+0E49")


@pytest.mark.rule("TN-JUDGE-1", refused=True)
def test_no_arbiter_replaces_a_player_of_their_own_entry() -> None:
    """It does not matter whether they play for it or did: they would decide in their own case."""
    own = Person("Ana", account=ARBITER.who)
    desk = opened().register(own, person(2)).start().ask(ARBITER, replaced())
    desk.refused("TN-JUDGE-1", "arbiter_plays_here")
    desk = opened().ask(ORGANISER, a.NameArbiter(OTHER_ARBITER.who, "Bea"))
    desk.register(own, person(2)).start().ask(OTHER_ARBITER, replaced())
    desk.ask(ARBITER, a.ExpelEntrant(1, WHY)).refused("TN-JUDGE-1", "arbiter_plays_here")


@pytest.mark.rule("TN-ACT-1", "TN-ACT-2", refused=True)
def test_arbiters_decide_between_start_and_end() -> None:
    ended = started(2).round().ask(ORGANISER, a.EndTournament(WHY))
    for desk, by, rule, reason in (
        (started(2), ORGANISER, "TN-ACT-1", "not_for_this_role"),
        (started(2), player(1), "TN-ACT-1", "not_for_this_role"),
        (opened().register(person(1)), ARBITER, "TN-ACT-2", "not_now"),
        (ended, ARBITER, "TN-ACT-2", "tournament_is_over"),
    ):
        desk.ask(by, replaced()).refused(rule, reason)
