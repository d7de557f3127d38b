"""Test that the picture on the screen changes only where the next one differs.

After each step it is what the service draws, and what did not change is still the same element: so
the browser styles and lays out only the rest.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Final

import httpx
import pytest
from playwright.sync_api import Page, expect

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_ID, RULESETS
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import phrase
from tests.support.http.client import Table, good, of_two, play, start
from tests.support.run.long import cases, long_after
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]

STEPS: Final = cases(6, 3)
STAYS_MIN: Final = 0.8
"""How much of a picture stays from step to step, at least."""
READS_MAX: Final = 0.6
"""How much of a picture the page reads for a step, at most."""

DIFFERENCE: Final = """(texts) => {
  const [sent, shown] = texts.map((text) => {
    const svg = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
    for (const one of svg.querySelectorAll(".pending, .scene, title")) one.remove();
    for (const one of [svg, ...svg.querySelectorAll("*")]) {
      for (const { name } of [...one.attributes]) {
        if (/^(role|tabindex|data-title|xmlns|aria-.*)$/.test(name)) one.removeAttribute(name);
      }
      one.classList.remove("legal", "chosen", "takes", "movable", "lit");
      if (!one.classList.length) one.removeAttribute("class");
    }
    return svg;
  });
  const differs = (one, other) => {
    if (one?.isEqualNode(other)) return "";
    const pairs = Math.max(one?.childNodes.length ?? 0, other?.childNodes.length ?? 0);
    for (let at = 0; at < pairs && one && other; at += 1) {
      const found = differs(one.childNodes[at], other.childNodes[at]);
      if (found && one.cloneNode().isEqualNode(other.cloneNode())) return found;
    }
    const text = (node) => (node?.outerHTML ?? node?.data ?? "nothing").slice(0, 300);
    return `${text(one)} is not ${text(other)}`;
  };
  return differs(sent, shown);
}"""
"""Return what differs between two pictures, without what the page adds to them."""

NEW: Final = """(svg) => {
  const all = [svg, ...svg.querySelectorAll("*")];
  const stays = all.filter((one) => window.known?.has(one)).length;
  window.known = new Set(all);
  return stays / all.length;
}"""
"""Return how much of the picture was there before."""

COUNT: Final = """() => {
  const { parseFromString } = DOMParser.prototype;
  window.read = 0;
  DOMParser.prototype.parseFromString = function (text, type) {
    window.read = String(text).length;
    return parseFromString.call(this, text, type);
  };
}"""
"""Keep how many letters the page reads for a picture."""


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, which plays games."""
    with house.client() as client:
        yield client


def must_show(page: Page, http: httpx.Client, table: Table, desk: Page) -> None:
    """Check that the picture is that of the version shown, as the service draws it.

    The page itself parses no text, so the pictures are compared on the desk, an empty page.
    """
    version = page.locator("div.table").get_attribute("data-version")
    sent = http.get(f"{table.url}/board.svg", params={"part": "board", "version": str(version)})
    shown = page.locator(".board svg").evaluate("(svg) => svg.outerHTML")
    assert not desk.evaluate(DIFFERENCE, [sent.text, shown]), version


RESTS: Final = """() => {
  const board = document.querySelector(".board svg");
  return !board.getAnimations({ subtree: true }).length && !board.querySelector(".fades");
}"""
"""Whether nothing moves in the picture."""


@cache
def played(http: httpx.Client, ruleset: str) -> Table:
    """Return a game of two that ended by resignation: one of each ruleset, as none changes it."""
    table = start(http, **of_two(BY_ID[ruleset]))
    for _ in zip(range(30), play(table, Random(3), (0, 1)), strict=False):
        pass
    good(table.act(1, {"type": "resign"}))
    return table


@pytest.mark.long
def test_steps_may_overtake_the_motion(meet: Meet, http: httpx.Client) -> None:
    """A piece that still flies is in its place when the next picture comes, and in the end."""
    table = played(http, "carolus-magnus")
    page = meet(reduced_motion="no-preference").page
    page.goto(f"/#/games/{table.id}")
    slider = page.get_by_role("slider", name=phrase("replay.slider"))
    shown = page.locator("div.table")
    steps = ("ArrowRight",) * STEPS + ("ArrowLeft",) * 3
    for key in ("Home", *steps, "PageDown", "ArrowLeft"):
        before = shown.get_attribute("data-version")
        assert before is not None
        slider.press(key)
        expect(shown).not_to_have_attribute("data-version", before)
    page.wait_for_function(RESTS)
    must_show(page, http, table, page.context.new_page())


@pytest.mark.parametrize("ruleset", long_after(1, RULESETS), ids=lambda one: one.meta.id)
def test_a_step_changes_only_what_differs(
    meet: Meet, http: httpx.Client, ruleset: AnyRuleset
) -> None:
    """Forwards and backwards, and far away."""
    table = played(http, ruleset.meta.id)
    page = meet().page
    page.goto(f"/#/games/{table.id}")
    slider = page.get_by_role("slider", name=phrase("replay.slider"))
    board, shown = page.locator(".board svg"), page.locator("div.table")
    board.wait_for()
    board.evaluate(NEW)
    page.evaluate(COUNT)
    desk = page.context.new_page()
    steps = ("ArrowRight",) * STEPS + ("ArrowLeft",) * cases(2, 1)
    for number, key in enumerate(("Home", "ArrowRight", *steps, "End", "PageUp", "Home")):
        before = shown.get_attribute("data-version")
        assert before is not None
        slider.press(key)
        expect(shown).not_to_have_attribute("data-version", before)
        must_show(page, http, table, desk)
        stays = board.evaluate(NEW)
        read = page.evaluate("window.read") / len(board.evaluate("(svg) => svg.outerHTML"))
        is_small = key.startswith("Arrow") and number > 1  # the first step can deal all pieces
        assert stays > (STAYS_MIN if is_small else 0), key
        assert read < READS_MAX or not is_small, key
