"""People learn each game in a guided first game, with the controls of a real one."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import Page, expect

from domain.rulesets.registry import BY_ID
from tests.support.browser import looks, screens
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import phrase
from tests.support.run.long import long_after
from tests.support.run.waiting import until

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]
Press: TypeAlias = Callable[[Page], None]

LONGEST: Final = "de"
"""The language with the longest words; other tests of guides take English and Spanish."""
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def spots(*ids: str) -> Press:
    """Return what points at these places of the board, one after the other, once they are lit."""

    def press(page: Page) -> None:
        for one in ids:
            lit = page.locator(f'.board [data-spot="{one}"][role="button"]')
            lit.dispatch_event("click")

    return press


def pressed(*selectors: str) -> Press:
    """Return what presses these buttons, one after the other."""

    def press(page: Page) -> None:
        for one in selectors:
            page.locator(one).click()

    return press


def each(*steps: Press) -> Press:
    """Return what does all of these."""

    def press(page: Page) -> None:
        for step in steps:
            step(page)

    return press


def facet(name: str, value: str) -> Press:
    """Return what chooses a value of a field of the controls."""
    return pressed(f'.controls [data-facet="{name}"][data-value="{value}"]')


def number(name: str, value: str) -> Press:
    """Return what fills in a number in the controls."""

    def fill(page: Page) -> None:
        field = page.locator(f'.controls input[type=number][data-field="{name}"]')
        field.fill(value)
        field.press("Tab")

    return fill


def go_on(page: Page) -> None:
    """Go on after a lesson to read only."""
    page.locator("[data-next]").click()


send: Final = pressed(".deeds .primary")

WAYS: Final[Mapping[str, tuple[Press, ...]]] = {
    "carolus-magnus": (
        go_on,
        go_on,
        pressed('[data-disc="3"]'),
        each(pressed('[data-clan="blue"]', ".cm-court", ".cm-court"), spots("territory-4"), send),
        each(spots("territory-4"), send),
        pressed('[data-more="pink"]'),
        pressed('[data-disc="1"]'),
        each(
            pressed('[data-clan="green"]', ".cm-court", ".cm-court", '[data-clan="blue"]'),
            spots("territory-5"),
            send,
        ),
        each(spots("territory-5"), send),
        go_on,
    ),
    "teg": (
        go_on,
        each(spots(*["territory-argentina"] * 3), send),
        pressed("[data-end]"),
        each(spots("territory-argentina"), send),
        each(
            pressed('[data-part="move"]'),
            spots("territory-colombia", "territory-brazil"),
            number("count", "2"),
            send,
        ),
        pressed("[data-end]"),
        go_on,
        go_on,
    ),
    "lancaster": (
        go_on,
        each(spots("castle-0-CS_GOLD"), send),
        each(facet("strength", "1"), spots("county-A"), number("squires", "1"), send),
        each(spots("battle-top-1"), send),
        each(spots("favour-KF_GOLD_1"), send),
        each(facet("ballot", "yes"), number("markers", "1"), send),
        each(facet("ballot", "no"), send),
        each(facet("ballot", "yes"), send),
        each(number("amount", "1"), send),
        each(facet("option", "both"), send),
        send,
        go_on,
    ),
    "ancients": (
        go_on,
        each(spots("card-order-2-right#1"), send),
        each(spots("hex-H11", "hex-G11"), send),
        each(spots("hex-H11", "hex-E11"), send),
        each(spots("hex-G11", "hex-F10"), send),
        each(spots("hex-F10", "hex-D10"), send),
        each(spots("hex-E11", "hex-D10"), send),
        send,
        pressed('[data-answer="null"]'),
        each(spots("hex-C11"), send),
        pressed('[data-answer="1"]'),
        go_on,
    ),
}
"""By ruleset: what a learner presses in each lesson."""


def lesson(page: Page, index: int, ruleset: str, language: str = "en") -> None:
    """Wait until this lesson is due, and check what it shows."""
    guide: Any = BY_ID[ruleset].guide
    due = guide.script.lessons[index]
    heading = phrase(
        "guide.number", language=language, number=index + 1, count=len(guide.script.lessons)
    )
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    shown = page.locator('.lesson[aria-busy="false"]')
    expect(shown).to_contain_text(guide.texts[language][due.id])
    expect(page.locator(".board .points > g")).to_have_count(len(due.points))


def walk(page: Page, ruleset: str, language: str) -> None:
    """Take all lessons of a guide; each is in one language and fits a phone."""
    for index, press in enumerate(WAYS[ruleset]):
        lesson(page, index, ruleset, language)
        looks.must_speak(page, language)
        looks.must_fit(page)
        press(page)
    done = phrase("guide.done", language=language)
    expect(page.get_by_role("heading", name=done)).to_be_visible()


def newest(page: Page) -> str | None:
    """Return the id of the game that was opened last."""
    games = page.request.get("/v1/games?limit=1").json()["games"]
    return str(games[0]["id"]) if games else None


@pytest.mark.parametrize("ruleset", long_after(1, WAYS))
def test_a_guide_leads_from_the_lobby_to_a_real_game(meet: Meet, ruleset: str) -> None:
    """On a phone, in the language with the longest words; until then, the learner has no game."""
    page = meet(locale=LONGEST, **PHONE).page
    page.goto("/")
    before = newest(page)
    screens.link(screens.offer(page, ruleset), "lobby.learn", language=LONGEST).click()
    walk(page, ruleset, LONGEST)
    assert newest(page) == before
    page.locator("[data-play]").click()
    turn = page.get_by_role("region", name=phrase("turn.title", language=LONGEST))
    expect(turn).to_be_visible()
    assert newest(page) == screens.game_of(page) != before
    weakest, *_ = BY_ID[ruleset].bots
    game = page.request.get(f"/v1/games/{screens.game_of(page)}").json()
    assert {seat["bot"] for seat in game["seats"]} == {None, weakest}


def test_other_actions_are_judged_by_the_rules_and_change_nothing(meet: Meet) -> None:
    """What is legal is allowed, but the lesson stays, even after a reload; it can be taken back."""
    page = meet().page
    page.goto("/#/learn/carolus-magnus")
    for index, press in enumerate((go_on, go_on, pressed('[data-disc="4"]'))):
        lesson(page, index, "carolus-magnus")
        press(page)
    expect(page.get_by_text(phrase("guide.astray"))).to_be_visible()
    lesson(page, 2, "carolus-magnus")
    pressed('[data-disc="3"]')(page)
    lesson(page, 3, "carolus-magnus")
    looks.must_be_for_everybody(page)
    looks.must_fit(page)
    looks.must_rest(page)
    page.reload()
    lesson(page, 3, "carolus-magnus")
    screens.button(page, "guide.back").click()
    lesson(page, 2, "carolus-magnus")
    expect(page.get_by_text(phrase("guide.astray"))).not_to_be_visible()


ON_TOP: Final = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Returns whether a press on the middle of an element would reach it."""


@pytest.mark.long
def test_the_smallest_phone_shows_what_a_lesson_asks_for(meet: Meet) -> None:
    """The learner need not scroll to the discs, and the text of the lesson does not cover them."""
    page = meet(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True).page
    page.goto("/#/learn/carolus-magnus")
    for index in range(2):
        lesson(page, index, "carolus-magnus")
        go_on(page)
    lesson(page, 2, "carolus-magnus")
    until(lambda: page.locator('[data-disc="3"]').evaluate(ON_TOP))
    assert page.locator(".lesson").evaluate(ON_TOP)


@pytest.mark.long
def test_keys_alone_lead_through_lessons(meet: Meet) -> None:
    """After each lesson, the focus is on what comes next."""
    page = meet().page
    page.goto("/#/learn/carolus-magnus")
    lesson(page, 0, "carolus-magnus")
    page.locator("[data-next]").press("Enter")
    lesson(page, 1, "carolus-magnus")
    expect(page.locator("[data-next]")).to_be_focused()
    page.keyboard.press("Enter")
    lesson(page, 2, "carolus-magnus")
    expect(page.locator('[data-disc="2"]')).to_be_focused()
    page.locator('[data-disc="3"]').press("Enter")
    lesson(page, 3, "carolus-magnus")
    spot = page.locator('.board [data-spot="territory-4"]')
    for _ in range(3):
        spot.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".deeds .primary")).to_be_disabled()


@pytest.mark.long
def test_a_guide_follows_a_change_of_language(meet: Meet) -> None:
    """The lesson stays, and nothing remains that was announced in the other language."""
    page = meet().page
    page.goto("/#/learn/lancaster")
    lesson(page, 0, "lancaster")
    go_on(page)
    lesson(page, 1, "lancaster")
    screens.button(page, "settings.title").click()
    screens.choose(page, phrase("settings.language"), re.compile("Español"))
    page.keyboard.press("Escape")
    lesson(page, 1, "lancaster", "es")
    looks.must_speak(page, "es")
    assert page.locator("#announcements p").count() == 0


@pytest.mark.parametrize("ruleset", ["chess", "toString"])
@pytest.mark.long
def test_an_unknown_game_has_no_guide(meet: Meet, ruleset: str) -> None:
    page = meet().page
    page.goto(f"/#/learn/{ruleset}")
    expect(page.get_by_text(phrase("lost.rules"))).to_be_visible()
