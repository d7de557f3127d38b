"""The ends of a game by the rules (TG-WIN)."""

from domain.kit import Seat, leading
from domain.rulesets.teg.atlas import TERRITORIES_COUNT
from domain.rulesets.teg.events import AnyEvent, GameEnded, RuleReason
from domain.rulesets.teg.position import (
    ACTIVE,
    ELIMINATED,
    Position,
    strength,
    territories_of,
    with_status,
)
from domain.rulesets.teg.rules.objectives import is_occupied, target_of


def by_conquest(
    position: Position, seat: Seat, owners: bytes, *, eliminated: Seat | None
) -> list[AnyEvent]:
    """End the game if the active seat has met a goal (TG-WIN-1 … TG-WIN-6).

    ``owners`` are those after the conquest; ``eliminated`` is the seat that lost its last
    territory.
    """
    options = position.options
    held = owners.count(seat)
    reasons: list[RuleReason] = []
    if options.mode == "secret_and_common" and _is_met(position, seat, owners, eliminated):
        reasons.append("secret")
    if options.mode != "world" and held >= options.common_target:
        reasons.append("common")
    if options.mode == "world" and held == TERRITORIES_COUNT:
        reasons.append("world")
    if eliminated is not None:
        statuses = with_status(position.statuses, eliminated, ELIMINATED)
        if statuses.count(ACTIVE) == 1:
            reasons.append("last_standing")
    if not reasons:
        return []
    return [_ended(position, owners, [seat], *reasons)]


def by_resignation(position: Position, statuses: bytes) -> list[AnyEvent]:
    """End the game if one seat is left (TG-WIN-6)."""
    if statuses.count(ACTIVE) > 1:
        return []
    return [_ended(position, position.owners, [statuses.index(ACTIVE)], "last_standing")]


def by_round_limit(position: Position, statuses: bytes) -> GameEnded:
    """End the game; most territories win, then most tokens; equal seats share (TG-WIN-7)."""
    owners = position.owners
    strengths = {
        seat: strength(owners, position.tokens, seat)
        for seat, status in enumerate(statuses)
        if status == ACTIVE
    }
    return _ended(position, owners, leading(strengths), "round_limit")


def _is_met(position: Position, seat: Seat, owners: bytes, eliminated: Seat | None) -> bool:
    """Return whether the seat has met its secret objective, if it still has one (TG-OBJ-8)."""
    if eliminated is not None and target_of(position, seat) == eliminated:
        return True
    return is_occupied(position.objectives[seat], owners, seat)


def _ended(
    position: Position, owners: bytes, winners: list[Seat], *reasons: RuleReason
) -> GameEnded:
    colors = position.options.seat_colors
    return GameEnded(
        tuple(colors[seat] for seat in winners),
        reasons,
        territories_of(position.options, owners),
    )
