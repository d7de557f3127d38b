"""The position: the pieces on the board, the cards, and what is due.

Pieces and hexes are numbers, and sides are 0 (top) and 1 (bottom). Only this folder reads these
fields; ``view.py`` presents a position to all others.
"""

from collections.abc import Mapping
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.kit import TABLE_RULES, Place, converter, placed
from domain.rulesets.ancients.actions import Reaction
from domain.rulesets.ancients.board import CARD, CARDS, Card, Face, Kind, Piece, Scenario
from domain.rulesets.ancients.events import Role
from domain.rulesets.ancients.hexes import SIDES, Hex, Section, Side, SideNumber
from domain.rulesets.ancients.options import Options

TurnStep: TypeAlias = Literal[
    "deal", "choose_card", "issue_orders", "assign_dice", "move", "battle", "second_move", "draw",
    "over",
]  # fmt: skip
"""Where the turn is; ``deal`` is before it begins."""
StepKind: TypeAlias = Literal[
    "react", "roll", "hit", "lose", "remove", "reward", "verdict", "check", "fall", "flee",
    "arrive", "leave", "flags", "retreat", "trample", "evade", "strike", "follow", "extra",
    "capture", "bonus",
]  # fmt: skip
Reason: TypeAlias = Literal[
    "banners", "both_targets", "leader_lost", "turn_limit",
    "resignation", "draw_agreed", "time", "adjudicated",
]  # fmt: skip

RESERVE: Final = -1
ELIMINATED: Final = -2
LEFT: Final = -3
"""Where a piece is that has no hex."""


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: reason, winning sides, banners and places.

    ``resignation``, ``draw_agreed``, ``time`` and ``adjudicated`` come from the table.
    """

    reason: Reason
    winners: tuple[Side, ...]
    banners: dict[Side, int]
    standing: tuple[Place, ...]


class Step(Struct, frozen=True, omit_defaults=True):
    """Something that follows in a combat; ``course.py`` knows what each kind means."""

    kind: StepKind
    piece: Piece | None = None
    """The piece to which it happens."""
    by: Piece | None = None
    """The piece that does it: the striker of a roll."""
    role: Role | None = None
    number: int = 0
    """Hits, blocks, or hexes of a retreat."""
    flags: int = 0
    hex: Hex | None = None


class CardPlay(Struct, frozen=True):
    """The card on the table, and what the pieces have done by it."""

    card: str
    effective: Kind | None
    choice: bool = False
    """Whether it orders one unit of choice (CA-CARD-2)."""
    faces: tuple[Face, ...] | None = None
    commander: Piece | None = None
    orders: tuple[Piece, ...] = ()
    moved: Mapping[Piece, int] = {}
    """The distance of the first ordered move."""
    done: tuple[Piece, ...] = ()
    """Those without an ordered move left in this step."""
    barred: tuple[Piece, ...] = ()
    """Those that a leader joined (CA-LDR-6)."""
    entered: Mapping[Piece, Hex] = {}
    """Where they came by move or momentum this turn."""
    battles: Mapping[Piece, int] = {}
    ambushed: tuple[Piece, ...] = ()
    """Those that were placed this turn (CA-SCN-4)."""

    @property
    def text(self) -> Card | None:
        """The text that applies: none if the card orders nothing, or one unit of choice."""
        return None if self.effective is None or self.choice else CARD[self.effective]


class Combat(Struct, frozen=True):
    """A combat sequence, from the announcement to its end."""

    unit: Piece
    target: Piece
    from_: Hex
    hex: Hex
    ranged: bool
    bonus: bool
    full: tuple[Piece, ...]
    """Those at full strength at the announcement (CA-CC-5)."""
    reaction: Reaction | None = None
    checked: tuple[Piece, ...] = ()
    """The leaders that were checked (CA-LCK-4)."""


class Last(Struct, frozen=True):
    """What a side played on its turns."""

    turns: int = 0
    effective: Kind | None = None
    """Of the last card."""
    thirds: tuple[Section, ...] | None = None
    """Of the piece chosen with Leadership Any Section, seen from the bottom."""


NumbersT = TypeVar("NumbersT", tuple[int, ...], list[int])
HandsT = TypeVar("HandsT", tuple[tuple[str, ...], ...], list[tuple[str, ...]])
LastT = TypeVar("LastT", tuple[Last, ...], list[Last])
StepsT = TypeVar("StepsT", tuple[Step, ...], list[Step])


class State(Struct, Generic[NumbersT, HandsT, LastT, StepsT]):
    """What a position and a draft have."""

    options: Options
    turn: int
    active: SideNumber
    step: TurnStep
    banners: NumbersT
    """By side."""
    objectives: NumbersT
    """How many of them are objectives."""
    camps: tuple[Hex, ...]
    """The camps that were counted, ascending."""
    at: NumbersT
    """By piece: its hex, or ``RESERVE``, ``ELIMINATED`` or ``LEFT``."""
    blocks: NumbersT
    """By unit."""
    hands: HandsT
    """By side, in the order of the cards file."""
    limits: NumbersT
    """The hand limits, which are also Command (CA-ORD-8)."""
    discard: tuple[str, ...]
    """Oldest first."""
    last: LastT
    play: CardPlay | None
    combat: Combat | None
    stack: StepsT
    """What follows in the combat; the last one comes first."""
    draws: tuple[SideNumber, ...]
    """The sides for which cards are still drawn."""
    outcome: Outcome | None

    @property
    def battle(self) -> Scenario:
        """The battle that is fought."""
        return self.options.battle


class Position(  # type: ignore[misc] # a draft is not frozen
    State[tuple[int, ...], tuple[tuple[str, ...], ...], tuple[Last, ...], tuple[Step, ...]],
    frozen=True,
    gc=False,
):
    """The folded state of one game."""


class Draft(State[list[int], list[tuple[str, ...]], list[Last], list[Step]], gc=False):
    """The same, while events change it."""


Table: TypeAlias = Position | Draft

thaw: Final = converter(Position, Draft)
"""Returns a draft of a position or of a draft."""


def deck_of(table: Table) -> tuple[str, ...]:
    """Return the cards of the deck, in the order of the file: it is a set (CA-CHANCE-2)."""
    elsewhere = {*table.discard, *table.hands[0], *table.hands[1]}
    if table.play is not None:
        elsewhere.add(table.play.card)
    return tuple(one for one in CARDS if one not in elsewhere)


def settle(position: Position, reason: Reason, winners: tuple[str, ...]) -> Outcome:
    """Return the outcome of an end that the table declared, with the present banners."""
    return ended(position, reason, winners)


def ended(table: Table, reason: Reason, winners: tuple[str, ...]) -> Outcome:
    """Return the outcome of a game that ends like this.

    A game that nobody won is one that both sides share, so it names both.
    """
    banners: dict[Side, int] = {
        side: table.banners[SIDES.index(side)] for side in table.options.sides
    }
    won = tuple(side for side in table.options.sides if side in winners)
    merits = dict.fromkeys(banners, 0)
    won_by = TABLE_RULES.get(reason) or BY_RULE[reason]
    standing = placed(won, banners, merits, won_by=won_by, others_by=_RANKED)
    return Outcome(reason, won, banners, standing)


BY_RULE: Final[Mapping[str, str]] = {
    "banners": "CA-VIC-2",
    "both_targets": "CA-EL-10",
    "leader_lost": "CA-SCN-7",
    "turn_limit": "CA-END-1",
}
"""By reason: the rule that ends the game."""

_RANKED: Final = "CA-VIC-1"
