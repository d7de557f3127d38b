"""The page in a real browser: what visits, clicks and steps of a replay cost."""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Final, NamedTuple

import httpx
from playwright.sync_api import Browser, Page, Request

from tests.benchmarks import replays
from tests.benchmarks.measure import Row, milliseconds
from tests.benchmarks.servers import service
from tests.rulesets.carolus_magnus.at_the_page import DISCS, decision, press
from tests.support.browser.chromium import Person, start_chromium
from tests.support.browser.screens import link_of, my_turn, sit_down
from tests.support.http.client import create, good, seat_due, start

VISITS: Final = 9
ROUNDS: Final = 6
"""Rounds that the page plays, and that are played over HTTP; each has two discs."""

BYTES_MAX: Final = 200_000
"""150,000 for what the page does and shows, and 50,000 for its fonts."""

_PAINT: Final = """async () => {
  const painted = () => performance.getEntriesByName("first-contentful-paint")[0];
  while (!painted()) await new Promise(requestAnimationFrame);
  return painted().startTime;
}"""

_OFFERS: Final = """async () => {
  while (!document.querySelector("article button")) await new Promise(requestAnimationFrame);
  return performance.now();
}"""

_RECEIVED: Final = """(visit) => {
  const kinds = visit ? ["navigation", "resource"] : ["resource"];
  const found = kinds.flatMap((kind) => performance.getEntriesByType(kind));
  const sizes = found.map(({ transferSize }) => transferSize).filter(Boolean);
  performance.clearResourceTimings();
  return [sizes.length, sizes.reduce((sum, size) => sum + size, 0)];
}"""
"""Return the number of responses that came over the network, and their bytes."""

_REPORTS_MORE: Final = """(before) => {
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
        yield from _clicks(browser, origin)
        yield from replays.rows_of(browser, origin)


def _visits(browser: Browser, origin: str) -> Iterator[Row]:
    """Visit repeatedly, each time with a new browser context."""
    painted, offered, bare, sizes, counts, again = [], [], [], [], [], []
    for _ in range(VISITS):
        person = Person(browser, origin)
        finished = _finished(person)
        person.page.goto("/")
        painted.append(person.page.evaluate(_PAINT) / 1e3)
        offered.append(person.page.evaluate(_OFFERS) / 1e3)
        person.page.wait_for_load_state()
        sizes.append(sum(one.sizes()["responseBodySize"] for one in finished))
        counts.append(len(finished))
        person.page.goto("about:blank")
        person.page.goto("/")
        person.page.evaluate(_OFFERS)
        person.page.wait_for_load_state("networkidle")
        again.append(person.page.evaluate(_RECEIVED, True))
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
    requests, received = map(max, zip(*again, strict=True))
    yield Row(
        "a second visit, with the answers of the API",
        f"{requests} requests, {received:,} bytes",
        f"the first: {max(counts)} requests, {max(sizes):,} bytes",
        received / max(sizes),
        "",
    )


def _finished(person: Person) -> list[Request]:
    """Return the list of this person's finished requests; it grows."""
    finished: list[Request] = []

    def keep(one: Request) -> None:  # Playwright does not accept ``list.append``
        finished.append(one)

    person.context.on("requestfinished", keep)
    return finished


def _clicks(browser: Browser, origin: str) -> Iterator[Row]:
    """Play discs by clicks against a player who has no page, and over HTTP."""
    with httpx.Client(base_url=origin) as http:
        table = create(http, max_rounds=ROUNDS)
        person = Person(browser, origin)
        sit_down(person, link_of(person, table.id, 0, table.tokens["seats"][0]), "Ana")
        good(table.sit(1, name="Ben"))
        random = Random(1)
        clicked: list[_Click] = []
        while (due := seat_due(table.now())) is not None:
            if due:
                good(table.act(due, table.any_action(due, random)))
            else:
                my_turn(person.page)
                clicked += _decided(person.page)
        person.close()
        asked = _asked(http)
    seconds = median(one.seconds for one in clicked)
    yield Row(
        "a click that plays a disc → the page shows it, redrawn",
        milliseconds(seconds),
        f"the same action over HTTP: {milliseconds(median(asked))}",
        seconds / median(asked),
        "",
    )
    requests = median(one.requests for one in clicked)
    yield Row(
        "requests of this click, and their bytes as they are sent",
        f"{requests:.0f}, {median(one.received for one in clicked):,.0f} bytes",
        "the action alone: 1",
        requests,
        "≤ 1",
    )


class _Click(NamedTuple):
    """What a click took until the page showed it, and what came over the network."""

    seconds: float
    requests: int
    received: int


def _decided(page: Page) -> list[_Click]:
    """Make the decision that is due; return what it took if it was a disc."""
    title = decision(page)
    if not DISCS.search(title.inner_text()):
        # A player may decide twice in a row, so the next decision may have the same heading.
        before = page.locator(".story").text_content()
        press(page)
        page.wait_for_function(_REPORTS_MORE, arg=before)
        return []
    page.wait_for_load_state("networkidle")
    page.evaluate(_RECEIVED, False)
    seconds = page.evaluate(_CLICK) / 1e3
    page.wait_for_load_state("networkidle")
    return [_Click(seconds, *page.evaluate(_RECEIVED, False))]


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
