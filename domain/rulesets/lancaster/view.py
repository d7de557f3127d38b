"""A viewer's view of the position: it hides gold, squires and votes of others (LA-INFO-1)."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.kit import Viewer
from domain.rulesets.lancaster.actions import Ballot, Count, SeatNumber, Strength
from domain.rulesets.lancaster.board import (
    COUNTIES,
    CardId,
    Color,
    CountyId,
    FavourId,
    LawId,
    SpaceId,
    TileId,
)
from domain.rulesets.lancaster.events import AnyEvent, VoteCast
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.position import (
    BOTTOM,
    TOP,
    Battle,
    Outcome,
    Phase,
    Position,
    Side,
    Step,
    ally_of,
    color_of,
    controller,
    is_ally,
    phase_of,
    spaces_of,
)
from domain.rulesets.lancaster.start import start

Number = Annotated[int, Meta(ge=0, le=9999)]
Knights = Annotated[tuple[Strength, ...], Meta(max_length=40)]
Laws = Annotated[tuple[LawId, ...], Meta(max_length=40)]


class StandingKnightView(Struct, frozen=True, forbid_unknown_fields=True):
    """The knight that holds a county."""

    side: Color
    strength: Strength


class CountyView(Struct, frozen=True, forbid_unknown_fields=True):
    """A county: its nobles, those that allies removed, and the knight with its squires."""

    county: CountyId
    nobles: Number
    removed: Number
    knight: StandingKnightView | None
    squires: Number


class BattleSlotView(Struct, frozen=True, forbid_unknown_fields=True):
    """The knights of one side in a battle, ascending."""

    side: Color
    knights: Knights


class BattleView(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle on the board, with its taken slots from slot 1 on."""

    card: CardId
    slots: Annotated[tuple[BattleSlotView, ...], Meta(max_length=40)]


# Not a tuple of two: many generators of clients cannot read such a schema.
BattleRow = Annotated[tuple[BattleView | None, ...], Meta(min_length=2, max_length=2)]


class BattlesView(Struct, frozen=True, forbid_unknown_fields=True):
    """The battles of both rows, by column; null where there is none."""

    top: BattleRow
    bottom: BattleRow


class SupplyView(Struct, frozen=True, forbid_unknown_fields=True):
    """The common supply."""

    gold: Number
    squires: Number
    votes: Number


class LawsView(Struct, frozen=True, forbid_unknown_fields=True):
    """The laws in force, those to vote on (null after the vote), and those that left."""

    current: Laws
    proposed: Annotated[tuple[LawId | None, ...], Meta(max_length=40)]
    gone: Laws


class SideView(Struct, frozen=True, forbid_unknown_fields=True):
    """The knights of one colour; those on counties and battles are shown there."""

    side: Color
    seat: SeatNumber
    ally: bool
    court: Knights
    reserve: Knights
    castle: dict[SpaceId, Strength]
    """The knights on its spaces."""


class CourtSeatView(Struct, frozen=True, forbid_unknown_fields=True):
    """What one player owns."""

    color: Color
    ally: Color | None
    power: Number
    gold: Number | None
    """Null for other viewers, with three to five players until the end."""
    squires: Number | None
    votes: Number
    """Including those of a vote that is not revealed yet."""
    nobles: Annotated[tuple[CountyId, ...], Meta(max_length=40)]
    """In the order in which they were taken."""
    extensions: Annotated[tuple[TileId, ...], Meta(max_length=40)]
    ballot: Ballot | None
    """Null for other viewers, and when there is none."""
    markers: Count | None


class PositionView(Struct, frozen=True, forbid_unknown_fields=True):
    """The position, from the first draws to the end, as far as the viewer may see it."""

    phase: Phase
    step: Step | None
    """The decision that is due; null after the end."""
    round: Annotated[int, Meta(ge=1, le=5)]
    start: SeatNumber
    next_start: SeatNumber | None
    """Named, but not yet in force (LA-SC-COUNTY-10)."""
    active: SeatNumber | None
    """The seat that decides; null if it is chance, or all seats of the queue."""
    queue: Annotated[tuple[SeatNumber, ...], Meta(max_length=40)]
    """The seats that have the decision before them, in their order."""
    subject: CountyId | LawId | CardId | None
    """The county, law or battle in question."""
    favour_side: Color | None
    """The side for which a favour is due."""
    supply: SupplyView
    counties: Annotated[tuple[CountyView, ...], Meta(max_length=40)]
    battles: BattlesView
    battles_gone: Annotated[tuple[CardId, ...], Meta(max_length=40)]
    favours: Annotated[tuple[FavourId, ...], Meta(max_length=40)]
    """Face up."""
    laws: LawsView
    sides: Annotated[tuple[SideView, ...], Meta(max_length=40)]
    """The players' by seat, then the allies' by seat."""
    seats: Annotated[tuple[CourtSeatView, ...], Meta(max_length=40)]
    tiles_valued: Annotated[tuple[TileId, ...], Meta(max_length=40)]
    """The tiles that the active seat has valued."""
    outcome: Outcome | None


_STEPS = frozenset(
    (
        *("table", "ally", "extension", "place", "favour", "vote", "reveal", "law"),
        *("county", "start_player", "castle", "ransom", "cards"),
    )
)


def view(position: Position, viewer: Viewer) -> PositionView | None:
    """Return what the viewer may see; None before the table is arranged."""
    return _shown(position, viewer) if position.round else None


def set_up(options: Options) -> PositionView:
    """Return the view of the set-up before chance has drawn anything, whose round is 0."""
    return _shown(start(options), "arbiter")


def _shown(position: Position, viewer: Viewer) -> PositionView:
    moment = position.moment
    step: Step | None = moment if moment in _STEPS else None  # type: ignore[assignment] # a step
    together = moment == "vote" or not position.queue
    favour = position.favour_side
    return PositionView(
        phase=phase_of(moment, position.subject),
        step=step,
        round=position.round,
        start=position.start,
        next_start=position.next_start,
        active=None if together else position.queue[0],
        queue=position.queue,
        subject=position.subject,  # type: ignore[arg-type] # it names one of these
        favour_side=None if favour is None else color_of(position, favour),
        supply=SupplyView(position.gold_left, position.squires_left, position.votes_left),
        counties=tuple(_county(position, number) for number in range(len(COUNTIES))),
        battles=BattlesView(
            (_battle(position, TOP[0]), _battle(position, TOP[1])),
            (_battle(position, BOTTOM[0]), _battle(position, BOTTOM[1])),
        ),
        battles_gone=position.battles_gone,
        favours=position.favours,
        laws=LawsView(position.current, position.proposed, position.laws_gone),
        sides=tuple(
            _side(position, side) for side, color in enumerate(position.colors) if color is not None
        ),
        seats=tuple(_seat(position, seat, viewer) for seat in range(position.options.players)),
        tiles_valued=position.tiles_valued,
        outcome=position.outcome,
    )


def _county(position: Position, number: int) -> CountyView:
    holder = position.holders[number]
    knight = None
    if holder is not None:
        knight = StandingKnightView(color_of(position, holder.side), holder.strength)
    return CountyView(
        county=COUNTIES[number],
        nobles=position.nobles[number],
        removed=position.removed[number],
        knight=knight,
        squires=0 if holder is None else holder.squires,
    )


def _battle(position: Position, place: int) -> BattleView | None:
    battle: Battle | None = position.battles[place]
    if battle is None:
        return None
    slots = tuple(
        BattleSlotView(color_of(position, slot.side), slot.knights) for slot in battle.slots
    )
    return BattleView(battle.card, slots)


def _side(position: Position, side: Side) -> SideView:
    castle = zip(spaces_of(position, side), position.castles[side], strict=True)
    return SideView(
        side=color_of(position, side),
        seat=controller(position, side),
        ally=is_ally(position, side),
        court=position.courts[side],
        reserve=position.reserves[side],
        castle={space: strength for space, strength in castle if strength},
    )


def _seat(position: Position, seat: int, viewer: Viewer) -> CourtSeatView:
    own = viewer in (seat, "arbiter")
    shown = own or not position.options.has_screens or position.outcome is not None
    ally = ally_of(position, seat)
    ballot = position.ballots[seat] if own else None
    return CourtSeatView(
        color=color_of(position, seat),
        ally=None if ally is None else color_of(position, ally),
        power=position.power[seat],
        gold=position.gold[seat] if shown else None,
        squires=position.squires[seat] if shown else None,
        votes=position.votes[seat],
        nobles=position.tables[seat],
        extensions=position.extensions[seat],
        ballot=ballot,
        markers=None if ballot is None else position.markers[seat],
    )


def view_event(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    """Return what the viewer may see of an event: of a vote, only its own (LA-INFO-2)."""
    if isinstance(event, VoteCast) and viewer not in (event.seat, "arbiter"):
        return replace(event, ballot=None, markers=None)
    return event
