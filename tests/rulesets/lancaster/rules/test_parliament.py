"""Votes and laws (LA-PARL, LA-LAW), as far as the vectors do not show them."""

import pytest

from domain.ruleset import CHANCE
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.actions import CastVote, KnightAt, RevealVotes, UseLaw
from domain.rulesets.lancaster.events import (
    LawApplied,
    TotalsRevealed,
    VoteCast,
    VotesRevealed,
)
from tests.support.games.lancaster import Run, Setting, laws_begin

THREE = ("blue", "green", "yellow")


@pytest.mark.rule("LA-PARL-1", "LA-PARL-4", "LA-PARL-5", "LA-PARL-12", "LA-PARL-15", "LA-TABLE-4")
def test_votes_are_sealed_until_chance_reveals_them() -> None:
    """In any order; the last vote reveals nothing, and the next law follows the reveal."""
    setting = Setting(THREE).laws(("L03", "L07", "L11"), ("L12", "L13", "L14"))
    run = Run(setting.own("green", votes=2).due("vote", 0, 1, 2, subject="L12").position())
    for seat, vote in ((1, CastVote("no", 2)), (2, CastVote("yes")), (0, CastVote("yes"))):
        run.do(seat, vote)
        for viewer in (0, 1, 2):
            view = RULESET.view(run.position, viewer)
            assert view is not None
            assert all(held.ballot is None for held in view.seats if held is not view.seats[viewer])
    assert not run.of(VotesRevealed)
    assert RULESET.awaits(run.position)[0].seat == CHANCE
    assert RULESET.asks(run.position) == ()
    seen = RULESET.view_event(run.of(VoteCast)[0], 0)
    assert seen == VoteCast(1, None, None)
    run.do(CHANCE, RevealVotes())
    assert run.position.subject == "L13"
    assert run.position.laws_gone == ("L12",)


@pytest.mark.rule("LA-PARL-14", "LA-LAW-1", "LA-LAW-4", "LA-LAW-5", "LA-LAW-L16", "LA-LAW-L17")
@pytest.mark.rule("LA-GAIN-4", "LA-GAIN-5", "LA-GAIN-6", "LA-GEN-9")
def test_laws_are_applied_one_after_the_other() -> None:
    """Each asks everyone in the order of the round; they stay in force."""
    setting = Setting(THREE, start=1).laws(("L16", "L17", "L03"), ())
    run = laws_begin(setting.own("blue", gold=3, squires=2))
    assert (run.position.subject, run.position.queue) == ("L16", (1, 2, 0))
    gold = run.position.gold_left
    run.do(1, UseLaw("L16")).do(2, UseLaw("L16")).do(0, UseLaw("L16", 3))
    assert (run.position.power[0], run.position.gold_left) == (3, gold + 3)
    run.do(1, UseLaw("L17")).do(2, UseLaw("L17")).do(0, UseLaw("L17", 1))
    assert (run.position.power[0], run.position.squires[0]) == (4, 1)
    assert [event.seat for event in run.of(LawApplied)] == [1, 2, 0]
    assert run.position.current == ("L16", "L17", "L03")


@pytest.mark.rule("LA-LAW-L05")
def test_a_squire_and_a_gold_bring_three_points() -> None:
    run = laws_begin(Setting(THREE).laws(("L05", "L03", "L07"), ()).own("blue", gold=2, squires=3))
    assert RULESET.legal(run.position, 0).count == 3
    run.do(0, UseLaw("L05", 2))
    position = run.position
    assert (position.power[0], position.gold[0], position.squires[0]) == (6, 0, 1)


@pytest.mark.rule("LA-LAW-7", "LA-GAIN-9", "LA-SETUP-11")
def test_totals_are_shown_even_if_nobody_can_use_the_law() -> None:
    """Nobody has a knight in play, so the law asks nobody."""
    run = laws_begin(Setting(THREE).laws(("L01", "L16", "L03"), ()).own("green", gold=4))
    assert run.of(TotalsRevealed) == [TotalsRevealed("L01", (0, 4, 0))]
    assert run.position.subject == "L16"


@pytest.mark.rule("LA-LAW-1", "LA-LAW-L01", "LA-LAW-L09")
def test_a_law_asks_by_what_the_one_before_has_changed() -> None:
    """An upgrade leaves blue without a deployed knight of strength 2, so the next law asks blue."""
    setting = Setting(THREE).laws(("L01", "L09", "L16"), ())
    setting.stand("blue", "A", 2).own("blue", gold=1)
    run = laws_begin(setting)
    declined = Run(run.position).do(0, UseLaw("L01"))
    assert declined.position.subject == "L16"
    run.do(0, UseLaw("L01", upgrade=KnightAt(2, "A")))
    assert (run.position.subject, run.position.queue) == ("L09", (0,))


@pytest.mark.rule("LA-LAW-2", "LA-LAW-3", "LA-TWO-14", "LA-TWO-4")
def test_an_ally_counts_for_nobody_in_laws() -> None:
    setting = Setting(("blue", "red"), allies={"yellow": "blue"}).laws(("L12", "L03", "L16"), ())
    for place in ("A", "B01", "B02"):
        setting.stand("yellow", place, 2 if place == "A" else 1)
    run = laws_begin(setting.stand("blue", "B01", 1))
    given = [event.gained.power for event in run.of(LawApplied) if event.law == "L12"]
    assert given == [3, 0]


@pytest.mark.rule("LA-GAIN-2", "LA-GAIN-3", "LA-LAW-L08")
def test_a_short_supply_serves_players_in_order() -> None:
    """One gold is left: the start player gets it, the next one nothing, now or later."""
    setting = Setting(THREE, start=1).laws(("L08", "L03", "L16"), ())
    for color in ("blue", "green"):
        for card in ("B01", "B02"):
            setting.stand(color, card, 1)
    run = laws_begin(setting.own("yellow", gold=36))
    applied = [event for event in run.of(LawApplied) if event.law == "L08"]
    assert [(event.seat, event.gained.gold) for event in applied] == [(1, 1), (2, 0), (0, 0)]


@pytest.mark.rule("LA-GAIN-12", "LA-GAIN-13", "LA-GAIN-18", "LA-GAIN-11", "LA-GEN-9")
def test_laws_do_not_ask_a_player_who_has_nothing_to_take() -> None:
    """Green has two battles like blue, but no tiles; blue builds one, and keeps the first."""
    setting = Setting(THREE).laws(("L06", "L15", "L16"), ())
    for color in ("blue", "green"):
        for card in ("B01", "B02"):
            setting.stand(color, card, 1)
    setting.own("green", extensions=("CS_SQUIRES", "CS_GOLD", "CS_VOTES"))
    setting.draft.extensions[1] = (*setting.draft.extensions[1], "CS_RECRUIT", "CS_UPGRADE")
    setting.own("green", extensions=(*setting.draft.extensions[1], "CS_POWER"))
    setting.stand("blue", "court", 1).own("blue", nobles=("A", "B", "C"))
    run = laws_begin(setting)
    assert run.position.queue == (0,)
    run.do(0, UseLaw("L06", extensions=("CS_GOLD",)))
    assert run.position.extensions[0] == ("CS_GOLD", "CS_POWER")
    # All three knights of strength 1 are in play, so L15 asks nobody.
    assert run.position.subject == "L16"
