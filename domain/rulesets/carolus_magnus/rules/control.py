"""Control of clans: who holds the markers (CM-CTRL)."""

from domain.rulesets.carolus_magnus.board import CLANS, CLANS_COUNT, NOBODY
from domain.rulesets.carolus_magnus.events import MarkerTaken
from domain.rulesets.carolus_magnus.position import Position


def marker_taken(
    position: Position, seat: int, clan: int, count: int, holder: int
) -> MarkerTaken | None:
    """Return the event in which the seat takes the marker, or None if it does not.

    The seat's court now has ``count`` of the clan. It needs strictly more than each other seat,
    partners included (CM-CTRL-2, CM-CTRL-4); on a tie the marker stays (CM-CTRL-3). ``holder`` is
    the present holder, or NOBODY.
    """
    if holder == seat:
        return None
    courts = position.courts
    for other in range(position.options.players):
        if other != seat and courts[other * CLANS_COUNT + clan] >= count:
            return None
    return MarkerTaken(CLANS[clan], seat, None if holder == NOBODY else holder)
