"""Checks of a position from outside, which report all faults together.

A position that passes is playable: the seat that is due always has a legal action, and no count
becomes negative. So this checks every invariant that the position itself can show, and trusts those
that concern its history.

This module checks seats, rounds, steps, discs and the end; ``check_pieces.py`` checks the pieces on
the table.
"""

from collections.abc import Iterator

from msgspec import to_builtins
from msgspec.structs import astuple

from domain.kit import TABLE_RULES, Refusal, fault, leading, must_be_sound, repeated, some_in_order
from domain.rulesets.carolus_magnus import check_pieces
from domain.rulesets.carolus_magnus.board import (
    CLANS_COUNT,
    DISCS,
    NOBODY,
    NUMBERS,
    SIDE_INDEX,
    SIDES,
    SIDES_OF_SEATS,
    TERRITORIES_MIN,
    Side,
)
from domain.rulesets.carolus_magnus.check_pieces import sides_of
from domain.rulesets.carolus_magnus.options import Options, examine
from domain.rulesets.carolus_magnus.position import (
    BY_SEGMENT,
    Outcome,
    Position,
    standing,
)
from domain.rulesets.carolus_magnus.view import PositionView, SeatView


def read(view: PositionView, options: Options) -> Position:
    """Return the position that the view shows.

    Raises IllegalAction for options that a rule refuses (CM-OPT), and Faults with every fault of
    the position.
    """
    examine(options)
    must_be_sound(_faults(view, options))
    return _position(view, options)


def _faults(view: PositionView, options: Options) -> Iterator[Refusal]:
    if len(view.seats) != options.players:
        yield fault(
            "CM-SET-2", "seats_must_match_players", seats=len(view.seats), players=options.players
        )
        # The other checks need the right number of seats.
        return
    yield from _seating(view, options)
    yield from _flow(view, options)
    yield from _round(view, options)
    yield from _discs(view)
    yield from check_pieces.faults(view, options)
    if view.outcome is not None:
        yield from _outcome(view, view.outcome, options)


def _seating(view: PositionView, options: Options) -> Iterator[Refusal]:
    sides = SIDES_OF_SEATS[options.players, options.seating]
    for seat, (held, side) in enumerate(zip(view.seats, sides, strict=True)):
        if held.side != SIDES[side]:
            yield fault(
                "CM-SET-2", "seat_has_another_side", seat=seat, side=held.side, expected=SIDES[side]
            )
    seats = list(range(options.players))
    order = list(view.order)
    if sorted(order) != seats:
        yield fault("CM-INV-16", "order_must_name_each_seat_once", order=order, seats=seats)
    elif view.phase == "setup" and options.setup == "tabletop":
        clockwise = seats[order[0] :] + seats[: order[0]]
        if order != clockwise:
            yield fault("CM-SET-3", "opening_must_go_clockwise", opening=order, expected=clockwise)


def _flow(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that phase, step, active seat, crowns and outcome fit together."""
    over = view.phase == "over"
    if (view.step is not None) != (view.phase == "action"):
        yield fault("CM-TURN-2", "step_must_fit_the_phase", phase=view.phase, step=view.step)
    if over != (view.active is None) or (view.active is not None and view.active not in view.order):
        yield fault(
            "CM-TURN-1", "active_seat_must_fit_the_phase", phase=view.phase, active=view.active
        )
    if over != (view.outcome is not None):
        yield fault("CM-END-1", "outcome_must_fit_the_phase", phase=view.phase)
    naming = view.step == "refill_crowns" or (
        view.phase == "setup" and options.setup == "tabletop" and view.crowns > 0
    )
    if naming != (view.crowns > 0):
        yield fault(
            "CM-FILL-6",
            "crowns_must_fit_the_step",
            crowns=view.crowns,
            step=view.step,
            phase=view.phase,
        )


def _round(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that this game can have the round, and that nothing in it happened too early."""
    if view.phase == "setup" and view.round != 1:
        yield fault("CM-OPEN-1", "set_up_is_in_round_1", round=view.round)
    if options.max_rounds is not None and view.round > options.max_rounds:
        yield fault(
            "CM-END-7", "round_is_past_the_limit", round=view.round, max_rounds=options.max_rounds
        )
    first_turn = view.phase == "action" and view.active == view.order[0]
    no_turn = view.phase in {"setup", "opening"}
    nothing_placed = no_turn or (first_turn and view.step in {"exchange", "place"})
    nothing_changed = nothing_placed or (first_turn and view.step == "move")
    if (nothing_placed and view.placed_this_round) or (
        nothing_changed and view.owner_changed_this_round
    ):
        yield fault(
            "CM-END-6",
            "nothing_can_have_happened_yet_in_this_round",
            phase=view.phase,
            step=view.step,
            placed_this_round=view.placed_this_round,
            owner_changed_this_round=view.owner_changed_this_round,
        )


def _discs(view: PositionView) -> Iterator[Refusal]:
    """Check that each seat's discs are its own, and that the discs played fit the phase."""
    for seat, held in enumerate(view.seats):
        if repeated(held.discs) or held.disc_played in held.discs:
            yield fault(
                "CM-OPEN-4",
                "disc_must_be_held_or_played_once",
                seat=seat,
                discs=list(held.discs),
                disc_played=held.disc_played,
            )
        yield from _disc_of_phase(view, seat, held)


def _disc_of_phase(view: PositionView, seat: int, held: SeatView) -> Iterator[Refusal]:
    if view.phase == "over" or seat not in view.order or view.active not in view.order:
        return
    has_played = view.phase == "action" or (
        view.phase == "opening" and view.order.index(seat) < view.order.index(view.active)
    )
    if (held.disc_played is not None) != has_played:
        yield fault(
            "CM-OPEN-3",
            "discs_are_played_in_opening_order",
            seat=seat,
            disc_played=held.disc_played,
            phase=view.phase,
        )
    # All discs come back after rounds 5, 10, …; until then a seat needs a disc for each round.
    needed = -view.round % len(DISCS) + (not has_played)
    if len(held.discs) < needed:
        yield fault(
            "CM-INV-13",
            "seat_must_hold_a_disc_for_each_round",
            seat=seat,
            discs=list(held.discs),
            needed=needed,
        )


def _outcome(view: PositionView, outcome: Outcome, options: Options) -> Iterator[Refusal]:
    """Check that this position can end in this way, and that the winners follow from the rules."""
    sides = sides_of(options)
    castles = check_pieces.castles_standing(view, sides)
    if outcome.castles != castles:
        yield fault(
            "CM-END-8",
            "outcome_must_tell_the_castles_in_play",
            castles=dict(outcome.castles),
            standing=castles,
        )
    at_goal = [side for side in sides if castles[side] >= NUMBERS[options.players].castle_goal]
    few = len(view.territories) < TERRITORIES_MIN
    if bool(at_goal) != (outcome.reason == "castle_goal"):
        yield fault(
            "CM-END-2",
            "castle_goal_ends_the_game",
            reason=outcome.reason,
            sides_at_the_goal=at_goal,
        )
    elif not at_goal and few != (outcome.reason == "few_territories"):
        yield fault(
            "CM-END-3",
            "few_territories_end_the_game",
            reason=outcome.reason,
            territories=len(view.territories),
            least=TERRITORIES_MIN,
        )
    if outcome.reason == "round_limit" and view.round != options.max_rounds:
        yield fault(
            "CM-END-7",
            "round_limit_must_be_reached",
            round=view.round,
            max_rounds=options.max_rounds,
        )
    yield from _winners(view, outcome, castles, options)


def _winners(
    view: PositionView, outcome: Outcome, castles: dict[Side, int], options: Options
) -> Iterator[Refusal]:
    won = outcome.winners
    if not some_in_order(won, castles):
        yield fault(
            "CM-END-10", "winners_must_be_sides_in_order", winners=list(won), sides=list(castles)
        )
        # The places follow from the winners.
        return
    markers = _markers(view, options)
    places = standing(options, outcome.reason, won, castles, markers)
    if outcome.standing != places:
        yield fault(
            "CM-END-12",
            "standing_must_follow_from_winners_and_castles",
            standing=to_builtins(outcome.standing),
            expected=to_builtins(places),
        )
    if outcome.reason in TABLE_RULES:
        # The table, not the rules, ended the game, so any side may have won.
        return
    best = leading(castles)
    rule = "CM-END-8"
    if len(best) > 1:
        rule = "CM-END-9"
        if options.tie_break == "clan_markers":
            best = leading({side: markers[side] for side in best})
    if list(won) != best:
        yield fault(rule, "winners_must_have_the_most", winners=list(won), expected=best)


def _markers(view: PositionView, options: Options) -> dict[Side, int]:
    """Return the number of clan markers of each side, without those of seats that do not exist."""
    sides = SIDES_OF_SEATS[options.players, options.seating]
    markers = dict.fromkeys(sides_of(options), 0)
    for holder in astuple(view.markers):
        if holder is not None and holder < len(sides):
            markers[SIDES[sides[holder]]] += 1
    return markers


def _position(view: PositionView, options: Options) -> Position:
    owners = bytearray([NOBODY]) * BY_SEGMENT
    castles = bytearray(BY_SEGMENT)
    land = bytearray(BY_SEGMENT * CLANS_COUNT)
    for territory in view.territories:
        head = territory.segments[0]
        owners[head] = NOBODY if territory.owner is None else SIDE_INDEX[territory.owner]
        castles[head] = territory.castles
        land[head * CLANS_COUNT : (head + 1) * CLANS_COUNT] = bytes(astuple(territory.paladins))
    return Position(
        options=options,
        phase=view.phase,
        step=view.step,
        round=view.round,
        order=view.order,
        turn=len(view.order) if view.active is None else view.order.index(view.active),
        crowns=view.crowns,
        emperor=view.emperor,
        heads=bytes(territory.segments[0] for territory in view.territories),
        owners=bytes(owners),
        castles=bytes(castles),
        land=bytes(land),
        supply=bytes(astuple(view.supply)),
        markers=bytes(NOBODY if seat is None else seat for seat in astuple(view.markers)),
        courts=b"".join(bytes(astuple(seat.court)) for seat in view.seats),
        reserves=b"".join(bytes(astuple(seat.reserve)) for seat in view.seats),
        jokers=bytes(seat.jokers for seat in view.seats),
        discs=bytes(sum(1 << disc for disc in seat.discs) for seat in view.seats),
        played=bytes(seat.disc_played or 0 for seat in view.seats),
        castles_in_play=bytes(view.castles_in_play[side] for side in sides_of(options)),
        placed_this_round=view.placed_this_round,
        owner_changed_this_round=view.owner_changed_this_round,
        outcome=view.outcome,
    )
