"""The picture of a board is well-formed, complete, harmless and reproducible."""

import gzip
from functools import cache
from math import hypot
from random import Random
from typing import get_args
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import astuple

from domain.ruleset import LANGUAGES, Language, Part
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.board import CLANS, SIDES
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.picture_courts import VELLUM
from domain.rulesets.carolus_magnus.position import Phase, Position, Reason
from domain.rulesets.carolus_magnus.view import Paladins, PositionView
from domain.rulesets.carolus_magnus.words import WORDS
from tests.support.browser.page_words import words_of
from tests.support.games import carolus_magnus as cm
from tests.support.games.colors import contrast
from tests.support.games.play import play
from tests.support.run.long import cases, long_after

SVG = "{http://www.w3.org/2000/svg}"
SIZE_MAX = 130_000
SIZE_PACKED_MAX = 16_000
DRAWN_ONLY = {
    f"{SVG}{tag}" for tag in ("svg", "title", "desc", "g", "path", "circle", "rect", "text")
}


def drawn(view: PositionView, spoken: Language = "en", part: Part = "all") -> ET.Element:
    """Return a picture as a tree."""
    return ET.fromstring(RULESET.picture(view, spoken, part))  # noqa: S314 - our own text


@cache
def views(players: int, seed: int) -> list[PositionView]:
    """Return some views of a random game, the last one too."""
    game = play(RULESET, RULESET.start(Options(players=players)), Random(f"{players}/{seed}"))
    seen = [RULESET.view(step.after, "spectator") for step in game]
    return [view for view in (*seen[:: cases(7, 40)], seen[-1]) if view is not None]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_game_is_drawn_whole(players: int, seed: int) -> None:
    """Each picture is XML and names every segment, territory, seat, side and the emperor."""
    for view in views(players, seed):
        svg = ET.fromstring(RULESET.picture(view))  # noqa: S314 - our own text
        assert svg.get("role") == "img"
        assert svg.get("viewBox")
        assert svg[0].tag == f"{SVG}title"
        assert svg[1].tag == f"{SVG}desc"
        shown = svg[1].text or ""
        assert shown.count("Territory ") == len(view.territories)
        assert f"The emperor stands in territory {view.emperor}." in shown
        tooltips = [title.text or "" for title in svg.iter(f"{SVG}title")]
        for territory in view.territories:
            head = str(territory.segments[0])
            assert any(tip.split(":")[0].split()[:2] == ["Territory", head] for tip in tooltips)
        words = [text.text for text in svg.iter(f"{SVG}text")]
        assert {str(segment) for segment in range(1, 16)} <= set(words)
        assert {f"Seat {seat + 1}" for seat in range(players)} <= set(words)
        assert set(view.castles_in_play) <= set(words)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_picture_loads_and_runs_nothing(players: int, seed: int) -> None:
    """It contains only shapes and words: no script, style, link, image or id."""
    for view in views(players, seed):
        svg = ET.fromstring(RULESET.picture(view))  # noqa: S314 - our own text
        for element in svg.iter():
            assert element.tag in DRAWN_ONLY
            for name, value in element.attrib.items():
                assert name not in {"id", "href", "style"}
                assert not name.startswith("on")
                assert "url(" not in value


def test_equal_views_give_equal_pictures(seed: int) -> None:
    """Two games with one seed give the same pictures, byte for byte; all positions differ."""
    once = [RULESET.picture(view) for view in views(3, seed)]
    again = [RULESET.picture(view) for view in views(3, seed)]
    assert once == again
    assert len(set(once)) >= len(once) - 1  # the last view may have been taken twice


def test_a_territory_across_segments_15_and_1_is_one_shape(seed: int) -> None:
    """A ring of n territories has n shapes, including merged ones across 15 and 1."""
    for game in range(seed, seed + 40):
        for view in views(2, game):
            wrapped = [one for one in view.territories if 15 in one.segments[:-1]]
            if wrapped:
                svg = ET.fromstring(RULESET.picture(view))  # noqa: S314 - our own text
                assert len(svg.findall(".//*[@class='scenery']")) == len(view.territories)
                assert f"Territory {wrapped[0].segments[0]} to " in RULESET.picture(view)
                return
    pytest.fail("no territory over segments 15 and 1 in 40 games")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_places_and_pieces_can_be_found(players: int, seed: int) -> None:
    """Each territory is a spot; each castle on a segment, each clan and the emperor is a piece."""
    for view in views(players, seed):
        svg = drawn(view)
        spots = {group.get("data-spot"): group for group in svg.findall(".//*[@data-spot]")}
        pieces = [group.get("data-piece") for group in svg.findall(".//*[@data-piece]")]
        assert len(pieces) == len(set(pieces))
        expected = {"emperor"} | {f"banner-{clan}" for clan in CLANS}
        for territory in view.territories:
            head, *_ = territory.segments
            spot = spots.pop(f"territory-{head}")
            owner = f"owner-{territory.owner or 'none'}"
            assert owner in spot.get("class", "").split()
            assert ("here" in spot.get("class", "").split()) == (head == view.emperor)
            if territory.castles == len(territory.segments):
                expected |= {f"castle-{segment}" for segment in territory.segments}
            elif territory.owner:
                expected.add(f"castle-{territory.segments[(len(territory.segments) - 1) // 2]}")
            clans = zip(CLANS, astuple(territory.paladins), strict=True)
            expected |= {f"paladin-{head}-{clan}" for clan, count in clans if count}
            for place in ("data-at", "data-at-emperor"):
                x, y, dx, dy = map(float, spot.get(place, "").split())
                assert hypot(dx, dy) == pytest.approx(1, abs=0.01)
                # Within the ring, and perpendicular to the radius.
                assert 150 < hypot(x - 380, y - 380) < 312
                assert abs((x - 380) * dx + (y - 380) * dy) < 1
        assert set(spots) == {f"court-{seat}" for seat in range(players)}
        assert set(pieces) == expected


def test_the_picture_shows_who_controls_each_clan() -> None:
    """Its standard in the middle shows a castle of the side, and its banner hangs in the court."""
    nobody = standards(cm.given(3).position)
    assert nobody == dict.fromkeys(CLANS)
    held = cm.given(3, markers={"red": 0, "blue": 2}).position
    assert standards(held) == {**nobody, "blue": "gray", "red": "white"}
    svg = drawn(shown(held))
    titles = {one.findtext(f"{SVG}title") for one in svg.findall(".//*[@class='control']/*")}
    assert {"blue: gray", "green: none", "red: white"} <= titles
    hung = {
        seat: banners_in(court)
        for court in svg.iter(f"{SVG}g")
        for seat in range(3)
        if court.get("class", "").split()[:2] == ["court", f"seat-{seat}"]
    }
    assert hung == {0: ["banner-red"], 1: [], 2: ["banner-blue"]}


def standards(position: Position) -> dict[str, str | None]:
    """Return the side whose castle is on the standard of each clan."""
    (group,) = drawn(shown(position)).findall(".//*[@class='control']")
    found = {}
    for one in group.findall(f"{SVG}g"):
        clan = one.get("class", "").split()[1].removeprefix("clan-")
        castle = one.find(f"{SVG}g")
        found[clan] = None if castle is None else castle.get("class", "").split()[1][5:]
    return found


def banners_in(group: ET.Element) -> list[str]:
    """Return the names of the banners in a part of the picture."""
    pieces = (one.get("data-piece", "") for one in group.iter())
    return [piece for piece in pieces if piece.startswith("banner-")]


def shown(position: Position) -> PositionView:
    """Return a position as everybody sees it."""
    view = RULESET.view(position, "spectator")
    assert isinstance(view, PositionView)
    return view


def test_a_court_shows_what_its_seat_has(seed: int) -> None:
    """Paladins, those in reserve on a tray, and all five discs: on the table, for every seat."""
    for players in (2, 3, 4):
        for view in views(players, seed)[::5]:
            courts = [
                group
                for group in drawn(view, "en", "board").iter(f"{SVG}g")
                if group.get("class", "").split()[:1] == ["court"]
            ]
            assert len(courts) == players
            for index, seat in enumerate(view.seats):
                court = next(one for one in courts if f"seat-{index}" in one.get("class", ""))
                assert ("active" in court.get("class", "").split()) == (view.active == index)
                assert counts_in(court.findall(f"{SVG}g")) == seat.court
                tray = court.find(f"{SVG}g[@class='reserve']")
                assert counts_in([] if tray is None else list(tray)) == seat.reserve
                states = [
                    one.get("class", "").removeprefix("disc ")
                    for one in court.findall(f"{SVG}g")
                    if one.get("class", "").startswith("disc ")
                ]
                assert states.count("held") == len(seat.discs) - (seat.disc_played in seat.discs)
                assert states.count("played") == (seat.disc_played is not None)
                assert len(states) == 5


def counts_in(groups: list[ET.Element]) -> Paladins:
    """Return the numbers on paladins."""
    found = {}
    for group in groups:
        kind, *names = group.get("class", "").split()
        if kind == "paladin" and "empty" not in names:
            found[names[0].removeprefix("clan-")] = int(group.findtext(f"{SVG}text", ""))
    return Paladins(**found)


def test_pictures_are_small(seed: int) -> None:
    """Even with four players at the end of a game, and smaller still on the wire."""
    for view in views(4, seed)[-4:]:
        text = RULESET.picture(view).encode()
        assert len(text) < SIZE_MAX
        assert len(gzip.compress(text)) < SIZE_PACKED_MAX


def test_all_words_can_be_read(seed: int) -> None:
    """The contrast of every word with what it is written on is at least 4.5 (WCAG 2, AA)."""
    for view in views(4, seed)[::6]:
        for group in drawn(view).iter(f"{SVG}g"):
            ground = next(
                (
                    one.get("fill", "")
                    for name in ("token", "coin", "panel", "leaf")
                    for one in group
                    if one.get("class") == name and one.get("fill") != "none"
                ),
                VELLUM,
            )
            for text in group.findall(f"{SVG}text"):
                if text.get("class") not in ("engraved", "count") or ground != VELLUM:
                    assert contrast(text.get("fill", ""), ground) >= 4.5, (text.text, ground)


def test_the_board_alone_matches_its_group(seed: int) -> None:
    """It is that group's view of the whole picture, without panels."""
    view = views(3, seed)[2]
    whole, alone = drawn(view), drawn(view, "en", "board")
    board, panels = whole.findall(f"{SVG}g")
    (group,) = alone.findall(f"{SVG}g")
    assert [board.get("class"), panels.get("class"), group.get("class")] == [
        "board",
        "panels",
        "board",
    ]
    assert alone.get("viewBox") == board.get("data-view") == group.get("data-view")
    for name in ("data-spot", "data-piece"):
        found = [[one.get(name) for one in svg.findall(f".//*[@{name}]")] for svg in (board, group)]
        assert found[0] == found[1]
    words = {text.text or "" for text in alone.iter(f"{SVG}text")}
    assert not any("Seat" in word or "seat" in word or "Round" in word for word in words)


def test_every_coloured_element_has_a_class(seed: int) -> None:
    """So a style sheet can change the colour."""
    for part in ("all", "board"):
        for view in views(4, seed):
            for element in drawn(view, "en", part).iter():
                if {element.get("fill"), element.get("stroke")} - {None, "none"}:
                    assert element.get("class")


@pytest.mark.parametrize("spoken", long_after(1, LANGUAGES[::-1]))
def test_each_language_has_its_words(spoken: Language, seed: int) -> None:
    """It uses no words of another language, and has the same shapes."""
    keys = [f"board.{key}" for key in ("supply", "court", "clan_marker", "disc_held", "unowned")]
    said = {other: {WORDS[other](key) for key in keys} for other in LANGUAGES}
    foreign = set().union(*said.values()) - said[spoken]
    for view in views(2, seed):
        text = RULESET.picture(view, spoken)
        assert "{" not in text
        assert drawn(view, spoken).get("{http://www.w3.org/XML/1998/namespace}lang") == spoken
        assert WORDS[spoken]("board.clan_marker") in text
        shown = "".join(drawn(view, spoken).itertext())
        assert not [word for word in foreign if f">{word}<" in text or f" {word};" in shown]
        shapes = [svg.findall(f".//{SVG}path") for svg in (drawn(view), drawn(view, spoken))]
        assert len(shapes[0]) == len(shapes[1])


def test_the_picture_shows_the_end(seed: int) -> None:
    """The picture of a finished game says why it ended and who won."""
    view = views(2, seed)[-1]
    assert view.outcome is not None
    picture = RULESET.picture(view)
    assert f"{view.outcome.reason.replace('_', ' ')}: {view.outcome.winners[0]} wins" in picture


def test_every_value_has_a_word_and_no_other() -> None:
    """Where a key contains a value, such as a clan or the reason of an end."""
    values = {
        "board.phase": get_args(Phase),
        "board.reason": get_args(Reason),
        "board.side": SIDES,
        "board.clan": CLANS,
        "board.clans": [f"{clan}.{form}" for clan in CLANS for form in ("one", "other")],
        "board.turn": map(str, range(1, 1 + max(RULESET.meta.seats))),
        "text.reason": get_args(Reason),
        "text.phase": [phase for phase in get_args(Phase) if phase != "over"],
    }
    keys = words_of(RULESET.meta.id)["en"]
    for family, expected in values.items():
        found = {key.removeprefix(f"{family}.") for key in keys if key.startswith(f"{family}.")}
        assert found == set(expected), family
