"""Raid on the page, which knows only its contract: the game has no page and no words."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import looks, screens
from tests.support.browser.chromium import Person
from tests.support.http.client import Table, good, start
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_game_is_played_to_its_end(meet: Callable[..., Person], house: Served) -> None:
    """Choose bands with check boxes, raid a village on the board, and answer a raid."""
    person = meet()
    page = person.page
    with house.client() as http:
        table = start(http, terms={"ruleset": "raid"}, players=2)
        page.goto(screens.link_of(person, table.id, 0, table.tokens["seats"][0]))

        march_with_archers(page)
        they(table, {"type": "march", "bands": ["riders"]}, {"type": "raid", "village": "elm"})
        village(page, "ash").click()
        looks.must_be_for_everybody(page)
        village(page, "ash").click()
        until(lambda: table.now()["position"]["round"] == 2)

        march_with_archers(page)
        they(table, {"type": "march", "bands": ["riders"]}, {"type": "raid", "village": "ash"})
        screens.turn(page).get_by_role("button", name="react: choice ambush").click()
        until(lambda: table.now()["position"]["ambushed"] == [0])
        village(page, "elm").click()
        village(page, "elm").click()
        screens.ending(page).wait_for()
        looks.must_fit(page)
        outcome = table.now()["outcome"]
    assert [(one["side"], one["score"]) for one in outcome["standing"]] == [("red", 2), ("blue", 0)]


def march_with_archers(page: Page) -> None:
    """Choose as many bands as may march, and then fewer."""
    boxes = screens.turn(page).get_by_role("checkbox")
    expect(boxes).to_have_count(3)
    send = screens.turn(page).locator("[data-send]")
    expect(send).to_be_disabled()
    boxes.nth(0).check()
    boxes.nth(1).check()
    expect(boxes.nth(2)).to_be_disabled()
    boxes.nth(1).uncheck()
    send.click()


def they(table: Table, *actions: dict[str, object]) -> None:
    """Let seat 1 act, as soon as it is due."""
    for action in actions:
        until(lambda: 1 in [one["seat"] for one in table.now()["awaits"]])
        good(table.act(1, action))


def village(page: Page, name: str) -> Locator:
    """Return a village that can be chosen on the board."""
    return page.locator(f'.board [data-spot="village-{name}"][role="button"]')
