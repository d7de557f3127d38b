"""The actions of Carolus Magnus, for seats and for chance.

The schemas here set only bounds; the rules judge every value within them.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.kit import ActionType
from domain.rulesets.carolus_magnus.board import Clan, Face

LIST_LENGTH_MAX = 40

Segment = Annotated[int, Meta(ge=1, le=15)]
Clans = Annotated[tuple[Clan, ...], Meta(max_length=LIST_LENGTH_MAX)]


class ChooseDisc(ActionType, frozen=True, tag="choose_disc"):
    """Play a disc in the opening phase (CM-OPEN-3)."""

    disc: Annotated[int, Meta(ge=1, le=5)]


class ExchangeJokers(ActionType, frozen=True, tag="exchange_jokers"):
    """Name a clan for each joker of the reserve (CM-SET-9)."""

    clans: Clans


class Placement(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One paladin of a clan and its destination.

    It is the seat's own court, or a territory, which is named by its head.
    """

    clan: Clan
    to: Literal["court"] | Segment


class PlacePaladins(ActionType, frozen=True, tag="place_paladins"):
    """Place all paladins of a turn at once (CM-PLACE-6).

    The rules do not depend on their order, which the events keep.
    """

    placements: Annotated[tuple[Placement, ...], Meta(max_length=LIST_LENGTH_MAX)]


class MoveEmperor(ActionType, frozen=True, tag="move_emperor"):
    """Move the emperor this many territories clockwise (CM-MOVE-1)."""

    steps: Annotated[int, Meta(ge=0, le=99)]


class ChooseCrowns(ActionType, frozen=True, tag="choose_crowns"):
    """Name a clan for each crown rolled (CM-FILL-6; in the set-up CM-SET-7)."""

    clans: Clans


class ArrangeTable(ActionType, frozen=True, tag="arrange_table"):
    """Chance: the lots of the set-up (CM-SET-3, CM-SET-4, CM-SET-5)."""

    opening: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=3)], ...], Meta(max_length=LIST_LENGTH_MAX)
    ]
    """The seats in opening order of round 1."""
    paladins: Clans
    """The clan of the paladin on each segment, 1 … 15."""
    emperor: Segment


class RollDice(ActionType, frozen=True, tag="roll_dice"):
    """Chance: the faces of the dice that the active seat rolls (CM-FILL-2, CM-SET-7, CM-SET-8)."""

    faces: Annotated[tuple[Face, ...], Meta(max_length=LIST_LENGTH_MAX)]


SeatAction: TypeAlias = ChooseDisc | ExchangeJokers | PlacePaladins | MoveEmperor | ChooseCrowns
ChanceAction: TypeAlias = ArrangeTable | RollDice
Action: TypeAlias = SeatAction | ChanceAction
