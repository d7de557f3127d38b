"""Partnerships of four players, all in one place (CM-TEAM)."""

import msgspec
import pytest

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.events import MarkerTaken, TurnOrderSet
from domain.rulesets.carolus_magnus.options import Options
from tests.support.games.carolus_magnus import dice, disc, given, move, place


@pytest.mark.rule("CM-TEAM-1")
def test_partners_share_side_land_and_castles() -> None:
    """Seat 2's red builds for White, next to seat 0's land, with castles from one supply."""
    ring = """
    4   white 1   blue 1
    5   -         red 1
    """
    scene = given(4, ring=ring, courts={0: "blue 1", 2: "red 1"}, emperor=4)
    scene.when(place(0, "green 13", "green 13", "pink 13"), move(0, 1)).then(
        ring="4-5   white 2   blue 1, red 1", castles_in_play={"white": 2, "black": 0}
    )
    assert RULESET.sides(Options(players=4)) == ("white", "black", "white", "black")


@pytest.mark.rule("CM-TEAM-2")
def test_each_seat_has_its_own_court_reserve_discs_and_dice() -> None:
    """Seat 0's turn does not change its partner's pieces."""
    scene = given(4, courts={2: "pink 3"}, discs_played=[1, 3, 2, 4])
    partner = msgspec.to_builtins(RULESET.view(scene.position, 0))["seats"][2]
    scene.when(place(0, "blue court", "green court", "red 9"), move(0, 1), dice("red red red"))
    assert msgspec.to_builtins(RULESET.view(scene.position, 0))["seats"][2] == partner
    scene.then(active=1, markers={"blue": 0, "green": 0, "pink": 2})


@pytest.mark.rule("CM-TEAM-3")
def test_clans_of_partners_add_up() -> None:
    """White's two clans have four paladins, Black's one has three; courts do not add up."""
    ring = "5   -   blue 2, red 2, green 3"
    scene = given(4, ring=ring, courts={0: "blue 1", 2: "red 1", 1: "green 1"})
    scene.then(influence={"5": {"white": 4, "black": 3}})
    scene.when(place(0, "red court", "blue 9", "blue 9")).without(MarkerTaken)
    scene.then(markers={"red": 2})


@pytest.mark.rule("CM-TEAM-4")
@pytest.mark.rule("CM-TURN-1", "CM-PLACE-2", refused=True)
def test_nothing_passes_between_partners() -> None:
    """A seat cannot act in its partner's turn, or place its partner's paladins."""
    action = place(2, "blue court", "blue court", "green court")
    given(4).when(action).refused("CM-TURN-1", "decision_of_another")
    reserves = {0: "blue 7", 2: "red 7"}
    given(4, reserves=reserves).when(place(0, "red court", "blue 1", "blue 1")).refused(
        "CM-PLACE-2", "paladin_not_in_reserve"
    )


@pytest.mark.rule("CM-TEAM-5")
def test_partners_may_have_consecutive_turns() -> None:
    """Only discs decide: last two of a round, first two of the next."""
    scene = given(
        4,
        phase="opening",
        round=2,
        order=[1, 3, 0, 2],
        discs_left={str(seat): [1, 2, 4, 5] for seat in range(4)},
    )
    scene.when(disc(1, 4), disc(3, 5), disc(0, 1), disc(2, 2)).then(TurnOrderSet((0, 2, 1, 3)))


@pytest.mark.rule("CM-TEAM-6")
def test_talk_is_not_part_of_the_game() -> None:
    """No action or event is about talking: what partners agree is outside the rules."""
    words = ("say", "talk", "message", "chat")
    for union in (RULESET.seat_actions, RULESET.events):
        schema = str(msgspec.json.schema(union))
        assert not any(f"'{word}" in schema for word in words)
