"""Relations of arbiters: declared by officials, claimed by players (TN-JUDGE)."""

import pytest
from msgspec.structs import replace

from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.people import Acting, Person
from tests.support.tournaments.desk import (
    ARBITER,
    ORGANISER,
    OTHER_ARBITER,
    WHY,
    Desk,
    account,
    opened,
    person,
    playing,
    registered,
)
from tests.support.tournaments.desk import player as as_player

OWN_UNCLE = "Ana is my uncle's wife"
CLAIM = a.DeclareRelation(ARBITER.who, 1, OWN_UNCLE)
RELATION = a.DeclareRelation(ARBITER.who, 1)
REJECTION = a.RejectRelation(ARBITER.who, 1, "They have never met")
EVA = a.NameArbiter(OTHER_ARBITER.who, "Eva", WHY)


def _claimed() -> Desk:
    """Return a tournament with two arbiters, in which a player claims a relation of one."""
    desk = registered(4).ask(ORGANISER, EVA).ask(as_player(1), CLAIM)
    return desk.then(e.RelationClaimed(ARBITER.who, 1, OWN_UNCLE), relations=())


@pytest.mark.rule("TN-JUDGE-1", refused=True)
@pytest.mark.rule("TN-JUDGE-2")
@pytest.mark.parametrize("by", [ARBITER, ORGANISER])
def test_what_officials_declare_counts_at_once(by: Acting) -> None:
    desk = playing(4)
    who = desk.state.rounds[0].tables[0].players[1]
    desk.ask(by, a.DeclareRelation(ARBITER.who, who, WHY))
    desk.then(e.RelationDeclared(ARBITER.who, who, WHY))
    desk.ask(ARBITER, a.EnterResult(1, 1, (1, 2), WHY))
    desk.refused("TN-JUDGE-1", "arbiter_has_a_relation", entrant=who)


@pytest.mark.rule("TN-JUDGE-3")
def test_a_claim_keeps_no_arbiter_away() -> None:
    """Otherwise a player could claim a relation of every arbiter, and have no judge."""
    desk = playing(4)
    who = desk.state.rounds[0].tables[0].players[1]
    desk.ask(as_player(who), a.DeclareRelation(ARBITER.who, who, OWN_UNCLE))
    desk.ask(ARBITER, a.EnterResult(1, 1, (1, 2), WHY)).then()


@pytest.mark.rule("TN-JUDGE-3")
@pytest.mark.parametrize("by", [ORGANISER, OTHER_ARBITER, ARBITER])
def test_an_official_confirms_a_claim(by: Acting) -> None:
    """The arbiter concerned may confirm it, too."""
    desk = _claimed().ask(by, RELATION)
    desk.then(e.RelationDeclared(ARBITER.who, 1), relations=((ARBITER.who, 1),), claims=())


@pytest.mark.rule("TN-JUDGE-3")
@pytest.mark.parametrize("by", [ORGANISER, OTHER_ARBITER])
def test_an_official_rejects_a_claim(by: Acting) -> None:
    """With a reason; the organiser can still declare the relation later."""
    desk = _claimed().ask(by, REJECTION)
    desk.then(e.RelationRejected(ARBITER.who, 1, REJECTION.reason), relations=())
    desk.ask(ORGANISER, RELATION).then(relations=((ARBITER.who, 1),))


@pytest.mark.rule("TN-JUDGE-3", refused=True)
def test_a_claim_is_made_once_with_a_reason_and_about_an_arbiter() -> None:
    one = as_player(1)
    registered(2).ask(one, RELATION).refused("TN-JUDGE-3", "claim_needs_a_reason")
    registered(2).ask(one, a.DeclareRelation(account(9), 1, WHY)).refused(
        "TN-JUDGE-3", "is_no_arbiter", account=account(9)
    )
    _claimed().ask(one, CLAIM).refused("TN-JUDGE-3", "relation_is_claimed")
    _claimed().ask(ORGANISER, REJECTION).ask(one, CLAIM).refused("TN-JUDGE-3", "claim_was_rejected")


@pytest.mark.rule("TN-JUDGE-3", refused=True)
def test_nobody_rejects_a_claim_about_themselves() -> None:
    """Nor one that their own entry makes, nor one that nobody makes."""
    _claimed().ask(ARBITER, REJECTION).refused("TN-JUDGE-3", "another_official_decides")
    desk = registered(4).ask(ORGANISER, a.NameArbiter(account(1), "Player 1"))
    desk.ask(as_player(1), CLAIM)
    desk.ask(Acting("arbiter", account(1)), REJECTION)
    desk.refused("TN-JUDGE-3", "another_official_decides")
    registered(2).ask(ORGANISER, REJECTION).refused("TN-JUDGE-3", "nothing_is_claimed")
    _claimed().ask(ORGANISER, REJECTION, REJECTION).refused("TN-JUDGE-3", "nothing_is_claimed")


@pytest.mark.rule("TN-JUDGE-1", refused=True)
def test_an_arbiter_with_a_relation_answers_no_claim() -> None:
    related = a.DeclareRelation(OTHER_ARBITER.who, 1)
    for answer in (RELATION, REJECTION):
        desk = _claimed().ask(OTHER_ARBITER, related, answer)
        desk.refused("TN-JUDGE-1", "arbiter_has_a_relation", entrant=1)


@pytest.mark.rule("TN-JUDGE-3", refused=True)
def test_an_arbiter_who_plays_claims_as_a_player_does() -> None:
    """So no official keeps another arbiter from their own tables."""
    desk = registered(4).ask(ORGANISER, a.NameArbiter(account(1), "Player 1"))
    own = Acting("arbiter", account(1))
    desk.ask(own, RELATION).refused("TN-JUDGE-3", "claim_needs_a_reason")
    desk = registered(4).ask(ORGANISER, a.NameArbiter(account(1), "Player 1")).ask(own, CLAIM)
    desk.then(e.RelationClaimed(ARBITER.who, 1, OWN_UNCLE))


@pytest.mark.rule("TN-WHY-1", refused=True)
@pytest.mark.parametrize("by", [ORGANISER, OTHER_ARBITER])
def test_who_takes_an_arbiter_from_an_entry_says_why(by: Acting) -> None:
    """After the start, like every change; arbiters who step back themselves owe no reason."""
    desk = _claimed().start().ask(by, RELATION)
    desk.refused("TN-WHY-1", "reason_is_required", role=by.role)
    desk = _claimed().start().ask(by, replace(RELATION, reason=WHY))
    desk.then(e.RelationDeclared(ARBITER.who, 1, WHY), relations=((ARBITER.who, 1),))
    _claimed().start().ask(ARBITER, RELATION).then(e.RelationDeclared(ARBITER.who, 1))


def _against(official: Acting) -> tuple[Desk, int]:
    """Return a tournament in which an official plays, and an opponent who claims a relation."""
    named = () if official == ORGANISER else (EVA,)
    own = a.RegisterEntrant((Person("Eva", account=official.who),))
    desk = opened().ask(ORGANISER, *named).ask(official, own)
    desk.register(*map(person, range(2, 5))).start().pair()
    (table,) = [one for one in desk.state.rounds[0].tables if 1 in one.players]
    (opponent,) = set(table.players) - {1}
    who = desk.state.entrant(opponent).people[0].key
    return desk.ask(Acting("player", who), replace(CLAIM, entrant=opponent)), opponent


@pytest.mark.rule("TN-JUDGE-2", "TN-JUDGE-3", refused=True)
def test_an_organiser_does_not_decide_who_judges_their_table() -> None:
    """Not even about the opponent's entry, with or without a claim."""
    desk, opponent = _against(ORGANISER)
    desk.ask(ORGANISER, a.DeclareRelation(ARBITER.who, opponent, WHY))
    desk.refused("TN-JUDGE-2", "another_official_decides", entrant=opponent)
    desk, opponent = _against(ORGANISER)
    desk.ask(ORGANISER, a.RejectRelation(ARBITER.who, opponent, WHY))
    desk.refused("TN-JUDGE-3", "another_official_decides", entrant=opponent)


@pytest.mark.rule("TN-JUDGE-1", refused=True)
def test_an_arbiter_does_not_decide_who_judges_their_table() -> None:
    """Neither confirm nor reject what the opponent claims of another arbiter."""
    for answer in (a.DeclareRelation, a.RejectRelation):
        desk, opponent = _against(OTHER_ARBITER)
        desk.ask(OTHER_ARBITER, answer(ARBITER.who, opponent, WHY))
        desk.refused("TN-JUDGE-1", "arbiter_plays_here", entrant=1)


@pytest.mark.rule("TN-JUDGE-2")
def test_an_organiser_who_plays_declares_relations_at_other_tables() -> None:
    desk, opponent = _against(ORGANISER)
    (other,) = [one.players for one in desk.state.rounds[0].tables if 1 not in one.players]
    assert opponent not in other
    desk.ask(ORGANISER, a.DeclareRelation(ARBITER.who, other[0], WHY)).then()


@pytest.mark.rule("TN-JUDGE-2", "TN-JUDGE-3", "TN-ACT-3", refused=True)
def test_relations_are_declared_once_and_by_those_concerned() -> None:
    registered(2).ask(ORGANISER, RELATION, RELATION).refused("TN-JUDGE-2", "relation_is_declared")
    desk = registered(2).ask(ORGANISER, RELATION).ask(as_player(1), CLAIM)
    desk.refused("TN-JUDGE-2", "relation_is_declared")
    registered(2).ask(as_player(2), CLAIM).refused("TN-ACT-3", "entry_of_another")
    desk = registered(2).ask(ARBITER, a.DeclareRelation(account(9), 1))
    desk.refused("TN-JUDGE-3", "relation_of_another")
