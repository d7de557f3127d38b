"""Ordering pieces, and bringing in the reserve (CA-ORD, CA-CARD, CA-SCN-3)."""

from collections.abc import Sequence
from typing import Any

from domain.kit import IllegalAction, repeated
from domain.rulesets.ancients import ordering
from domain.rulesets.ancients.actions import Ambush, IssueOrders
from domain.rulesets.ancients.board import CARD, Card, Piece
from domain.rulesets.ancients.events import OrdersIssued, UnitsPlaced
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import HEX, NAMES, SIDES, SideNumber
from domain.rulesets.ancients.rules.play import Play, hex_named, known_piece, piece_named


def issue_orders(play: Play, side: SideNumber, action: IssueOrders) -> None:
    """Order these pieces by the text of the card."""
    field, card = Field(play.draft), play.card
    names = [*action.pieces, *([] if action.commander is None else [action.commander])]
    for name in names:
        known_piece(field, name)
    if action.ambush is not None:
        ambush(play, field, action.ambush, action.pieces)
        return
    for name in names:
        piece_named(field, side, name)
    twice = repeated(action.pieces)
    if twice:
        raise IllegalAction("CA-ORD-1", "duplicate_order", pieces=twice)
    pieces = sorted(field.battle.numbers[name] for name in action.pieces)
    text = CARD[card.effective] if card.effective is not None else None
    assert text is not None, "the card orders something"
    commander = None
    if text.mode == "leadership":
        commander = _by_leader(play, field, side, pieces, action.commander)
    elif action.commander is not None:
        raise IllegalAction("CA-CARD-LEAD-1", "commander_not_taken", commander=action.commander)
    elif text.mode == "section":
        _by_section(field, side, text, pieces)
    else:
        _by_group(play, field, side, text, pieces)
    play.happens(
        OrdersIssued(
            SIDES[side],
            tuple(map(play.id, pieces)),
            None if commander is None else play.id(commander),
        )
    )


def _by_section(field: Field, side: SideNumber, card: Card, pieces: Sequence[Piece]) -> None:
    for piece in pieces:
        if not ordering.sections_of(field, side, card, piece):
            raise IllegalAction(
                "CA-ORD-2",
                "wrong_section",
                piece=field.battle.ids[piece],
                sections=list(card.sections),
            )
    if not ordering.fits(card, [ordering.sections_of(field, side, card, one) for one in pieces]):
        raise IllegalAction(
            "CA-ORD-2", "too_many_orders", orders=len(pieces), allowed=dict(card.sections)
        )


def _by_group(
    play: Play, field: Field, side: SideNumber, card: Card, pieces: Sequence[Piece]
) -> None:
    """Check the orders of one unit of choice, of a type of units, or of a linked group."""
    choice = play.card.choice
    rule = "CA-CARD-2" if choice else card.rule
    may = ordering.orderable(field, side, play.card)
    for piece in pieces:
        if not field.is_unit(piece) and (choice or not card.leaders_too):
            raise IllegalAction(
                "CA-CARD-2" if choice else "CA-ORD-5",
                "leader_not_orderable",
                piece=field.battle.ids[piece],
            )
    for piece in pieces:
        if piece not in may:
            raise IllegalAction(
                rule, "wrong_type", piece=field.battle.ids[piece], orders=card.orders
            )
    most = ordering.most_of(play.draft, side, play.card)
    if most is not None and len(pieces) > most:
        raise IllegalAction(rule, "too_many_orders", orders=len(pieces), allowed=most)
    if card.mode == "linked_group" and not choice and not ordering.linked(field, pieces):
        raise IllegalAction(rule, "not_linked", pieces=_names(field, pieces))


# --- leadership --------------------------------------------------------------------------------


def _by_leader(
    play: Play, field: Field, side: SideNumber, pieces: Sequence[Piece], named: str | None
) -> Piece | None:
    """Check the orders of a leadership card; return its commander, or None without one."""
    leaders = [one for one in pieces if not field.is_unit(one)]
    if named is not None:
        commander = field.battle.numbers[named]
        if commander not in leaders:
            raise IllegalAction("CA-CARD-LEAD-1", "leader_required", commander=named)
        leaders = [commander]
    if not leaders:
        _one_unit(play, field, side, pieces)
        return None
    refusals = []
    for leader in leaders:
        refusal = _refusal(play, field, side, pieces, leader)
        if refusal is None:
            return leader
        refusals.append(refusal)
    raise refusals[0]


def _one_unit(play: Play, field: Field, side: SideNumber, pieces: Sequence[Piece]) -> None:
    """Check the alternative: one unit of choice, or no order at all (CA-CARD-LEAD-5)."""
    if len(pieces) > 1:
        raise IllegalAction("CA-CARD-LEAD-1", "leader_required", pieces=_names(field, pieces))
    for piece in pieces:
        if not ordering.in_section(play.draft, side, play.card, field.at(piece)):
            raise _out_of_section(play, field, side, piece)


def _out_of_section(play: Play, field: Field, side: SideNumber, piece: Piece) -> IllegalAction:
    thirds = ordering.thirds_of(play.draft, side, play.card)
    name = field.battle.ids[piece]
    if thirds is not None:
        return IllegalAction("CA-CARD-COUNTER-3", "wrong_section", piece=name, thirds=list(thirds))
    card = play.card.text
    return IllegalAction(
        "CA-CARD-LEAD-1",
        "wrong_section",
        piece=name,
        section=None if card is None else card.section,
    )


def _refusal(
    play: Play, field: Field, side: SideNumber, pieces: Sequence[Piece], leader: Piece
) -> IllegalAction | None:
    """Return why a leader cannot command these orders, or None if he can."""
    if not ordering.in_section(play.draft, side, play.card, field.at(leader)):
        return _out_of_section(play, field, side, leader)
    unit = field.unit_of(leader)
    facts: dict[str, Any] = {"commander": field.battle.ids[leader]}
    if unit is not None and unit not in pieces:
        return IllegalAction("CA-CARD-LEAD-4", "no_detach", **facts)
    for other in pieces:
        if other != leader and not field.is_unit(other) and field.unit_of(other) is not None:
            return IllegalAction(
                "CA-CARD-LEAD-4", "leader_not_orderable", piece=field.battle.ids[other]
            )
    further = {field.at(one) for one in pieces} - {field.at(leader)}
    assert play.card.effective is not None, "the card orders something"
    most = CARD[play.card.effective].further
    if len(further) > most:
        return IllegalAction(
            "CA-CARD-LEAD-1", "too_many_orders", hexes=len(further), allowed=most, **facts
        )
    if not ordering.linked(field, pieces):
        return IllegalAction("CA-CARD-LEAD-3", "not_linked", pieces=_names(field, pieces), **facts)
    return None


def _names(field: Field, pieces: Sequence[Piece]) -> list[str]:
    return [field.battle.ids[one] for one in pieces]


# --- the reserve -------------------------------------------------------------------------------


def ambush(play: Play, field: Field, action: Ambush, pieces: Sequence[str]) -> None:
    """Bring in the reserve in place of orders (CA-SCN-3, CA-SCN-4)."""
    for placement in action.placements:
        hex_named(placement.hex)
        known_piece(field, placement.unit)
    if not ordering.may_ambush(play.draft, play.card):
        raise IllegalAction("CA-SCN-3", "ambush_not_allowed")
    sections = ordering.ambush_sections(play.draft, field, play.card)
    if action.section not in sections:
        raise IllegalAction(
            "CA-SCN-3", "wrong_section", section=action.section, sections=list(sections)
        )
    units = [field.battle.numbers[one.unit] for one in action.placements]
    hexes = [HEX[one.hex] for one in action.placements]
    free, reserve = sections[action.section], ordering.reserve_units(play.draft)
    count = min(len(free), len(reserve))
    leader = ordering.reserve_leader(play.draft)
    placed = {one.unit for one in action.placements}
    sound = (
        not pieces
        and len(units) == count
        and not repeated(units)
        and not repeated(hexes)
        and set(units) <= set(reserve)
        and set(hexes) <= set(free)
        and (action.leader_with in placed if leader is not None else action.leader_with is None)
    )
    if not sound:
        raise IllegalAction(
            "CA-SCN-4",
            "illegal_placement",
            count=count,
            units=_names(field, reserve),
            hexes=[NAMES[at] for at in free],
            leader=leader is not None,
        )
    in_order = tuple(sorted(action.placements, key=lambda one: field.battle.numbers[one.unit]))
    play.happens(UnitsPlaced(action.section, in_order, action.leader_with))
