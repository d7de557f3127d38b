"""The house bots: ``greedy`` plays the action that looks best now, and the ladder below it.

They get the view of their seat and its legal actions, and nothing else. ``greedy`` brings its line
forward together, attacks where the odds are good, and lets weak units evade.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.kit import Legal, Pick, ladder
from domain.rulesets.ancients.actions import (
    Action,
    AssignDice,
    Attack,
    BattleBack,
    BonusAttack,
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
)
from domain.rulesets.ancients.board import CARD, SCENARIO, TYPE, Scenario, UnitType, kind_of
from domain.rulesets.ancients.hexes import HEX, NEIGHBOURS, ROW, SECTIONS_OF, SIDES, distance
from domain.rulesets.ancients.view import PositionView

_LISTED_MAX: Final = 150
"""Of more actions than that, the bot looks at a random sample."""
_FAR: Final = 12
"""A distance beyond which pieces do not matter."""
_GROUP_WORTH: Final[Mapping[str, float]] = {
    "section": 2.0,
    "troop": 2.5,
    "leadership": 3.0,
    "tactic": 2.0,
}


class Sight:
    """What the bot looks at: its units, leaders and enemies by hex."""

    def __init__(self, view: PositionView, side: str) -> None:
        self.view: Final = view
        self.side: Final = side
        self.battle: Final[Scenario] = SCENARIO[view.scenario]
        self.at: Final = {one.id: HEX[one.hex] for one in view.units}
        self.blocks: Final = {one.id: one.blocks for one in view.units}
        self.leaders: Final = {HEX[one.hex]: one.id for one in view.leaders}
        self.units: Final = {HEX[one.hex]: one.id for one in view.units}
        units = [at for one, at in self.at.items() if one[0] != side[0]]
        alone = [at for at in self.leaders if at not in self.units]
        self.enemies: Final = [*units, *(at for at in alone if self.leaders[at][0] != side[0])]
        self._near: Final[dict[int, int]] = {}

    def type(self, unit: str) -> UnitType:
        """Return the type of a unit."""
        return TYPE[unit.split("-")[1]]

    def near(self, at: int) -> int:
        """Return the distance to the nearest enemy, measured once: many actions share a hex."""
        found = self._near.get(at)
        if found is None:
            found = min((distance(at, one) for one in self.enemies), default=_FAR)
            self._near[at] = found
        return found

    def friends(self, at: int) -> int:
        """Return the number of adjacent friends."""
        return sum(
            one in self.units and self.units[one][0] == self.side[0] for one in NEIGHBOURS[at]
        )

    def odds(self, unit: str, target: int, dice: int) -> float:
        """Return about how good an attack is: hits for the unit, less those against it."""
        striker, enemy = self.type(unit), self.units.get(target)
        if enemy is None:
            return 1.5
        type_, here = self.type(enemy), self.at[unit]
        close = distance(here, target) == 1
        led = any(at in self.leaders for at in (here, *NEIGHBOURS[here]))
        chance = 1 + close * (striker.swords + led * (1 - striker.is_elephant))
        hits = dice * chance / 6
        kill = 2.0 if hits >= self.blocks[enemy] - 0.3 else 0.0
        back = 0.0
        if close and type_.id not in _SHY:
            against = 1 + type_.swords
            back = type_.back * against / 6 * (1.4 if self.blocks[unit] == 1 else 0.75)
        return hits + kill + 0.3 / self.blocks[enemy] - back


_SHY: Final = ("LI", "LB", "LS", "LC")
"""Types that mostly evade, and hit little when they stand."""


def greedy(view: PositionView, legal: Legal[Action], pick: Pick) -> Action:
    """Play the action with the highest estimate; among equal ones, a random one."""
    if legal.count <= _LISTED_MAX:
        actions = list(legal)
    else:
        actions = [legal.at(pick(legal.count)) for _ in range(_LISTED_MAX)]
        actions.append(legal.at(legal.count - 1))
    sight = Sight(view, _side(view))
    estimate = _ESTIMATES.get(type(actions[0]))
    if estimate is None:
        return actions[0]
    values = [estimate(sight, one) if type(one) is type(actions[0]) else 0.0 for one in actions]
    best = max(values)
    first = [action for action, value in zip(actions, values, strict=True) if value == best]
    return first[pick(len(first))]


def _side(view: PositionView) -> str:
    """Return the side that decides: in a combat it may be the other one."""
    active = view.active or SIDES[0]
    combat = view.combat
    if combat is None or not combat.after:
        return active
    step = combat.after[0]
    piece = step.piece or (combat.unit if _is_advance(view) else combat.target)
    return SIDES[("t", "b").index(piece[0])]


def _is_advance(view: PositionView) -> bool:
    """Return whether the attacker decides about the vacated hex, not the target."""
    combat = view.combat
    if combat is None or combat.after[0].kind != "follow":
        return False
    return all((one.id, one.hex) != (combat.target, combat.hex) for one in view.units)


# --- orders ------------------------------------------------------------------------------------


def _card(sight: Sight, action: PlayCard) -> float:
    """Prefer cards that order many units near the enemy; keep First Strike."""
    card = CARD[kind_of(action.card)]
    if card.mode in ("none", "copy"):
        return -3.0 if card.mode == "none" else 0.5
    side = SIDES.index(sight.side)
    limit = getattr(sight.view.hand_limits, sight.side)
    ready = {one: at for one, at in sight.at.items() if one[0] == sight.side[0]}
    worth = sorted((_urgency(sight, one) for one in ready), reverse=True)
    if card.mode == "section":
        found = 0.0
        for section, orders in card.sections.items():
            here = [
                _urgency(sight, one)
                for one, at in ready.items()
                if section in SECTIONS_OF[side][at]
            ]
            found += sum(sorted(here, reverse=True)[:orders])
        return found
    if card.mode == "auto_adjacent":
        fighting = [one for one, at in ready.items() if sight.near(at) == 1]
        return 3.0 * len(fighting) - 2.0
    if card.orders is not None:
        kinds = _group(card.orders)
        some = [_urgency(sight, one) for one in ready if sight.type(one).id in kinds]
        most = limit if card.by_command else card.most or len(some)
        return 0.9 * sum(sorted(some, reverse=True)[:most])
    return _GROUP_WORTH[card.group] + 0.5 * sum(worth[:3])


def _group(name: str) -> tuple[str, ...]:
    return tuple(one.id for one in TYPE.values() if name in (one.class_, one.mobility))


def _urgency(sight: Sight, unit: str) -> float:
    """Return how much an order is worth to a unit: strong ones near the enemy come first."""
    near = sight.near(sight.at[unit])
    type_ = sight.type(unit)
    strength = max(type_.attack, 3 if type_.is_elephant else 0)
    return max(0.2, (1.0 + 0.25 * strength + 0.15 * sight.blocks[unit]) - 0.25 * max(0, near - 1))


def _orders(sight: Sight, action: IssueOrders) -> float:
    if action.ambush is not None:
        return 4.0
    units = [one for one in action.pieces if one in sight.at]
    return sum(_urgency(sight, one) for one in units) + 0.01 * len(action.pieces)


def _dice(sight: Sight, action: AssignDice) -> float:
    named = (one for one in action.assignments if one is not None and one in sight.at)
    units = dict.fromkeys(named)  # no set of texts, whose order, and so the sum, could differ
    return sum(_urgency(sight, one) for one in units) + 0.1 * sum(
        one is not None for one in action.assignments
    )


# --- moves and attacks -------------------------------------------------------------------------


def _move(sight: Sight, action: Move) -> float:
    """Come close enough to fight, together with friends; missiles keep their distance."""
    if action.to == "off":
        return 9.0
    to = HEX[action.to]
    if action.piece not in sight.at:
        return _leader_place(sight, to) - _leader_place(sight, _leader_hex(sight, action.piece))
    return _place(sight, action.piece, to) - _place(sight, action.piece, sight.at[action.piece])


def _place(sight: Sight, unit: str, at: int) -> float:
    """Return how good a hex is for a unit."""
    type_, near = sight.type(unit), sight.near(at)
    weak = sight.blocks[unit] == 1
    wanted = min(type_.range, 2) if type_.range else 1
    if weak:
        wanted = 4
    value = -0.6 * abs(near - wanted) if near >= wanted else -0.8 * (wanted - near)
    value += 0.25 * min(sight.friends(at), 3)
    if near == 1 and not weak:
        targets = [one for one in NEIGHBOURS[at] if one in sight.enemies]
        value += max(sight.odds(unit, one, max(type_.attack, 3)) for one in targets) * 0.5
        value -= 0.3 * (len(targets) - 1)
    if at in sight.leaders and sight.leaders[at][0] == sight.side[0]:
        value += 0.4
    return value + 0.01 * (ROW[at] if sight.side == "top" else -ROW[at])


def _leader_hex(sight: Sight, leader: str) -> int:
    return next(at for at, one in sight.leaders.items() if one == leader)


def _leader_place(sight: Sight, at: int) -> float:
    """Return how good a hex is for a leader: with a strong unit."""
    unit = sight.units.get(at)
    if unit is None or unit[0] != sight.side[0]:
        return -0.5 * (sight.near(at) < 3)
    return 0.4 * sight.blocks[unit] + 0.2 * sight.friends(at) - 0.1 * sight.near(at)


def _attack(sight: Sight, action: Attack) -> float:
    type_ = sight.type(action.unit)
    target = HEX[action.target]
    if distance(sight.at[action.unit], target) > 1:
        return 0.5 + sight.odds(action.unit, target, 1)
    return 0.4 + sight.odds(action.unit, target, max(type_.attack, 3))


# --- reactions ---------------------------------------------------------------------------------


def _react(sight: Sight, action: React) -> float:
    combat = sight.view.combat
    assert combat is not None, "a reaction belongs to a combat"
    unit, attacker = combat.target, combat.unit
    if action.choice == "first_strike":
        return 1.0
    type_ = sight.type(unit)
    strong = type_.back * (1 + type_.swords) >= sight.type(attacker).attack
    stands = 0.5 if strong and sight.blocks[unit] > 1 else -0.5
    return stands if action.choice == "stand" else 0.0


def _back(sight: Sight, action: EvadeTo | RetreatTo) -> float:
    at = HEX[action.to]
    return 0.3 * sight.friends(at) + 0.1 * min(sight.near(at), 4)


def _flags(sight: Sight, action: IgnoreFlags) -> float:
    """Stay, unless one block is left."""
    step = None if sight.view.combat is None else sight.view.combat.decision
    weak = step is not None and sight.blocks.get(step.piece, 0) == 1 and not step.losses
    return -action.count if weak else action.count


def _path(sight: Sight, action: LeaderEvade) -> float:
    last = action.path[-1]
    if last == "off":
        return 0.0
    at = HEX[last]
    friend = at in sight.units and sight.units[at][0] == sight.side[0]
    return 2.0 * friend + 0.2 * min(sight.near(at), 4)


def _momentum(sight: Sight, action: Momentum) -> float:
    combat = sight.view.combat
    assert combat is not None, "an advance belongs to a combat"
    weak = sight.blocks[combat.unit] == 1
    return float(action.advance) * (-1.0 if weak else 1.0)


def _extra(sight: Sight, action: ExtraHex) -> float:
    step = sight.view.combat
    assert step is not None, "an extra hex belongs to a combat"
    at = sight.at[step.unit] if action.to is None else HEX[action.to]
    return _place(sight, step.unit, at)


def _bonus(sight: Sight, action: BonusAttack) -> float:
    combat = sight.view.combat
    assert combat is not None, "a bonus belongs to a combat"
    if action.target is None:
        return 0.0
    dice = max(sight.type(combat.unit).attack, 3)
    return 0.3 + sight.odds(combat.unit, HEX[action.target], dice)


def _battle_back(sight: Sight, action: BattleBack) -> float:
    return float(action.fight)


_ESTIMATES: Final[Mapping[type[Action], Callable[[Sight, Any], float]]] = {
    PlayCard: _card,
    IssueOrders: _orders,
    AssignDice: _dice,
    Move: _move,
    Attack: _attack,
    React: _react,
    EvadeTo: _back,
    RetreatTo: _back,
    IgnoreFlags: _flags,
    LeaderEvade: _path,
    Momentum: _momentum,
    ExtraHex: _extra,
    BonusAttack: _bonus,
    BattleBack: _battle_back,
}
"""By kind of action: how good it looks; ending a phase is worth nothing."""

BOTS: Final = ladder(greedy)
