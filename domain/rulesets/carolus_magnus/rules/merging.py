"""Merging: neighbouring territories of one owner become one (CM-MERGE)."""

from domain.rulesets.carolus_magnus.board import SIDES
from domain.rulesets.carolus_magnus.events import TerritoriesMerged
from domain.rulesets.carolus_magnus.position import Position


def merge(position: Position, head: int, side: int) -> TerritoriesMerged | None:
    """Return the merging of a newly gained territory with its neighbours, or None.

    It compares both neighbours as they were before, so merging does not cascade (CM-MERGE-7).
    """
    heads = position.heads
    at = heads.index(head)
    before = heads[at - 1]
    after = heads[(at + 1) % len(heads)]
    parts = [head]
    if position.owners[before] == side:
        parts.insert(0, before)
    # In a ring of two, the neighbour before and the one after are the same territory.
    if position.owners[after] == side and after not in parts:
        parts.append(after)
    return TerritoriesMerged(SIDES[side], tuple(parts)) if len(parts) > 1 else None
