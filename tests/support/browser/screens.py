"""The screens of the page, as people use them; tests look up controls by their meaning.

Use ``wait_for`` for frequent waits, because it checks every frame. ``expect`` checks again only
after a tenth of a second, a quarter, a half and so on.
"""

import re
from typing import Any, TypeAlias

from playwright.sync_api import Locator, Page, expect

from domain.rulesets.registry import RULESETS
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import phrase

Pattern: TypeAlias = re.Pattern[str]


def button(page: Page | Locator, key: str, **values: Any) -> Locator:
    """Return the button with this text."""
    return page.get_by_role("button", name=phrase(key, **values))


def link(page: Page | Locator, key: str, **values: Any) -> Locator:
    """Return the link with this text."""
    return page.get_by_role("link", name=phrase(key, **values))


def heading(page: Page | Locator, key: str, **values: Any) -> Locator:
    """Return the heading with this text."""
    return page.get_by_role("heading", name=phrase(key, **values))


# --- the lobby, and opening a game ---------------------------------------------------------------


def title_of(ruleset: str) -> str:
    """Return the title of a ruleset."""
    return next(one.meta.title for one in RULESETS if one.meta.id == ruleset)


def visit(person: Person) -> Page:
    """Open the page's start address."""
    person.page.goto("/")
    expect(heading(person.page, "lobby.welcome")).to_be_visible()
    return person.page


def listed(page: Page, game: str) -> Locator:
    """Return the row of a game in the lobby."""
    return page.locator(".game").filter(has=page.locator(f"a[href='#/games/{game}']"))


def offer(page: Page, ruleset: str) -> Locator:
    """Return the part of the lobby that offers this game."""
    named = page.get_by_role("heading", name=title_of(ruleset), exact=True)
    return page.get_by_role("article").filter(has=named)


def play_the_house(page: Page, ruleset: str) -> None:
    """Start a game against the house bot."""
    button(offer(page, ruleset), "lobby.play").click()


def new_game(page: Page, ruleset: str) -> None:
    """Open the form for a new game."""
    link(offer(page, ruleset), "lobby.friends").click()
    expect(heading(page, "create.title")).to_be_visible()


def called(page: Page, name: str) -> None:
    """Enter one's name in the form."""
    page.get_by_role("textbox", name=phrase("settings.name")).fill(name)


def seat(page: Page, number: int, sitter: str, **values: Any) -> None:
    """Choose in the form who sits on a seat, counted from 1; ``sitter`` is the key of a word."""
    choose(page, phrase("create.seat", seat=number), phrase(sitter, **values))


def choose(page: Page, what: Pattern, value: Pattern) -> None:
    """Choose the option with this label in the list with this name."""
    box = page.get_by_role("combobox", name=what)
    box.select_option(label=box.get_by_role("option", name=value).inner_text().strip())


def open_game(page: Page, language: str = "en") -> str:
    """Open the game of the form, and return its id."""
    button(page, "create.open", language=language).click()
    return game_of(page)


def game_of(page: Page) -> str:
    """Wait until the page shows a game, and return its id."""
    page.wait_for_url(re.compile(r"#/games/\w+$"))
    return page.url.rpartition("/")[2]


# --- at the table --------------------------------------------------------------------------------


def link_of(person: Person, game: str, number: int, token: str) -> str:
    """Return the link to sit down on a seat; ``number`` counts from 0, the link from 1."""
    return f"{person.origin}/games/{game}#/games/{game}?seat={number + 1}&token={token}"


def links(page: Page) -> list[str]:
    """Return the links for friends that the page shows."""
    card = (
        page.get_by_role("region")
        .or_(page.locator("section"))
        .filter(has=heading(page, "links.title"))
    )
    expect(heading(page, "links.title")).to_be_visible()
    return [field.input_value() for field in card.get_by_role("textbox").all()]


def sit_down(person: Person, address: str, name: str) -> Page:
    """Follow a friend's link and sit down; the token must leave the address."""
    page = person.page
    page.goto(address)
    expect(page).not_to_have_url(re.compile("token"))
    called(page, name)
    sit = button(page, "seat.sit").or_(button(page, "seat.sit.as"))  # some sides have names
    sit.click()
    sit.wait_for(state="hidden")
    return page


def my_turn(page: Page) -> None:
    """Wait until it is the person's turn: the tab and the page say so."""
    page.wait_for_function("() => document.title.startsWith('● ')")
    said = turn(page).get_by_text(phrase("turn.yours"))
    said.or_(turn(page).get_by_text(phrase("turn.yours_as"))).wait_for()


def turn(page: Page) -> Locator:
    """Return the part of the table that shows whose turn it is, with the controls of that turn.

    By its class, since whole games look for it hundreds of times: to find a role and a name, the
    browser computes those of each element of the board.
    """
    return page.locator("section.turn")


def story(page: Page) -> Locator:
    """Return the lines of the log, the newest last."""
    return page.locator("section").filter(has=heading(page, "story.title")).get_by_role("listitem")


def ask_for(page: Page, request: str) -> None:
    """Make a request to the other players, or resign, and confirm."""
    button(page, f"request.{request}").click()
    button(page.get_by_role("dialog"), f"request.{request}").click()


def hold(page: Page, pressed: Locator) -> None:
    """Hold Enter down on an element until the key repeats."""
    pressed.focus()
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")


def ending(page: Page) -> Locator:
    """Return the part of the page that shows how a game ended."""
    return page.locator("section").filter(has=heading(page, "ending.title"))
