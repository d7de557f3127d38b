"""Playing on from a moment, on the page: from which version, and where a replay begins."""

from typing import Any

import pytest

from tests.support.browser import javascript


def events(*causes: tuple[Any, int], end: int | None = None) -> list[dict[str, Any]]:
    """Return events with these actors and times; the one with the number ``end`` ends the game."""
    return [
        {
            "version": version,
            "by": by,
            "at": f"2025-01-01T12:00:{at:02}.000000Z",
            "type": "game_ended" if version == end else "done",
        }
        for version, (by, at) in enumerate(causes, 1)
    ]


GAME = events((0, 1), (0, 1), ("chance", 1), (1, 2), (1, 2), (0, 3), (0, 3), end=7)


@pytest.mark.parametrize(
    ("version", "expected"), [(1, 2), (2, 2), (3, 3), (4, 5), (5, 5), (6, None), (7, None)]
)
def test_no_new_game_begins_in_the_middle_of_an_action(version: int, expected: int | None) -> None:
    """It begins at the end of the action shown, before chance answers; none after the last one."""
    found = javascript.call("/page/app/replay/stops.js", "playableFrom", GAME, version)
    assert found == expected


def test_a_game_that_goes_on_cannot_be_continued() -> None:
    """The service refuses it, too."""
    going_on = [{**event, "type": "done"} for event in GAME]
    assert javascript.call("/page/app/replay/stops.js", "playableFrom", going_on, 2) is None
