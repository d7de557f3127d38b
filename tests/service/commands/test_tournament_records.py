"""``carolus tournament result --record``: a game that was written down at the table."""

from pathlib import Path
from typing import Final

import pytest

from domain.tournament.stream.events import ResultEntered
from tests.support.tournaments.evenings import Evening, announced

GAME: Final = """carolus-record/1
id club-evening-7
ruleset carolus-magnus@1
option max_rounds 1
player 0 name "{first}"
player 1 name "{second}"

2025-03-14 19:30 chance: arrange_table 1 0, blue green pink yellow red yellow green pink red blue green red pink yellow blue, 2
chance: roll_dice crown red crown crown crown red green
1: choose_crowns blue green pink yellow | * roll_dice blue yellow pink pink green yellow crown
0: choose_crowns green
1: choose_disc 1
0: choose_disc 2
1: place_paladins green court, pink court, yellow court | move_emperor 1 | * roll_dice blue yellow yellow
19:45 0: place_paladins blue court, pink 9, yellow 7 | move_emperor 2 | * roll_dice red blue pink
"""  # noqa: E501 - lines of the text form


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Return a tournament of two whose round is open."""
    found = announced(tmp_path / "club.json", "--seats", "2", "--rounds", "1")
    found.do("enter", "Ana", "Дора")
    found.do("start")
    found.do("pair")
    return found


def names(evening: Evening) -> list[str]:
    """Return the names at the table, in turn order."""
    state = evening.state
    return [state.entrants[one - 1].name for one in state.rounds[0].tables[0].players]


def written(evening: Evening, text: str = GAME) -> str:
    """Write the game of the table to a file; return its name."""
    first, second = names(evening)
    path = evening.path.with_name("game.txt")
    path.write_text(text.format(first=first, second=second), "utf-8")
    return str(path)


def test_a_game_that_was_written_down_is_a_result(evening: Evening) -> None:
    """Its places and scores count, and the reason has its head."""
    evening.do("result", "1", "--record", written(evening))
    entered = evening.club.events[-1]
    assert isinstance(entered, ResultEntered)
    assert sorted(entered.ranks) in ([1, 1], [1, 2])
    assert len(entered.scores) == 2
    assert (entered.scores[0] > entered.scores[1]) == (entered.ranks[0] < entered.ranks[1])
    assert entered.reason.startswith("Record of the game, with the head ")
    evening.do("close")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("move_emperor 2", "move_emperor 3", "CM-MOVE-1"),
        ('"{first}"', '"Eva"', "has the players Eva,"),
        ("option max_rounds 1\n", "", "has no result"),
        ("carolus-magnus@1", "chess@1", "game.txt"),
    ],
)
def test_a_result_that_this_table_cannot_have(
    evening: Evening, before: str, after: str, said: str
) -> None:
    """Nothing is written."""
    assert before in GAME
    game = written(evening, GAME.replace(before, after))
    assert said in evening.refused("result", "1", "--record", game)


def test_it_is_one_game_and_nothing_else(evening: Evening) -> None:
    missing = str(evening.path.with_name("missing.txt"))
    assert "missing.txt" in evening.refused("result", "1", "--record", missing)
    done = evening.ask("result", "1", "--record", written(evening), "--scores", "1,2")
    assert done.exit_code == 2
