"""Test that the front end of the how-to plays a game against the house, in a browser."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect

from tests.support.browser.chromium import Chromium
from tests.support.docs import pages
from tests.support.http.client import good
from tests.support.run.waiting import until
from tests.support.servers.served import Served

PAGE = pages.ROOT / "docs" / "how-to" / "write-a-front-end.md"
LINES_MAX = 80

pytestmark = pytest.mark.browser


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and logs nothing."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """Serve the program of the page, word for word, and return the origin."""
    (program,) = [block for block in pages.blocks(PAGE) if block.mark == "front end"]
    assert program.text.count("\n") <= LINES_MAX
    (tmp_path / "table.html").write_text(program.text, encoding="utf-8")
    (tmp_path / "favicon.ico").touch()  # browsers ask for it
    handler = partial(Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_it_plays_on_the_board(
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
        place = page.locator("[data-spot].open").first
        ways = page.locator("#actions button", has_text="place_tokens")
        for one, story in ((ways.first, "Me places 1 in"), (ways.last, "Me places")):
            place.click()
            one.click()
            expect(page.locator("#story")).to_contain_text(story)
        (game,) = good(http.get("/v1/games?status=running"))["games"]
        before = game["version"]
        page.locator("#actions button", has_text="end_turn").click()
        until(lambda: good(http.get(f"/v1/games/{game['id']}"))["version"] > before + 1)
        expect(page.locator("#story")).not_to_contain_text("Me places")
    assert wrong == []
