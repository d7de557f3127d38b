"""The other dispatch table: event → what it changes. It trusts the events and refuses none."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from domain.rulesets.ancients import combat_course as course
from domain.rulesets.ancients import combat_due, ordering
from domain.rulesets.ancients.apply_combat import COMBAT, play_of, roll_in_combat
from domain.rulesets.ancients.board import in_file_order
from domain.rulesets.ancients.events import (
    AnyEvent,
    BlocksRestored,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    DeckRenewed,
    DiceAssigned,
    DiceRolled,
    GameEnded,
    HandLimitChanged,
    HandsDealt,
    OrdersIssued,
    PhaseEnded,
    PieceMoved,
    TurnEnded,
    UnitLeftBoard,
    UnitsPlaced,
)
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import BOTTOM, HEX, SECTIONS_OF, SIDES, TOP, mirrored
from domain.rulesets.ancients.position import (
    LEFT,
    CardPlay,
    Draft,
    Last,
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
        play = replace(play_of(d), faces=e.faces)
        d.play = play
        usable = ordering.dice_of(Field(d), d.active, play)
        d.step = "assign_dice" if any(usable.options) else "draw"
        return
    roll_in_combat(d, e)


def _orders_issued(d: Draft, e: OrdersIssued) -> None:
    side, numbers = SIDES.index(e.side), d.battle.numbers
    pieces = tuple(numbers[one] for one in e.pieces)
    commander = None if e.commander is None else numbers[e.commander]
    play = play_of(d)
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
        play_of(d),
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
        _, _, cards = combat_due.BENEVENTUM
        d.draws = (side,) * cards
        d.stack.pop()
    d.limits[side] = e.limit


# --- orders and moves --------------------------------------------------------------------------


def _dice_assigned(d: Draft, e: DiceAssigned) -> None:
    """Change nothing: blocks and orders follow in events of their own."""


def _blocks_restored(d: Draft, e: BlocksRestored) -> None:
    d.blocks[d.battle.numbers[e.unit]] = e.blocks


def _piece_moved(d: Draft, e: PieceMoved) -> None:
    piece, to = d.battle.numbers[e.piece], HEX[e.to]
    field, play = Field(d), play_of(d)
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
    play = play_of(d)
    d.play = replace(play, done=(*play.done, unit))


def _phase_ended(d: Draft, e: PhaseEnded) -> None:
    play = play_of(d)
    if e.step == "move":
        d.step = "battle"
    elif e.step == "battle" and play.text is not None and play.text.second_move:
        d.step, d.play = "second_move", replace(play, done=())
    else:
        d.step = "draw"


# --- the end -----------------------------------------------------------------------------------


def _turn_ended(d: Draft, e: TurnEnded) -> None:
    d.turn += 1
    d.active = 1 - d.active
    d.step = "choose_card"


def _game_ended(d: Draft, e: GameEnded) -> None:
    d.outcome = ended(d, e.reason, e.winners)
    d.step, d.combat, d.draws = "over", None, ()
    d.stack.clear()


_APPLY: Final[dict[type[AnyEvent], Callable[[Draft, Any], None]]] = {
    **COMBAT,
    HandsDealt: _hands_dealt,
    CardPlayed: _card_played,
    DiceRolled: _dice_rolled,
    DiceAssigned: _dice_assigned,
    OrdersIssued: _orders_issued,
    UnitsPlaced: _units_placed,
    PieceMoved: _piece_moved,
    PhaseEnded: _phase_ended,
    BlocksRestored: _blocks_restored,
    UnitLeftBoard: _unit_left_board,
    CardDiscarded: _card_discarded,
    CardDrawn: _card_drawn,
    DeckRenewed: _deck_renewed,
    HandLimitChanged: _hand_limit_changed,
    TurnEnded: _turn_ended,
    GameEnded: _game_ended,
}
"""By type of event: what it changes."""
