"""Test tournaments as organisers, players and spectators use the page."""

import json
import re
from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import screens
from tests.support.browser.chromium import Person
from tests.support.browser.looks import must_be_for_everybody, must_fit, must_speak
from tests.support.browser.page_words import phrase
from tests.support.browser.tournaments import ENTRANTS, Account, Cup, in_groups, played, player_at
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]

CODE = "magnus"
WHY = "Two digits exchanged"
PAUSE_SECONDS = 10
"""How long a table relies on what it has read about a pause."""


@pytest.fixture
def http(house: Served) -> Iterator[httpx.Client]:
    """Yield a client of the service, which prepares tournaments."""
    with house.client() as client:
        yield client


def use_key(page: Page, key: str) -> None:
    """Paste a key in the settings, as someone does who received it."""
    page.goto("/#/tournaments")
    screens.button(page, "settings.title").click()
    page.get_by_label(phrase("account.use.field")).fill(key)
    screens.button(page, "account.use").click()
    page.get_by_label(phrase("account.key")).wait_for()
    page.keyboard.press("Escape")


def announce(page: Page, name: str) -> str:
    """Announce a tournament for two seats and two rounds, with a code; return its address.

    Spectators are two turns behind.
    """
    screens.link(page, "tournament.announce").click()
    page.get_by_label(phrase("tournament.name")).fill(name)
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_label(phrase("tournament.rounds")).fill("2")
    page.get_by_role("radio", name=phrase("tournament.registration.code")).check()
    page.get_by_label(phrase("tournament.code")).fill(CODE)
    page.locator("details:has([name=spectators]) > summary").click()
    page.locator("[name=spectators]").select_option(index=2)
    screens.button(page, "tournament.announce.do").click()
    page.get_by_role("heading", name=name, level=1).wait_for()
    page.locator(".terms").get_by_text(phrase("create.spectators.delayed", count=2)).wait_for()
    return page.url


def enter(page: Page, address: str, name: str) -> None:
    """Enter a tournament by a link that has the code. A wrong one leaves no key behind."""
    page.goto(address)
    page.get_by_label(phrase("settings.name")).fill(name)
    code = page.get_by_label(phrase("tournament.code"))
    expect(code).to_have_value(CODE)
    code.fill(CODE.upper())
    screens.button(page, "tournament.enter.do").click()
    page.locator(".own-part .problem").wait_for()
    assert page.evaluate("localStorage.getItem('carolus.player')") in {None, "null"}
    code.fill(CODE)
    screens.button(page, "tournament.enter.do").click()
    screens.heading(page, "tournament.you.in").wait_for()


def effect(page: Page) -> Locator:
    """Return what the form of an action shows of its effect."""
    return page.locator(".effect li")


def decide(page: Page, action: str, shows: str | re.Pattern[str]) -> None:
    """Open the form of an action at the desk, read its effect, and take the action."""
    page.locator(f".desk [data-action={action}]").click()
    confirm(page, action, shows)


def confirm(page: Page, action: str, shows: str | re.Pattern[str]) -> None:
    """Read the effect of the action in the form, and take it."""
    form = page.get_by_role("dialog")
    effect(page).filter(has_text=shows).wait_for()
    screens.button(form, f"tournament.action.{action}").click()
    form.wait_for(state="detached")


def pair_and_open(page: Page, number: int) -> None:
    """Pair and open the next round; the draw is not shown before it is made."""
    decide(page, "pair_round", phrase("tournament.effect.drawn"))
    screens.heading(page, "tournament.round", round=number).wait_for()
    decide(page, "open_round", f"Round {number} begins.")


def play_until_one_resigns(loser: Page, winner: Page, watcher: Page, number: int) -> None:
    """Both players are called, and go to their table; one resigns, and both return.

    Someone else sees that they play.
    """
    for page in (loser, winner):
        page.wait_for_function("() => document.title.startsWith('● ')")
        screens.button(page, "tournament.you.go").click()
        screens.game_of(page)
    table = watcher.locator("[data-table='1']")
    table.get_by_text(phrase("tournament.table.running")).wait_for()
    expect(table.locator("img")).to_be_visible()
    screens.turn(loser).get_by_role("heading").first.wait_for()
    screens.ask_for(loser, "resign")
    for page in (loser, winner):
        screens.link(page, "ending.tournament").click()
        page.get_by_text(phrase("tournament.you.result")).wait_for()


def test_the_settings_give_a_key_to_a_player_who_takes_no_seat(meet: Meet) -> None:
    """An organiser who puts players on a list, or replaces one, needs their accounts."""
    gabi = meet().page
    gabi.goto("/#/tournaments")
    screens.button(gabi, "settings.title").click()
    gabi.get_by_label(phrase("settings.name")).fill("Gabi")
    screens.button(gabi, "account.get").click()
    expect(gabi.get_by_text(phrase("account.about", name="Gabi"))).to_be_visible()


@pytest.mark.long
def test_an_organiser_and_two_players(meet: Meet, organiser: Account) -> None:
    """From the announcement to the final standings, each in a browser of their own."""
    olga, ana, ben = meet().page, meet(viewport={"width": 390, "height": 844}).page, meet().page
    use_key(olga, organiser.key)
    ben.goto("/#/tournaments")
    screens.heading(ben, "page.tournaments").wait_for()
    announce(olga, "Evening for two")
    ben.get_by_role("link", name="Evening for two").wait_for()  # the list follows the service
    olga.locator(".invitation > summary").click()
    link = olga.get_by_label(phrase("tournament.invite.link"), exact=True).input_value()
    for page, name in ((ana, "Ana"), (ben, "Ben")):
        enter(page, link, name)
    olga.locator(".desk .more > summary").click()
    olga.locator("[data-action=name_arbiter]").click()
    screens.button(olga, "tournament.myself").click()
    confirm(olga, "name_arbiter", "Olga is an arbiter.")
    decide(olga, "start_tournament", phrase("tournament.effect.drawn"))
    pair_and_open(olga, 1)
    expect(screens.button(olga, "tournament.print.slips")).to_have_count(0)  # no table is real
    screens.link(ana, "tournament.watch").click()
    # As after a notification, which leads to the game: nobody asks for a name there.
    sit = screens.button(ana, "seat.sit.as", side="Ana")
    sit.wait_for()
    expect(ana.get_by_label(phrase("settings.name"))).to_have_count(0)
    sit.click()
    sit.wait_for(state="hidden")
    ana.get_by_text(phrase("absent.arbiter")).wait_for()
    expect(screens.button(ana, "seat.stand")).to_have_count(0)
    ana.go_back()
    play_until_one_resigns(ben, ana, olga, 1)
    decide(olga, "close_round", "Round 1 is over.")
    pair_and_open(olga, 2)
    play_until_one_resigns(ben, ana, olga, 2)
    decide(olga, "close_round", "Round 2 is over.")
    decide(olga, "end_tournament", "Ana wins the tournament.")
    for page, rank in ((ana, 1), (ben, 2)):
        page.get_by_text(phrase("tournament.you.place", rank=rank)).wait_for()
    rows = olga.get_by_role("region", name=phrase("tournament.standings")).get_by_role("row")
    expect(rows.nth(1)).to_contain_text("Ana")
    expect(rows.nth(1)).to_contain_text("2")


def test_an_arbiter_sees_the_effect_of_a_decision(
    meet: Meet, http: httpx.Client, organiser: Account
) -> None:
    """A refusal names its rule. What was confirmed is at the table, and its reason in a list."""
    cup = played(http, organiser, "carolus-magnus@1")
    page = meet().page
    page.goto("/healthz")
    organiser.sign_in(page)
    page.goto(f"/#/tournaments/{cup.id}/1/2")
    table = page.locator("[data-table='2']")
    expect(table).to_have_attribute("aria-current", "true")
    table.locator(".decide summary").click()
    table.locator("[data-action=correct_result]").click()
    form = page.get_by_role("dialog")
    names = table.locator(".who").all_inner_texts()
    places = [form.get_by_label(phrase("tournament.place.of", name=name)) for name in names]
    for field in places:
        field.fill("1")
    form.locator(".effect").get_by_text("TN-CORRECT-2").wait_for()
    send = screens.button(form, "tournament.action.correct_result")
    expect(send).to_have_attribute("aria-disabled", "true")
    places[1].fill("2")
    effect(page).filter(has_text=f"1. {names[0]}, 2. {names[1]}").wait_for()
    send.click()
    expect(form).to_be_visible()  # a correction needs a reason
    form.get_by_label(phrase("tournament.reason")).fill(WHY)
    must_be_for_everybody(page)
    must_fit(page)
    must_speak(page, "en")
    confirm(page, "correct_result", WHY)
    expect(table.locator(".got")).to_have_text(["1", "0"])
    table.get_by_text(phrase("tournament.corrected")).wait_for()
    decisions = page.locator(".decisions")
    decisions.locator("summary").click()
    expect(decisions.get_by_role("listitem").first).to_contain_text(WHY)
    expect(decisions.get_by_role("listitem").first).to_contain_text(organiser.name)
    shared, won = f"1. {names[0]}, 1. {names[1]}", f"1. {names[0]}, 2. {names[1]}"
    expect(decisions.locator(".changed").first).to_contain_text(f"{shared} → {won}")


@pytest.mark.long
def test_an_arbiter_replaces_a_player(meet: Meet, http: httpx.Client, organiser: Account) -> None:
    """Standings name both; the round that is played names the person who plays it."""
    cup = Cup(http, organiser, "carolus-magnus@1")
    cup.open(1)
    page = meet().page
    page.goto("/healthz")
    organiser.sign_in(page)
    page.goto(f"/#/tournaments/{cup.id}")
    page.locator(".desk .more > summary").click()
    names = page.locator("[data-table] .who")
    names.first.wait_for()
    leaves = next(name for name in names.all_inner_texts() if name != "Bea")  # one of five rests
    page.locator("[data-action=replace_player]").click()
    form = page.get_by_role("dialog")
    form.locator("[name=entrant]").select_option(label=leaves)
    form.locator("[name='account 1']").fill("q" * 26)
    form.locator("[name='name 1']").fill("Bruno")
    form.locator(".effect").get_by_text(f"There is no player {'q' * 26}.").wait_for()
    form.locator("[name='account 1']").fill(player_at(http, "Bruno").id)
    form.locator("[name='name 1']").fill("B\u0435a")  # with a Cyrillic letter
    form.locator(".effect").get_by_text("“B\u0435a” reads like “Bea”.").wait_for()
    form.locator("[name='name 1']").fill("Bruno")
    form.get_by_label(phrase("tournament.reason")).fill(WHY)
    must_be_for_everybody(page)
    confirm(page, "replace_player", re.compile(f"^Bruno plays for {leaves} from round 2 on"))
    standings = page.get_by_role("region", name=phrase("tournament.standings"))
    standings.get_by_text(f"{leaves}, from round 2: Bruno").wait_for()
    expect(names.filter(has_text=leaves)).to_have_count(1)
    expect(names.filter(has_text="Bruno")).to_have_count(0)
    player = meet().page
    player.goto("/healthz")
    next(one for one in cup.players if one.name == leaves).sign_in(player)
    player.goto(f"/#/tournaments/{cup.id}")
    player.get_by_text(phrase("tournament.you.replaced", name="Bruno", round=2)).wait_for()
    expect(screens.button(player, "tournament.withdraw")).to_have_count(0)
    page.locator(".decisions summary").click()
    line = page.locator(".decisions").get_by_role("listitem").first
    expect(line).to_contain_text(f"{leaves} → Bruno")


@pytest.mark.long
def test_a_claim_and_the_arbiter_without_the_right(
    meet: Meet, http: httpx.Client, organiser: Account
) -> None:
    """A player claims, the desk decides; an arbiter learns which right the key lacks."""
    cup = Cup(http, organiser, "carolus-magnus@1")
    judge = player_at(http, "Ida")
    named = {"type": "name_arbiter", "account": judge.id, "name": "Ida", "reason": WHY}
    cup.act("organiser", named)
    ana, olga, ida = (
        _signed_in(meet(), cup, one) for one in (cup.players[0], organiser, judge)
    )  # fmt: skip
    ana.get_by_role("button", name=phrase("tournament.relation")).click()
    form = ana.get_by_role("dialog")
    form.locator("[name=account]").select_option(label="Ida")
    form.get_by_label(phrase("tournament.reason"), exact=True).fill("Ida is my aunt")
    confirm(ana, "declare_relation", re.compile("^Ana says that Ida has a conflict of interest"))
    claim = olga.locator(".desk .claim")
    expect(claim).to_contain_text("Ida is my aunt")
    must_be_for_everybody(olga)
    claim.get_by_role("button").last.click()
    olga.get_by_role("dialog").get_by_label(phrase("tournament.reason"), exact=True).fill(WHY)
    confirm(olga, "reject_relation", re.compile("^Ida goes on judging Ana"))
    expect(claim).to_have_count(0)
    missing = phrase("tournament.withheld.arbiter", scope="arbitrate", account=judge.id)
    ida.get_by_text(missing).wait_for()


@pytest.mark.long
def test_a_pair_enters_when_both_agree(meet: Meet, http: httpx.Client, organiser: Account) -> None:
    changed = {"team": 2, "options": {"players": 4}}
    cup = Cup(http, organiser, "carolus-magnus@1", changed, entrants=())
    ana, bea = player_at(http, "Ana"), player_at(http, "Bea")
    one, other = (_signed_in(meet(), cup, who) for who in (ana, bea))
    one.locator("[name=name]").fill("Ana")
    one.locator("[name=partner]").fill("Bea")
    one.locator("[name=partner_account]").fill(bea.id)
    one.get_by_role("button", name=phrase("tournament.partner.ask")).click()
    one.get_by_text(phrase("tournament.partner.waits", name="Bea")).wait_for()
    other.get_by_text(phrase("tournament.partner.asks", name="Ana", own="Bea")).wait_for()
    must_be_for_everybody(other)
    with other.expect_request(lambda one: one.method == "POST") as sent:
        other.get_by_role("button", name=phrase("tournament.action.confirm_partner")).click()
    people = [{"name": who.name, "account": who.id} for who in (ana, bea)]
    confirmed = {"type": "confirm_partner", "asker": ana.id, "people": people}
    assert json.loads(sent.value.post_data or "")["actions"] == [confirmed]
    for page in (one, other):
        page.get_by_role("heading", name=phrase("tournament.you.in")).wait_for()


@pytest.mark.long
def test_an_empty_seat_does_not_lose_while_its_table_is_paused(
    meet: Meet, http: httpx.Client, organiser: Account
) -> None:
    """The page of the tournament says until when the table waits, and the table counts down."""
    terms = {"no_show_minutes": 30, "pace": {"kind": "manual"}}
    cup = Cup(http, organiser, "carolus-magnus@1", terms, entrants=("Ana", "Bea"))
    cup.open(1)
    people = meet(), meet()
    move_on = people[1].own_clock()
    ana, bea = (
        _signed_in(person, cup, one) for person, one in zip(people, cup.players, strict=True)
    )
    state = ana.locator("[data-table='1'] .state")
    expect(state).to_have_text(re.compile(r"^Waiting for (Ana and Bea|Bea and Ana) until \d+:\d\d"))
    screens.button(bea, "tournament.you.go").click()
    bea.locator(".absent time").wait_for()
    for page in (ana, bea):
        must_be_for_everybody(page)
    here = {"round": 1, "tables": [1], "reason": WHY}
    cup.act("arbiter", {"type": "pause_tables", **here})
    move_on(PAUSE_SECONDS)
    bea.get_by_text(phrase("absent.paused")).wait_for()
    expect(bea.locator(".absent time")).to_have_count(0)
    expect(state).to_have_text(phrase("tournament.table.paused"))
    cup.act("arbiter", {"type": "resume_tables", **here})
    move_on(PAUSE_SECONDS)
    bea.locator(".absent time").wait_for()


def _signed_in(person: Person, cup: Cup, who: Account) -> Page:
    """Return the page of a tournament in a browser that has this account."""
    page = person.page
    page.goto("/healthz")
    who.sign_in(page)
    page.goto(f"/#/tournaments/{cup.id}")
    return page


@pytest.mark.long
def test_an_arbiter_pairs_by_hand(meet: Meet, http: httpx.Client, organiser: Account) -> None:
    """The effect names who meets, and so it does when two players change places afterwards."""
    cup = Cup(http, organiser, "carolus-magnus@1")
    page = meet().page
    page.goto("/healthz")
    organiser.sign_in(page)
    page.goto(f"/#/tournaments/{cup.id}")
    page.locator(".desk .more > summary").click()
    page.locator("[data-action=pair_by_hand]").click()
    form = page.get_by_role("dialog")
    for name, table in (("Ana", "1"), ("Bea", "1"), ("Cid", "2"), ("Eva", "2")):
        form.get_by_label(phrase("tournament.table.of", name=name)).fill(table)
    form.get_by_label(phrase("tournament.reason")).fill(WHY)
    confirm(page, "pair_by_hand", re.compile("^Table 2: (Cid, Eva|Eva, Cid)$"))
    page.locator(".rounds > p").filter(has_text="Ion").wait_for()  # who rests
    page.locator("[data-action=change_tables]").click()
    for name, field in (("Ana", "one"), ("Ion", "other")):
        choice = form.locator(f"[name={field}]")
        choice.select_option(label=choice.get_by_role("option", name=name).inner_text())
    form.get_by_label(phrase("tournament.reason")).fill(WHY)
    confirm(page, "change_tables", re.compile("^Table 1: (Bea, Ion|Ion, Bea)$"))
    names = page.locator("[data-table='1'] .who")
    names.filter(has_text="Ion").wait_for()
    assert sorted(names.all_inner_texts()) == ["Bea", "Ion"]


@pytest.mark.long
def test_printed_pairings_and_slips_name_everybody(
    meet: Meet, http: httpx.Client, organiser: Account
) -> None:
    """Pairings and slips have everybody of the round, and nothing else of the page."""
    cup = Cup(http, organiser, "carolus-magnus@1", {"real_tables": True, "seats_reserved": False})
    cup.open(1)
    person = meet()
    person.at_load("window.print = () => undefined")
    page = person.page
    page.goto(f"/#/tournaments/{cup.id}/1")
    for sheet, tables, lines in (("pairings", 1, 2 * len(ENTRANTS)), ("slips", 2, 4)):
        screens.button(page, f"tournament.print.{sheet}").click()
        page.emulate_media(media="print")
        printed = page.locator(".sheet")
        expect(printed).to_be_visible()
        expect(page.locator(".tournament")).to_be_hidden()
        expect(printed.locator("table")).to_have_count(tables)
        named = (printed.get_by_text(name, exact=True).count() for name in ENTRANTS)
        assert sum(named) == lines
        page.emulate_media(media="screen")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(printed).to_have_count(0)


@pytest.mark.long
def test_groups_and_a_final(meet: Meet, http: httpx.Client, organiser: Account) -> None:
    """Each group has a table; the last round is the final, and only then no reason is required.

    A player finds a table that waits in the lobby, and a spectator what everybody did.
    """
    cup = in_groups(http, organiser, "carolus-magnus@1")
    cup.open(1)
    plays = cup.players[cup.tables(1)[0]["entrants"][0] - 1]
    player = meet().page
    player.goto("/healthz")
    plays.sign_in(player)
    player.goto("/#/")
    row = player.locator(".game", has=player.get_by_text(phrase("lobby.sit")))
    row.get_by_role("link").first.click()
    screens.button(player, "seat.sit.as").wait_for()
    page = meet().page
    page.goto("/healthz")
    organiser.sign_in(page)
    page.goto(f"/#/tournaments/{cup.id}")
    tables = page.locator("[data-table]")
    for group in (1, 2):
        words = phrase("tournament.group", group=group)
        tables.filter(has=page.get_by_text(words)).first.wait_for()
        page.get_by_role("region", name=words, exact=True).wait_for()
    for number in (1, 2, 3):
        if number > 1:
            cup.open(number)
        cup.score(number)
    page.locator(".desk .primary[data-action=pair_round]").wait_for()
    marks = page.locator(".in-groups .tag").filter(has_text=phrase("tournament.qualified"))
    expect(marks).to_have_count(2)
    page.locator("[data-action=end_tournament]").click()
    form = page.get_by_role("dialog")
    form.get_by_label(phrase("tournament.reason"), exact=True).wait_for()
    page.keyboard.press("Escape")
    cup.open(4)
    cup.score(4)
    screens.heading(page, "tournament.round", round=4).wait_for()
    page.locator(".rounds header").get_by_text(phrase("tournament.final"), exact=True).wait_for()
    expect(tables.filter(has=page.get_by_text(phrase("tournament.group", group=1)))).to_have_count(
        0
    )
    page.locator(".crosstable summary").click()
    crossed = page.get_by_role("region", name=phrase("tournament.crosstable"))
    expect(crossed.get_by_role("row")).to_have_count(1 + len(ENTRANTS))
    must_be_for_everybody(page)
    must_fit(page)
    must_speak(page, "en")
    page.locator(".desk .primary[data-action=end_tournament]").click()
    expect(form.get_by_label(phrase("tournament.reason.free"))).not_to_have_attribute(
        "required", ""
    )
    confirm(page, "end_tournament", re.compile("wins the tournament"))
