"""The notation of actions: every action is written and read back, and errors are explained."""

from random import Random

import pytest

from domain.refusal import Malformed
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import (
    ChooseCrowns,
    ChooseDisc,
    MoveEmperor,
    Placement,
    PlacePaladins,
    RollDice,
)
from domain.rulesets.carolus_magnus.notation import parse, write
from domain.rulesets.carolus_magnus.options import Options
from tests.support.games.play import play


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("setup", ["tabletop", "yucata"])
def test_a_written_action_is_read_back(players: int, setup: str, seed: int) -> None:
    if (players, setup) == (4, "yucata"):
        setup = "tabletop"
    options = Options(players=players, setup=setup)  # type: ignore[arg-type] # a parameter of pytest
    for game in range(3):
        random = Random(f"{seed} {game}")
        for step in play(RULESET, RULESET.start(options), random):
            line = write(step.action)
            assert parse(line) == step.action
            assert "\n" not in line


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("choose_disc 3", ChooseDisc(3)),
        ("  Choose_Disc   3 ", ChooseDisc(3)),
        ("move_emperor 0", MoveEmperor(0)),
        ("move_emperor 02", MoveEmperor(2)),
        ("choose_crowns red RED blue", ChooseCrowns(("red", "red", "blue"))),
        ("choose_crowns", ChooseCrowns(())),
        ("roll_dice crown red", RollDice(("crown", "red"))),
        ("place_paladins", PlacePaladins(())),
        (
            "place_paladins red court,blue  5 , blue 15",
            PlacePaladins((Placement("red", "court"), Placement("blue", 5), Placement("blue", 15))),
        ),
    ],
)
def test_people_may_type_loosely(line: str, action: object) -> None:
    assert parse(line) == action


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", "unknown action ''; expected one of: choose_disc, exchange_jokers"),
        ("castle 3", "unknown action 'castle'"),
        ("choose_disc", "choose_disc needs a disc from 1 to 5; example: choose_disc 3"),
        ("choose_disc 0", "a disc from 1 to 5"),
        ("choose_disc 6", "a disc from 1 to 5"),
        ("choose_disc 1 2", "a disc from 1 to 5"),
        ("choose_disc +1", "a disc from 1 to 5"),
        ("choose_disc 1_0", "a disc from 1 to 5"),
        ("choose_disc ٣", "a disc from 1 to 5"),
        ("choose_disc " + "9" * 5000, "a disc from 1 to 5"),
        ("move_emperor", "a number of steps from 0 to 99"),
        ("move_emperor 100", "a number of steps from 0 to 99"),
        ("move_emperor -1", "a number of steps from 0 to 99"),
        ("choose_crowns red mauve", "'mauve'; expected one of: blue, green, pink, red, yellow"),
        ("choose_crowns red, blue", "unknown clan 'red,'"),
        ("choose_crowns" + " red" * 41, "at most 40 clans"),
        ("exchange_jokers crown", "unknown clan 'crown'"),
        ("place_paladins red", "example: place_paladins red court, blue 5, blue court"),
        ("place_paladins red 5 6", "pairs of a clan"),
        ("place_paladins red court,", "pairs of a clan"),
        ("place_paladins red 0", "1 to 15"),
        ("place_paladins red 16", "1 to 15"),
        ("place_paladins mauve 3", "pairs of a clan"),
        ("place_paladins court red", "pairs of a clan"),
        ("place_paladins red 1" + ", red 1" * 40, "at most 40 pairs of a clan"),
        ("arrange_table 1 0", "the seats in opening order"),
        ("arrange_table 1 x, red, 7", "the seats in opening order"),
        ("arrange_table 1 0, red, 16", "the seats in opening order"),
        ("roll_dice six", "faces (blue, green, pink, red, yellow, crown)"),
    ],
)
def test_an_error_says_what_was_expected(line: str, expected: str) -> None:
    with pytest.raises(Malformed) as wrong:
        parse(line)
    assert expected in str(wrong.value)
