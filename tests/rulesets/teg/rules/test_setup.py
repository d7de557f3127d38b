"""The deal (TG-SETUP), and the options agreed before it (TG-OPT)."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from domain.rulesets.teg import RULESET
from domain.rulesets.teg.board import OBJECTIVES
from domain.rulesets.teg.events import BoardDealt, Pool, TurnStarted
from tests.rulesets.teg.games import KINDS, campaign
from tests.support.games.play import play
from tests.support.games.teg import Example, deal, options_of, set_up

EVEN = [0, 1] * 25
SECRETS: dict[str, Any] = {"objectives": "secret_and_common"}


def dealt(players: int, seed: int | str, **options: Any) -> Example:
    """Return a game after a random deal."""
    scene = set_up(players, **options)
    (step, *_) = play(RULESET, scene.position, Random(seed), steps_max=1)
    scene.when(("chance", step.action))
    return scene


@pytest.mark.rule("TG-OPT-3")
@pytest.mark.parametrize("options", KINDS)
def test_options_never_change(options: Any, seed: int) -> None:
    """Every position of a game has the options that the game started with."""
    assert all(step.after.options is options for step in campaign(options, f"{seed} options"))


@pytest.mark.rule("TG-OPT-1")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"round_limit": 2}),
        (2, {"common_target": 50}),
        (3, {"common_target": 18}),
        (6, {"common_target": 10, "first_seat": 5}),
        (2, {"colors": [None, None]}),
    ],
)
def test_options_up_to_their_bounds(players: int, options: dict[str, Any]) -> None:
    """The minimum and maximum of each option."""
    assert set_up(players, **options).position.options == options_of(players, options)


@pytest.mark.rule("TG-TURN-4", "TG-SETUP-7")
def test_rotating_starters_begin_with_the_first_seat() -> None:
    """Later rounds start with other seats."""
    set_up(3, round_starter="rotating").when(deal(2, [0, 1, 2] * 16 + [0, 1])).then(active=2)


@pytest.mark.rule("TG-SETUP-1", "TG-SETUP-2", "TG-SETUP-3")
@pytest.mark.parametrize(
    ("players", "shares"),
    [
        (2, [25, 25]),
        (3, [16, 17, 17]),
        (4, [12, 12, 13, 13]),
        (5, [10] * 5),
        (6, [8, 8, 8, 8, 9, 9]),
    ],
)
def test_the_deal_is_even(players: int, shares: list[int], seed: int) -> None:
    """Fifty territories with one token each; the seats with one more differ between deals."""
    more: set[tuple[int, ...]] = set()
    for game in range(20):
        position = dealt(players, f"{seed} {game}").position
        counts = [position.owners.count(seat) for seat in range(players)]
        assert sorted(counts) == shares
        assert position.tokens == (1,) * 50
        more.add(tuple(seat for seat, count in enumerate(counts) if count == max(shares)))
    assert (len(more) > 1) == (min(shares) < max(shares))


@pytest.mark.rule("TG-SETUP-1", refused=True)
def test_each_territory_has_a_seat_as_its_owner() -> None:
    """Neither one too few nor an unknown seat."""
    set_up(2).when(deal(0, EVEN[:49])).refused("TG-SETUP-1", "each_territory_has_an_owner")
    set_up(2).when(deal(0, [*EVEN, 0])).refused("TG-SETUP-1", "each_territory_has_an_owner")
    set_up(2).when(deal(0, [*EVEN[:49], 2])).refused("TG-SETUP-1", "owner_must_be_a_seat")


@pytest.mark.rule("TG-SETUP-2", refused=True)
def test_no_seat_gets_two_more() -> None:
    """26 and 24 is not an even deal, nor is 17, 18 and 15."""
    uneven = [0, *EVEN[:48], 0]
    set_up(2).when(deal(0, uneven)).refused("TG-SETUP-2", "shares_must_be_equal_or_nearly")
    uneven = [*([0] * 17), *([1] * 18), *([2] * 15)]
    set_up(3).when(deal(0, uneven)).refused("TG-SETUP-2", "shares_must_be_equal_or_nearly")


@pytest.mark.rule("TG-SETUP-4", "TG-SETUP-6", "TG-SETUP-10", "TG-TURN-7", "TG-COLLECT-1")
def test_the_deal_is_one_event_and_round_one_begins() -> None:
    """One token on each territory, no cards and no trades; the first seat has collected."""
    scene = set_up(3).when(deal(1, [0, 1, 2] * 16 + [0, 1]))
    assert len(scene.batch) == 2
    scene.then(
        BoardDealt(1, (*([0, 1, 2] * 16), 0, 1), ()),
        TurnStarted(1, 1, Pool(free=8)),
        total=50,
        hand_sizes=[0, 0, 0],
        discard=[],
        trades=[0, 0, 0],
        round=1,
        active=1,
        conquests=0,
        attacked=False,
        moved=False,
    )


@pytest.mark.rule("TG-SETUP-5", "TG-CARD-1")
def test_the_deck_is_whole_after_the_deal() -> None:
    """All 52 cards can be drawn, each by one of 52 draws."""
    position = dealt(2, 1).position
    assert sorted(position.deck) == list(range(52))


@pytest.mark.rule("TG-SETUP-7")
def test_the_first_seat_is_agreed_or_drawn(seed: int) -> None:
    """By default every seat may be first; a seat named in the options always is."""
    firsts = Counter(dealt(3, f"{seed} {game}").position.active for game in range(60))
    assert set(firsts) == {0, 1, 2}
    agreed = options_of(3, {"first_seat": 2})
    assert len(RULESET.asks(RULESET.start(agreed))) == len(RULESET.asks(set_up(3).position)) - 1
    assert dealt(3, seed, first_seat=2).position.active == 2


@pytest.mark.rule("TG-SETUP-7", refused=True)
def test_the_first_seat_is_a_seat_and_as_agreed() -> None:
    """Neither an unknown seat nor a seat other than the one that the options name."""
    set_up(2).when(deal(2, EVEN)).refused("TG-SETUP-7", "first_seat_must_be_a_seat")
    scene = set_up(2, first_seat=1).when(deal(0, EVEN))
    scene.refused("TG-SETUP-7", "first_seat_must_be_as_agreed")


@pytest.mark.rule("TG-SETUP-8")
def test_objectives_are_all_different(seed: int) -> None:
    """Each seat has one, and over enough games all fifteen occur."""
    seen: set[str] = set()
    for game in range(40):
        objectives = dealt(6, f"{seed} {game}").position.objectives
        assert len(set(objectives)) == len(objectives) == 6
        seen.update(objectives)
    assert seen == set(OBJECTIVES)


@pytest.mark.rule("TG-SETUP-8", refused=True)
def test_no_seat_goes_without_an_objective_and_no_two_share_one() -> None:
    """One too few, one too many, and one twice."""
    for named in ("O1", "O1 O2 O3"):
        scene = set_up(2, **SECRETS).when(deal(0, EVEN, named))
        scene.refused("TG-SETUP-8", "each_seat_gets_an_objective")
    scene = set_up(2, **SECRETS).when(deal(0, EVEN, "O1 O1"))
    scene.refused("TG-SETUP-8", "objectives_must_differ")


@pytest.mark.rule("TG-SETUP-9")
@pytest.mark.parametrize("objectives", ["world", "common_only"])
def test_other_modes_deal_no_objectives(objectives: str, seed: int) -> None:
    """All seats have the same goal then."""
    assert dealt(4, seed, objectives=objectives).position.objectives == ()


@pytest.mark.rule("TG-SETUP-9", refused=True)
def test_objectives_are_refused_in_modes_without_them() -> None:
    """The goal of two players is the world."""
    scene = set_up(2).when(deal(0, EVEN, "O1 O2"))
    scene.refused("TG-SETUP-9", "no_objectives_are_dealt")
