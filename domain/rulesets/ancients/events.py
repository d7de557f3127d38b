"""The events. THIS FILE IS A STORAGE FORMAT: add versions, never edit.

An event contains facts: dice, losses, retreats, banners. Only its owner sees a hand and a drawn
card; a stored event always has them, and the seats that own them.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from domain.kit import EventType
from domain.rulesets.ancients.actions import Placement, Reaction
from domain.rulesets.ancients.board import Face, Kind
from domain.rulesets.ancients.hexes import Section, Side

Role: TypeAlias = Literal[
    "attack", "bonus", "battle_back", "first_strike", "evade", "ranged",
    "leader_check", "escape", "rampage", "reroll", "rally", "spartacus",
]  # fmt: skip
Phase: TypeAlias = Literal["move", "battle", "second_move"]


class HandsDealt(EventType, frozen=True, tag="hands_dealt"):
    """Both first hands, as they were drawn; ``seats`` are those of top and bottom.

    Each seat sees its own.
    """

    top: tuple[str, ...] | None
    bottom: tuple[str, ...] | None
    seats: tuple[int, int]


class CardPlayed(EventType, frozen=True, tag="card_played"):
    """A side played a card.

    ``effective`` is the kind whose text applies, null if it orders nothing. ``thirds`` are those in
    which a copied card may order, seen from the bottom; null for anywhere (CA-CARD-COUNTER-3).
    """

    side: Side
    card: str
    effective: Kind | None
    thirds: tuple[Section, ...] | None


class DiceRolled(EventType, frozen=True, tag="dice_rolled"):
    """Dice were rolled by a side; ``hex`` is that of the target."""

    role: Role
    side: Side
    count: int
    faces: tuple[Face, ...]
    hex: str | None


class DiceAssigned(EventType, frozen=True, tag="dice_assigned"):
    """The piece for which each die was used."""

    side: Side
    assignments: tuple[str | None, ...]


class OrdersIssued(EventType, frozen=True, tag="orders_issued"):
    """These pieces are ordered, by this commander if the card has one."""

    side: Side
    pieces: tuple[str, ...]
    commander: str | None


class UnitsPlaced(EventType, frozen=True, tag="units_placed"):
    """Units of the reserve entered, and are ordered (CA-SCN-4)."""

    section: Section
    placements: tuple[Placement, ...]
    leader_with: str | None


class PieceMoved(EventType, frozen=True, tag="piece_moved", rename={"from_": "from"}):
    """An ordered piece moved; ``distance`` is the length of its shortest path."""

    piece: str
    from_: str
    to: str
    distance: int


class PhaseEnded(EventType, frozen=True, tag="phase_ended"):
    """A phase of the turn ended."""

    step: Phase


class AttackAnnounced(EventType, frozen=True, tag="attack_announced"):
    """A unit attacks a piece: ``attack``, ``bonus``, ``ranged`` or ``battle_back``."""

    unit: str
    target: str
    hex: str
    role: Role


class ReactionChosen(EventType, frozen=True, tag="reaction_chosen"):
    """The attacked side reacted."""

    unit: str
    choice: Reaction


class BlocksLost(EventType, frozen=True, tag="blocks_lost"):
    """A unit lost this many blocks and has these left."""

    unit: str
    count: int
    blocks: int


class BlocksRestored(EventType, frozen=True, tag="blocks_restored"):
    """A unit regained this many blocks and has these now."""

    unit: str
    count: int
    blocks: int


class UnitEliminated(EventType, frozen=True, tag="unit_eliminated"):
    """A unit lost its last block."""

    unit: str
    hex: str


class LeaderEliminated(EventType, frozen=True, tag="leader_eliminated"):
    """A leader fell."""

    leader: str
    hex: str


class LeaderLeftBoard(EventType, frozen=True, tag="leader_left_board"):
    """A leader evaded off the board."""

    leader: str


class UnitLeftBoard(EventType, frozen=True, tag="unit_left_board"):
    """A unit left the board by an ordered move, with its leader (CA-SCN-8)."""

    unit: str
    leader: str | None


class FlagsIgnored(EventType, frozen=True, tag="flags_ignored"):
    """The owner of a unit decided how many of its flags it ignores."""

    unit: str
    flags: int
    ignored: int


class UnitRetreated(EventType, frozen=True, tag="unit_retreated", rename={"from_": "from"}):
    """A unit retreated; ``unmade`` is the number of hexes that it could not go."""

    unit: str
    from_: str
    to: str
    unmade: int


class UnitEvaded(EventType, frozen=True, tag="unit_evaded", rename={"from_": "from"}):
    """A unit evaded."""

    unit: str
    from_: str
    to: str


class LeaderEvaded(EventType, frozen=True, tag="leader_evaded"):
    """A leader evades by this path; ``off`` is its last step if he leaves the board.

    He arrives once every enemy unit on the path has rolled.
    """

    leader: str
    path: tuple[str, ...]


class MomentumAdvanced(EventType, frozen=True, tag="momentum_advanced", rename={"from_": "from"}):
    """A unit advanced into the vacated hex, or its extra hex."""

    unit: str
    from_: str
    to: str
    extra: bool


class MomentumDeclined(EventType, frozen=True, tag="momentum_declined"):
    """The owner of a unit declined an advance, an extra hex or a bonus attack."""

    unit: str


class BattleBackDeclined(EventType, frozen=True, tag="battle_back_declined"):
    """The owner of a unit declined to battle back."""

    unit: str


class BannerGained(EventType, frozen=True, tag="banner_gained"):
    """A side gained a banner; ``banners`` is its new total."""

    side: Side
    banners: int
    why: Literal["unit", "leader", "objective"]


class CardDiscarded(EventType, frozen=True, tag="card_discarded"):
    """A card went to the discard pile."""

    card: str


class CardDrawn(EventType, frozen=True, tag="card_drawn"):
    """A side drew a card, which only its seat sees."""

    side: Side
    seat: int
    card: str | None


class DeckRenewed(EventType, frozen=True, tag="deck_renewed"):
    """The discard pile became part of the deck, which now has this many cards."""

    cards: int


class HandLimitChanged(EventType, frozen=True, tag="hand_limit_changed"):
    """The hand limit of a side changed."""

    side: Side
    limit: int


class TurnEnded(EventType, frozen=True, tag="turn_ended"):
    """The turn of a side ended."""

    side: Side


class GameEnded(EventType, frozen=True, tag="game_ended"):
    """The game ended; if nobody won, both sides share it and are its winners."""

    reason: Literal["banners", "both_targets", "leader_lost", "turn_limit"]
    winners: tuple[Side, ...]


AnyEvent: TypeAlias = (
    HandsDealt
    | CardPlayed
    | DiceRolled
    | DiceAssigned
    | OrdersIssued
    | UnitsPlaced
    | PieceMoved
    | PhaseEnded
    | AttackAnnounced
    | ReactionChosen
    | BlocksLost
    | BlocksRestored
    | UnitEliminated
    | LeaderEliminated
    | LeaderLeftBoard
    | UnitLeftBoard
    | FlagsIgnored
    | UnitRetreated
    | UnitEvaded
    | LeaderEvaded
    | MomentumAdvanced
    | MomentumDeclined
    | BattleBackDeclined
    | BannerGained
    | CardDiscarded
    | CardDrawn
    | DeckRenewed
    | HandLimitChanged
    | TurnEnded
    | GameEnded
)

HIDDEN: Final[Mapping[type[Any], tuple[str, ...]]] = {
    HandsDealt: ("top", "bottom"),
    CardDrawn: ("card",),
}
"""The members that only some viewers may see, by type of event (CA-HID-1, CA-HID-4)."""
