"""The end of turns, rounds and the game (CM-TURN-4, CM-OPEN-10, CM-END)."""

from typing import Literal

from domain.kit import leading
from domain.rulesets.carolus_magnus.board import DISCS, SIDES, TERRITORIES_MIN, Side
from domain.rulesets.carolus_magnus.events import AnyEvent, GameEnded, RoundStarted, TurnEnded
from domain.rulesets.carolus_magnus.position import Position, markers_held
from domain.rulesets.carolus_magnus.rules.castles import After

EndReason = Literal["castle_goal", "few_territories", "stalled", "round_limit"]


def after_resolution(position: Position, after: After) -> list[AnyEvent]:
    """End the game at once on the castle goal or too few territories (CM-END-2 … CM-END-5)."""
    in_play = after.castles_in_play
    if max(in_play) >= position.numbers.castle_goal:
        return [_ended(position, "castle_goal", in_play)]
    if after.territories_count < TERRITORIES_MIN:
        return [_ended(position, "few_territories", in_play)]
    return []


def after_turn(position: Position) -> list[AnyEvent]:
    """End the active seat's turn; after the last turn, end the round and possibly the game."""
    ended = TurnEnded(position.order[position.turn])
    if position.turn + 1 < len(position.order):
        return [ended]
    in_play = list(position.castles_in_play)
    if not position.placed_this_round and not position.owner_changed_this_round:
        return [ended, _ended(position, "stalled", in_play)]
    if position.round == position.options.max_rounds:
        return [ended, _ended(position, "round_limit", in_play)]
    discs_returned = position.round % len(DISCS) == 0
    return [ended, RoundStarted(position.round + 1, position.order, discs_returned)]


def winners(position: Position, castles: dict[Side, int]) -> tuple[Side, ...]:
    """Return the sides with the most castles; an option breaks ties (CM-END-8, CM-END-9)."""
    best = leading(castles)
    if position.options.tie_break == "clan_markers":
        markers = markers_held(position)
        best = leading({side: markers[side] for side in best})
    return tuple(best)


def _ended(position: Position, reason: EndReason, castles_in_play: list[int]) -> GameEnded:
    castles = dict(zip(SIDES, castles_in_play, strict=False))
    return GameEnded(reason, winners(position, castles), castles)
