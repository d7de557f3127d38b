"""A viewer's view of the position: it hides the hand of the other side (CA-HID-1)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.kit import Viewer
from domain.rulesets.ancients import combat_due
from domain.rulesets.ancients.actions import CardId, HexName, PieceId, Reaction
from domain.rulesets.ancients.board import Face, Kind, ScenarioId
from domain.rulesets.ancients.combat_dice import retreat_per_flag
from domain.rulesets.ancients.due import roll_of
from domain.rulesets.ancients.events import AnyEvent, CardDrawn, HandsDealt, Role
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import NAMES, SIDES, Hex, Section, Side, SideNumber
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.paths import retreats
from domain.rulesets.ancients.position import (
    ELIMINATED,
    LEFT,
    RESERVE,
    CardPlay,
    Combat,
    Last,
    Outcome,
    Position,
    Step,
    StepKind,
    deck_of,
)
from domain.rulesets.ancients.start import start

Number = Annotated[int, Meta(ge=0, le=9999)]
Pieces = Annotated[tuple[PieceId, ...], Meta(max_length=99)]
Hand = Annotated[tuple[CardId, ...], Meta(max_length=60)]
Thirds = Annotated[tuple[Section, ...], Meta(max_length=3)]
ViewStep: TypeAlias = Literal[
    "choose_card", "issue_orders", "assign_dice", "move", "battle", "second_move", "draw", "over"
]


class UnitView(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit on the board."""

    id: PieceId
    hex: HexName
    blocks: Number


class LeaderView(Struct, frozen=True, forbid_unknown_fields=True):
    """A leader on the board."""

    id: PieceId
    hex: HexName


class NumbersView(Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each side."""

    top: Number
    bottom: Number


class HandsView(Struct, frozen=True, forbid_unknown_fields=True):
    """The hands, in the order of the cards file; null for those who may not see one."""

    top: Hand | None
    bottom: Hand | None


class LastView(Struct, frozen=True, forbid_unknown_fields=True):
    """What a side played: how many cards on its turns, and the effective kind of the last one."""

    turns: Number
    effective: Kind | None
    thirds: Thirds | None
    """Of the piece chosen with Leadership Any Section, seen from the bottom."""


class LastsView(Struct, frozen=True, forbid_unknown_fields=True):
    """What each side played last."""

    top: LastView
    bottom: LastView


class PlayView(Struct, frozen=True, forbid_unknown_fields=True):
    """The card on the table, and what the pieces have done by it."""

    card: CardId
    effective: Kind | None
    choice: bool
    """Whether it orders one unit of choice (CA-CARD-2)."""
    faces: Annotated[tuple[Face, ...], Meta(max_length=40)] | None
    commander: PieceId | None
    orders: Pieces
    moved: dict[PieceId, Number]
    """The distance of the first ordered move."""
    done: Pieces
    barred: Pieces
    entered: dict[PieceId, HexName]
    battles: dict[PieceId, Number]
    ambushed: Pieces


class StepView(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that follows in a combat."""

    kind: StepKind
    piece: PieceId | None = None
    by: PieceId | None = None
    role: Role | None = None
    number: Number = 0
    flags: Number = 0
    hex: HexName | None = None


class DecisionView(Struct, frozen=True, forbid_unknown_fields=True):
    """The piece that a decision is about, and what is known of it."""

    piece: PieceId
    flags: Number
    may_ignore: Number
    hexes: Number
    """The hexes of the retreat, if no flag is ignored."""
    losses: Number
    """The hexes that the unit cannot make."""


class CombatView(Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """A combat sequence that goes on."""

    unit: PieceId
    target: PieceId
    from_: HexName
    hex: HexName
    ranged: bool
    bonus: bool
    full: Pieces
    """Those at full strength at the announcement (CA-CC-5)."""
    reaction: Reaction | None
    checked: Pieces
    decision: DecisionView | None
    rampage: Annotated[tuple[HexName, ...], Meta(max_length=6)]
    """The hexes that an elephant still has to roll against."""
    after: Annotated[tuple[StepView, ...], Meta(max_length=60)]
    """What follows, innermost first."""


class RollView(Struct, frozen=True, forbid_unknown_fields=True):
    """The roll that chance owes."""

    role: Role
    side: Side
    count: Number
    hex: HexName | None


class PositionView(Struct, frozen=True, forbid_unknown_fields=True):
    """The position, from the deal to the end, as far as the viewer may see it."""

    scenario: ScenarioId
    """The battle: terrain, types of units and names follow from it."""
    sides: tuple[Side, Side]
    """The side of seat 0 and of seat 1."""
    turn: Number
    """From 1; the turns of both sides counted together."""
    active: Side | None
    """Null after the end."""
    step: ViewStep
    banners: NumbersView
    objectives: NumbersView
    """How many of the banners are objectives."""
    camps: Annotated[tuple[HexName, ...], Meta(max_length=40)]
    """The camps that were counted."""
    units: Annotated[tuple[UnitView, ...], Meta(max_length=99)]
    leaders: Annotated[tuple[LeaderView, ...], Meta(max_length=99)]
    reserve: Pieces
    eliminated: Pieces
    left_board: Pieces
    hands: HandsView
    hand_counts: NumbersView
    hand_limits: NumbersView
    deck: Number
    discard: Hand
    """Oldest first."""
    last: LastsView
    play: PlayView | None
    combat: CombatView | None
    roll: RollView | None
    draws: Annotated[tuple[Side, ...], Meta(max_length=60)]
    """The sides for which cards are still drawn."""
    outcome: Outcome | None


def view(position: Position, viewer: Viewer) -> PositionView | None:
    """Return what the viewer may see; None before the hands are dealt."""
    return None if position.step == "deal" else _shown(position, viewer)


def set_up(options: Options) -> PositionView:
    """Return the view of the set-up before the hands are dealt, whose turn is 0."""
    return _shown(start(options), "arbiter")


def _shown(position: Position, viewer: Viewer) -> PositionView:
    ids, at = position.battle.ids, position.at
    count = position.battle.unit_count
    over = position.outcome is not None
    roll = roll_of(position)

    def where(place: int) -> tuple[str, ...]:
        return tuple(one for one, here in zip(ids, at, strict=True) if here == place)

    return PositionView(
        scenario=position.options.scenario,
        sides=position.options.sides,
        turn=position.turn,
        active=None if over else SIDES[position.active],
        step="choose_card" if position.step == "deal" else position.step,
        banners=NumbersView(*position.banners),
        objectives=NumbersView(*position.objectives),
        camps=names(position.camps),
        units=tuple(
            UnitView(ids[one], NAMES[at[one]], position.blocks[one])
            for one in range(count)
            if at[one] >= 0
        ),
        leaders=tuple(
            LeaderView(ids[one], NAMES[at[one]]) for one in range(count, len(ids)) if at[one] >= 0
        ),
        reserve=where(RESERVE),
        eliminated=where(ELIMINATED),
        left_board=where(LEFT),
        hands=HandsView(*(_hand(position, side, viewer) for side in range(len(SIDES)))),
        hand_counts=NumbersView(*map(len, position.hands)),
        hand_limits=NumbersView(*position.limits),
        deck=len(deck_of(position)),
        discard=position.discard,
        last=LastsView(*map(_last, position.last)),
        play=None if position.play is None else _play(position, position.play),
        combat=None if position.combat is None else _combat(position, position.combat),
        roll=None
        if roll is None
        else RollView(roll.role, SIDES[roll.side], roll.dice, _name(roll.hex)),
        draws=tuple(SIDES[side] for side in position.draws),
        outcome=position.outcome,
    )


def names(hexes: tuple[Hex, ...]) -> tuple[str, ...]:
    """Return the names of hexes."""
    return tuple(NAMES[at] for at in hexes)


def _name(at: Hex | None) -> str | None:
    return None if at is None else NAMES[at]


def _hand(position: Position, side: SideNumber, viewer: Viewer) -> tuple[str, ...] | None:
    own = viewer in (position.options.seat_of(side), "arbiter")
    return position.hands[side] if own or position.outcome is not None else None


def _last(last: Last) -> LastView:
    return LastView(last.turns, last.effective, last.thirds)


def _play(position: Position, play: CardPlay) -> PlayView:
    ids = position.battle.ids

    def those(pieces: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(ids[one] for one in pieces)

    return PlayView(
        card=play.card,
        effective=play.effective,
        choice=play.choice,
        faces=play.faces,
        commander=None if play.commander is None else ids[play.commander],
        orders=those(play.orders),
        moved={ids[one]: distance for one, distance in play.moved.items()},
        done=those(play.done),
        barred=those(play.barred),
        entered={ids[one]: NAMES[at] for one, at in play.entered.items()},
        battles={ids[one]: count for one, count in play.battles.items()},
        ambushed=those(play.ambushed),
    )


def _combat(position: Position, combat: Combat) -> CombatView:
    ids = position.battle.ids
    rampage = [
        one.hex for one in reversed(position.stack) if one.role == "rampage" and one.kind == "roll"
    ]
    return CombatView(
        unit=ids[combat.unit],
        target=ids[combat.target],
        from_=NAMES[combat.from_],
        hex=NAMES[combat.hex],
        ranged=combat.ranged,
        bonus=combat.bonus,
        full=tuple(ids[one] for one in combat.full),
        reaction=combat.reaction,
        checked=tuple(ids[one] for one in combat.checked),
        decision=_decision(position, combat),
        rampage=tuple(NAMES[at] for at in rampage if at is not None),
        after=tuple(_step(position, one) for one in reversed(position.stack)),
    )


def _decision(position: Position, combat: Combat) -> DecisionView | None:
    step, field = position.stack[-1], Field(position)
    if step.piece is None or not isinstance(combat_due.look(position), combat_due.Due):
        return None
    ignorable = hexes = losses = 0
    if step.kind == "flags" and step.by is not None:
        ignorable = combat_due.sources_of(field, step)
        hexes = step.flags * retreat_per_flag(field, step.piece, step.by, combat)
    elif step.kind == "retreat":
        hexes = step.number
    if hexes:
        losses = retreats(field, step.piece, hexes).unmade
    piece = position.battle.ids[step.piece]
    return DecisionView(piece, step.flags, ignorable, hexes, losses)


def _step(position: Position, step: Step) -> StepView:
    ids = position.battle.ids
    return StepView(
        kind=step.kind,
        piece=None if step.piece is None else ids[step.piece],
        by=None if step.by is None else ids[step.by],
        role=step.role,
        number=step.number,
        flags=step.flags,
        hex=_name(step.hex),
    )


def view_event(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    """Return what the viewer may see of an event: of cards, only its own (CA-HID-4)."""
    match event:
        case HandsDealt(seats=(top, bottom)) if viewer != "arbiter":
            return replace(
                event,
                top=event.top if viewer == top else None,
                bottom=event.bottom if viewer == bottom else None,
            )
        case CardDrawn(seat=seat) if viewer not in (seat, "arbiter"):
            return replace(event, card=None)
        case _:
            return event
