"""Play TEG at the page: press what a player presses, decision by decision."""

import re
from typing import Any, Final

from playwright.sync_api import Locator, Page

from tests.support.browser.page_words import phrase
from tests.support.browser.screens import turn

RULESET: Final = "teg"


def button(page: Page, key: str, **values: Any) -> Locator:
    """Return the button with this label."""
    return turn(page).get_by_role("button", name=phrase(key, RULESET, **values))


def field(page: Page, key: str) -> Locator:
    """Return the list with this label."""
    return turn(page).get_by_role("combobox", name=phrase(key, RULESET))


def on_the_map(page: Page, territory: str) -> Locator:
    """Return a selectable territory of the map."""
    return page.locator(f'[data-spot="territory-{territory}"][role="button"]')


def offered(page: Page, key: str) -> list[str]:
    """Return the territories that a list offers."""
    options = field(page, key).locator("option").all()
    return [value for option in options if (value := option.get_attribute("value"))]


def strongest(page: Page, key: str) -> str:
    """Return the first territory with the most tokens among those that a list offers."""
    options = field(page, key).locator("option").all()
    offers = [(one.get_attribute("value") or "", one.inner_text()) for one in options]
    return max(offers, key=lambda one: int((re.findall(r"\((\d+)\)", one[1]) or ["0"])[0]))[0]


def place_all(page: Page, territory: str = "") -> None:
    """Place as many tokens as possible in a territory, others where the list starts; send them."""
    lands = field(page, "place.territory")
    lands.wait_for()
    while lands.is_visible():
        among = offered(page, "place.territory")
        lands.select_option(territory if territory in among else among[0])
        button(page, "place.add").click()
    button(page, "place.send").click()
    button(page, "place.send").wait_for(state="hidden")
    settled(page)


def settled(page: Page) -> None:
    """Wait until the service has responded: before that, the controls are inactive."""
    page.locator(".controls[aria-busy=true]").wait_for(state="detached")


def first_round_is_over(page: Page) -> None:
    """Wait until the controls are those of a round with attacks."""
    why = phrase("attack.first_round", RULESET)
    turn(page).locator(".teg-why").filter(has_text=why).wait_for(state="detached")


def may_attack(page: Page) -> bool:
    """Return whether the controls are those of an attack."""
    return part(page, "attack").get_attribute("aria-pressed") == "true"


def part(page: Page, name: str) -> Locator:
    """Return the button of a part of the turn; a disabled one says why."""
    return turn(page).locator(f"[data-part={name}]")


def attack_once(page: Page) -> None:
    """Attack once from the strongest territory, and wait for the dice."""
    turn(page).locator("[data-part=attack][aria-pressed=true]").wait_for()
    settled(page)
    source = field(page, "attack.source")
    source.select_option(strongest(page, "attack.source"))
    target = field(page, "attack.target")
    if not target.input_value():
        target.select_option(offered(page, "attack.target")[0])
    button(page, "attack.now").click()
    dice(page).wait_for()
    settled(page)


def dice(page: Page) -> Locator:
    """Return the dice of the last attack, with the losses."""
    return turn(page).locator(".teg-battle")


def end_turn(page: Page) -> None:
    """End the turn, with or without a card."""
    keys = ("end.send", "end.card", "end.full")
    patterns = "|".join(f"(?:{phrase(key, RULESET).pattern})" for key in keys)
    turn(page).get_by_role("button", name=re.compile(patterns)).click()


def decide(page: Page) -> None:
    """Place all tokens, attack once if possible, or else end the turn."""
    turn(page).locator(".controls").wait_for()
    settled(page)
    if field(page, "place.territory").is_visible():
        place_all(page)
    elif may_attack(page) and not dice(page).count() and len(offered(page, "attack.source")):
        attack_once(page)
    else:
        end_turn(page)
