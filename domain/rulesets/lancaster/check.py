"""Checks of a position from outside, which report all faults together.

This module puts them in order and makes the position; ``check_pieces.py`` checks the pieces,
``check_course.py`` the decision that is due, and ``check_hidden.py`` completes the view of a seat.
"""

from collections.abc import Iterator, Mapping

from msgspec import to_builtins
from msgspec.structs import replace

from domain.kit import Refusal, fault, must_be_sound
from domain.rulesets.lancaster import check_hidden, check_pieces
from domain.rulesets.lancaster.board import COUNTIES, ROUNDS, CardId
from domain.rulesets.lancaster.check_course import course_faults
from domain.rulesets.lancaster.options import Options, examine
from domain.rulesets.lancaster.position import (
    Battle,
    Holder,
    Position,
    Side,
    Slot,
    ended,
)
from domain.rulesets.lancaster.rules.ending import game_end
from domain.rulesets.lancaster.start import start
from domain.rulesets.lancaster.view import BattleView, CountyView, PositionView, SideView

complete = check_hidden.complete


def read(view: PositionView, options: Options) -> Position:
    """Return the position that the view shows.

    Raises IllegalAction for options that a rule refuses, and Faults with every fault of the
    position.
    """
    examine(options)
    must_be_sound(_frame(view, options))
    position = _position(view, options)
    pieces = check_pieces.faults(view, options)
    must_be_sound([*pieces, *course_faults(view, position), *_end(view, position)])
    return position


def _frame(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check what all other checks rely on: seats, counties, sides and goods that are shown."""
    if len(view.seats) != options.players:
        yield fault(
            "LA-SETUP-1",
            "seats_must_match_players",
            seats=len(view.seats),
            players=options.players,
        )
        return
    colors = [seat.color for seat in view.seats]
    if colors != list(options.seat_colors):
        yield fault(
            "LA-SETUP-2",
            "seats_have_other_colors",
            colors=colors,
            expected=list(options.seat_colors),
        )
    if [one.county for one in view.counties] != list(COUNTIES):
        yield fault("LA-INV-3", "counties_must_be_those_of_the_board_in_order")
    yield from _sides(view, options)
    for seat, held in enumerate(view.seats):
        if held.gold is None or held.squires is None:
            yield fault("LA-INV-1", "goods_must_be_shown", seat=seat)


def _sides(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that the sides are the players' by seat, then the chosen allies' by seat."""
    expected = [(held.color, seat, False) for seat, held in enumerate(view.seats)]
    allies = [(held.ally, seat, True) for seat, held in enumerate(view.seats) if held.ally]
    if allies and not options.has_allies:
        yield fault("LA-TWO-1", "only_two_players_have_allies", players=options.players)
    found = [(one.side, one.seat, one.ally) for one in view.sides]
    if found != [*expected, *allies] or len({one for one, _, _ in found}) < len(found):
        yield fault(
            "LA-INV-2", "sides_must_be_those_of_players_and_allies", sides=[one[0] for one in found]
        )


def _end(view: PositionView, position: Position) -> Iterator[Refusal]:
    """Check the outcome of a game that has ended by its rules (LA-END-14)."""
    outcome = view.outcome
    if outcome is None:
        return
    end = game_end(position)
    expected = ended(position, end.reason, end.winners)
    if outcome.standing != expected.standing:
        yield fault(
            "LA-END-16",
            "standing_must_follow_from_the_points",
            standing=to_builtins(outcome.standing),
            expected=to_builtins(expected.standing),
        )
    if replace(outcome, standing=expected.standing) != expected or view.round != ROUNDS:
        yield fault(
            "LA-END-14",
            "outcome_must_follow_from_the_points",
            outcome=to_builtins(outcome),
            expected=to_builtins(expected),
            round=view.round,
        )


# --- the position ------------------------------------------------------------------------------


def _position(view: PositionView, options: Options) -> Position:
    """Return the position, without knights of sides that are not in the game: they are faults."""
    fresh = start(options)
    number = _numbers(view, options)
    sides: dict[Side, SideView] = {number[one.side]: one for one in view.sides}
    named = [sides[side].side if side in sides else None for side in range(len(fresh.colors))]
    return Position(
        options=options,
        round=view.round,
        start=view.start,
        next_start=view.next_start,
        moment=view.step,
        subject=view.subject,
        queue=view.queue,
        favour_side=None if view.favour_side is None else number.get(view.favour_side),
        owed=0,
        gold_left=view.supply.gold,
        squires_left=view.supply.squires,
        votes_left=view.supply.votes,
        nobles=tuple(one.nobles for one in view.counties),
        removed=tuple(one.removed for one in view.counties),
        holders=tuple(_holder(one, number) for one in view.counties),
        battles=tuple(_battle(one, number) for one in (*view.battles.top, *view.battles.bottom)),
        battles_gone=view.battles_gone,
        favours=view.favours,
        current=view.laws.current,
        proposed=view.laws.proposed,
        laws_gone=view.laws.gone,
        colors=tuple(named),
        courts=tuple(
            sides[side].court if side in sides else court for side, court in _each(fresh.courts)
        ),
        reserves=tuple(
            sides[side].reserve if side in sides else reserve
            for side, reserve in _each(fresh.reserves)
        ),
        castles=tuple(
            tuple(sides[side].castle.get(space, 0) for space in check_pieces.spaces(sides[side]))
            if side in sides
            else castle
            for side, castle in _each(fresh.castles)
        ),
        gold=tuple(one.gold or 0 for one in view.seats),
        squires=tuple(one.squires or 0 for one in view.seats),
        votes=tuple(one.votes for one in view.seats),
        power=tuple(one.power for one in view.seats),
        tables=tuple(one.nobles for one in view.seats),
        extensions=tuple(one.extensions for one in view.seats),
        ballots=tuple(one.ballot for one in view.seats),
        markers=tuple(one.markers or 0 for one in view.seats),
        tiles_valued=view.tiles_valued,
        outcome=view.outcome,
    )


def _each(knights: tuple[tuple[int, ...], ...]) -> Iterator[tuple[Side, tuple[int, ...]]]:
    return iter(enumerate(knights))


def _numbers(view: PositionView, options: Options) -> Mapping[str, Side]:
    """Return the number of each side."""
    return {one.side: one.seat + options.players * one.ally for one in view.sides}


def _holder(county: CountyView, number: Mapping[str, Side]) -> Holder | None:
    knight = county.knight
    if knight is None or knight.side not in number:
        return None
    return Holder(number[knight.side], knight.strength, county.squires)


def _battle(battle: BattleView | None, number: Mapping[str, Side]) -> Battle | None:
    if battle is None:
        return None
    card: CardId = battle.card
    slots = [one for one in battle.slots if one.side in number]
    return Battle(card, tuple(Slot(number[one.side], one.knights) for one in slots))
