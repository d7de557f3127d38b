"""The events. THIS FILE IS A STORAGE FORMAT: add versions, never edit.

An event contains facts that need no recomputing: the dice, the seat that took a marker, the
territories that merged. So a later correction of a rule cannot change the past. The tag of a type
is its name in the API and, with the ruleset's id, in the log.
"""

from typing import Literal, TypeAlias

from domain.kit import EventType
from domain.rulesets.carolus_magnus.board import Clan, Face, Side


class LotsDrawn(EventType, frozen=True, tag="lots_drawn"):
    """The lots of the set-up: opening order, the clan on each segment, the emperor's start."""

    opening: tuple[int, ...]
    paladins: tuple[Clan, ...]
    emperor: int


class DiceRolled(EventType, frozen=True, tag="dice_rolled"):
    """A seat rolled these faces."""

    seat: int
    faces: tuple[Face, ...]


class PaladinsReturned(EventType, frozen=True, tag="paladins_returned"):
    """Every seat moved ``each`` paladins of the clan from its court to the supply (CM-RET-2)."""

    clan: Clan
    each: int


class ReserveFilled(EventType, frozen=True, tag="reserve_filled"):
    """The seat took these paladins from the supply, one per entry.

    The seat still has to name ``crowns`` clans; it kept ``jokers`` (set-up ``yucata``).
    """

    seat: int
    paladins: tuple[Clan, ...]
    crowns: int
    jokers: int = 0


class CrownsChosen(EventType, frozen=True, tag="crowns_chosen"):
    """The seat named these clans for its crowns and took the paladins from the supply."""

    seat: int
    clans: tuple[Clan, ...]


class JokersExchanged(EventType, frozen=True, tag="jokers_exchanged"):
    """The seat exchanged its jokers for these paladins from the supply."""

    seat: int
    clans: tuple[Clan, ...]


class RoundStarted(EventType, frozen=True, tag="round_started"):
    """An opening phase began, in which the seats play discs in this order.

    ``discs_returned``: first, every seat got all five discs back (CM-OPEN-10).
    """

    round: int
    order: tuple[int, ...]
    discs_returned: bool


class DiscPlayed(EventType, frozen=True, tag="disc_played"):
    """The seat played a disc in the opening phase."""

    seat: int
    disc: int


class TurnOrderSet(EventType, frozen=True, tag="turn_order_set"):
    """Every seat has played a disc, so the seats take turns in this order (CM-OPEN-8)."""

    order: tuple[int, ...]


class PaladinPlaced(EventType, frozen=True, tag="paladin_placed"):
    """One paladin went from the seat's reserve to its court or to a territory, by its head."""

    seat: int
    clan: Clan
    to: Literal["court"] | int


class MarkerTaken(EventType, frozen=True, tag="marker_taken"):
    """The seat took the clan's marker from another seat, or as its first holder (CM-CTRL-2)."""

    clan: Clan
    seat: int
    previous: int | None


class PlacingEnded(EventType, frozen=True, tag="placing_ended"):
    """The seat has placed its paladins; it moves the emperor next."""

    seat: int


class EmperorMoved(EventType, frozen=True, tag="emperor_moved"):
    """The emperor moved ``steps`` territories and stopped in the one with the head ``to``."""

    seat: int
    steps: int
    to: int


class CastleBuilt(EventType, frozen=True, tag="castle_built"):
    """The side became owner of an unowned territory and built its first castle (CM-CASTLE-1)."""

    territory: int
    side: Side


class TerritoryTakenOver(EventType, frozen=True, tag="territory_taken_over"):
    """The side replaced the previous owner's castles with ``castles`` of its own.

    All castles of the previous owner went back to its supply (CM-CASTLE-2, CM-CASTLE-3).
    """

    territory: int
    side: Side
    previous: Side
    castles: int


class TerritoriesMerged(EventType, frozen=True, tag="territories_merged"):
    """Neighbouring territories of the side became one (CM-MERGE-4).

    ``parts`` are their heads, clockwise; the first is the head of the merged territory.
    """

    side: Side
    parts: tuple[int, ...]


class TurnEnded(EventType, frozen=True, tag="turn_ended"):
    """The seat's turn ended."""

    seat: int


class GameEnded(EventType, frozen=True, tag="game_ended"):
    """The game ended by a rule, for this reason, with these winners and castles in play."""

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
