"""The text notation of actions, one line each.

====================================================  ==========================================
``play_card line-command#2``                          a card of the hand
``issue_orders b-HI-4 b-L-1``                         the pieces that are ordered
``issue_orders b-HI-4 b-L-1, by b-L-1``               the same, with their commander
``issue_orders ambush left, t-WA-1 I9, with t-WA-1``  the reserve: section, places, leader's unit
``assign_dice b-HI-4 - b-L-1``                        a piece for each die; - for none
``move b-HI-4 G8``, ``end_movement``                  an ordered move; ``off`` leaves the board
``attack b-HI-4 F8``, ``end_battle``                  an attack on a hex
``react first_strike``                                a reaction
``evade_to C7``, ``retreat_to D6``                    a hex
``ignore_flags 1``                                    a number of flags
``leader_evade D7 C8 off``                            every step of the path
``momentum yes``, ``battle_back no``                  yes or no
``extra_hex D6``, ``bonus_attack -``                  a hex; - for none
``deal_hands rally#1 …, line-command#1 …``            chance: the hands of top and bottom
``roll_dice light flag``                              chance: the faces
``draw_card rally#1``                                 chance: a card
====================================================  ==========================================
"""

from typing import Any, Final

import msgspec

from domain.kit import Malformed, Notation, kinds_of, tag_of
from domain.rulesets.ancients.actions import (
    Action,
    Ambush,
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
    Placement,
    PlayCard,
    React,
    RetreatTo,
    RollDice,
    piece_id,
)

_ORDERS: Final = tag_of(IssueOrders)
_NEEDS: Final = (
    f"{_ORDERS} needs pieces, and by before a commander; or ambush, a section, units with their "
    f"hexes, and with before the unit of the leader; example: {_ORDERS} b-HI-4 b-L-1, by b-L-1"
)
_OTHERS: Final = Notation[Any](
    PlayCard | AssignDice | Move | EndMovement | Attack | EndBattle | React | EvadeTo | IgnoreFlags
    | RetreatTo | LeaderEvade | Momentum | ExtraHex | BonusAttack | BattleBack | DealHands
    | RollDice | DrawCard
)  # fmt: skip
_ALL: Final = [tag_of(kind) for kind in kinds_of(Action)]


def write(action: Action) -> str:
    """Return the action as a line of text that ``parse`` accepts."""
    if not isinstance(action, IssueOrders):
        return _OTHERS.write(action)
    parts = [" ".join((_ORDERS, *action.pieces))]
    if action.commander is not None:
        parts.append(f"by {action.commander}")
    ambush = action.ambush
    if ambush is not None:
        parts[0] = f"{parts[0]} ambush {ambush.section}"
        parts += [f"{one.unit} {one.hex}" for one in ambush.placements]
        if ambush.leader_with is not None:
            parts.append(f"with {ambush.leader_with}")
    return ", ".join(parts)


def parse(text: str) -> Action:
    """Parse a line of text as an action; raise Malformed with what was expected."""
    first = next(iter(text.lower().split(maxsplit=1)), "")
    if first not in _ALL:
        raise Malformed(f"unknown action {first!r}; expected one of: {', '.join(_ALL)}")
    if first != _ORDERS:
        action: Action = _OTHERS.parse(text)
        return action
    try:
        orders = _orders(text.lower().split(maxsplit=1)[1:])
        msgspec.convert(msgspec.to_builtins(orders), IssueOrders)
    except (ValueError, msgspec.ValidationError) as wrong:
        raise Malformed(_NEEDS) from wrong
    return orders


def _orders(rest: list[str]) -> IssueOrders:
    """Return the orders in the rest of a line; raise ValueError."""
    head, *parts = [one.split() for one in (rest or [""])[0].split(",")]
    section: Any = None
    if "ambush" in head:
        *head, _, section = head
    named: dict[str, str] = {}
    placements = []
    for first, second in parts:
        if first in ("by", "with"):
            named[first] = piece_id(second)
        else:
            placements.append(Placement(piece_id(first), second.upper()))
    if section is None and (placements or "with" in named):
        raise ValueError(rest)
    ambush = None
    if section is not None:
        ambush = Ambush(section, tuple(placements), named.get("with"))
    return IssueOrders(tuple(map(piece_id, head)), named.get("by"), ambush)
