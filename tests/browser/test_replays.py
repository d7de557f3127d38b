"""Test finished games in the browser: replay, proof, dropped files, and export."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_ID, RULESETS
from tests.support.browser import javascript, screens
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import SHELL, phrase, words_of
from tests.support.http.client import Table, create, good, of_two, play, start
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]

WITH_PAGE = [ruleset for ruleset in RULESETS if ruleset.meta.id in javascript.folders()]

CHANGED = "(before) => document.querySelector('.board svg').innerHTML !== before"
"""Whether the picture of the board has changed."""

DROP = """(text) => {
  const files = new DataTransfer();
  files.items.add(new File([text], "game.json", { type: "application/json" }));
  for (const type of ["dragover", "drop"]) {
    const init = { dataTransfer: files, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent(type, init));
  }
}"""


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, which plays games."""
    with house.client() as client:
        yield client


@cache
def played(http: httpx.Client, ruleset: str) -> Table:
    """Return a game of two that ended by resignation: one of each ruleset, as none changes it."""
    return newly_played(http, BY_ID[ruleset])


def newly_played(http: httpx.Client, ruleset: AnyRuleset) -> Table:
    """Return another game of two that ended by resignation."""
    table = start(http, **of_two(ruleset))
    for _ in zip(range(16), play(table, Random(3), (0, 1)), strict=False):
        pass
    good(table.act(1, {"type": "resign"}))
    return table


def record_of(http: httpx.Client, table: Table) -> dict[str, Any]:
    """Return the record of a game."""
    return good(http.get(f"{table.url}/record"))


def says(page: Page, key: str) -> None:
    """Wait until the page says this."""
    expect(page.get_by_text(phrase(key)).first).to_be_visible()


def test_a_game_is_replayed_step_by_step(meet: Meet, http: httpx.Client) -> None:
    """By the controls of every game; ``test_pictures.py`` steps through each of them."""
    table = played(http, WITH_PAGE[0].meta.id)
    page = meet().page
    page.goto(f"/#/games/{table.id}")
    slider = page.get_by_role("slider", name=phrase("replay.slider"))
    last = slider.input_value()
    board = page.locator(".board svg").first
    end = board.inner_html()

    slider.press("Home")
    expect(slider).to_have_value("0")
    expect(page).to_have_url(re.compile(r"/v/\d+$"))
    first = page.url
    screens.button(page, "replay.on").click()
    expect(slider).to_have_value("1")
    expect(page).not_to_have_url(first)  # the address follows a moment after the picture
    page.wait_for_function(
        "(end) => document.querySelector('.board svg').innerHTML !== end", arg=end
    )

    moment = page.url
    others = meet().page
    others.goto(moment)
    expect(others.get_by_role("slider", name=phrase("replay.slider"))).to_have_value("1")
    screens.button(page, "replay.end").click()
    expect(slider).to_have_value(last)


@pytest.mark.long
def test_a_game_plays_by_itself(meet: Meet, http: httpx.Client) -> None:
    page = meet().page
    page.goto(f"/#/games/{played(http, WITH_PAGE[0].meta.id).id}")
    slider = page.get_by_role("slider", name=phrase("replay.slider"))
    slider.press("Home")
    screens.button(page, "replay.play").click()
    expect(slider).not_to_have_value("0")
    screens.button(page, "replay.pause").click()
    expect(screens.button(page, "replay.play")).to_be_visible()


@pytest.mark.long
def test_a_game_is_proved_in_the_browser(meet: Meet, http: httpx.Client) -> None:
    """On its own screen."""
    page = meet().page
    page.goto(f"/#/games/{played(http, WITH_PAGE[0].meta.id).id}")
    screens.button(page, "proof.start").click()
    says(page, "proof.valid")
    says(page, "proof.limits")


def test_a_dropped_record_is_proved_and_replayed(meet: Meet, http: httpx.Client) -> None:
    """``test_every_screen.py`` proves a game of each ruleset in the browser."""
    record = record_of(http, played(http, WITH_PAGE[0].meta.id))
    page = screens.visit(meet())
    page.evaluate(DROP, json.dumps(record))
    says(page, "proof.valid")
    expect(page.get_by_role("slider", name=phrase("replay.slider"))).to_be_visible()


def to_a_new_game(page: Page, table: Table) -> None:
    """Go to an early moment of a game, and from there to the form of a new one."""
    page.goto(f"/#/games/{table.id}")
    slider = page.get_by_role("slider", name=phrase("replay.slider"))
    slider.press("Home")
    screens.button(page, "replay.on").click()
    expect(slider).to_have_value("1")
    page.get_by_role("link", name=phrase("continues.play")).click()
    expect(page.get_by_role("heading", name=phrase("continues.play"))).to_be_visible()


def continues(page: Page, table: Table) -> None:
    """Wait until the page says which game this one continues."""
    link = page.locator(f"a.continues[href*='{table.id}']")
    expect(link).to_have_attribute("href", re.compile(r"/v/\d+$"))
    expect(link).to_be_visible()


def test_anyone_plays_on_from_a_moment_of_a_finished_game(meet: Meet, http: httpx.Client) -> None:
    """Against the house by default; the new game names its source, and goes on at once."""
    table = played(http, WITH_PAGE[0].meta.id)
    page = meet().page
    to_a_new_game(page, table)
    expect(page.get_by_label(phrase("continues.house"))).to_be_checked()
    screens.button(page, "create.open").click()
    continues(page, table)
    screens.my_turn(page)
    expect(page.get_by_text(phrase("game.loading"))).to_have_count(0)
    page.goto("/#/")
    continues(page, table)


@pytest.mark.long
def test_a_player_plays_on_alone(meet: Meet, http: httpx.Client) -> None:
    """On all seats, on a phone; the list of games names the source, too."""
    table = played(http, "teg")
    page = meet(viewport={"width": 390, "height": 844}).page
    to_a_new_game(page, table)
    page.get_by_label(phrase("continues.alone")).check()
    screens.button(page, "create.open").click()
    continues(page, table)
    screens.my_turn(page)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, "the page scrolls sideways"
    slider = page.get_by_role("slider", name=phrase("replay.slider"))
    expect(slider).to_have_count(0)
    page.goto("/#/records?status=running")
    continues(page, table)


@pytest.mark.long
def test_friends_play_on_by_link(meet: Meet, http: httpx.Client) -> None:
    """The other seat gets a link, in the language of the player."""
    table = played(http, WITH_PAGE[0].meta.id)
    page = meet(locale="de").page
    words = words_of(SHELL)["de"]
    page.goto(f"/#/games/{table.id}")
    page.get_by_role("slider").press("Home")
    page.get_by_role("link", name=words["continues.play"]).click()
    page.get_by_label(words["continues.friends"]).check()
    page.get_by_role("button", name=words["create.open"]).click()
    continues(page, table)
    expect(page.locator("a.continues")).to_have_text(
        re.compile(words["continues.from"].replace("{version}", r"\d+"))
    )


@pytest.mark.long
def test_a_record_that_was_tampered_with_is_wrong(meet: Meet, http: httpx.Client) -> None:
    """Whatever else may be wrong with a record is tested without a browser."""
    record = record_of(http, played(http, WITH_PAGE[0].meta.id))
    record["outcome"]["winners"] = []
    page = screens.visit(meet())
    page.evaluate(DROP, json.dumps(record))
    says(page, "proof.wrong")


@pytest.mark.long
def test_a_file_without_a_record_is_refused_in_words(meet: Meet) -> None:
    page = screens.visit(meet())
    page.evaluate(DROP, "Dear Carolus,")
    expect(page.get_by_role("alert")).to_contain_text("game.json")


@pytest.mark.long
def test_an_organiser_exports_records(meet: Meet, http: httpx.Client) -> None:
    table = newly_played(http, WITH_PAGE[0])
    page = meet().page
    page.goto("/#/records")
    page.get_by_role("checkbox", name=phrase("records.choose", game=table.id)).check()
    with page.expect_download() as download:
        screens.button(page, "records.export_chosen").click()
    (line,) = download.value.path().read_text("utf-8").splitlines()
    assert json.loads(line)["id"] == table.id

    screens.choose(page, phrase("records.ruleset"), re.compile(WITH_PAGE[0].meta.title))
    page.get_by_label(phrase("records.player")).fill("guest 1")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "player=guest+1" in url)
    with page.expect_download() as download:
        screens.button(page, "records.export_all").click()
    assert download.value.suggested_filename == (
        f"carolus-{WITH_PAGE[0].meta.id}-guest-1-over.ndjson"
    )
    lines = download.value.path().read_text("utf-8").splitlines()
    assert table.id in {json.loads(line)["id"] for line in lines}
    page.get_by_label(phrase("records.player")).fill("nobody is called so")
    page.keyboard.press("Enter")
    expect(page.get_by_text(phrase("records.none.over"))).to_be_visible()


@pytest.mark.long
def test_games_of_another_status_are_offered(meet: Meet, http: httpx.Client) -> None:
    """The list begins with finished games; a live one is one click away."""
    table = create(http, terms={"ruleset": WITH_PAGE[0].meta.id})
    for seat in range(2):
        good(table.sit(seat, name="Waiting Wanda"))
    page = meet().page
    page.goto("/#/records?player=waiting+wanda")
    expect(page.get_by_text(phrase("records.none.over"))).to_be_visible()
    screens.button(page, "records.any_status").click()
    box = page.get_by_role("checkbox", name=phrase("records.choose", game=table.id))
    expect(box).to_be_visible()
    expect(page.get_by_role("combobox", name=phrase("records.status"))).to_have_value("")
    page.get_by_text(phrase("records.choose_all")).click()
    expect(box).to_be_checked()
