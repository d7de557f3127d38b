"""The legal orders of a card: subsets by section, by type, linked, or under a leader."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, permutations, product
from math import comb, prod
from typing import Any

from domain.kit import ActionKind, Run, Subsets
from domain.rulesets.ancients import ordering
from domain.rulesets.ancients.actions import Action, Ambush, IssueOrders, Placement
from domain.rulesets.ancients.board import CARD, Card, Piece
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import NAMES, NEIGHBOURS, Hex, Section, SideNumber
from domain.rulesets.ancients.position import CardPlay, Position

Kinds = Iterator[ActionKind[Action]]


def orders(position: Position, side: SideNumber) -> Kinds:
    """Yield the legal orders by the text of the card on the table."""
    play, field = position.play, Field(position)
    assert play is not None, "a card is on the table"
    assert play.effective is not None, "the card orders something"
    card = CARD[play.effective]
    if play.choice:
        yield _group(field, ordering.orderable(field, side, play), 1)
    elif card.mode == "section":
        yield _by_section(field, side, play, card)
    elif card.mode == "leadership":
        yield from _by_leader(field, side, play, card)
    elif card.mode == "linked_group":
        yield _linked(field, ordering.orderable(field, side, play), card.most)
    else:
        most = ordering.most_of(position, side, play)
        yield _group(field, ordering.orderable(field, side, play), most)


def _issue(ids: Sequence[str], pieces: Sequence[Piece], commander: str | None = None) -> Action:
    return IssueOrders(in_order(ids[one] for one in pieces), commander)


def in_order(pieces: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of pieces in the order of ``legal``: leaders last, and sorted."""
    return tuple(sorted(pieces, key=lambda one: ("-L-" in one, one)))


def _group(field: Field, pieces: Sequence[Piece], most: int | None) -> ActionKind[Action]:
    ids = field.battle.ids
    subsets = Subsets(sorted(pieces), at_least=0, at_most=len(pieces) if most is None else most)
    return ActionKind(
        [Run(subsets.count, lambda index: _issue(ids, subsets.at(index)))],
        lambda: {"type": "issue_orders", "pieces": _some(ids, pieces, most)},
    )


def _some(ids: Sequence[str], pieces: Sequence[Piece], most: int | None) -> dict[str, Any]:
    """Return the compact form of any subset of these pieces, of at most this size."""
    some = [ids[one] for one in pieces]
    return Subsets(some, at_least=0, at_most=len(some) if most is None else most).choice


# --- sections ----------------------------------------------------------------------------------


def _by_section(field: Field, side: SideNumber, play: CardPlay, card: Card) -> ActionKind[Action]:
    """Return the orders of a section card: this many of the pieces that have the same sections."""
    ids = field.battle.ids
    where = {
        one: tuple(ordering.sections_of(field, side, card, one))
        for one in ordering.orderable(field, side, play)
    }
    alike: dict[tuple[Section, ...], list[Piece]] = {}
    for piece, sections in where.items():
        alike.setdefault(sections, []).append(piece)
    most = sum(card.sections.values())
    numbers = product(*(range(min(len(one), most) + 1) for one in alike.values()))
    groups = tuple(alike.values())
    runs = [
        Run(
            prod(comb(len(group), size) for group, size in zip(groups, sizes, strict=True)),
            partial(_of_sizes, ids, groups, sizes),
        )
        for sizes in numbers
        if ordering.fits(
            card,
            [one for one, size in zip(alike, sizes, strict=True) for _ in range(size)],
        )
    ]
    return ActionKind(
        runs,
        lambda: {
            "type": "issue_orders",
            "from": "sections",
            "orders": dict(card.sections),
            "pieces": {ids[one]: list(sections) for one, sections in where.items()},
        },
    )


def _of_sizes(
    ids: Sequence[str], groups: Sequence[list[Piece]], sizes: Sequence[int], index: int
) -> Action:
    """Return the orders number ``index`` with this many pieces of each group."""
    chosen: list[Piece] = []
    for group, size in zip(groups, sizes, strict=True):
        subsets = Subsets(group, at_least=size, at_most=size)
        index, place = divmod(index, subsets.count)
        chosen += subsets.at(place)
    return _issue(ids, chosen)


# --- linked groups -----------------------------------------------------------------------------


def _linked(field: Field, pieces: Sequence[Piece], most: int | None) -> ActionKind[Action]:
    ids = field.battle.ids
    at = {field.at(one): one for one in pieces}
    found = groups_of(tuple(sorted(at)), len(at) if most is None else most)

    def issue(index: int) -> Action:
        return _issue(ids, [at[one] for one in found[index]])

    return ActionKind(
        [Run(len(found), issue)],
        lambda: {"type": "issue_orders", "pieces": _some(ids, pieces, most), "linked": True},
    )


@lru_cache(maxsize=256)
def groups_of(hexes: tuple[Hex, ...], most: int) -> tuple[tuple[Hex, ...], ...]:
    """Return the sets of at most this many of these hexes that are connected; first the empty one.

    They are listed, because no formula counts them. Each is made once: from its first hex, by
    adding neighbours that are not excluded; a neighbour that is passed over is excluded from then
    on.
    """
    bits = {one: 1 << place for place, one in enumerate(hexes)}
    near = {
        bits[one]: sum(bits[other] for other in NEIGHBOURS[one] if other in bits) for one in hexes
    }
    found = [0]
    for one in hexes:
        start = bits[one]
        stack = [(start, near[start], start - 1 | start, 1)] if most else []
        while stack:
            group, edge, excluded, size = stack.pop()
            found.append(group)
            edge &= ~excluded
            while edge and size < most:
                bit = edge & -edge
                edge ^= bit
                excluded |= bit
                stack.append((group | bit, edge | near[bit], excluded, size + 1))
    return tuple(tuple(one for one in hexes if group & bits[one]) for group in found)


# --- leadership --------------------------------------------------------------------------------


def _by_leader(field: Field, side: SideNumber, play: CardPlay, card: Card) -> Kinds:
    ids, table = field.battle.ids, field.table
    may = ordering.orderable(field, side, play)
    alone = [one for one in may if field.is_unit(one)]
    by_commander = {
        one: _under(field, side, one, card.further) for one in may if not field.is_unit(one)
    }
    free = dict.fromkeys(pieces for found in by_commander.values() for pieces in found)
    actions = [_issue(ids, ()), *(_issue(ids, (one,)) for one in alone)]
    actions += [_issue(ids, pieces) for pieces in free]
    for leader, found in by_commander.items():
        actions += [_issue(ids, pieces, ids[leader]) for pieces in found]
    further = [one for one in field.own(side) if field.is_unit(one) or field.unit_of(one) is None]

    def choices() -> dict[str, Any]:
        units = {one: field.unit_of(one) for one in by_commander}
        return {
            "type": "issue_orders",
            "from": "leader",
            "commanders": {
                ids[one]: None if unit is None else ids[unit] for one, unit in units.items()
            },
            "pieces": _some(ids, further, card.further),
            "linked": True,
            "alone": [ids[one] for one in alone],
        }

    yield ActionKind([Run(len(actions), actions.__getitem__)], choices)
    if ordering.may_ambush(table, play):
        yield _ambushes(field, play)


def _under(field: Field, side: SideNumber, leader: Piece, further: int) -> list[tuple[Piece, ...]]:
    """Return the pieces that a leader can command together, each set once."""
    here = field.at(leader)
    hexes = {field.at(one) for one in field.own(side)}
    near = [at for at in sorted(hexes) if at != here]
    found = []
    for group in _around(here, tuple(near), further):
        pieces = [leader]
        for at in group:
            piece = field.piece_at(at)
            if piece is not None and piece != leader:
                pieces.append(piece)
        found.append(tuple(sorted(pieces)))
    return found


def _around(start: Hex, others: Sequence[Hex], further: int) -> Iterator[tuple[Hex, ...]]:
    """Yield the connected sets of hexes with ``start`` and at most this many others."""
    seen = {frozenset({start})}
    edge = list(seen)
    left = set(others)
    for _ in range(further + 1):
        yield from (tuple(sorted(one)) for one in sorted(edge, key=sorted))
        longer = {
            one | {near}
            for one in edge
            for at in one
            for near in NEIGHBOURS[at]
            if near in left and near not in one
        }
        edge = list(longer)


# --- the reserve -------------------------------------------------------------------------------


def _ambushes(field: Field, play: CardPlay) -> ActionKind[Action]:
    table, ids = field.table, field.battle.ids
    sections = ordering.ambush_sections(table, field, play)
    units = ordering.reserve_units(table)
    leader = ordering.reserve_leader(table)
    actions: list[Action] = []
    for section, hexes in sections.items():
        count = min(len(hexes), len(units))
        for chosen in combinations(units, count):
            for places in permutations(hexes, count):
                placed = tuple(
                    Placement(ids[unit], NAMES[at]) for unit, at in zip(chosen, places, strict=True)
                )
                placed = tuple(sorted(placed, key=lambda one: one.unit))
                with_leader = [None] if leader is None else [one.unit for one in placed]
                actions += [
                    IssueOrders((), None, Ambush(section, placed, one)) for one in with_leader
                ]

    def choices() -> dict[str, Any]:
        return {
            "type": "issue_orders",
            "from": "ambush",
            "sections": {one: [NAMES[at] for at in hexes] for one, hexes in sections.items()},
            "units": [ids[one] for one in units],
            "leader": leader is not None,
        }

    return ActionKind([Run(len(actions), actions.__getitem__)] if actions else [], choices)
