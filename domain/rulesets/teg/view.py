"""A viewer's view of the position: only its owner sees a hand or an objective (TG-HIDE-1)."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.kit import Seat, Viewer
from domain.rulesets.teg.actions import COUNT_MAX, SeatNumber
from domain.rulesets.teg.atlas import CARDS, TERRITORIES, TERRITORIES_COUNT, Card, Territory
from domain.rulesets.teg.board import Color, Objective, ObjectiveId
from domain.rulesets.teg.events import AnyEvent, BoardDealt, CardDrawn, Pool, SeatEliminated
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.position import STATUSES, Outcome, Position, Status
from domain.rulesets.teg.rules.objectives import target_of
from domain.rulesets.teg.start import start

Number = Annotated[int, Meta(ge=0, le=COUNT_MAX)]
CardList = Annotated[tuple[Card, ...], Meta(max_length=60)]


class HeldTerritoryView(Struct, frozen=True, forbid_unknown_fields=True):
    """One territory: its owner and its tokens."""

    territory: Territory
    owner: SeatNumber
    tokens: Number
    arrived: Number
    """How many of the tokens moved here in this turn (TG-MOVE-6)."""


class SeatView(Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces of one seat."""

    color: Color
    status: Status
    """``active`` seats are in the game, whether or not it is their turn; ``resigned`` ones have
    left it (TG-RESIGN-1)."""
    card_count: Number
    cards: CardList | None
    """Oldest first; null for viewers who may not see them."""
    trades: Number
    """The number of its trades."""
    objective: Objective | None
    """Null if the game has no secret objectives, and for viewers who may not see it."""
    target: SeatNumber | None
    """The seat that the objective is to destroy, if any; hidden together with the objective."""


class AttackDueView(Struct, frozen=True, forbid_unknown_fields=True):
    """An attack whose dice are still due."""

    source: Territory
    target: Territory


class PositionView(Struct, frozen=True, forbid_unknown_fields=True):
    """The position, from the deal to the end, as far as the viewer may see it."""

    round: Annotated[int, Meta(ge=1, le=COUNT_MAX)]
    first: SeatNumber
    """The first seat of round 1."""
    active: SeatNumber | None
    """The seat whose turn it is; null after the end."""
    territories: Annotated[tuple[HeldTerritoryView, ...], Meta(max_length=TERRITORIES_COUNT)]
    """All fifty territories, in the order of the map."""
    pool: Pool
    """The tokens that the active seat still has to place."""
    seats: Annotated[tuple[SeatView, ...], Meta(max_length=6)]
    deck: Number
    """The number of cards left to draw."""
    discard: CardList
    """The discarded cards, oldest first."""
    conquests: Annotated[int, Meta(ge=0, le=3)]
    """The number of conquests in this turn."""
    conquered: Territory | None
    """The territory conquered last, in this turn or an earlier one."""
    attacked: bool
    """Whether the active seat has attacked in this turn."""
    moved: bool
    """Whether the active seat has moved tokens in this turn, which ends the attacks (TG-MOVE-5)."""
    attack: AttackDueView | None
    """The attack that awaits its dice."""
    card_due: bool
    """Whether the active seat awaits the card that it draws."""
    outcome: Outcome | None


def view(position: Position, viewer: Viewer) -> PositionView | None:
    """Return the view, or None before the board is dealt (TG-HIDE-1, TG-HIDE-2)."""
    return _shown(position, viewer) if position.round else None


def set_up(options: Options) -> PositionView:
    """Return what is on the table before the deal: round 0, and no territories.

    Raises IllegalAction for options that a rule refuses (TG-OPT-1).
    """
    return _shown(start(options), "spectator")


def _shown(position: Position, viewer: Viewer) -> PositionView:
    attack = position.attack
    return PositionView(
        round=position.round,
        first=position.first,
        active=position.active,
        territories=tuple(
            map(HeldTerritoryView, TERRITORIES, position.owners, position.tokens, position.arrived)
        ),
        pool=Pool(*position.pool),
        seats=tuple(
            _seat(position, seat, open_to_viewer=viewer in (seat, "arbiter"))
            for seat in range(position.options.players)
        ),
        deck=len(position.deck),
        discard=_names(position.discard),
        conquests=position.conquests,
        conquered=None if position.conquered is None else TERRITORIES[position.conquered],
        attacked=position.attacked,
        moved=position.moved,
        attack=attack and AttackDueView(TERRITORIES[attack[0]], TERRITORIES[attack[1]]),
        card_due=position.card_due,
        outcome=position.outcome,
    )


def _seat(position: Position, seat: Seat, *, open_to_viewer: bool) -> SeatView:
    hand = position.hands[seat]
    objective = position.objectives[seat] if open_to_viewer and position.objectives else None
    return SeatView(
        color=position.options.seat_colors[seat],
        status=STATUSES[position.statuses[seat]],
        card_count=len(hand),
        cards=_names(hand) if open_to_viewer else None,
        trades=position.trades[seat],
        objective=objective,
        target=None if objective is None else target_of(position, seat),
    )


def _names(cards: bytes) -> tuple[Card, ...]:
    return tuple([CARDS[card] for card in cards])


def view_event(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    """Return the event for this viewer, with hidden members as null (``HIDDEN``)."""
    if viewer == "arbiter":
        return event
    match event:
        case BoardDealt(objectives=objectives) if objectives:
            return replace(event, objectives=_own_objective(objectives, viewer))
        case SeatEliminated():
            inherited = event.inherited if viewer in (event.seat, event.conqueror) else None
            # A freed seat learns only of itself; nobody learns of another seat.
            freed = tuple(seat for seat in event.freed or () if seat == viewer)
            return replace(event, inherited=inherited, freed=freed)
        case CardDrawn(seat=seat) if seat != viewer:
            return replace(event, card=None)
        case _:
            return event


def _own_objective(
    objectives: tuple[ObjectiveId | None, ...], viewer: Viewer
) -> tuple[ObjectiveId | None, ...] | None:
    if viewer == "spectator":
        return None
    return tuple(objective if seat == viewer else None for seat, objective in enumerate(objectives))
