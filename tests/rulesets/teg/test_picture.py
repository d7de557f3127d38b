"""The picture of a board shows the map correctly, is readable for everybody, and runs nothing."""

import gzip
import re
from itertools import combinations, pairwise
from random import Random
from typing import get_args
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from domain.ruleset import LANGUAGES, Language
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.atlas import CONTINENTS, LANDS, TERRITORIES, Figure
from domain.rulesets.teg.board import COLORS
from domain.rulesets.teg.events import BattleFought, Pool
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.picture import HEIGHT, WIDTH, picture
from domain.rulesets.teg.pieces import PAPER
from domain.rulesets.teg.position import STATUSES, Outcome, Reason
from domain.rulesets.teg.view import AttackDueView
from domain.rulesets.teg.words import WORDS
from tests.rulesets.teg.drawn import (
    SVG,
    board,
    box_of_text,
    crossing,
    drawn,
    drawn_from,
    inside,
    label_boxes,
    lands_under,
    line_of,
    map_drawn,
    outlines,
    part,
    routes,
    shape_of_token,
    sides,
    territories,
    title,
    token_of,
    turn,
)
from tests.support.browser.page_words import words_of
from tests.support.games.colors import contrast
from tests.support.games.play import play

NAME = WORDS["en"]
DRAWN_ONLY = {
    f"{SVG}{tag}" for tag in ("svg", "title", "desc", "g", "path", "circle", "rect", "text")
}
SIZE_MAX = 96_000
SIZE_PACKED_MAX = 18_000
BOARDS_MAX = 2_000
EDGE = 20
"""The maximum distance from the edge at which a line round the map may end."""

BORDERS = {frozenset((name, other)) for name in TERRITORIES for other in LANDS[name].neighbours}


# --- the map -----------------------------------------------------------------------------------


def test_all_territories_are_drawn_and_named() -> None:
    """Each of the fifty territories has a shape with its name and its tokens."""
    view = board(6, "map")
    groups = territories(map_drawn())
    assert set(groups) == set(TERRITORIES)
    for land in view.territories:
        number, *name = [text.text for text in groups[land.territory].iter(f"{SVG}text")]
        assert number == str(land.tokens)
        assert " ".join(map(str, name)).replace("- ", "") == NAME(f"territory.{land.territory}")


def test_every_border_is_drawn_and_no_other() -> None:
    """Two territories touch, or a line joins them, exactly if the rules have a border.

    Territories touch if their outlines share a segment. No border is drawn twice, and no two shapes
    share only a corner.
    """
    touching = {
        frozenset(pair)
        for pair in combinations(TERRITORIES, 2)
        if sides(outlines()[pair[0]]) & sides(outlines()[pair[1]])
    }
    meeting = {
        frozenset(pair)
        for pair in combinations(TERRITORIES, 2)
        if set(outlines()[pair[0]]) & set(outlines()[pair[1]])
    }
    joined = [frozenset((one, other)) for one, other, _ in routes()]
    assert meeting == touching
    assert len(joined) == len(set(joined))
    assert touching | set(joined) == BORDERS
    assert not touching & set(joined)
    assert len(BORDERS) == 89


def test_continents_are_apart() -> None:
    """No territories of two continents touch: lines over the sea show their borders."""
    corners = {
        name: {
            point
            for land in TERRITORIES
            if LANDS[land].continent == name
            for point in outlines()[land]
        }
        for name in CONTINENTS
    }
    for one_continent, other_continent in combinations(CONTINENTS, 2):
        assert not corners[one_continent] & corners[other_continent]
    shores = {title(path) for path in part(map_drawn(), "board").findall(f"{SVG}path")}
    assert {NAME(f"continent.{name}") for name in CONTINENTS} <= shores


def test_a_line_over_the_sea_joins_two_territories() -> None:
    """It touches no third one; a line round the map ends at one edge and continues at the other."""
    for one, other, lines in routes():
        if len(lines) == 1:
            assert lands_under(lines[0]) == [one, None, other]
        else:
            out, back = lines
            assert lands_under(out) == [one, None]
            assert lands_under(back) == [None, other] or lands_under(back) == [other, None]
            edges = sorted(x for line in lines for x, _ in (line[0], line[-1]))
            assert edges[0] < EDGE
            assert edges[-1] > WIDTH - EDGE
    round_the_map = {frozenset((one, other)) for one, other, lines in routes() if len(lines) > 1}
    assert round_the_map == {
        frozenset(("alaska", "kamchatka")),
        frozenset(("australia", "chile")),
    }


def test_lines_over_the_sea_do_not_cross() -> None:
    """So a reader can follow each line."""
    pieces = [
        (number, start, end)
        for number, (_, _, lines) in enumerate(routes())
        for line in lines
        for start, end in pairwise(line)
    ]
    for (one, a, b), (other, c, d) in combinations(pieces, 2):
        if one != other and turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
            # Lines from one territory may cross under its land, where they are invisible.
            here = crossing(a, b, c, d)
            assert any(inside(here, shape) for shape in outlines().values())


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_marks_and_names_are_in_their_territories(spoken: Language) -> None:
    """Each one lies within the shape of its own territory, and so not over another."""
    for name, group in territories(map_drawn(spoken)).items():
        for box in label_boxes(group):
            outside = [point for point in box.corners() if not inside(point, outlines()[name])]
            # The corners of a mark's box are empty: no mark fills them all.
            assert len(outside) <= (2 if box.what == title(group) else 0), (name, box)


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_no_words_overlap(spoken: Language) -> None:
    """There is a margin even on boards with large numbers and long sentences."""
    view = replace(
        board(6, "words"), conquered="great_britain", moved=True, discard=("c_chile",) * 40
    )
    attack = AttackDueView("great_britain", "south_africa")
    everything = Pool(10, 3, 5, 3, 2, 5, 7)
    shared = Outcome("round_limit", ("round_limit",), COLORS, {}, ())
    for seen in (
        view,
        replace(view, attack=attack),
        replace(view, active=5, pool=everything),
        replace(view, active=None, outcome=shared),
    ):
        svg = drawn(seen, spoken)
        lands = territories(svg).values()
        boxes = [box for group in lands for box in label_boxes(group)]
        in_lands = {text for group in lands for text in group.iter(f"{SVG}text")}
        boxes += [box_of_text(text) for text in svg.iter(f"{SVG}text") if text not in in_lands]
        assert len(boxes) > 150
        for one, other in combinations(boxes, 2):
            assert not one.meets(other), (one, other)
        for box in boxes:
            assert box.left >= 0
            assert box.right <= WIDTH
            assert box.bottom <= HEIGHT


# --- pieces on the map -------------------------------------------------------------------------


def test_owners_are_distinct_without_colour() -> None:
    """Each colour has a mark of one shape on all its territories, and no two share a shape."""
    view = board(6, "map")
    shapes: dict[str, set[str]] = {color: set() for color in COLORS}
    for name, group in territories(map_drawn()).items():
        color = COLORS[view.territories[TERRITORIES.index(name)].owner]
        shapes[color].add(shape_of_token(token_of(list(group)[2])))
    assert [len(found) for found in shapes.values()] == [1] * len(COLORS)
    assert len(set.union(*shapes.values())) == len(COLORS)


def test_all_words_can_be_read(seed: int) -> None:
    """The contrast of every word with its background is at least 4.5 (WCAG 2, AA)."""
    svg = drawn(replace(board(6, seed), outcome=None))
    sea = svg.findall(f"{SVG}rect")[0].get("fill", "")
    for group in territories(svg).values():
        _, ground, mark, *names = list(group)
        (number,) = mark.findall(f"{SVG}text")
        assert contrast(number.get("fill", ""), token_of(mark).get("fill", "")) >= 4.5
        for name in names:
            assert contrast(name.get("fill", ""), ground.get("fill", "")) >= 4.5
    headline, *seats = part(svg, "panels").findall(f"{SVG}g")
    for text in (*part(svg, "board").findall(f"{SVG}text"), *headline.findall(f"{SVG}text")):
        assert contrast(text.get("fill", ""), sea) >= 4.5
    assert len(seats) == 6
    for group in seats:
        box, _, *parts = list(group)
        for text in parts:
            if text.tag == f"{SVG}text":
                assert contrast(text.get("fill", ""), box.get("fill", "")) >= 4.5


def test_one_territory_and_one_token_are_singular() -> None:
    """A seat that is nearly out does not have *1 territories*."""
    view = board(3, "few")
    lands = tuple(
        replace(land, owner=int(number == 0), tokens=1 + (number == 1))
        for number, land in enumerate(view.territories)
    )
    words = [text.text for text in drawn(replace(view, territories=lands)).iter(f"{SVG}text")]
    assert "1 territory, 1 token" in words
    assert "49 territories, 50 tokens" in words


def test_the_picture_has_a_text_alternative() -> None:
    """The title describes the moment, the description every territory and every seat."""
    view = board(3, "game")
    svg = drawn(view)
    assert svg.get("role") == "img"
    assert svg[0].tag == f"{SVG}title"
    assert svg[0].text == (
        "TEG, round 12: seat 2 (red) places 10 anywhere, 5 in North America, 7 in Asia"
    )
    assert svg[1].tag == f"{SVG}desc"
    shown = svg[1].text or ""
    for land in view.territories:
        tokens = f"{land.tokens} token{'' if land.tokens == 1 else 's'}"
        name = NAME(f"territory.{land.territory}")
        assert re.search(rf"\b{name} {COLORS[land.owner]}, {tokens}[;.]", shown)
    assert "Seat 3, black: 2 cards." in shown


def test_only_cards_that_may_be_seen_show_their_figures() -> None:
    """A hand is drawn in full: with figures for its owner, face down for everybody else."""
    view = board(6, "cards")
    for seat, group in enumerate(part(drawn(view), "panels").findall(f"{SVG}g")[-6:]):
        fills = [card.get("fill") for card in group.findall(f"{SVG}rect")[1:]]
        assert len(fills) == (5 if seat == 0 else view.seats[seat].card_count)
        assert len(set(fills)) <= 1
        assert (PAPER in fills) == (seat == 0)
        words = [text.text for text in group.findall(f"{SVG}text")]
        assert ("objective O12" in words) == (seat == 0)


def test_an_attack_and_a_conquest_are_ringed() -> None:
    """The territories of an attack and of the last conquest have rings and words."""
    view = replace(
        board(2, "attack"),
        attack=AttackDueView("russia", "iran"),
        conquered="great_britain",
        conquests=1,
    )
    text = picture(view)
    assert "seat 2 (red) attacks Iran from Russia" in text
    assert "last conquest: Great Britain" in text
    paths = part(drawn_from(text), "board").findall(f"{SVG}path")
    rings = [path for path in paths if path.get("class", "").startswith("ring ")]
    ringed = [outlines()[name] for name in ("great_britain", "russia", "iran")]
    assert [[*line_of(path), line_of(path)[0]] for path in rings] == ringed
    assert len({(path.get("stroke"), path.get("stroke-dasharray")) for path in rings}) == 3


def test_a_conquest_of_an_earlier_turn_has_no_ring() -> None:
    view = replace(board(2, "attack"), conquered="great_britain", conquests=0)
    assert "ring conquered" not in picture(view)


def test_the_picture_shows_the_end() -> None:
    """The picture says why the game ended and who won."""
    calm = board(2, "end")
    outcome = Outcome("secret", ("secret", "common"), ("red",), {"blue": 20, "red": 30}, ())
    shown = picture(replace(calm, active=None, outcome=outcome))
    assert "secret objective and common objective: red wins" in shown
    shared = Outcome("round_limit", ("round_limit",), ("blue", "red"), {"blue": 25, "red": 25}, ())
    shown = picture(replace(calm, active=None, outcome=shared))
    assert "round limit: blue and red share the victory" in shown


def test_a_picture_loads_and_runs_nothing() -> None:
    """It contains only shapes and words: no script, style, link, image or id; and it is small."""
    text = picture(board(6, "harmless"))
    assert len(text.encode()) < SIZE_MAX
    assert len(gzip.compress(text.encode())) < SIZE_PACKED_MAX
    for element in drawn_from(text).iter():
        assert element.tag in DRAWN_ONLY
        for name, value in element.attrib.items():
            assert name not in {"id", "href", "style"}
            assert not name.startswith("on")
            assert "url(" not in value


def test_a_badge_at_a_territory_is_not_cut_off() -> None:
    """The page writes changes and odds above the tokens: 40 units wide, from 20 above the place."""
    shown = RULESET.picture(board(2, "badges"), "en", "board")
    _, top, width, height = map(float, re.findall(r'viewBox="([^"]*)"', shown)[0].split())
    places = [[float(one) for one in at.split()] for at in re.findall(r'data-at="([^"]*)"', shown)]
    assert len(places) == len(LANDS)
    assert all(20 <= x <= width - 20 and top + 20 <= y <= top + height for x, y, *_ in places)


def test_places_can_be_found() -> None:
    """Each territory is a spot, with its owner's class and a position for additions by a page."""
    view = board(6, "spots")
    for land, (name, group) in zip(view.territories, territories(drawn(view)).items(), strict=True):
        assert land.territory == name
        assert group.get("class") == f"territory owner-{view.seats[land.owner].color}"
        x, y, dx, dy = map(float, group.get("data-at", "").split())
        assert inside((x, y), outlines()[name])
        assert (dx, dy) == (1, 0)


def test_the_board_alone_matches_its_group() -> None:
    """It is that group's view of the whole picture, without seats and objectives."""
    view = board(6, "alone")
    whole = drawn(view)
    alone = drawn_from(picture(view, "en", "board"))
    groups = alone.findall(f"{SVG}g")
    assert [group.get("class") for group in groups] == ["board"]
    assert alone.get("viewBox") == part(whole, "board").get("data-view")
    assert ET.tostring(groups[0]) == ET.tostring(part(whole, "board"))
    words = " ".join(text.text or "" for text in alone.iter(f"{SVG}text"))
    assert "Seat" not in words
    assert "objective" not in words


def test_every_coloured_element_has_a_class() -> None:
    """The element or its group has one, so a style sheet can change the colour."""
    view = replace(
        board(6, "classes"), attack=AttackDueView("russia", "iran"), conquered="peru", conquests=1
    )
    for group in drawn(view).iter():
        for element in group:
            if {element.get("fill"), element.get("stroke")} - {None, "none"}:
                assert element.get("class")


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_each_language_has_its_words(spoken: Language) -> None:
    """Place names and the words in the boxes."""
    view = replace(board(6, "game"), conquered="great_britain", moved=True)
    text = picture(view, spoken)
    shown = " ".join(drawn_from(text).itertext())
    assert drawn_from(text).get("{http://www.w3.org/XML/1998/namespace}lang") == spoken
    assert "{" not in text
    for name in TERRITORIES:
        assert WORDS[spoken](f"territory.{name}") in shown
    for continent in CONTINENTS:
        assert WORDS[spoken](f"continent.{continent}") in shown
    mine = {"en": "discards", "es": "descarte", "de": "Ablage"}
    assert [language for language, word in mine.items() if word in shown] == [spoken]


def test_equal_views_give_equal_pictures(seed: int) -> None:
    """They are equal byte for byte; other views give other pictures."""
    assert picture(board(4, seed)) == picture(board(4, seed))
    assert picture(board(4, seed)) != picture(board(4, f"{seed}/other"))


@pytest.mark.parametrize("players", [2, 6])
def test_the_boards_of_a_game_are_drawn_whole(players: int, seed: int) -> None:
    """Every position of random play can be drawn, and shows the last conquest."""
    options = Options(players=players)
    last = None
    for number, step in enumerate(play(RULESET, RULESET.start(options), Random(seed))):
        for event in step.events:
            if isinstance(event, BattleFought) and event.conquered:
                last = event.target
        if number % 97 == 0 or step.after.outcome is not None:
            view = RULESET.view(step.after, "spectator")
            assert view is not None
            svg = drawn(view)
            assert set(territories(svg)) == set(TERRITORIES)
            assert view.conquered == last
            shown = "" if last is None else f"last conquest: {NAME(f'territory.{last}')}"
            assert shown in "".join(str(text.text) for text in svg.iter(f"{SVG}text"))
        if number > BOARDS_MAX:
            break


def test_every_value_has_a_word_and_no_other() -> None:
    """Where a key contains a value, such as a territory or the reason of an end."""
    reasons = [reason for part in get_args(Reason) for reason in get_args(part)]
    values = {
        "territory": TERRITORIES,
        "continent": CONTINENTS,
        "figure": get_args(Figure),
        "standing": STATUSES[1:],
        "board.reason": reasons,
        "board.side": COLORS,
        "text.reason": reasons,
    }
    keys = words_of(RULESET.meta.id)["en"]
    for family, expected in values.items():
        found = {key.removeprefix(f"{family}.") for key in keys if key.startswith(f"{family}.")}
        assert found == set(expected), family
