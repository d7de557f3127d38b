"""The legal actions of a position.

Orders and dice are counted, not listed. In normal form, ordered pieces are in the order of their
ids, with leaders last; ``decide`` accepts any order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from domain.kit import NO_ACTIONS, ActionKind, Legal, Run, Seat, joined, tag_of
from domain.rulesets.ancients import (
    attack_targets,
    combat_dice,
    combat_due,
    legal_orders,
    movable_pieces,
    ordering,
    paths,
)
from domain.rulesets.ancients.actions import (
    Action,
    AssignDice,
    Attack,
    BattleBack,
    BonusAttack,
    EndBattle,
    EndMovement,
    EvadeTo,
    ExtraHex,
    IgnoreFlags,
    LeaderEvade,
    Momentum,
    Move,
    PlayCard,
    React,
    Reaction,
    RetreatTo,
)
from domain.rulesets.ancients.assigning import Assignments
from domain.rulesets.ancients.board import Piece
from domain.rulesets.ancients.due import awaits
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import NAMES, SideNumber
from domain.rulesets.ancients.paths import OFF
from domain.rulesets.ancients.position import CardPlay, Position, Step

Kinds = Iterator[ActionKind[Action]]


def legal(position: Position, seat: Seat) -> Legal[Action]:
    """Return the legal actions of the seat; none if its decision is not due."""
    due = awaits(position)
    if not due or due[0].seat != seat:
        return NO_ACTIONS
    side = position.options.side_of(seat)
    return joined(tuple(_KINDS[due[0].actions[0]](position, side)))


def listed(slot: str, actions: Sequence[Action], **more: Any) -> ActionKind[Action]:
    """Return a few actions of one kind with one slot; in compact form, its values."""

    def choices() -> dict[str, Any]:
        values = [getattr(one, slot) for one in actions]
        return {"type": tag_of(actions[0]), slot: values, **more}

    return ActionKind([Run(len(actions), actions.__getitem__)] if actions else [], choices)


def _card(position: Position, side: SideNumber) -> Kinds:
    yield listed("card", [PlayCard(card) for card in position.hands[side]])


def _dice(position: Position, side: SideNumber) -> Kinds:
    ids, play = position.battle.ids, _play(position)
    dice = ordering.dice_of(Field(position), side, play)
    ways = Assignments(dice)

    def at(index: int) -> Action:
        return AssignDice(tuple(None if one is None else ids[one] for one in ways.at(index)))

    yield ActionKind(
        [Run(ways.count, at)],
        lambda: {
            "type": "assign_dice",
            "assignments": [[*(ids[one] for one in some), None] for some in dice.options],
            "each": {ids[one]: count for one, count in dice.capacity.items()},
        },
    )


def _moves(position: Position, side: SideNumber) -> Kinds:
    field, play, ids = Field(position), _play(position), position.battle.ids
    found = {
        ids[one]: {
            "off" if at == OFF else NAMES[at]: distance
            for at, distance in sorted(movable_pieces.reach_of(field, play, one).items())
        }
        for one in movable_pieces.movable(field, play)
    }
    yield _two_slots(found, Move, "piece")
    yield listed_alone(EndMovement())


def _attacks(position: Position, side: SideNumber) -> Kinds:
    field, play, ids = Field(position), _play(position), position.battle.ids
    found = {
        ids[one]: {
            NAMES[at]: dice for at, dice in attack_targets.targets(field, play, side, one).items()
        }
        for one in play.orders
        if field.at(one) >= 0
    }
    yield _two_slots(found, Attack, "unit")
    if not attack_targets.must_charge(field, play, side):
        yield listed_alone(EndBattle())


def _two_slots(
    found: Mapping[str, Mapping[str, int]], make: Callable[[str, str], Action], slot: str
) -> ActionKind[Action]:
    """Return the actions of pieces at hexes; in compact form, a number for each hex."""
    some = {piece: places for piece, places in found.items() if places}
    actions = [make(piece, place) for piece, places in some.items() for place in places]
    runs = [Run(len(actions), actions.__getitem__)] if actions else []
    return ActionKind(runs, lambda: {"type": tag_of(make), slot: some})


def listed_alone(action: Action) -> ActionKind[Action]:
    """Return an action without slots."""
    return ActionKind([Run(1, [action].__getitem__)], lambda: {"type": tag_of(action)})


# --- combat ------------------------------------------------------------------------------------


def _reactions(position: Position, side: SideNumber) -> Kinds:
    field, combat = Field(position), combat_due.combat_of(position)
    choices: list[Reaction] = ["stand"]
    able = combat_dice.may_evade_from(field, combat.target, combat.unit)
    if able and paths.evades(field, combat.target):
        choices.append("evade")
    if f"{ordering.FIRST_STRIKE}#1" in position.hands[side]:
        choices.append("first_strike")
    yield listed("choice", [React(one) for one in choices])


def _evades(position: Position, side: SideNumber) -> Kinds:
    ends = paths.evades(Field(position), _piece(position))
    yield listed("to", [EvadeTo(NAMES[at]) for at in ends])


def _flags(position: Position, side: SideNumber) -> Kinds:
    most = combat_due.sources_of(Field(position), _step(position))
    yield listed("count", [IgnoreFlags(count) for count in range(most + 1)])


def _retreats(position: Position, side: SideNumber) -> Kinds:
    found = paths.retreats(Field(position), _piece(position), _step(position).number)
    yield listed("to", [RetreatTo(NAMES[at]) for at in found.ends], losses=found.unmade)


def _leader_paths(position: Position, side: SideNumber) -> Kinds:
    found = paths.leader_paths(Field(position), _piece(position))
    yield listed("path", [LeaderEvade(combat_due.names_of(one.steps)) for one in found])


def _advances(position: Position, side: SideNumber) -> Kinds:
    yield listed("advance", [Momentum(True), Momentum(False)])


def _extra_hexes(position: Position, side: SideNumber) -> Kinds:
    found = combat_due.extra_hexes(Field(position), _piece(position))
    yield listed("to", [ExtraHex(None), *(ExtraHex(NAMES[at]) for at in found)])


def _bonus_attacks(position: Position, side: SideNumber) -> Kinds:
    found = combat_due.bonus_targets(Field(position), _piece(position))
    yield listed("target", [BonusAttack(None), *(BonusAttack(NAMES[at]) for at in found)])


def _battle_backs(position: Position, side: SideNumber) -> Kinds:
    yield listed("fight", [BattleBack(True), BattleBack(False)])


def _play(position: Position) -> CardPlay:
    assert position.play is not None, "a card is on the table"
    return position.play


def _step(position: Position) -> Step:
    return position.stack[-1]


def _piece(position: Position) -> Piece:
    piece = _step(position).piece
    assert piece is not None, "the step has a piece"
    return piece


_KINDS: Final[Mapping[str, Callable[[Position, SideNumber], Kinds]]] = {
    "play_card": _card,
    "issue_orders": legal_orders.orders,
    "assign_dice": _dice,
    "move": _moves,
    "attack": _attacks,
    "react": _reactions,
    "evade_to": _evades,
    "ignore_flags": _flags,
    "retreat_to": _retreats,
    "leader_evade": _leader_paths,
    "momentum": _advances,
    "extra_hex": _extra_hexes,
    "bonus_attack": _bonus_attacks,
    "battle_back": _battle_backs,
}
"""By kind of decision: its legal actions."""
