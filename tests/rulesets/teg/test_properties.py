"""Properties of every game: invariants, checked in one survey, and properties of single steps."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.refusal import IllegalAction
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import ChanceAction, SeatAction
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.position import Position
from tests.rulesets.teg.conftest import Survey, games_of_a_kind
from tests.rulesets.teg.games import GAMES, OPTIONS, TELLING, campaign, warlike
from tests.rulesets.teg.invariants import ALL
from tests.support.games.play import next_input, play
from tests.support.games.strategies import inside_schema, seeds
from tests.support.run.long import cases

ANY_GAME = st.sampled_from(OPTIONS)


def position_in(options: Options, seed: int, steps: int) -> Position:
    """Return the position after this many steps of a game between warlike seats."""
    position: Position = RULESET.start(options)
    for step in play(RULESET, position, Random(seed), choose=warlike, steps_max=steps):
        position = step.after
    return position


POSITIONS = st.builds(position_in, ANY_GAME, seeds, st.integers(0, 400))


@pytest.mark.parametrize("rule", [pytest.param(rule, marks=pytest.mark.rule(rule)) for rule in ALL])
def test_invariant(survey: Survey, rule: str) -> None:
    """No game of the survey breaks it, in any position or from step to step."""
    assert survey.games == len(GAMES) * games_of_a_kind()
    assert rule not in survey.broken, survey.broken[rule]


@pytest.mark.long
@pytest.mark.rule("TG-WIN-4")
def test_the_survey_saw_everything(survey: Survey) -> None:
    """Each end and each kind of event, so that no invariant is true for lack of cases."""
    assert set(survey.reasons) == {"secret", "common", "world", "last_standing", "round_limit"}
    assert len(survey.events) == len(RULESET.events.__args__)
    assert min(survey.events[name] for name in ("SeatEliminated", "SeatWithdrew")) > 10
    assert survey.events["DeckRenewed"] > 20


@pytest.mark.usefixtures("untraced")
@pytest.mark.rule("TG-INV-22", "TG-SETUP-10", "TG-ATTACK-18")
@pytest.mark.parametrize("options", TELLING)
def test_stored_events_replay_without_chance(options: Options, seed: int) -> None:
    """TG-INV-22: events survive JSON and fold to the same positions; so do inputs."""
    inputs = msgspec.json.Decoder(RULESET.seat_actions | RULESET.chance_actions)
    events = msgspec.json.Decoder(RULESET.events)
    encode = msgspec.json.encode
    for game in range(cases(4, 1)):
        position = RULESET.start(options)
        for step in campaign(options, f"{seed} {game}"):
            if step.action is not None:
                again = RULESET.decide(position, step.by, inputs.decode(encode(step.action)))
                assert list(again) == list(step.events)
            stored = [events.decode(encode(event)) for event in step.events]
            assert stored == list(step.events)
            position = RULESET.fold(position, stored)
            assert position == step.after


@pytest.mark.rule("TG-INV-21")
@given(POSITIONS, inside_schema(SeatAction | ChanceAction), seeds)
@settings(max_examples=cases(80, 30))
def test_decide_does_not_change_the_position(position: Position, action: Any, seed: int) -> None:
    """TG-INV-21: no action, accepted or refused, changes the position it was judged in."""
    before = msgspec.msgpack.encode(position)
    for by in (*range(position.options.players), "chance"):
        refusal = None
        try:
            RULESET.fold(position, RULESET.decide(position, by, action))
        except IllegalAction as error:
            refusal = error.refusal
        assert refusal is None or refusal.rule in RULESET.catalogue
        assert msgspec.json.encode(refusal)
    due = RULESET.awaits(position)
    if due:
        by, right = next_input(RULESET, position, due, Random(seed))
        RULESET.fold(position, RULESET.decide(position, by, right))
    assert msgspec.msgpack.encode(position) == before


@pytest.mark.rule("TG-TURN-11")
@given(POSITIONS)
@settings(max_examples=cases(60, 20))
def test_a_turn_can_always_go_on(position: Position) -> None:
    """TG-INV-20: a due seat has a legal action; with nothing to place, the turn can end."""
    for due in RULESET.awaits(position):
        if due.seat != "chance":
            assert RULESET.legal(position, due.seat).count > 0
            assert ("end_turn" in due.actions) == (not any(position.pool))
