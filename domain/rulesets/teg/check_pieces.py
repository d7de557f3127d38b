"""Checks of the pieces in a position from outside: territories, tokens, cards, the pool.

They cover the invariants TG-INV-1 to -3, -6 and -9 to -11, and the objectives. Each function yields
all faults it finds, and relies on nothing that another function checks.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import asdict

from domain.kit import Refusal, fault, repeated
from domain.rulesets.teg.atlas import BONUSES, CARDS, CONTINENTS, LANDS, Continent
from domain.rulesets.teg.board import (
    CARDS_MAX,
    COLLECTED_MAX,
    COMMON,
    ROUND_WITHOUT_COLLECTION,
)
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.rules.collecting import free_tokens
from domain.rulesets.teg.rules.objectives import target
from domain.rulesets.teg.view import PositionView, SeatView


def faults(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Yield the faults of the pieces; the view must have the game's seats and territories."""
    yield from _territories(view, options)
    yield from _arrived(view, options)
    yield from _pool(view)
    yield from _cards(view)
    for seat, held in enumerate(view.seats):
        yield from _hand(seat, held)
        yield from _objective(view, seat, held, options)
    yield from _objectives_differ(view)


def holdings(view: PositionView) -> list[int]:
    """Return how many territories each seat owns."""
    owned = Counter(one.owner for one in view.territories)
    return [owned[seat] for seat in range(len(view.seats))]


def owner_of(view: PositionView, continent: Continent) -> int | None:
    """Return the seat that owns the whole continent, or None."""
    owners = {one.owner for one in view.territories if LANDS[one.territory].continent == continent}
    return owners.pop() if len(owners) == 1 else None


def _territories(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that each territory has an owner and at least one token (TG-INV-1)."""
    for one in view.territories:
        if one.owner >= options.players:
            yield fault(
                "TG-INV-1",
                "owner_must_be_a_seat",
                territory=one.territory,
                owner=one.owner,
                players=options.players,
            )
        if one.tokens < 1:
            yield fault(
                "TG-INV-1", "territory_must_hold_a_token", territory=one.territory, tokens=0
            )


def _arrived(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that all arrivals are moves to the active seat's territories (TG-MOVE-7, TG-INV-11)."""
    arrivals = [one for one in view.territories if one.arrived]
    if view.moved != bool(arrivals):
        yield fault(
            "TG-MOVE-7",
            "tokens_arrive_by_moves",
            moved=view.moved,
            arrived={one.territory: one.arrived for one in arrivals},
        )
    for one in arrivals:
        if view.active is not None and one.owner != view.active:
            yield fault(
                "TG-MOVE-1",
                "tokens_arrive_on_territories_of_the_active_player",
                territory=one.territory,
                owner=one.owner,
                active=view.active,
            )
        # With chained moves, a token may have moved on, but still counts where it was before.
        if one.arrived > one.tokens and not options.chain_moves:
            yield fault(
                "TG-INV-11",
                "more_tokens_have_arrived_than_stand_there",
                territory=one.territory,
                arrived=one.arrived,
                tokens=one.tokens,
            )


def _pool(view: PositionView) -> Iterator[Refusal]:
    """Check that a turn can give the tokens still to be placed (TG-INV-9, TG-INV-10)."""
    pool = asdict(view.pool)
    for entry, count in pool.items():
        if count < 0:
            yield fault("TG-INV-9", "pool_must_not_be_negative", pool=entry, count=count)
    if view.active is None and any(pool.values()):
        yield fault("TG-WIN-3", "nothing_is_placed_after_the_end", pool=pool)
    greatest = COLLECTED_MAX if _has_traded(view) else _free_left(view)
    if view.pool.free > greatest:
        yield fault(
            "TG-COLLECT-2",
            "more_free_tokens_than_a_turn_gives",
            count=view.pool.free,
            greatest=greatest,
        )
    if view.attacked and any(pool[continent] for continent in CONTINENTS):
        yield fault("TG-ATTACK-7", "bound_tokens_are_placed_before_attacks", pool=pool)
    for continent in CONTINENTS:
        yield from _bound(view, continent, pool[continent])
    yield from _pool_of_round_2(view)


def _has_traded(view: PositionView) -> bool:
    """Return whether the active player has traded cards, in this or an earlier turn."""
    return any(seat.trades for number, seat in enumerate(view.seats) if number == view.active)


def _free_left(view: PositionView) -> int:
    """Return the most free tokens that can be left without a trade: none after an attack.

    Before an attack, the territories are those of the start of the turn. After the end of the game,
    another check reports any tokens left to place.
    """
    if view.active is None:
        return COLLECTED_MAX
    if view.attacked:
        return 0
    owned = sum(one.owner == view.active for one in view.territories)
    return free_tokens(owned)


def _bound(view: PositionView, continent: Continent, count: int) -> Iterator[Refusal]:
    if count > BONUSES[continent]:
        yield fault(
            "TG-COLLECT-3",
            "more_tokens_than_the_continent_brings",
            pool=continent,
            count=count,
            greatest=BONUSES[continent],
        )
    if count > 0 and view.active is not None and owner_of(view, continent) != view.active:
        yield fault(
            "TG-INV-9",
            "active_player_must_own_the_continent",
            pool=continent,
            count=count,
            active=view.active,
        )


def _pool_of_round_2(view: PositionView) -> Iterator[Refusal]:
    """Check that round 2 brings no tokens; only a trade can fill the pool."""
    if view.round != ROUND_WITHOUT_COLLECTION or not any(asdict(view.pool).values()):
        return
    bound = [continent for continent in CONTINENTS if getattr(view.pool, continent)]
    traded = _has_traded(view)
    if bound or not traded:
        yield fault(
            "TG-INV-10", "nothing_is_collected_in_round_2", pool=asdict(view.pool), traded=traded
        )


def _cards(view: PositionView) -> Iterator[Refusal]:
    """Check that each card is in one place (TG-INV-2)."""
    hands = [card for seat in view.seats for card in seat.cards or ()]
    twice = repeated((*hands, *view.discard))
    if twice:
        yield fault("TG-INV-2", "card_must_be_in_one_place", cards=twice)
    left = len(CARDS) - len(hands) - len(view.discard)
    # The check of a hand reports a hidden one.
    if view.deck != left and all(seat.cards is not None for seat in view.seats):
        yield fault("TG-INV-2", "deck_must_hold_the_rest", deck=view.deck, expected=left)


def _hand(seat: int, held: SeatView) -> Iterator[Refusal]:
    """Check that a hand is visible, not too large, and empty if its seat is out (TG-INV-3, -6)."""
    if held.cards is None:
        yield fault("TG-INV-2", "cards_of_each_seat_must_be_given", seat=seat)
        return
    count = len(held.cards)
    if held.card_count != count:
        yield fault(
            "TG-INV-2",
            "number_of_cards_must_be_that_of_the_hand",
            seat=seat,
            card_count=held.card_count,
            cards=count,
        )
    if count > CARDS_MAX:
        yield fault("TG-INV-3", "hand_is_too_large", seat=seat, cards=count, greatest=CARDS_MAX)
    if count and held.status != "active":
        yield fault(
            "TG-INV-6", "who_is_out_holds_no_cards", seat=seat, status=held.status, cards=count
        )


def _objective(
    view: PositionView, seat: int, held: SeatView, options: Options
) -> Iterator[Refusal]:
    """Check that the view shows each secret objective, with the right target."""
    if options.mode != "secret_and_common":
        if held.objective is not None or held.target is not None:
            yield fault("TG-SETUP-9", "no_objective_is_dealt", seat=seat, objectives=options.mode)
        return
    if held.objective is None:
        yield fault("TG-SETUP-8", "objective_of_each_seat_must_be_given", seat=seat)
        return
    rival = target(options, held.objective, seat)
    if held.target != rival:
        yield fault(
            "TG-OBJ-6",
            "target_must_follow_from_the_objective",
            seat=seat,
            target=held.target,
            expected=rival,
        )
    out = rival is not None and view.seats[rival].status == "eliminated"
    won = view.outcome is not None and held.color in view.outcome.winners
    if out and held.status == "active" and not won:
        yield fault("TG-INV-27", "objective_must_have_become_common", seat=seat, target=rival)


def _objectives_differ(view: PositionView) -> Iterator[Refusal]:
    dealt = (seat.objective for seat in view.seats)
    twice = repeated(one for one in dealt if one not in {None, COMMON})
    if twice:
        yield fault("TG-SETUP-8", "objectives_must_differ", objectives=twice)
