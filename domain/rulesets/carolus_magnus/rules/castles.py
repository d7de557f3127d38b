"""Castles: building, taking over, and the castles left in the supply (CM-CASTLE)."""

from msgspec import Struct

from domain.rulesets.carolus_magnus.board import NOBODY, SIDES
from domain.rulesets.carolus_magnus.events import AnyEvent, CastleBuilt, TerritoryTakenOver
from domain.rulesets.carolus_magnus.position import Position
from domain.rulesets.carolus_magnus.rules import merging


class After(Struct, frozen=True, gc=False):
    """The result of a change of owner, as far as the end of the game depends on it."""

    castles_in_play: list[int]
    territories_count: int


def change_owner(position: Position, head: int, side: int) -> tuple[list[AnyEvent], After]:
    """Make the side the owner of a territory that it controls and does not own."""
    previous = position.owners[head]
    in_play = list(position.castles_in_play)
    if previous == NOBODY:
        castles = 1
        changed: AnyEvent = CastleBuilt(head, SIDES[side])
    else:
        standing = position.castles[head]
        # A side builds no more castles than its supply has; with all of them in play it has won.
        castles = min(standing, position.numbers.castle_goal - in_play[side])
        in_play[previous] -= standing
        changed = TerritoryTakenOver(head, SIDES[side], SIDES[previous], castles)
    in_play[side] += castles
    merged = merging.merge(position, head, side)
    if merged is None:
        return [changed], After(in_play, len(position.heads))
    return [changed, merged], After(in_play, len(position.heads) - len(merged.parts) + 1)
