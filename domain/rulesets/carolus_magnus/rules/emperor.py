"""Action 2: move the emperor and resolve the territory where he stops (CM-MOVE, CM-RES)."""

from domain.kit import IllegalAction
from domain.rulesets.carolus_magnus.actions import MoveEmperor
from domain.rulesets.carolus_magnus.board import CLANS_COUNT, NOBODY
from domain.rulesets.carolus_magnus.events import AnyEvent, EmperorMoved
from domain.rulesets.carolus_magnus.position import Position
from domain.rulesets.carolus_magnus.rules import castles, ending


def move_emperor(position: Position, action: MoveEmperor) -> list[AnyEvent]:
    """Move, resolve, build or take over, merge, and check for the end of the game."""
    seat = position.order[position.turn]
    disc = position.played[seat]
    if not 1 <= action.steps <= disc:
        raise IllegalAction(
            "CM-MOVE-1",
            "steps_must_not_exceed_the_disc",
            steps=action.steps,
            least=1,
            greatest=disc,
        )
    to = destination(position, action.steps)
    moved = EmperorMoved(seat, action.steps, to)
    side = controller(position, to)
    if side is None or side == position.owners[to]:
        return [moved]
    changes, after = castles.change_owner(position, to, side)
    return [moved, *changes, *ending.after_resolution(position, after)]


def destination(position: Position, steps: int) -> int:
    """Return the head where the emperor stops; a merged territory is one step (CM-MOVE-2)."""
    heads = position.heads
    return heads[(heads.index(position.emperor) + steps) % len(heads)]


def influence(position: Position, head: int) -> list[int]:
    """Return the influence of each side in the territory (CM-RES-2, CM-RES-3, CM-CTRL-7)."""
    strength = [0] * len(position.castles_in_play)
    sides = position.sides
    markers = position.markers
    row = head * CLANS_COUNT
    for clan, count in enumerate(position.land[row : row + CLANS_COUNT]):
        # Most territories have paladins of only a few clans.
        if count and markers[clan] != NOBODY:
            strength[sides[markers[clan]]] += count
    owner = position.owners[head]
    if owner != NOBODY:
        strength[owner] += position.castles[head]
    return strength


def controller(position: Position, head: int) -> int | None:
    """Return the side with strictly the greatest influence, or None (CM-RES-4, CM-RES-6)."""
    strength = influence(position, head)
    greatest = max(strength)
    if greatest == 0 or strength.count(greatest) > 1:
        return None
    return strength.index(greatest)
