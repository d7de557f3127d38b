"""TEG in the browser: a whole game against the house, and every control by map and keyboard."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from domain.rulesets.teg.atlas import LANDS
from tests.rulesets.teg import at_the_page as teg
from tests.rulesets.teg.at_the_page import RULESET
from tests.support.browser import looks, screens
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import phrase
from tests.support.http.client import Table, create, good, seat_due
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, for facts that a test does not read from the page."""
    with house.client() as client:
        yield client


def at_the_table(http: httpx.Client, person: Person, **options: Any) -> tuple[Page, Table]:
    """Take seat 0 of a game in which the house plays all other seats."""
    chosen = {"first_seat": 0, "round_limit": 3, **options}
    table = create(http, terms={"ruleset": RULESET}, **chosen)
    page = screens.sit_down(
        person, screens.link_of(person, table.id, 0, table.tokens["seats"][0]), "Ann"
    )
    for seat in range(1, options.get("players", 2)):
        good(table.sit(seat, "creator", bot="greedy"))
    screens.my_turn(page)
    return page, table


def border(table: Table) -> str:
    """Return a territory of seat 0 next to one of another seat."""
    owners = {land["territory"]: land["owner"] for land in table.now()["position"]["territories"]}
    return next(
        name
        for name, land in LANDS.items()
        if owners[name] == 0 and any(owners[other] for other in land.neighbours)
    )


def end_turn(page: Page, table: Table) -> None:
    """End the turn of seat 0, and wait until the service has accepted it."""
    before = table.now()["version"]
    teg.end_turn(page)
    until(lambda: table.now()["version"] > before)


def next_turn(http: httpx.Client, page: Page, table: Table) -> bool:
    """Wait until it is the turn of seat 0 again; return whether the game continues."""
    data: dict[str, Any] = {}

    def settled() -> bool:
        data.update(http.get(f"/v1/games/{table.id}").json())
        return data["status"] != "running" or seat_due(data) == 0

    until(settled)
    if data["status"] != "running":
        return False
    now = phrase("status.round_of", RULESET, round=data["position"]["round"])
    page.locator(".teg-round strong").filter(has_text=now).wait_for()
    screens.my_turn(page)
    teg.first_round_is_over(page)
    return True


@pytest.mark.long
def test_tokens_are_placed_on_the_map_and_taken_back(meet: Meet, http: httpx.Client) -> None:
    page, table = at_the_table(http, meet())
    # A seat with a whole continent has more than ten.
    tokens = sum(table.now()["position"]["pool"].values())
    lit = page.locator('[data-spot][role="button"]')
    expect(lit).to_have_count(25)
    expect(teg.button(page, "place.send_none")).to_be_disabled()
    lit.nth(3).click()
    lit.nth(3).click()
    lit.nth(7).click()
    pending = page.locator(".board .pending")
    expect(pending).to_contain_text("+2")
    expect(pending).to_contain_text("+1")
    expect(teg.part(page, "move")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")
    expect(pending).not_to_contain_text("+1")
    teg.button(page, "place.send", count=2).click()
    expect(screens.turn(page)).to_contain_text(f"{tokens - 2} tokens left")
    expect(pending).to_be_empty()


@pytest.mark.long
def test_a_map_wider_than_the_screen_fades_where_it_goes_on(meet: Meet, http: httpx.Client) -> None:
    """It does for people who want no motion, too, because nothing moves."""
    page, _ = at_the_table(http, meet(viewport={"width": 390, "height": 844}))
    board = page.locator("div.board")
    edges = """board => ["left", "right"].map((side) => (
        parseFloat(getComputedStyle(board).getPropertyValue(`--cut-${side}`)) > 0))"""
    assert board.evaluate(edges) == [False, True]
    assert "linear-gradient" in board.evaluate("board => getComputedStyle(board).maskImage")
    board.evaluate("board => { board.scrollLeft = board.scrollWidth / 4; }")
    until(lambda: board.evaluate(edges) == [True, True])
    board.evaluate("board => { board.scrollLeft = board.scrollWidth; }")
    until(lambda: board.evaluate(edges) == [True, False])
    page.set_viewport_size({"width": 1280, "height": 800})
    until(lambda: board.evaluate(edges) == [False, False])


@pytest.mark.long
def test_the_smallest_phone_shows_the_whole_height_of_the_map(
    meet: Meet, http: httpx.Client
) -> None:
    """Above the status bar, and of its width the part where something is to be done."""
    page, _ = at_the_table(http, meet(viewport={"width": 320, "height": 568}))
    board, bar = (page.locator(css).bounding_box() for css in ("div.board", ".bar"))
    assert board is not None
    assert bar is not None
    assert board["y"] + board["height"] <= bar["y"]
    expect(page.locator("div.board .legal").first).to_be_visible()
    seen = "(all) => all.some((one) => one.getBoundingClientRect().left < innerWidth)"
    assert page.locator("div.board .legal").evaluate_all(seen)


def test_an_attack_is_chosen_by_the_keyboard_and_repeated_by_one_key(
    meet: Meet, http: httpx.Client
) -> None:
    page, table = at_the_table(http, meet())
    source = border(table)
    teg.place_all(page, source)
    end_turn(page, table)
    assert next_turn(http, page, table)
    teg.on_the_map(page, source).press("Enter")
    expect(teg.field(page, "attack.source")).to_have_value(source)
    if not teg.field(page, "attack.target").input_value():
        target = teg.offered(page, "attack.target")[0]
        teg.on_the_map(page, target).press("Enter")
    expect(screens.turn(page)).to_contain_text("of the time")
    target = teg.field(page, "attack.target").input_value()
    teg.on_the_map(page, target).press("Enter")
    expect(teg.dice(page)).to_be_visible()
    again = teg.button(page, "attack.again")
    if again.is_visible():
        before = teg.dice(page).inner_text()
        again.click()
        expect(teg.dice(page)).not_to_have_text(before)


@pytest.mark.long
def test_the_page_is_accessible(meet: Meet, http: httpx.Client) -> None:
    """Axe reports nothing after an attack, and the page fits a phone with four players."""
    page, table = at_the_table(http, meet(), players=4)
    looks.must_fit(page)
    teg.place_all(page, border(table))
    end_turn(page, table)
    assert next_turn(http, page, table)
    teg.attack_once(page)
    looks.must_be_for_everybody(page)
    looks.must_fit(page)
