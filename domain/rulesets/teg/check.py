"""Checks of a position from outside, which report all faults together.

A position that passes is playable: the seat that is due always has a legal action, and no count
becomes negative. So this checks every invariant that the position itself can show, and trusts those
that concern its history. It cannot check what a view hides, so the view must show all hands and
objectives, as an arbiter sees them; ``check_hidden.py`` completes the view of a seat.

This module checks seats, turns, the decision that is due, and the end; ``check_pieces.py`` checks
the pieces on the table.
"""

from collections.abc import Callable, Iterator
from typing import Final, get_args

from msgspec import to_builtins
from msgspec.structs import asdict, astuple

from domain.kit import Refusal, fault, leading, must_be_sound, some_in_order
from domain.rulesets.teg import check_hidden, check_pieces
from domain.rulesets.teg.atlas import (
    CARD_INDEX,
    CARDS,
    INDEX,
    LANDS,
    TERRITORIES,
    TERRITORIES_COUNT,
)
from domain.rulesets.teg.board import (
    CARDS_MAX,
    CONQUESTS_MAX,
    ROUND_WITHOUT_ATTACK,
)
from domain.rulesets.teg.check_pieces import holdings
from domain.rulesets.teg.events import RuleReason
from domain.rulesets.teg.options import Options, examine
from domain.rulesets.teg.position import STATUSES, Outcome, Position, standing
from domain.rulesets.teg.rules.objectives import is_occupied
from domain.rulesets.teg.view import AttackDueView, PositionView, SeatView

_RULE_REASONS: Final[tuple[RuleReason, ...]] = get_args(RuleReason)
"""In the order in which an outcome lists them (TG-WIN-4)."""


def read(view: PositionView, options: Options) -> Position:
    """Return the position that the view shows.

    Raises IllegalAction for options that a rule refuses (TG-OPT-1), and Faults with every fault of
    the position.
    """
    examine(options)
    must_be_sound(_faults(view, options))
    return _position(view, options)


complete = check_hidden.complete


def _faults(view: PositionView, options: Options) -> Iterator[Refusal]:
    if len(view.seats) != options.players:
        yield fault(
            "TG-OPT-1", "seats_must_match_players", seats=len(view.seats), players=options.players
        )
        # The other checks need the right number of seats.
        return
    named = [one.territory for one in view.territories]
    if named != list(TERRITORIES):
        yield fault("TG-INV-1", "territories_must_be_those_of_the_map_in_order", territories=named)
        # Most other checks need the right territories.
        return
    yield from check_pieces.faults(view, options)
    yield from _seats(view, options)
    yield from _rounds(view, options)
    yield from _turn(view)
    if view.outcome is not None:
        yield from _outcome(view, view.outcome, options)


def _seats(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that colours and statuses fit the options and the map (TG-INV-5)."""
    for seat, (held, color, owned) in enumerate(
        zip(view.seats, options.seat_colors, holdings(view), strict=True)
    ):
        if held.color != color:
            yield fault(
                "TG-OPT-4", "seat_has_another_color", seat=seat, color=held.color, expected=color
            )
        if (held.status == "eliminated") != (owned == 0):
            yield fault(
                "TG-INV-5",
                "eliminated_is_who_owns_nothing",
                seat=seat,
                status=held.status,
                territories=owned,
            )
        if held.status == "resigned" and not options.allow_resign:
            yield fault("TG-RESIGN-1", "nobody_leaves_by_these_options", seat=seat)


def _rounds(view: PositionView, options: Options) -> Iterator[Refusal]:
    """Check that this game can have the round, and that it is an active seat's turn (TG-INV-7)."""
    if view.first >= options.players or options.first_seat not in {"random", view.first}:
        yield fault(
            "TG-SETUP-7",
            "first_seat_must_be_that_of_the_options",
            first=view.first,
            first_seat=options.first_seat,
            players=options.players,
        )
    if options.round_limit is not None and view.round > options.round_limit:
        yield fault(
            "TG-WIN-7",
            "round_is_past_the_limit",
            round=view.round,
            round_limit=options.round_limit,
        )
    playing = _playing(view)
    if view.outcome is None and len(playing) < 2:
        yield fault("TG-WIN-6", "game_ends_when_one_is_left", playing=playing)
    if (view.active is None) != (view.outcome is not None):
        yield fault(
            "TG-INV-7",
            "a_player_is_active_until_the_end",
            active=view.active,
            over=view.outcome is not None,
        )
    if view.active is not None and view.active not in playing:
        yield fault("TG-INV-7", "active_player_must_play", active=view.active, playing=playing)


def _playing(view: PositionView) -> list[int]:
    return [seat for seat, held in enumerate(view.seats) if held.status == "active"]


def _turn(view: PositionView) -> Iterator[Refusal]:
    """Check that the turn's past actions and the decision that is due are possible."""
    if view.round <= ROUND_WITHOUT_ATTACK and view.attacked:
        yield fault("TG-ATTACK-6", "no_attack_in_the_first_round", round=view.round)
    if view.conquests and not view.attacked:
        yield fault("TG-INV-17", "conquest_needs_an_attack", conquests=view.conquests)
    if view.conquests and view.active is not None and _last_owner(view) != view.active:
        yield fault(
            "TG-CONQ-1",
            "last_conquest_must_be_of_the_active_player",
            conquests=view.conquests,
            conquered=view.conquered,
            active=view.active,
        )
    if (view.attack is not None or view.card_due) and view.outcome is not None:
        yield fault("TG-WIN-3", "nothing_is_due_after_the_end", card_due=view.card_due)
    elif view.active is not None and view.active < len(view.seats):
        if view.attack is not None:
            yield from _attack(view, view.attack, view.active)
        if view.card_due:
            yield from _card(view, view.seats[view.active])


def _last_owner(view: PositionView) -> int | None:
    """Return the owner of the territory conquered last."""
    return None if view.conquered is None else view.territories[INDEX[view.conquered]].owner


def _attack(view: PositionView, attack: AttackDueView, active: int) -> Iterator[Refusal]:
    """Check that the rules allow the attack that awaits its dice (TG-ATTACK)."""
    source = view.territories[INDEX[attack.source]]
    target = view.territories[INDEX[attack.target]]
    if not view.attacked:
        yield fault("TG-ATTACK-1", "attack_was_made_in_this_turn", attacked=False)
    if any(asdict(view.pool).values()):
        yield fault("TG-ATTACK-7", "pool_must_be_empty_at_an_attack", pool=asdict(view.pool))
    if view.moved:
        yield fault("TG-ATTACK-8", "no_attack_after_a_move")
    if view.conquests >= CONQUESTS_MAX:
        yield fault("TG-ATTACK-9", "no_attack_after_three_conquests", conquests=view.conquests)
    if source.owner != active:
        yield fault("TG-ATTACK-2", "source_of_another", source=attack.source, owner=source.owner)
    if target.owner == active:
        yield fault("TG-ATTACK-3", "target_is_ones_own", target=attack.target)
    if attack.target not in LANDS[attack.source].neighbours:
        yield fault(
            "TG-ATTACK-4", "territories_do_not_touch", source=attack.source, target=attack.target
        )
    if source.tokens < 2:
        yield fault(
            "TG-ATTACK-5", "source_needs_two_tokens", source=attack.source, tokens=source.tokens
        )


def _card(view: PositionView, held: SeatView) -> Iterator[Refusal]:
    """Check that the seat that draws has conquered, placed all tokens and has room (TG-DRAW-1)."""
    if any(asdict(view.pool).values()) or view.attack is not None:
        yield fault("TG-END-2", "card_is_due_at_the_end_of_the_turn", pool=asdict(view.pool))
    if not view.conquests or held.card_count >= CARDS_MAX:
        yield fault(
            "TG-DRAW-1",
            "card_must_have_been_earned",
            conquests=view.conquests,
            cards=held.card_count,
        )
    if not view.deck:
        yield fault("TG-DRAW-5", "deck_is_renewed_before_a_card_is_due", deck=view.deck)


# --- the end -----------------------------------------------------------------------------------


def _outcome(view: PositionView, outcome: Outcome, options: Options) -> Iterator[Refusal]:
    """Check that this position can end in this way, and that the winners follow from the rules."""
    owned = dict(zip(options.seat_colors, holdings(view), strict=True))
    if outcome.territories != owned:
        yield fault(
            "TG-INV-1",
            "outcome_must_tell_the_territories_owned",
            territories=dict(outcome.territories),
            owned=owned,
        )
    if not some_in_order(outcome.winners, options.seat_colors):
        yield fault(
            "TG-WIN-3",
            "winners_must_be_colors_in_order",
            winners=list(outcome.winners),
            colors=list(options.seat_colors),
        )
        return
    winners = [options.seat_colors.index(color) for color in outcome.winners]
    by_rules = [reason for reason in _RULE_REASONS if reason in outcome.reasons]
    if (
        outcome.reasons[:1] != (outcome.reason,)
        or len(set(outcome.reasons)) != len(outcome.reasons)
        or (by_rules and list(outcome.reasons) != by_rules)
        or (len(outcome.reasons) > 1 and (not by_rules or "round_limit" in by_rules))
    ):
        yield fault(
            "TG-WIN-4",
            "reasons_must_be_in_order",
            reason=outcome.reason,
            reasons=list(outcome.reasons),
        )
    for reason in by_rules:
        yield from _REASONS[reason](view, options, winners)
    strengths = {options.seat_colors[seat]: _strength(view, seat) for seat in _playing(view)}
    places = standing(outcome.reason, outcome.winners, owned, strengths)
    if outcome.standing != places:
        yield fault(
            "TG-WIN-9",
            "standing_must_follow_from_winners_and_territories",
            standing=to_builtins(outcome.standing),
            expected=to_builtins(places),
        )


def _by_secret(view: PositionView, options: Options, winners: list[int]) -> Iterator[Refusal]:
    (winner, *others) = winners
    held = view.seats[winner]
    owners = bytes(one.owner for one in view.territories)
    met = held.objective is not None and (
        is_occupied(held.objective, owners, winner)
        or (held.target is not None and _is_out(view, held.target))
    )
    if others or not met:
        yield fault("TG-OBJ-3", "winner_must_have_met_the_objective", winners=winners)


def _is_out(view: PositionView, seat: int) -> bool:
    return seat < len(view.seats) and view.seats[seat].status == "eliminated"


def _by_common(view: PositionView, options: Options, winners: list[int]) -> Iterator[Refusal]:
    owned = holdings(view)[winners[0]]
    if len(winners) > 1 or options.mode == "world" or owned < options.common_target:
        yield fault(
            "TG-OBJ-2",
            "winner_must_own_the_common_target",
            winners=winners,
            territories=owned,
            common_target=options.common_target,
        )


def _by_world(view: PositionView, options: Options, winners: list[int]) -> Iterator[Refusal]:
    owned = holdings(view)[winners[0]]
    if options.mode != "world" or owned != TERRITORIES_COUNT:
        yield fault("TG-OBJ-1", "winner_must_own_the_world", winners=winners, territories=owned)


def _by_last(view: PositionView, options: Options, winners: list[int]) -> Iterator[Refusal]:
    playing = _playing(view)
    if winners != playing or len(playing) > 1:
        yield fault("TG-WIN-6", "winner_must_be_the_last_one", winners=winners, playing=playing)


def _by_round_limit(view: PositionView, options: Options, winners: list[int]) -> Iterator[Refusal]:
    if view.round != options.round_limit:
        yield fault(
            "TG-WIN-7",
            "round_limit_must_be_reached",
            round=view.round,
            round_limit=options.round_limit,
        )
    strengths = {seat: _strength(view, seat) for seat in _playing(view)}
    best = leading(strengths)
    if winners != best:
        yield fault("TG-WIN-7", "winners_must_have_the_most", winners=winners, expected=best)


def _strength(view: PositionView, seat: int) -> tuple[int, int]:
    """Return the numbers of a seat's territories and tokens."""
    tokens = [one.tokens for one in view.territories if one.owner == seat]
    return len(tokens), sum(tokens)


_REASONS: Final[
    dict[RuleReason, Callable[[PositionView, Options, list[int]], Iterator[Refusal]]]
] = {
    "secret": _by_secret,
    "common": _by_common,
    "world": _by_world,
    "last_standing": _by_last,
    "round_limit": _by_round_limit,
}
"""By reason: the condition on the winners, given as a non-empty set of seats."""


# --- the position ------------------------------------------------------------------------------


def _position(view: PositionView, options: Options) -> Position:
    hands = tuple(bytes(CARD_INDEX[card] for card in seat.cards or ()) for seat in view.seats)
    discard = bytes(CARD_INDEX[card] for card in view.discard)
    gone = {*discard, *b"".join(hands)}
    return Position(
        options=options,
        round=view.round,
        first=view.first,
        active=view.active,
        owners=bytes(one.owner for one in view.territories),
        tokens=tuple(one.tokens for one in view.territories),
        arrived=tuple(one.arrived for one in view.territories),
        pool=astuple(view.pool),
        hands=hands,
        deck=bytes(card for card in range(len(CARDS)) if card not in gone),
        discard=discard,
        objectives=tuple(seat.objective for seat in view.seats if seat.objective is not None),
        statuses=bytes(STATUSES.index(seat.status) for seat in view.seats),
        trades=tuple(seat.trades for seat in view.seats),
        conquests=view.conquests,
        attacked=view.attacked,
        moved=view.moved,
        attack=_attack_due(view.attack),
        card_due=view.card_due,
        outcome=view.outcome,
        conquered=None if view.conquered is None else INDEX[view.conquered],
    )


def _attack_due(attack: AttackDueView | None) -> tuple[int, int] | None:
    return None if attack is None else (INDEX[attack.source], INDEX[attack.target])
