"""How a game ends, and who wins (CM-END)."""

from random import Random
from typing import Any

import pytest

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import (
    ChooseCrowns,
    ChooseDisc,
    ExchangeJokers,
    RollDice,
)
from domain.rulesets.carolus_magnus.board import Side
from domain.rulesets.carolus_magnus.events import GameEnded, ReserveFilled, TurnEnded
from domain.rulesets.carolus_magnus.options import Options
from tests.support.games.carolus_magnus import Example, dice, given, move, place
from tests.support.games.play import play

THREE = place(0, "green 1", "green 1", "pink 1")
BLACK_BUILDS_THE_TENTH = """
1-4    black 4   red 4
6      -         red 1
8-12   black 5   red 5
"""
FOUR_TERRITORIES = """
1-6     white 6   blue 6
7-10    black 4   red 4
11-13   white 3   red 4
14-15   black 2   red 2
"""
SEVEN_EACH = """
1-7     white 7   blue 7
8-11    black 4   red 4
12      -         red 1
13-14   black 2   red 2
"""


def tenth_castle() -> Example:
    """Let the emperor stop on 6 in White's turn: Black builds its tenth castle."""
    scene = given(2, ring=BLACK_BUILDS_THE_TENTH, courts={1: "red 2"}, emperor=5)
    return scene.when(THREE, move(0, 1))


def seven_each(players: int = 2, **changes: Any) -> Example:
    """Let Black build on 12: three territories, and seven castles each."""
    courts = changes.pop("courts", {0: "blue 2", 1: "red 2"})
    scene = given(players, ring=SEVEN_EACH, courts=courts, emperor=8, **changes)
    return scene.when(THREE, move(0, 1))


@pytest.mark.rule("CM-END-1", refused=True)
def test_after_the_end_nobody_decides() -> None:
    """Every action from everyone is refused."""
    actions = [THREE[1], move(0, 1)[1], ChooseDisc(1), ChooseCrowns(()), ExchangeJokers(())]
    for by in (0, 1, 5, "chance"):
        for action in [*actions, RollDice(("red", "red", "red"))]:
            scene = tenth_castle()
            scene.when((by, action)).refused("CM-END-1", "game_is_over", phase="over", active=None)


@pytest.mark.rule("CM-END-1")
def test_after_the_end_nothing_is_legal() -> None:
    """No seat is due, and no seat has a legal action."""
    position = tenth_castle().position
    assert RULESET.awaits(position) == ()
    assert [RULESET.legal(position, seat).count for seat in (0, 1)] == [0, 0]


@pytest.mark.rule("CM-END-2")
@pytest.mark.parametrize(
    ("players", "castles", "ends"),
    [(2, 9, False), (2, 10, True), (3, 7, False), (3, 8, True), (4, 9, False), (4, 10, True)],
)
def test_the_castle_goal(players: int, castles: int, *, ends: bool) -> None:
    """Ten castles with two and four players, eight with three, and not one fewer."""
    ring = f"""
    1-{castles - 1}   black {castles - 1}   red {castles - 1}
    12                -                     red 1
    """
    far = ("green 15", "green 15", "blue 15", "blue 15")
    scene = given(players, ring=ring, courts={1: "red 2"}, emperor=11)
    scene.when(place(0, *far[: 4 if players == 3 else 3]), move(0, 1))
    if not ends:
        scene.without(GameEnded).then(step="refill_dice", outcome=None)
        return
    everybody: dict[Side, int] = {
        "white": 0,
        "black": castles,
        **({"gray": 0} if players == 3 else {}),
    }
    scene.then(
        GameEnded("castle_goal", ("black",), everybody),
        result={"reason": "castle_goal", "winners": ["black"], "castles": everybody},
    )


@pytest.mark.rule("CM-END-3")
def test_fewer_than_four_territories() -> None:
    """Black takes over 11-13 and connects all its land: two territories remain."""
    scene = given(2, ring=FOUR_TERRITORIES, courts={0: "blue 2", 1: "red 2"}, emperor=7)
    scene.when(THREE, move(0, 1)).then(
        GameEnded("few_territories", ("black",), {"white": 6, "black": 9}), territory_count=2
    )


@pytest.mark.rule("CM-END-3")
def test_four_territories_are_enough() -> None:
    """Without the takeover the game continues."""
    scene = given(2, ring=FOUR_TERRITORIES, courts={0: "blue 2"}, emperor=7)
    scene.when(THREE, move(0, 1)).without(GameEnded).then(territory_count=4, outcome=None)


@pytest.mark.rule("CM-END-4")
def test_the_castle_goal_comes_first() -> None:
    """White's tenth castle leaves two territories: the reason is the castle goal."""
    ring = """
    1-5     white 5   blue 5
    6-10    black 5   blue 6
    11-14   white 4   blue 4
    15      -         pink 1
    """
    scene = given(2, ring=ring, courts={0: "blue 2"}, emperor=1).when(THREE, move(0, 1))
    scene.then(GameEnded("castle_goal", ("white",), {"white": 10, "black": 0}), territory_count=2)


@pytest.mark.rule("CM-END-5")
def test_the_end_is_immediate() -> None:
    """There is no refill, no turn of seat 1, and no next round."""
    scene = tenth_castle().without(ReserveFilled, TurnEnded)
    scene.then(phase="over", active=None, step=None, reserve_sizes={0: 4, 1: 7}, round=1)


def nobody_can_place(**changes: Any) -> Example:
    """Return a round in which both reserves are empty and nothing can be taken."""
    ring = """
    1   -   blue 38
    2   -   green 38
    3   -   pink 38
    4   -   red 38
    5   -   yellow 38
    """
    return given(2, ring=ring, reserves={0: "", 1: ""}, **changes)


@pytest.mark.rule("CM-END-6")
@pytest.mark.parametrize("tie_break", ["shared", "clan_markers"])
def test_a_round_in_which_nothing_happens(tie_break: str) -> None:
    """No seat places and no owner changes: the game ends with the round, and all tie."""
    scene = nobody_can_place(options={"tie_break": tie_break})
    scene.when(place(0), move(0, 1), dice("crown " * 7)).then(TurnEnded(0), active=1)
    scene.when(place(1), move(1, 1), dice("red " * 7)).then(
        TurnEnded(1), GameEnded("stalled", ("white", "black"), {"white": 0, "black": 0})
    )


@pytest.mark.rule("CM-END-6")
def test_a_change_of_owner_keeps_the_game_alive() -> None:
    """No seat places, but White builds: the next round begins."""
    ring = """
    1   -   blue 38
    2   -   green 38
    3   -   pink 38
    4   -   red 38
    5   -   yellow 37
    """
    scene = given(2, ring=ring, reserves={0: "", 1: ""}, courts={0: "yellow 1"}, emperor=4)
    scene.when(place(0), move(0, 1), dice("crown " * 7)).then(
        castles_in_play={"white": 1, "black": 0}
    )
    scene.when(place(1), move(1, 1), dice("crown " * 7)).then(TurnEnded(1), round=2)


@pytest.mark.rule("CM-END-6")
def test_one_paladin_placed_keeps_the_game_alive() -> None:
    """A single paladin in the whole round is enough."""
    ring = """
    1   -   blue 37
    2   -   green 38
    3   -   pink 38
    4   -   red 38
    5   -   yellow 38
    """
    scene = given(2, ring=ring, reserves={0: "", 1: "blue 1"})
    scene.when(place(0), move(0, 1), dice("crown " * 7))
    scene.when(place(1, "blue 1"), move(1, 1), dice("crown " * 7)).then(round=2, outcome=None)


def last_turn(round_number: int, **options: Any) -> Example:
    """Play the last turn of this round; Black has a castle."""
    left = [disc for disc in (1, 2, 3, 4, 5) if disc not in (2, 3)][: -round_number % 5]
    scene = given(
        2,
        options=options,
        round=round_number,
        active=1,
        discs_played=[2, 3],
        discs_left={"0": left, "1": left},
        ring="9   black 1   red 1",
    )
    return scene.when(place(1, "green 1", "green 1", "pink 1"), move(1, 1), dice("red red red"))


@pytest.mark.rule("CM-END-7")
@pytest.mark.parametrize(
    ("number", "limit", "ends"), [(2, 3, False), (3, 3, True), (3, None, False)]
)
def test_the_last_round(number: int, limit: int | None, *, ends: bool) -> None:
    """After round 3 of 3 the game is over; without a limit it continues."""
    scene = last_turn(number, max_rounds=limit)
    if ends:
        scene.then(
            TurnEnded(1), GameEnded("round_limit", ("black",), {"white": 0, "black": 1}), round=3
        )
    else:
        scene.without(GameEnded).then(round=number + 1)


@pytest.mark.rule("CM-END-7")
def test_a_stalled_last_round_is_stalled() -> None:
    """If both ends apply, the reason is ``stalled``."""
    scene = nobody_can_place(options={"max_rounds": 1})
    scene.when(place(0), move(0, 1), dice("crown " * 7), place(1), move(1, 1), dice("red " * 7))
    assert scene.position.outcome is not None
    assert scene.position.outcome.reason == "stalled"


@pytest.mark.rule("CM-END-8")
def test_most_castles_win() -> None:
    """Black has fewer territories and paladins, but nine castles to six."""
    scene = given(2, ring=FOUR_TERRITORIES, courts={0: "blue 20", 1: "red 2"}, emperor=7)
    scene.when(THREE, move(0, 1))
    scene.then(
        result={
            "reason": "few_territories",
            "winners": ["black"],
            "castles": {"white": 6, "black": 9},
        }
    )


@pytest.mark.rule("CM-END-9")
@pytest.mark.parametrize(
    ("tie_break", "courts", "winners"),
    [
        ("shared", {0: "blue 2", 1: "red 2, pink 2"}, ("white", "black")),
        ("clan_markers", {0: "blue 2", 1: "red 2, pink 2"}, ("black",)),
        ("clan_markers", {0: "blue 2, pink 2, green 2", 1: "red 2"}, ("white",)),
        ("clan_markers", {0: "blue 2", 1: "red 2"}, ("white", "black")),
    ],
)
def test_a_tie(tie_break: str, courts: dict[int, str], winners: tuple[str, ...]) -> None:
    """With seven castles each: shared, won by the side with more markers, or shared again."""
    scene = seven_each(options={"tie_break": tie_break}, courts=courts)
    assert scene.position.outcome is not None
    assert scene.position.outcome.winners == winners


@pytest.mark.rule("CM-END-10")
@pytest.mark.parametrize(
    ("seating", "sides"), [("opposite", (0, 1, 0, 1)), ("adjacent", (0, 0, 1, 1))]
)
def test_partners_win_together(seating: str, sides: tuple[int, ...]) -> None:
    """The markers of both Black partners count, and the side wins, not a seat."""
    black = [seat for seat, side in enumerate(sides) if side == 1]
    courts = {0: "blue 2", black[0]: "red 2", black[1]: "pink 2"}
    options = {"tie_break": "clan_markers", "seating": seating}
    seven_each(4, options=options, courts=courts).then(
        GameEnded("few_territories", ("black",), {"white": 7, "black": 7})
    )


@pytest.mark.rule("CM-END-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_that_is_due_can_decide(players: int, seed: int) -> None:
    """In each position of some games, the seat that is due has a legal action."""
    for game in range(20):
        random = Random(f"{seed} {players} {game}")
        for step in play(RULESET, RULESET.start(Options(players=players)), random):
            for due in RULESET.awaits(step.before):
                assert due.seat == "chance" or RULESET.legal(step.before, due.seat).count > 0


THREE_SIDES = """
1-3     white 3   blue 3
4-5     black 2   red 2
6-8     gray 3    pink 3
9-13    black 5   red 5
14      -         red 1
"""


def third_place(gray: str, **options: Any) -> Example:
    """Let Black build on 14 and reach its goal; White and Gray have three each."""
    courts = {0: "blue 4", 1: "red 4", 2: gray}
    given_ = given(3, ring=THREE_SIDES, courts=courts, emperor=9, options=options)
    return given_.when(place(0, "green 1", "green 1", "blue 1", "blue 1"), move(0, 1))


def place_of(side: str, rank: int, score: int, rule: str) -> dict[str, Any]:
    """Return a place in wire format."""
    return {"side": side, "rank": rank, "score": score, "rule": rule}


@pytest.mark.rule("CM-END-12")
def test_losers_rank_by_castles() -> None:
    """Gray has as many castles as White: both are second, although Gray has more markers."""
    third_place("pink 4, yellow 4").then(
        result={
            "standing": [
                place_of("black", 1, 8, "CM-END-2"),
                place_of("white", 2, 3, "CM-END-12"),
                place_of("gray", 2, 3, "CM-END-12"),
            ]
        }
    )


@pytest.mark.rule("CM-END-12")
def test_markers_rank_losers_with_equal_castles() -> None:
    """If the option says so, Gray is second, and White third."""
    third_place("pink 4, yellow 4", tie_break="clan_markers").then(
        result={
            "standing": [
                place_of("black", 1, 8, "CM-END-2"),
                place_of("gray", 2, 3, "CM-END-12"),
                place_of("white", 3, 3, "CM-END-12"),
            ]
        }
    )


@pytest.mark.rule("CM-END-8", "CM-END-9", "CM-END-12")
@pytest.mark.parametrize(
    ("tie_break", "ranks", "rule"),
    [("shared", [1, 1], "CM-END-9"), ("clan_markers", [1, 2], "CM-END-9")],
)
def test_a_tie_in_the_standing(tie_break: str, ranks: list[int], rule: str) -> None:
    """A side that loses by markers is second, with the same score."""
    courts = {0: "blue 2, pink 2, green 2", 1: "red 2"}
    scene = seven_each(options={"tie_break": tie_break}, courts=courts)
    assert scene.position.outcome is not None
    first, second = scene.position.outcome.standing
    assert [(first.side, first.rank), (second.side, second.rank)] == [
        ("white", ranks[0]),
        ("black", ranks[1]),
    ]
    assert (first.score, second.score) == (7, 7)
    assert (first.rule, second.rule) == (rule, rule if ranks == [1, 1] else "CM-END-12")


@pytest.mark.rule("CM-END-12")
@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        ("resignation", "TB-RESIGN-2"),
        ("draw_agreed", "TB-DRAW-4"),
        ("time", "TB-FLAG-4"),
        ("adjudicated", "TB-JUDGE-1"),
    ],
)
def test_the_table_names_winners_and_the_castles_rank_the_others(reason: Any, rule: str) -> None:
    """The winner is first with no castle; the rule of the table says so."""
    position = given(3, ring=OWNED_BY_TWO).position
    outcome = RULESET.settle(position, reason, ("gray",))
    assert [(one.side, one.rank, one.score, one.rule) for one in outcome.standing] == [
        ("gray", 1, 0, rule),
        ("black", 2, 2, "CM-END-12"),
        ("white", 3, 1, "CM-END-12"),
    ]


OWNED_BY_TWO = """
1     white 1   blue 1
3-4   black 2   red 2
"""
