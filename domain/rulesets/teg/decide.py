"""The dispatch table: action → one rule function. It contains no rules of its own decisions.

It checks that the game runs, that the seat takes part and that its decision is due; then the rule
function checks the rules of this decision. The first check that fails refuses the action.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, get_args

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, Actor, Await
from domain.rulesets.teg.actions import (
    Action,
    Attack,
    ChanceAction,
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
    if position.outcome is not None:
        raise IllegalAction("TG-WIN-3", "game_is_over", by=by)
    if by != CHANCE:
        turns.must_take_part(position, by)
    of_chance = _chance_due(position)
    due = position.active if of_chance is None else CHANCE
    if by != due:
        raise IllegalAction("TG-TURN-1", "decision_of_another", by=by, due=due)
    kind = type(action)
    right = kind not in _OF_CHANCE if of_chance is None else kind is of_chance
    if not right:
        raise IllegalAction(
            "TG-TURN-1",
            "another_decision_is_due",
            asked=_tag(kind),
            expected=[name for one in awaits(position) for name in one.actions],
        )
    return _RULES[kind](position, action)


def awaits(position: Position) -> tuple[Await, ...]:
    """Return the seat whose decision is due, and the kinds that the turn allows (TG-TURN-6).

    The result depends on nothing hidden. For some of the kinds there may be no legal action.
    """
    if position.outcome is not None:
        return ()
    of_chance = _chance_due(position)
    if of_chance is not None:
        return (_awaited(CHANCE, of_chance),)
    seat = position.active
    assert seat is not None, "a turn is running"
    if position.pool != EMPTY_POOL:
        return (_awaited(seat, PlaceTokens, MoveTokens),)
    kinds: list[type[Action]] = []
    if len(position.hands[seat]) >= SET_SIZE and cards.window_is_open(position):
        kinds.append(TradeCards)
    if (
        position.round > ROUND_WITHOUT_ATTACK
        and not position.moved
        and position.conquests < CONQUESTS_MAX
    ):
        kinds.append(Attack)
    return (_awaited(seat, *kinds, MoveTokens, EndTurn),)


def _chance_due(position: Position) -> type[Action] | None:
    """Return the action of chance that is due, or None if a seat is due."""
    if not position.round:
        return DealBoard
    if position.attack is not None:
        return RollDice
    return DrawCard if position.card_due else None


@lru_cache(maxsize=256)
def _awaited(seat: Actor, *kinds: type[Action]) -> Await:
    return Await(seat, tuple(_tag(kind) for kind in kinds))


def _tag(kind: type[Action]) -> str:
    return str(kind.__struct_config__.tag)


_OF_CHANCE: Final = frozenset(get_args(ChanceAction))

_RULES: Final[dict[type[Action], Callable[[Position, Any], Sequence[AnyEvent]]]] = {
    DealBoard: setup.deal_board,
    RollDice: attack.roll_dice,
    DrawCard: turns.draw_card,
    PlaceTokens: placing.place_tokens,
    TradeCards: cards.trade_cards,
    Attack: attack.attack,
    MoveTokens: moving.move_tokens,
    EndTurn: turns.end_turn,
}
