"""The house bots: a ladder up to ``greedy``, which plays the action that is worth the most now.

They get the view of their seat and its legal actions, and nothing else.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.kit import Legal, Pick, ladder
from domain.rulesets.lancaster.actions import (
    Action,
    CastVote,
    ChooseExtension,
    ChooseFavour,
    KnightAt,
    PlaceKnight,
    Ransom,
    ScoreCounty,
    UseLaw,
    ValueSource,
)
from domain.rulesets.lancaster.board import (
    BATTLE,
    COUNTY,
    COUNTY_INDEX,
    EDITION,
    FAVOUR,
    ROUNDS,
    SPACE,
    SPACE_INDEX,
    Effect,
)
from domain.rulesets.lancaster.exchanges import EXCHANGES
from domain.rulesets.lancaster.view import BattleView, CourtSeatView, PositionView

_LISTED_MAX: Final = 400
"""Of more actions than that, the bot looks at a random sample."""

_WORTH: Final[Mapping[str, float]] = {
    "GOLD": 0.9,
    "SQUIRE": 0.7,
    "VOTE": 0.3,
    "PP": 1.0,
    "UPGRADE": 2.4,
    "RECRUIT": 3.0,
    "EXTEND": 3.2,
    "NOBLE_ANY": 2.5,
    "VOYAGE": 2.0,
}
"""About how many power points each effect is worth, for each piece."""


def greedy(view: PositionView, legal: Legal[Action], pick: Pick) -> Action:
    """Play the action with the highest estimate; among equal ones, a random one."""
    if legal.count <= _LISTED_MAX:
        actions = list(legal)
    else:
        actions = [legal.at(pick(legal.count)) for _ in range(_LISTED_MAX)]
    values = [_value(view, action) for action in actions]
    best = max(values)
    first = [action for action, value in zip(actions, values, strict=True) if value == best]
    return first[pick(len(first))]


def _value(view: PositionView, action: Action) -> float:
    estimate = _ESTIMATES.get(type(action))
    return 0.0 if estimate is None else estimate(view, action)


def _own(view: PositionView) -> CourtSeatView:
    """Return the seat that decides; in a vote, the one whose gold is shown is not needed."""
    assert view.active is not None, "one seat decides"
    return view.seats[view.active]


def _left(view: PositionView) -> int:
    """Return how many scorings come after this one."""
    return ROUNDS - view.round


def _reward(view: PositionView, effects: tuple[Effect, ...]) -> float:
    return sum(_WORTH[one.op] * one.n * _scale(view, one.op) for one in effects)


def _scale(view: PositionView, op: str) -> float:
    """Return how much of its worth an effect keeps: what takes time is worth less near the end."""
    if op in ("RECRUIT", "UPGRADE"):
        return 0.4 + 0.15 * _left(view)
    if op == "EXTEND":
        return 0.3 + 0.25 * _left(view)
    if op in ("GOLD", "SQUIRE"):
        return 0.5 + 0.125 * _left(view)
    return 1.0 if op != "VOTE" or _left(view) else 0.0


def _extension(view: PositionView, action: ChooseExtension) -> float:
    return {"CS_GOLD": 3.0, "CS_SQUIRES": 2.0, "CS_POWER": 2.5}.get(action.extension, 0.0)


def _placement(view: PositionView, action: PlaceKnight) -> float:
    own = _own(view)
    is_own = action.side == own.color
    if action.to in COUNTY_INDEX:
        return _on_county(view, own, action, is_own=is_own) - 0.6 * action.squires
    if action.to in SPACE_INDEX:
        reward = SPACE[action.to].reward
        spent = 0.6 * SPACE[action.to].cost.squire
        gain = _reward(view, reward) if is_own else 0.5
        return gain - spent - 0.35 * action.strength
    return _on_battle(view, action, is_own=is_own)


def _on_county(
    view: PositionView, own: CourtSeatView, action: PlaceKnight, *, is_own: bool
) -> float:
    county = view.counties[next(n for id_, n in COUNTY_INDEX.items() if id_ == action.to)]
    reward = _reward(view, COUNTY[county.county].reward)
    if not is_own:
        return 0.8 + (1.0 if county.knight is not None else 0.0)
    noble = 0.0
    if county.nobles and county.county not in own.nobles:
        noble = 0.8 + 0.9 * len(own.nobles)
    can_pay = (own.gold or 0) >= EDITION.both_cost_gold
    gain = noble + reward - 1.0 if noble and can_pay else max(noble, reward)
    return gain - 0.3 * action.strength + 0.25 * (action.strength + action.squires)


def _on_battle(view: PositionView, action: PlaceKnight, *, is_own: bool) -> float:
    bonus = max((_reward(view, FAVOUR[one].reward) for one in view.favours), default=0.0)
    if not is_own:
        return 0.3 + 0.3 * bonus
    battle = next(
        one
        for one in (*view.battles.top, *view.battles.bottom)
        if one is not None and one.card == action.to
    )
    return bonus + _gain_in(battle, action) - 0.25 * action.strength


def _gain_in(battle: BattleView, action: PlaceKnight) -> float:
    """Return how many more points the battle would bring now with the knight than without."""
    stakes: dict[str, int] = {slot.side: sum(slot.knights) for slot in battle.slots}
    before = _points(battle, stakes, action.side)
    stakes[action.side] = stakes.get(action.side, 0) + action.strength
    return _points(battle, stakes, action.side) - before


def _points(battle: BattleView, stakes: Mapping[str, int], side: str) -> float:
    if side not in stakes:
        return 0.0
    card = BATTLE[battle.card]
    order = list(stakes)
    ranked = sorted(order, key=lambda one: (stakes[one], order.index(one)), reverse=True)
    rank = ranked.index(side)
    english = sum(stakes.values())
    won = (*card.pp, 0, 0)[rank]
    lost = (*card.pp[1:], 0, 0, 0)[rank]
    odds = min(1.0, english / card.f)
    return odds * won + (1 - odds) * lost


def _favour(view: PositionView, action: ChooseFavour) -> float:
    own = _own(view)
    reward = FAVOUR[action.favour].reward
    if view.favour_side != own.color:
        return 1.0 if action.upgrade is not None else 0.0
    used = {
        "UPGRADE": action.upgrade is not None,
        "NOBLE_ANY": action.noble is not None,
    }
    if not all(used.get(one.op, True) for one in reward):
        return 0.0
    if action.noble is not None:
        return 0.8 + 0.9 * len(own.nobles)
    return _reward(view, reward) + _of_knight(action.upgrade)


def _of_knight(knight: KnightAt | None) -> float:
    """Return the preference among knights: strong ones, and those in battles."""
    if knight is None:
        return 0.0
    return 0.1 * knight.strength + (0.3 if knight.at in BATTLE else 0.0)


def _vote(view: PositionView, action: CastVote) -> float:
    """Prefer laws that bring points at once; spend all markers in the last vote."""
    law = next(one for one in view.laws.proposed if one is not None)
    pays = law in ("L03", "L11", "L12", "L13", "L16", "L17", "L05", "L18")
    is_last = sum(one is not None for one in view.laws.proposed) == 1
    return float((action.ballot == "yes") == pays) + (0.01 * action.markers if is_last else 0.0)


def _law(view: PositionView, action: UseLaw) -> float:
    exchange = EXCHANGES.get(action.law)
    if exchange is not None:
        if exchange.votes:
            return -float(action.amount)
        cost = exchange.gold * _WORTH["GOLD"] * _scale(view, "GOLD")
        cost += exchange.squires * _WORTH["SQUIRE"] * _scale(view, "SQUIRE")
        return action.amount * (exchange.power - cost)
    used = action.amount + len(action.extensions) + action.swap + (action.upgrade is not None)
    return used + _of_knight(action.upgrade)


def _county(view: PositionView, action: ScoreCounty) -> float:
    own = _own(view)
    county = next(one for one in view.counties if one.county == view.subject)
    assert county.knight is not None, "it is valued"
    used = {
        "UPGRADE": action.upgrade is not None,
        "RECRUIT": action.recruit,
        "EXTEND": action.extension is not None,
        "VOYAGE": action.voyage is not None,
    }
    value = 0.0
    is_own = county.knight.side == own.color
    if action.option != "noble":
        effects = COUNTY[county.county].reward
        value += _reward(view, tuple(one for one in effects if used.get(one.op, True)))
        value += _of_knight(action.upgrade)
    if action.option != "reward":
        value += 0.8 + 0.9 * len(own.nobles) if is_own else 0.1
    if action.option == "both":
        value -= EDITION.both_cost_gold * 0.5
    if action.extension is not None:
        value += 0.1 * _extension(view, ChooseExtension(action.extension))
    return value


def _source(view: PositionView, action: ValueSource) -> float:
    """Take goods first, and then pay for what costs something."""
    space = SPACE[action.space]
    if not action.use:
        return 0.0 if space.cost.squire else -1.0
    value = _reward(view, space.reward) - 0.7 * _scale(view, "SQUIRE") * space.cost.squire
    return value + (5.0 if not space.cost.squire else 0.0) + _of_knight(action.upgrade)


def _ransom(view: PositionView, action: Ransom) -> float:
    return float(sum(action.knights))


_ESTIMATES: Final[Mapping[type[Action], Callable[[PositionView, Any], float]]] = {
    ChooseExtension: _extension,
    PlaceKnight: _placement,
    ChooseFavour: _favour,
    CastVote: _vote,
    UseLaw: _law,
    ScoreCounty: _county,
    ValueSource: _source,
    Ransom: _ransom,
}
"""By kind of action: an estimate of its worth in power points."""

BOTS: Final = ladder(greedy)
