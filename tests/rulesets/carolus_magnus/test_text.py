"""The board as lines of text."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from domain.ruleset import LANGUAGES, Language
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Outcome
from domain.rulesets.carolus_magnus.view import (
    Markers,
    Paladins,
    PositionView,
    SeatView,
    TerritoryView,
)
from tests.support.games.play import play

VIEW = PositionView(
    phase="action",
    step="place",
    round=4,
    order=(1, 0),
    active=1,
    crowns=0,
    emperor=14,
    territories=(
        TerritoryView((2,), Paladins(blue=1), None, 0),
        TerritoryView((3, 4, 5), Paladins(2, 0, 12, 1, 3), "black", 3),
        TerritoryView((6, 7, 8, 9, 10, 11, 12, 13), Paladins(green=10), None, 0),
        TerritoryView((14, 15, 1), Paladins(red=4, yellow=2), "white", 3),
    ),
    markers=Markers(blue=0, red=1),
    supply=Paladins(33, 30, 28, 29, 8),
    seats=(
        SeatView("white", Paladins(blue=2), Paladins(blue=1, pink=3), 0, (1, 4), 3),
        SeatView("black", Paladins(red=1), Paladins(yellow=7), 2, (2, 3, 5), 1),
    ),
    castles_in_play={"white": 3, "black": 3},
    placed_this_round=False,
    owner_changed_this_round=False,
    outcome=None,
)

TEXT = """\
Round 4, action: black places paladins
Castles: white 3, black 3 of 10
----------------------------------------------------------------
  segments     B   G   P   R   Y   owner  castles
  2            1   .   .   .   .
  3-5          2   .  12   1   3   black        3
  6-13         .  10   .   .   .
E 14-1         .   .   .   4   2   white        3
----------------------------------------------------------------
              court             reserve
  seat        B  G  P  R  Y     B  G  P  R  Y  jokers   discs       played
  0 white     2  .  .  .  .     1  .  3  .  .       .   1 4         3
> 1 black     .  .  .  1  .     .  .  .  .  7       2   2 3 5       1
  markers     0  .  .  1  .   (seat that holds it)
  supply     33 30 28 29  8
  turn order: 1 0
"""


def test_a_board_is_a_table_of_clans_in_columns() -> None:
    """A whole board, character by character: the emperor, the turn, and all counts."""
    assert RULESET.text(VIEW) == TEXT


@pytest.mark.parametrize(
    ("winners", "first_line"),
    [
        (("black",), "Round 4, over by few territories: black wins\n"),
        (
            ("white", "black"),
            "Round 4, over by few territories: white and black share the victory\n",
        ),
        ((), "Round 4, over by few territories: nobody wins\n"),
    ],
    ids=["one", "two", "none"],
)
def test_the_first_line_shows_the_end(winners: tuple[str, ...], first_line: str) -> None:
    """The first line of a finished game says why it ended and who won."""
    outcome = Outcome("few_territories", winners, {"white": 3, "black": 3}, ())  # type: ignore[arg-type]
    over = replace(VIEW, phase="over", step=None, outcome=outcome)
    assert RULESET.text(over).startswith(first_line)


@pytest.mark.parametrize(
    "options",
    [Options(), Options(players=3, setup="yucata"), Options(players=4)],
    ids=["two", "three", "four"],
)
def test_lines_are_plain_and_narrow(options: Options, seed: int) -> None:
    """In random games, lines have at most 78 columns, and in English contain only ASCII."""
    for step in play(RULESET, RULESET.start(options), Random(seed)):
        view = RULESET.view(step.after, "spectator")
        assert view is not None
        lines = RULESET.text(view)
        assert lines.isascii()
        order = view.outcome is None
        assert len(lines.splitlines()) == 9 + order + len(view.territories) + len(view.seats)
        for language in LANGUAGES:
            spoken = RULESET.text(view, language)
            assert max(map(len, spoken.splitlines())) <= 78
            assert re.findall(r"\d+|\.", spoken) == re.findall(r"\d+|\.", lines)


@pytest.mark.parametrize(
    ("language", "headline", "letters"),
    [
        ("en", "Round 4, action: black places paladins", None),
        (
            "es",
            "Ronda 4, acción: negro coloca paladines",
            "  B azul, G verde, P rosa, R rojo, Y amarillo",
        ),
        (
            "de",
            "Runde 4, Aktion: Schwarz setzt Paladine ein",
            "  B Blau, G Grün, P Rosa, R Rot, Y Gelb",
        ),
    ],
)
def test_sentences_name_sides_and_letters_are_explained(
    language: Language, headline: str, letters: str | None
) -> None:
    """No sentence has the number of a seat; a line explains letters that are not initials."""
    lines = RULESET.text(VIEW, language).splitlines()
    assert lines[0] == headline
    assert lines[3] == letters or letters is None
    assert any(line.startswith("  B ") for line in lines[:5]) == (letters is not None)
