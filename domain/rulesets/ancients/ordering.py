"""What the card on the table orders: whom, how many, and what comes next."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from domain.rulesets.ancients.board import CARD, GROUP, Card, Kind, Piece
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import (
    ALL,
    BOTTOM,
    NEIGHBOURS,
    ROW,
    ROWS,
    SECTIONS,
    SECTIONS_OF,
    TOP,
    Hex,
    Section,
    SideNumber,
    mirrored,
)
from domain.rulesets.ancients.position import RESERVE, CardPlay, Table, TurnStep
from domain.rulesets.ancients.sight import connected

ANY_SECTION: Final[Kind] = "leadership-any-section"
COUNTER: Final[Kind] = "counter-attack"
FIRST_STRIKE: Final[Kind] = "first-strike"
AMBUSH_FROM: Final = 2
"""The turn of Carthage from which the reserve may enter (CA-SCN-3)."""
_LAST_ROW: Final = tuple(at for at in ALL if ROW[at] == ROWS - 1)
"""The hexes of row I."""


# --- the effective card ------------------------------------------------------------------------


class Effect(NamedTuple):
    """The kind of card whose text applies, and the thirds in which a copy may order."""

    kind: Kind | None
    thirds: tuple[Section, ...] | None = None


def effect(table: Table, side: SideNumber, kind: Kind) -> Effect:
    """Return what a card of this kind does now (CA-CARD-COUNTER)."""
    if kind != COUNTER:
        return Effect(kind)
    last = table.last[1 - side]
    copied = copy_of(last.effective)
    return Effect(copied, last.thirds if copied == ANY_SECTION else None)


def copy_of(kind: Kind | None) -> Kind | None:
    """Return the kind that Counter Attack makes of the opponent's, or None."""
    if kind is None or kind == FIRST_STRIKE:
        return None
    for section in SECTIONS:
        if section in kind.split("-"):
            other = kind.replace(section, mirrored(section))
            return CARD[other].id
    return kind


def thirds_of(table: Table, side: SideNumber, play: CardPlay) -> tuple[Section, ...] | None:
    """Return the thirds in which a copied Leadership Any Section may order, or None."""
    copies = play.effective == ANY_SECTION and play.card.startswith(COUNTER)
    return table.last[1 - side].thirds if copies else None


def in_section(table: Table, side: SideNumber, play: CardPlay, at: Hex) -> bool:
    """Return whether a leadership card may order this hex's leader or unit."""
    card = _card(play)
    if card.section is not None:
        return card.section in SECTIONS_OF[side][at]
    thirds = thirds_of(table, side, play)
    return thirds is None or any(one in thirds for one in SECTIONS_OF[BOTTOM][at])


def group_of(card: Card) -> frozenset[str]:
    """Return the types of units that a card orders by type."""
    if card.mode == "auto_missile":
        return GROUP["missile"]
    return GROUP[card.orders] if card.orders is not None else frozenset()


def may_be_choice(card: Card) -> bool:
    """Return whether a card orders one unit of choice if its own pieces are missing."""
    return card.id == "rally" or bool(group_of(card))


def is_choice(field: Field, side: SideNumber, play: CardPlay) -> bool:
    """Return whether a card orders one unit of choice (CA-CARD-2, CA-CARD-3, CA-CARD-RALLY-3)."""
    if play.effective is None:
        return False
    card = CARD[play.effective]
    if not may_be_choice(card):
        return False
    if card.id == "rally":
        return not field.own_leaders(side)
    group = group_of(card)
    return not any(field.type(one).id in group for one in field.own_units(side))


def next_step(table: Table, field: Field, side: SideNumber, play: CardPlay) -> TurnStep:
    """Return the step after a card was played."""
    if play.effective is None:
        return "draw"
    card = CARD[play.effective]
    if not play.choice:
        if card.mode == "dice_assign":
            return "assign_dice"
        if card.mode in ("auto_adjacent", "auto_missile"):
            return "issue_orders"
    can = orderable(field, side, play) or ambush_sections(table, field, play)
    return "issue_orders" if card.mode != "none" and can else "draw"


# --- whom it orders ----------------------------------------------------------------------------


def orderable(field: Field, side: SideNumber, play: CardPlay) -> list[Piece]:
    """Return the pieces that the card could order, each by itself."""
    if play.choice:
        return field.own_units(side)
    card = _card(play)
    match card.mode:
        case "section":
            return [one for one in field.own(side) if sections_of(field, side, card, one)]
        case "leadership":
            return [
                one for one in field.own(side) if in_section(field.table, side, play, field.at(one))
            ]
        case "auto_adjacent":
            return [
                one for one in field.own_units(side) if field.enemy_unit_near(field.at(one), side)
            ]
        case _:
            group = group_of(card)
            units = [one for one in field.own_units(side) if field.type(one).id in group]
            return [*units, *(field.own_leaders(side) if card.leaders_too else [])]


def sections_of(field: Field, side: SideNumber, card: Card, piece: Piece) -> list[Section]:
    """Return the sections of a section card to which a piece can be assigned."""
    return [one for one in SECTIONS_OF[side][field.at(piece)] if one in card.sections]


def fits(card: Card, pieces: Sequence[Sequence[Section]]) -> bool:
    """Return whether all pieces, each with its sections, can be assigned (CA-ORD-2).

    Sections are in a row, so each takes the pieces with the fewest further ones first.
    """
    left = list(pieces)
    for section in SECTIONS:
        able = sorted((one for one in left if section in one), key=lambda one: one[-1] != section)
        for one in able[: card.sections.get(section, 0)]:
            left.remove(one)
        if any(one[-1] == section for one in left):
            return False
    return not left


def most_of(table: Table, side: SideNumber, play: CardPlay) -> int | None:
    """Return the most pieces that a card orders, or None without a limit."""
    if play.choice:
        return 1
    card = _card(play)
    return table.limits[side] if card.by_command else card.most


def linked(field: Field, pieces: Sequence[Piece]) -> bool:
    """Return whether the hexes of pieces are connected (CA-ORD-10)."""
    hexes = {field.at(one) for one in pieces}
    return not hexes or len(connected(next(iter(hexes)), hexes)) == len(hexes)


# --- dice --------------------------------------------------------------------------------------


class DiceOrders(NamedTuple):
    """For which pieces each die can be used, and how often each piece can be named."""

    options: tuple[tuple[Piece, ...], ...]
    capacity: Mapping[Piece, int]


def dice_of(field: Field, side: SideNumber, play: CardPlay) -> DiceOrders:
    """Return how the dice of I Am Spartacus or Rally can be used."""
    if play.effective == "rally":
        capacity = _rallied(field, side)
    else:
        capacity = dict.fromkeys(field.own(side), 1)
    options = []
    for face in play.faces or ():
        fit = (
            one
            for one in capacity
            if face == "leader" or (field.is_unit(one) and field.type(one).class_ == face)
        )
        options.append(tuple(fit))
    return DiceOrders(tuple(options), capacity)


def _rallied(field: Field, side: SideNumber) -> dict[Piece, int]:
    """Return the units that may regain blocks, and how many (CA-CARD-RALLY-1)."""
    leaders = [field.at(one) for one in field.own_leaders(side)]
    near = {at for leader in leaders for at in (leader, *NEIGHBOURS[leader])}
    return {
        one: field.type(one).blocks - field.table.blocks[one]
        for one in field.own_units(side)
        if field.at(one) in near
        and field.type(one).id not in GROUP["not_rallied"]
        and not field.full(one)
    }


# --- Mago's ambush -----------------------------------------------------------------------------


def reserve_units(table: Table) -> list[Piece]:
    """Return the units that are still in reserve."""
    return [one for one in range(table.battle.unit_count) if table.at[one] == RESERVE]


def reserve_leader(table: Table) -> Piece | None:
    """Return the leader who is still in reserve."""
    count = table.battle.unit_count
    return next((one for one, at in enumerate(table.at) if one >= count and at == RESERVE), None)


def may_ambush(table: Table, play: CardPlay) -> bool:
    """Return whether the card on the table may bring in the reserve (CA-SCN-3)."""
    return (
        "mago_ambush" in table.battle.rules
        and table.active == TOP
        and table.last[TOP].turns >= AMBUSH_FROM
        and play.effective is not None
        and CARD[play.effective].mode == "leadership"
        and bool(reserve_units(table))
    )


def ambush_sections(table: Table, field: Field, play: CardPlay) -> Mapping[Section, list[Hex]]:
    """Return the hexes where the reserve may enter, by the sections that the card allows."""
    if not may_ambush(table, play):
        return {}
    card, thirds = _card(play), thirds_of(table, TOP, play)
    found = {}
    for section in SECTIONS:
        allowed = card.section is None or card.section == section
        if thirds is not None and mirrored(section) not in thirds:
            allowed = False
        hexes = [
            at
            for at in _LAST_ROW
            if section in SECTIONS_OF[TOP][at]
            and field.piece_at(at) is None
            and field.ground.get(at) not in ("river", "lake", "steep")
        ]
        if allowed and hexes:
            found[section] = hexes
    return found


def _card(play: CardPlay) -> Card:
    assert play.effective is not None, "the card orders something"
    return CARD[play.effective]
