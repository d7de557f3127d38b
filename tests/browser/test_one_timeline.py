"""Test that a table shows one moment at a time: board, seats, header, log and result agree.

A script in the page notes what it shows after each change. The tests compare each note with the
service's own account of that version: its game, its picture, its story.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Page, Route, ViewportSize, WebSocketRoute, expect

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
from tests.support.browser.page_words import phrase
from tests.support.http.client import Json, Table, create, good, seat_due, start
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]

SMALLEST: Final[ViewportSize] = {"width": 320, "height": 568}
"""The smallest phone: larger ones show more at once."""


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service, which prepares games and gives its own account of them."""
    with house.client() as client:
        yield client


def opened(http: httpx.Client, ruleset: str) -> Table:
    """Open a short game for two."""
    return create(http, terms={"ruleset": ruleset}, **SHORT[ruleset])


def let_bots_play(table: Table) -> None:
    """Seat two bots, which begin at once."""
    for seat in range(2):
        good(table.sit(seat, "creator", bot="greedy"))


@pytest.fixture(scope="module")
def played(http: httpx.Client) -> Callable[[str], Table]:
    """Return a function that returns a finished game of two bots: of each ruleset, one for all."""

    @cache
    def finished(ruleset: str) -> Table:
        table = opened(http, ruleset)
        let_bots_play(table)
        until(lambda: table.now()["status"] == "over")
        return table

    return finished


def test_every_moment_of_a_whole_game_is_one_moment(meet: Meet, http: httpx.Client) -> None:
    """A spectator sees two bots play: everything that they do, and each time all of it at once."""
    table = opened(http, "carolus-magnus")
    page = at_pace(meet(), 40)
    page.goto(f"/#/games/{table.id}")
    page.locator(".table").wait_for()
    page.evaluate(WATCH)
    let_bots_play(table)
    page.locator(".bar .result").wait_for(timeout=120_000)
    seen: list[Json] = page.evaluate("() => window.seen")
    story = story_of(table)
    versions = [one["version"] for one in seen]
    assert versions == sorted(versions)
    assert steps_of(table, story) <= set(versions), "a playback leaves out no step, however slow"
    for one in {one["version"]: one for one in seen}.values():
        must_be_one_moment(table, story, one)


@pytest.mark.long
def test_the_end_of_a_game_leaves_out_no_step_of_a_playback(meet: Meet, http: httpx.Client) -> None:
    """The page reads all events again then, and its connection may end meanwhile."""
    table = start(http)
    page = at_pace(meet(), 40)
    moments = Held(page, f"/v1/games/{table.id}\\?version=")
    events = Held(page, "/events\\?after=0&")
    events.release()
    ends: list[Callable[[], None]] = []

    def connected(socket: WebSocketRoute) -> None:
        def received(frame: str | bytes) -> None:
            send = partial(socket.send, frame)
            ends.append(send) if '"end"' in str(frame) else send()

        socket.connect_to_server().on_message(received)

    page.route_web_socket(re.compile("/live"), connected)
    page.goto(f"/#/games/{table.id}")
    page.locator(".story li").first.wait_for()
    page.evaluate(WATCH)
    for _ in range(6):
        with page.expect_response("**/story?*"):
            due = seat_due(table.now())
            assert due is not None
            good(table.act(due, table.legal(due)[0]))
    latest = table.now()["version"]
    events.hold()
    with page.expect_request(re.compile("/events\\?after=0&")):
        good(table.act(0, {"type": "resign"}))
    while not ends:
        page.wait_for_timeout(10)
    ends[0]()
    moments.release()
    page.wait_for_function("(version) => window.seen.at(-1)?.version >= version", arg=latest)
    events.release()
    page.locator(".bar .result").wait_for()
    seen: list[Json] = page.evaluate("() => window.seen")
    story = story_of(table)
    begun = seen[0]["version"]
    steps = {step for step in steps_of(table, story) if step >= begun}
    assert len(steps) > 6
    assert steps <= {one["version"] for one in seen}
    for one in {one["version"]: one for one in seen}.values():
        must_be_one_moment(table, story, one)


class Held:
    """Requests of a page to an address, which wait until they are released."""

    def __init__(self, page: Page, pattern: str) -> None:
        self._waiting: list[Route] | None = []
        page.route(re.compile(pattern), self._asked)

    def _asked(self, route: Route) -> None:
        if self._waiting is None:
            route.continue_()
        else:
            self._waiting.append(route)

    def hold(self) -> None:
        """Let later requests wait."""
        self._waiting = []

    def release(self) -> None:
        """Let those that wait go on, and all later ones."""
        waiting, self._waiting = self._waiting or [], None
        for route in waiting:
            route.continue_()


@pytest.mark.long
@pytest.mark.parametrize("ruleset", ["carolus-magnus", "lancaster"])
def test_a_replay_reveals_nothing_of_what_comes(
    meet: Meet, played: Callable[[str], Table], ruleset: str
) -> None:
    """Neither when its address is opened nor while it is played; only the last step shows it."""
    table = played(ruleset)
    person = meet()
    page = person.page
    page.goto("/healthz")
    story = story_of(table)
    person.at_load(f"addEventListener('DOMContentLoaded', {WATCH})")
    page.goto(f"/#/games/{table.id}/v/{story[10]['last']}")
    slider = page.get_by_role("slider", name=phrase("replay.slider"))
    expect(slider).to_be_visible()
    for _ in range(12):
        slider.press("ArrowRight")
    page.wait_for_function(
        "(version) => window.seen.at(-1).version === version", arg=story[22]["last"]
    )
    result = story[-1]["text"]
    assert result not in page.content()
    for one in page.evaluate("() => window.seen"):
        must_be_one_moment(table, story, one)
    slider.press("End")
    expect(page.locator(".bar")).to_contain_text(result)


def against(
    http: httpx.Client, person: Person, ruleset: str, **options: Any
) -> tuple[Page, Table, int]:
    """Return the page of a person whose opponent has the first decision, and their seat."""
    table = start(http, terms={"ruleset": ruleset}, **options)
    due = seat_due(table.now())
    assert due is not None
    mine = 1 - due
    person.page.goto(screens.link_of(person, table.id, mine, table.tokens["seats"][mine]))
    person.page.locator(".story li").first.wait_for()
    return person.page, table, mine


def opponents_turn(http: httpx.Client, person: Person) -> tuple[Page, str]:
    """Return a page that plays back a turn of the opponent, and a territory of its player.

    The page reads the game once the turn is over, and rests at its first step.
    """
    page, table, mine = against(http, person, "teg", first_seat=0, round_limit=3)
    at_pace_now(page, 0.01)
    position = table.now()["position"]
    owners = {land["territory"]: land["owner"] for land in position["territories"]}
    game = re.compile(f"/v1/games/{table.id}$")
    page.route(game, lambda _: None)
    with page.expect_request(game):
        for pool, count in position["pool"].items():
            if count:
                legal = [one for one in table.legal(1 - mine, 1000) if one.get("pool") == pool]
                good(table.act(1 - mine, {**legal[0], "count": count}))
        good(table.act(1 - mine, {"type": "end_turn"}))
    page.unroute_all()  # lets them go on
    screens.button(page, "turn.skip").wait_for()
    return page, next(name for name, owner in owners.items() if owner == mine)


@pytest.mark.long
def test_a_sentence_that_arrives_before_its_moment_waits_for_it(
    meet: Meet, http: httpx.Client
) -> None:
    """The page requests game and story one after the other; players act in between."""
    table = start(http, terms={"ruleset": "teg"}, round_limit=3)
    page = meet().page
    page.goto(f"/#/games/{table.id}")
    page.locator(".story li").first.wait_for()
    page.evaluate(WATCH)
    ahead: list[Json] = []

    def place() -> None:
        due = seat_due(table.now())
        assert due is not None
        ahead.append(good(table.act(due, table.legal(due)[0])))

    def place_first(route: Route) -> None:
        if len(ahead) < 2:
            place()
        route.continue_()

    page.route("**/story?*", place_first)
    place()
    page.wait_for_function(
        "(version) => window.seen.at(-1)?.version === version", arg=table.now()["version"]
    )
    assert len(ahead) == 2
    story = story_of(table)
    for one in page.evaluate("() => window.seen"):
        must_be_one_moment(table, story, one)


@pytest.mark.long
def test_nothing_is_asked_before_it_can_be_answered(meet: Meet, http: httpx.Client) -> None:
    """While the opponent's turn is shown, so is what they did, and nothing of the player's own."""
    page, _ = opponents_turn(http, meet())
    expect(page.locator(".bar")).to_contain_text("Guest 0 is moving tokens")
    expect(page.locator(".happened")).to_contain_text("Guest 0 places")
    expect(page.locator(".story li").last).to_contain_text("Guest 0 places")
    expect(page.locator(".controls")).not_to_be_attached()
    expect(page.locator(".board [role=button]")).to_have_count(0)
    assert not page.title().startswith("●")
    page.keyboard.press("x")
    screens.my_turn(page)
    expect(page.locator(".controls")).to_be_visible()


@pytest.mark.long
def test_the_header_waits_for_the_moment(meet: Meet, http: httpx.Client) -> None:
    """The page knows that it is the player's turn before it can show how that came."""
    page, table, mine = against(http, meet(), "carolus-magnus")
    shown = page.locator("div.table").get_attribute("data-version")
    story = Held(page, "/story\\?")
    with page.expect_request("**/story?*"):
        while (due := seat_due(table.now())) != mine:
            assert due is not None
            good(table.act(due, table.legal(due)[0]))
    at_pace_now(page, 1)  # draws the page again
    expect(page.locator(".whose")).not_to_have_text(phrase("turn.yours"))
    assert not page.title().startswith("●")
    assert page.locator("div.table").get_attribute("data-version") == shown
    story.release()
    screens.my_turn(page)


def test_a_click_skips_the_playback_and_counts(meet: Meet, http: httpx.Client) -> None:
    page, territory = opponents_turn(http, meet())
    page.locator(f".board [data-spot=territory-{territory}] .count").click()
    screens.my_turn(page)
    expect(page.locator(".board .pending")).to_contain_text("+1")


def at_pace_now(page: Page, pace: float) -> None:
    """Change the pace in the settings of the open page."""
    page.evaluate(
        """async (pace) => {
          const { src } = document.querySelector("script[type=module]");
          const { store } = await import(new URL("store.js", src).href);
          store.set({ pace });
        }""",
        pace,
    )


@pytest.mark.long
def test_the_pace_is_a_setting(meet: Meet) -> None:
    page = screens.visit(meet())
    screens.button(page, "settings.title").click()
    box = page.get_by_role("combobox", name=phrase("settings.pace"))
    expect(box).to_have_value("0")  # these people want no motion
    box.select_option(label="Fast")
    page.reload()
    screens.button(page, "settings.title").click()
    expect(box).to_have_value("2")


@pytest.mark.long
@pytest.mark.parametrize("ruleset", ["carolus-magnus", "ancients"])
def test_questions_to_the_player_are_in_the_window_of_a_phone(
    meet: Meet, http: httpx.Client, ruleset: str
) -> None:
    """Whose turn it is, the primary button, an offer and the end, wherever the player scrolled."""
    page, table, mine = against(http, meet(viewport=SMALLEST), ruleset, **SHORT[ruleset])
    good(table.act(1 - mine, {"type": "offer_draw"}))
    for place in ("0", "document.body.scrollHeight"):
        page.evaluate(f"() => scrollTo(0, {place})")
        expect(page.locator(".whose")).to_be_in_viewport(ratio=1)
        expect(screens.button(page, "offer.accept")).to_be_in_viewport(ratio=1)
    screens.button(page, "offer.decline").click()
    # The offer leaves the bar, which moves what is below: a press must not fall in between.
    screens.button(page, "offer.decline").wait_for(state="hidden")
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    screens.ask_for(page, "resign")
    expect(page.locator(".bar .result")).to_be_in_viewport(ratio=1)
    expect(screens.button(page, "ending.rematch")).to_be_in_viewport(ratio=1)


@pytest.mark.long
@pytest.mark.parametrize("height", [568, 844])
def test_the_status_bar_of_a_phone_stays_where_it_is(
    meet: Meet, http: httpx.Client, height: int
) -> None:
    """It stays when the next decision is taken elsewhere, and wherever the player has scrolled."""
    person = meet(viewport={"width": 390, "height": height})
    page, table, mine = against(http, person, "carolus-magnus", setup="yucata")
    steps: set[tuple[bool, str]] = set()
    while len(steps) < 4:
        due = seat_due(table.now())
        assert due is not None
        for place in (40, 0):
            page.evaluate(f"() => scrollTo(0, {place})")
            bar = page.locator(".bar").bounding_box()
            assert bar is not None
            assert bar["y"] + bar["height"] == height - 4
        steps.add((due == mine, table.now()["position"]["step"]))
        before = table.now()["version"]
        good(table.act(due, table.legal(due)[0]))
        page.wait_for_function(
            "(before) => document.querySelector('div.table').dataset.version > before", arg=before
        )


# --- what a step looks like ----------------------------------------------------------------------


@pytest.fixture
def battle(played: Callable[[str], Table]) -> tuple[Table, Json]:
    """Return a game of TEG between two bots, and its first battle in which land changed hands."""
    table = played("teg")
    fought = (one for one in table.events() if one["type"] == "battle_fought" and one["conquered"])
    return table, next(fought)


_IN_FRAME = """(names) => {
  const frame = document.querySelector(".board").getBoundingClientRect();
  return names.map((name) => {
    const { x, width } = document.querySelector(`[data-spot=territory-${name}] .token`)
      .getBoundingClientRect();
    return x + width / 2 > frame.left && x + width / 2 < frame.right;
  });
}"""


@pytest.mark.long
def test_a_battle_has_an_arrow_and_the_dice_of_both_sides(
    meet: Meet, battle: tuple[Table, Json]
) -> None:
    """On a phone, the map moves to it."""
    table, event = battle
    page = meet(viewport=looks.PHONE).page
    page.goto(f"/#/games/{table.id}/v/{event['version']}")
    expect(page.locator(".board .scene .arrow .shaft")).to_be_attached()
    dice = page.locator(".caption .teg-throw > span")
    rows = [dice.nth(row).locator(".teg-die").count() for row in range(2)]
    assert rows == [len(event["attacker"]), len(event["defender"])]
    ends = [event["source"], event["target"]]
    until(lambda: all(page.evaluate(_IN_FRAME, ends)))
    assert page.locator("div.board").evaluate("(board) => board.scrollWidth > board.clientWidth")


_SCROLL_AWAY = """(name) => {
  const board = document.querySelector("div.board");
  const token = document.querySelector(`[data-spot=territory-${name}] .token`);
  const x = token.getBoundingClientRect().x - board.getBoundingClientRect().x + board.scrollLeft;
  board.scrollLeft = x < board.scrollWidth / 2 ? board.scrollWidth : 0;
}"""


@pytest.mark.long
def test_on_a_phone_the_map_moves_to_tokens_that_are_placed(meet: Meet, http: httpx.Client) -> None:
    """Only a part of the map is in its frame, and the tokens are in the other one."""
    table = start(http, terms={"ruleset": "teg"}, first_seat=0)
    placing = table.legal(0)[0]
    page = meet(viewport=looks.PHONE).page
    page.goto(f"/#/games/{table.id}")
    page.locator(".board svg").wait_for()
    page.evaluate(_SCROLL_AWAY, placing["territory"])
    assert page.evaluate(_IN_FRAME, [placing["territory"]]) == [False]
    good(table.act(0, placing))
    until(lambda: page.evaluate(_IN_FRAME, [placing["territory"]]) == [True])


@pytest.mark.long
def test_conquered_land_is_recoloured(meet: Meet, battle: tuple[Table, Json]) -> None:
    """Its previous colour fades; people who want no motion see the new one at once."""
    table, event = battle
    moving = meet(reduced_motion="no-preference").page
    still = meet().page
    for page in (moving, still):
        page.goto(f"/#/games/{table.id}/v/{event['version'] - 2}")
        page.locator(".story li").first.wait_for()
        page.evaluate(
            """() => {
              window.fading = 0;
              const count = () => (window.fading += document.querySelectorAll(".fades").length);
              const all = { subtree: true, childList: true };
              new MutationObserver(count).observe(document.body, all);
            }"""
        )
        page.evaluate(f"() => {{ location.hash = '#/games/{table.id}/v/{event['version']}'; }}")
        page.locator(f".table[data-version='{event['version']}']").wait_for()
    assert moving.evaluate("() => window.fading")
    assert not still.evaluate("() => window.fading")


@pytest.mark.long
def test_placed_paladins_come_from_the_reserve_and_dice_are_drawn(
    meet: Meet, played: Callable[[str], Table]
) -> None:
    table = played("carolus-magnus")
    story, events = story_of(table), table.events()
    roll = next(one for one in events if one["type"] == "dice_rolled")
    first = next(one for one in events if one["type"] == "paladin_placed")
    row = next(
        at for at, one in enumerate(story) if one["first"] <= first["version"] <= one["last"]
    )
    placed = [
        one
        for one in events
        if one["type"] == "paladin_placed" and one["version"] <= story[row]["last"]
    ]
    page = meet(reduced_motion="no-preference").page
    page.goto(f"/#/games/{table.id}/v/{roll['version']}")
    expect(page.locator(".caption .cm-die")).to_have_count(len(roll["faces"]))
    page.goto(f"/#/games/{table.id}/v/{story[row - 1]['last']}")
    page.locator(f".table[data-version='{story[row - 1]['last']}']").wait_for()
    page.evaluate(
        """() => {
          window.flying = 0;
          const count = () => {
            window.flying = Math.max(window.flying, document.querySelectorAll(".flight").length);
          };
          new MutationObserver(count).observe(document.body, { subtree: true, childList: true });
        }"""
    )
    screens.button(page, "replay.on").click()
    page.locator(f".table[data-version='{story[row]['last']}']").wait_for()
    page.wait_for_function("(count) => window.flying === count", arg=len(placed))
    page.locator(".flight").first.wait_for(state="detached")


@pytest.mark.long
def test_a_preview_covers_nothing_of_the_board(meet: Meet, http: httpx.Client) -> None:
    table = start(http, terms={"ruleset": "carolus-magnus"}, max_rounds=3)
    while (seat := seat_due(table.now())) is None or not table.legal(seat)[0].get("placements"):
        assert seat is not None
        good(table.act(seat, table.legal(seat)[0]))
    person = meet()
    page = person.page
    page.goto(screens.link_of(person, table.id, seat, table.tokens["seats"][seat]))
    screens.my_turn(page)
    page.locator(".board [data-spot^=territory][role=button]").first.hover()
    shown = page.get_by_role("complementary").bounding_box()
    board = page.locator(".board svg").bounding_box()
    assert shown is not None
    assert board is not None
    assert shown["y"] >= board["y"] + board["height"]


@pytest.mark.long
def test_graphs_show_the_game_up_to_the_moment_shown(
    meet: Meet, http: httpx.Client, battle: tuple[Table, Json]
) -> None:
    """Within a turn, too: their numbers are those of the seats.

    The game is far advanced, because one that has hardly begun has no graphs.
    """
    table, _ = battle
    fought = (one for one in table.events() if one["type"] == "battle_fought" and one["conquered"])
    *_, event = fought
    page = meet().page
    page.goto(f"/#/games/{table.id}/v/{event['version']}")
    version = good(http.get(f"{table.url}?version={event['version']}"))
    owners = [land["owner"] for land in version["position"]["territories"]]
    legend = page.locator(".graph").first.locator(".legend strong")
    expect(legend).to_have_text([str(owners.count(seat)) for seat in range(2)])

    rows = page.locator(".graph").first.get_by_role("row")
    expect(page.locator(".graph tr")).to_have_count(0)  # a folded table costs no time
    page.locator(".graph summary").first.click()
    expect(rows.last).to_contain_text(legend.first.inner_text())
    numbers = rows.last.inner_text()
    screens.button(page, "replay.turn_back").click()
    expect(rows.last).not_to_have_text(re.compile(numbers.replace("\t", r"\s*")))
