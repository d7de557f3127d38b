"""Moves between neighbouring territories of one seat (TG-MOVE)."""

from domain.kit import IllegalAction
from domain.rulesets.teg.actions import MoveTokens
from domain.rulesets.teg.atlas import INDEX, NEIGHBOURS, TERRITORIES
from domain.rulesets.teg.events import AnyEvent, TokensMoved
from domain.rulesets.teg.position import Position


def move_tokens(position: Position, action: MoveTokens) -> list[AnyEvent]:
    """Move tokens; one must stay, and a token moves once per turn (TG-MOVE-1 … TG-MOVE-6)."""
    seat = position.active
    assert seat is not None, "a turn is running"
    source, target = INDEX[action.source], INDEX[action.target]
    if action.count < 1:
        raise IllegalAction("TG-MOVE-1", "count_must_be_positive", count=action.count, least=1)
    for name, territory in ((action.source, source), (action.target, target)):
        owner = position.owners[territory]
        if owner != seat:
            raise IllegalAction("TG-MOVE-1", "territory_of_another", territory=name, owner=owner)
    if target not in NEIGHBOURS[source]:
        raise IllegalAction(
            "TG-MOVE-2",
            "territories_do_not_touch",
            source=action.source,
            target=action.target,
            neighbours=[TERRITORIES[other] for other in NEIGHBOURS[source]],
        )
    tokens = position.tokens[source]
    if action.count >= tokens:
        raise IllegalAction(
            "TG-MOVE-3",
            "one_token_must_stay",
            source=action.source,
            count=action.count,
            greatest=tokens - 1,
        )
    fresh = tokens - position.arrived[source]
    if not position.options.chain_moves and action.count > fresh:
        raise IllegalAction(
            "TG-MOVE-6",
            "tokens_have_moved_already",
            source=action.source,
            count=action.count,
            greatest=fresh,
        )
    return [TokensMoved(seat, action.source, action.target, action.count)]
