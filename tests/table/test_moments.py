"""The examples of moments (TB-MOMENT): one number for all that chance draws between decisions."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE
from domain.table.actions import (
    Adjudicate,
    CallOffGame,
    DeclineDraw,
    DrawMoment,
    OfferDraw,
    Resign,
    TakeSeat,
)
from domain.table.dealers import FairDealer
from domain.table.decide import advance, perform
from domain.table.events import MomentDrawn
from domain.table.game import TABLE, By, Game, GameDraft, thaw
from tests.support.games import spec
from tests.support.games.table import (
    AT,
    SECRET,
    Table,
    action_of,
    due,
    opened,
    play_on,
    random_requests,
    started,
)

SETUP = DrawMoment(1)
"""The action that draws the set-up."""


def awaiting_the_set_up(scheme: str = "fair") -> Game:
    """Return a game in which the set-up has to be drawn, because no dealer has answered yet."""
    table = opened(2).sit(0)
    waiting = perform(table.game, 1, [TakeSeat(1)], None, at=AT).game
    return replace(waiting, scheme=scheme)


def refusal_of(game: Game | GameDraft, by: By, action: Any) -> tuple[str, str]:
    """Return the rule and the reason by which an action is refused."""
    draft = game if isinstance(game, GameDraft) else thaw(game)
    with pytest.raises(IllegalAction) as refused:
        advance(draft, by, action, AT)
    return seen(refused.value)


def seen(refused: IllegalAction) -> tuple[str, str]:
    """Return rule and reason, and note that the rule has refused something."""
    spec.SEEN.add(refused.refusal.rule)
    return refused.refusal.rule, refused.refusal.reason


def moments_in(table: Table) -> list[int]:
    """Return the numbers of the moments that the last request drew."""
    assert table.batch is not None, table.refused_with
    return [event.moment for event in table.batch.events if isinstance(event, MomentDrawn)]


@pytest.mark.rule("TB-MOMENT-1")
def test_the_set_up_is_the_first_moment() -> None:
    """Lots and first dice belong to one moment, because nobody decides between them."""
    table = opened(2).sit(0, 1).then(MomentDrawn(1, (), (), ()), moments=1)
    assert moments_in(table) == [1]
    assert table.batch is not None
    assert [entry.by for entry in table.batch.entries] == [1, CHANCE, CHANCE, CHANCE]


@pytest.mark.rule("TB-MOMENT-1")
def test_moments_are_numbered_one_after_the_other(seed: int) -> None:
    """Whatever else happens at the table, no number is missing, and none comes twice."""
    table = opened(3)
    seen: list[int] = []
    for _ in random_requests(table, Random(seed), liveliness=0.5):
        seen += moments_in(table)
    assert seen == list(range(1, table.game.moments + 1))


@pytest.mark.rule("TB-MOMENT-1")
def test_more_events_change_no_die(seed: int) -> None:
    """A seat creates as many events as it likes; the dice that follow stay the same."""
    plain, busy = (play_on(started(2), Random(seed), 6) for _ in range(2))
    random = Random(seed)
    while plain.game.status == "running":
        seat = due(plain.game)
        action = action_of(plain.game, seat, random)
        for _ in range(random.randrange(3)):
            busy.wait(7).ask(seat, OfferDraw()).ask(1 - seat, DeclineDraw())
        plain.ask(seat, action)
        busy.ask(seat, action)
        assert plain.game.position == busy.game.position
    assert busy.game.version > plain.game.version
    assert busy.game.moments == plain.game.moments > 1


@pytest.mark.rule("TB-MOMENT-1", refused=True)
def test_chance_draws_the_moment_before_it_answers() -> None:
    """An answer without a moment has no number, so its dice could not be computed again."""
    waiting = awaiting_the_set_up()
    drawn = thaw(waiting)
    advance(drawn, CHANCE, SETUP, AT)
    lots = FairDealer(SECRET).answer(drawn)
    assert refusal_of(waiting, CHANCE, lots) == ("TB-MOMENT-1", "moment_is_not_drawn")


@pytest.mark.rule("TB-MOMENT-1", refused=True)
@pytest.mark.parametrize("number", [2, 3, 2**40])
def test_a_moment_has_the_next_number(number: int) -> None:
    """Otherwise anyone who knows the secret could choose the number, and with it the dice."""
    refused = refusal_of(awaiting_the_set_up(), CHANCE, DrawMoment(number))
    assert refused == ("TB-MOMENT-1", "another_moment")


@pytest.mark.rule("TB-MOMENT-1", refused=True)
def test_a_moment_is_drawn_once() -> None:
    """A second one before the next decision would be another throw."""
    draft = thaw(awaiting_the_set_up())
    advance(draft, CHANCE, SETUP, AT)
    assert refusal_of(draft, CHANCE, DrawMoment(2)) == ("TB-MOMENT-1", "moment_is_drawn")


@pytest.mark.rule("TB-MOMENT-1", refused=True)
def test_no_moment_is_drawn_while_a_seat_decides() -> None:
    """Between moments it is a seat's turn; then there is nothing to draw."""
    running = started(2).game
    assert refusal_of(running, CHANCE, DrawMoment(2)) == ("TB-MOMENT-1", "nothing_to_draw")


@pytest.mark.rule("TB-MOMENT-1", refused=True)
def test_recorded_dice_have_no_moments() -> None:
    """The players rolled them; nothing is drawn, and nothing is proved."""
    waiting = awaiting_the_set_up("recorded")
    assert refusal_of(waiting, CHANCE, SETUP) == ("TB-MOMENT-1", "dice_are_recorded")
    lots = FairDealer(SECRET).answer(drawn_set_up())
    advance(thaw(waiting), CHANCE, lots, AT)


def drawn_set_up() -> GameDraft:
    """Return a game whose first moment is drawn and not yet answered."""
    draft = thaw(awaiting_the_set_up())
    advance(draft, CHANCE, SETUP, AT)
    return draft


@pytest.mark.rule("TB-ACT-3", refused=True)
@pytest.mark.parametrize("by", [0, TABLE])
def test_only_chance_draws(by: By) -> None:
    """No seat and no creator can take its action."""
    assert refusal_of(awaiting_the_set_up(), by, SETUP) == ("TB-ACT-3", "action_is_for_chance")


@pytest.mark.rule("TB-MOMENT-2", refused=True)
@pytest.mark.parametrize("action", [Resign(), OfferDraw()])
def test_no_seat_acts_while_chance_has_to_draw(action: Any) -> None:
    """What follows from the log must not change after it was decided."""
    with pytest.raises(IllegalAction) as refused:
        perform(awaiting_the_set_up(), 0, [action], FairDealer(SECRET), at=AT)
    assert seen(refused.value) == ("TB-MOMENT-2", "chance_has_to_draw")


@pytest.mark.rule("TB-MOMENT-2")
@pytest.mark.parametrize("action", [Adjudicate(("white",)), CallOffGame()])
def test_an_arbiter_can_end_the_game_while_chance_has_to_draw(action: Any) -> None:
    """Otherwise a game whose links never come could not end."""
    done = perform(awaiting_the_set_up(), TABLE, [action], FairDealer(SECRET), at=AT)
    assert done.game.finished


@pytest.mark.rule("TB-MOMENT-2")
def test_chance_goes_on_where_it_stopped() -> None:
    """The moment may be drawn in a later request than the decision."""
    done = perform(awaiting_the_set_up(), CHANCE, [SETUP], FairDealer(SECRET), at=AT)
    assert done.game.position == started(2).game.position
    assert [entry.by for entry in done.entries] == [CHANCE, CHANCE, CHANCE]


@pytest.mark.rule("TB-MOMENT-2", refused=True)
@pytest.mark.parametrize(
    ("by", "action"), [(0, OfferDraw()), (0, Resign()), (TABLE, CallOffGame())]
)
def test_nobody_ends_an_open_moment_while_chance_has_to_draw(by: By, action: Any) -> None:
    """The next moment would throw again what the operator did not like."""
    draft = drawn_set_up()
    advance(draft, CHANCE, FairDealer(SECRET).answer(draft), AT)
    assert draft.awaits_chance, "the first dice belong to the same moment"
    assert refusal_of(draft, by, action) == ("TB-MOMENT-2", "moment_is_open")
