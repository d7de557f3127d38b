"""Actions (TB-ACT): who may act and when, lists of actions, and how the dice stay hidden."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE
from domain.rulesets.carolus_magnus.actions import ChooseDisc, MoveEmperor
from domain.rulesets.carolus_magnus.events import DiceRolled
from domain.rulesets.teg.actions import EndTurn
from domain.table.actions import (
    AbortGame,
    DrawMoment,
    LeaveSeat,
    OfferDraw,
    Resign,
    TakeSeat,
)
from domain.table.dealers import FairDealer
from domain.table.decide import Batch, perform
from domain.table.events import GameConceded, SecretRevealed
from domain.table.game import TABLE, Game, GameDraft
from domain.table.opening import OpenGame
from tests.support.games.table import AT, RULES, Table, action_of, due, opened, play_on, started


def with_step(step: str, players: int = 2) -> Table:
    """Play on until the seat that is due must take this step."""
    table, random = started(players), Random(7)
    while table.game.position.step != step:
        play_on(table, random, decisions_max=1)
    return table


@pytest.mark.rule("TB-ACT-1", refused=True)
@pytest.mark.parametrize("action", [ChooseDisc(3), Resign(), OfferDraw()])
def test_nobody_acts_before_the_start(action: Any) -> None:
    """Not even a seat that is taken."""
    opened(2).sit(0).ask(0, action).refused("TB-ACT-1", "game_has_not_started", status="open")


@pytest.mark.rule("TB-ACT-1", "TB-ACT-3")
def test_after_the_start_seats_act() -> None:
    """The seat decides; chance answers in the same batch, until a seat is due again."""
    table = with_step("move")
    seat = due(table.game)
    table.ask(seat, action_of(table.game, seat, Random(1)))
    assert table.batch is not None
    assert [entry.by for entry in table.batch.entries] == [seat, CHANCE, CHANCE]
    assert isinstance(table.batch.entries[1].action, DrawMoment)
    assert isinstance(table.batch.entries[2].events[0], DiceRolled)
    assert not table.game.awaits_chance


@pytest.mark.rule("TB-ACT-2", refused=True)
@pytest.mark.parametrize("action", [ChooseDisc(3), Resign(), OfferDraw()])
def test_nobody_acts_after_the_end(action: Any) -> None:
    """Neither after a resignation nor after the game was called off."""
    started(2).ask(0, Resign()).ask(1, action).refused("TB-ACT-2", "game_is_over", status="over")
    aborted = opened(2).ask(TABLE, AbortGame())
    aborted.ask(0, action).refused("TB-ACT-2", "game_is_over", status="aborted")


@pytest.mark.rule("TB-ACT-2")
def test_after_an_end_by_the_rules_the_ruleset_answers() -> None:
    """The ruleset refuses the game's actions with its own rule; the table refuses its own."""
    table = play_on(started(2), Random(11)).then(status="over")
    assert table.game.position.outcome is not None
    with pytest.raises(IllegalAction, match="CM-END-1"):
        perform(table.game, 0, [ChooseDisc(1)], FairDealer(bytes(32)), at=AT)
    table.ask(0, Resign()).refused("TB-ACT-2", "game_is_over", status="over")


@pytest.mark.rule("TB-ACT-1")
def test_several_actions_up_to_the_dice() -> None:
    """Placing and moving in one request make one batch; the dice come after both."""
    table = with_step("place")
    seat = due(table.game)
    both = turn_of(table.game, Random(3))
    table.ask(seat, *both)
    assert table.batch is not None
    assert [entry.by for entry in table.batch.entries] == [seat, seat, CHANCE, CHANCE]
    assert [entry.action for entry in table.batch.entries][:2] == list(both)


@pytest.mark.rule("TB-ACT-1")
def test_a_seat_can_move_and_resign_in_one_request() -> None:
    """The table accepts its own actions while the dice are due; chance answers after them all."""
    table = with_step("place", players=3)
    seat = due(table.game)
    table.ask(seat, *turn_of(table.game, Random(3)), Resign())
    assert table.batch is not None
    assert [entry.by for entry in table.batch.entries][:4] == [seat, seat, seat, CHANCE]


def test_no_game_action_follows_the_dice() -> None:
    """A third action would depend on dice not rolled yet, so the table refuses the whole list."""
    table = with_step("place")
    place, move = turn_of(table.game, Random(3))
    table.ask(due(table.game), place, move, move)
    assert table.refused_with is not None
    assert (table.refused_with.refusal.rule, table.refused_with.index) == ("CM-TURN-1", 2)


@pytest.mark.rule("TB-ACT-1")
def test_a_list_happens_as_a_whole_or_not_at_all() -> None:
    """The index names the refused action; the actions before it do not happen either."""
    table = with_step("place")
    seat = due(table.game)
    place, _ = turn_of(table.game, Random(3))
    before = table.game
    with pytest.raises(IllegalAction) as refused:
        perform(before, seat, [place, MoveEmperor(99)], FairDealer(bytes(32)), at=AT)
    assert (refused.value.refusal.rule, refused.value.index) == ("CM-MOVE-1", 1)
    assert table.game is before


@pytest.mark.rule("TB-ACT-2", refused=True)
def test_an_end_in_the_middle_of_a_list() -> None:
    """The first action ends the game, so the second is refused, and the whole list with it."""
    table = started(2).ask(0, Resign(), OfferDraw())
    table.refused("TB-ACT-2", "game_is_over", index=1, status="running")
    table.refused_with = None
    table.ask(0, Resign()).then(GameConceded(("black",)))


def test_an_empty_list_does_nothing() -> None:
    """Without actions there is no batch, and chance does not answer."""
    assert perform(started(2).game, 0, [], FairDealer(bytes(32)), at=AT).entries == ()


@pytest.mark.rule("TB-ACT-3")
def test_the_creator_seats_bots_and_calls_the_game_off() -> None:
    """The table itself may take these actions."""
    opened(2).ask(TABLE, TakeSeat(0, bot="random"), AbortGame()).then(status="aborted")


@pytest.mark.rule("TB-ACT-3", refused=True)
@pytest.mark.parametrize("action", [ChooseDisc(1), Resign(), OfferDraw()])
def test_the_creator_plays_for_nobody(action: Any) -> None:
    """Neither before nor during nor after the game."""
    for table in (opened(2), started(2), started(2).ask(0, Resign())):
        table.ask(TABLE, action).refused("TB-ACT-3", "action_is_for_seats")


@pytest.mark.rule("TB-ACT-3", refused=True)
def test_a_seat_calls_no_game_off() -> None:
    """Only the creator calls a game off, and a seat may take or leave only itself."""
    opened(2).sit(0).ask(0, AbortGame()).refused("TB-ACT-3", "action_is_for_the_creator")
    opened(2).ask(0, TakeSeat(1)).refused("TB-ACT-3", "seat_of_another")
    opened(2).sit(1).ask(0, LeaveSeat(1)).refused("TB-ACT-3", "seat_of_another")


@pytest.mark.rule("TB-ACT-4", refused=True)
def test_a_game_takes_no_actions_of_another() -> None:
    """In every state and from every seat; in a list, the index names the refused action."""
    facts = {"asked": "end_turn", "ruleset": RULES.meta.pinned}
    for table in (opened(2).sit(0), started(2), started(2).ask(0, Resign())):
        for seat in (0, 1):
            table.ask(seat, EndTurn())
            assert table.refused("TB-ACT-4", "action_of_another_ruleset").facts == facts
            table.refused_with = None
    table_with_a_draw_offer = started(2).ask(0, OfferDraw(), EndTurn())
    assert (
        table_with_a_draw_offer.refused("TB-ACT-4", "action_of_another_ruleset", index=1).facts
        == facts
    )


@pytest.mark.rule("TB-ACT-4")
def test_a_game_takes_its_own_actions_and_those_of_the_table() -> None:
    """From a seat and from the table itself."""
    table = started(2)
    seat = due(table.game)
    table.ask(seat, OfferDraw(), action_of(table.game, seat, Random(1))).then(status="running")


@pytest.mark.rule("TB-SIT-5", refused=True)
@pytest.mark.parametrize("by", [-1, 2, 99])
def test_unknown_seats_do_not_act(by: int) -> None:
    """A foreign record may contain any number: it is refused, and does not index from the end."""
    started(2).ask(by, Resign()).refused("TB-SIT-5", "no_such_seat")


@pytest.mark.rule("TB-ACT-3", refused=True)
@pytest.mark.parametrize("action", [Resign(), AbortGame(), TakeSeat(0)])
def test_chance_only_answers(action: Any) -> None:
    """Chance neither resigns nor takes a seat."""
    opened(2).ask(CHANCE, action).refused("TB-ACT-3", "action_is_not_for_chance")


def test_a_game_is_opened_once() -> None:
    """The first entry of a stream is not an action of an existing game."""
    again: OpenGame[Any, Any] = OpenGame("carolus-magnus@1", RULES.options_type(), "recorded", "")
    opened(2).ask(TABLE, again).refused("TB-ACT-3", "action_is_for_seats")
    with pytest.raises(IllegalAction):
        perform(started(2).game, 0, [again], None, at=AT)


# --- the dice stay hidden ---------------------------------------------------------------------


def turn_of(game: Game, random: Random) -> tuple[Any, Any]:
    """Return a placement and a move for the seat that is due."""
    seat = due(game)
    place = action_of(game, seat, random)
    after = perform(game, seat, [place], None, at=AT).game
    return place, action_of(after, seat, random)


def refused_lists(game: Game) -> list[Sequence[Any]]:
    """Return lists that a rule refuses before or after chance would answer."""
    place, move = turn_of(game, Random(3))
    return [
        [place, move, place],
        [place, move, Resign(), Resign()],
        [place, MoveEmperor(99)],
        [move],
        [place, move, move, move],
    ]


def test_a_refused_list_reveals_nothing_about_the_dice() -> None:
    """The refusal is the same for every secret, and the dealer is never called."""
    game = with_step("place").game
    for actions in refused_lists(game):
        answers = set()
        for secret in (bytes(32), b"\xff" * 32):
            dealer = CountingDealer(secret)
            with pytest.raises(IllegalAction) as refused:
                perform(game, due(game), actions, dealer, at=AT)
            answers.add(msgspec.json.encode([refused.value.refusal, refused.value.index]))
            assert dealer.asked == 0
        assert len(answers) == 1


def test_a_rehearsal_ends_before_the_dice() -> None:
    """Without a dealer, the batch stops where chance is due and has no event of chance."""
    game = with_step("place").game
    batch = perform(game, due(game), turn_of(game, Random(3)), None, at=AT)
    assert batch.game.awaits_chance
    assert all(entry.by == due(game) for entry in batch.entries)
    assert not any(isinstance(event, DiceRolled) for event in batch.events)


def test_a_rehearsal_of_the_last_seat_shows_no_lots() -> None:
    """A rehearsal of taking the last seat shows no lots."""
    game = opened(2).sit(0).game
    batch = perform(game, 1, [TakeSeat(1)], None, at=AT)
    assert batch.game.awaits_chance
    assert batch.game.position == game.position


def test_a_rehearsed_end_reveals_no_secret() -> None:
    """The table reveals the secret when the game is over, not when a rehearsal ends it."""
    batch = perform(started(2).game, 0, [Resign()], None, at=AT)
    assert batch.game.status == "over"
    assert not any(isinstance(event, SecretRevealed) for event in batch.events)


class CountingDealer(FairDealer):
    """A dealer that counts how often it answered."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self.asked = 0

    def answer(self, game: GameDraft) -> Any:
        """Count, then answer."""
        self.asked += 1
        return super().answer(game)


# --- the table reveals the secret once --------------------------------------------------------


def _resignation(table: Table) -> Batch | None:
    return table.ask(0, Resign()).batch


def _played_out(table: Table) -> Batch | None:
    return play_on(table, Random(13)).batch


@pytest.mark.parametrize("end", [_resignation, _played_out], ids=lambda end: end.__name__)
def test_the_secret_is_the_last_event(end: Callable[[Table], Batch | None]) -> None:
    """It appears exactly once, as the last event of the batch that ended the game."""
    batch = end(started(2))
    assert batch is not None
    revealed = [event for event in batch.events if isinstance(event, SecretRevealed)]
    assert revealed == [batch.events[-1]]
    assert batch.game.secret == revealed[0].secret
