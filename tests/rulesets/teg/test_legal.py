"""``legal`` and ``decide``, written independently, agree on every action."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.refusal import IllegalAction
from domain.ruleset import Legal
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import (
    Action,
    Attack,
    EndTurn,
    MoveTokens,
    PlaceTokens,
    SeatAction,
    TradeCards,
)
from domain.rulesets.teg.atlas import CARDS, CONTINENTS, NEIGHBOURS, TERRITORIES
from domain.rulesets.teg.board import POOLS
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.position import Position
from tests.rulesets.teg.games import TELLING, campaign
from tests.rulesets.teg.test_properties import POSITIONS
from tests.support.games import teg
from tests.support.games.changes import changed
from tests.support.games.listed import listed
from tests.support.games.strategies import inside_schema
from tests.support.run.long import cases, long_after

LISTED_MAX = 3_000


def accepted(position: Position, seat: int, action: Action) -> bool:
    """Return whether ``decide`` accepts the action."""
    try:
        RULESET.decide(position, seat, action)
    except IllegalAction:
        return False
    return True


def is_among(legal: Legal[Any], action: Action) -> bool:
    """Return whether the action is legal, using only the compact form."""
    choices = {one["type"]: one for one in legal.choices}
    data = choices.get(action.__struct_config__.tag)
    if data is None:
        return False
    match action:
        case PlaceTokens(pool=pool, territory=territory, count=count):
            return any(
                one["pool"] == pool
                and territory in one["territories"]
                and 1 <= count <= one["count"]
                for one in data["pools"]
            )
        case TradeCards(cards=cards):
            return sorted(cards, key=CARDS.index) in data["sets"]
        case Attack(source=source, target=target):
            return any(
                one["source"] == source and target in one["targets"] for one in data["attacks"]
            )
        case MoveTokens(source=source, target=target, count=count):
            return any(
                one["source"] == source and target in one["targets"] and 1 <= count <= one["count"]
                for one in data["moves"]
            )
        case _:
            return action == EndTurn()


def near_misses(legal: Legal[Any], random: Random, count: int) -> Iterator[SeatAction]:
    """Yield legal actions with one or two parts changed, if the schema allows them."""
    names = [*random.sample(TERRITORIES, 3), random.choice(CARDS), *CONTINENTS, "free", 1, 2]
    for _ in range(count):
        data = msgspec.to_builtins(legal.at(random.randrange(legal.count)), str_keys=True)
        data = msgspec.json.decode(msgspec.json.encode(data))
        for _ in range(random.choice((1, 1, 2))):
            data = changed(data, random, names)
        with suppress(msgspec.ValidationError):
            yield msgspec.convert(data, SeatAction)


def attempts(position: Position, seat: int, random: Random) -> Iterator[SeatAction]:
    """Yield an action of each kind that is likely to be legal, independently of ``legal``."""
    yield EndTurn()
    hand = position.hands[seat]
    if len(hand) >= 3:
        yield TradeCards(tuple(CARDS[card] for card in random.sample(list(hand), 3)))
    source = random.choice([here for here, owner in enumerate(position.owners) if owner == seat])
    target = TERRITORIES[random.choice(NEIGHBOURS[source])]
    count = random.randint(1, position.tokens[source])
    yield Attack(TERRITORIES[source], target)
    yield MoveTokens(TERRITORIES[source], target, count)
    yield PlaceTokens(random.choice(POOLS), TERRITORIES[source], random.randint(1, 4))


@pytest.mark.usefixtures("untraced")
@pytest.mark.rule("TG-INV-20", "TG-HIDE-4", "TG-TURN-1", "TG-TURN-6")
@pytest.mark.parametrize("options", long_after(1, TELLING))
def test_listed_actions_are_accepted(options: Options, seed: int) -> None:
    """TG-INV-20: listed actions are accepted, changed ones if legal; other seats have none."""
    random = Random(seed)
    verdicts: Counter[bool] = Counter()
    for step in campaign(options, f"{seed} 0"):
        for seat in range(options.players):
            legal = RULESET.legal(step.before, seat)
            if seat != step.before.active or RULESET.awaits(step.before)[0].seat == "chance":
                assert legal.count == 0
                assert not legal.choices
                continue
            (due,) = RULESET.awaits(step.before)
            assert {one["type"] for one in legal.choices} <= set(due.actions)
            for index in random.sample(range(legal.count), min(2, legal.count)):
                action = legal.at(index)
                assert accepted(step.before, seat, action)
                assert listed(action) == action
                assert is_among(legal, action)
            tried = [*near_misses(legal, random, 2), *attempts(step.before, seat, random)]
            for one in tried:
                among = is_among(legal, one)
                assert accepted(step.before, seat, one) == among
                verdicts[among] += 1
    assert min(verdicts[True], verdicts[False]) > 50


@pytest.mark.rule("TG-INV-20")
@given(POSITIONS)
@settings(max_examples=cases(60, 20))
def test_the_count_matches_the_list(position: Position) -> None:
    """There are as many listed actions as counted, all different, and none beyond the count."""
    for seat in range(position.options.players):
        legal = RULESET.legal(position, seat)
        for outside in (-1, legal.count):
            with pytest.raises(IndexError):
                legal.at(outside)
        if legal.count <= LISTED_MAX:
            assert len(set(legal)) == legal.count


@given(POSITIONS, inside_schema(SeatAction), st.randoms(use_true_random=False))
@settings(max_examples=cases(100, 40))
def test_any_action_is_accepted_exactly_when_legal(
    position: Position, action: SeatAction, random: Random
) -> None:
    """Any actions in the schema, and legal actions with a part changed, from any seat."""
    for seat in range(position.options.players):
        legal = RULESET.legal(position, seat)
        tried = [action, *(near_misses(legal, random, 5) if legal.count else ())]
        for one in tried:
            among = is_among(legal, one)
            assert accepted(position, seat, one) == among
            if among and legal.count <= LISTED_MAX:
                assert listed(one) in set(legal)


@given(POSITIONS, inside_schema(RULESET.chance_actions))
@settings(max_examples=cases(80, 30))
def test_chance_is_judged_too(position: Position, action: Action) -> None:
    """Any answer of chance in the schema is accepted, or refused by a rule of the catalogue."""
    refusal = None
    try:
        RULESET.fold(position, RULESET.decide(position, "chance", action))
    except IllegalAction as error:
        refusal = error.refusal
    assert refusal is None or refusal.rule in RULESET.catalogue
    assert msgspec.json.encode(refusal)


@pytest.mark.rule("TG-PLACE-5", "TG-MOVE-9")
def test_counts() -> None:
    """Counts calculated by hand: entries of the pool by territories by numbers, and moves."""
    america = "argentina brazil chile colombia peru uruguay sahara"
    scene = teg.given(2, own={0: america}, rest=[1], tokens={"peru": 4, "sahara": 9})
    # Three free tokens for seven territories, three bound ones for six; up to three can go from
    # Peru to four neighbours, and up to eight from the Sahara to Brazil.
    assert RULESET.legal(scene.position, 0).count == 7 * 3 + 6 * 3 + 4 * 3 + 8
    scene = teg.given(2, own={0: america}, rest=[1], tokens={"peru": 4, "sahara": 9}, pool={})
    # The same moves, four neighbours of the Sahara to attack, and the end of the turn.
    assert RULESET.legal(scene.position, 0).count == 4 * 3 + 8 + 4 + 1
    hand = "c_argentina c_chile c_mexico w_1 w_2"
    scene = teg.given(2, own={0: "java"}, rest=[1], pool={}, hands={0: hand})
    # Three figures and two wildcards: any three of the five cards are a set.
    assert RULESET.legal(scene.position, 0).count == 10 + 1


def test_lists_are_sorted() -> None:
    """The cards of a trade are in the order of the cards; nothing else changes."""
    _, mixed = teg.trade(0, "w_1 c_japan c_brazil")
    assert listed(mixed) == teg.trade(0, "c_brazil c_japan w_1")[1]
    assert listed(EndTurn()) == EndTurn()
