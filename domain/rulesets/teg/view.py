"""The position as somebody sees it: hands and objectives are for their owners (TG-HIDE-1)."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.rulesets.teg.actions import COUNT_MAX, SeatNumber
from domain.rulesets.teg.atlas import TERRITORIES_COUNT, Card, Territory
from domain.rulesets.teg.board import Color, Objective
from domain.rulesets.teg.events import Pool
from domain.rulesets.teg.position import Outcome, Status

Number = Annotated[int, Meta(ge=0, le=COUNT_MAX)]
CardList = Annotated[tuple[Card, ...], Meta(max_length=60)]


class TerritoryView(Struct, frozen=True, forbid_unknown_fields=True):
    """One territory: whose it is and what stands there."""

    territory: Territory
    owner: SeatNumber
    tokens: Number
    arrived: Number
    """How many of the tokens came by a move in this turn (TG-MOVE-6)."""


class SeatView(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before one seat."""

    color: Color
    status: Status
    card_count: Number
    cards: CardList | None
    """Oldest first; null for those who may not see them."""
    trades: Number
    """How often it has traded cards."""
    objective: Objective | None
    """Null if none was dealt, and for those who may not see it."""
    target: SeatNumber | None
    """The seat that the objective asks to destroy, if it does; hidden as the objective is."""


class AttackView(Struct, frozen=True, forbid_unknown_fields=True):
    """An attack whose dice have not been rolled yet."""

    source: Territory
    target: Territory


class PositionView(Struct, frozen=True, forbid_unknown_fields=True):
    """The position, from the deal to the end, as far as the viewer may see it."""

    round: Annotated[int, Meta(ge=1, le=COUNT_MAX)]
    first: SeatNumber
    """The first seat of round 1."""
    active: SeatNumber | None
    """Whose turn it is; null after the end."""
    territories: Annotated[tuple[TerritoryView, ...], Meta(max_length=TERRITORIES_COUNT)]
    """All fifty, in the order of the map."""
    pool: Pool
    """Tokens that the active seat has still to place."""
    seats: Annotated[tuple[SeatView, ...], Meta(max_length=6)]
    deck: Number
    """How many cards can still be drawn."""
    discard: CardList
    """The cards that were given up, oldest first."""
    conquests: Annotated[int, Meta(ge=0, le=3)]
    """Conquests of this turn."""
    attacked: bool
    """Whether there was an attack in this turn."""
    moved: bool
    """Whether tokens were moved in this turn; that ends the attacks (TG-MOVE-5)."""
    attack: AttackView | None
    """The attack that awaits its dice."""
    card_due: bool
    """Whether the active seat awaits the card that it draws."""
    outcome: Outcome | None
