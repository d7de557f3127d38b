"""Play Carolus Magnus at the page: press what a player presses, decision by decision."""

import re
from typing import Any, Final

from playwright.sync_api import Locator, Page

from tests.support.browser.page_words import phrase
from tests.support.browser.screens import turn

RULESET: Final = "carolus-magnus"

DISCS: Final = phrase("disc.title", RULESET)
PLACING: Final = phrase("place.title", RULESET)
EMPEROR: Final = phrase("emperor.title", RULESET)
CROWNS: Final = phrase("choose_crowns.title", RULESET)
JOKERS: Final = phrase("exchange_jokers.title", RULESET)
DECISIONS: Final = (DISCS, PLACING, EMPEROR, CROWNS, JOKERS)
ANY: Final = re.compile("|".join(f"(?:{title.pattern})" for title in DECISIONS))


def decision(page: Page) -> Locator:
    """Return the heading above the controls of the decision that is due."""
    return turn(page).get_by_role("heading", name=ANY)


def decide(page: Page) -> None:
    """Take the first choice of the decision that is due, and wait until it is accepted."""
    title = press(page)
    turn(page).get_by_role("heading", name=title, exact=True).wait_for(state="hidden")


def press(page: Page) -> str:
    """Press the controls of the decision that is due; return its heading."""
    title = decision(page).inner_text()
    if DISCS.search(title):
        play_disc(page)
    elif PLACING.search(title):
        place_all(page)
        button(page, "place.send").click()
    elif EMPEROR.search(title):
        walks(page).first.click()
        button(page, "emperor.send").click()
    else:
        name_clans(page, title)
    return title


def button(page: Page, key: str, **values: Any) -> Locator:
    """Return the button with this label."""
    return turn(page).get_by_role("button", name=phrase(key, RULESET, **values))


def play_disc(page: Page) -> None:
    """Play the lowest disc available."""
    disc = phrase("disc.name", RULESET).pattern.strip("^$")
    turn(page).get_by_role("button", name=re.compile(disc), disabled=False).first.click()


def places(page: Page) -> Locator:
    """Unfold and return the buttons next to the picture for the places of a paladin."""
    group = page.get_by_role("group", name=phrase("place.where", RULESET))
    folded = group.locator("details:not([open])")
    if folded.count():
        folded.get_by_text(phrase("place.list", RULESET)).click()
    return group.get_by_role("button")


def placed(page: Page) -> Locator:
    """Return the buttons that take a paladin back."""
    listed = page.get_by_role("list", name=phrase("place.placed", RULESET))
    return listed.get_by_role("button")


def left(page: Page) -> int:
    """Return the number of paladins still to be placed."""
    title = page.get_by_role("heading", name=PLACING).inner_text()
    return int(re.findall(r"\d+", title)[0]) - placed(page).count()


def place_all(page: Page) -> None:
    """Place all paladins of this turn in the last place offered."""
    for rest in range(left(page), 0, -1):
        places(page).last.click()
        page.get_by_role("status").filter(has_text=hint(rest - 1)).wait_for()


def hint(rest: int) -> re.Pattern[str]:
    """Return the hint above the controls when this many paladins are left."""
    return phrase("place.left", RULESET, count=rest) if rest else phrase("place.done", RULESET)


def walks(page: Page) -> Locator:
    """Return the buttons of the emperor's moves, shortest first."""
    return page.get_by_role("listitem").get_by_role("button", name=re.compile(r"^\d+ steps?\b"))


def name_clans(page: Page, title: str) -> None:
    """Name as many clans as required, each time the first one still available."""
    kind = "choose_crowns" if CROWNS.search(title) else "exchange_jokers"
    count = int((re.findall(r"\d+", title) or ["1"])[0])
    for _ in range(count):
        turn(page).locator("[data-more]:not([aria-disabled=true])").first.click()
    if count == 1:
        return  # one press names one clan
    button(page, f"{kind}.send_clans").click()
