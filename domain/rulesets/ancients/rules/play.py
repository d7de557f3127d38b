"""The events of one decision, as they happen: each is applied to a draft before the next."""

from domain.kit import IllegalAction
from domain.rulesets.ancients.apply import apply
from domain.rulesets.ancients.board import Piece
from domain.rulesets.ancients.events import AnyEvent
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import HEX, Hex, SideNumber
from domain.rulesets.ancients.position import CardPlay, Combat, Draft, Step, Table, thaw


class Play:
    """A draft of the position, and what has happened in it so far.

    A rule that refuses leaves nothing behind, because the draft goes with the play.
    """

    __slots__ = ("draft", "events")

    def __init__(self, position: Table) -> None:
        self.draft: Draft = thaw(position)
        self.events: list[AnyEvent] = []

    def happens(self, *events: AnyEvent) -> None:
        """Add events, and apply them."""
        apply(self.draft, events)
        self.events += events

    @property
    def card(self) -> CardPlay:
        """The card on the table."""
        assert self.draft.play is not None, "a card is on the table"
        return self.draft.play

    @property
    def combat(self) -> Combat:
        """The combat that goes on."""
        assert self.draft.combat is not None, "a combat goes on"
        return self.draft.combat

    @property
    def step(self) -> Step:
        """The step of the combat that is due."""
        return self.draft.stack[-1]

    @property
    def unit(self) -> Piece:
        """The unit, or leader, that the step is about."""
        assert self.step.piece is not None, "the step has a piece"
        return self.step.piece

    def id(self, piece: Piece) -> str:
        """Return the id of a piece."""
        return self.draft.battle.ids[piece]


def hex_named(name: str) -> Hex:
    """Return the hex of a name; raise IllegalAction if the board has none."""
    if name not in HEX:
        raise IllegalAction("CA-GEO-1", "unknown_hex", hex=name)
    return HEX[name]


def piece_named(field: Field, side: SideNumber, name: str) -> Piece:
    """Return a piece of the side on the board; raise IllegalAction if it is not one."""
    piece = known_piece(field, name)
    if field.side(piece) != side:
        raise IllegalAction("CA-ORD-1", "not_your_piece", piece=name)
    if field.at(piece) < 0:
        raise IllegalAction("CA-ORD-1", "not_on_board", piece=name)
    return piece


def known_piece(field: Field, name: str) -> Piece:
    """Return a piece of the battle; raise IllegalAction if it has none of this name."""
    piece = field.battle.numbers.get(name)
    if piece is None:
        raise IllegalAction("CA-SET-1", "unknown_piece", piece=name)
    return piece
