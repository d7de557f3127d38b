"""What happened. THIS FILE IS A STORAGE FORMAT: add versions, never edit.

An event carries facts, never intentions to compute again: the dice, who took a marker, which
territories merged. So a later correction of a rule cannot rewrite the past. The tag of a type is
its name on the wire and, with the ruleset's id, in the log.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.rulesets.carolus_magnus.board import Clan, Face, Side


class Event(Struct, frozen=True, gc=False, tag_field="type"):
    """The base of all events of this ruleset."""


class LotsDrawn(Event, frozen=True, gc=False, tag="lots_drawn"):
    """The lots of the set-up: opening order, the clan on each segment, the emperor's start."""

    opening: tuple[int, ...]
    paladins: tuple[Clan, ...]
    emperor: int


class DiceRolled(Event, frozen=True, gc=False, tag="dice_rolled"):
    """The faces that were rolled for a seat."""

    seat: int
    faces: tuple[Face, ...]


class PaladinsReturned(Event, frozen=True, gc=False, tag="paladins_returned"):
    """Every seat moved ``each`` paladins of the clan from its court to the supply (CM-RET-2)."""

    clan: Clan
    each: int


class ReserveFilled(Event, frozen=True, gc=False, tag="reserve_filled"):
    """The seat took these paladins from the supply, one per entry.

    ``crowns`` clans are still to be named by the seat; ``jokers`` were kept (set-up ``yucata``).
    """

    seat: int
    paladins: tuple[Clan, ...]
    crowns: int
    jokers: int = 0


class CrownsChosen(Event, frozen=True, gc=False, tag="crowns_chosen"):
    """The seat named these clans for its crowns and took the paladins from the supply."""

    seat: int
    clans: tuple[Clan, ...]


class JokersExchanged(Event, frozen=True, gc=False, tag="jokers_exchanged"):
    """The seat gave up its jokers for these paladins from the supply."""

    seat: int
    clans: tuple[Clan, ...]


class RoundStarted(Event, frozen=True, gc=False, tag="round_started"):
    """An opening phase began: discs are played in this order.

    ``discs_returned``: every seat got all five discs back first (CM-OPEN-10).
    """

    round: int
    order: tuple[int, ...]
    discs_returned: bool


class DiscPlayed(Event, frozen=True, gc=False, tag="disc_played"):
    """The seat played a disc in the opening phase."""

    seat: int
    disc: int


class TurnOrderSet(Event, frozen=True, gc=False, tag="turn_order_set"):
    """All discs are played: turns are taken in this order (CM-OPEN-8)."""

    order: tuple[int, ...]


class PaladinPlaced(Event, frozen=True, gc=False, tag="paladin_placed"):
    """One paladin went from the seat's reserve to its court or to a territory, by its head."""

    seat: int
    clan: Clan
    to: Literal["court"] | int


class MarkerTaken(Event, frozen=True, gc=False, tag="marker_taken"):
    """The seat took the marker of the clan, from another seat or from nobody (CM-CTRL-2)."""

    clan: Clan
    seat: int
    previous: int | None


class PlacingEnded(Event, frozen=True, gc=False, tag="placing_ended"):
    """The seat has placed its paladins; the emperor moves next."""

    seat: int


class EmperorMoved(Event, frozen=True, gc=False, tag="emperor_moved"):
    """The emperor went so many steps and stopped in the territory with the head ``to``."""

    seat: int
    steps: int
    to: int


class CastleBuilt(Event, frozen=True, gc=False, tag="castle_built"):
    """The side became owner of the unowned territory and put its first castle (CM-CASTLE-1)."""

    territory: int
    side: Side


class TerritoryTakenOver(Event, frozen=True, gc=False, tag="territory_taken_over"):
    """The side replaced the castles of the previous owner by ``castles`` of its own.

    All castles of the previous owner went back to its supply (CM-CASTLE-2, CM-CASTLE-3).
    """

    territory: int
    side: Side
    previous: Side
    castles: int


class TerritoriesMerged(Event, frozen=True, gc=False, tag="territories_merged"):
    """Neighbouring territories of the side became one (CM-MERGE-4).

    ``parts`` are their heads, clockwise; the first is the head of the merged territory.
    """

    side: Side
    parts: tuple[int, ...]


class TurnEnded(Event, frozen=True, gc=False, tag="turn_ended"):
    """The seat's turn is over."""

    seat: int


class GameEnded(Event, frozen=True, gc=False, tag="game_ended"):
    """The game ended by a rule: why, who won, and the castles in play of each side."""

    reason: Literal["castle_goal", "few_territories", "stalled", "round_limit"]
    winners: tuple[Side, ...]
    castles: dict[Side, int]


AnyEvent: TypeAlias = (
    LotsDrawn
    | DiceRolled
    | PaladinsReturned
    | ReserveFilled
    | CrownsChosen
    | JokersExchanged
    | RoundStarted
    | DiscPlayed
    | TurnOrderSet
    | PaladinPlaced
    | MarkerTaken
    | PlacingEnded
    | EmperorMoved
    | CastleBuilt
    | TerritoryTakenOver
    | TerritoriesMerged
    | TurnEnded
    | GameEnded
)
