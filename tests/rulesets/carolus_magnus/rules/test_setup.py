"""Lots, the ring and the initial reserves (CM-SET)."""

from collections import Counter
from itertools import product
from math import factorial
from random import Random
from typing import Any

import pytest

from domain.chance import shuffle, shuffle_bounds
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import ArrangeTable, RollDice
from domain.rulesets.carolus_magnus.events import (
    CrownsChosen,
    DiceRolled,
    JokersExchanged,
    LotsDrawn,
    ReserveFilled,
    RoundStarted,
)
from domain.rulesets.carolus_magnus.position import Position
from tests.support.games.carolus_magnus import (
    clans_of,
    crowns,
    dice,
    disc,
    exchange,
    given,
    lots,
    move,
    place,
    set_up,
)

RING = "blue green pink red yellow blue green pink red yellow blue green pink red yellow"
SEVEN = "blue green pink red yellow blue green"
NINE = "blue green pink red yellow blue green pink red"


@pytest.mark.rule("CM-SET-1")
def test_fifteen_segments_unowned() -> None:
    """Each segment starts as its own territory; clockwise, 1 follows 15."""
    scene = set_up(2).when(lots([0, 1], RING, 15))
    scene.then(
        heads=list(range(1, 16)),
        ring="""
        1   -   blue 1
        2   -   green 1
        15  -   yellow 1
        """,
    )
    given(2, emperor=15).when(place(0, "blue 2", "blue 2", "green 2"), move(0, 1)).then(emperor=1)


@pytest.mark.rule("CM-SET-2")
@pytest.mark.parametrize(
    ("players", "sides"),
    [(2, "white black"), (3, "white black gray"), (4, "white black white black")],
)
def test_seats_belong_to_sides(players: int, sides: str) -> None:
    """Seats are numbered clockwise; with four players, partners sit opposite."""
    scene = set_up(players).when(lots(range(players), RING))
    view = RULESET.view(scene.position, "spectator")
    assert view is not None
    assert [seat.side for seat in view.seats] == sides.split()


@pytest.mark.rule("CM-SET-3")
def test_tabletop_goes_clockwise_from_the_first() -> None:
    """Chance draws one seat, each equally often, and the others follow clockwise."""
    for players in (2, 3, 4):
        bound = RULESET.asks(set_up(players).position)[0]
        assert bound == players
        assert {_opening(players, (first,)) for first in range(bound)} == {
            tuple((first + place) % players for place in range(players)) for first in range(players)
        }
    set_up(4).when(lots([2, 3, 0, 1], RING)).then(
        LotsDrawn((2, 3, 0, 1), clans_of(RING), 1), order=[2, 3, 0, 1], active=2
    )


@pytest.mark.rule("CM-SET-3")
@pytest.mark.parametrize("players", [2, 3])
def test_yucata_draws_the_whole_order(players: int) -> None:
    """Exactly one draw leads to each order of the seats."""
    bounds = RULESET.asks(set_up(players, setup="yucata").position)[: players - 1]
    orders = [_opening(players, draws, setup="yucata") for draws in product(*map(range, bounds))]
    assert len(orders) == len(set(orders)) == factorial(players)
    set_up(3, setup="yucata").when(lots([2, 0, 1], RING)).then(order=[2, 0, 1])


def _opening(players: int, draws: tuple[int, ...], **options: str) -> tuple[int, ...]:
    position = set_up(players, **options).position
    bounds_of_all = RULESET.asks(position)
    return _arranged(position, [*draws, *[0] * (len(bounds_of_all) - len(draws))]).opening


@pytest.mark.rule("CM-SET-3", refused=True)
def test_the_order_names_each_seat_once() -> None:
    """A repeated, missing or unknown seat is refused, and so is an order against the clock."""
    reason = "opening_must_name_each_seat_once"
    set_up(2).when(lots([0, 0], RING)).refused("CM-SET-3", reason)
    set_up(3).when(lots([0, 1], RING)).refused("CM-SET-3", reason)
    set_up(2).when(lots([0, 3], RING)).refused("CM-SET-3", reason)
    set_up(2).when(lots([], RING)).refused("CM-SET-3", reason)
    set_up(3).when(lots([0, 2, 1], RING)).refused("CM-SET-3", "opening_must_go_clockwise")


@pytest.mark.rule("CM-SET-4")
def test_the_ring_has_three_of_each_clan() -> None:
    """The clans drawn stand on segments 1, 2, 3 …; all orders are equally likely."""
    ring = "red red red blue blue blue yellow yellow yellow pink pink pink green green green"
    set_up(2).when(lots([0, 1], ring)).then(
        ring="""
        1    -   red 1
        4    -   blue 1
        7    -   yellow 1
        10   -   pink 1
        13   -   green 1
        """,
        supply={"blue": 37, "green": 37, "pink": 37, "red": 37, "yellow": 37},
    )
    assert RULESET.asks(set_up(2).position)[1:15] == shuffle_bounds(15)
    shuffles = ["".join(shuffle("abcd", d)) for d in product(*map(range, shuffle_bounds(4)))]
    assert len(shuffles) == len(set(shuffles)) == factorial(4)


@pytest.mark.rule("CM-SET-4", refused=True)
@pytest.mark.parametrize(
    "ring",
    ["", RING.replace("red", "blue"), RING + " blue", RING.removesuffix(" yellow")],
    ids=["empty", "red is missing", "sixteen", "fourteen"],
)
def test_the_ring_is_three_of_each(ring: str) -> None:
    """Four of a clan, one too many or one too few is not an arrangement."""
    set_up(2).when(lots([0, 1], ring)).refused(
        "CM-SET-4", "ring_must_hold_three_paladins_of_each_clan"
    )


@pytest.mark.rule("CM-SET-5")
def test_the_start_is_drawn_agreed_or_one() -> None:
    """By lot, as agreed, or segment 1 with yucata; the start is not resolved."""
    assert RULESET.asks(set_up(2).position)[-1] == 15
    set_up(2).when(lots([0, 1], RING, 9)).then(emperor=9, castles_in_play={"white": 0, "black": 0})
    set_up(2, emperor_start=9).when(lots([0, 1], RING, 9)).then(emperor=9)
    set_up(2, setup="yucata", emperor_start=9).when(lots([0, 1], RING, 1)).then(emperor=1)


@pytest.mark.rule("CM-SET-5")
def test_each_start_is_equally_likely() -> None:
    """The emperor has a separate draw, and each of its 15 results is a different segment."""
    position = set_up(2).position
    bounds_of_all = RULESET.asks(position)
    starts = [
        _arranged(position, [0] * (len(bounds_of_all) - 1) + [draw]).emperor for draw in range(15)
    ]
    assert starts == list(range(1, 16))


@pytest.mark.rule("CM-SET-4")
@pytest.mark.parametrize("options", [{}, {"setup": "yucata"}, {"emperor_start": 3}])
def test_each_clan_is_as_likely_on_each_segment(options: dict[str, Any], seed: int) -> None:
    """Over 3,000 arrangements each clan is on each segment about 600 times (± 5 deviations)."""
    random = Random(f"{seed} {options}")
    position = set_up(3, **options).position
    bounds_of_all = RULESET.asks(position)
    counts: Counter[tuple[int, str]] = Counter()
    for _ in range(3_000):
        drawn = _arranged(position, [random.randrange(bound) for bound in bounds_of_all])
        counts.update(enumerate(drawn.paladins))
    assert len(counts) == 75
    assert min(counts.values()) > 490
    assert max(counts.values()) < 710


def _arranged(position: Position, draws: list[int]) -> ArrangeTable:
    answer = RULESET.answer(position, draws)
    assert isinstance(answer, ArrangeTable)
    return answer


@pytest.mark.rule("CM-SET-5", refused=True)
def test_the_emperor_starts_nowhere_else() -> None:
    """Neither elsewhere than agreed, nor off the ring."""
    reason = "emperor_must_start_as_agreed"
    set_up(2, emperor_start=9).when(lots([0, 1], RING, 8)).refused("CM-SET-5", reason)
    set_up(2, setup="yucata").when(lots([0, 1], RING, 2)).refused("CM-SET-5", reason)
    set_up(2).when(lots([0, 1], RING, 16)).refused("CM-SET-5", "emperor_must_start_on_a_segment")


@pytest.mark.rule("CM-SET-6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_the_ring_is_in_play(players: int) -> None:
    """Courts are empty, markers free, castles in their supply, and all discs unplayed."""
    scene = set_up(players).when(lots(range(players), RING))
    view = RULESET.view(scene.position, 0)
    assert view is not None
    for seat in view.seats:
        assert sum(count for count in vars_of(seat.court)) == 0
        assert seat.discs == (1, 2, 3, 4, 5)
        assert seat.disc_played is None
    scene.then(markers=dict.fromkeys(("blue", "green", "pink", "red", "yellow")))
    assert set(view.castles_in_play.values()) == {0}


def vars_of(struct: object) -> list[int]:
    """Return the values of a struct of counts."""
    return [getattr(struct, name) for name in ("blue", "green", "pink", "red", "yellow")]


@pytest.mark.rule("CM-SET-7")
def test_seat_by_seat_dice_then_crowns() -> None:
    """The first seat rolls and names its crowns before the second one rolls."""
    scene = set_up(2).when(lots([1, 0], RING), dice("red red crown blue crown pink yellow"))
    scene.then(
        DiceRolled(1, ("red", "red", "crown", "blue", "crown", "pink", "yellow")),
        ReserveFilled(1, clans_of("red red blue pink yellow"), crowns=2),
        phase="setup",
        active=1,
        crowns=2,
    )
    scene.when(crowns(1, "red red")).then(
        CrownsChosen(1, ("red", "red")),
        active=0,
        crowns=0,
        reserves={1: "red 4, blue 1, pink 1, yellow 1"},
    )
    scene.when(dice(SEVEN)).then(
        RoundStarted(1, (1, 0), discs_returned=False), phase="opening", active=1, round=1
    )


@pytest.mark.rule("CM-SET-7", "CM-TURN-1", refused=True)
def test_the_initial_throw_is_whole() -> None:
    """Seven dice, as many clans as crowns, and no seat rolls or names earlier."""
    drawn = [lots([0, 1], RING)]
    for faces in ("", "red red red", SEVEN + " red"):
        set_up(2).when(*drawn, dice(faces)).refused("CM-SET-7", "dice_must_fill_the_reserve")
    rolled = [*drawn, dice("red red red red red crown crown")]
    for clans in ("", "red", "red red red"):
        set_up(2).when(*rolled, crowns(0, clans)).refused("CM-SET-7", "number_of_clans_is_fixed")
    set_up(2).when(*rolled, dice(SEVEN)).refused("CM-TURN-1", "decision_of_another")
    set_up(2).when(*rolled, crowns(1, "red red")).refused("CM-TURN-1", "decision_of_another")


@pytest.mark.rule("CM-SET-8")
def test_yucata_keeps_crowns_as_jokers() -> None:
    """A crown stays in the reserve as a joker, and does not count for any clan."""
    scene = set_up(3, setup="yucata").when(
        lots([2, 0, 1], RING), dice("crown crown red red red red red red red")
    )
    scene.then(
        ReserveFilled(2, clans_of("red red red red red red red"), crowns=0, jokers=2),
        reserves={2: {"red": 7, "joker": 2}},
        supply={"red": 30},
        active=0,
        crowns=0,
    )
    assert RULESET.asks(scene.position) == (6,) * 9


@pytest.mark.rule("CM-SET-8", refused=True)
def test_yucata_draws_a_whole_reserve() -> None:
    """With three players each seat draws nine, not eight."""
    set_up(3, setup="yucata").when(lots([0, 1, 2], RING), dice("red " * 8)).refused(
        "CM-SET-8", "dice_must_fill_the_reserve"
    )


@pytest.mark.rule("CM-SET-9")
def test_jokers_are_exchanged_in_the_first_turn() -> None:
    """Jokers remain while discs are played; the first turn begins with the exchange."""
    scene = set_up(2, setup="yucata").when(
        lots([0, 1], RING), dice("red red red red red crown crown"), dice(SEVEN)
    )
    scene.then(phase="opening", reserves={0: {"red": 5, "joker": 2}})
    scene.when(disc(0, 3), disc(1, 2)).then(active=1, step="place")
    scene.when(
        place(1, "blue court", "green court", "pink court"), move(1, 1), dice("red red red")
    ).then(active=0, step="exchange")
    scene.when(exchange(0, "blue yellow")).then(
        JokersExchanged(0, ("blue", "yellow")),
        step="place",
        reserves={0: "red 5, blue 1, yellow 1"},
    )


@pytest.mark.rule("CM-SET-9", "CM-TURN-2", refused=True)
def test_all_jokers_are_exchanged_at_once() -> None:
    """Neither one of two, nor three; and no paladin is placed before."""
    reserves = {0: {"blue": 5, "joker": 2}}
    for clans in ("", "red", "red red red"):
        given(2, options={"setup": "yucata"}, reserves=reserves).when(exchange(0, clans)).refused(
            "CM-SET-9", "number_of_clans_is_fixed"
        )
    given(2, options={"setup": "yucata"}, reserves=reserves).when(
        place(0, "blue court", "blue court", "blue court")
    ).refused("CM-TURN-2", "another_decision_is_due")


@pytest.mark.rule("CM-SET-10")
def test_every_clan_can_be_named_in_the_set_up() -> None:
    """Even if all seats roll and name only blue, they take 35 of the 37 that the ring leaves."""
    blue = "blue " * 9
    scene = set_up(3, setup="yucata").when(
        lots([0, 1, 2], RING), dice(blue), dice(blue), dice("crown " * 9)
    )
    scene.when(disc(0, 1), disc(1, 2), disc(2, 3))
    for seat in (0, 1):
        four = place(seat, "blue 1", "blue 2", "blue 3", "blue 4")
        scene.when(four, move(seat, 1), dice("blue " * 4))
    scene.when(exchange(2, blue)).then(supply={"blue": 2}, reserves={2: "blue 9"})


@pytest.mark.rule("CM-FILL-3", refused=True)
def test_a_die_has_six_faces() -> None:
    """A face that no die has is refused in the set-up too."""
    faces = ("purple", "red", "red", "red", "red", "red", "red")
    set_up(2).when(
        lots([0, 1], RING),
        ("chance", RollDice(faces)),  # type: ignore[arg-type]
    ).refused("CM-FILL-3", "no_such_face")
