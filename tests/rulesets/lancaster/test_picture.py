"""The picture of the board: readable for everybody, the same for the same view, and hiding."""

import re
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Final
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from domain.ruleset import LANGUAGES
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.board import COLORS, COUNTIES, FAVOURS, LAWS, TILES
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.picture import HEIGHT, WIDTH, picture
from domain.rulesets.lancaster.pieces import COLOR, knight
from domain.rulesets.lancaster.position import PLACES
from domain.rulesets.lancaster.view import PositionView, view
from tests.support.colors import contrast
from tests.support.games.play import Step, play

SVG: Final = "{http://www.w3.org/2000/svg}"
DRAWN_ONLY: Final = {
    f"{SVG}{tag}" for tag in ("svg", "title", "desc", "g", "path", "circle", "rect", "text")
}
SIZE_MAX: Final = 120_000
LETTER: Final = 0.5
"""The mean width of a letter, as a share of its size."""


@pytest.fixture(scope="module", params=(2, 3, 4, 5))
def game(request: pytest.FixtureRequest, seed: int) -> list[Step]:
    """Return a random game."""
    start = RULESET.start(Options(players=request.param))
    return list(play(RULESET, start, Random(f"{seed} picture")))[1:]


def shown(step: Step) -> PositionView:
    """Return what the first seat sees after a step."""
    found = view(step.after, 0)
    assert found is not None
    return found


def drawn(view: PositionView, language: str = "en") -> ET.Element:
    """Return a picture, parsed."""
    return ET.fromstring(picture(view, language))  # type: ignore[arg-type]  # noqa: S314 - our own


def test_every_place_can_be_pointed_at(game: list[Step]) -> None:
    """Counties, battles, favours, and the castle and the court of each seat."""
    seats = range(len(game[0].after.options.seat_colors))
    allied = game[0].after.options.has_allies
    expected = {
        *(f"county-{one}" for one in COUNTIES),
        *(f"battle-{one}" for one in PLACES),
        *(f"favour-{one}" for one in FAVOURS),
        *(f"castle-{seat}-{tile}" for seat in seats for tile in TILES),
        *(f"court-{seat}" for seat in seats),
    }
    if allied:
        expected |= {
            f"castle-{seat}-AS_{kind}" for seat in seats for kind in ("RECRUIT", "UPGRADE")
        }
        expected |= {f"court-{seat}-ally" for seat in seats}
    for step in game[::40]:
        found = {one.get("data-spot") for one in drawn(shown(step)).iter()} - {None}
        assert found == expected


def test_all_knights_are_drawn(game: list[Step]) -> None:
    """Each side's seven knights, wherever they are, and one mark for each of its other signs."""
    for step in game[::40]:
        seen = shown(step)
        whole = drawn(seen)
        for side in seen.sides:
            strengths = sorted(
                text.text or ""
                for group in whole.iter(f"{SVG}g")
                if group.get("class") == f"knight color-{side.side}"
                for text in group.iter(f"{SVG}text")
            )
            assert strengths == ["1", "1", "1", "2", "2", "3", "4"]


def test_it_shows_nothing_that_is_hidden(game: list[Step]) -> None:
    """The picture of a spectator is the same whatever is behind the screens and in the ballots."""
    for step in game[::25]:
        position = step.after
        if not position.options.has_screens or position.outcome is not None:
            continue
        others = [None if one is None else "no" for one in position.ballots]
        hidden = replace(
            position,
            gold=tuple(one + 3 for one in position.gold),
            squires=tuple(one + 2 for one in position.squires),
            ballots=tuple(others),
            markers=tuple(0 for _ in position.markers),
        )
        one, other = view(position, "spectator"), view(hidden, "spectator")
        assert one is not None
        assert other is not None
        assert picture(one) == picture(other)


def test_who_has_voted_is_seen(game: list[Step]) -> None:
    """In a vote: a seal for those who have, a glass for those who have not."""
    compared = 0
    for step in game:
        seen = shown(step)
        if seen.step != "vote":
            continue
        compared += 1
        classes = [one.get("class") for one in drawn(seen).iter(f"{SVG}g")]
        assert classes.count("voter waits") == len(seen.queue)
        assert classes.count("voter voted") == len(seen.seats) - len(seen.queue)
        if compared > 10:
            break
    assert compared


@pytest.mark.long
def test_laws_fit_their_cards() -> None:
    """The text of every law, in every language, in three lines at most."""
    options = Options(players=5)
    first = next(play(RULESET, RULESET.start(options), Random(1))).after
    for law in LAWS:
        table = replace(first, current=(law, *first.current[1:]))
        seen = view(table, 0)
        assert seen is not None
        for language in LANGUAGES:
            card = next(
                one for one in drawn(seen, language).iter(f"{SVG}g") if one.get("class") == "law"
            )
            _, *lines = card.iter(f"{SVG}text")
            assert 1 <= len(lines) <= 3, (law, language)
            for line in lines:
                width = len(line.text or "") * float(line.get("font-size", 0)) * LETTER
                assert width < 212, (law, language, line.text)


def test_sides_differ_in_shape_and_colour() -> None:
    """Each token has an outline of its own, and its number can be read."""
    outlines = set()
    for color in COLORS:
        token = ET.fromstring(knight(color, 0, 0, 10, 3))  # noqa: S314 - our own text
        shape = next(one for one in token if one.get("class") == "token")
        number = next(one for one in token if one.get("class") == "count")
        outlines.add(shape.get("d"))
        assert contrast(COLOR[color], number.get("fill", "")) >= 4.5
    assert len(outlines) == len(COLORS)


def test_it_runs_nothing_and_is_small(game: list[Step]) -> None:
    """Plain shapes without ids, links or styles, within the frame."""
    for step in game[::60]:
        text = picture(shown(step))
        assert len(text.encode()) < SIZE_MAX
        assert not re.search(r'\b(id|href|style|on\w+)="', text)
        whole = ET.fromstring(text)  # noqa: S314 - our own text
        assert {one.tag for one in whole.iter()} <= DRAWN_ONLY
        for x, y in placed(whole):
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT


def placed(whole: ET.Element) -> Iterator[tuple[float, float]]:
    """Yield the corners of areas, and where texts begin."""
    for one in whole.iter():
        if one.tag in (f"{SVG}rect", f"{SVG}text"):
            yield float(one.get("x", 0)), float(one.get("y", 0))


def test_the_nobles_of_a_full_table_look_different(game: list[Step]) -> None:
    """Each letter has room of its own."""
    seen = shown(game[0])
    full = replace(seen, seats=tuple(replace(one, nobles=COUNTIES) for one in seen.seats))
    tables = drawn(full).findall(f".//{SVG}g[@class='goods']")
    assert len(tables) == len(seen.seats)
    for table in tables:
        letters = [one for one in table.iter(f"{SVG}text") if one.text in COUNTIES]
        assert [one.text for one in letters] == list(COUNTIES)
        places = [(float(one.attrib["x"]), float(one.attrib["y"])) for one in letters]
        for (x, y), (other_x, other_y) in combinations(places, 2):
            assert max(abs(x - other_x), abs(y - other_y)) > 12
