"""The board as lines of text."""

import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.ruleset import LANGUAGES, Language, Viewer
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.atlas import INDEX
from domain.rulesets.teg.board import COLORS
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.position import Outcome, Position
from domain.rulesets.teg.text import LETTERS
from domain.rulesets.teg.view import PositionView
from tests.support.games import teg
from tests.support.games.play import play
from tests.support.run.long import cases

POSITION = teg.given(
    4,
    options={"colors": ["black", "blue", "magenta", "green"]},
    active=1,
    round=4,
    own={
        "1": "sahara zaire ethiopia egypt madagascar south_africa",
        "2": "australia borneo java sumatra",
    },
    rest=[0, 3],
    tokens={"egypt": 12, "zaire": 3, "brazil": 104},
    arrived={"zaire": 2},
    pool={"free": 4, "africa": 3},
    hands={"0": "c_chile", "1": "w_2 c_japan"},
    discard="c_peru c_iran",
    objectives={"0": "O2", "1": "O12", "2": "COMMON", "3": "O6"},
    trades=[0, 2, 0, 0],
    conquests=1,
    attacked=True,
    moved=True,
).position

TEXT = """\
Round 4, Blue places tokens
  to place: 4 anywhere, 3 in Africa (africa)
  conquests: 1 of 3, moved: no more attacks
  moved: zaire 2
------------------------------------------------------------------------
South America, bonus 3
  argentina     K      1   brazil        G    104   chile         K      1
  colombia      G      1   peru          K      1   uruguay       G      1
North America, bonus 5
  mexico        K      1   california    G      1   oregon        K      1
  new_york      G      1   alaska        K      1   yukon         G      1
  canada        K      1   terranova     G      1   labrador      K      1
  greenland     G      1
Africa, bonus 3, whole: B
  sahara        B      1   zaire         B      3   ethiopia      B      1
  egypt         B     12   madagascar    B      1   south_africa  B      1
Oceania, bonus 2, whole: M
  australia     M      1   borneo        M      1   java          M      1
  sumatra       M      1
Europe, bonus 5
  spain         K      1   france        G      1   germany       K      1
  italy         G      1   poland        K      1   russia        G      1
  sweden        K      1   great_britain G      1   iceland       K      1
Asia, bonus 7
  arabia        G      1   israel        K      1   turkey        G      1
  india         K      1   malaysia      G      1   iran          K      1
  gobi          G      1   china         K      1   mongolia      G      1
  siberia       K      1   aral          G      1   tartary       K      1
  taymir        G      1   kamchatka     K      1   japan         G      1
------------------------------------------------------------------------
  seat           territories  tokens  cards  trades
  0 K black               20      20      1       0
> 1 B blue                 6      19      2       2
  2 M magenta              4       4      0       0
  3 G green               20     123      0       0
  deck: 47
  discarded: c_peru, c_iran
"""
OF_SEAT_1 = """\
  Blue's hand: w_2 wild, c_japan triangle
  Blue's objective: O12, destroy black
"""
OF_ALL = """\
  Black's hand: c_chile circle
  Black's objective: O2, South America 6, Europe 7, three other neighbours
  Blue's hand: w_2 wild, c_japan triangle
  Blue's objective: O12, destroy black
  Magenta's hand: nothing
  Magenta's objective: common objective only
  Green's hand: nothing
  Green's objective: O6, South America 2, North America 4, Africa 2,
    Oceania 2, Europe 3, Asia 3
"""


def seen(position: Position, viewer: Viewer = "spectator") -> PositionView:
    """Return the viewer's view of a position."""
    view: PositionView | None = RULESET.view(position, viewer)
    assert view is not None
    return view


@pytest.mark.parametrize(
    ("viewer", "besides"), [("spectator", ""), (1, OF_SEAT_1), ("arbiter", OF_ALL)]
)
@pytest.mark.rule("TG-HIDE-1")
def test_a_board_contains_what_the_viewer_may_see(viewer: Viewer, besides: str) -> None:
    """A whole board, character by character: for a spectator, a seat and an arbiter."""
    assert RULESET.text(seen(POSITION, viewer)) == TEXT + besides


@pytest.mark.parametrize(
    ("objective", "ending"),
    [
        ("O12", "O12, destroy black\n"),
        ("O10", "O10, destroy black in place of blue\n"),  # the holder is blue
        ("O13", "O13, destroy black in place of yellow\n"),  # nobody is yellow
    ],
)
@pytest.mark.rule("TG-OBJ-6")
def test_an_objective_names_its_target(objective: str, ending: str) -> None:
    colors = {"colors": ["black", "blue", "magenta", "green"]}
    position = teg.given(4, options=colors, objectives={"1": objective}).position
    assert RULESET.text(seen(position, 1)).endswith(ending)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "Blue places tokens"),
        ({"pool": (0,) * 7}, "Blue trades, moves or ends the turn"),
        ({"pool": (0,) * 7, "moved": False}, "Blue attacks, trades, moves or ends the"),
        (
            {"pool": (0,) * 7, "moved": False, "conquests": 3},
            "Blue trades, moves or ends the turn",
        ),
        ({"attack": (1, 16)}, "Blue attacks Sahara from Brazil: the dice are due"),
        ({"card_due": True}, "Blue draws a card"),
        (
            {"outcome": Outcome("secret", ("secret", "common"), ("blue",), {}, ())},
            "over by secret and common: blue wins",
        ),
        (
            {"outcome": Outcome("round_limit", ("round_limit",), ("blue", "green"), {}, ())},
            "over by round limit: blue and green share the victory",
        ),
        (
            {"outcome": Outcome("adjudicated", ("adjudicated",), (), {}, ())},
            "adjudicated: nobody wins",
        ),
    ],
)
def test_the_first_line_says_what_is_due(changes: dict[str, Any], expected: str) -> None:
    """The first line says which seat must do what, or how the game ended."""
    first, *_ = RULESET.text(seen(replace(POSITION, **changes))).splitlines()
    assert first.startswith("Round 4, ")
    assert expected in first


def test_seats_that_are_out_are_marked() -> None:
    """A seat that was eliminated, and one that resigned."""
    lines = RULESET.text(seen(replace(POSITION, statuses=bytes([1, 0, 0, 2])))).splitlines()
    assert "  0 K black               20      20      1       0   eliminated" in lines
    assert "  3 G green               20     123      0       0   resigned" in lines


def test_colours_have_letters_of_their_own() -> None:
    """So owners can be distinguished without colour."""
    assert list(LETTERS) == list(COLORS)
    assert len(set(LETTERS.values())) == len(COLORS)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_lines_are_plain_and_narrow(players: int, seed: int) -> None:
    """In a random game, lines have at most 78 columns, and in English contain only ASCII."""
    options = Options(players=players)
    for step in play(RULESET, RULESET.start(options), Random(seed), steps_max=cases(1_500, 500)):
        if step.action.__struct_config__.tag in {"end_turn", "roll_dice"}:
            view = seen(step.after, "arbiter")
            lines = RULESET.text(view)
            assert lines.isascii()
            for language in LANGUAGES:
                spoken = RULESET.text(view, language)
                assert max(map(len, spoken.splitlines())) <= 78
                assert re.findall(r"\d+", spoken) == re.findall(r"\d+", lines)


def test_the_last_conquest_is_shown() -> None:
    """It remains in later turns, until the next conquest."""
    after = replace(POSITION, conquests=0, conquered=INDEX["egypt"])
    assert "  conquests: 0 of 3, moved: no more attacks, last conquered: Egypt\n" in RULESET.text(
        seen(after)
    )


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "es",
            (
                "Ronda 4, Azul coloca ejércitos",
                "4 libres, 3 en África (africa)",
                "América del Sur, bono 3",
                "mano de Azul:",
            ),
        ),
        (
            "de",
            (
                "Runde 4, Blau setzt Steine ein",
                "4 beliebig, 3 in Afrika (africa)",
                "Südamerika, Bonus 3",
                "Hand von Blau:",
            ),
        ),
    ],
)
def test_sentences_are_in_the_language(language: Language, expected: tuple[str, ...]) -> None:
    """They name sides, continents and territories; only tables have the names of actions."""
    spoken = RULESET.text(seen(POSITION, 1), language)
    assert all(one in spoken for one in expected)
    assert "south_america," not in spoken
