"""Play Ancients at the page: press what a player presses, on the board or next to it."""

from typing import Final

from playwright.sync_api import Locator, Page

from tests.support.browser.screens import turn

RULESET: Final = "ancients"


def value(page: Page, field: str, name: str = "") -> Locator:
    """Return the button of a value of this field, or those of all its values."""
    named = f'[data-value="{name}"]' if name else ""
    return turn(page).locator(f'button[data-facet="{field}"]{named}')


def box(page: Page, piece: str) -> Locator:
    """Return the check box that orders a piece."""
    return turn(page).locator(f'input[data-field="{piece}"]')


def answer(page: Page, name: str = "") -> Locator:
    """Return the button of an answer without a place, or those of all answers."""
    return turn(page).locator(f'[data-answer="{name}"]' if name else "[data-answer]")


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
    """Take the first answer, end the phase, or take the first value of each field and send."""
    settled(page)
    turn(page).locator("[data-send], [data-answer], [data-end]").first.wait_for()
    if answer(page).count():
        answer(page).first.click()
        return
    if turn(page).locator("[data-end]").count():
        for field in ("piece", "place"):
            if value(page, field).count():
                value(page, field).first.click()
        if not send(page).is_enabled():
            turn(page).locator("[data-end]").click()
            return
    else:
        _choose(page)
    send(page).click()


def _choose(page: Page) -> None:
    """Take the first card, hex or step, or order every piece that can still be ordered."""
    boxes = turn(page).locator("input[type=checkbox]")
    for number in range(boxes.count()):
        if boxes.nth(number).is_enabled() and not boxes.nth(number).is_checked():
            boxes.nth(number).check()
            if not send(page).is_enabled():
                boxes.nth(number).uncheck()
    for field in ("card", "to", "target", "step"):
        while not send(page).is_enabled() and value(page, field).count():
            value(page, field).first.click()
