"""The initial position, and the draws that a position requires (CA-SET, CA-CHANCE)."""

from domain.kit import Bounds, Draws
from domain.rulesets.ancients.actions import ChanceAction, DealHands, DrawCard, RollDice
from domain.rulesets.ancients.board import CARDS, FACES
from domain.rulesets.ancients.due import roll_of
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.position import RESERVE, Last, Position, deck_of


def start(options: Options) -> Position:
    """Return the position that awaits the deal."""
    battle = options.battle
    hands = (battle.top.hand, battle.bottom.hand)
    return Position(
        options=options,
        turn=0,
        active=battle.first_side,
        step="deal",
        banners=(0, 0),
        objectives=(0, 0),
        camps=(),
        at=tuple(RESERVE if one is None else one for one in battle.start_hexes),
        blocks=tuple(one.blocks for one in battle.types),
        hands=((), ()),
        limits=hands,
        discard=(),
        last=(Last(), Last()),
        play=None,
        combat=None,
        stack=(),
        draws=(),
        outcome=None,
    )


def asks(position: Position) -> Bounds:
    """Return the draws required by this position, which awaits chance."""
    if position.step == "deal":
        return tuple(len(CARDS) - drawn for drawn in range(sum(position.limits)))
    if position.draws:
        return (len(deck_of(position)),)
    roll = roll_of(position)
    assert roll is not None, "chance is awaited"
    return (len(FACES),) * roll.dice


def answer(position: Position, draws: Draws) -> ChanceAction:
    """Return the action of chance for these draws."""
    if position.step == "deal":
        left = list(CARDS)
        dealt = [left.pop(draw) for draw in draws]
        top = position.limits[0]
        return DealHands(tuple(dealt[:top]), tuple(dealt[top:]))
    if position.draws:
        return DrawCard(deck_of(position)[draws[0]])
    return RollDice(tuple(FACES[draw] for draw in draws))
