"""Test the page of a game without a page of its own: people play on its board, or by the list.

TEG without its page stands for such a game.
"""

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.browser import looks, screens
from tests.support.browser.chromium import Person
from tests.support.http.client import Json, Table, create, good, seat_due
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]
RULESET = "teg"
GENERIC = "app/generic.js"


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, for facts that a test does not read from the page."""
    with house.client() as client:
        yield client


def at_the_table(http: httpx.Client, person: Person) -> tuple[Page, Table]:
    """Take seat 0 of a game against the house."""
    own = f"rulesets/{RULESET}/index.js"

    def generic(route: Route) -> None:
        # Of the same release, or the page would have two copies of what both import.
        route.fulfill(response=route.fetch(url=route.request.url.replace(own, GENERIC)))

    person.page.route(f"**/{own}", generic)
    person.reusable = False  # it caches this answer
    table = create(http, terms={"ruleset": RULESET}, first_seat=0, objectives="world")
    address = screens.link_of(person, table.id, 0, table.tokens["seats"][0])
    page = screens.sit_down(person, address, "Ann")
    good(table.sit(1, "creator", bot="greedy"))
    screens.my_turn(page)
    return page, table


def to_an_attack(table: Table) -> Json:
    """Play for seat 0 until it can attack, and return an attack."""
    kinds = ("attack", "place_tokens", "end_turn")
    while True:
        until(lambda: seat_due(table.now()) == 0)
        legal = table.legal(0, limit=1000)
        first = min(
            (one for one in legal if one["type"] in kinds), key=lambda one: kinds.index(one["type"])
        )
        if first["type"] == "attack":
            return first
        good(table.act(0, first))


def lit(page: Page, territory: str = "") -> Locator:
    """Return the spots that can be chosen, or the one of this territory."""
    named = f'="territory-{territory}"' if territory else ""
    return page.locator(f'.board [data-spot{named}][role="button"]')


def test_actions_are_chosen_on_the_board_or_in_the_list(meet: Meet, http: httpx.Client) -> None:
    page, table = at_the_table(http, meet())
    moves = screens.turn(page).locator(".choices button")
    listed = len(table.legal(0))
    expect(moves).to_have_count(listed)
    lit(page).first.click()
    expect(moves).not_to_have_count(listed)
    screens.button(page, "turn.undo").click()
    expect(moves).to_have_count(listed)
    lit(page).first.click()
    before = table.now()["version"]
    moves.first.click()
    until(lambda: table.now()["version"] > before)


@pytest.mark.long
def test_an_attack_is_chosen_on_the_board_and_confirmed(meet: Meet, http: httpx.Client) -> None:
    """By its source and its target; choosing the target again confirms it."""
    page, table = at_the_table(http, meet())
    attack = to_an_attack(table)
    source, target = attack["source"], attack["target"]
    named = f"attack: source {source}; target {target}".replace("_", " ")
    screens.turn(page).get_by_role("button", name=named).wait_for()
    lit(page, source).click()
    send = screens.turn(page).locator("[data-send]")
    if send.is_hidden():  # there are several targets
        lit(page, target).click()
    expect(send).to_have_text(named)
    lit(page, target).click()
    until(lambda: any(event["type"] == "battle_fought" for event in table.events()))


@pytest.mark.long
def test_the_page_is_accessible(meet: Meet, http: httpx.Client) -> None:
    """At the table; the form for a new game is that of every game."""
    page, _ = at_the_table(http, meet())
    looks.must_be_for_everybody(page)
    looks.must_fit(page)
