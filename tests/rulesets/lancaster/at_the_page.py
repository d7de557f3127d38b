"""Play Lancaster at the page: press what a player presses, field by field."""

from typing import Final

from playwright.sync_api import Locator, Page

from tests.support.browser.screens import turn

RULESET: Final = "lancaster"
FIELDS_MAX: Final = 8
FACETS: Final = "(all) => all.map((one) => [one.dataset.facet, one.ariaPressed === 'true'])"
"""Returns the field of each value, and whether it is chosen."""


def value(page: Page, field: str, name: str = "") -> Locator:
    """Return the button of a value of this field, or those of all its values."""
    named = f'[data-value="{name}"]' if name else ""
    return turn(page).locator(f'button[data-facet="{field}"]{named}')


def count(page: Page, field: str) -> Locator:
    """Return the box for a number."""
    return turn(page).locator(f'input[data-field="{field}"]')


def send(page: Page) -> Locator:
    """Return the button that sends the decision."""
    return turn(page).locator("[data-send]")


def on_the_board(page: Page, spot: str) -> Locator:
    """Return a place of the board that can be chosen."""
    return page.locator(f'.board [data-spot="{spot}"][role="button"]')


def settled(page: Page) -> None:
    """Wait until the service has responded: before that, the controls are inactive."""
    page.locator(".controls[aria-busy=true]").wait_for(state="detached")


def decide(page: Page) -> None:
    """Take the first value of each open field, and send."""
    send(page).wait_for()
    settled(page)
    for _ in range(FIELDS_MAX):
        if send(page).is_enabled():
            break
        offered = turn(page).locator("button[data-facet]").evaluate_all(FACETS)
        chosen = {field for field, pressed in offered if pressed}
        value(page, next(field for field, _ in offered if field not in chosen)).first.click()
    send(page).click()


def vote(page: Page, ballot: str, markers: int = 0) -> None:
    """Choose a ballot and vote markers, and do not send them yet."""
    value(page, "ballot", ballot).click()
    if markers:
        count(page, "markers").fill(str(markers))
        count(page, "markers").press("Tab")
