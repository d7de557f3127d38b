"""Test that the page shows what a game with links waits for, and lets players go on without."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import expect

from tests.support.browser import screens
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import phrase
from tests.support.http.chains import Chained
from tests.support.http.client import create, good
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, which plays the other seat."""
    with house.client() as client:
        yield client


def test_a_player_on_the_page_waits_for_links(meet: Meet, http: httpx.Client) -> None:
    """The page names who is late; both agree to go on without, and the game begins."""
    chained = Chained(create(http, terms={"links": True}, players=2), 1)
    table = chained.table
    ann = meet()
    link = screens.link_of(ann, table.id, 0, table.tokens["seats"][0])
    page = screens.sit_down(ann, link, "Ann")
    chained.sit(1, name="Bob")
    late = phrase("turn.links", name="Bob")
    expect(page.get_by_role("heading").filter(has_text=late)).to_be_visible()
    for other in ("offer_draw", "resign"):
        expect(page.get_by_role("button", name=phrase(f"request.{other}"))).to_have_count(0)
    screens.ask_for(page, "offer_waiver")
    expect(page.get_by_text(phrase("offer.waiver.stands"))).to_be_visible()
    good(table.act(1, {"type": "accept_waiver"}))
    drawn = [one for one in table.events() if one["type"] == "moment_drawn"]
    assert drawn[0]["missing"] == [1]
    expect(page.get_by_text(late)).to_have_count(0)
    expect(screens.turn(page)).to_be_visible()


@pytest.mark.long
def test_a_player_on_the_page_answers_the_offer(meet: Meet, http: httpx.Client) -> None:
    """A player without a chain is asked too, because all must agree."""
    chained = Chained(create(http, terms={"links": True}, players=2), 1)
    table = chained.table
    ann = meet()
    link = screens.link_of(ann, table.id, 0, table.tokens["seats"][0])
    page = screens.sit_down(ann, link, "Ann")
    chained.sit(1, name="Bob")
    late = page.get_by_text(phrase("turn.links", name="Bob"))
    expect(late).to_be_visible()
    good(table.act(1, {"type": "offer_waiver"}))
    asked = page.get_by_text(phrase("offer.waiver.asked", name="Bob"))
    expect(asked).to_be_visible()
    screens.button(page, "offer.decline").click()
    expect(asked).to_have_count(0)
    assert table.events()[-1]["type"] == "waiver_declined"
    chained.give(1)
    expect(late).to_have_count(0)
