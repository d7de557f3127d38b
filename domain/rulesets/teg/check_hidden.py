"""Completes the view of a seat or a spectator: any hands and objectives that fit what it shows."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from domain.kit import Completed, Seat, Unknown, Viewer
from domain.rulesets.teg.atlas import CARDS, TERRITORIES
from domain.rulesets.teg.board import COMMON, OBJECTIVES, OCCUPATIONS, Objective
from domain.rulesets.teg.options import Options, examine
from domain.rulesets.teg.rules.objectives import is_occupied, target
from domain.rulesets.teg.view import PositionView, SeatView

_OF_CARDS: Final = ("TG-INV-2",)
_OF_OBJECTIVES: Final = ("TG-SETUP-8", "TG-OBJ-6", "TG-INV-27")
_OF_WINNER: Final = "TG-OBJ-3"
"""The rules that need a hidden hand, a hidden objective, and that of a winner."""


def complete(view: PositionView, options: Options) -> Completed[PositionView]:
    """Return the view with all hands and objectives, and what depends on those it hides.

    Raises IllegalAction for options that a rule refuses (TG-OPT-1).
    """
    examine(options)
    secret = options.mode == "secret_and_common"
    hands = [seat for seat, held in enumerate(view.seats) if held.cards is None]
    goals = [seat for seat, held in enumerate(view.seats) if secret and held.objective is None]
    if (not hands and not goals) or len(view.seats) != options.players:
        return Completed(view, ("arbiter",))
    seats = _with_cards(view)
    for seat, objective in _chosen(view, options, goals):
        seen = seats[seat].target
        rival = target(options, objective, seat) if seen is None else seen
        seats[seat] = replace(seats[seat], objective=objective, target=rival)
    return Completed(
        replace(view, seats=tuple(seats)),
        _viewers(options.players, hands, goals),
        tuple(_unknown(view, hands, goals)),
    )


def _with_cards(view: PositionView) -> list[SeatView]:
    """Return the seats with unseen cards for hidden hands, as many as the view says."""
    seen = {*view.discard, *(card for held in view.seats for card in held.cards or ())}
    unseen = [card for card in CARDS if card not in seen]
    seats = []
    for held in view.seats:
        if held.cards is None:
            cards, unseen = unseen[: held.card_count], unseen[held.card_count :]
            held = replace(held, cards=tuple(cards))  # noqa: PLW2901 - the same seat, completed
        seats.append(held)
    return seats


def _chosen(
    view: PositionView, options: Options, hidden: Sequence[Seat]
) -> Iterator[tuple[Seat, Objective]]:
    """Yield an unseen objective for each of these seats, one that the seat has met if it won."""
    seen = {held.objective for held in view.seats}
    # Nobody has to be destroyed for these, so they suit every seat that plays on.
    left = [*OCCUPATIONS, *(one for one in OBJECTIVES if one not in OCCUPATIONS)]
    left = [one for one in left if one not in seen]
    for seat in sorted(hidden, key=lambda seat: not _won(view, seat)):
        met = (one for one in left if _won(view, seat) and _is_met(view, options, seat, one))
        objective = next(met, left[0] if left else COMMON)
        left = [one for one in left if one != objective]
        yield seat, objective


def _won(view: PositionView, seat: Seat) -> bool:
    """Return whether the game ended because this seat met its secret objective."""
    outcome = view.outcome
    return (
        outcome is not None
        and "secret" in outcome.reasons
        and view.seats[seat].color in outcome.winners
    )


def _is_met(view: PositionView, options: Options, seat: Seat, objective: Objective) -> bool:
    if [one.territory for one in view.territories] != list(TERRITORIES):
        return False
    rival = target(options, objective, seat)
    if rival is not None:
        return view.seats[rival].status == "eliminated"
    return is_occupied(objective, bytes(one.owner for one in view.territories), seat)


def _viewers(players: int, hands: Sequence[Seat], goals: Sequence[Seat]) -> tuple[Viewer, ...]:
    """Return the seats of which the view hides nothing, or else a spectator."""
    seats = tuple(seat for seat in range(players) if seat not in (*hands, *goals))
    return seats or ("spectator",)


def _unknown(view: PositionView, hands: Sequence[Seat], goals: Sequence[Seat]) -> Iterator[Unknown]:
    """Yield the rules that depend on hidden hands and objectives."""
    if hands:
        missing = tuple(f"seats[{seat}].cards" for seat in hands)
        yield from (Unknown(rule, missing) for rule in _OF_CARDS)
    if goals:
        missing = tuple(f"seats[{seat}].objective" for seat in goals)
        yield from (Unknown(rule, missing) for rule in _OF_OBJECTIVES)
    won = tuple(f"seats[{seat}].objective" for seat in goals if _won(view, seat))
    if won:
        yield Unknown(_OF_WINNER, won)
