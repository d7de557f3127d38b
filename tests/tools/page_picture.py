"""Takes the picture of the page in the README.

``python -m tests.tools.page_picture`` plays part of a game on its own service, and takes a
screenshot of the page of a player whose turn it is. Each picture shows another game, in the
machine's fonts, so no test compares them. Take a new one when the page looks different.
"""

import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import ViewportSize

from domain.rulesets.registry import RULESETS
from tests.support.browser import screens
from tests.support.browser.chromium import Person, start_chromium
from tests.support.http.client import create, good, play, seat_due
from tests.support.servers.served import Served

PICTURE: Final = Path(__file__).parents[2] / "docs/images/page.jpg"
SIZE: Final[ViewportSize] = {"width": 1280, "height": 800}
NAMES: Final = ("Anna", "Bert")
DECISIONS: Final = 50
"""Enough moves to fill the board, but too few to end the game."""


def main() -> None:
    """Write the picture."""
    ruleset = RULESETS[0].meta.id
    with TemporaryDirectory() as folder, Served(Path(folder)) as served:
        with served.start().client() as http:
            table = create(http, terms={"ruleset": ruleset, "take_backs": True})
            for seat, name in enumerate(NAMES):
                good(table.sit(seat, name=name))
            for _ in zip(range(DECISIONS), play(table, Random(6), (0, 1)), strict=False):
                pass
            due = seat_due(table.now())
            assert due is not None, "this game was over sooner: take another one"
        with start_chromium(os.environ) as chromium, chromium.in_use() as browser:
            person = Person(browser, served.url, viewport=SIZE, color_scheme="light")
            link = screens.link_of(person, table.id, due, table.tokens["seats"][due])
            person.page.goto(link)
            screens.my_turn(person.page)
            person.page.screenshot(path=PICTURE, quality=85)
            person.close()


if __name__ == "__main__":
    main()
