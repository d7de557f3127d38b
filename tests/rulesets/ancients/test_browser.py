"""Ancients in the browser: two people order, move and attack, and react, also off turn."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple

import httpx
import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.rulesets.ancients import at_the_page as ancients
from tests.rulesets.ancients.at_the_page import RULESET
from tests.support.browser import looks, screens
from tests.support.browser.chromium import Person
from tests.support.browser.page_words import TABLE, phrase, words_of
from tests.support.http.client import Json, Table, create, good, seat_due
from tests.support.run.long import cases, long_after
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]
NAMES: Final = ("Ann", "Ben")
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
GAMES_MAX: Final = 12
FAR_RIGHT: Final = 9
"""The first column that a phone does not show until someone scrolls."""


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, for facts that a test does not read from the page."""
    with house.client() as client:
        yield client


def of_two(http: httpx.Client, **options: Any) -> Table:
    """Open a game of two people."""
    table = create(http, terms={"ruleset": RULESET}, turn_limit=300, **options)
    for seat, name in enumerate(NAMES):
        good(table.sit(seat, name=name))
    return table


def seated(person: Person, table: Table, seat: int) -> Page:
    """Open the game at a seat that is taken already."""
    person.page.goto(screens.link_of(person, table.id, seat, table.tokens["seats"][seat]))
    person.page.locator(".board svg").wait_for()
    return person.page


def with_card(http: httpx.Client, kind: str) -> tuple[Table, str]:
    """Open games until the first player has a card of a kind such as ``order-``; return both."""
    for _ in range(GAMES_MAX):
        table = of_two(http)
        hand = own(table, 0)["position"]["hands"]["bottom"]
        found = [str(one) for one in hand if one.startswith(kind)]
        if found:
            return table, found[0]
    raise AssertionError(f"no card {kind} in {GAMES_MAX} games")


def own(table: Table, seat: int) -> Json:
    """Return the game as a seat sees it."""
    return good(table.http.get(table.url, headers=table.headers(seat)))


# --- what people do until something happens ------------------------------------------------------


def eager(actions: list[Json], random: Random) -> Json:
    """Choose an action of people who attack whenever they can, and keep the card First Strike."""

    def rank(action: Json) -> int:
        if action["type"] in ("end_movement", "end_battle"):
            return -1
        if action.get("card", "").startswith("first-strike"):
            return -2
        return len(action.get("pieces", ()))

    return max(random.sample(actions, min(len(actions), 8)), key=rank)


class Decision(NamedTuple):
    """What a seat has to decide, and what happened since the one before."""

    seat: int
    legal: list[Json]
    game: Json
    events: list[Json]


def decisions(table: Table, random: Random) -> Iterator[Decision]:
    """Play for both to the end; yield each decision before it is taken."""
    game, events, offered = table.now(), list[Json](), list[Json]()
    while game["status"] == "running":
        seat = seat_due(game)
        assert isinstance(seat, int), "chance answers at once"
        legal = offered or table.legal(seat)
        yield Decision(seat, legal, game, events)
        done = good(table.act(seat, eager(legal, random), legal_actions=True))
        game, events = done["game"], done["events"]
        # Most decisions follow one of the same seat, and the answer lists what it may do.
        offered = done["legal_actions"]["actions"] if seat_due(game) == seat else []


def played_by_bots(http: httpx.Client) -> Table:
    """Return a whole game of two bots, which react and retreat now and then."""
    table = create(http, terms={"ruleset": RULESET}, turn_limit=300)
    for seat in range(len(NAMES)):
        good(table.sit(seat, "creator", bot="greedy"))
    until(lambda: table.now()["status"] == "over")
    return table


def choice_of(table: Table, event: Json) -> str | None:
    """Return what the seat of an event chose: a reaction, or to be driven off the map."""
    if event["type"] == "reaction_chosen":
        return str(event["choice"])
    if event["type"] != "flags_ignored":
        return None
    asked = good(table.http.get(table.url, params={"version": event["version"] - 1}))
    return "off" if asked["position"]["combat"]["decision"]["losses"] else None


def going_on(source: Table, version: int) -> Table:
    """Return a game of two people that goes on from a moment of this one."""
    continues = {"game": source.id, "version": version}
    asked = {"ruleset": RULESET, "continues": continues}
    table = Table(source.http, good(source.http.post("/v1/games", json=asked)))
    for seat, name in enumerate(NAMES):
        good(table.sit(seat, name=name))
    return table


# --- stories -------------------------------------------------------------------------------------


def test_a_card_orders_units_that_move(meet: Meet, http: httpx.Client) -> None:
    """A card of the fan, orders by pointing at units, a move by pointing at unit and hex."""
    table, card = with_card(http, "order-")
    page = seated(meet(), table, 0)
    screens.my_turn(page)
    ancients.on_the_board(page, f"card-{card}").click()
    expect(ancients.value(page, "card", card)).to_have_attribute("aria-pressed", "true")
    ancients.send(page).click()
    until(lambda: table.now()["position"]["step"] == "issue_orders")
    screens.my_turn(page)

    first = next(
        action
        for action in table.legal(0)
        if len(action["pieces"]) == 1 and "-L-" not in str(action)
    )
    (piece,) = first["pieces"]
    hexes = {one["id"]: one["hex"] for one in table.now()["position"]["units"]}
    ancients.on_the_board(page, f"hex-{hexes[piece]}").click()
    expect(ancients.box(page, piece)).to_be_checked()
    ancients.send(page).click()
    until(lambda: table.now()["position"]["step"] == "move")
    screens.my_turn(page)

    move = next(one for one in table.legal(0) if one["type"] == "move" and one["piece"] == piece)
    for spot in (hexes[piece], move["to"], move["to"]):
        ancients.on_the_board(page, f"hex-{spot}").click()
    until(lambda: unit(table, piece)["hex"] == move["to"])
    line = phrase("story.piece_moved", RULESET, start=hexes[piece], to=move["to"])
    screens.story(page).filter(has_text=line).wait_for()


def unit(table: Table, piece: str) -> Json:
    """Return a unit on the board."""
    return next(dict(one) for one in table.now()["position"]["units"] if one["id"] == piece)


@pytest.mark.long
def test_two_people_evade_strike_first_and_are_driven_off_the_map(
    meet: Meet, http: httpx.Client
) -> None:
    """Each decision is asked where the person looks, also off turn.

    The people go on from moments at which bots took such a decision.
    """
    people = (meet(), meet(viewport=PHONE))
    wanted = {"evade", "first_strike", "off"}
    for _ in range(GAMES_MAX):
        source = played_by_bots(http)
        for event in source.events():
            choice = choice_of(source, event)
            if choice in wanted:
                wanted.remove(choice)
                choose(people, going_on(source, event["version"] - 1), event["by"], choice)
        if not wanted:
            return
    raise AssertionError(f"not found in {GAMES_MAX} games: {wanted}")


def choose(people: Sequence[Person], table: Table, seat: int, choice: str) -> None:
    """Take this decision on the page of a seat; both pages show what happens."""
    before = len(table.events())
    pages = [seated(person, table, place) for place, person in enumerate(people)]
    screens.my_turn(pages[seat])
    looks.must_fit(pages[1])
    ancients.answer(pages[seat], "0" if choice == "off" else choice).click()
    until(lambda: len(table.events()) > before)
    if choice == "off":
        retreat(table, seat)
        happened = {one["type"] for one in table.events()[before:]}
        assert {"unit_retreated", "blocks_lost"} <= happened
    for page in pages:
        screens.story(page).filter(has_text=said(choice)).first.wait_for()


def retreat(table: Table, seat: int) -> None:
    """Choose where the unit goes, if there are several hexes; the losses come after that."""
    while any("retreat_to" in one["actions"] for one in table.now()["awaits"]):
        good(table.act(seat, table.legal(seat)[0]))


def said(choice: str) -> Any:
    """Return what the story says of an answer."""
    if choice == "off":
        return phrase("story.blocks_lost", RULESET)
    return phrase(f"reaction.{choice}", RULESET)


@pytest.mark.long
def test_the_page_is_accessible(meet: Meet, http: httpx.Client) -> None:
    """Axe reports nothing, and the page fits a phone, when units get orders and when they move."""
    table = of_two(http)
    page = seated(meet(), table, 0)
    for _ in range(2):
        screens.my_turn(page)
        before = table.now()["version"]
        ancients.decide(page)
        until(lambda before=before: table.now()["version"] > before)  # type: ignore[misc]
        screens.my_turn(page)
        ancients.settled(page)
        looks.must_be_for_everybody(page)
        looks.must_fit(page)


def test_keys_scroll_a_board_that_is_cut_off(meet: Meet, http: httpx.Client) -> None:
    """They do off turn, when no spot takes the focus; Tab skips a board that fits."""
    page = seated(meet(viewport=PHONE), of_two(http), 1)
    picture = page.locator(".board > svg")
    expect(picture).to_have_attribute("tabindex", "0")
    looks.must_be_for_everybody(page, cases(looks.THEMES[:1], ()))
    picture.focus()
    page.keyboard.press("ArrowRight")
    until(lambda: picture.evaluate("picture => picture.parentElement.scrollLeft") > 0)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(picture).not_to_have_attribute("tabindex", "0")


COVERED: Final = """async () => {
  const drawn = () => new Promise((next) => requestAnimationFrame(next));
  await drawn();
  await drawn();
  const focused = document.activeElement;
  const bar = document.querySelector(".bar");
  if (focused === document.body) return "nothing";
  if (focused.closest(".bar")) return "the bar";
  const [over, under] = [bar.getBoundingClientRect(), focused.getBoundingClientRect()];
  const aside = under.left >= over.right || under.right <= over.left;
  const apart = aside || under.top >= over.bottom || under.bottom <= over.top;
  return apart ? "apart" : `covered: ${focused.outerHTML.slice(0, 80)}`;
}"""
"""Says where the focus is, once the page has been drawn twice."""


@pytest.mark.parametrize(
    "viewport", [{"width": 390, "height": 500}, *long_after(0, [{"width": 1000, "height": 560}])]
)
def test_the_status_bar_covers_nothing_that_has_the_focus(
    meet: Meet, http: httpx.Client, viewport: ViewportSize
) -> None:
    """It stays at an edge of the window, where the keys lead through everything else."""
    page = seated(meet(viewport=viewport), of_two(http), 0)
    screens.my_turn(page)
    page.locator("header.top a").first.focus()
    for key in ("Tab", "Shift+Tab"):
        places = set()
        while "nothing" not in places:
            page.keyboard.press(key)
            places.add(page.evaluate(COVERED))
        assert places == {"nothing", "the bar", "apart"}


def until_on_the_right(table: Table, random: Random) -> int:
    """Play for both until orders are given far to the right only; return the seat.

    Nothing has moved since then: a page that is opened now has no move to show.
    """
    for due in decisions(table, random):
        position = due.game["position"]
        hexes = {one["id"]: one["hex"] for one in [*position["units"], *position["leaders"]]}
        movers = {hexes[one["piece"]] for one in due.legal if one["type"] == "move"}
        begun = movers and not position["play"]["done"]
        if begun and all(int(one[1:]) >= FAR_RIGHT for one in movers):
            return due.seat
    raise AssertionError("no turn happens on the right")


def test_a_board_that_is_cut_off_shows_what_can_be_chosen(
    meet: Meet, http: httpx.Client, seed: int
) -> None:
    """Even to a player who opens the page in the middle of a turn."""
    table = of_two(http)
    seat = until_on_the_right(table, Random(f"{seed} right"))
    page = seated(meet(viewport=PHONE), table, seat)
    screens.my_turn(page)
    expect(page.locator(".board .legal").first).to_be_in_viewport(ratio=0.5)


@pytest.mark.long
def test_the_form_shows_the_battle_and_exchanges_armies(meet: Meet) -> None:
    """The board follows the options; each seat has an army of its own."""
    page = meet().page
    page.goto(f"/#/new?ruleset={RULESET}")
    board = page.locator(".set-up")
    akragas = board.get_attribute("src")
    screens.choose(page, phrase("option.scenario", RULESET), phrase("option.scenario.012", RULESET))
    expect(board).not_to_have_attribute("src", str(akragas))
    seats = page.locator(".sitters").first.locator("label > span")
    assert seats.all_inner_texts() == ["Seat 1: Rome", "Seat 2: Carthage"]
    page.get_by_text(phrase("create.advanced")).click()
    armies = page.get_by_role("group", name=phrase("option.sides", RULESET)).get_by_role("combobox")
    armies.first.select_option(label="Carthage")
    shown = [army.locator("option:checked").inner_text().strip() for army in armies.all()]
    assert shown == ["Carthage", "Rome"]
    assert seats.all_inner_texts() == ["Seat 1: Carthage", "Seat 2: Rome"]
    page.get_by_role("button", name=phrase("create.open")).click()
    sit = page.get_by_role("heading", name="Carthage")
    expect(sit).to_be_visible()
    terms = page.locator(".about", has=page.locator(".terms"))
    terms.get_by_text(phrase("create.advanced")).click()
    expect(terms.get_by_text("Carthage and Rome", exact=True)).to_be_visible()


# --- standing orders -----------------------------------------------------------------------------


def orders(page: Page) -> Any:
    """Return the part of the page with the standing orders."""
    return page.locator(".standing-orders")


def before_an_attack(http: httpx.Client) -> tuple[Table, int]:
    """Return a game that goes on before a bot attacked, and the seat that reacted to the attack."""
    for _ in range(GAMES_MAX):
        source = played_by_bots(http)
        events = source.events()
        for attack, reaction in pairwise(events):
            if reaction["type"] == "reaction_chosen" and attack["by"] == 1 - reaction["by"]:
                first = next(one for one in events if one["at"] == attack["at"])
                return going_on(source, first["version"] - 1), reaction["by"]
    raise AssertionError(f"no reaction in {GAMES_MAX} games")


def has_reacted(table: Table, seat: int, random: Random) -> bool:
    """Play for both until this seat has reacted to an attack; return whether it has."""
    return any(
        one["type"] == "reaction_chosen" and one["by"] == seat
        for due in decisions(table, random)
        for one in due.events
    )


@pytest.mark.long
def test_orders_answer_for_a_player(meet: Meet, http: httpx.Client) -> None:
    """They are given and shown, and the story marks answers for their player alone."""
    table, mine = before_an_attack(http)
    page, other = (seated(meet(), table, seat) for seat in (mine, 1 - mine))
    summary = orders(page).locator("summary")
    expect(summary).to_have_text(phrase("standing_orders.none"))
    summary.click()
    looks.must_be_for_everybody(page)
    chosen = {"evaders": "stand", "evaders_with_leader": "stand", "others": "stand"}
    for name, value in chosen.items():
        orders(page).locator(f"select[name={name}]").select_option(value)
    screens.button(orders(page), "standing_orders.give").click()
    expect(summary).to_have_text(phrase("standing_orders.given"))
    assert own(table, mine)["standing_orders"] == chosen
    assert own(table, 1 - mine)["standing_orders"] is None

    assert has_reacted(table, mine, Random(4))
    stood = re.compile(phrase("reaction.stand", RULESET).pattern.strip("^$"))
    mark = words_of(TABLE)["en"]["story.by_orders"].removeprefix("{text} ")
    screens.story(page).filter(has_text=stood).filter(has_text=mark).first.wait_for()
    screens.story(other).filter(has_text=stood).first.wait_for()
    expect(screens.story(other).filter(has_text=mark)).to_have_count(0)

    page.reload()
    expect(orders(page).locator("select[name=others]")).to_have_value("stand")
    expect(orders(page).locator("select[name=flags]")).to_have_value("ask")
    summary.click()
    screens.button(orders(page), "standing_orders.withdraw").click()
    expect(summary).to_have_text(phrase("standing_orders.none"))
    assert own(table, mine)["standing_orders"] is None


def test_orders_fit_on_a_phone(meet: Meet, http: httpx.Client) -> None:
    """In the language with the longest words, with all their values."""
    page = seated(meet(viewport=PHONE, locale="de-AT"), of_two(http), 1)
    orders(page).locator("summary").click()
    looks.must_fit(page)
    looks.must_speak(page, "de")


def test_a_clock_has_a_smaller_time_for_reactions(meet: Meet, http: httpx.Client) -> None:
    """The form offers it in a game with reactions, at most the time for other moves."""
    page = meet().page
    page.goto(f"/#/new?ruleset={RULESET}")
    screens.choose(page, phrase("create.clock"), phrase("create.clock.days"))
    hours = page.get_by_role("spinbutton", name=phrase("create.clock.reaction_hours"))
    expect(hours).to_have_attribute("max", "48")
    hours.fill("12")
    hours.blur()
    game = screens.open_game(page)
    clock = good(http.get(f"/v1/games/{game}"))["clocks"]["clock"]
    assert (clock["kind"], clock["reaction_seconds"]) == ("days", 12 * 3600)
