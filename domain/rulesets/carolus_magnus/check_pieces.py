"""Checks of the pieces in a position from outside: ring, castles, paladins, markers, reserves.

They cover the invariants CM-INV-1 to -6, -8 to -10, -12 and -14, and those of the set-up. Each
function yields all faults it finds, and relies on nothing that another function checks.
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import astuple

from domain.kit import Refusal, fault
from domain.rulesets.carolus_magnus.board import (
    CLANS,
    NUMBERS,
    PALADINS_PER_CLAN,
    SEGMENTS_COUNT,
    SIDES,
    TERRITORIES_MIN,
    Side,
)
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.rules.setup import emperor_start
from domain.rulesets.carolus_magnus.view import Paladins, PositionView, SeatView, TerritoryView


def faults(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Yield the faults of the pieces; the view must have as many seats as the game."""
    yield from _ring(view)
    yield from _castles(view, options)
    yield from _paladins(view)
    yield from _markers(view)
    yield from _reserves(view, options)
    yield from _supply(view, options)
    if view.phase == "setup":
        yield from _set_up(view, options)


def sides_of(options: Options) -> tuple[Side, ...]:
    """Return the sides in play."""
    return SIDES[: NUMBERS[options.players].sides_count]


def castles_standing(view: PositionView, sides: tuple[Side, ...]) -> dict[Side, int]:
    """Return the number of castles of each side on the ring."""
    standing = dict.fromkeys(sides, 0)
    for territory in view.territories:
        if territory.owner in standing:
            standing[territory.owner] += territory.castles
    return standing


def _ring(view: PositionView) -> Iterator[Refusal]:
    """Check that the territories are runs of segments that form the ring (CM-INV-2, CM-INV-14)."""
    segments = [segment for territory in view.territories for segment in territory.segments]
    heads = [territory.segments[0] for territory in view.territories]
    if sorted(segments) != list(range(1, SEGMENTS_COUNT + 1)):
        yield fault("CM-INV-2", "territories_must_make_up_the_ring", segments=sorted(segments))
    for territory in view.territories:
        run = territory.segments
        if any(following != one % SEGMENTS_COUNT + 1 for one, following in pairwise(run)):
            yield fault("CM-INV-2", "segments_must_be_neighbours", segments=list(run))
    if heads != sorted(heads):
        yield fault("CM-INV-2", "territories_must_be_in_ring_order", heads=heads)
    if view.emperor not in heads:
        yield fault("CM-INV-14", "emperor_must_stand_on_a_head", emperor=view.emperor, heads=heads)
    if view.phase != "over" and len(heads) < TERRITORIES_MIN:
        yield fault(
            "CM-END-3",
            "too_few_territories_to_continue",
            territories=len(heads),
            least=TERRITORIES_MIN,
        )
    elif len(heads) < 2:
        yield fault("CM-INV-8", "two_territories_always_remain", territories=len(heads), least=2)


def _castles(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that owners and castles fit the ring and the sides (CM-INV-3 … CM-INV-6)."""
    goal = NUMBERS[options.players].castle_goal
    sides = sides_of(options)
    over = view.phase == "over"
    standing = castles_standing(view, sides)
    for territory in view.territories:
        head = territory.segments[0]
        # In the last takeover of the game, the side may have had too few castles (CM-CASTLE-3).
        short = (
            over
            and head == view.emperor
            and territory.owner in standing
            and standing[territory.owner] == goal
        )
        yield from _castles_of(territory, may_be_short=short)
        if territory.owner is not None and territory.owner not in standing:
            yield fault(
                "CM-INV-6", "no_such_side_in_this_game", territory=head, owner=territory.owner
            )
    if view.castles_in_play != standing:
        yield fault(
            "CM-INV-6",
            "castles_in_play_must_be_those_standing",
            castles_in_play=dict(view.castles_in_play),
            standing=standing,
        )
    for side, count in standing.items():
        if count > goal or (count == goal and not over):
            yield fault("CM-INV-6", "too_many_castles", side=side, castles=count, castle_goal=goal)
    following = view.territories[1:] + view.territories[:1]
    for one, other in zip(view.territories, following, strict=True):
        if one is not other and one.owner is not None and one.owner == other.owner:
            yield fault(
                "CM-INV-5",
                "neighbours_of_one_owner_must_be_merged",
                territories=[one.segments[0], other.segments[0]],
                owner=one.owner,
            )


def _castles_of(territory: TerritoryView, *, may_be_short: bool) -> Iterator[Refusal]:
    head = territory.segments[0]
    segments = len(territory.segments)
    if territory.owner is None:
        if territory.castles or segments > 1:
            yield fault(
                "CM-INV-3",
                "unowned_territory_is_one_segment_without_castle",
                territory=head,
                segments=segments,
                castles=territory.castles,
            )
    elif not territory.castles:
        yield fault("CM-INV-3", "owned_territory_must_have_a_castle", territory=head)
    elif territory.castles > segments or (territory.castles < segments and not may_be_short):
        yield fault(
            "CM-INV-4",
            "castles_must_match_segments",
            territory=head,
            segments=segments,
            castles=territory.castles,
        )


def _paladins(view: PositionView) -> Iterator[Refusal]:
    """Check for 40 paladins of each clan, and at least one on each segment (CM-INV-1, CM-INV-9)."""
    places = [
        view.supply,
        *(territory.paladins for territory in view.territories),
        *(seat.court for seat in view.seats),
        *(seat.reserve for seat in view.seats),
    ]
    for name, count in zip(CLANS, _sum(places), strict=True):
        if count != PALADINS_PER_CLAN:
            yield fault(
                "CM-INV-1",
                "paladins_must_be_conserved",
                clan=name,
                paladins=count,
                expected=PALADINS_PER_CLAN,
            )
    for territory in view.territories:
        count = sum(astuple(territory.paladins))
        if count < len(territory.segments):
            yield fault(
                "CM-INV-9",
                "territory_must_hold_a_paladin_per_segment",
                territory=territory.segments[0],
                paladins=count,
                segments=len(territory.segments),
            )


def _markers(view: PositionView) -> Iterator[Refusal]:
    """Check that no court beats a marker's holder; clans without one are in none (CM-INV-10)."""
    courts = [astuple(seat.court) for seat in view.seats]
    for name, holder, counts in zip(
        CLANS, astuple(view.markers), zip(*courts, strict=True), strict=True
    ):
        if holder is None:
            fits = not any(counts)
        else:
            # After equal returns, a holder may have as few as the others, even none.
            fits = holder < len(counts) and counts[holder] == max(counts)
        if not fits:
            yield fault(
                "CM-INV-10",
                "holder_must_have_the_most",
                clan=name,
                holder=holder,
                courts=list(counts),
            )


def _reserves(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that no reserve is too large, and that no exchanged jokers remain (CM-INV-12)."""
    numbers = NUMBERS[options.players]
    for seat, held in enumerate(view.seats):
        room = numbers.reserve_size
        if seat == view.active:
            room -= view.crowns
            if view.step in {"move", "refill_dice"}:
                # The active seat has placed paladins in this turn and not refilled its reserve yet.
                room -= numbers.paladins_per_turn
        if _size(held) > room:
            yield fault(
                "CM-INV-12",
                "reserve_is_too_large",
                seat=seat,
                paladins_and_jokers=_size(held),
                greatest=room,
                step=view.step,
            )
        if held.jokers and not _may_hold_jokers(view, options, seat):
            yield fault("CM-SET-9", "jokers_must_be_exchanged", seat=seat, jokers=held.jokers)
        if view.step == "exchange" and seat == view.active and not held.jokers:
            yield fault("CM-SET-9", "no_joker_to_exchange", seat=seat)


def _may_hold_jokers(view: PositionView, options: Options, seat: int) -> bool:
    """Return whether the seat has not yet taken its first turn, when it exchanges its jokers."""
    if options.setup != "yucata" or view.round != 1:
        return False
    if view.phase != "action" or seat not in view.order or view.active not in view.order:
        return True
    if seat == view.active:
        return view.step == "exchange"
    return view.order.index(seat) > view.order.index(view.active)


def _supply(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that the seat can take the clans it has to name (CM-FILL-5, CM-SET-10)."""
    courts = [astuple(seat.court) for seat in view.seats]
    available = sum(
        supply + len(courts) * min(counts)
        for supply, counts in zip(astuple(view.supply), zip(*courts, strict=True), strict=True)
    )
    if view.crowns > available:
        yield fault("CM-FILL-5", "nothing_to_take", crowns=view.crowns, available=available)
    if view.phase == "over" or not any(seat.jokers for seat in view.seats):
        return
    # Until the last joker is exchanged, each seat may still place, and refill its reserve.
    numbers = NUMBERS[options.players]
    places = numbers.reserve_size + numbers.paladins_per_turn
    needed = len(view.seats) * places - sum(sum(astuple(seat.reserve)) for seat in view.seats)
    if available < needed:
        yield fault(
            "CM-SET-10", "supply_must_reach_for_the_jokers", available=available, needed=needed
        )


def _set_up(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that nothing but lots and dice has happened (CM-SET-4 … CM-SET-8)."""
    on_ring = _sum([territory.paladins for territory in view.territories])
    each = SEGMENTS_COUNT // len(CLANS)
    if len(view.territories) != SEGMENTS_COUNT or on_ring != [each] * len(CLANS):
        yield fault(
            "CM-SET-4",
            "ring_must_hold_three_paladins_of_each_clan",
            counts=dict(zip(CLANS, on_ring, strict=True)),
            territories=len(view.territories),
        )
    start = emperor_start(options)
    if start is not None and view.emperor != start:
        yield fault(
            "CM-SET-5", "emperor_must_start_as_agreed", emperor=view.emperor, expected=start
        )
    if any(territory.castles for territory in view.territories):
        yield fault("CM-SET-6", "no_castle_stands_in_the_set_up")
    if any(any(astuple(seat.court)) for seat in view.seats):
        yield fault("CM-SET-6", "courts_are_empty_in_the_set_up")
    if any(holder is not None for holder in astuple(view.markers)):
        yield fault("CM-SET-6", "nobody_holds_a_marker_in_the_set_up")
    yield from _drawing(view, options)


def _drawing(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that exactly the seats before the active one have drawn their reserves."""
    if view.active not in view.order:
        return
    size = NUMBERS[options.players].reserve_size
    rule = "CM-SET-8" if options.setup == "yucata" else "CM-SET-7"
    at = view.order.index(view.active)
    for place, seat in enumerate(view.order):
        if seat >= len(view.seats):
            continue
        expected = size if place < at else 0
        if place == at and view.crowns:
            expected = size - view.crowns
        if _size(view.seats[seat]) != expected:
            yield fault(
                rule,
                "reserves_are_drawn_in_opening_order",
                seat=seat,
                paladins_and_jokers=_size(view.seats[seat]),
                expected=expected,
            )


def _size(held: SeatView) -> int:
    return int(sum(astuple(held.reserve))) + held.jokers


def _sum(places: list[Paladins]) -> list[int]:
    return [sum(counts) for counts in zip(*map(astuple, [Paladins(), *places]), strict=True)]
