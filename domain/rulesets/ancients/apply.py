"""The other dispatch table: event → what it changes. It trusts the events and refuses none."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from domain.rulesets.ancients import combat as course
from domain.rulesets.ancients import fighting, ordering
from domain.rulesets.ancients.board import Piece, in_file_order
from domain.rulesets.ancients.events import (
    AnyEvent,
    AttackAnnounced,
    BannerGained,
    BattleBackDeclined,
    BlocksLost,
    BlocksRestored,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    DeckRenewed,
    DiceAssigned,
    DiceRolled,
    FlagsIgnored,
    GameEnded,
    HandLimitChanged,
    HandsDealt,
    LeaderEliminated,
    LeaderEvaded,
    LeaderLeftBoard,
    MomentumAdvanced,
    MomentumDeclined,
    OrdersIssued,
    PhaseEnded,
    PieceMoved,
    ReactionChosen,
    TurnEnded,
    UnitEliminated,
    UnitEvaded,
    UnitLeftBoard,
    UnitRetreated,
    UnitsPlaced,
)
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import BOTTOM, HEX, SECTIONS_OF, SIDES, TOP, mirrored
from domain.rulesets.ancients.paths import OFF
from domain.rulesets.ancients.position import (
    ELIMINATED,
    LEFT,
    CardPlay,
    Combat,
    Draft,
    Last,
    Step,
    ended,
)


def apply(draft: Draft, events: Sequence[AnyEvent]) -> None:
    """Change the draft as the events say."""
    for event in events:
        _APPLY[type(event)](draft, event)
        if draft.combat is not None:
            course.settle(draft)


# --- cards -------------------------------------------------------------------------------------


def _hands_dealt(d: Draft, e: HandsDealt) -> None:
    assert e.top is not None, "a stored event hides nothing"
    assert e.bottom is not None, "a stored event hides nothing"
    d.hands = [in_file_order(e.top), in_file_order(e.bottom)]
    d.turn, d.step = 1, "choose_card"


def _card_played(d: Draft, e: CardPlayed) -> None:
    side = SIDES.index(e.side)
    d.hands[side] = tuple(one for one in d.hands[side] if one != e.card)
    d.last[side] = Last(d.last[side].turns + 1, e.effective)
    play = CardPlay(e.card, e.effective)
    d.play = play = replace(play, choice=ordering.is_choice(Field(d), side, play))
    d.step = ordering.next_step(d, Field(d), side, play)


def _dice_rolled(d: Draft, e: DiceRolled) -> None:
    if e.role in ("spartacus", "rally"):
        play = replace(_play(d), faces=e.faces)
        d.play = play
        usable = ordering.dice_of(Field(d), d.active, play)
        d.step = "assign_dice" if any(usable.options) else "draw"
        return
    field, step = Field(d), d.stack.pop()
    _ROLLED.get(e.role, _rolled_at)(d, field, step, e)


def _orders_issued(d: Draft, e: OrdersIssued) -> None:
    side, numbers = SIDES.index(e.side), d.battle.numbers
    pieces = tuple(numbers[one] for one in e.pieces)
    commander = None if e.commander is None else numbers[e.commander]
    play = _play(d)
    d.play = replace(play, orders=pieces, commander=commander)
    if play.effective == ordering.ANY_SECTION and pieces:
        chosen = pieces[0] if commander is None else commander
        d.last[side] = replace(d.last[side], thirds=SECTIONS_OF[BOTTOM][d.at[chosen]])
    still = play.text is not None and play.text.no_movement
    d.step = "battle" if still else "move"


def _units_placed(d: Draft, e: UnitsPlaced) -> None:
    numbers = d.battle.numbers
    placed = {numbers[one.unit]: HEX[one.hex] for one in e.placements}
    for unit, at in placed.items():
        d.at[unit] = at
    if e.leader_with is not None:
        leader = numbers[next(iter(dict(d.battle.reserve_leaders)))]
        d.at[leader] = d.at[numbers[e.leader_with]]
    field = Field(d)
    halted = [
        unit
        for unit, at in placed.items()
        if field.stops(at, mounted_or_leader=not field.type(unit).is_foot)
    ]
    d.play = replace(
        _play(d),
        orders=tuple(placed),
        moved=dict.fromkeys(placed, 1),
        entered=placed,
        ambushed=tuple(placed),
        done=tuple(halted),
    )
    if d.last[TOP].effective == ordering.ANY_SECTION:
        d.last[TOP] = replace(d.last[TOP], thirds=(mirrored(e.section),))
    d.step = "move"


def _card_discarded(d: Draft, e: CardDiscarded) -> None:
    d.discard = (*d.discard, e.card)
    if d.step == "draw":
        d.play = None
        missing = [d.limits[side] - len(d.hands[side]) for side in (TOP, BOTTOM)]
        other = 1 - d.active
        d.draws = (*[other] * missing[other], *[d.active] * missing[d.active])
    else:
        passive = 1 - d.active
        d.hands[passive] = tuple(one for one in d.hands[passive] if one != e.card)


def _card_drawn(d: Draft, e: CardDrawn) -> None:
    assert e.card is not None, "a stored event hides nothing"
    side = SIDES.index(e.side)
    d.hands[side] = in_file_order((*d.hands[side], e.card))
    d.draws = d.draws[1:]


def _deck_renewed(d: Draft, e: DeckRenewed) -> None:
    d.discard = ()


def _hand_limit_changed(d: Draft, e: HandLimitChanged) -> None:
    side = SIDES.index(e.side)
    if d.step != "draw":
        _, _, cards = course.BENEVENTUM
        d.draws = (side,) * cards
        _pop(d)
    d.limits[side] = e.limit


# --- orders and moves --------------------------------------------------------------------------


def _dice_assigned(d: Draft, e: DiceAssigned) -> None:
    """Change nothing: blocks and orders follow in events of their own."""


def _blocks_restored(d: Draft, e: BlocksRestored) -> None:
    d.blocks[d.battle.numbers[e.unit]] = e.blocks


def _piece_moved(d: Draft, e: PieceMoved) -> None:
    piece, to = d.battle.numbers[e.piece], HEX[e.to]
    field, play = Field(d), _play(d)
    barred = play.barred
    done = [piece]
    if field.is_unit(piece):
        leader = field.leader_of(piece)
        if leader is not None:
            d.at[leader] = to
            done = [leader, piece] if leader in play.orders else done
    elif to in field.units:
        barred = (*barred, field.units[to])
    d.at[piece] = to
    moved = {**play.moved, piece: e.distance} if d.step == "move" else play.moved
    d.play = replace(
        play,
        moved=moved,
        done=(*play.done, *done),
        barred=barred,
        entered={**play.entered, piece: to},
    )


def _unit_left_board(d: Draft, e: UnitLeftBoard) -> None:
    unit = d.battle.numbers[e.unit]
    d.at[unit], d.blocks[unit] = LEFT, 0
    if e.leader is not None:
        d.at[d.battle.numbers[e.leader]] = LEFT
    play = _play(d)
    d.play = replace(play, done=(*play.done, unit))


def _phase_ended(d: Draft, e: PhaseEnded) -> None:
    play = _play(d)
    if e.step == "move":
        d.step = "battle"
    elif e.step == "battle" and play.text is not None and play.text.second_move:
        d.step, d.play = "second_move", replace(play, done=())
    else:
        d.step = "draw"


# --- combat ------------------------------------------------------------------------------------


def _attack_announced(d: Draft, e: AttackAnnounced) -> None:
    numbers, field = d.battle.numbers, Field(d)
    unit, target = numbers[e.unit], numbers[e.target]
    if e.role == "battle_back":
        _pop(d)
        course.push(d, [course.struck_back("battle_back", _combat(d))])
        return
    play = _play(d)
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
    found = fighting.score(
        field.type(striker),
        field.type(target),
        e.faces,
        close=e.role not in ("evade", "ranged"),
        led=fighting.led(field, striker),
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
    assert target is not None, "somebody is there"
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
            unit = d.stack[-1].piece if d.stack else _play(d).done[-1]
            assert unit is not None, "a unit captured it"
            d.camps = tuple(sorted((*d.camps, d.at[unit])))
    if d.stack:
        _pop(d)


# --- the end -----------------------------------------------------------------------------------


def _turn_ended(d: Draft, e: TurnEnded) -> None:
    d.turn += 1
    d.active = 1 - d.active
    d.step = "choose_card"


def _game_ended(d: Draft, e: GameEnded) -> None:
    d.outcome = ended(d, e.reason, e.winners)
    d.step, d.combat, d.draws = "over", None, ()
    d.stack.clear()


# --- pieces ------------------------------------------------------------------------------------


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


def _play(d: Draft) -> CardPlay:
    assert d.play is not None, "a card is on the table"
    return d.play


def _combat(d: Draft) -> Combat:
    assert d.combat is not None, "a combat goes on"
    return d.combat


_APPLY: Final[dict[type[AnyEvent], Callable[[Draft, Any], None]]] = {
    HandsDealt: _hands_dealt,
    CardPlayed: _card_played,
    DiceRolled: _dice_rolled,
    DiceAssigned: _dice_assigned,
    OrdersIssued: _orders_issued,
    UnitsPlaced: _units_placed,
    PieceMoved: _piece_moved,
    PhaseEnded: _phase_ended,
    AttackAnnounced: _attack_announced,
    ReactionChosen: _reaction_chosen,
    BlocksLost: _blocks_lost,
    BlocksRestored: _blocks_restored,
    UnitEliminated: _unit_eliminated,
    LeaderEliminated: _leader_eliminated,
    LeaderLeftBoard: _leader_left_board,
    UnitLeftBoard: _unit_left_board,
    FlagsIgnored: _flags_ignored,
    UnitRetreated: _unit_retreated,
    UnitEvaded: _unit_evaded,
    LeaderEvaded: _leader_evaded,
    MomentumAdvanced: _momentum_advanced,
    MomentumDeclined: _declined,
    BattleBackDeclined: _declined,
    BannerGained: _banner_gained,
    CardDiscarded: _card_discarded,
    CardDrawn: _card_drawn,
    DeckRenewed: _deck_renewed,
    HandLimitChanged: _hand_limit_changed,
    TurnEnded: _turn_ended,
    GameEnded: _game_ended,
}
"""By type of event: what it changes."""
