"""What the events of a combat change: the pieces, and the steps that follow."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.rulesets.ancients import combat_course as course
from domain.rulesets.ancients import combat_dice
from domain.rulesets.ancients.board import Piece
from domain.rulesets.ancients.events import (
    AttackAnnounced,
    BannerGained,
    BattleBackDeclined,
    BlocksLost,
    DiceRolled,
    FlagsIgnored,
    LeaderEliminated,
    LeaderEvaded,
    LeaderLeftBoard,
    MomentumAdvanced,
    MomentumDeclined,
    ReactionChosen,
    UnitEliminated,
    UnitEvaded,
    UnitRetreated,
)
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import HEX, SIDES
from domain.rulesets.ancients.paths import OFF
from domain.rulesets.ancients.position import (
    ELIMINATED,
    LEFT,
    CardPlay,
    Combat,
    Draft,
    Step,
)


def _attack_announced(d: Draft, e: AttackAnnounced) -> None:
    numbers, field = d.battle.numbers, Field(d)
    unit, target = numbers[e.unit], numbers[e.target]
    if e.role == "battle_back":
        _pop(d)
        course.push(d, [course.struck_back("battle_back", _combat(d))])
        return
    play = play_of(d)
    if e.role == "bonus":
        _pop(d)
    else:
        battles = {**play.battles, unit: play.battles.get(unit, 0) + 1}
        d.play = replace(play, battles=battles)
    on_leader = not field.is_unit(target)
    full = tuple(one for one in (unit, target) if field.is_unit(one) and field.full(one))
    d.combat = Combat(
        unit, target, d.at[unit], HEX[e.hex], e.role == "ranged", e.role == "bonus", full
    )
    course.push(d, course.opening(d.combat, on_leader=on_leader))


def _reaction_chosen(d: Draft, e: ReactionChosen) -> None:
    _pop(d)
    d.combat = replace(_combat(d), reaction=e.choice)
    course.push(d, course.after_reaction(d.combat))


def _rolled_at(d: Draft, field: Field, step: Step, e: DiceRolled) -> None:
    """Apply a roll of one unit against another, or against a lone leader."""
    target, striker = step.piece, step.by
    assert target is not None, "the roll is against a piece"
    assert striker is not None, "a unit rolls"
    if not field.is_unit(target):
        _rolled_at_leader(d, target, e)
        return
    found = combat_dice.score(
        field.type(striker),
        field.type(target),
        e.faces,
        close=e.role not in ("evade", "ranged"),
        led=combat_dice.led(field, striker),
        in_camp=field.ground.get(field.at(target)) == "camp",
    )
    again = [replace(step, role="reroll")] * found.again
    course.push(d, [*again, Step("hit", target, striker, e.role, found.hits, found.flags)])


def _rolled_at_leader(d: Draft, leader: Piece, e: DiceRolled) -> None:
    fell = "leader" in e.faces
    course.push(d, course.falls(leader) if fell else [Step("flee", leader)])


def _rolled_again(d: Draft, field: Field, step: Step, e: DiceRolled) -> None:
    """Add a re-rolled die to the roll that it belongs to (CA-EL-2)."""
    below = len(d.stack)
    _rolled_at(d, field, step, e)
    (added,) = [one for one in d.stack[below:] if one.kind == "hit"]
    d.stack.remove(added)
    place = max(n for n, one in enumerate(d.stack) if one.kind == "hit")
    whole = d.stack[place]
    d.stack[place] = replace(
        whole, number=whole.number + added.number, flags=whole.flags + added.flags
    )


def _leader_checked(d: Draft, field: Field, step: Step, e: DiceRolled) -> None:
    leader = step.piece
    assert leader is not None, "a leader is checked"
    combat = _combat(d)
    d.combat = replace(combat, checked=(*combat.checked, leader))
    if all(face == "leader" for face in e.faces):
        course.push(d, course.falls(leader))
    elif field.unit_of(leader) is None:
        course.push(d, [Step("flee", leader)])


def _escaped(d: Draft, field: Field, step: Step, e: DiceRolled) -> None:
    if "leader" in e.faces:
        assert step.piece is not None, "a leader escapes"
        course.push(d, course.falls(step.piece, step.hex))


def _rampaged(d: Draft, field: Field, step: Step, e: DiceRolled) -> None:
    assert step.hex is not None, "a rampage has a hex"
    target = field.piece_at(step.hex)
    assert target is not None, "someone is there"
    if not field.is_unit(target):
        _rolled_at_leader(d, target, e)
        return
    hits = e.faces.count(field.type(target).class_)
    course.push(d, [Step("hit", target, step.by, "rampage", hits)])


_ROLLED: Final[dict[str, Callable[[Draft, Field, Step, DiceRolled], None]]] = {
    "reroll": _rolled_again,
    "leader_check": _leader_checked,
    "escape": _escaped,
    "rampage": _rampaged,
}
"""By role: what a roll does; all others are rolls of a unit against a piece."""


def roll_in_combat(d: Draft, e: DiceRolled) -> None:
    """Apply the roll that the next step waits for."""
    field, step = Field(d), d.stack.pop()
    _ROLLED.get(e.role, _rolled_at)(d, field, step, e)


def _blocks_lost(d: Draft, e: BlocksLost) -> None:
    _pop(d)
    d.blocks[d.battle.numbers[e.unit]] = e.blocks


def _unit_eliminated(d: Draft, e: UnitEliminated) -> None:
    _pop(d)
    d.at[d.battle.numbers[e.unit]] = ELIMINATED


def _leader_eliminated(d: Draft, e: LeaderEliminated) -> None:
    _pop(d)
    d.at[d.battle.numbers[e.leader]] = ELIMINATED


def _leader_left_board(d: Draft, e: LeaderLeftBoard) -> None:
    _pop(d)
    d.at[d.battle.numbers[e.leader]] = LEFT


def _flags_ignored(d: Draft, e: FlagsIgnored) -> None:
    step = d.stack.pop()
    course.accept(d, Field(d), step, e.flags - e.ignored)


def _unit_retreated(d: Draft, e: UnitRetreated) -> None:
    _pop(d)
    unit = _carry(d, e.unit, e.to)
    if not e.unmade:
        return
    field = Field(d)
    if field.type(unit).is_elephant and course.blocking(field, unit):
        course.push(d, [Step("trample", unit, number=e.unmade)])
    else:
        course.push(d, course.harm(field, unit, e.unmade))


def _unit_evaded(d: Draft, e: UnitEvaded) -> None:
    _pop(d)
    _carry(d, e.unit, e.to)


def _leader_evaded(d: Draft, e: LeaderEvaded) -> None:
    _pop(d)
    field, leader = Field(d), d.battle.numbers[e.leader]
    path = tuple(OFF if one == "off" else HEX[one] for one in e.path)
    side = field.side(leader)
    steps = []
    for at in path:
        unit = field.units.get(at)
        if unit is not None and field.side(unit) != side:
            steps.append(Step("roll", leader, unit, "escape", hex=at))
    if path[-1] == OFF:
        end = [Step("leave", leader), Step("verdict", leader)]
    else:
        end = [Step("arrive", leader, hex=path[-1])]
    course.push(d, [*steps, *end])


def _momentum_advanced(d: Draft, e: MomentumAdvanced) -> None:
    _pop(d)
    unit = _carry(d, e.unit, e.to)
    if d.play is not None:
        d.play = replace(d.play, entered={**d.play.entered, unit: HEX[e.to]})
    if not e.extra:
        more = [] if _combat(d).bonus else [Step("extra", unit)]
        bonus = [] if _combat(d).bonus else [Step("bonus", unit)]
        course.push(d, [*more, Step("capture", unit), Step("verdict"), *bonus])


def _declined(d: Draft, e: MomentumDeclined | BattleBackDeclined) -> None:
    _pop(d)


def _banner_gained(d: Draft, e: BannerGained) -> None:
    side = SIDES.index(e.side)
    d.banners[side] = e.banners
    if e.why == "objective":
        d.objectives[side] += 1
        if "camp_capture" in d.battle.rules:
            unit = d.stack[-1].piece if d.stack else play_of(d).done[-1]
            assert unit is not None, "a unit captured it"
            d.camps = tuple(sorted((*d.camps, d.at[unit])))
    if d.stack:
        _pop(d)


def _carry(d: Draft, unit_id: str, to: str) -> Piece:
    """Put a unit and its leader into a hex."""
    unit = d.battle.numbers[unit_id]
    leader = Field(d).leader_of(unit)
    if leader is not None:
        d.at[leader] = HEX[to]
    d.at[unit] = HEX[to]
    return unit


def _pop(d: Draft) -> None:
    d.stack.pop()


def play_of(d: Draft) -> CardPlay:
    """Return the card on the table."""
    assert d.play is not None, "a card is on the table"
    return d.play


def _combat(d: Draft) -> Combat:
    assert d.combat is not None, "a combat goes on"
    return d.combat


COMBAT: Final[Mapping[type[Any], Callable[[Draft, Any], None]]] = {
    AttackAnnounced: _attack_announced,
    ReactionChosen: _reaction_chosen,
    BlocksLost: _blocks_lost,
    UnitEliminated: _unit_eliminated,
    LeaderEliminated: _leader_eliminated,
    LeaderLeftBoard: _leader_left_board,
    FlagsIgnored: _flags_ignored,
    UnitRetreated: _unit_retreated,
    UnitEvaded: _unit_evaded,
    LeaderEvaded: _leader_evaded,
    MomentumAdvanced: _momentum_advanced,
    MomentumDeclined: _declined,
    BattleBackDeclined: _declined,
    BannerGained: _banner_gained,
}
"""By type of event: what it changes."""
