"""Action 1: place paladins from the reserve in the court and in territories (CM-PLACE)."""

from domain.kit import IllegalAction
from domain.rulesets.carolus_magnus.actions import PlacePaladins
from domain.rulesets.carolus_magnus.board import CLAN_INDEX, CLANS_COUNT
from domain.rulesets.carolus_magnus.events import AnyEvent, PaladinPlaced, PlacingEnded
from domain.rulesets.carolus_magnus.position import Position, reserve_count
from domain.rulesets.carolus_magnus.rules import control


def place_paladins(position: Position, action: PlacePaladins) -> list[AnyEvent]:
    """Place exactly the paladins of one turn, and take the markers that they win."""
    seat = position.order[position.turn]
    placements = action.placements
    due = paladins_due(position, seat)
    if len(placements) != due:
        raise IllegalAction(
            "CM-PLACE-1", "number_of_paladins_is_fixed", placed=len(placements), expected=due
        )
    first = seat * CLANS_COUNT
    reserves = bytearray(position.reserves)
    for placement in placements:
        at = first + CLAN_INDEX[placement.clan]
        if not reserves[at]:
            raise IllegalAction(
                "CM-PLACE-2",
                "paladin_not_in_reserve",
                clan=placement.clan,
                asked=sum(other.clan == placement.clan for other in placements),
                in_reserve=position.reserves[at],
            )
        reserves[at] -= 1
    heads = position.heads
    courts = bytearray(position.courts)
    markers = bytearray(position.markers)
    events: list[AnyEvent] = []
    for placement in placements:
        to = placement.to
        events.append(PaladinPlaced(seat, placement.clan, to))
        if to == "court":
            clan = CLAN_INDEX[placement.clan]
            courts[first + clan] += 1
            count = courts[first + clan]
            holder = markers[clan]
            if holder == seat:  # the most frequent case, so skip the call
                continue
            taken = control.marker_taken(position, seat, clan, count, holder)
            if taken is not None:
                markers[clan] = seat
                events.append(taken)
        elif to not in heads:
            raise IllegalAction(
                "CM-PLACE-3", "no_territory_with_this_head", to=to, heads=list(heads)
            )
    events.append(PlacingEnded(seat))
    return events


def paladins_due(position: Position, seat: int) -> int:
    """Return how many paladins the seat must place (CM-PLACE-1)."""
    return min(position.numbers.paladins_per_turn, reserve_count(position, seat))
