"""A replay in a real browser: what a step of a long game takes of the page's main thread.

The browser measures the processor time of that thread, not the time on the clock, so other programs
on the machine matter less. The page has no motion, as for people who want none: with motion, the
browser draws further pictures between two steps.
"""

from collections.abc import Iterator
from statistics import quantiles
from typing import Any, Final

import httpx
from playwright.sync_api import Browser, CDPSession, Page

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from tests.benchmarks.measure import Row, milliseconds
from tests.support.browser.chromium import Person
from tests.support.http.client import create, good, of_two
from tests.support.run.waiting import until

STEPS: Final = 30
STEP_MS_MAX: Final = 30
IDLE_SECONDS: Final = 3

_JUMP: Final = """(slider, index) => {
  slider.value = index;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""

_SHOWS_OTHER: Final = """(before) => {
  const table = document.querySelector("div.table");
  return table.dataset.version !== before;
}"""


def rows_of(browser: Browser, origin: str) -> Iterator[Row]:
    """Yield a line for each ruleset, on a phone, and one for a table where nothing happens."""
    idle = []
    with httpx.Client(base_url=origin) as http:
        for ruleset in RULESETS:
            person = Person(browser, origin, viewport={"width": 390, "height": 844})
            person.page.goto(f"/#/games/{_played(http, ruleset)}")
            metrics = person.context.new_cdp_session(person.page)
            metrics.send("Performance.enable", {"timeDomain": "threadTicks"})
            stops, steps = _stepped(person.page, metrics)
            deciles = quantiles(steps, n=10)
            usual, slow = deciles[4], deciles[8]
            idle.append(_rested(person.page, metrics))
            person.close()
            yield Row(
                f"a step of a replay of {ruleset.meta.title}, {stops} stops: main thread",
                f"{milliseconds(usual)}, nine of ten within {milliseconds(slow)}",
                f"{STEP_MS_MAX} ms for nine of ten",
                slow * 1e3 / STEP_MS_MAX,
                "≤ 1",
            )
    yield Row(
        "a second at a table where nothing happens: main thread",
        milliseconds(max(idle)),
        f"a step of a replay: {STEP_MS_MAX} ms",
        max(idle) * 1e3 / STEP_MS_MAX,
        "",
    )


def _played(http: httpx.Client, ruleset: AnyRuleset) -> str:
    """Return the id of a whole game of two house bots."""
    table = create(http, **of_two(ruleset))
    for seat in range(2):
        good(table.sit(seat, "creator", bot="greedy"))
    until(lambda: table.now()["status"] == "over", "the end of the game")
    return table.id


def _stepped(page: Page, metrics: CDPSession) -> tuple[int, list[float]]:
    """Step through the last moments; return the number of stops, and the seconds of each step."""
    slider = page.locator(".timeline input[type=range]")
    slider.wait_for()
    stops = int(slider.get_attribute("max") or 0)
    slider.evaluate(_JUMP, stops - STEPS - 1)
    slider.focus()
    page.wait_for_load_state("networkidle")
    seconds = []
    for _ in range(STEPS):
        shown = page.locator("div.table").get_attribute("data-version")
        began = _seconds(metrics)
        page.keyboard.press("ArrowRight")
        page.wait_for_function(_SHOWS_OTHER, arg=shown)
        page.wait_for_load_state("networkidle")
        seconds.append(_seconds(metrics) - began)
    return stops, seconds


def _rested(page: Page, metrics: CDPSession) -> float:
    """Return what a second without any change takes."""
    began = _seconds(metrics)
    page.wait_for_timeout(IDLE_SECONDS * 1e3)
    return (_seconds(metrics) - began) / IDLE_SECONDS


def _seconds(metrics: CDPSession) -> float:
    """Return the processor time of the tasks of the main thread so far."""
    found: list[dict[str, Any]] = metrics.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in found if one["name"] == "TaskDuration"))
