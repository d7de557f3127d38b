"""Test that the front end of the how-to plays a game against the house, in a browser."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.chromium import Chromium
from tests.support.docs import pages
from tests.support.http.client import Json, good
from tests.support.run.waiting import until
from tests.support.servers.elsewhere import served_elsewhere
from tests.support.servers.served import Served

PAGE = pages.ROOT / "docs" / "how-to" / "write-a-front-end.md"
LINES_MAX = 65

pytestmark = pytest.mark.browser


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """Serve the program of the page, word for word, and return the origin."""
    (program,) = [block for block in pages.blocks(PAGE) if block.mark == "front end"]
    assert program.text.count("\n") <= LINES_MAX
    (tmp_path / "table.html").write_text(program.text, encoding="utf-8")
    with served_elsewhere(tmp_path) as port:
        yield f"http://127.0.0.1:{port}"


class Table:
    """The page of the how-to, and the game that it has opened on the service."""

    def __init__(self, page: Page, http: httpx.Client) -> None:
        self._page, self._http, self._version = page, http, 0
        until(lambda: bool(self._running()), "the page opens a game")
        (game,) = self._running()
        self._url = f"/v1/games/{game['id']}"

    def follow(self) -> list[Json]:
        """Wait until seat 0 has to act again and the page shows it; return the sentences since."""
        before = self._version
        until(lambda: self._waits_for_player(before), "the player has to act again")
        self._version = good(self._http.get(self._url))["version"]
        story = good(self._http.get(f"{self._url}/story"))["sentences"]
        expect(self._page.locator("#board")).to_have_attribute("data-version", str(self._version))
        expect(self._page.locator("#story")).to_have_text(story[-1]["text"])
        return [sentence for sentence in story if sentence["last"] > before]

    def _running(self) -> list[Json]:
        games: list[Json] = good(self._http.get("/v1/games?status=running"))["games"]
        return games

    def _waits_for_player(self, before: int) -> bool:
        game = good(self._http.get(self._url))
        return game["version"] > before and [one["seat"] for one in game["awaits"]] == [0]


def choose_a_place(page: Page) -> None:
    """Click a land where tokens can be placed: an open one may be there to move tokens from."""
    # On its number, because another land may cover the middle of this one.
    lands = page.locator("[data-spot].open .count")
    for number in range(lands.count()):
        land = lands.nth(number).element_handle()
        land.click()
        if page.locator("#actions button").filter(has_text="place_tokens").count():
            return
        land.click()  # a second click drops the choice
    raise AssertionError("no land offers to place tokens")


def test_the_front_end_plays_on_the_board(
    chromium: Chromium, elsewhere: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A place on the board, then a button; the page follows what the house does."""
    settings = {"CAROLUS_CORS_ORIGINS": elsewhere}
    wrong: list[str] = []
    with (
        Served(tmp_path_factory.mktemp("service"), environment=settings) as service,
        service.start().client() as http,
        chromium.in_use() as browser,
        browser.new_page() as page,
    ):
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text))
        page.goto(f"{elsewhere}/table.html?service={service.url}")
        table = Table(page, http)
        table.follow()
        buttons = page.locator("#actions button")
        while not buttons.filter(has_text="end_turn").count():  # until no pool has tokens left
            choose_a_place(page)
            buttons.filter(has_text="place_tokens").last.click()
            assert table.follow()[-1]["text"].startswith("Me places ")
        buttons.filter(has_text="end_turn").click()
        assert 1 in {sentence["by"] for sentence in table.follow()}, "the house has played"
    assert wrong == []
