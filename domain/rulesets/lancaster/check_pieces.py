"""Checks of the pieces: that all are there, and in places where they may be (LA-INV)."""

from collections.abc import Iterator
from typing import Any

from domain.kit import Refusal, fault, repeated
from domain.rulesets.lancaster.board import (
    ALLY_SPACES,
    COUNTY,
    EDITION,
    FAVOURS,
    KNIGHTS,
    LAW,
    SLOTS,
    TILES,
    SpaceId,
    battle_deck,
)
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.view import BattleView, PositionView, SideView


def faults(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Yield all faults of the pieces; the frame of the view is sound."""
    yield from _supply(view)
    yield from _holders(view)
    yield from _battles(view)
    yield from _knights(view)
    yield from _nobles(view, options)
    yield from _extensions(view)
    yield from _cards(view, options)
    yield from _favours(view)
    yield from _ballots(view)


def spaces(side: SideView) -> tuple[SpaceId, ...]:
    """Return the castle spaces of a side."""
    return ALLY_SPACES if side.ally else TILES


def _supply(view: PositionView) -> Iterator[Refusal]:
    on_counties = sum(one.squires for one in view.counties)
    totals = {
        "gold": (view.supply.gold + sum(one.gold or 0 for one in view.seats), EDITION.supply.gold),
        "squires": (
            view.supply.squires + sum(one.squires or 0 for one in view.seats) + on_counties,
            EDITION.supply.squire,
        ),
        "votes": (view.supply.votes + sum(one.votes for one in view.seats), EDITION.supply.vote),
    }
    for good, (found, expected) in totals.items():
        if found != expected:
            yield fault(
                "LA-INV-1", "pieces_must_be_all_there", good=good, found=found, expected=expected
            )


def _holders(view: PositionView) -> Iterator[Refusal]:
    sides = {one.side: one for one in view.sides}
    for one in view.counties:
        knight = one.knight
        if knight is None:
            if one.squires:
                yield fault("LA-INV-6", "squires_need_a_knight", county=one.county)
            continue
        if knight.side not in sides:
            yield fault("LA-INV-2", "no_such_side", county=one.county, side=knight.side)
        elif sides[knight.side].ally and one.squires:
            yield fault("LA-INV-6", "squires_do_not_help_an_ally", county=one.county)
        if knight.strength < COUNTY[one.county].min:
            yield fault(
                "LA-INV-7", "knight_is_too_weak", county=one.county, strength=knight.strength
            )


def on_board(view: PositionView) -> list[BattleView]:
    """Return the battles of both rows."""
    return [one for one in (*view.battles.top, *view.battles.bottom) if one is not None]


def _battles(view: PositionView) -> Iterator[Refusal]:
    sides = {one.side for one in view.sides}
    for battle in on_board(view):
        here = [slot.side for slot in battle.slots]
        sound = all(
            slot.side in sides and slot.knights and list(slot.knights) == sorted(slot.knights)
            for slot in battle.slots
        )
        if not sound or repeated(here) or len(here) > SLOTS:
            yield fault(
                "LA-INV-9", "each_slot_has_knights_of_one_side", card=battle.card, sides=here
            )


def _knights(view: PositionView) -> Iterator[Refusal]:
    for side in view.sides:
        found = [*side.court, *side.reserve, *side.castle.values()]
        found += [
            one.knight.strength
            for one in view.counties
            if one.knight is not None and one.knight.side == side.side
        ]
        for battle in on_board(view):
            for slot in battle.slots:
                if slot.side == side.side:
                    found += slot.knights
        in_order = all(list(one) == sorted(one) for one in (side.court, side.reserve))
        stray = [space for space in side.castle if space not in spaces(side)]
        if sorted(found) != list(KNIGHTS) or not in_order or stray:
            yield fault(
                "LA-INV-2",
                "side_must_have_its_seven_knights",
                side=side.side,
                knights=sorted(found),
                expected=list(KNIGHTS),
                spaces=list(side.castle),
            )


def _nobles(view: PositionView, options: Options) -> Iterator[Refusal]:
    expected = EDITION.nobles_per_county[options.players]
    for one in view.counties:
        at_tables = sum(held.nobles.count(one.county) for held in view.seats)
        if one.nobles + one.removed + at_tables != expected:
            yield fault(
                "LA-INV-3",
                "nobles_must_be_all_there",
                county=one.county,
                nobles=one.nobles,
                removed=one.removed,
                at_tables=at_tables,
                expected=expected,
            )
        if one.removed and not options.has_allies:
            yield fault("LA-INV-3", "only_allies_remove_nobles", county=one.county)
    for seat, held in enumerate(view.seats):
        if repeated(held.nobles):
            yield fault(
                "LA-INV-4", "table_has_each_letter_once", seat=seat, nobles=list(held.nobles)
            )


def _extensions(view: PositionView) -> Iterator[Refusal]:
    for seat, held in enumerate(view.seats):
        in_order = [tile for tile in TILES if tile in held.extensions]
        if list(held.extensions) != in_order or (view.phase != "setup" and not in_order):
            yield fault(
                "LA-INV-5", "tiles_are_different", seat=seat, extensions=list(held.extensions)
            )


def _cards(view: PositionView, options: Options) -> Iterator[Refusal]:
    battles = [*(one.card for one in on_board(view)), *view.battles_gone]
    deck = battle_deck(options.players)
    if repeated(battles) or any(card not in deck for card in battles):
        yield fault("LA-INV-10", "each_card_is_in_one_place", cards=battles, deck=list(deck))
    proposed = [law for law in view.laws.proposed if law is not None]
    laws = [*view.laws.current, *proposed, *view.laws.gone]
    # As many places as rounds have votes, and those voted on come first.
    places = list(view.laws.proposed)
    if (
        len(view.laws.current) != _LAWS
        or len(places) != _LAWS
        or places[_LAWS - len(proposed) :] != proposed
        or repeated(laws)
    ):
        yield fault("LA-INV-14", "each_law_is_in_one_place", laws=laws)
    expected = {"laws": _LAWS + _LAWS * view.round, "battles": 2 * view.round}
    drawn: dict[str, Any] = {"laws": len(laws), "battles": len(battles)}
    if drawn != expected:
        yield fault("LA-INV-15", "cards_drawn_must_fit_the_round", **drawn, expected=expected)
    late = [law for law in laws if LAW[law].group >= view.round]
    if late:
        yield fault("LA-INV-15", "laws_come_by_group", laws_of_later_groups=late, round=view.round)


_LAWS = 3


def _favours(view: PositionView) -> Iterator[Refusal]:
    sides = {one.side for one in view.sides}
    if view.favour_side is not None and view.favour_side not in sides:
        yield fault("LA-INV-2", "no_such_side", favour_side=view.favour_side)
    if list(view.favours) != [one for one in FAVOURS if one in view.favours]:
        yield fault("LA-GEN-6", "favours_must_be_in_order", favours=list(view.favours))


def _ballots(view: PositionView) -> Iterator[Refusal]:
    for seat, held in enumerate(view.seats):
        if (held.ballot is None) != (held.markers is None):
            yield fault("LA-INV-19", "markers_belong_to_a_ballot", seat=seat)
        if (held.markers or 0) > held.votes:
            yield fault(
                "LA-INV-19",
                "markers_exceed_those_owned",
                seat=seat,
                markers=held.markers,
                owned=held.votes,
            )
