"""Is a position from outside a position of this game? All faults are reported together.

The invariants of the rules that a position must keep are CM-INV-1 to -6, -9, -10, -12 and -14;
the rest is what makes it readable at all: seats, order, steps and discs that fit together.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import astuple

from domain.refusal import Refusal
from domain.ruleset import Faults
from domain.rulesets.carolus_magnus.board import (
    CLANS,
    CLANS_COUNT,
    DISCS,
    NOBODY,
    NUMBERS,
    PALADINS_PER_CLAN,
    SEGMENTS_COUNT,
    SIDE_INDEX,
    SIDES,
    SIDES_OF_SEATS,
    TERRITORIES_MIN,
)
from domain.rulesets.carolus_magnus.options import Options, examine
from domain.rulesets.carolus_magnus.position import BY_SEGMENT, Position
from domain.rulesets.carolus_magnus.view import Paladins, PositionView, SeatView, TerritoryView


def read(view: PositionView, options: Options) -> Position:
    """Return the position that the view tells of.

    Raises IllegalAction for options that a rule refuses (CM-OPT), and Faults with everything that
    is wrong with the position.
    """
    examine(options)
    faults = list(_faults(view, options))
    if faults:
        raise Faults(faults)
    return _position(view, options)


def _faults(view: PositionView, options: Options) -> Iterator[Refusal]:
    if len(view.seats) != options.players:
        yield _fault(
            "CM-SET-2", "seats_must_match_players", seats=len(view.seats), players=options.players
        )
        # Everything else counts by seats.
        return
    yield from _seating(view, options)
    yield from _flow(view, options)
    yield from _discs(view)
    yield from _ring(view)
    yield from _castles(view, options)
    yield from _paladins(view)
    yield from _markers(view)
    yield from _reserves(view, options)


def _seating(view: PositionView, options: Options) -> Iterator[Refusal]:
    sides = SIDES_OF_SEATS[options.players, options.seating]
    for seat, (held, side) in enumerate(zip(view.seats, sides, strict=True)):
        if held.side != SIDES[side]:
            yield _fault(
                "CM-SET-2", "seat_has_another_side", seat=seat, side=held.side, expected=SIDES[side]
            )
    if sorted(view.order) != list(range(options.players)):
        yield _fault(
            "CM-INV-16",
            "order_must_name_each_seat_once",
            order=list(view.order),
            seats=list(range(options.players)),
        )


def _flow(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Phase, step, active seat, crowns and outcome fit together."""
    over = view.phase == "over"
    if (view.step is not None) != (view.phase == "action"):
        yield _fault("CM-TURN-2", "step_must_fit_the_phase", phase=view.phase, step=view.step)
    if over != (view.active is None) or (view.active is not None and view.active not in view.order):
        yield _fault(
            "CM-TURN-1", "active_seat_must_fit_the_phase", phase=view.phase, active=view.active
        )
    if over != (view.outcome is not None):
        yield _fault("CM-END-1", "outcome_must_fit_the_phase", phase=view.phase)
    named = view.step == "refill_crowns" or (
        view.phase == "setup" and options.setup == "tabletop" and view.crowns > 0
    )
    if named != (view.crowns > 0):
        yield _fault(
            "CM-FILL-6",
            "crowns_must_fit_the_step",
            crowns=view.crowns,
            step=view.step,
            phase=view.phase,
        )
    if view.phase == "setup" and view.round != 1:
        yield _fault("CM-OPEN-1", "set_up_is_in_round_1", round=view.round)


def _discs(view: PositionView) -> Iterator[Refusal]:
    """Each seat's discs are its own, and those played fit the phase."""
    for seat, held in enumerate(view.seats):
        twice = sorted(disc for disc, count in Counter(held.discs).items() if count > 1)
        if twice or held.disc_played in held.discs:
            yield _fault(
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
        yield _fault(
            "CM-OPEN-3",
            "discs_are_played_in_opening_order",
            seat=seat,
            disc_played=held.disc_played,
            phase=view.phase,
        )
    # All discs come back after rounds 5, 10, …; until then a disc must be left for each round.
    needed = -view.round % len(DISCS) + (not has_played)
    if len(held.discs) < needed:
        yield _fault(
            "CM-INV-13",
            "seat_must_hold_a_disc_for_each_round",
            seat=seat,
            discs=list(held.discs),
            needed=needed,
        )


def _ring(view: PositionView) -> Iterator[Refusal]:
    """Territories are runs of segments that make up the ring (CM-INV-2, CM-INV-14)."""
    segments = [segment for territory in view.territories for segment in territory.segments]
    heads = [territory.segments[0] for territory in view.territories]
    if sorted(segments) != list(range(1, SEGMENTS_COUNT + 1)):
        yield _fault("CM-INV-2", "territories_must_make_up_the_ring", segments=sorted(segments))
    for territory in view.territories:
        run = territory.segments
        if any(
            following != one % SEGMENTS_COUNT + 1
            for one, following in zip(run, run[1:], strict=False)
        ):
            yield _fault("CM-INV-2", "segments_must_be_neighbours", segments=list(run))
    if heads != sorted(heads):
        yield _fault("CM-INV-2", "territories_must_be_in_ring_order", heads=heads)
    if view.emperor not in heads:
        yield _fault("CM-INV-14", "emperor_must_stand_on_a_head", emperor=view.emperor, heads=heads)
    if view.phase != "over" and len(view.territories) < TERRITORIES_MIN:
        yield _fault(
            "CM-END-3",
            "too_few_territories_to_go_on",
            territories=len(view.territories),
            least=TERRITORIES_MIN,
        )


def _castles(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Owners and castles fit the ring and the sides (CM-INV-3 … CM-INV-6)."""
    goal = NUMBERS[options.players].castle_goal
    sides = SIDES[: NUMBERS[options.players].sides_count]
    over = view.phase == "over"
    counted = dict.fromkeys(sides, 0)
    for territory in view.territories:
        head = territory.segments[0]
        yield from _castles_of(territory, over=over)
        if territory.owner in counted:
            counted[territory.owner] += territory.castles
        elif territory.owner is not None:
            yield _fault(
                "CM-INV-6", "no_such_side_in_this_game", territory=head, owner=territory.owner
            )
    if dict(view.castles_in_play) != counted:
        yield _fault(
            "CM-INV-6",
            "castles_in_play_must_be_those_standing",
            castles_in_play=dict(view.castles_in_play),
            standing=counted,
        )
    for side, count in counted.items():
        if count > goal or (count == goal and not over):
            yield _fault("CM-INV-6", "too_many_castles", side=side, castles=count, castle_goal=goal)
    for one, other in zip(
        view.territories, view.territories[1:] + view.territories[:1], strict=True
    ):
        if one is not other and one.owner is not None and one.owner == other.owner:
            yield _fault(
                "CM-INV-5",
                "neighbours_of_one_owner_must_be_merged",
                territories=[one.segments[0], other.segments[0]],
                owner=one.owner,
            )


def _castles_of(territory: TerritoryView, *, over: bool) -> Iterator[Refusal]:
    head = territory.segments[0]
    if territory.owner is None:
        if territory.castles or len(territory.segments) > 1:
            yield _fault(
                "CM-INV-3",
                "unowned_territory_is_one_segment_without_castle",
                territory=head,
                segments=len(territory.segments),
                castles=territory.castles,
            )
        return
    short = over and territory.castles < len(territory.segments)
    if not territory.castles:
        yield _fault("CM-INV-3", "owned_territory_must_have_a_castle", territory=head)
    elif territory.castles != len(territory.segments) and not short:
        yield _fault(
            "CM-INV-4",
            "castles_must_match_segments",
            territory=head,
            segments=len(territory.segments),
            castles=territory.castles,
        )


def _paladins(view: PositionView) -> Iterator[Refusal]:
    """Forty of each clan, and one at least on each segment (CM-INV-1, CM-INV-9)."""
    places = [
        view.supply,
        *(territory.paladins for territory in view.territories),
        *(seat.court for seat in view.seats),
        *(seat.reserve for seat in view.seats),
    ]
    for name, count in zip(CLANS, _sum(places), strict=True):
        if count != PALADINS_PER_CLAN:
            yield _fault(
                "CM-INV-1",
                "paladins_must_be_conserved",
                clan=name,
                paladins=count,
                expected=PALADINS_PER_CLAN,
            )
    for territory in view.territories:
        count = sum(astuple(territory.paladins))
        if count < len(territory.segments):
            yield _fault(
                "CM-INV-9",
                "territory_must_hold_a_paladin_per_segment",
                territory=territory.segments[0],
                paladins=count,
                segments=len(territory.segments),
            )


def _markers(view: PositionView) -> Iterator[Refusal]:
    """A holder has the most in court; an unheld clan is in no court (CM-INV-10)."""
    courts = [astuple(seat.court) for seat in view.seats]
    for clan, name in enumerate(CLANS):
        holder = getattr(view.markers, name)
        counts = [court[clan] for court in courts]
        fits = (
            not any(counts)
            if holder is None
            else holder < len(counts) and 0 < counts[holder] == max(counts)
        )
        # After equal returns a holder may have as few as the others: none.
        returned = holder is not None and holder < len(counts) and not any(counts)
        if not fits and not returned:
            yield _fault(
                "CM-INV-10", "holder_must_have_the_most", clan=name, holder=holder, courts=counts
            )


def _reserves(view: PositionView, options: Options) -> Iterator[Refusal]:
    """No reserve is too large; jokers exist only before they are exchanged (CM-INV-12)."""
    size = NUMBERS[options.players].reserve_size
    for seat, held in enumerate(view.seats):
        extra = view.crowns if seat == view.active else 0
        count = sum(astuple(held.reserve)) + held.jokers
        if count + extra > size:
            yield _fault(
                "CM-INV-12",
                "reserve_is_too_large",
                seat=seat,
                paladins_and_jokers=count,
                crowns=extra,
                reserve_size=size,
            )
        if held.jokers and not _may_hold_jokers(view, options, seat):
            yield _fault("CM-SET-9", "jokers_must_be_exchanged", seat=seat, jokers=held.jokers)
    yield from _drawing(view, size)
    taken = sum(_available(view))
    jokers = sum(held.jokers for held in view.seats)
    if view.crowns + jokers > taken:
        yield _fault(
            "CM-FILL-5", "nothing_to_take", crowns=view.crowns, jokers=jokers, available=taken
        )
    if view.step == "exchange" and view.active is not None and view.active < len(view.seats):
        if not view.seats[view.active].jokers:
            yield _fault("CM-SET-9", "no_joker_to_exchange", seat=view.active)


def _drawing(view: PositionView, size: int) -> Iterator[Refusal]:
    """In the set-up the seats before the active one have drawn and the others have not."""
    if view.phase != "setup" or view.active not in view.order:
        return
    at = view.order.index(view.active)
    for place, seat in enumerate(view.order):
        if seat >= len(view.seats):
            continue
        held = view.seats[seat]
        count = sum(astuple(held.reserve)) + held.jokers
        expected = size if place < at else 0
        if place == at and view.crowns:
            expected = size - view.crowns
        if count != expected:
            yield _fault(
                "CM-SET-7",
                "reserves_are_drawn_in_opening_order",
                seat=seat,
                paladins=count,
                expected=expected,
            )


def _may_hold_jokers(view: PositionView, options: Options, seat: int) -> bool:
    if options.setup != "yucata" or view.round != 1 or view.phase == "over":
        return options.setup == "yucata" and view.round == 1
    if view.phase != "action" or seat not in view.order or view.active not in view.order:
        return True
    if seat == view.active:
        return view.step == "exchange"
    return view.order.index(seat) > view.order.index(view.active)


def _available(view: PositionView) -> list[int]:
    courts = [astuple(seat.court) for seat in view.seats]
    return [
        supply + len(courts) * min(court[clan] for court in courts)
        for clan, supply in enumerate(astuple(view.supply))
    ]


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
        castles_in_play=bytes(view.castles_in_play[side] for side in _sides(options)),
        placed_this_round=view.placed_this_round,
        owner_changed_this_round=view.owner_changed_this_round,
        outcome=view.outcome,
    )


def _sides(options: Options) -> tuple[Any, ...]:
    return SIDES[: NUMBERS[options.players].sides_count]


def _sum(places: list[Paladins]) -> list[int]:
    return [sum(counts) for counts in zip(*map(astuple, places), strict=True)]


def _fault(rule: str, reason: str, /, **facts: Any) -> Refusal:
    return Refusal(rule, reason, facts)
