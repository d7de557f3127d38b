"""Test how the page finds out how a game turned, in node."""

from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.browser import javascript

TURNING: Final = Path(__file__).parents[1] / "support" / "browser" / "turning.mjs"


def turning(winners: list[str], **scores: list[int]) -> Any:
    """Return how a game with these scores of sides turned; its moments are 1, 11, 21 and so on."""
    moments = len(next(iter(scores.values()), []))
    lines = [{"name": side, "style": side, "values": values} for side, values in scores.items()]
    graph = {"title": "Castles", "at": [1 + 10 * n for n in range(moments)], "lines": lines}
    return javascript.call(TURNING, "turningOf", graph, winners)


def test_the_lead_is_the_distance_to_the_best_of_the_others() -> None:
    found = turning(["white"], white=[0, 1, 2, 5], black=[0, 2, 2, 3], gray=[0, 0, 3, 3])
    assert found == {
        "title": "Castles",
        "at": [1, 11, 21, 31],
        "leads": [0, -1, -1, 2],
        "since": 31,
        "always": False,
    }


@pytest.mark.parametrize(
    ("white", "since", "always"),
    [
        ([0, 3, 4, 6], 11, True),
        ([0, 3, 2, 6], 31, True),
        ([0, 3, 1, 6], 31, False),
        ([1, 3, 4, 6], 1, True),
        ([0, 3, 4, 2], None, True),
        ([0, 0, 1, 1], None, False),
    ],
)
def test_the_lead_is_held_from_the_last_time_it_was_taken(
    white: list[int], since: int | None, always: bool
) -> None:
    """Level is not ahead; a winner who was not ahead at the end did not hold it."""
    found = turning(["white"], white=white, black=[0, 1, 2, 2])
    assert (found["since"], found["always"]) == (since, always)


def test_winners_who_share_count_as_one() -> None:
    found = turning(["white", "gray"], white=[0, 1, 3], black=[0, 2, 2], gray=[0, 3, 3])
    assert found["leads"] == [0, 1, 1]


def test_a_game_without_losers_has_no_lead() -> None:
    """If all won, if there is nothing to compare, or if the game has no graph."""
    assert turning(["white", "black"], white=[0, 1, 2], black=[0, 1, 2]) is None
    assert turning(["white"], white=[0, 1], black=[0, 0]) is None
    assert turning(["white"]) is None
    assert javascript.call(TURNING, "turningOf", None, ["white"]) is None
