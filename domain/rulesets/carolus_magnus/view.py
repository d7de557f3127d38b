"""The public view of a position. All information is open (CM-TURN-3), so it hides nothing."""

from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.kit import Viewer
from domain.rulesets.carolus_magnus.actions import Segment
from domain.rulesets.carolus_magnus.board import CLANS_COUNT, NOBODY, SIDES, Side
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import (
    Outcome,
    Phase,
    Position,
    Step,
    castles_in_play,
    run_of_segments,
)
from domain.rulesets.carolus_magnus.rules.opening import discs_held
from domain.rulesets.carolus_magnus.rules.setup import emperor_start
from domain.rulesets.carolus_magnus.start import start

Count = Annotated[int, Meta(ge=0, le=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Disc = Annotated[int, Meta(ge=1, le=5)]


class Paladins(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of paladins for each clan; zero for a clan that is not given."""

    blue: Count = 0
    green: Count = 0
    pink: Count = 0
    red: Count = 0
    yellow: Count = 0


class Markers(Struct, frozen=True, forbid_unknown_fields=True):
    """For each clan, the seat that holds its marker, or null (CM-CTRL-1)."""

    blue: SeatNumber | None = None
    green: SeatNumber | None = None
    pink: SeatNumber | None = None
    red: SeatNumber | None = None
    yellow: SeatNumber | None = None


class TerritoryView(Struct, frozen=True, forbid_unknown_fields=True):
    """One territory: its segments clockwise (the first is its head) and the pieces on it."""

    segments: Annotated[tuple[Segment, ...], Meta(min_length=1, max_length=15)]
    paladins: Paladins
    owner: Side | None
    castles: Count


class SeatView(Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces of one seat."""

    side: Side
    court: Paladins
    reserve: Paladins
    jokers: Count
    discs: Annotated[tuple[Disc, ...], Meta(max_length=5)]
    """The discs that the seat still holds."""
    disc_played: Disc | None
    """The disc that the seat played in this round."""


class PositionView(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole position, from the first lot to the end."""

    phase: Phase
    step: Step | None
    """The active seat's next step; null outside the action phase."""
    round: Annotated[int, Meta(ge=1, le=100000)]
    order: Annotated[tuple[SeatNumber, ...], Meta(min_length=2, max_length=4)]
    """Opening order in the set-up and the opening phase, turn order in the action phase."""
    active: SeatNumber | None
    crowns: Count
    """The number of clans that the active seat has to name."""
    emperor: Segment
    """The head of the emperor's territory."""
    territories: Annotated[tuple[TerritoryView, ...], Meta(max_length=15)]
    """In ring order, by head."""
    markers: Markers
    supply: Paladins
    seats: Annotated[tuple[SeatView, ...], Meta(min_length=2, max_length=4)]
    castles_in_play: Annotated[dict[Side, Count], Meta(max_length=3)]
    placed_this_round: bool
    owner_changed_this_round: bool
    outcome: Outcome | None


def view(position: Position, viewer: Viewer) -> PositionView | None:
    """Return the view: everything, for every viewer, or None before the lots are drawn."""
    return _shown(position) if position.order else None


def set_up(options: Options) -> PositionView:
    """Return what is on the table before the lots are drawn, without an order of turns.

    ``emperor`` is 0 if a lot places him. Raises IllegalAction for options that a rule refuses.
    """
    return replace(_shown(start(options)), emperor=emperor_start(options) or 0)


def _shown(position: Position) -> PositionView:
    options = position.options
    sides = position.sides
    return PositionView(
        phase=position.phase,
        step=position.step,
        round=position.round,
        order=position.order,
        active=position.active,
        crowns=position.crowns,
        emperor=position.emperor,
        territories=_territories(position),
        markers=Markers(*(None if seat == NOBODY else seat for seat in position.markers)),
        supply=Paladins(*position.supply),
        seats=tuple(
            SeatView(
                side=SIDES[sides[seat]],
                court=_row(position.courts, seat),
                reserve=_row(position.reserves, seat),
                jokers=position.jokers[seat],
                discs=tuple(discs_held(position, seat)),
                disc_played=position.played[seat] or None,
            )
            for seat in range(options.players)
        ),
        castles_in_play=castles_in_play(position),
        placed_this_round=position.placed_this_round,
        owner_changed_this_round=position.owner_changed_this_round,
        outcome=position.outcome,
    )


def _territories(position: Position) -> tuple[TerritoryView, ...]:
    heads, land = position.heads, position.land
    owners, castles = position.owners, position.castles
    return tuple(
        [
            _territory(
                head,
                following,
                land[head * CLANS_COUNT : (head + 1) * CLANS_COUNT],
                owners[head],
                castles[head],
            )
            for head, following in zip(heads, heads[1:] + heads[:1], strict=True)
        ]
    )


@lru_cache(maxsize=16_384)
def _territory(head: int, following: int, land: bytes, owner: int, castles: int) -> TerritoryView:
    """Return one territory; most are as on the turn before, and so cached (ADR 34)."""
    return TerritoryView(
        segments=run_of_segments(head, following),
        paladins=Paladins(*land),
        owner=None if owner == NOBODY else SIDES[owner],
        castles=castles,
    )


@lru_cache(maxsize=16_384)
def _paladins(counts: bytes) -> Paladins:
    return Paladins(*counts)


def _row(counts: bytes, row: int) -> Paladins:
    return _paladins(counts[row * CLANS_COUNT : (row + 1) * CLANS_COUNT])
