"""Links of seats over HTTP: who may give which link, and when the dice come."""

from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from domain.links import chain_of
from tests.support.http.chains import Chained
from tests.support.http.client import Json, Table, create, good, seat_due, start
from tests.support.proof import verifier
from tests.support.run.long import long_after
from tests.support.run.waiting import until
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


@pytest.fixture
def data(lasting_data: Path) -> Path:
    return lasting_data


def seated(http: httpx.Client, *seats: int, players: int = 2, **terms: Any) -> Chained:
    """Start a game at which these seats have chains."""
    table = create(http, terms={"links": True, **terms}, players=players)
    chained = Chained(table, *seats)
    for seat in range(players):
        chained.sit(seat)
    return chained


def a_seat_is_due(chained: Chained) -> bool:
    """Return whether a player has to decide."""
    return isinstance(seat_due(chained.table.now()), int)


def drawn(chained: Chained) -> list[Json]:
    """Return the moments that were drawn."""
    return [one for one in chained.table.events() if one["type"] == "moment_drawn"]


def up_to_the_dice(chained: Chained, random: Random) -> Json:
    """Give links and decide until the next dice are due; return the game that waits for links."""
    chained.give_all()
    until(lambda: a_seat_is_due(chained), "the moment")
    while isinstance(seat := seat_due(game := chained.table.now()), int):
        good(chained.table.act(seat, chained.table.any_action(seat, random)))
    return game


def refusal(answer: httpx.Response) -> tuple[str, str]:
    """Return the rule and the reason of a refusal."""
    assert answer.status_code == 409, answer.text
    return answer.json()["rule"], answer.json()["reason"]


def test_a_game_waits_for_the_links_of_its_seats(http: httpx.Client, seed: int) -> None:
    """It shows whose are due, and draws as soon as the last one is there."""
    chained = seated(http, 0, 1)
    random = Random(seed)
    for moment in (1, 2, 3):
        game = chained.table.now() if moment == 1 else up_to_the_dice(chained, random)
        assert game["links"] is True
        assert game["awaits"][0]["seat"] == "chance"
        assert game["awaits_links"] == {"moment": moment, "due": [0, 1]}
        first = chained.give(1)
        assert (first["due"], first["given"]) == ([0, 1], [1])
        assert chained.table.now()["version"] == game["version"]
        assert chained.give(0)["given"] == [0, 1]
        until(lambda: a_seat_is_due(chained), "the moment")
    assert chained.due(0) == {
        **chained.due(0),
        "moment": None,
        "called_head": None,
        "call": None,
        "due": [],
        "given": [],
    }
    for moment, event in enumerate(drawn(chained), 1):
        links = [{"who": seat, "link": chained.link(seat, moment)} for seat in (0, 1)]
        assert (event["moment"], event["links"]) == (moment, links)
    assert chained.table.now()["awaits_links"] is None


def test_a_seat_without_a_chain_is_not_awaited(http: httpx.Client) -> None:
    """Only the links of those who committed to a chain are due."""
    chained = seated(http, 1)
    assert chained.table.now()["awaits_links"] == {"moment": 1, "due": [1]}
    assert refusal(chained.put(0, 1, "0" * 64, "0" * 64)) == ("TB-MOMENT-4", "seat_gives_no_link")
    chained.give_all()
    until(lambda: a_seat_is_due(chained), "the moment")


def test_a_game_without_chains_answers_at_once(http: httpx.Client) -> None:
    """A game that allows chains is an ordinary game if nobody has one."""
    game = seated(http).table.now()
    assert isinstance(seat_due(game), int)
    assert (game["links"], game["awaits_links"]) == (True, None)
    assert start(http).now()["links"] is False


def test_a_wrong_link_is_refused(http: httpx.Client) -> None:
    """Nothing is drawn, and the right one may follow."""
    chained = seated(http, 0, 1)
    due = chained.due(0)
    foreign = chain_of(bytes(32), 0, bytes([1]) * 32)
    for link in (chained.link(0, 2), chained.link(1, 1), foreign.link(1).hex(), "0" * 64):
        refused = chained.put(0, 1, due["called_head"], link)
        assert refusal(refused) == ("TB-MOMENT-3", "link_does_not_fit")
        assert refused.json()["facts"] == {"who": 0, "moment": 1, "last": 0}
        assert chained.due(0)["given"] == []
    chained.give_all()
    until(lambda: a_seat_is_due(chained), "the moment")


def test_an_early_link_is_refused(http: httpx.Client, seed: int) -> None:
    """Before the decision is in the log, and for a moment that comes later."""
    chained = seated(http, 0, 1)
    head = chained.due(0)["called_head"]
    refused = chained.put(0, 2, head, chained.link(0, 2))
    assert refusal(refused) == ("TB-MOMENT-4", "another_moment")
    assert refused.json()["facts"] == {"moment": 2, "expected": 1}
    refused = chained.put(0, 1, "0" * 64, chained.link(0, 1))
    assert refusal(refused) == ("TB-MOMENT-4", "another_head")
    assert refused.json()["facts"] == {"head": "0" * 64, "expected": head}
    chained.give_all()
    until(lambda: a_seat_is_due(chained), "the moment")
    refused = chained.put(0, 2, chained.table.now()["head"], chained.link(0, 2))
    assert refusal(refused) == ("TB-MOMENT-4", "no_links_are_due")
    assert refused.json()["facts"] == {"moment": 2, "expected": 2}


@pytest.mark.long
def test_a_link_may_be_given_again(http: httpx.Client, seed: int) -> None:
    """A client that got no answer repeats its request, even after the moment was drawn."""
    chained = seated(http, 0, 1)
    due = chained.due(0)
    again = (0, 1, due["called_head"], chained.link(0, 1))
    assert good(chained.put(*again)) == good(chained.put(*again))
    chained.give(1)
    random = Random(seed)
    until(lambda: a_seat_is_due(chained), "the first moment")
    assert good(chained.put(*again))["moment"] is None
    up_to_the_dice(chained, random)
    chained.give_all()
    until(lambda: len(drawn(chained)) == 2, "the second moment")
    assert good(chained.put(*again))["given"] == []
    late = chained.put(0, 1, due["called_head"], chained.link(1, 1))
    assert refusal(late)[0] == "TB-MOMENT-4"


def test_only_the_seat_gives_its_link(http: httpx.Client) -> None:
    """Not the creator, another seat or a stranger; only the table sees what is due."""
    chained = seated(http, 0, 1)
    table = chained.table
    body = {"head": chained.due(0)["called_head"], "link": chained.link(0, 1)}
    for who, status in ((1, 403), ("creator", 403), (None, 401)):
        answer = table.http.put(
            f"{table.url}/seats/0/links/1", json=body, headers=table.headers(who)
        )
        assert answer.status_code == status
    assert table.http.get(f"{table.url}/links").status_code == 401
    assert good(table.http.get(f"{table.url}/links", headers=table.headers("creator")))


def test_no_player_acts_while_links_are_due(http: httpx.Client) -> None:
    """The links were given for the log as it is."""
    chained = seated(http, 0, 1)
    chained.give(0)
    refused = chained.table.act(0, {"type": "resign"})
    assert refusal(refused) == ("TB-MOMENT-2", "chance_has_to_draw")


def test_a_game_shows_what_protects_its_dice(http: httpx.Client) -> None:
    """Nobody has a chain at first; then one seat has one."""
    chained = Chained(create(http, terms={"links": True}, players=2), 1)
    assert chained.table.now()["strength"] == "base"
    chained.sit(0)
    assert chained.table.now()["strength"] == "base"
    chained.sit(1)
    assert chained.table.now()["strength"] == "links"
    assert good(http.get("/v1/rulesets"))["witnesses"] == 0


@pytest.mark.long
def test_links_come_to_any_worker(http: httpx.Client, data: Path) -> None:
    """One worker gets the first link and another the last one, which draws the moment."""
    chained = seated(http, 0, 1)
    chained.give(0)
    with application_on(settings_of(data)) as app, TestClient(app) as other:
        elsewhere = Chained(Table(other, {"game": chained.table.now(), "tokens": {}}), 0, 1)
        elsewhere.table.tokens = chained.table.tokens
        assert elsewhere.due(1)["given"] == [0]
        elsewhere.give(1)
        until(lambda: a_seat_is_due(elsewhere), "the moment")
    until(lambda: a_seat_is_due(chained), "the news")


def test_a_tip_needs_a_game_with_links(http: httpx.Client) -> None:
    """The refusal names the rule."""
    table = create(http, players=2)
    assert refusal(table.sit(0, tip="0" * 64)) == ("TB-SIT-7", "game_has_no_links")


# --- going on without links ---------------------------------------------------------------------


def waive(chained: Chained, seat: int, word: str) -> Json:
    """Offer, accept or decline to go on without links."""
    return dict(good(chained.table.act(seat, {"type": f"{word}_waiver"}))["game"])


def test_all_agree_to_go_on_without_links(http: httpx.Client, seed: int) -> None:
    """The moment is drawn at once, without the link that was given, and marked."""
    chained = seated(http, 0, 1, players=3)
    chained.give(0)
    offered = waive(chained, 2, "offer")
    assert [one["agrees_to_waiver"] for one in offered["seats"]] == [False, False, True]
    assert waive(chained, 0, "accept")["awaits"][0]["seat"] == "chance"
    after = waive(chained, 1, "accept")
    assert isinstance(seat_due(after), int)
    assert after["awaits_links"] is None
    assert not any(one["agrees_to_waiver"] for one in after["seats"])
    (event,) = drawn(chained)
    assert (event["links"], event["missing"]) == ([], [0, 1])
    story = good(http.get(f"{chained.table.url}/story", headers={"Accept-Language": "de"}))
    assert any("hängt von keinem Kettenglied ab" in one["text"] for one in story["sentences"])
    game = up_to_the_dice(chained, Random(seed))
    assert game["awaits_links"] == {"moment": 2, "due": [0, 1]}
    chained.give_all()
    until(lambda: a_seat_is_due(chained), "the second moment")
    links = [one["link"] for moment in drawn(chained) for one in moment["links"]]
    assert links == [chained.link(0, 2), chained.link(1, 2)]


def test_an_offer_leaves_the_call_as_it_was(http: httpx.Client) -> None:
    """Links that were given for the head before it stay right, and so do those that follow."""
    chained = seated(http, 0, 1)
    before = chained.due(0)
    chained.give(0)
    waive(chained, 1, "offer")
    waive(chained, 0, "decline")
    after = chained.due(1)
    assert after["version"] == before["version"] + 2
    assert {**after, "version": 0, "head": ""} == {**before, "version": 0, "head": "", "given": [0]}
    chained.give(1)
    until(lambda: a_seat_is_due(chained), "the moment")
    (event,) = drawn(chained)
    assert [one["who"] for one in event["links"]] == [0, 1]
    assert event["missing"] == []


@pytest.mark.long
def test_a_draw_drops_the_offer(http: httpx.Client) -> None:
    """The links came after all."""
    chained = seated(http, 0, 1)
    waive(chained, 0, "offer")
    chained.give_all()
    until(lambda: a_seat_is_due(chained), "the moment")
    assert not any(one["agrees_to_waiver"] for one in chained.table.now()["seats"])


def test_links_cannot_be_waived_in_advance(http: httpx.Client) -> None:
    """Only those that are due now."""
    chained = seated(http, 0, 1)
    chained.give_all()
    until(lambda: a_seat_is_due(chained), "the moment")
    refused = chained.table.act(0, {"type": "offer_waiver"})
    assert refusal(refused) == ("TB-MOMENT-5", "no_links_are_due")


def test_a_record_proves_what_was_waived(http: httpx.Client, seed: int) -> None:
    """The audit accepts the game, and a verifier without the rules misses no mark."""
    chained = seated(http, 0, 1)
    waive(chained, 0, "offer")
    waive(chained, 1, "accept")
    up_to_the_dice(chained, Random(seed))
    chained.give_all()
    until(lambda: a_seat_is_due(chained), "the second moment")
    seat = seat_due(chained.table.now())
    assert seat is not None
    good(chained.table.act(seat, {"type": "resign"}))
    for kind in ("application/json", "text/plain"):
        record = http.get(f"{chained.table.url}/record", headers={"Accept": kind}).content
        checked = http.post("/v1/records/check", content=record, headers={"Content-Type": kind})
        assert good(checked)["valid"], checked.text
        (note,) = [one for one in checked.json()["findings"] if one["rule"] == "RC-DICE-6"]
        assert (note["weight"], note["reason"]) == ("note", "links_were_waived")
        (waived,) = note["facts"]["moments"]
        assert (waived["moment"], waived["missing"]) == (1, [0, 1])
        first, *others = [one.split()[0] for one in waived["drawn"]]
        assert (first, {*others}) == ("arrange_table", {"roll_dice"})
    events, name = chained.table.events(), chained.table.id
    verifier.check_moments(name, events)
    verifier.check_dice(name, events, bytes.fromhex(events[-1]["secret"]))
    moments = [one for one in events if one["type"] == "moment_drawn"]
    moments[0]["missing"] = []
    with pytest.raises(verifier.Wrong, match="agreed"):
        verifier.check_moments(name, events)
    moments[0]["missing"] = [0]
    with pytest.raises(verifier.Wrong, match="moment 1 lacks links"):
        verifier.check_moments(name, events)


@pytest.mark.parametrize(
    "left_out", long_after(1, [(0,), (1,), (0, 1)]), ids=["first", "second", "both"]
)
def test_a_moment_without_a_link_that_is_due_is_found(
    http: httpx.Client, left_out: tuple[int, ...], seed: int
) -> None:
    """An operator who leaves out links foresees the dice: a verifier without the rules sees it."""
    chained = seated(http, 0, 1)
    up_to_the_dice(chained, Random(seed))
    chained.give_all()
    until(lambda: a_seat_is_due(chained), "the second moment")
    events, name = chained.table.events(), chained.table.id
    verifier.check_moments(name, events)
    last = [one for one in events if one["type"] == "moment_drawn"][-1]
    last["links"] = [given for given in last["links"] if given["who"] not in left_out]
    with pytest.raises(verifier.Wrong, match=f"moment {last['moment']} lacks links"):
        verifier.check_moments(name, events)
