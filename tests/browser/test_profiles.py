"""Test profiles, leader boards, and the end of a game, as people use them."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import screens
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import phrase
from tests.support.http.client import Table, create, good
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]


@pytest.fixture
def http(house: Served) -> Iterator[httpx.Client]:
    """Yield a client of the service, which prepares games."""
    with house.client() as client:
        yield client


def account(http: httpx.Client, name: str) -> Any:
    """Create an account."""
    return good(http.post("/v1/players", json={"name": name}))


def rated(http: httpx.Client, winner: Any, loser: Any, battle: str | None = None) -> Table:
    """Return a game that the first account won against the second: a battle if one is named."""
    options = {"players": 2} if battle is None else {"scenario": battle}
    ruleset = "carolus-magnus" if battle is None else "ancients"
    table = create(http, terms={"ruleset": ruleset}, **options)
    for seat, one in enumerate((winner, loser)):
        name = one["player"]["name"]
        good(table.sit(seat, headers={"Carolus-Player": one["secret"]}, name=name))
    as_loser = {"Authorization": f"Bearer {loser['secret']}"}
    good(table.act(1, {"type": "resign"}, headers=as_loser))
    return table


def results(page: Page) -> list[str]:
    """Return the rows of the results on a profile."""
    body = page.get_by_role("region", name=phrase("profile.results")).locator("tbody tr")
    return [" ".join(text.split()) for text in body.all_inner_texts()]


@pytest.mark.long
def test_names_lead_to_profiles_by_keyboard(meet: Meet, http: httpx.Client) -> None:
    """From the table to a player, on to the leader board, and from there to another player."""
    ulf, vera = account(http, "Ulf"), account(http, "Vera")
    rated(http, ulf, vera)
    table = rated(http, ulf, vera)
    page = meet().page
    page.goto(f"/#/games/{table.id}")
    page.get_by_role("region", name=phrase("story.title")).get_by_role("link").last.wait_for()
    page.locator(".seat").get_by_role("link", name="Ulf").press("Enter")
    expect(page.get_by_role("heading", name="Ulf", level=1)).to_be_visible()
    assert results(page) == ["Carolus Magnus 2 players rated 2 2 0 0 2 \u2013 0"]
    expect(page.locator(".course").get_by_role("img")).to_be_visible()
    expect(page.get_by_role("link", name="Vera").first).to_be_visible()
    screens.link(page, "lobby.leaders").press("Enter")
    leaders = page.get_by_role("row")
    expect(leaders.filter(has_text="Vera")).to_have_count(1)
    leaders.get_by_role("link", name="Vera").press("Enter")
    expect(page.get_by_role("heading", name="Vera", level=1)).to_be_visible()
    assert results(page) == ["Carolus Magnus 2 players rated 2 0 0 2 0 \u2013 2"]


def test_a_profile_says_what_a_game_continues(meet: Meet, http: httpx.Client) -> None:
    """With a link to that moment."""
    yann = account(http, "Yann")
    before = rated(http, yann, account(http, "Zora"))
    events = before.events()
    version = max(one["version"] for one in events if one["by"] == "chance")
    continues = {"game": before.id, "version": version}
    asked = {"ruleset": "carolus-magnus", "continues": continues}
    opened = good(http.post("/v1/games", json=asked))
    on = Table(http, opened)
    good(on.sit(0, headers={"Carolus-Player": yann["secret"]}, name="Yann"))
    page = meet().page
    page.goto(f"/#/players/{yann['player']['id']}")
    games = page.get_by_role("region", name=phrase("profile.recent")).get_by_role("row")
    link = games.get_by_role("link", name=phrase("continues.from", version=version))
    expect(link).to_have_count(1)
    expect(link).to_have_attribute("href", f"#/games/{before.id}/v/{version}")


def test_a_battle_has_ratings_of_its_own(meet: Meet, http: httpx.Client) -> None:
    """A profile names the battle, and leads to its leader boards, including those of seasons."""
    wanda, xenia = account(http, "Wanda"), account(http, "Xenia")
    rated(http, xenia, wanda, "012")
    rated(http, wanda, xenia, "007")
    page = meet().page
    page.goto(f"/#/players/{wanda['player']['id']}")
    strata = page.locator(".strata li")
    expect(strata).to_have_count(2)
    cannae = strata.filter(has_text="Cannae, 216 BC")
    expect(cannae).to_contain_text("after 1 rated game")
    recent = page.get_by_role("region", name=phrase("profile.recent")).get_by_role("row")
    expect(recent.filter(has_text="Cannae, 216 BC")).to_have_count(1)
    expect(page.get_by_text("scenario=")).to_have_count(0)
    cannae.get_by_role("link").click()
    players = page.get_by_role("row").get_by_role("link")
    expect(players).to_have_text(["Wanda", "Xenia"])
    expect(page.get_by_text("scenario=")).to_have_count(0)
    page.goto(page.url + "&season=2020-Q4")
    page.reload()
    season = page.get_by_role("combobox", name=phrase("leaders.season"))
    expect(season.locator("option:checked")).to_have_text("October \u2013 December 2020")
    expect(page.get_by_text(phrase("leaders.none"))).to_be_visible()
    season.select_option("")
    expect(players).to_have_text(["Wanda", "Xenia"])
    battle = page.get_by_role("combobox", name=phrase("leaders.stratum"))
    battle.select_option("Battle: Metaurus, 207 BC")
    expect(players).to_have_text(["Xenia", "Wanda"])


@pytest.mark.long
def test_a_guest_has_no_profile(meet: Meet, http: httpx.Client) -> None:
    """Their name is not a link, and a made-up address says so."""
    table = create(http, players=2)
    for seat in range(2):
        good(table.sit(seat, name="Guest"))
    page = meet().page
    page.goto(f"/#/games/{table.id}")
    expect(page.get_by_role("heading", name="Guest").first).to_be_visible()
    expect(page.locator(".seat").get_by_role("link", name="Guest")).to_have_count(0)


@pytest.mark.long
def test_the_end_says_who_won_and_its_replay_does_not(meet: Meet, http: httpx.Client) -> None:
    """The winner sees the places with their rules; the shared replay begins without them."""
    table = rated(http, account(http, "Willa"), account(http, "Xaver"))
    person = meet()
    page = person.page
    page.goto(screens.link_of(person, table.id, 0, table.tokens["seats"][0]))
    verdict = page.get_by_text(phrase("ending.won"))
    expect(verdict).to_be_visible()
    places = page.locator(".standing li")
    expect(places).to_have_count(2)
    expect(places.first).to_contain_text("Willa")
    expect(places.first.get_by_text("TB-RESIGN-2")).to_be_visible()
    expect(screens.button(page, "ending.rematch")).to_be_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    screens.button(page, "ending.share").click()
    expect(page.get_by_text(phrase("replay.copied")).first).to_be_visible()
    shared = page.evaluate("navigator.clipboard.readText()")
    friend = meet().page
    friend.goto(shared)
    expect(screens.button(friend, "replay.end")).to_be_visible()
    expect(friend.locator(".standing")).to_have_count(0)
    expect(friend.get_by_text("Willa wins")).to_have_count(0)
    screens.button(friend, "replay.end").click()
    expect(friend.locator(".standing li")).to_have_count(2)
    expect(friend.locator(".verdict")).to_have_count(0)
