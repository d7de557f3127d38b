"""Test which games of others the lobby shows to a stranger."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.browser import javascript

LOBBY: Final = Path(__file__).parents[1] / "support" / "browser" / "lobby.mjs"

Json = dict[str, Any]

FREE: Final = {
    "reserved_for": None,
    "name": None,
    "bot": None,
    "taken": False,
    "resigned": False,
    "flagged": False,
}
ANN: Final = FREE | {"name": "Ann", "taken": True}
GUEST: Final = FREE | {"taken": True}
BOT: Final = FREE | {"bot": "greedy", "taken": True}
GONE: Final = ANN | {"resigned": True}
LATE: Final = ANN | {"bot": "greedy", "flagged": True}


def game(name: str, *seats: Json, status: str = "running", days: float = 0, **terms: Any) -> Json:
    """Return a game as the service lists it, opened this many days ago."""
    opened = datetime.now(UTC) - timedelta(days=days)
    facts = {"seating": "links", "spectators": {"kind": "allowed"}, **terms}
    return {"id": name, "status": status, "seats": seats, "created_at": opened.isoformat(), **facts}


def seen(games: list[Json], changed: tuple[Json, ...] = ()) -> Any:
    """Return the games that a stranger sees, and the page's requests."""
    return javascript.call(LOBBY, "seen", games, changed)


def test_a_stranger_sees_free_seats_and_people_who_play() -> None:
    anyone: Json = {"status": "open", "seating": "anyone"}
    refused: Json = {"spectators": {"kind": "refused"}}
    found = seen(
        [
            game("a seat for anyone", ANN, FREE, **anyone),
            game("that also when nobody may watch", FREE, BOT, **anyone, **refused),
            game("a seat by a link", ANN, FREE, status="open"),
            game("opened long ago", ANN, FREE, days=8, **anyone),
            game("two people", ANN, GUEST),
            game("two and a bot", ANN, GUEST, BOT),
            game("some turns behind", ANN, GUEST, spectators={"kind": "delayed", "turns": 2}),
            game("not to be watched", ANN, GUEST, **refused),
            game("one and the house", ANN, BOT),
            game("the house alone", BOT, BOT),
            game("one who is left", ANN, LATE, GONE),
            game("begun long ago", ANN, GUEST, days=8),
        ]
    )
    assert sorted(found["join"]) == ["a seat for anyone", "that also when nobody may watch"]
    assert sorted(found["watch"]) == ["some turns behind", "two and a bot", "two people"]


def test_a_table_of_a_tournament_waits_for_its_player() -> None:
    """First among one's own games, also behind hundreds of others, until the seat is taken."""
    free = FREE | {"reserved_for": "ann"}
    terms: Json = {"status": "open", "seating": "reserved"}
    other = FREE | {"reserved_for": "bea"}
    tables = [game(f"table {at}", BOT, other, **terms) for at in range(300)]
    waiting = game("ours", free, BOT, **terms)
    taken = game("taken", ANN | {"reserved_for": "ann"}, other, **terms)
    games = [*tables, waiting, taken]
    assert javascript.call(LOBBY, "own", games, "ann") == [["ours", 0]]
    assert javascript.call(LOBBY, "own", games, None) == []
    sat = game("ours", ANN | {"reserved_for": "ann"}, BOT, **terms)
    news = [game("next", free, BOT, **terms), sat]
    assert javascript.call(LOBBY, "own", games, "ann", news) == [["next", 0]]


def test_a_game_comes_and_goes_as_it_changes() -> None:
    before = [game("taken", ANN, FREE, status="open", seating="anyone"), game("left", ANN, GUEST)]
    found = seen(
        before,
        (
            game("taken", ANN, BOT, seating="anyone"),
            game("left", ANN, GONE),
            game("new", ANN, GUEST),
            game("new by a link", ANN, FREE, status="open"),
        ),
    )
    assert (found["join"], found["watch"]) == ([], ["new"])


@pytest.mark.parametrize(
    ("days", "pages"),
    [
        pytest.param(0.1, [0, 50, 100], id="until there are enough"),
        pytest.param(1, [0, 50], id="until they are too old"),
    ],
)
def test_the_page_finds_games_behind_others(days: float, pages: list[int]) -> None:
    """The service lists the newest first, and most of them may be against the house."""
    house = [game(f"house {number}", ANN, BOT, days=days * number / 10) for number in range(90)]
    people = [game(f"people {number}", ANN, GUEST, days=days * 9) for number in range(12)]
    found = seen([*house, *people, *house])
    assert [page for status, page in found["asked"] if status == "running"] == pages
    assert len(found["watch"]) == (12 if days < 0.5 else 0)


def test_the_page_does_not_search_for_ever() -> None:
    found = seen([game(f"house {number}", ANN, BOT) for number in range(1000)])
    assert len(found["asked"]) == 1 + 4
