"""Test what people do on the page in any game: join, lose the connection, resign, reconnect."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, Page, Request, expect

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_ID, RULESETS
from tests.support.browser import javascript, screens
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import phrase
from tests.support.browser.sizes import largest_first
from tests.support.http.client import Table, create, good, of_two, seat_due, start
from tests.support.run.long import long_after
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]

WITH_PAGE = [ruleset for ruleset in RULESETS if ruleset.meta.id in javascript.folders()]
FIRST = WITH_PAGE[0]
FIRST_LOAD_BYTES_MAX = 130_000
"""A first visit to a table had between 98,000 and 110,000 bytes when releases lost comments."""
FONTS = 3
FONTS_BYTES_MAX = 50_000
"""The page is usable before its fonts are there, so these have a limit of their own."""


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, which prepares games."""
    with house.client() as client:
        yield client


def opened(http: httpx.Client) -> Table:
    """Open a game for two."""
    return create(http, **of_two(FIRST))


def two_at(table: Table, ann: Person, bob: Person) -> tuple[Page, Page]:
    """Seat two people by their links; return their pages, first that of the one to act."""
    for seat, (person, name) in enumerate(((ann, "Ann"), (bob, "Bob"))):
        link = screens.link_of(person, table.id, seat, table.tokens["seats"][seat])
        screens.sit_down(person, link, name)
    due = seat_due(table.now())
    first, second = (ann, bob) if due == 0 else (bob, ann)
    screens.my_turn(first.page)
    return first.page, second.page


@pytest.mark.parametrize("ruleset", long_after(1, WITH_PAGE), ids=lambda one: one.meta.id)
def test_a_newcomer_plays_after_one_click(meet: Meet, ruleset: AnyRuleset) -> None:
    """The player can take decisions back, and ask a house bot for advice; the load stays small."""
    person = meet(new=True)
    page = screens.visit(person)
    screens.play_the_house(page, ruleset.meta.id)
    screens.my_turn(page)
    expect(screens.turn(page).get_by_role("button").first).to_be_visible()
    game = page.request.get(f"/v1/games/{screens.game_of(page)}").json()
    assert game["take_backs"]
    must_be_small(loaded(person))
    expect(screens.button(page, "request.ask_hint")).to_be_in_viewport()
    screens.button(page, "request.ask_hint").click()
    advice = page.get_by_role("status").filter(has_text=phrase("hint.advice"))
    expect(advice).to_be_in_viewport()
    before = page.request.get(f"/v1/games/{screens.game_of(page)}").json()["version"]
    screens.button(page, "hint.take").click()
    expect(advice).not_to_be_visible()
    screens.my_turn(page)
    events = f"/v1/games/{screens.game_of(page)}/events?limit=1&after={before}"
    assert page.request.get(events).json()["events"][0]["by"] == 0


def test_the_first_load_is_small_and_has_a_policy(meet: Meet) -> None:
    person = meet(new=True)
    answer = person.page.goto("/", wait_until="load")
    expect(person.page.get_by_role("article").first).to_be_visible()
    assert answer is not None
    must_be_small(loaded(person))
    policy = answer.header_value("content-security-policy") or ""
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def must_be_small(sizes: dict[str, int]) -> None:
    """Check the bytes on the wire: of the page, and of its fonts."""
    fonts = {path: size for path, size in sizes.items() if path.endswith(".woff2")}
    assert len(fonts) == FONTS
    assert sum(fonts.values()) < FONTS_BYTES_MAX, largest_first(fonts)
    others = {path: size for path, size in sizes.items() if path not in fonts}
    assert 50_000 < sum(others.values()) < FIRST_LOAD_BYTES_MAX, largest_first(others)


def loaded(person: Person) -> dict[str, int]:
    """Return the loaded files of the page, with their sizes on the wire.

    A screen is visible before its fonts are, so this waits for them. The browser's entries are
    complete then.
    """
    person.page.wait_for_function(
        """(fonts) => {
            const entries = performance.getEntriesByType("resource");
            return entries.filter(({name}) => name.endsWith(".woff2")).length >= fonts;
        }""",
        arg=FONTS,
    )
    sizes: dict[str, int] = person.page.evaluate(
        """() => Object.fromEntries(
            ["navigation", "resource"]
                .flatMap((kind) => performance.getEntriesByType(kind))
                .map((entry) => [new URL(entry.name).pathname, entry.encodedBodySize]),
        )"""
    )
    assert any(path.endswith("/app/main.js") for path in sizes)
    return {path: size for path, size in sizes.items() if not path.startswith("/v1/")}


@pytest.mark.long
def test_a_second_visit_requests_one_file(meet: Meet) -> None:
    """The browser has the others, those of the game too."""
    person = meet()
    page = screens.visit(person)
    screens.play_the_house(page, FIRST.meta.id)
    screens.my_turn(page)
    game = screens.game_of(page)
    page.goto("about:blank")
    page.goto(f"/#/games/{game}")
    screens.my_turn(page)
    assert len(loaded(person)) > 100
    requested = page.evaluate(
        """() => ["navigation", "resource"]
            .flatMap((kind) => performance.getEntriesByType(kind))
            .filter((entry) => entry.transferSize > 0)
            .map((entry) => new URL(entry.name).pathname)"""
    )
    assert {path for path in requested if not path.startswith("/v1/")} == {"/"}


@pytest.mark.long
def test_a_link_does_not_stay_in_the_address_and_works_only_once_known(
    meet: Meet, http: httpx.Client
) -> None:
    table = opened(http)
    ann = meet()
    page = screens.sit_down(ann, screens.link_of(ann, table.id, 0, table.tokens["seats"][0]), "Ann")
    assert table.tokens["seats"][0] not in page.content()
    page.goto(f"/#/games/{table.id}")
    page.reload()
    expect(page.get_by_text(phrase("seat.you"))).to_be_visible()


@pytest.mark.long
def test_a_wrong_link_does_not_replace_a_seat_played_here(meet: Meet) -> None:
    person = meet()
    page = screens.visit(person)
    screens.play_the_house(page, FIRST.meta.id)
    screens.my_turn(page)
    game = screens.game_of(page)
    page.goto("about:blank")
    page.goto(screens.link_of(person, game, 0, "seat0_wrong"))
    screens.my_turn(page)
    expect(page.get_by_role("alert")).to_contain_text(phrase("game.bad_link"))


@pytest.mark.long
def test_a_link_leads_to_the_seat_that_its_token_is_of(meet: Meet, http: httpx.Client) -> None:
    table = opened(http)
    ann = meet()
    screens.sit_down(ann, screens.link_of(ann, table.id, 0, table.tokens["seats"][1]), "Ann")
    assert [seat["name"] for seat in table.now()["seats"]] == [None, "Ann"]


@pytest.mark.long
def test_two_resign_play_again_and_agree_on_a_draw(meet: Meet, http: httpx.Client) -> None:
    table = opened(http)
    first, second = two_at(table, meet(), meet())
    screens.hold(first, screens.button(first, "request.resign"))
    assert table.now()["status"] == "running"
    screens.button(first.get_by_role("dialog"), "request.resign").click()
    both_see_the_end(first, second)
    assert table.now()["status"] == "over"

    screens.button(first, "ending.rematch").click()
    first.wait_for_url(lambda url: table.id not in url)
    assert screens.game_of(first) != table.id
    second.goto("/")
    expect(second.get_by_text(phrase("lobby.asked"))).to_be_visible()
    screens.button(first, "game.withdraw").click()
    expect(screens.ending(first)).to_be_visible()
    expect(second.get_by_text(phrase("lobby.asked"))).not_to_be_visible()

    second.goto(f"/#/games/{table.id}")
    game = again(first, second)
    assert game != table.id
    screens.ask_for(first, "offer_draw")
    screens.button(second, "offer.decline").click()
    screens.button(second, "offer.decline").wait_for(state="hidden")
    screens.ask_for(second, "offer_draw")
    screens.button(first, "offer.accept").click()
    both_see_the_end(first, second)


def both_see_the_end(*pages: Page) -> None:
    """Wait until both pages show that the game is over, and link to its record."""
    for page in pages:
        expect(screens.ending(page)).to_be_visible()
        expect(screens.link(page, "ending.record")).to_be_visible()


def again(asks: Page, joins: Page) -> str:
    """Let one player request a rematch and the other join; return its id."""
    before = screens.game_of(asks)
    screens.button(asks, "ending.rematch").click()
    expect(joins.get_by_text(phrase("ending.asked"))).to_be_visible()
    screens.button(joins, "ending.rematch").click()
    for page in (asks, joins):
        page.wait_for_url(lambda url: before not in url)
        screens.button(page, "request.resign").wait_for()
    game = screens.game_of(asks)
    assert screens.game_of(joins) == game
    return game


def test_a_refusal_shows_the_sentence_of_the_rule(meet: Meet, http: httpx.Client) -> None:
    table = opened(http)
    first, _ = two_at(table, meet(), meet())
    wrong = {"type": "accept_draw"}
    first.route(
        "**/actions?*", lambda route: route.continue_(post_data={"actions": [wrong]}), times=1
    )
    screens.ask_for(first, "offer_draw")
    alert = first.get_by_role("alert")
    expect(alert).to_be_visible()
    seat = seat_due(table.now())
    assert seat is not None
    refusal = table.act(seat, wrong).json()
    expect(alert).to_contain_text(refusal["detail"])
    expect(alert).to_contain_text(refusal["rule"])

    first.route(
        "**/actions?*", lambda route: route.continue_(headers=as_of_the_first(route.request))
    )
    screens.ask_for(first, "offer_draw")
    expect(alert).to_have_text(phrase("turn.faster"))


@pytest.mark.long
@pytest.mark.parametrize("ruleset", ["carolus-magnus", "lancaster"])
def test_players_ask_to_take_back_their_own_decisions(
    meet: Meet, http: httpx.Client, ruleset: str
) -> None:
    """Where players decide one after the other, and where several decide at once."""
    table = create(http, **of_two(BY_ID[ruleset], take_backs=True))
    pages = two_at(table, meet(), meet())
    buttons = [screens.button(page, "request.offer_take_back") for page in pages]
    expect(screens.button(pages[0], "request.resign")).to_be_visible()
    expect(buttons[0]).not_to_be_visible()
    mine = 0 if seat_due(table.now()) == decided(table) else 1
    expect(buttons[mine]).to_be_visible()
    expect(buttons[1 - mine]).not_to_be_visible()
    buttons[mine].click()
    screens.button(pages[1 - mine], "offer.accept").click()
    expect(buttons[mine]).not_to_be_visible()
    expect(pages[mine].get_by_role("alert")).not_to_be_visible()


def decided(table: Table) -> int:
    """Act until a decision can be taken back; return the seat that made it."""
    while True:
        seat = seat_due(table.now())
        assert seat is not None
        done = good(table.act(seat, table.legal(seat)[0]))
        if "decisions_sealed" not in {event["type"] for event in done["events"]}:
            return seat


def as_of_the_first(request: Request) -> dict[str, str]:
    """Return the headers of a request, as if the game had only one event."""
    return {**request.headers, "if-match": '"1"'}


def lost(page: Page) -> Locator:
    """Return the message about the lost connection."""
    return page.get_by_role("main").get_by_text(phrase("game.lost"))


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[Served]:
    """Return a service that a test may kill; visitors of its page leave before it ends."""
    with Served(tmp_path) as served:
        yield served.start()


@pytest.mark.long
def test_a_lost_connection_is_shown_and_restored(fragile: Served, meet: Meet) -> None:
    with fragile.client() as http:
        table = opened(http)
        ann, bob = meet(at=fragile), meet(at=fragile)
        first, second = two_at(table, ann, bob)
    before = screens.story(first).count()
    with ann.cut_off(), bob.cut_off():
        fragile.kill()
        for page in (first, second):
            expect(lost(page)).to_be_visible()
        fragile.start("--port", fragile.url.rpartition(":")[2])
        for page in (first, second):
            expect(lost(page)).not_to_be_visible()
    assert screens.story(first).count() == before
    screens.my_turn(first)
    screens.ask_for(first, "offer_draw")
    expect(screens.button(second, "offer.accept")).to_be_visible()


@pytest.mark.long
def test_events_while_offline_appear_afterwards(meet: Meet, http: httpx.Client) -> None:
    table = opened(http)
    ann, bob = meet(), meet()
    first, second = two_at(table, ann, bob)
    away = bob if second is bob.page else ann
    with away.cut_off():
        away.context.set_offline(True)
        expect(lost(second)).to_be_visible()
        screens.ask_for(first, "offer_draw")
        away.context.set_offline(False)
        expect(screens.button(second, "offer.accept")).to_be_visible()
        expect(lost(second)).not_to_be_visible()


@pytest.mark.long
def test_the_language_changes_at_once_and_is_kept(meet: Meet) -> None:
    page = screens.visit(meet())
    screens.button(page, "settings.title").click()
    screens.choose(page, phrase("settings.language"), re.compile("Deutsch"))
    page.keyboard.press("Escape")
    expect(screens.heading(page, "lobby.welcome", language="de")).to_be_visible()
    page.reload()
    expect(screens.heading(page, "lobby.welcome", language="de")).to_be_visible()


@pytest.mark.long
def test_the_picture_speaks_the_language_that_is_changed_to(meet: Meet) -> None:
    page = screens.visit(meet())
    screens.play_the_house(page, FIRST.meta.id)
    screens.my_turn(page)
    screens.button(page, "settings.title").click()
    with page.expect_response(
        lambda one: "/board.svg" in one.url and one.request.headers["accept-language"] == "de"
    ):
        screens.choose(page, phrase("settings.language"), re.compile("Deutsch"))


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_is_that_of_the_system(meet: Meet, theme: str) -> None:
    page = screens.visit(meet(color_scheme=theme))
    paper = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    light = sum(int(part) for part in paper.strip("rgba()").split(",")[:3]) > 3 * 128
    assert light is (theme == "light")


@pytest.mark.long
def test_a_spectator_has_no_controls_and_no_secret(meet: Meet, http: httpx.Client) -> None:
    """A spectator has no controls, and the storage of the browser has no secret."""
    table = opened(http)
    for seat in range(2):
        good(table.sit(seat, name=f"Guest {seat}"))
    page = meet().page
    page.goto(f"/#/games/{table.id}")
    expect(screens.turn(page)).to_be_visible()
    assert screens.turn(page).get_by_role("button").count() == 0
    assert "seat" not in str(page.evaluate("() => ({...localStorage})"))


@pytest.mark.long
def test_an_unknown_address_says_so_and_links_back(meet: Meet) -> None:
    """The page requests no missing file, because that would cause an error in the console."""
    person = meet()
    page = person.page
    no_game, no_rules = ("games/", "games/0000000000000000"), ("rules", "rules/", "rules/chess")
    for address in ("nowhere", *no_game, *no_rules):
        page.goto(f"/#/{address}")
        expect(screens.heading(page, "lost.title")).to_be_visible()
        assert "undefined" not in page.content()
        assert all("//" not in path for path in loaded(person)), address
        page.goto("about:blank")
    page.goto("/#/rules/chess")
    screens.link(page, "ending.lobby").click()
    expect(screens.heading(page, "lobby.welcome")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()


@pytest.mark.long
def test_a_visitor_without_storage_can_play_and_sees_a_note(meet: Meet, http: httpx.Client) -> None:
    """The address then keeps the token, because nothing else can."""
    table = opened(http)
    person = meet()
    page = person.page
    person.at_load(
        "Object.defineProperty(window, 'localStorage', "
        "{get() { throw new DOMException('', 'SecurityError'); }});"
    )
    page.goto(screens.link_of(person, table.id, 0, table.tokens["seats"][0]))
    expect(page.get_by_text(phrase("page.forgets"))).to_be_visible()
    page.reload()
    screens.button(page, "seat.sit").click()
    expect(page.get_by_text(phrase("seat.you"))).to_be_visible()


@pytest.mark.long
def test_a_mistake_in_an_option_that_is_folded_away_is_shown(meet: Meet) -> None:
    page = meet().page
    page.goto(f"/#/new?ruleset={FIRST.meta.id}")
    page.locator("summary").click()
    page.locator("details select:has([value=number])").first.select_option("number")
    number = page.locator("details input[type=number]").first
    number.fill("9999999")
    page.locator("summary").click()
    expect(number).not_to_be_visible()
    screens.button(page, "create.open").click()
    expect(number).to_be_focused()


@pytest.mark.long
def test_a_game_that_nobody_may_watch_says_so(meet: Meet, http: httpx.Client) -> None:
    table = start(http, **of_two(FIRST, spectators={"kind": "refused"}))
    page = meet().page
    page.goto(f"/#/games/{table.id}")
    expect(screens.heading(page, "lost.closed")).to_be_visible()
