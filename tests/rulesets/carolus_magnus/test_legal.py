"""``legal`` and ``decide``, written independently, agree on every action."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.refusal import IllegalAction
from domain.ruleset import Legal
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import (
    Action,
    ChooseCrowns,
    ChooseDisc,
    ExchangeJokers,
    MoveEmperor,
    PlacePaladins,
    SeatAction,
)
from domain.rulesets.carolus_magnus.board import CLANS
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Position
from tests.rulesets.carolus_magnus.games import EACH_NUMBER, OPTIONS, near_empty
from tests.support.games.carolus_magnus import place
from tests.support.games.changes import changed
from tests.support.games.listed import listed
from tests.support.games.play import Choose, at_random, play
from tests.support.games.strategies import inside_schema, positions
from tests.support.run.long import cases

LISTED_MAX = 5_000


def accepted(position: Position, seat: int, action: Action) -> bool:
    """Return whether ``decide`` accepts the action."""
    try:
        RULESET.decide(position, seat, action)
    except IllegalAction:
        return False
    return True


def is_among(choices: Any, action: Action) -> bool:
    """Return whether the action is legal, using only the compact form."""
    if msgspec.to_builtins(action)["type"] != choices["type"]:
        return False
    match action:
        case ChooseDisc(disc=disc):
            return disc in choices["discs"]
        case MoveEmperor(steps=steps):
            return steps in choices["steps"]
        case ChooseCrowns(clans=clans) | ExchangeJokers(clans=clans):
            named = Counter(clans)
        case PlacePaladins(placements=placements):
            if not all(one.to in choices["to"] for one in placements):
                return False
            named = Counter(one.clan for one in placements)
        case _:
            raise AssertionError(action)
    return named.total() == choices["count"] and all(
        count <= choices["at_most"][clan] for clan, count in named.items()
    )


@pytest.mark.rule("CM-PLACE-6")
def test_lists_are_sorted() -> None:
    """Placements are sorted by clan and place, court first; clans in clan order; the rest stays."""
    _, mixed = place(0, "red 5", "blue 9", "blue court")
    assert listed(mixed) == place(0, "blue court", "blue 9", "red 5")[1]
    assert listed(ChooseCrowns(("red", "blue"))) == ChooseCrowns(("blue", "red"))
    assert listed(ExchangeJokers(("red", "blue"))) == ExchangeJokers(("blue", "red"))
    assert listed(MoveEmperor(2)) == MoveEmperor(2)


@pytest.mark.usefixtures("untraced")
@pytest.mark.rule("CM-END-11", "CM-CHECK-1")
@pytest.mark.parametrize("choose", [at_random, near_empty], ids=["at random", "near empty"])
@pytest.mark.parametrize("options", EACH_NUMBER)
def test_listed_actions_are_accepted(options: Options, choose: Choose, seed: int) -> None:
    """At each step of some games: short lists in full, samples of long ones; others have none."""
    random = Random(seed)
    for game in range(cases(8, 4)):
        start = RULESET.start(options)
        for step in play(RULESET, start, Random(f"{seed} {game}"), choose=choose):
            for seat in range(options.players):
                legal = RULESET.legal(step.before, seat)
                if seat != step.by:
                    assert legal.count == 0
                    assert list(legal) == []
                    continue
                assert legal.count > 0
                indices: Sequence[int] = range(legal.count)
                if legal.count > 60:
                    indices = random.sample(indices, 5)
                for index in indices:
                    action = legal.at(index)
                    assert accepted(step.before, seat, action)
                    assert listed(action) == action
                    assert is_among(legal.choices[0], action)


@given(positions(RULESET, OPTIONS))
@settings(max_examples=cases(60, 10))
def test_the_count_matches_the_list(position: Position) -> None:
    """There are as many listed actions as counted, all different, and none beyond the count."""
    for seat in range(position.options.players):
        legal = RULESET.legal(position, seat)
        for outside in (-1, legal.count):
            with pytest.raises(IndexError):
                legal.at(outside)
        if legal.count <= LISTED_MAX:
            assert len({msgspec.json.encode(action) for action in legal}) == legal.count


def near_misses(legal: Legal[Action], random: Random, count: int) -> Iterator[SeatAction]:
    """Yield legal actions with one or two parts changed, if the schema allows them."""
    for _ in range(count):
        right = legal.at(random.randrange(legal.count))
        data = msgspec.json.decode(msgspec.json.encode(right))
        for _ in range(random.choice((1, 1, 2))):
            data = changed(data, random, [*CLANS, "court", 1, 2, 5, 15])
        with suppress(msgspec.ValidationError):
            yield msgspec.convert(data, SeatAction)


@given(positions(RULESET, OPTIONS), inside_schema(SeatAction), st.randoms(use_true_random=False))
@settings(max_examples=cases(150, 40))
def test_any_action_is_accepted_exactly_when_legal(
    position: Position, action: SeatAction, random: Random
) -> None:
    """Any actions in the schema, and legal actions with a part changed, from any seat."""
    for seat in range(position.options.players):
        legal = RULESET.legal(position, seat)
        attempts: list[Action] = [action]
        if legal.count:
            attempts += near_misses(legal, random, 5)
        for one in attempts:
            among = legal.count > 0 and is_among(legal.choices[0], one)
            assert accepted(position, seat, one) == among
            if among and legal.count <= LISTED_MAX:
                assert listed(one) in set(legal)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("options", EACH_NUMBER)
def test_near_misses_of_many_games(options: Options, seed: int) -> None:
    """The same over whole games: at each decision, changed legal actions."""
    random = Random(seed)
    verdicts: Counter[bool] = Counter()
    games = cases(10, 6)
    for game in range(games):
        for step in play(RULESET, RULESET.start(options), Random(f"{seed} {game}")):
            if step.by == "chance":
                continue
            legal = RULESET.legal(step.before, step.by)
            for one in near_misses(legal, random, 4):
                among = is_among(legal.choices[0], one)
                assert accepted(step.before, step.by, one) == among
                verdicts[among] += 1
    assert min(verdicts[True], verdicts[False]) > 37 * games


@pytest.mark.rule("CM-TURN-1", "CM-END-1")
@given(positions(RULESET, OPTIONS, steps_max=400), inside_schema(SeatAction))
@settings(max_examples=cases(200, 30))
def test_a_seat_that_is_not_due_is_refused(position: Position, action: SeatAction) -> None:
    """CM-TURN-1 for all seats that are not due; CM-END-1 for everyone after the end."""
    due = {one.seat for one in RULESET.awaits(position)}
    for by in (*range(position.options.players), "chance"):
        if by in due:
            continue
        with pytest.raises(IllegalAction) as caught:
            RULESET.decide(position, by, action)
        expected = "CM-TURN-1" if due else "CM-END-1"
        assert caught.value.refusal.rule == expected


@given(positions(RULESET, OPTIONS), inside_schema(RULESET.chance_actions))
@settings(max_examples=cases(200, 30))
def test_chance_is_judged_too(position: Position, action: Action) -> None:
    """Any answer of chance in the schema is accepted, or refused by a rule of the catalogue."""
    try:
        events = RULESET.decide(position, "chance", action)
    except IllegalAction as error:
        refusal = error.refusal
    else:
        RULESET.fold(position, events)
        return
    assert refusal.rule in RULESET.catalogue
    assert msgspec.json.encode(refusal)
