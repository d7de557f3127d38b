"""The lobby shows games: their boards as they are now, what needs the player first."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote

import httpx
import pytest
from playwright.sync_api import Locator, Route, expect

from domain.rulesets.registry import RULESETS
from tests.support.browser import screens
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import phrase
from tests.support.http.client import Table, create, good, of_two, seat_due, start
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]
FIRST, SECOND = RULESETS[0], RULESETS[1]
LEARNING = {"easy": "easy to learn", "medium": "takes some learning", "hard": "takes time to learn"}


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, which prepares games."""
    with house.client() as client:
        yield client


def opened(http: httpx.Client) -> Table:
    """Open a game for two."""
    return create(http, **of_two(FIRST))


def drawn(game: Locator) -> str:
    """Return the picture of a game in the lobby."""
    source = game.locator("img").get_attribute("src") or ""
    return unquote(source.removeprefix("data:image/svg+xml,"))


def board(table: Table) -> str:
    """Return the picture that the service draws of the game now."""
    return table.http.get(f"{table.url}/board.svg?part=board").text


def act(table: Table) -> None:
    """Take the first legal action of the seat that is due."""
    due = seat_due(table.now())
    assert due is not None
    good(table.act(due, table.legal(due)[0]))


def test_the_board_of_a_live_game_follows_it(meet: Meet, http: httpx.Client) -> None:
    """The newest is large; a visitor can go and watch it."""
    table = start(http, **of_two(FIRST))
    page = screens.visit(meet())
    game = page.locator(".watched", has=page.locator(f"a[href='#/games/{table.id}']"))
    until(lambda: drawn(game) == board(table))
    before = board(table)
    act(table)
    assert board(table) != before
    until(lambda: drawn(game) == board(table))
    game.click()
    expect(screens.turn(page)).to_be_visible()


@pytest.mark.long
def test_games_that_wait_for_the_player_come_first(meet: Meet, http: httpx.Client) -> None:
    """Then those that wait for others, although they are newer."""
    person = meet()
    mine, theirs = start(http, **of_two(FIRST)), start(http, **of_two(SECOND))
    for table, is_mine in ((mine, True), (theirs, False)):
        due = seat_due(table.now())
        assert due is not None
        seat = due if is_mine else 1 - due
        person.page.goto(screens.link_of(person, table.id, seat, table.tokens["seats"][seat]))
        screens.turn(person.page).wait_for()
    page = screens.visit(person)
    games = page.locator("section", has=screens.heading(page, "lobby.own")).locator(".game")
    expect(games.first.locator(".state")).to_have_text(phrase("turn.yours"))
    links = [one.locator(".title").get_attribute("href") for one in games.all()]
    assert links == [f"#/games/{mine.id}", f"#/games/{theirs.id}"]
    until(lambda: drawn(games.first) == board(mine))


@pytest.mark.long
def test_each_game_is_introduced_in_the_readers_language(meet: Meet) -> None:
    """With its board, a sentence, how long it takes, and how hard it is to learn."""
    page = screens.visit(meet())
    for ruleset in RULESETS:
        meta = ruleset.meta
        offer = screens.offer(page, meta.id)
        expect(offer).to_contain_text(meta.summary["en"])
        expect(offer).to_contain_text("{}–{} min".format(*meta.minutes))
        expect(offer).to_contain_text(LEARNING[meta.difficulty])
        expect(offer.locator("img")).to_be_visible()
    screens.button(page, "settings.title").click()
    screens.choose(page, phrase("settings.language"), re.compile("Deutsch"))
    page.keyboard.press("Escape")
    expect(page.locator("article").first).to_contain_text(FIRST.meta.summary["de"])


@pytest.mark.long
def test_a_game_that_is_being_opened_does_not_flash_in_the_lobby(meet: Meet) -> None:
    """Its seats are still empty when the lobby learns about it."""
    page = screens.visit(meet())
    page.evaluate(
        """() => {
          window.rows = new Set();
          const rows = () => document.querySelectorAll(".game a");
          const note = () => rows().forEach((one) => window.rows.add(one.hash));
          new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
        }"""
    )
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/v1/games/\w+/seats/\d$"), hold, times=1)
    game = re.compile(r"/v1/games/\w+$")
    with page.expect_response(lambda answer: game.search(answer.url) is not None):
        screens.play_the_house(page, FIRST.meta.id)
    page.evaluate("() => new Promise((done) => setTimeout(() => requestAnimationFrame(done)))")
    (seat,) = held
    seat.continue_()
    screens.my_turn(page)
    assert f"#/games/{screens.game_of(page)}" not in page.evaluate("() => [...window.rows]")


@pytest.mark.long
def test_the_lobby_knows_the_seats_of_links_opened_just_before(
    meet: Meet, http: httpx.Client
) -> None:
    """The player leaves each screen before the service has told it the seat of the link."""
    table = start(http, **of_two(FIRST, spectators={"kind": "refused"}))
    person = meet()
    page = person.page
    page.route("**/legal-actions?*", lambda route: None)
    for seat, token in enumerate(table.tokens["seats"]):
        page.goto(screens.link_of(person, table.id, seat, token))
        expect(page).to_have_url(f"{person.origin}/#/games/{table.id}")
    page.unroute_all()
    page.goto("/#/")
    game = screens.listed(page, table.id)
    expect(game.get_by_text(phrase("turn.yours"))).to_be_visible()
    expect(game.get_by_text(phrase("lobby.you"))).to_have_count(2)


@pytest.mark.long
def test_a_stranger_sits_down_in_the_lobby_by_a_key_of_their_own(meet: Meet) -> None:
    ann, bob = meet().page, meet().page
    ann.goto(f"/#/new?ruleset={FIRST.meta.id}")
    ann.get_by_role("checkbox", name=phrase("create.anyone")).check()
    ann.get_by_label(phrase("terms.label")).fill(" Spring Cup ")
    bob.goto("/")
    game = screens.open_game(ann)
    assert ann.request.get(f"/v1/games/{game}").json()["label"] == "Spring Cup"
    bob.locator(f"a[href='#/games/{game}']").click()
    screens.called(bob, "Bob")
    screens.button(bob, "seat.sit").click()
    for page in (ann, bob):
        expect(screens.turn(page)).to_be_visible()
    bob.reload()
    expect(bob.get_by_text(phrase("seat.you"))).to_be_visible()

    screens.button(bob, "settings.title").click()
    key = bob.get_by_label(phrase("account.key"), exact=True).input_value()
    elsewhere = screens.visit(meet())
    screens.button(elsewhere, "settings.title").click()
    elsewhere.get_by_label(phrase("account.use.field")).fill(key)
    screens.button(elsewhere, "account.use").click()
    expect(elsewhere.get_by_text(phrase("account.about", name="Bob"))).to_be_visible()

    for _ in ("once", "and surely"):
        screens.button(bob, "account.forget").click()
    expect(bob.get_by_text(phrase("account.none"))).to_be_visible()
    assert key not in str(bob.evaluate("() => ({...localStorage})"))
    expect(bob.get_by_text(phrase("seat.you"))).not_to_be_visible()


@pytest.mark.long
def test_the_lobby_shows_strangers_what_they_can_join_or_watch(
    meet: Meet, http: httpx.Client
) -> None:
    """It shows no game that needs a link, is private, or has one person and bots.

    A game with scenarios says which one is played.
    """
    hidden = [
        opened(http),
        start(http, **of_two(FIRST, spectators={"kind": "refused"})),
        opened(http),
    ]
    good(hidden[2].sit(0))
    good(hidden[2].sit(1, "creator", bot="greedy"))
    shown = [
        start(http, **of_two(FIRST)),
        create(http, terms={"ruleset": FIRST.meta.id, "seating": "anyone"}),
    ]
    battle = create(http, terms={"ruleset": "ancients", "seating": "anyone"}, scenario="007")
    page = screens.visit(meet())
    expect(page.locator(f"a[href='#/games/{battle.id}']")).to_contain_text("Cannae, 216 BC")
    for table in shown:
        expect(page.locator(f"a[href='#/games/{table.id}']")).to_be_visible()
    for table in hidden:
        expect(page.locator(f"a[href='#/games/{table.id}']")).not_to_be_attached()

    good(shown[0].act(0, {"type": "resign"}))
    good(shown[1].sit(0, bot="greedy", who="creator"))
    good(shown[1].sit(1))
    for table in shown:
        expect(page.locator(f"a[href='#/games/{table.id}']")).not_to_be_attached()
