"""Rounds and discs (CM-OPEN)."""

from typing import Any

import pytest

from domain.rulesets.carolus_magnus.events import DiscPlayed, RoundStarted, TurnOrderSet
from tests.support.games.carolus_magnus import Example, dice, disc, given, move, place


def last_turn(round_number: int, **changes: Any) -> Example:
    """Play the last turn of a round with two players; no castle is built."""
    scene = given(2, round=round_number, active=1, **changes)
    return scene.when(place(1, "blue 2", "blue 2", "green 1"), move(1, 1), dice("red red red"))


@pytest.mark.rule("CM-OPEN-1")
def test_a_round_is_discs_then_turns() -> None:
    """Round 1 starts with discs and has its turns; then round 2 starts."""
    scene = given(2, phase="opening").then(phase="opening", round=1)
    scene.when(disc(0, 1), disc(1, 2)).then(phase="action", round=1)
    last_turn(1).then(phase="opening", round=2)


@pytest.mark.rule("CM-OPEN-2")
def test_the_turn_order_opens_the_next_round() -> None:
    """The seat with the lowest disc plays the next disc first."""
    last_turn(1, order=[0, 1], discs_played=[1, 5]).then(
        RoundStarted(2, (0, 1), discs_returned=False), order=[0, 1], active=0
    )
    scene = given(2, round=1, order=[1, 0], active=0, discs_played=[5, 1])
    scene.when(place(0, "blue 2", "blue 2", "green 1"), move(0, 1), dice("red red red"))
    scene.then(RoundStarted(2, (1, 0), discs_returned=False), order=[1, 0], active=1)


@pytest.mark.rule("CM-OPEN-3")
def test_each_seat_plays_one_disc_in_order() -> None:
    """Each seat plays one disc, in opening order; then the turns begin."""
    scene = given(3, phase="opening", order=[2, 0, 1])
    scene.when(disc(2, 5)).then(DiscPlayed(2, 5), active=0, phase="opening")
    scene.when(disc(0, 4)).then(DiscPlayed(0, 4), active=1)
    scene.when(disc(1, 1)).then(DiscPlayed(1, 1), TurnOrderSet((1, 0, 2)), phase="action")


@pytest.mark.rule("CM-TURN-1", "CM-TURN-2", refused=True)
def test_a_disc_cannot_be_changed() -> None:
    """A second disc is refused while others choose, and afterwards too."""
    scene = given(2, phase="opening").when(disc(0, 5), disc(0, 4))
    scene.refused("CM-TURN-1", "decision_of_another", discs_left={0: [1, 2, 3, 4]})
    scene = given(2, phase="opening").when(disc(0, 1), disc(1, 5), disc(0, 4))
    scene.refused("CM-TURN-2", "another_decision_is_due")


@pytest.mark.rule("CM-OPEN-4")
def test_only_discs_held_are_played() -> None:
    """Two of five discs are left, and both are legal."""
    given(2, phase="opening", round=4, discs_left={"0": [2, 5], "1": [1, 3]}).then(
        legal_discs=[2, 5]
    )


@pytest.mark.rule("CM-OPEN-4", refused=True)
@pytest.mark.parametrize("number", [1, 3, 4])
def test_a_disc_played_is_gone(number: int) -> None:
    """A disc from an earlier round returns after round 5, and not before."""
    scene = given(2, phase="opening", round=4, discs_left={"0": [2, 5], "1": [1, 3]})
    scene.when(disc(0, number)).refused("CM-OPEN-4", "disc_not_held")


@pytest.mark.rule("CM-OPEN-5")
def test_a_new_number_is_played() -> None:
    """The second seat can choose from four numbers, not five."""
    given(2, phase="opening").when(disc(0, 3)).then(legal_discs=[1, 2, 4, 5])


@pytest.mark.rule("CM-OPEN-5", refused=True)
def test_no_number_is_played_twice_if_there_is_another() -> None:
    """A seat with another number cannot repeat the number just played, or an earlier one."""
    scene = given(2, phase="opening").when(disc(0, 3), disc(1, 3))
    scene.refused("CM-OPEN-5", "disc_number_already_played", active=1)
    scene = given(4, phase="opening").when(disc(0, 3), disc(1, 1), disc(2, 2), disc(3, 3))
    scene.refused("CM-OPEN-5", "disc_number_already_played", active=3)


@pytest.mark.rule("CM-OPEN-6")
def test_a_blocked_seat_plays_any_of_its_discs() -> None:
    """All discs of seat 2 show numbers already played, so it may repeat either."""
    left = {"0": [1, 2], "1": [3, 4], "2": [2, 3]}
    scene = given(3, phase="opening", round=4, discs_left=left).when(disc(0, 2), disc(1, 3))
    scene.then(active=2, legal_discs=[2, 3])
    scene.when(disc(2, 3)).then(DiscPlayed(2, 3), order=[0, 1, 2])


@pytest.mark.rule("CM-OPEN-7")
@pytest.mark.rule("CM-OPEN-5", refused=True)
@pytest.mark.parametrize("seating", ["opposite", "adjacent"])
def test_partners_may_not_repeat_either(seating: str) -> None:
    """A seat can repeat its partner's disc no more than anyone else's."""
    scene = given(4, options={"seating": seating}, phase="opening")
    scene.when(disc(0, 3)).then(legal_discs=[1, 2, 4, 5])
    scene.when(disc(1, 4)).then(legal_discs=[1, 2, 5])
    scene.when(disc(2, 3)).refused("CM-OPEN-5", "disc_number_already_played")


@pytest.mark.rule("CM-OPEN-8")
@pytest.mark.parametrize(
    ("discs", "order"),
    [([2, 3, 1], [2, 0, 1]), ([5, 4, 3], [2, 1, 0]), ([1, 2, 3], [0, 1, 2])],
    ids=["last is lowest", "all backwards", "as they sit"],
)
def test_turns_go_by_disc(discs: list[int], order: list[int]) -> None:
    """The seat with the lowest disc has the first turn."""
    scene = given(3, phase="opening").when(*(disc(seat, n) for seat, n in enumerate(discs)))
    scene.then(TurnOrderSet(tuple(order)), order=order, active=order[0])


@pytest.mark.rule("CM-OPEN-8")
def test_the_earlier_of_equal_discs_comes_first() -> None:
    """Seat 3 played its 4 before seat 0 did, and seat 1 has the lower disc."""
    left = {"0": [4], "1": [2], "2": [5], "3": [4]}
    scene = given(4, phase="opening", round=5, order=[3, 2, 0, 1], discs_left=left)
    scene.when(disc(3, 4), disc(2, 5), disc(0, 4), disc(1, 2)).then(order=[1, 3, 0, 2])


@pytest.mark.rule("CM-OPEN-9")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_the_disc_limits_the_emperor(number: int) -> None:
    """With disc n the emperor moves one to n steps."""
    scene = given(2, discs_played=[number, 5 if number < 5 else 4])
    scene.when(place(0, "blue 1", "blue 1", "green 1"))
    scene.then(legal_steps=list(range(1, number + 1)))


@pytest.mark.rule("CM-OPEN-10")
@pytest.mark.parametrize(("number", "back"), [(4, False), (5, True), (6, False), (10, True)])
def test_discs_come_back_after_every_fifth_round(number: int, *, back: bool) -> None:
    """After rounds 5, 10, … every seat has all five again."""
    left = {0: {4: [4], 5: [], 6: [1, 2, 3, 5], 10: []}[number]}
    left[1] = left[0]
    scene = last_turn(number, discs_played=[4, 4] if number == 6 else [1, 1], discs_left={**left})
    held = [1, 2, 3, 4, 5] if back else left[0]
    scene.then(RoundStarted(number + 1, (0, 1), discs_returned=back), discs_left={0: held, 1: held})


@pytest.mark.rule("CM-OPEN-10")
def test_no_disc_comes_back_at_the_end() -> None:
    """If the game ends with round 5, the discs stay played."""
    scene = last_turn(
        5, options={"max_rounds": 5}, discs_played=[1, 4], discs_left={"0": [], "1": []}
    )
    scene.without(RoundStarted).then(phase="over", discs_left={0: [], 1: []})
