"""The tokens that a seat collects at the start of its turn (TG-COLLECT)."""

from domain.kit import Seat
from domain.rulesets.teg.atlas import BONUS, MEMBERS
from domain.rulesets.teg.board import (
    COLLECTED_MAX,
    COLLECTED_MIN,
    EMPTY_POOL,
    POOLS,
    ROUND_WITHOUT_COLLECTION,
)
from domain.rulesets.teg.events import Pool


def collected(owners: bytes, seat: Seat, round_number: int) -> Pool:
    """Return the tokens that the seat collects with these territories at the start of its turn.

    Half the number of its territories, within limits, is the number of free tokens (TG-COLLECT-2);
    each continent that it owns completely adds tokens bound to it (TG-COLLECT-3). Round 2 brings no
    tokens (TG-TURN-9).
    """
    if round_number == ROUND_WITHOUT_COLLECTION:
        return Pool()
    free = free_tokens(owners.count(seat))
    bound = (
        bonus if all(owners[territory] == seat for territory in members) else 0
        for members, bonus in zip(MEMBERS, BONUS, strict=True)
    )
    return Pool(free, *bound)


def free_tokens(territories: int) -> int:
    """Return the free tokens for this many territories: half of them, within limits."""
    return max(COLLECTED_MIN, min(COLLECTED_MAX, territories // 2))


def by_entry(pool: Pool) -> tuple[int, ...]:
    """Return a pool as numbers, in the order of its entries."""
    counts = tuple(getattr(pool, name) for name in POOLS)
    return counts if any(counts) else EMPTY_POOL
