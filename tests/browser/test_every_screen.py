"""Test every screen of every ruleset: accessible, on a phone, and completely in each language.

A screen is shown once, in German, and then changes its language. Axe is expensive, so it audits
each screen of the first ruleset, and of the others those whose elements differ: in German in both
themes, and then what depends on words: of the first ruleset in both other languages, of the others
in one of them by turns. In a quick run, and on screens of the other games without a board, it
audits only one theme, by turns.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import FilePayload, Page, expect

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_ID, RULESETS
from tests.support.browser import javascript, screens
from tests.support.browser.chromium import Person
from tests.support.browser.looks import (
    THEMES,
    must_be_for_everybody,
    must_be_named,
    must_fit,
    must_rest,
    must_speak,
)
from tests.support.browser.page_words import phrase
from tests.support.browser.tournaments import Account, played
from tests.support.http.client import Table, create, good, of_two, play, seat_due, start
from tests.support.run.long import cases, long_if
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]

FIRST = "de"
"""The language in which screens are shown; it has the longest words."""
OTHERS = (("es", "Español"), ("en", "English"))
"""The languages to which they change; in a quick run, and without audit, to one by turns."""


class Visit(NamedTuple):
    """The ingredients for showing a screen."""

    http: httpx.Client
    organiser: Account
    ruleset: AnyRuleset
    page: Page
    person: Person

    def says(self, key: str) -> None:
        """Wait for a heading."""
        expect(screens.heading(self.page, key, language=FIRST)).to_be_visible()


def lobby(visit: Visit) -> None:
    """Show games with free seats, running games, and one's own, in which it is one's turn."""
    table = after(visit.http, visit.ruleset, 2)
    sit(visit, table)
    visit.page.goto("/#/")
    visit.says("lobby.own")
    visit.page.get_by_role("article").first.wait_for()
    own = screens.listed(visit.page, table.id)
    for key in ("lobby.you", "turn.yours"):
        own.get_by_text(phrase(key, language=FIRST), exact=True).wait_for()


def new_game(visit: Visit) -> None:
    """Show the form, with all details unfolded."""
    visit.page.goto(f"/#/new?ruleset={visit.ruleset.meta.id}")
    visit.says("create.options")
    for details in visit.page.locator("summary").all():
        details.click()


def waiting(visit: Visit) -> None:
    """Show a game that the visitor has opened, with links for friends."""
    visit.page.goto(f"/#/new?ruleset={visit.ruleset.meta.id}")
    screens.open_game(visit.page, language=FIRST)
    visit.says("links.title")
    visit.page.get_by_text(phrase("links.here", language=FIRST)).wait_for()


def first_turn(visit: Visit) -> None:
    """Show a game in which the visitor has the first decision."""
    sit(visit, after(visit.http, visit.ruleset, 0))
    visit.says("story.title")


def later(visit: Visit) -> None:
    """Show the same somewhat later; another player offers a draw."""
    table = after(visit.http, visit.ruleset, 12)
    others = (seat for seat in range(len(table.tokens["seats"])) if seat != due(table))
    good(table.act(next(others), {"type": "offer_draw"}))
    sit(visit, table)
    screens.button(visit.page, "offer.accept", language=FIRST).wait_for()


def watched(visit: Visit) -> None:
    """Show a game of others."""
    visit.page.goto(f"/#/games/{after(visit.http, visit.ruleset, 20).id}")
    visit.says("story.title")


def over(visit: Visit) -> None:
    """Show a finished game."""
    sit(visit, finished(visit.http, visit.ruleset.meta.id))
    visit.says("ending.title")


def moment(visit: Visit) -> None:
    """Show an earlier moment of a game."""
    table = finished(visit.http, visit.ruleset.meta.id)
    visit.page.goto(f"/#/games/{table.id}/v/12")
    screens.button(visit.page, "replay.copy", language=FIRST).wait_for()


def proof(visit: Visit) -> None:
    """Show the proof of a game, with every die drawn again."""
    table = finished(visit.http, visit.ruleset.meta.id)
    visit.page.goto(f"/#/games/{table.id}/proof")
    visit.page.get_by_text(phrase("proof.valid", language=FIRST)).wait_for()
    for details in visit.page.locator("summary").all():
        details.click()


def records(visit: Visit) -> None:
    """Show games for organisers, with counts of one ruleset; players of one game have no name."""
    finished(visit.http, visit.ruleset.meta.id)
    nameless = create(visit.http, terms={"ruleset": visit.ruleset.meta.id})
    for seat in range(len(nameless.tokens["seats"])):
        good(nameless.sit(seat))
    good(nameless.act(0, {"type": "resign"}))
    visit.page.goto(f"/#/records?ruleset={visit.ruleset.meta.id}")
    row = visit.page.get_by_role("row").filter(has_text=nameless.id)
    row.get_by_text(phrase("seat.someone", language=FIRST)).first.wait_for()


def profile(visit: Visit) -> None:
    """Show a player with ratings, opponents and games."""
    ana, _ = rated_game(visit)
    visit.page.goto(f"/#/players/{ana}")
    visit.says("profile.opponents")
    for details in visit.page.locator("main summary").all():
        details.click()


def leaders(visit: Visit) -> None:
    """Show the leader board of a ruleset."""
    rated_game(visit)
    visit.page.goto(f"/#/leaders/{visit.ruleset.meta.id}")
    visit.page.get_by_role("cell", name="1", exact=True).first.wait_for()


def check(visit: Visit) -> None:
    """Show a changed record."""
    table = finished(visit.http, visit.ruleset.meta.id)
    record = good(visit.http.get(f"/v1/games/{table.id}/record"))
    del record["entries"][-2]
    file: FilePayload = {
        "name": "a.json",
        "mimeType": "application/json",
        "buffer": json.dumps(record).encode(),
    }
    visit.page.goto("/#/check")
    visit.page.locator("input[type=file]").set_input_files(file)
    visit.page.get_by_text(phrase("proof.wrong", language=FIRST)).wait_for()


def settings(visit: Visit) -> None:
    """Show the settings of the page."""
    visit.page.goto("/")
    screens.button(visit.page, "settings.title", language=FIRST).click()
    visit.says("settings.title")


def rules(visit: Visit) -> None:
    """Show how the game is played, with all details unfolded."""
    visit.page.goto(f"/#/rules/{visit.ruleset.meta.id}")
    visit.says("rules.all")
    for details in visit.page.locator("summary").all():
        details.click()


def tournament(visit: Visit) -> None:
    """Show a tournament in its second round, at the desk of its organiser, all unfolded."""
    cup = played(visit.http, visit.organiser, visit.ruleset.meta.pinned)
    visit.page.goto("/healthz")
    visit.organiser.sign_in(visit.page)
    visit.page.goto(f"/#/tournaments/{cup.id}")
    visit.says("tournament.desk")
    for details in visit.page.locator("main summary").all():
        details.click()


def tournaments(visit: Visit) -> None:
    """Show the list of tournaments."""
    played(visit.http, visit.organiser, visit.ruleset.meta.pinned)
    visit.page.goto("/#/tournaments")
    visit.says("tournament.list.running")


def announcing(visit: Visit) -> None:
    """Show the form that announces a tournament, without the rights for it, all unfolded."""
    visit.page.goto("/#/tournaments/new")
    visit.page.get_by_text(phrase("tournament.announce.no_right", language=FIRST)).wait_for()
    for details in visit.page.locator("main summary").all():
        details.click()


Screen = Callable[[Visit], None]

WITH_PAGE = [ruleset for ruleset in RULESETS if ruleset.meta.id in javascript.folders()]
OF_ALL_GAMES = (
    *(lobby, settings, records, check, profile, leaders),
    *(tournament, tournaments, announcing),
)
"""The screens that show the same parts for each ruleset."""
SECONDARY = {tournaments, watched}
"""Screens whose elements are on others, too."""
OF_ONE_GAME = (waiting, later, watched, moment)
"""The screens whose boards and logs of each game are on others, too."""
OF_A_GAME = (rules, new_game, first_turn, over, proof)
LIKE_OTHERS = {watched, *cases((), (later, moment))}
"""Screens whose elements are on an audited one; in a quick run, nearly all of them."""
DRAWN_BY_GAMES = {rules, new_game, first_turn}
"""The screens whose elements differ between rulesets: explanations, options, controls, boards.

The other screens of a game have the same board and the elements of the page around it.
"""
SCREENS: list[tuple[Screen, AnyRuleset]] = [
    *((screen, WITH_PAGE[0]) for screen in (*OF_ALL_GAMES, *OF_ONE_GAME)),
    *((screen, ruleset) for ruleset in WITH_PAGE for screen in OF_A_GAME),
]


def after(http: httpx.Client, ruleset: AnyRuleset, actions: int) -> Table:
    """Open a game, and play for everyone until this many actions have been taken."""
    terms = {"ruleset": ruleset.meta.id, "take_backs": True}
    table = start(http, terms=terms, **ruleset.house_options)
    people = range(len(table.tokens["seats"]))
    for _ in zip(range(actions), play(table, Random(7), people), strict=False):
        pass
    return table


@cache
def finished(http: httpx.Client, ruleset: str) -> Table:
    """Return a game that ended by resignation: one for all screens, since none changes it."""
    table = after(http, BY_ID[ruleset], 10)
    for seat in range(1, len(table.tokens["seats"])):
        good(table.act(seat, {"type": "resign"}))
    return table


def rated_game(visit: Visit) -> tuple[str, str]:
    """Have the first of two new accounts win two games; return their ids."""
    made = [good(visit.http.post("/v1/players", json={"name": name})) for name in ("Ana", "Bea")]
    ids = made[0]["player"]["id"], made[1]["player"]["id"]
    for _ in range(2):
        table = create(visit.http, **of_two(visit.ruleset))
        for seat, one in enumerate(made):
            good(table.sit(seat, headers={"Carolus-Player": one["secret"]}))
        own = {"Authorization": f"Bearer {made[1]['secret']}"}
        good(table.act(1, {"type": "resign"}, headers=own))
    return ids


def due(table: Table) -> int:
    """Return the seat whose turn it is; after the end, the first one."""
    return seat_due(table.now()) or 0


def sit(visit: Visit, table: Table) -> None:
    """Open a game as the player whose turn it is."""
    seat = due(table)
    visit.page.goto(screens.link_of(visit.person, table.id, seat, table.tokens["seats"][seat]))
    expect(visit.page).to_have_url(f"{visit.person.origin}/#/games/{table.id}")


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, which prepares games."""
    with house.client() as client:
        yield client


def screens_of_rulesets() -> Iterator[Any]:
    """Yield every screen of every ruleset; the first of a screen is not long."""
    seen: set[Screen] = set()
    for screen, ruleset in SCREENS:
        yield long_if(
            screen in seen | SECONDARY, screen, ruleset, id=f"{ruleset.meta.id}-{screen.__name__}"
        )
        seen.add(screen)


@pytest.mark.parametrize(("screen", "ruleset"), [*screens_of_rulesets()])
def test_a_screen(
    meet: Meet, http: httpx.Client, organiser: Account, screen: Screen, ruleset: AnyRuleset
) -> None:
    visitor = meet(locale=FIRST)
    page = visitor.page
    screen(Visit(http, organiser, ruleset, page, visitor))
    must_speak(page, FIRST)
    must_fit(page)
    must_rest(page)
    first = ruleset is WITH_PAGE[0]
    audited = (first and screen not in LIKE_OTHERS) or screen in DRAWN_BY_GAMES
    turn = SCREENS.index((screen, ruleset)) % len(OTHERS)
    others = [*OTHERS[turn:], *OTHERS[:turn]][: cases(len(OTHERS), 1) if audited and first else 1]
    if audited:
        board = "none" if screen in DRAWN_BY_GAMES else ".board"
        theme = (THEMES[turn],)
        themes = cases(THEMES, theme) if first or screen is first_turn else theme
        must_be_for_everybody(page, themes, without=board)
    shown = FIRST
    for language, name in others:
        change_language(page, shown, name)
        shown = language
        must_speak(page, language)
        if audited:
            must_be_named(page)


def change_language(page: Page, shown: str, name: str) -> None:
    """Choose another language in the settings; close them again if they were closed."""
    closed = not page.locator("dialog[open]").count()
    if closed:
        screens.button(page, "settings.title", language=shown).click()
    screens.choose(page, phrase("settings.language", language=shown), re.compile(name))
    if closed:
        page.keyboard.press("Escape")
