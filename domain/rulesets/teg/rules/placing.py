"""Placing collected or traded tokens (TG-PLACE)."""

from domain.kit import IllegalAction
from domain.rulesets.teg.actions import PlaceTokens
from domain.rulesets.teg.atlas import CONTINENT_OF, CONTINENTS, INDEX
from domain.rulesets.teg.board import EMPTY_POOL, POOL_INDEX, POOLS
from domain.rulesets.teg.events import AnyEvent, TokensPlaced
from domain.rulesets.teg.position import Position


def place_tokens(position: Position, action: PlaceTokens) -> list[AnyEvent]:
    """Put tokens of one entry of the pool on a territory of the active seat (TG-PLACE-1)."""
    seat = position.active
    assert seat is not None, "a turn is running"
    territory = INDEX[action.territory]
    if action.count < 1:
        raise IllegalAction("TG-PLACE-1", "count_must_be_positive", count=action.count, least=1)
    if position.owners[territory] != seat:
        raise IllegalAction(
            "TG-PLACE-2",
            "territory_of_another",
            territory=action.territory,
            owner=position.owners[territory],
        )
    left = position.pool[POOL_INDEX[action.pool]]
    if action.count > left:
        raise IllegalAction(
            "TG-PLACE-1",
            "not_enough_tokens_in_the_pool",
            pool=action.pool,
            count=action.count,
            in_pool=left,
        )
    continent = CONTINENTS[CONTINENT_OF[territory]]
    if action.pool not in ("free", continent):
        raise IllegalAction(
            "TG-PLACE-4",
            "tokens_are_bound_to_their_continent",
            pool=action.pool,
            territory=action.territory,
            continent=continent,
        )
    return [TokensPlaced(seat, action.pool, action.territory, action.count)]


def must_have_placed(position: Position, rule: str = "TG-PLACE-6") -> None:
    """Refuse further actions while tokens are left in the pool (TG-PLACE-6, TG-TRADE-4)."""
    if position.pool != EMPTY_POOL:
        left = {name: count for name, count in zip(POOLS, position.pool, strict=True) if count}
        raise IllegalAction(rule, "tokens_must_be_placed_first", in_pool=left)
