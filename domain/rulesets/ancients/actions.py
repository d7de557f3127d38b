"""The actions of Ancients, for seats and for chance.

The schemas here set only bounds; the rules judge every value within them.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.kit import ActionType, expects, spelled
from domain.rulesets.ancients.board import Face
from domain.rulesets.ancients.hexes import Section

LIST_LENGTH_MAX = 40
COUNT_MAX = 99


def piece_id(word: str) -> str:
    """Return the id of a piece, whose middle part has capitals: ``b-hi-4`` is ``b-HI-4``."""
    side, *middle, number = word.split("-")
    return "-".join([side, *(one.upper() for one in middle), number])


def _place(word: str) -> str:
    return word if word == "off" else word.upper()


HexName = Annotated[
    str,
    Meta(
        pattern="^[A-I]([1-9]|1[0-3])$",
        examples=["A1", "E7", "H12"],
        extra={**expects("a hex such as A1 or H12"), **spelled(str.upper)},
    ),
]
PieceId = Annotated[
    str,
    Meta(
        pattern="^[tb]-[A-Z]+-[0-9]+$",
        examples=["b-HI-4", "t-LI-1", "b-L-1"],
        max_length=40,
        extra={**expects("a piece such as b-HI-4"), **spelled(piece_id)},
    ),
]
CardId = Annotated[
    str,
    Meta(
        pattern="^[a-z0-9-]+#[0-9]+$",
        max_length=40,
        examples=["line-command#2", "rally#1", "first-strike#1"],
        extra=expects("a card such as line-command#2"),
    ),
]
Place = Annotated[
    str,
    Meta(
        pattern="^([A-I]([1-9]|1[0-3])|off)$",
        examples=["A1", "E7", "off"],
        extra={**expects("a hex such as A1, or off"), **spelled(_place)},
    ),
]
Reaction: TypeAlias = Literal["stand", "evade", "first_strike"]
Count = Annotated[int, Meta(ge=0, le=COUNT_MAX)]
_Pieces = Annotated[tuple[PieceId, ...], Meta(max_length=LIST_LENGTH_MAX)]
_Cards = Annotated[tuple[CardId, ...], Meta(max_length=LIST_LENGTH_MAX)]


class Placement(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Where a unit of the reserve enters."""

    unit: PieceId
    hex: HexName


class Ambush(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The reserve that enters in place of the orders of a leadership card (CA-SCN-3)."""

    section: Section
    placements: Annotated[tuple[Placement, ...], Meta(max_length=LIST_LENGTH_MAX)]
    leader_with: PieceId | None = None
    """The unit with which the leader of the reserve enters."""


class PlayCard(ActionType, frozen=True, tag="play_card"):
    """Play a card of your hand (CA-TURN-2)."""

    card: CardId


class IssueOrders(ActionType, frozen=True, tag="issue_orders"):
    """Order pieces, in any order of the list; or let the reserve enter."""

    pieces: _Pieces
    commander: PieceId | None = None
    """The leader of a leadership card (CA-CARD-LEAD-1)."""
    ambush: Ambush | None = None


class AssignDice(ActionType, frozen=True, tag="assign_dice"):
    """Use each die for a piece, or not, in the order of the roll."""

    assignments: Annotated[tuple[PieceId | None, ...], Meta(max_length=LIST_LENGTH_MAX)]


class Move(ActionType, frozen=True, tag="move"):
    """Move an ordered piece, or let it leave the board (CA-SCN-8)."""

    piece: PieceId
    to: Place


class EndMovement(ActionType, frozen=True, tag="end_movement"):
    """Stop moving before every piece has moved."""


class Attack(ActionType, frozen=True, tag="attack"):
    """Attack what is in a hex: in close combat if it is adjacent, else in ranged combat."""

    unit: PieceId
    target: HexName


class EndBattle(ActionType, frozen=True, tag="end_battle"):
    """Stop attacking before every unit has battled."""


class React(ActionType, frozen=True, tag="react"):
    """React to a close combat (CA-REACT-2)."""

    choice: Reaction


class EvadeTo(ActionType, frozen=True, tag="evade_to"):
    """Choose where your unit evades to (CA-EVA-7)."""

    to: HexName


class IgnoreFlags(ActionType, frozen=True, tag="ignore_flags"):
    """Choose how many flags your unit ignores (CA-FLAG-2)."""

    count: Count


class RetreatTo(ActionType, frozen=True, tag="retreat_to"):
    """Choose where your unit retreats to (CA-RET-6)."""

    to: HexName


class LeaderEvade(ActionType, frozen=True, tag="leader_evade"):
    """Choose the path of your leader, every step of it (CA-LEV-2)."""

    path: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=3)]


class Momentum(ActionType, frozen=True, tag="momentum"):
    """Advance into the hex that was vacated, or stay (CA-MOM-1)."""

    advance: bool


class ExtraHex(ActionType, frozen=True, tag="extra_hex"):
    """Move cavalry one more hex, or stay (CA-MOM-2)."""

    to: HexName | None


class BonusAttack(ActionType, frozen=True, tag="bonus_attack"):
    """Attack once more after an advance, or stop (CA-MOM-4)."""

    target: HexName | None


class BattleBack(ActionType, frozen=True, tag="battle_back"):
    """Battle back, or do not (CA-BACK-3)."""

    fight: bool


class DealHands(ActionType, frozen=True, tag="deal_hands"):
    """Chance: both first hands (CA-SET-3)."""

    top: _Cards
    bottom: _Cards


class RollDice(ActionType, frozen=True, tag="roll_dice"):
    """Chance: the faces of the dice that are rolled (CA-CHANCE-1)."""

    faces: Annotated[tuple[Face, ...], Meta(max_length=LIST_LENGTH_MAX)]


class DrawCard(ActionType, frozen=True, tag="draw_card"):
    """Chance: one card for the first side that draws (CA-CHANCE-2)."""

    card: CardId


SeatAction: TypeAlias = (
    PlayCard
    | IssueOrders
    | AssignDice
    | Move
    | EndMovement
    | Attack
    | EndBattle
    | React
    | EvadeTo
    | IgnoreFlags
    | RetreatTo
    | LeaderEvade
    | Momentum
    | ExtraHex
    | BonusAttack
    | BattleBack
)
ChanceAction: TypeAlias = DealHands | RollDice | DrawCard
Action: TypeAlias = SeatAction | ChanceAction
