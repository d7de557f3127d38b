"""The page in a real browser: what a first visit costs, and how fast the page reacts to a click."""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

import httpx
from playwright.sync_api import Browser, Page, Request

from tests.benchmarks.measure import Row, milliseconds
from tests.benchmarks.servers import service
from tests.rulesets.carolus_magnus.at_the_page import DISCS, decision, press
from tests.support.browser.chromium import Person, start_chromium
from tests.support.browser.screens import link_of, my_turn, sit_down
from tests.support.http.client import create, good, start

VISITS: Final = 9
ROUNDS: Final = 6
"""Rounds that the page plays, and that are played over HTTP; each has two discs."""

BYTES_MAX: Final = 200_000
"""150,000 for what the page does, and 50,000 for its fonts."""

_PAINT: Final = """async () => {
  const painted = () => performance.getEntriesByName("first-contentful-paint")[0];
  while (!painted()) await new Promise(requestAnimationFrame);
  return painted().startTime;
}"""

_OFFERS: Final = """async () => {
  while (!document.querySelector("article button")) await new Promise(requestAnimationFrame);
  return performance.now();
}"""

_TELLS_MORE: Final = """(before) => {
  const [story, controls] = [".story", ".controls"].map((one) => document.querySelector(one));
  return story.textContent !== before && controls?.ariaBusy !== "true";
}"""

_CLICK: Final = """async () => {
  const story = () => document.querySelector(".story")?.textContent;
  const before = story();
  const began = performance.now();
  document.querySelector("[data-disc]:not([aria-disabled=true])").click();
  while (story() === before) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""
"""Play a disc, and wait until the story of the game shows it."""


def rows() -> Iterator[Row]:
    """Start a service and a browser, then yield the lines of the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        service(Path(folder)) as server,
        start_chromium(os.environ) as chromium,
        chromium.in_use() as browser,
    ):
        origin = f"http://127.0.0.1:{server.port}"
        yield from _visits(browser, origin)
        yield _clicks(browser, origin)


def _visits(browser: Browser, origin: str) -> Iterator[Row]:
    """Visit repeatedly, each time with a new browser context."""
    painted, offered, bare, sizes, counts = [], [], [], [], []
    for _ in range(VISITS):
        person = Person(browser, origin)
        finished = _finished(person)
        person.page.goto("/")
        painted.append(person.page.evaluate(_PAINT) / 1e3)
        offered.append(person.page.evaluate(_OFFERS) / 1e3)
        person.page.wait_for_load_state()
        sizes.append(sum(one.sizes()["responseBodySize"] for one in finished))
        counts.append(len(finished))
        person.close()
        other = Person(browser, origin)
        other.page.goto("/healthz")
        bare.append(other.page.evaluate(_PAINT) / 1e3)
        other.close()
    line = f"a line of JSON of the same service: {milliseconds(median(bare))}"
    for what, seconds in (("something is painted", painted), ("games are offered", offered)):
        yield Row(
            f"a first visit to the page → {what}",
            milliseconds(median(seconds)),
            line,
            median(seconds) / median(bare),
            "",
        )
    yield Row(
        "bytes of a first visit, packed as they are sent",
        f"{max(sizes):,} bytes",
        f"{BYTES_MAX:,} bytes",
        max(sizes) / BYTES_MAX,
        "≤ 1",
    )

    yield Row(
        "requests of a first visit",
        f"{max(counts)} requests",
        "a line of JSON of the same service: 1 request",
        max(counts),
        "",
    )


def _finished(person: Person) -> list[Request]:
    """Return the list of this person's finished requests; it grows."""
    finished: list[Request] = []

    def keep(one: Request) -> None:  # Playwright does not accept ``list.append``
        finished.append(one)

    person.context.on("requestfinished", keep)
    return finished


def _clicks(browser: Browser, origin: str) -> Row:
    """Play discs by clicks, and over HTTP."""
    with httpx.Client(base_url=origin) as http:
        table = create(http, max_rounds=ROUNDS)
        person = Person(browser, origin)
        for seat, token in enumerate(table.tokens["seats"]):
            sit_down(person, link_of(person, table.id, seat, token), f"Seat {seat}")
        clicked = []
        while table.now()["status"] == "running":
            my_turn(person.page)
            clicked += _decided(person.page)
        person.close()
        asked = _asked(http)
    return Row(
        "a click that plays a disc → the page shows it, redrawn",
        milliseconds(median(clicked)),
        f"the same action over HTTP: {milliseconds(median(asked))}",
        median(clicked) / median(asked),
        "",
    )


def _decided(page: Page) -> list[float]:
    """Make the decision that is due; return its seconds if it was a disc."""
    title = decision(page)
    if not DISCS.search(title.inner_text()):
        # One person has all seats, so the next decision may have the same heading.
        before = page.locator(".story").text_content()
        press(page)
        page.wait_for_function(_TELLS_MORE, arg=before)
        return []
    seconds = page.evaluate(_CLICK) / 1e3
    page.wait_for_load_state("networkidle")
    return [seconds]


def _asked(http: httpx.Client) -> list[float]:
    """Return the seconds of each disc in a game over HTTP."""
    table = start(http, max_rounds=ROUNDS)
    random = Random(1)
    seconds = []
    while (game := table.now())["status"] == "running":
        seat = game["awaits"][0]["seat"]
        action = table.any_action(seat, random)
        began = time.perf_counter()
        good(table.act(seat, action))
        if action["type"] == "choose_disc":
            seconds.append(time.perf_counter() - began)
    return seconds
