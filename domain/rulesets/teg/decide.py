"""The dispatch table: action → one rule function. It contains no rules of its own decisions.

It checks that the game runs, that the seat takes part and that its decision is due; then the rule
function checks the rules of this decision. The first check that fails refuses the action.
"""

from collections.abc import Sequence
from typing import Final

from domain.kit import CHANCE, NO_DUTY, Actor, Await, Duty, Seat, TurnRules, awaited, duty, not_due
from domain.rulesets.teg.actions import (
    Action,
    Attack,
    DealBoard,
    DrawCard,
    EndTurn,
    MoveTokens,
    PlaceTokens,
    RollDice,
    TradeCards,
)
from domain.rulesets.teg.board import (
    CONQUESTS_MAX,
    EMPTY_POOL,
    ROUND_WITHOUT_ATTACK,
    SEATS,
    SET_SIZE,
)
from domain.rulesets.teg.events import AnyEvent
from domain.rulesets.teg.position import Position
from domain.rulesets.teg.rules import attack, cards, moving, placing, setup, turns


def decide(position: Position, by: Actor, action: Action) -> Sequence[AnyEvent]:
    """Return the events that the action causes.

    Raises IllegalAction: TG-WIN-3 after the end, TG-ELIM-4 or TG-RESIGN-3 if the seat is out of the
    game, TG-TURN-1 if another seat's decision is due, then the rule of the decision itself.
    """
    rule = _duty(position).rules.get((by, type(action)))
    if rule is None:
        if by != CHANCE and position.outcome is None:
            turns.must_take_part(position, by)
        raise not_due(awaits(position), by, action, _TURNS)
    return rule(position, action)


def awaits(position: Position) -> tuple[Await, ...]:
    """Return the seat whose decision is due, and the kinds that the turn allows (TG-TURN-6).

    The result depends on nothing hidden. For some of the kinds there may be no legal action.
    """
    if position.outcome is not None:
        return ()
    of_chance = _chance_due(position)
    if of_chance is not None:
        return (awaited(CHANCE, of_chance),)
    seat = position.active
    assert seat is not None, "a turn is running"
    if position.pool != EMPTY_POOL:
        return (awaited(seat, PlaceTokens, MoveTokens),)
    kinds: list[type[Action]] = []
    if len(position.hands[seat]) >= SET_SIZE and cards.window_is_open(position):
        kinds.append(TradeCards)
    if (
        position.round > ROUND_WITHOUT_ATTACK
        and not position.moved
        and position.conquests < CONQUESTS_MAX
    ):
        kinds.append(Attack)
    return (awaited(seat, *kinds, MoveTokens, EndTurn),)


def order(position: Position) -> tuple[Seat, ...]:
    """Return the turn order of the current round (TG-TURN-2)."""
    if not position.round:
        return ()
    return turns.order_of_round(position, position.round, position.statuses)


def _duty(position: Position) -> Duty:
    """Return who has to decide, with all kinds of a seat: their own rules say when each is due."""
    if position.outcome is not None:
        return NO_DUTY
    of_chance = _chance_due(position)
    if of_chance is not None:
        return _OF_CHANCE[of_chance]
    assert position.active is not None, "a turn is running"
    return _OF_SEATS[position.active]


def _chance_due(position: Position) -> type[Action] | None:
    """Return the action of chance that is due, or None if a seat is due."""
    if not position.round:
        return DealBoard
    if position.attack is not None:
        return RollDice
    return DrawCard if position.card_due else None


_TURNS: Final = TurnRules(over="TG-WIN-3", actor="TG-TURN-1", kind="TG-TURN-1")

_OF_CHANCE: Final[dict[type[Action], Duty]] = {
    DealBoard: duty(CHANCE, {DealBoard: setup.deal_board}),
    RollDice: duty(CHANCE, {RollDice: attack.roll_dice}),
    DrawCard: duty(CHANCE, {DrawCard: turns.draw_card}),
}

_OF_SEATS: Final = tuple(
    duty(
        seat,
        {
            PlaceTokens: placing.place_tokens,
            TradeCards: cards.trade_cards,
            Attack: attack.attack,
            MoveTokens: moving.move_tokens,
            EndTurn: turns.end_turn,
        },
    )
    for seat in range(max(SEATS))
)
"""By seat: any decision of it."""
