"""Hands of Ancients over HTTP: nobody learns what a side holds, not even whether it could react.

As in ``test_twins.py``, a game is played twice, and the second time one seat and the deck have
other cards. All other callers must receive the same bytes for every request, before the seat
reacts to an attack and after.
"""

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.actions import DealHands, DrawCard
from domain.rulesets.ancients.board import in_file_order
from domain.rulesets.ancients.events import ReactionChosen
from domain.rulesets.ancients.position import Position, deck_of
from tests.support.http.client import Json
from tests.support.http.questions import asked
from tests.support.http.twins import Entry, Responses, World, first_difference, world
from tests.support.run.long import cases

SECRET = 1
"""The seat whose hand differs."""
ZAMA: Json = {"scenario": "015", "sides": ["top", "bottom"]}
"""With these options, chance deals First Strike to this seat, or to nobody."""
FIRST_STRIKE = "first-strike#1"

Cards = Mapping[str, str]
"""Another card in place of each card."""


def to_a_reaction(seen: World) -> None:
    """Let both sides play well until the seat with the secret has to react."""
    random = Random("to a reaction")
    while not (seen.game.awaits[0].actions == ("react",) and seen.game.people_due == (SECRET,)):
        (seat,) = seen.game.people_due
        view = RULESET.view(seen.position, seat)
        action = RULESET.bots["greedy"](view, RULESET.legal(seen.position, seat), random.randrange)
        seen.act(Entry(seat, msgspec.to_builtins(action), f"key-{len(seen.entries)}"))


def exchanged(position: Position) -> Cards:
    """Return an exchange of cards that only the seat with the secret may know, or nobody.

    If the seat holds First Strike, it does not afterwards; otherwise it does.
    """
    hand = list(position.hands[position.options.side_of(SECRET)])
    deck = [one for one in deck_of(position) if one != FIRST_STRIKE]
    Random("exchanged").shuffle(deck)
    if FIRST_STRIKE in hand:
        others = deck[: len(hand)]
    else:
        assert FIRST_STRIKE in deck_of(position), "it was not played"
        others = [FIRST_STRIKE, *deck[: len(hand) - 1]]
    pairs = dict(zip(hand, others, strict=True))
    return {**pairs, **{other: one for one, other in pairs.items()}}


def dealing(cards: Cards) -> Any:
    """Return the ruleset with other cards in place of those that chance gives."""

    def other(card: str) -> str:
        return cards.get(card, card)

    def answer(position: Position, draws: Any) -> Any:
        if position.draws:
            return DrawCard(other(in_file_order(map(other, deck_of(position)))[draws[0]]))
        action = RULESET.answer(position, draws)
        if isinstance(action, DealHands):
            return DealHands(tuple(map(other, action.top)), tuple(map(other, action.bottom)))
        return action

    return dataclasses.replace(RULESET, answer=answer)


def looked(seen: World, moment: str) -> Responses:
    """Return every response to those who may not see the hand."""
    seen.rest()
    viewers = [one for one, (seat, _) in seen.viewers.items() if seat != SECRET]
    return {
        (moment, viewer, question): response
        for viewer in viewers[:: cases(3, 6)]
        for question, response in asked(seen, viewer, all_of_it=False)
    }


BY_HAND: Json = {"type": "react", "choice": "stand"}
BY_ORDERS: Json = {
    "type": "give_standing_orders",
    "orders": {"evaders": "stand", "evaders_with_leader": "stand", "others": "stand"},
}
"""Orders do not depend on the hand either, so they answer at once in both games."""


def reacted(seen: World, action: Json) -> Responses:
    """Return what others receive while the seat has to react, and after it has."""
    found = looked(seen, "before")
    seen.act(Entry(SECRET, action, f"key-{len(seen.entries)}"))
    assert any(isinstance(one, ReactionChosen) for one in seen.facts)
    return found | looked(seen, "after")


def own_choices(seen: World) -> Any:
    """Return how the seat may react."""
    legal = seen.http.get(
        f"{seen.table.url}/legal-actions", headers=seen.viewers["account"][1]
    ).json()
    return [one["choice"] for one in legal["actions"]]


@pytest.mark.rule("CA-HID-1", "CA-HID-2", "CA-HID-6", "CA-HID-7", "CA-HID-9", "CA-INV-15")
@pytest.mark.parametrize(
    "action",
    [
        pytest.param(BY_HAND, id="by hand"),
        pytest.param(BY_ORDERS, marks=pytest.mark.long, id="by orders"),
    ],
)
def test_nobody_learns_anything_about_a_hand(tmp_path: Path, action: Json) -> None:
    """Neither by reading, streams and pictures, nor by dry runs and refusals."""
    with world(tmp_path / "one", RULESET, **ZAMA) as seen:
        to_a_reaction(seen)
        cards, before = exchanged(seen.position), list(seen.entries)
        own = own_choices(seen)
        one = reacted(seen, action)
    like = tmp_path / "one"
    with world(tmp_path / "other", dealing(cards), like=like, **ZAMA) as seen:
        for entry in before:
            seen.act(entry)
        assert ("first_strike" in own) != ("first_strike" in own_choices(seen))
        other = reacted(seen, action)
    assert len(one) > cases(140, 60)
    assert one.keys() == other.keys()
    for key, response in one.items():
        assert response == other[key], f"{key}: {first_difference(response, other[key])}"
