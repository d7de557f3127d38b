"""The dispatch table: action → one rule function. It contains no rules of its own decisions."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.kit import CHANCE, Actor, IllegalAction, Seat, TurnRules, is_due, not_due
from domain.rulesets.ancients import due
from domain.rulesets.ancients.actions import (
    Action,
    AssignDice,
    Attack,
    BattleBack,
    BonusAttack,
    DealHands,
    DrawCard,
    EndBattle,
    EndMovement,
    EvadeTo,
    ExtraHex,
    IgnoreFlags,
    IssueOrders,
    LeaderEvade,
    Momentum,
    Move,
    PlayCard,
    React,
    RetreatTo,
    RollDice,
)
from domain.rulesets.ancients.events import AnyEvent
from domain.rulesets.ancients.position import Position
from domain.rulesets.ancients.rules import automatic, cards, chance, combat, moves, orders
from domain.rulesets.ancients.rules.play import Play

_TURNS: Final = TurnRules(over="CA-VIC-2", actor="CA-TURN-1", kind="CA-TURN-1")

awaits: Final = due.awaits


def decide(position: Position, by: Actor, action: Action) -> Sequence[AnyEvent]:
    """Return the events that the action causes, with all that follows by itself.

    Raises IllegalAction: CA-VIC-2 or CA-TURN-1 if the decision is not due, CA-CARD-1 for orders
    under a card that selects by itself; then the rule of the decision.
    """
    if not is_due(awaits(position), by, action):
        _must_not_select(position, by, action)
        raise not_due(awaits(position), by, action, _TURNS)
    play = Play(position)
    side: Any = by if by == CHANCE else position.options.side_of(by)
    _RULES[type(action)](play, side, action)
    automatic.go_on(play)
    return play.events


def _must_not_select(position: Position, by: Actor, action: Action) -> None:
    """Refuse orders under a card that selects by itself."""
    play = position.play
    if not isinstance(action, IssueOrders) or play is None or by == CHANCE:
        return
    active = position.options.seat_of(position.active)
    if position.step == "battle" and by == active and automatic.selects(play):
        raise IllegalAction("CA-CARD-1", "selection_not_taken", card=play.card)


def order(position: Position) -> tuple[Seat, ...]:
    """Return both seats, the active one first; nothing before the hands are dealt."""
    return due.order(position)


_RULES: Final[dict[type[Action], Callable[[Play, Any, Any], None]]] = {
    PlayCard: cards.play_card,
    AssignDice: cards.assign_dice,
    IssueOrders: orders.issue_orders,
    Move: moves.move,
    EndMovement: moves.end_movement,
    Attack: combat.attack,
    EndBattle: combat.end_battle,
    React: combat.react,
    EvadeTo: combat.evade_to,
    IgnoreFlags: combat.ignore_flags,
    RetreatTo: combat.retreat_to,
    LeaderEvade: combat.leader_evade,
    Momentum: combat.momentum,
    ExtraHex: combat.extra_hex,
    BonusAttack: combat.bonus_attack,
    BattleBack: combat.battle_back,
    DealHands: chance.deal_hands,
    RollDice: chance.roll_dice,
    DrawCard: chance.draw_card,
}
"""By kind: the rule of the decision."""
