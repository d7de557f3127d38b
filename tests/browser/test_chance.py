"""Test that people open games on the page whose dice do not depend on the operator alone."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from domain.rulesets.carolus_magnus.meta import META
from tests.support.browser import screens
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import phrase
from tests.support.http.chains import Chained
from tests.support.http.client import Table
from tests.support.servers.served import Served
from tests.support.servers.watched import watching

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]
RULESET = META.id


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, which sits down with a chain."""
    with house.client() as client:
        yield client


def form(person: Person) -> Page:
    """Open the form for a new game."""
    screens.new_game(screens.visit(person), RULESET)
    return person.page


def show_terms(page: Page) -> None:
    """Show the settings of a running game."""
    screens.turn(page).wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text(phrase("terms.title")).click()


@pytest.mark.long
def test_a_game_with_links_is_opened_on_the_page(meet: Meet, http: httpx.Client) -> None:
    """The table says who could foresee the dice, before and after a seat has a chain."""
    page = form(meet())
    expect(page.get_by_role("checkbox", name=phrase("create.witnessed", count=1))).to_have_count(0)
    chains = page.get_by_role("checkbox", name=phrase("create.chains"))
    expect(chains).not_to_be_checked()
    chains.check()
    game = screens.open_game(page)
    expect(page.get_by_text(phrase("terms.strength.base"))).to_be_visible()
    (link,) = screens.links(page)
    tokens = {"seats": {1: link.rpartition("token=")[2]}}
    table = Table(http, {"game": {"id": game}, "tokens": tokens})
    Chained(table, 1).sit(1, name="Bob")
    expect(page.get_by_text(phrase("turn.links", name="Bob"))).to_be_visible()
    show_terms(page)
    expect(page.get_by_text(phrase("terms.strength.links"))).to_be_visible()


@pytest.mark.long
def test_an_ordinary_game_does_not_mention_who_contributes(meet: Meet) -> None:
    """Neither does the request ask for it."""
    page = form(meet())
    screens.open_game(page)
    expect(page.get_by_text(phrase("create.clock.none"))).to_be_visible()
    expect(page.get_by_text(phrase("terms.strength"), exact=True)).to_have_count(0)


@pytest.mark.long
@pytest.mark.process
def test_a_witnessed_game_is_opened_on_the_page(
    meet: Meet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The form offers witnesses where the service knows one, and the game is played with them."""
    with watching(tmp_path, monkeypatch) as both:
        person = meet(at=both.service)
        page = form(person)
        page.get_by_role("checkbox", name=phrase("create.witnessed", count=1)).check()
        screens.seat(page, 2, "create.bot", bot="Alcuin · level 6")
        game = screens.open_game(page)
        show_terms(page)
        expect(page.get_by_text(phrase("terms.strength.witness"))).to_be_visible()
        with both.service.client() as http:
            assert http.get(f"/v1/games/{game}").json()["strength"] == "witness"
        page.goto("about:blank")  # the service ends before the browser does
