"""Carolus Magnus in the browser: people play whole games, each at their own screen."""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.rulesets.carolus_magnus.at_the_page import (
    EMPEROR,
    PLACING,
    RULESET,
    decide,
    decision,
    left,
    placed,
    places,
    walks,
)
from tests.support.browser import screens
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import phrase
from tests.support.http.client import Table, create, good, seat_due, start
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]

NAMES = ("Ann", "Bob", "Cleo", "Dan")


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, for facts that a test does not read from the page."""
    with house.client() as client:
        yield client


def play(http: httpx.Client, game: str, pages: Sequence[Page], table: Table | None = None) -> int:
    """Play to the end, each player at their own page; return the number of decisions there.

    ``table`` acts for the seats after those with a page.
    """
    decisions = 0
    random = Random(5)
    while (seat := due(http, game)) is not None:
        if table is not None and seat >= len(pages):
            good(table.act(seat, table.any_action(seat, random)))
            continue
        screens.my_turn(pages[seat])
        decide(pages[seat])
        decisions += 1
    return decisions


def due(http: httpx.Client, game: str) -> int | None:
    """Return the seat that must decide, once the dice are rolled; None at the end."""
    data = {}

    def settled() -> bool:
        data.update(http.get(f"/v1/games/{game}").json())
        return data["status"] != "running" or isinstance(seat_due(data), int)

    until(settled)
    return seat_due(data) if data["status"] == "running" else None


@pytest.mark.long
def test_two_people_play_a_whole_game(meet: Meet, http: httpx.Client) -> None:
    """One opens it with the form, the other follows the link."""
    ann, bob = meet(), meet()
    page = screens.visit(ann)
    screens.new_game(page, RULESET)
    screens.called(page, "Ann")
    page.get_by_text(phrase("create.advanced")).click()
    last_round = phrase("option.max_rounds", RULESET)
    screens.choose(page, last_round, phrase("option.max_rounds.number", RULESET))
    page.get_by_role("spinbutton", name=last_round).fill("1")
    game = screens.open_game(page)
    (link,) = screens.links(page)
    others = screens.sit_down(bob, link, "Bob")

    assert play(http, game, [page, others]) >= 6

    for each_page in (page, others):
        expect(screens.ending(each_page)).to_contain_text("the last round is over")
    record = screens.link(page, "ending.record").get_attribute("href")
    assert http.get(record or "").json()["signature"]


@pytest.mark.long
def test_four_people_play_a_round(meet: Meet, http: httpx.Client) -> None:
    """In teams; one of them is at the page."""
    table = create(http, players=4, max_rounds=1)
    page = sit(meet(), table, 0)
    for seat in range(1, 4):
        good(table.sit(seat, name=NAMES[seat]))
    assert play(http, table.id, [page], table) >= 3
    expect(screens.ending(page).get_by_role("listitem")).to_have_count(2)


def sit(person: Person, table: Table, seat: int) -> Page:
    """Sit down with the link of a seat."""
    link = screens.link_of(person, table.id, seat, table.tokens["seats"][seat])
    return screens.sit_down(person, link, NAMES[seat])


def reaching(http: httpx.Client, kind: str) -> tuple[Table, int]:
    """Open a game, play to the first decision of this kind, and return the seat that is due."""
    table = start(http, max_rounds=3)
    random = Random(5)
    while True:
        seat = due(http, table.id)
        assert seat is not None
        action = table.any_action(seat, random)
        if action["type"] == kind:
            return table, seat
        good(table.act(seat, action))


def deciding(http: httpx.Client, person: Person, kind: str) -> Page:
    """Open a game at the first decision of this kind, for the person who must take it."""
    return at_the_table(person, *reaching(http, kind))


def at_the_table(person: Person, table: Table, seat: int) -> Page:
    """Follow the link of a seat whose turn it is."""
    page = person.page
    page.goto(screens.link_of(person, table.id, seat, table.tokens["seats"][seat]))
    screens.my_turn(page)
    return page


def spots(page: Page) -> Locator:
    """Return the selectable territories in the picture."""
    return page.locator("svg [data-spot^=territory]").and_(page.get_by_role("button"))


def corner(button: Locator) -> tuple[float, float]:
    """Return where a button begins."""
    box = button.bounding_box()
    assert box is not None
    return box["x"], box["y"]


def court(page: Page) -> Locator:
    """Return the player's own court in the picture, at one of its discs."""
    return page.locator("svg .court").and_(page.get_by_role("button")).locator(".disc").first


def test_a_click_is_one_request(meet: Meet, http: httpx.Client) -> None:
    """The answer to an action has all that the page shows after it."""
    table, seat = reaching(http, "choose_disc")
    page = at_the_table(meet(), table, seat)
    screens.my_turn(page)
    requested: list[str] = []
    page.on("request", lambda request: requested.append(f"{request.method} {request.url}"))
    before = table.now()["version"]
    decide(page)
    page.wait_for_function(
        "(before) => Number(document.querySelector('.table').dataset.version) > before", arg=before
    )
    said = good(http.get(f"{table.url}/story", params={"after": before}))["sentences"]
    expect(screens.story(page).last).to_contain_text(said[-1]["text"])
    (request,) = [one for one in requested if "/v1/" in one]
    assert request.startswith("POST ")


def test_one_request_foretells_every_walk_of_the_emperor(meet: Meet, http: httpx.Client) -> None:
    """After the last paladin is placed, the page shows where each walk would lead."""
    page = deciding(http, meet(), "place_paladins")
    requested: list[str] = []
    page.on("request", lambda request: requested.append(f"{request.method} {request.url}"))
    for _ in range(left(page)):
        spots(page).first.click()
    walks = page.locator(".cm-outlook li")
    expect(walks.first).to_be_visible()
    waiting = page.get_by_text(phrase("outlook.waiting", RULESET))
    expect(waiting).to_have_count(0)
    (request,) = [one for one in requested if "/v1/" in one]
    assert request.endswith(f"/actions?alternatives={walks.count()}")
    assert all(re.search(r"\w", one) for one in page.locator(".cm-forecast").all_inner_texts())


def test_paladins_are_placed_on_the_board_and_taken_back_until_they_are_sent(
    meet: Meet, http: httpx.Client
) -> None:
    """The button that sends them stays where it is."""
    page = deciding(http, meet(), "place_paladins")
    count = left(page)
    sends = corner(page.locator(".sends > .primary"))
    spots(page).first.click()
    spots(page).last.click()
    assert corner(page.locator(".sends > .primary")) == sends
    expect(placed(page)).to_have_count(count - left(page))
    assert left(page) == count - 2
    screens.button(page, "turn.undo").click()
    assert left(page) == count - 1
    page.keyboard.press("Control+z")
    assert left(page) == count
    court(page).click()
    assert left(page) == count - 1
    expect(placed(page)).to_contain_text("My court")
    page.keyboard.press("Control+z")
    expect(screens.button(page, "turn.undo")).not_to_be_visible()


@pytest.mark.long
def test_a_half_made_decision_survives_a_reload_and_events_of_others(
    meet: Meet, http: httpx.Client
) -> None:
    table, seat = reaching(http, "place_paladins")
    page = at_the_table(meet(), table, seat)
    spots(page).first.click()
    spots(page).last.click()
    expect(placed(page)).to_have_count(2)
    chosen = placed(page).all_inner_texts()
    page.reload()
    expect(placed(page)).to_have_text(chosen, use_inner_text=True)
    good(table.act(1 - seat, {"type": "offer_draw"}))
    screens.button(page, "offer.accept").wait_for()
    expect(placed(page)).to_have_text(chosen, use_inner_text=True)
    screens.button(page, "turn.undo").click()
    expect(placed(page)).to_have_text(chosen[:1], use_inner_text=True)
    page.reload()
    expect(placed(page)).to_have_text(chosen[:1], use_inner_text=True)
    decide(page)
    page.reload()
    decision(page).wait_for()
    expect(screens.button(page, "turn.undo")).not_to_be_visible()


_COVERED = """(cell) => {
  const number = [...cell.childNodes].find(({ nodeType, data }) => nodeType === 3 && data.trim());
  number.data = "20";
  const digits = document.createRange();
  digits.selectNode(number);
  const banner = cell.querySelector("svg").getBoundingClientRect();
  return banner.left - digits.getBoundingClientRect().right;
}"""


@pytest.mark.long
def test_a_banner_stands_next_to_a_number_of_two_digits(meet: Meet, http: httpx.Client) -> None:
    """In the panels of the seats, where it once covered the second digit."""
    page = deciding(http, meet(), "move_emperor")
    held = page.locator(".cm-seat td.cm-controls").first
    assert held.evaluate(_COVERED) >= 0


@pytest.mark.long
def test_a_paladin_is_dragged_to_its_territory(meet: Meet, http: httpx.Client) -> None:
    page = deciding(http, meet(), "place_paladins")
    count = left(page)
    reserve = page.get_by_role("group", name=phrase("place.reserve", RULESET)).get_by_role("button")
    reserve.and_(page.get_by_role("button", disabled=False)).first.hover()
    page.mouse.down()
    spots(page).nth(4).hover()
    page.mouse.up()
    placed(page).first.wait_for()
    assert left(page) == count - 1


@pytest.mark.long
def test_the_emperor_moves_from_the_board_after_a_preview(meet: Meet, http: httpx.Client) -> None:
    page = deciding(http, meet(), "move_emperor")
    spots(page).first.hover()
    expect(page.get_by_role("complementary")).to_be_visible()
    spots(page).first.click()
    spots(page).first.click()
    decision(page).filter(has_text=EMPEROR).wait_for(state="hidden")


@pytest.mark.long
def test_the_territories_are_listed_on_request(meet: Meet, http: httpx.Client) -> None:
    """The picture has them already, for eyes, keys and screen readers; the list stays unfolded."""
    page = deciding(http, meet(), "place_paladins")
    group = page.get_by_role("group", name=phrase("place.where", RULESET))
    expect(group.get_by_role("button")).to_have_count(1)
    rest = left(page)
    places(page).last.click()
    expect(placed(page)).to_contain_text("Territory 15")
    assert left(page) == rest - 1
    expect(group.get_by_role("button")).to_have_count(1 + spots(page).count())


@pytest.mark.long
def test_a_turn_is_played_by_the_keyboard_alone(meet: Meet, http: httpx.Client) -> None:
    page = deciding(http, meet(), "place_paladins")
    page.mouse.move(0, 0)
    tab_to(page, "svg [data-spot]:focus")
    for rest in range(left(page) - 1, -1, -1):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        assert left(page) == rest
    tab_to(page, "button.primary:focus")
    page.keyboard.press("Enter")
    decision(page).filter(has_text=PLACING).wait_for(state="hidden")
    decision(page).filter(has_text=EMPEROR).wait_for()
    page.locator("svg [data-spot]:focus").wait_for()
    leave_and_return(page)
    tab_to(page, "svg [data-spot]:focus")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    decision(page).filter(has_text=EMPEROR).wait_for(state="hidden")
    screens.turn(page).locator(":focus").wait_for()


def tab_to(page: Page, focused: str) -> None:
    """Press Tab until this element has the focus, as often as the page has stops."""
    for _ in range(80):
        if page.locator(focused).count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {focused}")


def leave_and_return(page: Page) -> None:
    """Leave the table while a place on the board has the focus, and return."""
    page.get_by_role("complementary").wait_for()
    page.evaluate("() => { location.hash = '#/'; }")
    expect(screens.heading(page, "lobby.welcome")).to_be_visible()
    page.go_back()
    screens.my_turn(page)


@pytest.mark.long
def test_incompatible_options_are_refused_in_the_language_of_the_page(meet: Meet) -> None:
    page = meet(locale="de-DE").page
    page.goto(f"/#/new?ruleset={RULESET}")
    page.get_by_role("radio", name="4").check()
    words = {"place": RULESET, "language": "de"}
    screens.choose(page, phrase("option.setup", **words), phrase("option.setup.yucata", **words))
    screens.button(page, "create.open", language="de").click()
    expect(page.get_by_role("alert")).to_contain_text("CM-OPT-2")
    expect(page.get_by_role("alert")).to_contain_text("nur für zwei oder drei Spieler")


@pytest.mark.long
def test_changes_are_announced_to_screen_readers(meet: Meet, http: httpx.Client) -> None:
    page = deciding(http, meet(), "move_emperor")
    walks(page).first.click()
    screens.turn(page).get_by_role("button", name=phrase("emperor.send", RULESET)).click()
    expect(page.locator("[aria-live=polite]")).to_contain_text("The emperor walks 1 step")
