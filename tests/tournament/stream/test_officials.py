"""Arbiters, what they must not judge (TN-ARBITER, TN-JUDGE-1), and who is kept apart (TN-BAR)."""

from collections.abc import Callable

import pytest

from domain.tournament.model import ByeTaken
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
    paired,
    playing,
    registered,
    started,
)


@pytest.mark.rule("TN-ARBITER-1")
def test_the_organiser_names_and_dismisses_arbiters() -> None:
    desk = opened().ask(ORGANISER, a.NameArbiter(OTHER_ARBITER.who, "Eva"))
    desk.then(e.ArbiterNamed(OTHER_ARBITER.who, "Eva"))
    desk.ask(ORGANISER, a.DismissArbiter(OTHER_ARBITER.who))
    desk.then(e.ArbiterDismissed(OTHER_ARBITER.who, "Eva"), arbiters=((ARBITER.who, "Ana"),))


@pytest.mark.rule("TN-ARBITER-1", refused=True)
def test_an_arbiter_is_named_once() -> None:
    opened().ask(ORGANISER, a.NameArbiter(ARBITER.who, "Ana")).refused(
        "TN-ARBITER-1", "is_an_arbiter"
    )
    opened().ask(ORGANISER, a.DismissArbiter(OTHER_ARBITER.who)).refused(
        "TN-ARBITER-1", "is_no_arbiter"
    )


@pytest.mark.rule("TN-ACT-3", refused=True)
def test_a_former_arbiter_decides_nothing() -> None:
    desk = playing(4).ask(ORGANISER, a.DismissArbiter(ARBITER.who, WHY))
    desk.ask(ARBITER, a.EnterResult(1, 1, (1, 2), WHY)).refused("TN-ACT-3", "role_of_another")


def _playing_arbiter() -> tuple[Desk, Acting, int]:
    """Return a round in which an arbiter plays, and the table."""
    desk = playing(4)
    who = desk.state.rounds[0].tables[1].players[0]
    desk.ask(ORGANISER, a.NameArbiter(account(who), "Someone", WHY))
    return desk, Acting("arbiter", account(who)), who


@pytest.mark.rule("TN-JUDGE-1", refused=True)
@pytest.mark.parametrize(
    "action",
    [
        a.EnterResult(1, 2, (1, 2), WHY),
        a.OrderReplay(1, 2, WHY),
        a.ForfeitSides(1, 2, (1,), WHY),
        a.CorrectResult(1, 2, (2, 1), WHY),
        a.GrantTime(1, 2, 1, 60, WHY),
        a.PauseTables(1, (1, 2), WHY),
        a.ResumeTables(1, (2,), WHY),
    ],
)
def test_no_arbiter_judges_their_own_table(action: object) -> None:
    """At any other table the same arbiter decides."""
    desk, arbiter, who = _playing_arbiter()
    desk.ask(arbiter, action).refused("TN-JUDGE-1", "arbiter_plays_here", entrant=who)


@pytest.mark.rule("TN-JUDGE-1", refused=True)
def test_no_arbiter_decides_about_himself() -> None:
    for action in (a.ExpelEntrant, a.WithdrawEntrant):
        desk, arbiter, who = _playing_arbiter()
        desk.ask(arbiter, action(who, WHY)).refused("TN-JUDGE-1", "arbiter_plays_here")


@pytest.mark.rule("TN-JUDGE-1", refused=True)
@pytest.mark.parametrize("kind", [a.ExpelEntrant, a.WithdrawEntrant])
@pytest.mark.parametrize("stage", [paired, playing])
def test_no_arbiter_takes_an_opponent_out(
    kind: type[a.ExpelEntrant | a.WithdrawEntrant], stage: Callable[[int], Desk]
) -> None:
    """Who is out loses at the table (TN-LEAVE-3, TN-LEAVE-4); another arbiter decides."""
    desk = stage(4)
    mine, others = _tables(desk, 2)
    desk.ask(ORGANISER, a.NameArbiter(account(2), "Player 2", WHY))
    own = Acting("arbiter", account(2))
    desk.ask(own, kind(others[0], WHY)).then()
    desk.ask(ARBITER, a.ReinstateEntrant(others[0], WHY))
    desk.ask(own, kind(mine[0], WHY)).refused("TN-JUDGE-1", "arbiter_plays_here", entrant=2)
    desk.refused_with = None
    desk.ask(ARBITER, kind(mine[0], WHY)).then()


@pytest.mark.rule("TN-JUDGE-1", refused=True)
@pytest.mark.parametrize("opens", [False, True])
def test_no_organiser_takes_an_opponent_out(opens: bool) -> None:
    """Organisers can withdraw themselves, players at other tables, and anyone between rounds."""
    own = a.RegisterEntrant((Person("Olga", account=ORGANISER.who),))
    desk = registered(3).ask(ORGANISER, own).start().pair()
    if opens:
        desk.open_round()
    mine, others = _tables(desk, 4)
    desk.ask(ORGANISER, a.WithdrawEntrant(others[0], WHY)).then()
    desk.ask(ORGANISER, a.WithdrawEntrant(mine[0], WHY))
    desk.refused("TN-JUDGE-1", "organiser_plays_here", entrant=mine[0])
    desk.refused_with = None
    desk.ask(ORGANISER, a.WithdrawEntrant(4, WHY)).then()


def _tables(desk: Desk, who: int) -> tuple[list[int], tuple[int, ...]]:
    """Return the opponents of an entrant in the round, and the players of the other table."""
    one, other = (table.players for table in desk.state.rounds[0].tables)
    if who not in one:
        one, other = other, one
    return [player for player in one if player != who], other


@pytest.mark.rule("TN-JUDGE-1", refused=True)
def test_no_arbiter_withdraws_a_pairing_in_which_he_plays() -> None:
    """Otherwise he could let an opponent rest whom he has just seen, and have it paired again."""
    desk = paired(4).ask(ORGANISER, a.NameArbiter(account(2), "Player 2", WHY))
    own = Acting("arbiter", account(2))
    desk.ask(own, a.UnpairRound(1, WHY)).refused("TN-JUDGE-1", "arbiter_plays_here", entrant=2)
    desk = paired(4).ask(ORGANISER, a.DeclareRelation(ARBITER.who, 3, WHY))
    desk.ask(ARBITER, a.UnpairRound(1, WHY)).refused("TN-JUDGE-1", "arbiter_has_a_relation")


@pytest.mark.rule("TN-JUDGE-1", refused=True)
def test_no_arbiter_gives_himself_a_bye_by_hand() -> None:
    """Nor takes it from someone he is related to; a bye that stays as it is does not matter."""
    desk = started(5).ask(ORGANISER, a.NameArbiter(account(5), "Player 5", WHY))
    own = Acting("arbiter", account(5))
    by_hand = a.PairByHand(1, ((1, 2), (3, 4)), WHY, byes=(ByeTaken(5, "full"),))
    desk.ask(own, by_hand).refused("TN-JUDGE-1", "arbiter_plays_here", entrant=5)

    desk = paired(5)
    (rests,) = desk.state.rounds[0].byes
    who, (one, other) = rests.player, desk.state.rounds[0].tables[0].players
    desk.ask(ORGANISER, a.NameArbiter(account(who), f"Player {who}", WHY))
    own, turned = Acting("arbiter", account(who)), (e.PairedTable(1, (other, one)),)
    desk.ask(own, a.ChangeTables(1, turned, WHY, byes=(rests,))).then()
    back = (e.PairedTable(1, (one, other)),)
    desk.ask(own, a.ChangeTables(1, back, WHY, byes=(ByeTaken(who, "half"),)))
    desk.refused("TN-JUDGE-1", "arbiter_plays_here", entrant=who)


@pytest.mark.rule("TN-JUDGE-1")
def test_a_playing_arbiter_judges_other_tables() -> None:
    desk, arbiter, _ = _playing_arbiter()
    desk.ask(arbiter, a.EnterResult(1, 1, (1, 2), WHY)).then()


@pytest.mark.rule("TN-BAR-1")
def test_an_arbiter_keeps_two_apart() -> None:
    desk = started(4).ask(ARBITER, a.ForbidPairing((1, 2), WHY))
    desk.then(e.PairingForbidden((1, 2), WHY))
    for _ in range(2):
        desk.round()
    tables = [set(table.players) for one in desk.state.rounds for table in one.tables]
    assert {1, 2} not in tables
    desk.ask(ARBITER, a.AllowPairing((2, 1), WHY)).then(e.PairingAllowed((2, 1), WHY), barred=())


@pytest.mark.rule("TN-BAR-1", refused=True)
def test_two_are_kept_apart_once() -> None:
    bar, allow = a.ForbidPairing, a.AllowPairing
    desk = registered(2).ask(ARBITER, bar((1, 1), WHY))
    desk.refused("TN-BAR-1", "two_entrants_are_needed")
    desk = registered(2).ask(ARBITER, bar((1, 2), WHY), bar((2, 1), WHY))
    desk.refused("TN-BAR-1", "pairing_is_forbidden")
    registered(2).ask(ARBITER, allow((1, 2), WHY)).refused("TN-BAR-1", "pairing_is_not_forbidden")
