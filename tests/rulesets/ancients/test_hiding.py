"""Nobody learns what the other side holds, or what it draws."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.ruleset import CHANCE
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.actions import Attack
from domain.rulesets.ancients.board import CARDS, in_file_order
from domain.rulesets.ancients.events import CardDrawn, HandsDealt
from domain.rulesets.ancients.position import Position, deck_of
from tests.rulesets.ancients.test_properties import BATTLES, game_of
from tests.support.games.ancients import FIRST_STRIKE, Run, Stage
from tests.support.run.long import cases


def world_next_to(position: Position, side: int) -> Position:
    """Return the position with other cards in the hand of a side."""
    own, deck = position.hands[side], deck_of(position)
    kept = len(own) // 2
    other = in_file_order((*own[:kept], *deck[: len(own) - kept]))
    hands = tuple(other if one == side else hand for one, hand in enumerate(position.hands))
    return replace(position, hands=hands)


@pytest.mark.rule("CA-HID-1", "CA-HID-3", "CA-HID-5", "CA-HID-9", "CA-INV-15")
@pytest.mark.parametrize("scenario", BATTLES[:: cases(1, 3)])
def test_worlds_that_look_alike_answer_alike(scenario: str) -> None:
    """Views, legal actions and who is awaited, at any moment of a game."""
    for step in game_of(scenario, "positions")[1::5]:
        position = step.before
        if position.outcome is not None or len(deck_of(position)) < 6:
            continue
        for seat in (0, 1):
            other = world_next_to(position, 1 - position.options.side_of(seat))
            for viewer in (seat, "spectator"):
                assert RULESET.view(other, viewer) == RULESET.view(position, viewer)
            assert RULESET.awaits(other) == RULESET.awaits(position)
            legal = [RULESET.legal(one, seat) for one in (position, other)]
            assert legal[0].count == legal[1].count
            assert list(legal[0].choices) == list(legal[1].choices)


@pytest.mark.rule("CA-HID-6", "CA-REACT-1", "CA-CC-3")
def test_the_question_is_the_same_with_first_strike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Awaited, view and combat of the attacker do not depend on the hand of the defender."""
    found: list[Any] = []
    for held in ([FIRST_STRIKE], []):
        stage = Stage(monkeypatch, [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]])
        stage.card("order-4-center").hands(top=held)
        run = Run(stage.position, stage.names).do(Attack(stage.names["a"], "E7"))
        view: Any = RULESET.view(run.position, 0)
        found.append((RULESET.awaits(run.position), view.combat, view.roll, view.hand_counts))
        choices = list(RULESET.legal(run.position, 1).choices)
        expected = ["stand", "first_strike"] if held else ["stand"]
        assert choices == [{"type": "react", "choice": expected}]
    assert found[0] == found[1]


@pytest.mark.rule("CA-HID-4", "CA-HID-1", "CA-SET-3")
def test_only_its_seat_sees_a_card() -> None:
    """Of the deal and of a draw; an arbiter sees all."""
    drawn = CardDrawn("bottom", 0, CARDS[0])
    dealt = HandsDealt(CARDS[:5], CARDS[5:11], (1, 0))
    assert RULESET.view_event(drawn, 0) == RULESET.view_event(drawn, "arbiter") == drawn
    assert RULESET.view_event(dealt, "arbiter") == dealt
    assert RULESET.view_event(dealt, 1) == HandsDealt(CARDS[:5], None, (1, 0))
    assert RULESET.view_event(dealt, 0) == HandsDealt(None, CARDS[5:11], (1, 0))
    for viewer in (1, "spectator"):
        assert RULESET.view_event(drawn, viewer) == CardDrawn("bottom", 0, None)
    assert RULESET.view_event(dealt, "spectator") == HandsDealt(None, None, (1, 0))


@pytest.mark.rule("CA-HID-8", "CA-CHANCE-2")
def test_the_deck_has_no_order() -> None:
    """A draw is a number below the size of the deck, so there is no order to reveal."""
    for step in game_of("001", "positions"):
        if step.by == CHANCE and step.before.draws:
            assert RULESET.asks(step.before) == (len(deck_of(step.before)),)
