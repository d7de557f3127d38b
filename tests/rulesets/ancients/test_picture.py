"""The picture of the board: readable for everybody, the same for the same view, and hiding."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.board import CARD, SCENARIO, TYPE
from domain.rulesets.ancients.hexes import NAMES
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.picture import HEIGHT, WIDTH, picture
from domain.rulesets.ancients.picture_cards import face
from domain.rulesets.ancients.picture_pieces import PALE, SIDE_COLOR, figure, plate, sign_of
from domain.rulesets.ancients.position import deck_of
from domain.rulesets.ancients.view import PositionView, view
from domain.rulesets.ancients.words import WORDS
from tests.support.games.colors import contrast
from tests.support.games.play import Step, play
from tests.support.run.long import cases

SVG: Final = "{http://www.w3.org/2000/svg}"
DRAWN_ONLY: Final = {
    f"{SVG}{tag}" for tag in ("svg", "title", "desc", "g", "path", "circle", "rect", "text")
}
SIZE_MAX: Final = 120_000


@pytest.fixture(scope="module", params=("001", "012", "015"))
def game(request: pytest.FixtureRequest, seed: int) -> list[Step]:
    """Return the beginning of a random game."""
    start = RULESET.start(Options(scenario=request.param))
    return list(play(RULESET, start, Random(f"{seed} picture"), steps_max=cases(900, 300)))


def shown(step: Step) -> PositionView:
    """Return what the first seat sees after a step."""
    found = view(step.after, 0)
    assert found is not None
    return found


def drawn(view: PositionView | Options, language: Any = "en") -> ET.Element:
    """Return a picture, parsed."""
    return ET.fromstring(picture(view, language))  # noqa: S314 - our own


def of_class(whole: ET.Element, name: str) -> list[ET.Element]:
    """Return the groups of this class."""
    return [one for one in whole.iter(f"{SVG}g") if name in (one.get("class") or "").split()]


def test_every_hex_and_each_own_card_can_be_pointed_at(game: list[Step]) -> None:
    for step in game[::40]:
        seen = shown(step)
        found = {one.get("data-spot") for one in drawn(seen).iter()} - {None}
        hands = (seen.hands.top, seen.hands.bottom)
        cards = {f"card-{one}" for hand in hands for one in hand or ()}
        assert found == {f"hex-{name}" for name in NAMES} | cards


def test_units_stand_with_their_blocks_and_leaders(game: list[Step]) -> None:
    """Each with its type, the blocks that are left, and those that fell as empty outlines."""
    for step in game[::30]:
        seen = shown(step)
        whole = drawn(seen)
        units = {one.get("data-piece"): one for one in of_class(whole, "unit")}
        assert set(units) == {one.id for one in seen.units}
        for unit in seen.units:
            kind = unit.id.split("-")[1]
            paths = {one.get("class"): one for one in units[unit.id].iter(f"{SVG}path")}
            boxes = [paths[name].get("d", "") for name in ("block", "block lost") if name in paths]
            assert [one.count("z") for one in boxes] == [
                count for count in (unit.blocks, TYPE[kind].blocks - unit.blocks) if count
            ]
            assert [one.text for one in units[unit.id].iter(f"{SVG}text")] == [kind]
        leaders = {one.get("data-piece") for one in of_class(whole, "leader")}
        assert leaders == {one.id for one in seen.leaders}


def test_banners_orders_and_combats_are_marked(game: list[Step]) -> None:
    compared = 0
    for step in game[:: cases(5, 10)]:
        advances = any("momentum" in one.actions for one in RULESET.awaits(step.after))
        seen = shown(step)
        whole = drawn(seen)
        won = [one for one in whole.iter(f"{SVG}path") if one.get("class") == "banner won"]
        assert len(won) == seen.banners.top + seen.banners.bottom
        where = {one.id: one.hex for one in seen.units} | {one.id: one.hex for one in seen.leaders}
        orders = () if seen.play is None else where.keys() & set(seen.play.orders)
        assert len(of_class(whole, "order")) == len(orders)
        fight = seen.combat
        goes_on = fight is not None and (
            (where.get(fight.unit), where.get(fight.target)) == (fight.from_, fight.hex)
        )
        assert len(of_class(whole, "strike")) == (goes_on or advances)
        compared += goes_on
    assert compared


def test_an_advance_is_marked_on_both_hexes(seed: int) -> None:
    """The striker's, and the empty one, which no piece shows."""
    start = RULESET.start(Options(scenario="001"))
    for step in play(RULESET, start, Random(f"{seed} advance")):
        if any("momentum" in one.actions for one in RULESET.awaits(step.after)):
            break
    else:
        pytest.fail("no unit could advance in a whole game")
    whole = drawn(shown(step))
    assert len(of_class(whole, "strike")) == 1
    rings = {one.get("class") for one in whole.iter() if one.get("data-now") is not None}
    assert rings == {"ring striker", "ring target"}


def test_the_picture_shows_nothing_that_is_hidden(game: list[Step]) -> None:
    """The picture of a spectator is the same whatever cards the hands have."""
    for step in game[1::25]:
        position = step.after
        if position.outcome is not None:
            continue
        cards = [*deck_of(position), *position.hands[0], *position.hands[1]]
        Random(1).shuffle(cards)
        count = len(position.hands[0])
        others = (tuple(cards[:count]), tuple(cards[count:][: len(position.hands[1])]))
        hidden = replace(position, hands=others)
        one, other = view(position, "spectator"), view(hidden, "spectator")
        assert one is not None
        assert other is not None
        assert picture(one) == picture(other)


def test_sides_classes_types_and_cards_differ_in_shape() -> None:
    """Without colours, none of them looks like another."""

    def shape(text: str) -> str:
        return re.sub(r'(fill|stroke)="[^"]*"|class="[^"]*"', "", text)

    assert len({shape(plate(side)) for side in SIDE_COLOR}) == len(SIDE_COLOR)
    assert len({shape(sign_of(one.class_)) for one in TYPE.values()}) == 3
    assert len({shape(figure(kind)) for kind in TYPE}) == len(TYPE)
    assert len({shape(face(one, WORDS["en"], "top")) for one in CARD.values()}) == len(CARD)
    assert all(contrast(color, PALE.color) >= 4.5 for color in SIDE_COLOR.values())


def test_the_picture_runs_nothing_and_is_small(game: list[Step]) -> None:
    """Plain shapes without ids, links or styles, within the frame."""
    for step in game[::60]:
        text = picture(shown(step))
        assert len(text.encode()) < SIZE_MAX
        assert not re.search(r'\b(id|href|style|on\w+)="', text)
        whole = ET.fromstring(text)  # noqa: S314 - our own text
        assert {one.tag for one in whole.iter()} <= DRAWN_ONLY
        for x, y in placed(whole):
            assert -WIDTH / 2 <= x <= WIDTH
            assert -HEIGHT / 2 <= y <= HEIGHT


@pytest.mark.parametrize("scenario", SCENARIO)
def test_every_battle_is_small_in_every_language(scenario: Any) -> None:
    for language in WORDS:
        text = picture(Options(scenario=scenario), language)
        assert len(text.encode()) < SIZE_MAX


def placed(whole: ET.Element) -> Iterator[tuple[float, float]]:
    """Yield the corners of areas, and where texts begin."""
    for one in whole.iter():
        if one.tag in (f"{SVG}rect", f"{SVG}text"):
            yield float(one.get("x", 0)), float(one.get("y", 0))
