"""Lancaster in the browser: people vote at once, place knights, and play a whole game."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from domain.rulesets.lancaster.phrases import law as named_law
from domain.rulesets.lancaster.words import WORDS
from tests.rulesets.lancaster import at_the_page as lancaster
from tests.rulesets.lancaster.at_the_page import RULESET
from tests.support.browser import looks, screens
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import phrase
from tests.support.http.client import Json, Table, create, good
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]
ENGLISH = WORDS["en"]
NAMES = ("Ann", "Ben", "Cleo")
PHONE = {"width": 390, "height": 844}
AT_THE_END = """() => {
  const {scrollTop, clientHeight, scrollHeight} = document.querySelector(".story .lines");
  return scrollTop + clientHeight > scrollHeight - 2;
}"""
"""Says whether the log shows its last line."""


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, for facts that a test does not read from the page."""
    with house.client() as client:
        yield client


def at_the_vote(http: httpx.Client, names: Sequence[str] = NAMES) -> Table:
    """Open a game of these people, and play for all of them until they vote."""
    table = create(http, terms={"ruleset": RULESET}, players=len(names), first_seat=0)
    for seat, name in enumerate(names):
        good(table.sit(seat, name=name))
    while (now := table.now())["position"]["step"] != "vote":
        seat = now["awaits"][0]["seat"]
        good(table.act(seat, table.legal(seat, limit=1)[0]))
    return table


def at_the_table(http: httpx.Client, person: Person, **options: Any) -> tuple[Page, Table]:
    """Take seat 0 of a game in which the house plays all other seats."""
    table = create(http, terms={"ruleset": RULESET}, first_seat=0, **options)
    address = screens.link_of(person, table.id, 0, table.tokens["seats"][0])
    page = screens.sit_down(person, address, "Ann")
    for seat in range(1, options.get("players", 3)):
        good(table.sit(seat, "creator", bot="greedy"))
    screens.my_turn(page)
    return page, table


def seated(person: Person, table: Table, seat: int) -> Page:
    """Open the game at a seat that is taken already."""
    address = screens.link_of(person, table.id, seat, table.tokens["seats"][seat])
    person.page.goto(address)
    screens.my_turn(person.page)
    return person.page


def voted(table: Table) -> list[int]:
    """Return the seats that have voted on the law in question."""
    queue = table.now()["position"]["queue"]
    return [seat for seat in range(len(NAMES)) if seat not in queue]


def text_of(page: Page) -> str:
    """Return all that the page says: its text, and the titles of the picture."""
    return str(page.evaluate("() => document.body.innerText + document.body.textContent"))


@pytest.mark.long
def test_three_people_vote_at_once(meet: Meet, http: httpx.Client) -> None:
    """A half-made vote survives the votes of others; no ballot is seen before the reveal."""
    table = at_the_vote(http)
    law = table.now()["position"]["subject"]
    ann, ben, cleo = (seated(meet(), table, seat) for seat in range(3))

    lancaster.vote(ann, "yes", markers=1)
    lancaster.vote(ben, "no")
    lancaster.send(ben).click()
    until(lambda: voted(table) == [1])
    waiting = phrase("doing.cast_vote.other", RULESET, name="Ann and Cleo")
    screens.turn(ben).get_by_text(waiting).wait_for()
    for page in (ann, cleo):
        screens.story(page).filter(has_text="Ben has voted.").wait_for()
    lancaster.vote(cleo, "no")
    lancaster.send(cleo).click()
    until(lambda: voted(table) == [1, 2])
    screens.story(ann).filter(has_text="Cleo has voted.").wait_for()

    expect(lancaster.value(ann, "ballot", "yes")).to_have_attribute("aria-pressed", "true")
    expect(lancaster.count(ann, "markers")).to_have_value("1")
    assert "Ben votes" not in text_of(ann)
    assert "Ben no" not in text_of(ann)
    watching = meet().page
    watching.goto(f"/#/games/{table.id}")
    screens.story(watching).filter(has_text="Ben has voted.").wait_for()
    assert "Ben votes" not in text_of(watching)

    lancaster.send(ann).click()
    passed = f"Law {named_law(law, ENGLISH)} is passed, 2 to 2: Ann yes +1, Ben no +0, Cleo no +0."
    for page in (ann, ben, cleo, watching):
        screens.story(page).filter(has_text=passed).wait_for()


@pytest.mark.long
def test_a_vote_reaches_the_service_after_another_that_was_faster(
    meet: Meet, http: httpx.Client
) -> None:
    """The page sends it again, because the other vote changes nothing about it."""
    table = at_the_vote(http)
    person = meet()
    ann = seated(person, table, 0)
    lancaster.vote(ann, "yes")
    # Another vote arrives between the press of the button and the request of the page.
    first: list[str] = []

    def overtaken(route: Any) -> None:
        if not first:
            first.append(route.request.url)
            good(table.act(1, {"type": "cast_vote", "ballot": "no"}))
        route.continue_()

    ann.route(f"**/games/{table.id}/actions?*", overtaken)
    lancaster.send(ann).click()
    own = phrase("story.vote_known", RULESET, name="Ann", ballot="yes", count=0)
    screens.story(ann).filter(has_text=own).wait_for()
    assert first
    assert voted(table) == [0, 1]


def test_a_knight_is_placed_on_the_board_with_squires(meet: Meet, http: httpx.Client) -> None:
    """Target, knight and number in any order; each can be taken back before it is sent."""
    page, table = at_the_table(http, meet())
    lancaster.on_the_board(page, "castle-0-CS_VOTES").click()
    lancaster.send(page).click()
    until(lambda: table.now()["position"]["step"] == "place")
    screens.my_turn(page)
    lancaster.on_the_board(page, "county-A").click()
    lancaster.value(page, "strength", "2").click()
    lancaster.count(page, "squires").fill("2")
    lancaster.count(page, "squires").press("Tab")
    expect(page.locator(".board .pending")).to_contain_text("2+2")
    screens.button(page, "turn.undo").click()
    expect(page.locator(".board .pending")).to_contain_text("2")
    expect(lancaster.count(page, "squires")).to_have_value("0")
    lancaster.count(page, "squires").fill("1")
    lancaster.count(page, "squires").press("Tab")
    before = table.now()["version"]
    lancaster.on_the_board(page, "county-A").click()
    until(lambda: table.now()["version"] > before)
    placed = next(one for one in table.events() if one["type"] == "knight_placed")
    assert (placed["seat"], placed["to"], placed["squires"]) == (0, "A", 1)
    assert placed["strength"] == 2


def until_due(table: Table) -> Json:
    """Wait until seat 0 may decide, or the game is over; return the game."""
    data: Json = {}

    def settled() -> bool:
        data.update(table.now())
        return data["status"] != "running" or 0 in [one["seat"] for one in data["awaits"]]

    until(settled)
    return data


def next_decision(page: Page, table: Table) -> bool:
    """Wait until seat 0 may decide; return whether the game continues."""
    if until_due(table)["status"] != "running":
        return False
    screens.my_turn(page)
    return True


@pytest.mark.long
def test_the_page_is_accessible(meet: Meet, http: httpx.Client) -> None:
    """Axe reports nothing for a knight about to be placed, and five players fit a phone."""
    page, table = at_the_table(http, meet(), players=5)
    looks.must_fit(page)
    lancaster.decide(page)
    assert next_decision(page, table)
    lancaster.on_the_board(page, "county-A").click()
    looks.must_be_for_everybody(page)
    looks.must_fit(page)


def test_five_seats_are_read_on_a_phone_without_scrolling_sideways(
    meet: Meet, http: httpx.Client
) -> None:
    """Goods and knights of each seat, the numbers of the graph, and the last line of the log."""
    table = at_the_vote(http, [f"Constantin the {number}th" for number in range(11, 16)])
    page = seated(meet(viewport=PHONE), table, 0)
    for side in table.now()["position"]["sides"]:
        knights = page.locator(f".seat.side-{side['side']} .lancaster-knights")
        court, reserve = (" ".join(map(str, side[one])) or "–" for one in ("court", "reserve"))
        expect(knights).to_contain_text(f"court {court}; reserve {reserve}; castle ")
        for space, strength in side["castle"].items():
            expect(knights).to_contain_text(f"{ENGLISH(f'space.{space}')} {strength}")
    page.locator(".graph summary").click()
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.locator(".scrolls").evaluate("one => one.scrollWidth - one.clientWidth") == 0
        page.wait_for_function(AT_THE_END)
    looks.must_fit(page)


@pytest.mark.long
def test_the_page_uses_one_language(meet: Meet, http: httpx.Client) -> None:
    """Each viewer reads their own language, in the same vote."""
    table = at_the_vote(http)
    for locale in ("es-AR", "de-AT"):
        person = meet(locale=locale)
        person.page.goto(screens.link_of(person, table.id, 0, table.tokens["seats"][0]))
        person.page.locator("[data-facet]").first.wait_for()
        looks.must_speak(person.page, locale[:2])
