"""Properties of every game: invariants of positions and steps, and what decisions may be legal."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, kinds_of
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.actions import ChanceAction, PlaceKnight, SeatAction
from domain.rulesets.lancaster.board import EDITION
from domain.rulesets.lancaster.course import can_place, power_of
from domain.rulesets.lancaster.events import (
    BattleValued,
    FinalScored,
    KnightPlaced,
    KnightSailed,
    MarkersReturned,
    VotesRevealed,
)
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.position import Position, deployed, phase_of
from tests.support.games.listed import listed
from tests.support.games.play import Step, play
from tests.support.games.strategies import inside_schema, seeds
from tests.support.run.long import cases

GAMES = cases(20, 4)
"""For each number of players."""
PLAYERS = (2, 3, 4, 5)
EXAMPLES = cases(150, 25)


def game_of(players: int, random: Random) -> list[Step]:
    """Play a random game."""
    return list(play(RULESET, RULESET.start(Options(players=players)), random))


@pytest.fixture(scope="module", params=PLAYERS)
def games(request: pytest.FixtureRequest, seed: int) -> list[list[Step]]:
    """Return random games with one number of players."""
    return [game_of(request.param, Random(f"{seed} {request.param} {n}")) for n in range(GAMES)]


@pytest.mark.rule(
    *("LA-INV-1", "LA-INV-2", "LA-INV-3", "LA-INV-4", "LA-INV-5", "LA-INV-6", "LA-INV-7"),
    *("LA-INV-9", "LA-INV-10", "LA-INV-14", "LA-INV-15", "LA-INV-19", "LA-GEN-6"),
)
def test_every_position_is_possible(games: list[list[Step]]) -> None:
    """The checks of positions from outside find no fault in it."""
    for game in games[: cases(15, 1)]:
        for step in game:
            view = RULESET.view(step.after, "arbiter")
            assert RULESET.read(view, step.after.options) == step.after


@pytest.mark.rule("LA-INV-8", "LA-INV-20", "LA-COUNTY-7", "LA-COUNTY-8")
def test_a_placement_changes_little(games: list[list[Step]]) -> None:
    """Nobody else loses or gains anything, but for an ousted knight; the power there rises."""
    for step in steps_of(games):
        if isinstance(step.action, PlaceKnight):
            others = [seat for seat in range(step.after.options.players) if seat != step.by]
            for name in ("gold", "squires", "votes", "power", "tables", "extensions"):
                before, after = getattr(step.before, name), getattr(step.after, name)
                assert all(before[seat] == after[seat] for seat in others)
            (placed,) = [one for one in step.events if isinstance(one, KnightPlaced)]
            if placed.ousted is not None:
                power = placed.strength + placed.squires
                assert power > placed.ousted.strength + placed.ousted.squires


def steps_of(games: list[list[Step]]) -> Iterator[Step]:
    """Yield all steps of all games."""
    return (step for game in games for step in game)


@pytest.mark.rule("LA-INV-8")
def test_power_in_counties_never_falls_while_troops_move(games: list[list[Step]]) -> None:
    """So the phase ends."""
    for step in steps_of(games):
        if phase_of(step.after.moment, step.after.subject) == "troops" and (
            phase_of(step.before.moment, step.before.subject) == "troops"
        ):
            for before, after in zip(step.before.holders, step.after.holders, strict=True):
                if before is not None:
                    assert after is not None
                    assert power_of(after) >= power_of(before)


@pytest.mark.rule("LA-INV-11", "LA-GEN-2", "LA-NEXT-2", "LA-NEXT-5")
def test_a_round_begins_with_an_empty_board(games: list[list[Step]]) -> None:
    """Only the battles of the bottom row have knights, and all favours are face up."""
    for step in steps_of(games):
        if step.before.moment == "cards":
            position = step.after
            below = {one.card for one in position.battles[2:] if one is not None}
            for side in range(len(position.colors)):
                assert {place for _, place in deployed(position, side)} <= below
            assert len(position.favours) == len(EDITION.favours)
            for kept in ("gold", "squires", "votes", "tables", "extensions", "current"):
                assert getattr(position, kept) == getattr(step.before, kept)


@pytest.mark.rule("LA-INV-12", "LA-TROOPS-8", "LA-TROOPS-6")
def test_troops_end_when_nobody_can_place(games: list[list[Step]]) -> None:
    """Every seat that could place a knight has done so."""
    for step in steps_of(games):
        if step.before.moment in ("place", "favour") and step.after.moment == "vote":
            position = step.after
            assert not any(can_place(position, seat) for seat in range(position.options.players))


@pytest.mark.rule("LA-INV-13", "LA-FAVOUR-4", "LA-FAVOUR-1", "LA-FAVOUR-2")
def test_each_knight_in_a_battle_turns_a_favour(games: list[list[Step]]) -> None:
    """As long as one is face up."""
    for game in games:
        entered = 0
        for step in game:
            if step.before.moment == "cards":
                entered = 0
            for event in step.events:
                placed = isinstance(event, KnightPlaced) and event.to.startswith("B")
                entered += (placed and len(event.to) > 1) or isinstance(event, KnightSailed)
            if step.after.moment != "favour" and step.after.round:
                assert 6 - len(step.after.favours) == min(6, entered)


@pytest.mark.rule("LA-INV-16", "LA-GEN-4", "LA-SC-BATTLE-8", "LA-SC-BATTLE-9")
def test_power_never_falls(games: list[list[Step]]) -> None:
    """A battle gives at most the values of its card."""
    for step in steps_of(games):
        assert all(
            before <= after
            for before, after in zip(step.before.power, step.after.power, strict=True)
        )
        for event in step.events:
            if isinstance(event, BattleValued):
                values = next(one.pp for one in EDITION.battles if one.id == event.card)
                most = sum(values) if event.winner == "england" else sum(values[1:])
                assert sum(event.power) <= most


@pytest.mark.rule("LA-INV-17", "LA-INV-18", "LA-PARL-3", "LA-PARL-9", "LA-PARL-13")
def test_votes_count_everyone(games: list[list[Step]]) -> None:
    """Everyone votes on each law, and no marker is left when the laws begin."""
    for game in games:
        votes = [one for step in game for one in step.events if isinstance(one, VotesRevealed)]
        assert len(votes) == 15
        for event in votes:
            markers = sum(vote.markers for vote in event.ballots)
            assert event.yes + event.no == len(event.ballots) + markers
        for step in game:
            if any(isinstance(one, MarkersReturned) for one in step.events):
                position: Position = RULESET.thaw(step.before)
                for event in step.events:
                    RULESET.apply(position, (event,))
                    if isinstance(event, MarkersReturned):
                        assert not any(position.votes)
                        break


@pytest.mark.rule("LA-INV-21", "LA-INV-25", "LA-GEN-1", "LA-GEN-3", "LA-END-1", "LA-END-14")
def test_games_end_after_five_rounds(games: list[list[Step]]) -> None:
    """Every winner has the most points; a majority gives at most 12, or 8 with two players."""
    for game in games:
        end = game[-1].after
        (scored,) = [one for step in game for one in step.events if isinstance(one, FinalScored)]
        most = 8 if end.options.players == 2 else 12
        assert max(sum(scored.knighthood), sum(scored.extensions)) <= most
        assert end.round == 5
        rounds = [step.after.round for step in game]
        assert all(after - before in (0, 1) for before, after in pairwise(rounds))
        best = max(end.outcome.power.values())
        assert {end.outcome.power[color] for color in end.outcome.winners} == {best}


@pytest.mark.rule("LA-INV-22", "LA-SETUP-15")
def test_a_replay_gives_the_same_position(games: list[list[Step]]) -> None:
    """Folding all events again, and playing again with the same seed."""
    for game in games[:3]:
        events = [event for step in game for event in step.events]
        assert RULESET.fold(game[0].before, events) == game[-1].after


def test_every_kind_of_event_happens(games: list[list[Step]]) -> None:
    """So that no property is true for lack of cases."""
    seen = {type(event) for step in steps_of(games) for event in step.events}
    missing = {kind.__name__ for kind in kinds_of(RULESET.events)} - {one.__name__ for one in seen}
    only_two = {"AllyChosen", "NobleRemoved"}
    assert missing == (set() if games[0][-1].after.options.has_allies else only_two)


def position_in(players: int, seed: int, steps: int) -> Position:
    """Return a position in a random game."""
    position: Position = RULESET.start(Options(players=players))
    for step in play(RULESET, position, Random(seed), steps_max=steps):
        position = step.after
    return position


POSITIONS = st.builds(position_in, st.sampled_from(PLAYERS), seeds, st.integers(0, 350))


@settings(max_examples=EXAMPLES)
@pytest.mark.rule("LA-INV-24", "LA-GEN-7")
@given(POSITIONS, st.one_of(inside_schema(SeatAction), inside_schema(ChanceAction)), st.data())
def test_legal_and_decide_agree_on_any_action(
    position: Position, action: Any, data: st.DataObject
) -> None:
    """Whatever fits the schema is legal exactly if it is accepted; a refusal changes nothing."""
    by = data.draw(st.sampled_from([*range(position.options.players), CHANCE]))
    untouched = RULESET.freeze(RULESET.thaw(position))
    refusal = None
    try:
        RULESET.decide(position, by, action)
    except IllegalAction as error:
        refusal = error.refusal
    accepted = refusal is None
    assert refusal is None or refusal.rule in RULESET.catalogue
    assert position == untouched
    if by != CHANCE:
        legal = list(RULESET.legal(position, by))
        assert accepted == (listed(action) in legal)


@settings(max_examples=EXAMPLES)
@given(POSITIONS)
def test_every_legal_action_is_accepted(position: Position) -> None:
    """Each is listed once, in one order."""
    for due in RULESET.awaits(position):
        if due.seat != CHANCE:
            actions = list(RULESET.legal(position, due.seat))
            assert actions
            assert len({repr(one) for one in actions}) == len(actions)
            for action in actions:
                assert listed(action) == action
                assert RULESET.decide(position, due.seat, action)
