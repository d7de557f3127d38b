"""The picture of a board is well-formed, complete, harmless and always the same."""

from random import Random
from xml.etree import ElementTree as ET

import pytest

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.view import PositionView
from tests.support.play import play

SVG = "{http://www.w3.org/2000/svg}"
DRAWN_ONLY = {
    f"{SVG}{tag}" for tag in ("svg", "title", "desc", "g", "path", "circle", "rect", "text")
}


def views(players: int, seed: int) -> list[PositionView]:
    """Return every seventh view of a random game, and the last one."""
    game = play(RULESET, RULESET.start(Options(players=players)), Random(f"{players}/{seed}"))
    seen = [RULESET.view(step.after, "spectator") for step in game]
    return [view for view in (*seen[::7], seen[-1]) if view is not None]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_game_is_drawn_whole(players: int, seed: int) -> None:
    """Each picture is XML and names every segment, territory, seat, side and the emperor."""
    for view in views(players, seed):
        svg = ET.fromstring(RULESET.picture(view))  # noqa: S314 - our own text
        assert svg.get("role") == "img"
        assert svg.get("viewBox")
        assert svg[0].tag == f"{SVG}title"
        assert svg[1].tag == f"{SVG}desc"
        told = svg[1].text or ""
        assert told.count("Territory ") == len(view.territories)
        assert f"The emperor stands in territory {view.emperor}." in told
        tooltips = [title.text or "" for title in svg.iter(f"{SVG}title")]
        for territory in view.territories:
            head = str(territory.segments[0])
            assert any(tip.split(":")[0].split()[:2] == ["Territory", head] for tip in tooltips)
        words = [text.text for text in svg.iter(f"{SVG}text")]
        assert {str(segment) for segment in range(1, 16)} <= set(words)
        assert {f"Seat {seat}" for seat in range(players)} <= set(words)
        assert set(view.castles_in_play) <= set(words)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_picture_loads_and_runs_nothing(players: int, seed: int) -> None:
    """There are shapes and words only: no script, style, link, image or id."""
    for view in views(players, seed):
        svg = ET.fromstring(RULESET.picture(view))  # noqa: S314 - our own text
        for element in svg.iter():
            assert element.tag in DRAWN_ONLY
            for name, value in element.attrib.items():
                assert name not in {"id", "href", "style", "class"}
                assert not name.startswith("on")
                assert "url(" not in value


def test_equal_views_give_equal_pictures(seed: int) -> None:
    """Two games from one seed are drawn alike, byte for byte, and no two positions are."""
    once = [RULESET.picture(view) for view in views(3, seed)]
    again = [RULESET.picture(view) for view in views(3, seed)]
    assert once == again
    assert len(set(once)) >= len(once) - 1  # the last view may have been taken twice


def test_a_territory_over_the_end_of_the_numbers_is_one_shape(seed: int) -> None:
    """A ring of n territories has n grounds, merged ones over 15 and 1 included."""
    for game in range(seed, seed + 40):
        for view in views(2, game):
            wrapped = [one for one in view.territories if 15 in one.segments[:-1]]
            if wrapped:
                svg = ET.fromstring(RULESET.picture(view))  # noqa: S314 - our own text
                assert len(svg.findall(f"{SVG}g")) == len(view.territories) + len(view.seats)
                assert f"Territory {wrapped[0].segments[0]} to " in RULESET.picture(view)
                return
    pytest.fail("no territory over segments 15 and 1 in 40 games")


def test_the_end_is_told(seed: int) -> None:
    """The picture of a finished game says why it ended and who won."""
    view = views(2, seed)[-1]
    assert view.outcome is not None
    picture = RULESET.picture(view)
    assert f"{view.outcome.reason.replace('_', ' ')}: {view.outcome.winners[0]} wins" in picture
