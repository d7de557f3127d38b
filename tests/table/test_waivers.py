"""The examples of going on without links (TB-MOMENT-5): for one moment, and only if all agree."""

from collections.abc import Sequence
from typing import Any

import pytest

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE
from domain.table.actions import (
    AcceptWaiver,
    Adjudicate,
    DeclineWaiver,
    DrawMoment,
    OfferDraw,
    OfferWaiver,
    Resign,
    TakeSeat,
)
from domain.table.clock import BankClock
from domain.table.dealers import FairDealer
from domain.table.decide import advance, perform
from domain.table.events import (
    ClocksRun,
    LinksWaived,
    MomentDrawn,
    WaiverAccepted,
    WaiverDeclined,
    WaiverOffered,
)
from domain.table.game import TABLE, Game, thaw
from domain.table.moments import links_due, waits_for_links
from tests.support.games import spec
from tests.support.games.table import AT, SECRET, Table, due, opened
from tests.table.test_links import drawn, moment, tip, with_chains


@pytest.mark.rule("TB-MOMENT-5")
def test_all_agree_to_go_on_without_links() -> None:
    """Chance draws at once, on no link, and the moment says whose are missing."""
    table = with_chains(0, 1).ask(0, OfferWaiver()).then(WaiverOffered(0)).without(MomentDrawn)
    table.ask(1, AcceptWaiver())
    table.then(WaiverAccepted(1), LinksWaived(), MomentDrawn(1, (), (), (0, 1)))
    assert table.game.awaits[0].seat in {0, 1}
    assert (table.game.moments, table.game.called, table.game.waived) == (1, None, False)
    assert [chain.number for chain in table.game.chains] == [0, 0]


@pytest.mark.rule("TB-MOMENT-5")
def test_the_dice_are_those_of_no_link() -> None:
    """A moment has two possible values: with all links, or with none."""
    without = agreed(with_chains(0, 1)).game
    with_all = drawn(with_chains(0, 1).game, moment(1, 0, 1)).game
    assert without.position != with_all.position


@pytest.mark.rule("TB-MOMENT-5")
def test_a_waiver_is_for_one_moment() -> None:
    """The next one waits for all links again, and the chains go on."""
    table = agreed(with_chains(0, 1))
    while not table.game.awaits_chance:
        seat = due(table.game)
        table.ask(seat, table.game.rules.legal(table.game.position, seat).at(0))
    assert links_due(table.game) == (0, 1)
    after = drawn(table.game, moment(2, 0, 1)).game
    assert [chain.number for chain in after.chains] == [2, 2]


@pytest.mark.rule("TB-MOMENT-5")
def test_players_without_a_chain_must_agree_too() -> None:
    """Those whose links are due could otherwise choose between two values."""
    table = with_chains(0, players=3).ask(0, OfferWaiver()).ask(1, AcceptWaiver())
    assert waits_for_links(table.without(LinksWaived).game)
    table.ask(2, AcceptWaiver()).then(LinksWaived(), MomentDrawn(1, (), (), (0,)))


@pytest.mark.rule("TB-MOMENT-5")
def test_one_refusal_drops_the_offer() -> None:
    """The game waits on, for the same head, and the links may still come."""
    table = with_chains(0, 1)
    called = table.game.version
    table.ask(0, OfferWaiver()).ask(1, DeclineWaiver()).then(WaiverDeclined(1), called=called)
    table.ask(1, OfferWaiver()).then(called=called)
    after = drawn(table.game, moment(1, 0, 1)).game
    assert after.called is None
    assert not any(seat.agrees for seat in after.seats)


@pytest.mark.rule("TB-MOMENT-2")
def test_nothing_else_happens_during_a_moment() -> None:
    """Not even in the same request: the head that links are given for must stay the last one."""
    table = with_chains(0, 1)
    table.ask(0, OfferWaiver(), OfferDraw()).refused("TB-MOMENT-2", "chance_has_to_draw", index=1)


def test_a_decision_and_an_offer_to_draw_need_two_requests() -> None:
    """Once dice with links are due, the same request cannot go on."""
    game = drawn(with_chains(0, 1).game, moment(1, 0, 1)).game
    seat = due(game)
    while not perform(game, seat, [first(game, seat)], None, at=AT).game.awaits_chance:
        game = perform(game, seat, [first(game, seat)], FairDealer(SECRET), at=AT).game
        seat = due(game)
    with pytest.raises(IllegalAction, match="TB-MOMENT-2") as refused:
        perform(game, seat, [first(game, seat), OfferDraw()], FairDealer(SECRET), at=AT)
    assert refused.value.index == 1


def first(game: Game, seat: int) -> Any:
    """Return the first legal action of a seat."""
    return game.rules.legal(game.position, seat).at(0)


@pytest.mark.rule("TB-MOMENT-2")
def test_an_arbiter_may_end_a_game_with_an_open_offer() -> None:
    """Otherwise a player who never answers could keep it."""
    table = with_chains(0, 1).ask(0, OfferWaiver()).ask(TABLE, Adjudicate(("white",)))
    assert table.game.finished


@pytest.mark.rule("TB-MOMENT-5", refused=True)
def test_nothing_is_waived_while_a_seat_decides() -> None:
    """Nor in advance, because then the operator could foresee the dice."""
    game = drawn(with_chains(0, 1).game, moment(1, 0, 1)).game
    assert refusal_of(game, 0, [OfferWaiver()]) == ("TB-MOMENT-5", "no_links_are_due")
    assert refusal_of(opened().sit(0, 1).game, 0, [OfferWaiver()])[1] == "no_links_are_due"


@pytest.mark.rule("TB-MOMENT-5", refused=True)
def test_witnesses_cannot_be_waived() -> None:
    """A witness signs all that it gave; a moment that the log leaves out would break that."""
    game = with_chains(0, witness=True).game
    assert refusal_of(game, 0, [OfferWaiver()]) == ("TB-MOMENT-5", "witnesses_are_due")


@pytest.mark.rule("TB-MOMENT-5", refused=True)
@pytest.mark.parametrize(
    "action",
    [moment(1, 0, 1), moment(1), moment(1, missing=(0,)), moment(1, 0, missing=(1,))],
    ids=["all", "unmarked", "one-missing", "one-left-out"],
)
def test_a_waived_moment_has_no_links(action: DrawMoment) -> None:
    """Not even those that arrived: with them there would be more than two values to choose from."""
    draft = thaw(with_chains(0, 1).ask(0, OfferWaiver()).game)
    advance(draft, 1, AcceptWaiver(), AT)
    with pytest.raises(IllegalAction) as refused:
        advance(draft, CHANCE, action, AT)
    assert seen(refused.value) == ("TB-MOMENT-5", "links_were_waived")
    advance(draft, CHANCE, moment(1, missing=(0, 1)), AT)


@pytest.mark.rule("TB-MOMENT-5", refused=True)
def test_links_are_waived_once() -> None:
    """Chance draws next, and nothing else."""
    draft = thaw(with_chains(0, 1).ask(0, OfferWaiver()).game)
    advance(draft, 1, AcceptWaiver(), AT)
    with pytest.raises(IllegalAction) as refused:
        advance(draft, 1, OfferWaiver(), AT)
    assert seen(refused.value) == ("TB-MOMENT-5", "links_were_waived")


@pytest.mark.rule("TB-OFFER-2", refused=True)
@pytest.mark.parametrize("action", [AcceptWaiver(), DeclineWaiver()])
def test_only_an_offer_can_be_answered(action: Any) -> None:
    """The seat that made it cannot answer it."""
    game = with_chains(0, 1).game
    assert refusal_of(game, 1, [action]) == ("TB-OFFER-2", "nothing_to_answer")
    offered = perform(game, 1, [OfferWaiver()], FairDealer(SECRET), at=AT).game
    assert refusal_of(offered, 1, [action]) == ("TB-OFFER-2", "nothing_to_answer")
    assert refusal_of(offered, 0, [OfferWaiver()]) == ("TB-OFFER-1", "is_on_offer")


def test_a_person_among_bots_waives_alone() -> None:
    """House bots always accept."""
    table = opened(links=True)
    table.ask(1, *sitting(1)).ask(TABLE, *sitting(0, bot="greedy"))
    table.ask(1, OfferWaiver()).then(LinksWaived(), MomentDrawn(1, (), (), (1,)))


def sitting(seat: int, bot: str | None = None) -> Sequence[Any]:
    """Return the action by which a person with a chain, or a bot, sits down."""
    return [TakeSeat(seat, bot=bot) if bot else TakeSeat(seat, tip=tip(seat))]


def test_no_clock_runs_while_links_are_due() -> None:
    """When a link came is not in the log, so nobody's time could be computed again."""
    table = opened(links=True, clock=BankClock(60, "house"))
    for seat in (0, 1):
        table.ask(seat, *sitting(seat))
    assert table.game.deadline is None
    table.wait(10_000).ask(0, OfferWaiver()).without(ClocksRun).ask(1, AcceptWaiver())
    table.then(ClocksRun((60_000, 60_000), (due(table.game),), table.at))


def test_a_seat_that_resigned_is_not_asked() -> None:
    """Only people who are in the game agree; the bot that plays on accepts."""
    table = agreed(with_chains(0, 1, players=3), 0, 1, 2).ask(2, Resign())
    while not table.game.awaits_chance:
        seat = due(table.game)
        table.ask(seat, first(table.game, seat), house=True)
    table.ask(0, OfferWaiver()).ask(1, AcceptWaiver()).then(LinksWaived())


def agreed(table: Table, *seats: int) -> Table:
    """Let these seats, or both, agree to go on without links."""
    offering, *others = seats or (0, 1)
    table.ask(offering, OfferWaiver())
    for seat in others:
        table.ask(seat, AcceptWaiver())
    return table.then(LinksWaived())


def refusal_of(game: Game, by: int, actions: Sequence[Any]) -> tuple[str, str]:
    """Return the rule and the reason by which actions are refused."""
    with pytest.raises(IllegalAction) as refused:
        perform(game, by, actions, FairDealer(SECRET), at=AT)
    return seen(refused.value)


def seen(refused: IllegalAction) -> tuple[str, str]:
    """Return rule and reason, and note that the rule has refused something."""
    spec.SEEN.add(refused.refusal.rule)
    return refused.refusal.rule, refused.refusal.reason
