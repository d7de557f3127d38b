"""Planted leaks are found: one of each kind in Veil, and one in each kind of action in TEG.

``test_every_ruleset.py`` checks that no ruleset leaks.
"""

import dataclasses
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.ruleset import AnyRuleset, Await, Legal, Viewer, kinds_of
from domain.rulesets.teg import RULESET as TEG
from domain.rulesets.teg.actions import TradeCards
from tests.rulesets import test_every_ruleset as every
from tests.support.games import veiled
from tests.support.games.lookalikes import Leak, Lookalikes
from tests.support.games.veiled import (
    CARDS,
    VEIL,
    CardDrawn,
    CardLaid,
    GameWon,
    HandsDealt,
    LayCard,
    Options,
    Outcome,
    TurnOver,
)
from tests.support.run.long import cases, long_after

GAMES = 30
HIGHEST = CARDS[-1]


def played(**planted: Any) -> Lookalikes:
    """Play games of Veil with this change."""
    lookalikes = Lookalikes(dataclasses.replace(VEIL, **planted), Random("planted"))
    for _ in range(GAMES):
        lookalikes.play(Options(3), 100)
    return lookalikes


def strength(position: Any, seat: int) -> int:
    """Return the rank of the seat's highest card, which no other seat may know."""
    return max(map(CARDS.index, position.hands[seat]), default=-1)


def all_have_laid(position: Any, seat: int) -> bool:
    return all(card is not None for other, card in enumerate(position.laid) if other != seat)


@pytest.mark.long
def test_veil_itself_does_not_leak() -> None:
    """Many positions are compared nevertheless."""
    assert played().compared > 1000


# --- what an action causes ---------------------------------------------------------------------


def revealed_by_the_last_seat(position: Any, by: Any, action: Any) -> Sequence[Any]:
    """Let the last seat to lay a card turn all of them over: a dry run reveals them."""
    events = veiled.decide(position, by, action)
    if isinstance(action, LayCard) and all_have_laid(position, by):
        after = VEIL.fold(position, events)
        return [*events, *veiled.decide(after, "chance", TurnOver())]
    return events


def twice_if_it_is_the_highest(position: Any, by: Any, action: Any) -> Sequence[Any]:
    """Reveal by the number of events whether a card beats those that lie face down."""
    events = veiled.decide(position, by, action)
    if not isinstance(action, LayCard):
        return events
    laid = [CARDS.index(card) for card in position.laid if card is not None]
    return [*events, *events] if laid and CARDS.index(action.card) > max(laid) else events


def won_against_weak_hands(position: Any, by: Any, action: Any) -> Sequence[Any]:
    """End the game at once if no other seat holds a better card."""
    events = veiled.decide(position, by, action)
    if not isinstance(action, LayCard):
        return events
    others = (strength(position, seat) for seat in position.seats if seat != by)
    return [*events, GameWon(by)] if CARDS.index(action.card) > max(others) else events


# --- refusals ------------------------------------------------------------------------------------


def holder(position: Any, card: str) -> int | None:
    return next((seat for seat, hand in enumerate(position.hands) if card in hand), None)


def refused_with_the_holder(position: Any, by: Any, action: Any) -> Sequence[Any]:
    """Name the holder of a card that the seat does not hold."""
    try:
        return veiled.decide(position, by, action)
    except IllegalAction as refused:
        data = refused.refusal
        held = holder(position, getattr(action, "card", ""))
        raise IllegalAction(data.rule, data.reason, **{**data.facts, "held": held}) from None


def refused_for_another_reason(position: Any, by: Any, action: Any) -> Sequence[Any]:
    """Reveal by the reason whether another seat holds the card."""
    if isinstance(action, LayCard) and holder(position, action.card) not in (None, by):
        raise IllegalAction("VEIL-LAY-1", "card_is_held_by_another", seat=by)
    return veiled.decide(position, by, action)


def refused_by_another_rule_first(position: Any, by: Any, action: Any) -> Sequence[Any]:
    """Check the hand before other rules only if no seat holds the card."""
    if isinstance(action, LayCard) and holder(position, action.card) is None:
        raise IllegalAction("VEIL-LAY-1", "card_is_not_in_hand", seat=by, card=action.card)
    return veiled.decide(position, by, action)


# --- without an action ---------------------------------------------------------------------------


def legal_if_it_can_win(position: Any, seat: int) -> Legal[Any]:
    """List only the cards that beat those that lie face down."""
    laid = [CARDS.index(card) for card in position.laid if card is not None]
    legal = veiled.legal(position, seat)
    cards = [one for one in legal if CARDS.index(one.card) > max(laid, default=-1)]
    return Legal(len(cards), cards.__getitem__, lambda: legal.choices)


def legal_in_another_order(position: Any, seat: int) -> Legal[Any]:
    """Reverse the list if another seat holds the highest card."""
    legal = veiled.legal(position, seat)
    if holder(position, HIGHEST) in (None, seat):
        return legal
    return Legal(
        legal.count, lambda index: legal.at(legal.count - 1 - index), lambda: legal.choices
    )


def places_of_the_holder(position: Any, action: Any) -> tuple[str, ...]:
    """Point at the seat that holds the highest card."""
    return (f"seat-{holder(position, HIGHEST)}",)


def awaits_the_strongest_first(position: Any) -> tuple[Await, ...]:
    """List the seats in an order that reveals their strength."""

    def rank(due: Await) -> int:
        return strength(position, due.seat) if isinstance(due.seat, int) else 0

    return tuple(sorted(veiled.awaits(position), key=rank))


def order_by_strength(position: Any) -> tuple[int, ...]:
    seats = position.seats if position.hands else ()
    return tuple(sorted(seats, key=lambda seat: strength(position, seat)))


def view_with_the_deck(position: Any, viewer: Any) -> Any:
    """Show the deck, and so which cards are not in it."""
    seen, all_ = veiled.view(position, viewer), veiled.view(position, "arbiter")
    return None if seen is None or all_ is None else replace(seen, deck=all_.deck)


def won_by_the_holder(draft: Any, events: Sequence[Any]) -> None:
    """End the game as soon as a seat holds the highest card."""
    veiled.apply(draft, events)
    seat = holder(draft, HIGHEST)
    if seat is not None:
        draft.outcome = Outcome("won", (str(seat),), ())


def stays_while_it_is_held(position: Any, seat: int) -> None:
    """Refuse to let a seat leave while another seat holds the highest card."""
    if holder(position, HIGHEST) not in (None, seat):
        raise IllegalAction("VEIL-TURN-1", "stay_a_while", seat=seat)


# --- what an event shows -------------------------------------------------------------------------


def cards_face_up(event: Any, viewer: Viewer) -> Any:
    """Show each card that is laid to everybody."""
    return event if isinstance(event, CardLaid) else veiled.view_event(event, viewer)


def hands_face_up(event: Any, viewer: Viewer) -> Any:
    """Show all hands to everybody."""
    return event if isinstance(event, HandsDealt) else veiled.view_event(event, viewer)


def cards_to_the_neighbour(event: Any, viewer: Viewer) -> Any:
    """Show each card that is laid to one other seat."""
    if isinstance(event, CardLaid) and viewer == (event.seat + 1) % 3:
        return event
    return veiled.view_event(event, viewer)


def draws_to_spectators(event: Any, viewer: Viewer) -> Any:
    """Show each card that is drawn to spectators."""
    if isinstance(event, CardDrawn) and viewer == "spectator":
        return event
    return veiled.view_event(event, viewer)


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ({"view_event": cards_face_up}, "seeing CardLaid.card"),
        ({"view_event": hands_face_up}, "seeing HandsDealt.hands"),
        ({"view_event": cards_to_the_neighbour}, "seeing CardLaid.card"),
        ({"view_event": draws_to_spectators}, "seeing CardDrawn.card"),
        ({"decide": revealed_by_the_last_seat}, "asking for"),
        ({"decide": twice_if_it_is_the_highest}, "asking for"),
        ({"decide": won_against_weak_hands}, "asking for"),
        ({"decide": refused_with_the_holder}, "asking for"),
        ({"decide": refused_for_another_reason}, "asking for"),
        ({"decide": refused_by_another_rule_first}, "asking for"),
        ({"legal": legal_if_it_can_win}, "legal actions"),
        ({"legal": legal_in_another_order}, "legal actions"),
        ({"spots": places_of_the_holder}, "their places"),
        ({"awaits": awaits_the_strongest_first}, "who is awaited"),
        ({"order": order_by_strength}, "turn order"),
        ({"view": view_with_the_deck}, "its view"),
        ({"apply": won_by_the_holder}, "its view"),
        ({"resign": stays_while_it_is_held}, "resigning"),
    ],
    ids=lambda data: next(iter(data.values())).__name__ if isinstance(data, dict) else "",
)
def test_a_leak_is_found(planted: dict[str, Any], found: str) -> None:
    """The leak names what the viewer looked at."""
    with pytest.raises(Leak) as leak:
        played(**planted)
    assert leak.value.what.startswith(found)


# --- in a ruleset with many kinds of action -------------------------------------------------------


def leaking(kind: type, rules: str) -> AnyRuleset:
    """Return TEG whose refusals of this kind of action, by these rules, reveal all hands."""

    def decide(position: Any, by: Any, action: Any) -> Sequence[Any]:
        try:
            return TEG.decide(position, by, action)
        except IllegalAction as refused:
            data = refused.refusal
            if not (isinstance(action, kind) and data.rule.startswith(rules)):
                raise
            facts = {**data.facts, "hands": position.hands}
            raise IllegalAction(data.rule, data.reason, **facts) from None

    return dataclasses.replace(TEG, decide=decide)


@pytest.mark.parametrize("kind", long_after(1, TEG.hidden))
def test_a_leak_in_any_event_is_found(kind: type, seed: int) -> None:
    """Even in an event that random games rarely reach."""

    def view_event(event: Any, viewer: Viewer) -> Any:
        return event if isinstance(event, kind) else TEG.view_event(event, viewer)

    leaking = dataclasses.replace(TEG, view_event=view_event)
    with pytest.raises(Leak, match=f"seeing {kind.__name__}"):
        every.test_every_hidden_member_is_hidden_from_someone(leaking, seed)


@pytest.mark.parametrize("attempt", range(cases(2, 1)))
@pytest.mark.parametrize(
    ("kind", "rules"),
    [*((kind, "TG-") for kind in kinds_of(TEG.seat_actions)), (TradeCards, "TG-TRADE-1")],
)
def test_a_leak_in_any_refusal_is_found(kind: type, rules: str, attempt: int, seed: int) -> None:
    """Even for a kind that random games rarely reach, and with every seed."""
    with pytest.raises(Leak, match="asking for"):
        every.test_nobody_finds_out_what_is_hidden(leaking(kind, rules), seed + attempt)
