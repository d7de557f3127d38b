"""Test that a shared link opens the game, and that a site which may embed a game shows it live."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from playwright.sync_api import expect

from service.runtime.sandbox import Sandbox
from tests.support.browser import screens
from tests.support.browser.chromium import Chromium, Person
from tests.support.browser.page_words import phrase
from tests.support.http.client import Table, good, play, seat_due, start
from tests.support.http.plain import plain_client
from tests.support.servers.elsewhere import served_elsewhere
from tests.support.servers.inside import served_inside
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, which prepares games."""
    with house.client() as client:
        yield client


def begun(http: httpx.Client) -> Table:
    """Return a game in which two people have acted a few times."""
    table = start(http)
    for _ in zip(range(4), play(table, Random(2), (0, 1)), strict=False):
        pass
    return table


def last_sentence(table: Table) -> str:
    """Return what happened last."""
    story = good(table.http.get(f"{table.url}/story"))["sentences"]
    return str(story[-1]["text"])


def test_a_shared_link_opens_its_moment(meet: Meet, http: httpx.Client) -> None:
    """The address goes on in the fragment, and the button copies the link again."""
    table = begun(http)
    person = meet()
    page = person.page
    page.goto(f"/games/{table.id}/v/9")
    shown = page.locator("div.table")
    expect(shown).to_have_attribute("data-version", "9")
    expect(page).to_have_url(f"{person.origin}/#/games/{table.id}/v/9")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    screens.button(page, "replay.copy").click()
    expect(page.get_by_text(phrase("replay.copied")).first).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{person.origin}/games/{table.id}/v/9"
    page.reload()
    expect(shown).to_have_attribute("data-version", "9")


def test_an_unknown_game_is_explained(meet: Meet) -> None:
    """With the words of the page, as at an address of its own."""
    person = meet()
    page = person.page
    # Otherwise the browser reports the status of the page as an error, which fails the test.
    address = f"{person.origin}/games/nosuchgame"
    page.route(address, lambda route: route.fulfill(response=route.fetch(), status=200))
    page.goto(address)
    expect(page.get_by_text(phrase("lost.game")).first).to_be_visible()


FRAME = '<!doctype html><title>A club</title><iframe src="{}" width="700" height="600"></iframe>'


def test_a_site_that_may_embed_a_game_shows_it_live(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    """The frame follows the game, sends no token, and links to the table; other sites get none."""
    with (
        served_elsewhere(tmp_path) as port,
        Served(
            tmp_path_factory.mktemp("service"),
            environment={"CAROLUS_EMBED_ORIGINS": f"http://127.0.0.1:{port}"},
        ) as service,
        service.start().client() as http,
        chromium.in_use() as browser,
        browser.new_context(locale="en") as context,
    ):
        table = begun(http)
        (tmp_path / "club.html").write_text(FRAME.format(f"{service.url}/embed/{table.id}"))
        sent: list[set[str]] = []
        context.on("request", lambda request: sent.append(set(request.headers)))
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/club.html")
        frame = page.frame_locator("iframe")
        expect(frame.locator("#happened")).to_have_text(last_sentence(table))
        seat = seat_due(table.now())
        assert seat is not None
        good(table.act(seat, table.any_action(seat, Random(3))))
        expect(frame.locator("#happened")).to_have_text(last_sentence(table))
        board = frame.get_by_role("img")
        version = table.now()["version"]
        expect(board).to_have_attribute("src", re.compile(rf"board\.svg\?.*version={version}$"))
        assert board.evaluate("image => image.naturalWidth") > 0
        assert set.union(*sent).isdisjoint({"authorization", "cookie"})
        with context.expect_page() as opened:
            frame.get_by_role("link").click()
        expect(opened.value.locator("div.table")).to_be_visible()

        refused = context.new_page()
        with refused.expect_console_message(lambda message: "frame-ancestors" in message.text):
            refused.goto(f"http://localhost:{port}/club.html")
        expect(refused.frame_locator("iframe").locator("#happened")).not_to_be_attached()


@pytest.mark.long
def test_a_game_of_a_sandbox_is_marked(meet: Meet, tmp_path: Path) -> None:
    """Where the players look: it counts for nothing. No other game has the mark."""
    with (
        served_inside(tmp_path, sandbox=Sandbox()) as inside,
        plain_client(inside.url) as http,
    ):
        table = start(http)
        page = meet(at=inside, locale="de").page
        page.goto(f"/games/{table.id}")
        for key in ("sandbox.mark", "sandbox.about"):
            expect(page.get_by_text(phrase(key, language="de"))).to_be_visible()
        page.goto("about:blank")  # before the service ends


@pytest.mark.long
def test_other_games_have_no_mark_of_a_sandbox(meet: Meet, http: httpx.Client) -> None:
    table = begun(http)
    page = meet().page
    page.goto(f"/games/{table.id}")
    expect(page.locator("div.table")).to_be_visible()
    expect(page.get_by_text("Sandbox")).to_have_count(0)
