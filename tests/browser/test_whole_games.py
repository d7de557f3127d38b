"""People play games to the end by click, on a desktop or a phone: each moment shown is one moment.

Games of Lancaster always have five rounds, so people play the last of them, after bots.

A script in the page notes what it shows. After each decision, the notes are compared with the
service's own account of these versions: board, seats, header, and log.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import httpx
import pytest
from playwright.sync_api import Page, ViewportSize

from tests.rulesets.ancients import at_the_page as ancients
from tests.rulesets.carolus_magnus import at_the_page as carolus_magnus
from tests.rulesets.lancaster import at_the_page as lancaster
from tests.rulesets.teg import at_the_page as teg
from tests.support.browser import looks, screens
from tests.support.browser.chromium import Person
from tests.support.browser.moments import (
    SHORT,
    WATCH,
    at_pace,
    must_be_one_moment,
    steps_of,
    story_of,
)
from tests.support.http.client import Json, Table, create, good, start
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.long]

Meet = Callable[..., Person]

DECIDE: Final[Mapping[str, Callable[[Page], None]]] = {
    "carolus-magnus": carolus_magnus.decide,
    "teg": teg.decide,
    "lancaster": lancaster.decide,
    "ancients": ancients.decide,
}
"""What presses the buttons of one decision."""

DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 720}
SIZES: Final[Mapping[str, ViewportSize]] = {
    "carolus-magnus": looks.PHONE,
    "teg": DESKTOP,
    "lancaster": looks.PHONE,
    "ancients": looks.PHONE,
}
"""Guides and tests of the rulesets press the controls of every game on a phone, too."""

KINDS: Final[Mapping[str, set[str]]] = {
    "carolus-magnus": {"choose_disc", "place_paladins", "move_emperor"},
    "teg": {"place_tokens", "end_turn"},
    "lancaster": {"place_knight", "cast_vote"},
    "ancients": {"play_card", "issue_orders", "move"},
}
"""The actions that every game asks for; others depend on chance."""

KNIGHTS: Final = 4
"""How many knights a bot of Lancaster still placed after the moment at which a person goes on."""

MINE: Final = 0
THEIRS: Final = 1


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, which gives its own account of the games."""
    with house.client() as client:
        yield client


def opened(http: httpx.Client, ruleset: str) -> Table:
    """Open a game for two that ends soon."""
    if ruleset != lancaster.RULESET:
        return create(http, terms={"ruleset": ruleset}, **SHORT[ruleset])
    source = start(http, {0: "greedy", 1: "greedy"}, {"ruleset": ruleset}, **SHORT[ruleset])
    until(lambda: source.now()["status"] == "over")
    placed = [one for one in source.events() if one["type"] == "knight_placed"]
    mine = [one["version"] for one in placed if one["by"] == MINE]
    continues = {"game": source.id, "version": mine[-KNIGHTS:][0] - 1}
    asked = {"ruleset": ruleset, "continues": continues}
    return Table(http, good(http.post("/v1/games", json=asked)))


@pytest.mark.parametrize("ruleset", DECIDE)
def test_a_whole_game_by_click(meet: Meet, http: httpx.Client, ruleset: str) -> None:
    """Nothing that the opponent does is left out."""
    table = opened(http, ruleset)
    person = meet(viewport=SIZES[ruleset])
    page = at_pace(person, 40)
    link = screens.link_of(person, table.id, MINE, table.tokens["seats"][MINE])
    screens.sit_down(person, link, "Ann")
    page.evaluate(WATCH)
    good(table.sit(THEIRS, "creator", bot="greedy"))
    versions: set[int] = set()
    kinds: set[str] = set()
    while awaits_me(table):
        screens.my_turn(page)
        versions |= compared(page, table)
        now = table.now()
        before = now["version"]
        kinds |= set(next(one["actions"] for one in now["awaits"] if one["seat"] == MINE))
        DECIDE[ruleset](page)
        until(lambda before=before: table.now()["version"] > before)  # type: ignore[misc]
    page.locator(".bar .result").wait_for()
    versions |= compared(page, table, ended=True)
    assert kinds >= KINDS[ruleset]
    story = story_of(table)
    theirs = [one for one in story if one["by"] == THEIRS]
    assert steps_of(table, theirs) <= versions
    looks.must_fit(page)


def awaits_me(table: Table) -> bool:
    """Wait until a decision of the player is due; return false after the end."""
    data: Json = {}

    def settled() -> bool:
        data.update(table.now())
        return data["status"] != "running" or MINE in [one["seat"] for one in data["awaits"]]

    until(settled)
    return bool(data["status"] == "running")


def compared(page: Page, table: Table, *, ended: bool = False) -> set[int]:
    """Compare what the page showed since the last time; return the versions.

    After the end, the service shows earlier moments with what was hidden then, so only the last
    one is compared.
    """
    seen = page.evaluate("() => window.seen.splice(0)")
    story = story_of(table, MINE)
    latest = {one["version"]: one for one in seen}
    for one in [*latest.values()][-1 if ended else 0 :]:
        must_be_one_moment(table, story, one, MINE)
    return set(latest)
