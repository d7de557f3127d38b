"""Carolus Magnus in the browser: whole games, as people play them, each at their own screen."""

from collections.abc import Callable, Iterator, Sequence

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.rulesets.carolus_magnus.at_the_page import RULESET, decide, decision
from tests.support import screens
from tests.support.browser import Person
from tests.support.client import Table, create, seat_due
from tests.support.page_words import phrase
from tests.support.served import Served
from tests.support.waiting import until

Meet = Callable[..., Person]

NAMES = ("Ann", "Bob", "Cleo", "Dan")


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, for what a test looks up beside the page."""
    with house.client() as client:
        yield client


def play(http: httpx.Client, game: str, pages: Sequence[Page]) -> int:
    """Play to the end, everybody at their own page; return how many decisions it took."""
    decisions = 0
    while (seat := due(http, game)) is not None:
        screens.my_turn(pages[seat])
        decide(pages[seat])
        decisions += 1
    return decisions


def due(http: httpx.Client, game: str) -> int | None:
    """Return who has to decide, once the dice are rolled; None at the end."""
    told = {}

    def settled() -> bool:
        told.update(http.get(f"/v1/games/{game}").json())
        return told["status"] != "running" or isinstance(seat_due(told), int)

    until(settled)
    return seat_due(told) if told["status"] == "running" else None


def test_two_people_play_a_whole_game_that_one_opened_for_the_other(
    meet: Meet, http: httpx.Client
) -> None:
    ann, bob = meet(), meet()
    page = screens.visit(ann)
    screens.new_game(page, RULESET)
    screens.called(page, "Ann")
    page.get_by_text(phrase("create.advanced")).click()
    last_round = phrase("option.max_rounds", RULESET)
    screens.choose(page, last_round, phrase("create.number"))
    page.get_by_role("spinbutton", name=last_round).fill("1")
    game = screens.open_game(page)
    (link,) = screens.links(page)
    others = screens.sit_down(bob, link, "Bob")

    assert play(http, game, [page, others]) >= 6

    for looks in (page, others):
        expect(screens.ending(looks)).to_contain_text("the last round is over")
    record = screens.link(page, "ending.record").get_attribute("href")
    assert http.get(record or "").json()["signature"]


@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_people_play_a_round(meet: Meet, http: httpx.Client, players: int) -> None:
    table = create(http, players=players, max_rounds=1)
    pages = [sit(meet(), table, seat) for seat in range(players)]
    assert play(http, table.id, pages) >= 3 * players
    for page in pages:
        expect(screens.ending(page)).to_be_visible()


def sit(person: Person, table: Table, seat: int) -> Page:
    """Sit down with the link of a seat."""
    link = screens.link_of(person, table.id, seat, table.tokens["seats"][seat])
    return screens.sit_down(person, link, NAMES[seat])


def test_a_newcomer_plays_against_the_house(meet: Meet, http: httpx.Client) -> None:
    page = screens.visit(meet())
    screens.play_the_house(page, RULESET)
    game = screens.game_of(page)
    for _ in range(6):
        assert due(http, game) in {0, 1}
        screens.my_turn(page)
        decide(page)
    expect(decision(page)).to_be_visible()
