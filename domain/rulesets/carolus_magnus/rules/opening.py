"""The opening phase: discs (CM-OPEN)."""

from typing import Final

from domain.kit import IllegalAction
from domain.rulesets.carolus_magnus.actions import ChooseDisc
from domain.rulesets.carolus_magnus.board import ALL_DISCS, DISCS
from domain.rulesets.carolus_magnus.events import AnyEvent, DiscPlayed, TurnOrderSet
from domain.rulesets.carolus_magnus.position import Position


def choose_disc(position: Position, action: ChooseDisc) -> list[AnyEvent]:
    """Play a disc; the last one sets the turn order (CM-OPEN-3, CM-OPEN-8)."""
    seat = position.order[position.turn]
    disc = action.disc
    held = _HELD[position.discs[seat]]
    if disc not in held:
        raise IllegalAction("CM-OPEN-4", "disc_not_held", disc=disc, held=list(held))
    # A seat that has not played a disc in this round has 0, which is not a disc number.
    taken = position.played
    if disc in taken:
        new = [number for number in held if number not in taken]
        if new:
            raise IllegalAction("CM-OPEN-5", "disc_number_already_played", disc=disc, allowed=new)
    played = DiscPlayed(seat, disc)
    if position.turn + 1 < len(position.order):
        return [played]
    discs = bytearray(position.played)
    discs[seat] = disc
    # A stable sort: of equal numbers, the disc played earlier comes first.
    order = tuple(sorted(position.order, key=discs.__getitem__))
    return [played, TurnOrderSet(order)]


def discs_held(position: Position, seat: int) -> list[int]:
    """Return the discs that the seat has not played since it last had all five (CM-OPEN-4)."""
    return list(_HELD[position.discs[seat]])


_HELD: Final = tuple(
    tuple(disc for disc in DISCS if held >> disc & 1) for held in range(ALL_DISCS + 1)
)
"""The discs in each set of discs."""
