"""Clocks, pauses, take-backs and arbiters over HTTP."""

from itertools import product
from random import Random
from typing import Any

import httpx
import pytest

from domain.table.times import micros
from service.access.rights import ARBITRATE
from tests.support.http.client import Json, Table, create, good, seat_due, start
from tests.support.proof import verifier

CLOCK = {"kind": "bank", "seconds": 600, "on_flag": "forfeit", "increment_seconds": 5}
TERMS: Json = {"clock": CLOCK, "take_backs": True}


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


def all_hashed(table: Table) -> None:
    """Check that the head follows from the events, as any client can compute it."""
    assert verifier.head_of(table.id, table.events()) == table.now()["head"]


def test_a_game_without_terms(http: httpx.Client) -> None:
    """Its fields say so, and it has no events about terms."""
    now = start(http).now()
    assert (now["clocks"], now["take_backs"]) == (None, False)
    assert [one["type"] for one in create(http).events()] == ["game_opened"]


def test_a_clock_is_shown_and_runs(http: httpx.Client) -> None:
    """It stands still before the start. Then it runs for the seat that is due, with a deadline."""
    table = create(http, terms=TERMS)
    clocks = table.now()["clocks"]
    assert clocks["clock"] == CLOCK
    assert (clocks["running"], clocks["since"], clocks["deadline"]) == ([], None, None)
    good(table.sit(0))
    now = good(table.sit(1))
    clocks, seat = now["clocks"], seat_due(now)
    assert clocks["running"] == [seat]
    assert clocks["left_ms"] == [600_000, 600_000]
    assert micros(clocks["deadline"]) - micros(clocks["since"]) == 600_000_000
    assert seat is not None
    after = good(table.act(seat, table.any_action(seat, Random(1))))["game"]["clocks"]
    assert 600_000 < after["left_ms"][seat] <= 605_000
    assert now["take_backs"]
    all_hashed(table)


@pytest.mark.parametrize(
    ("clock", "status"),
    [
        ({"kind": "per_action", "seconds": 30, "on_flag": "house"}, 201),
        ({"kind": "days", "days": 3, "on_flag": "house"}, 201),
        ({"kind": "bank", "seconds": 30, "on_flag": "house"}, 201),
        (None, 201),
        ({"kind": "days", "days": 3, "on_flag": "forfeit"}, 409),
        ({"kind": "days", "days": 3}, 400),
        ({"kind": "days", "days": 0, "on_flag": "house"}, 400),
        ({"kind": "hours", "hours": 3, "on_flag": "house"}, 400),
        ({"kind": "days", "days": 3, "on_flag": "house", "seconds": 1}, 400),
    ],
)
def test_which_clocks_are_accepted(http: httpx.Client, clock: Any, status: int) -> None:
    """For three sides, a rule refuses a forfeit. An unknown clock is malformed."""
    asked = {"ruleset": "carolus-magnus", "options": {"players": 3}, "clock": clock}
    answer = http.post("/v1/games", json=asked)
    assert answer.status_code == status, answer.text
    if status == 409:
        assert answer.json()["rule"] == "TB-CLOCK-1"


def test_a_keyed_creation_with_a_clock_can_be_retried(http: httpx.Client) -> None:
    """The same game with the same tokens, at the version at which it was opened."""
    headers = {"Idempotency-Key": "clocked"}
    first = create(http, headers, TERMS)
    again = create(http, headers, TERMS)
    assert (again.id, again.tokens) == (first.id, first.tokens)
    assert again.now()["version"] == 3


def test_a_pause_over_http(http: httpx.Client) -> None:
    """One player offers it and the other accepts; nothing is legal until both agree to resume."""
    table = start(http, terms=TERMS)
    seat = seat_due(table.now())
    assert seat is not None
    action = table.any_action(seat, Random(1))
    now = good(table.act(seat, {"type": "offer_pause"}))["game"]
    assert [one["agrees_to_pause"] for one in now["seats"]] == [seat == 0, seat == 1]
    now = good(table.act(1 - seat, {"type": "accept_pause"}))["game"]
    assert now["clocks"]["paused"]
    assert (now["awaits"], now["clocks"]["deadline"]) == ([], None)
    assert table.legal(seat) == []
    refused = table.act(seat, action)
    assert (refused.status_code, refused.json()["rule"]) == (409, "TB-PAUSE-2")
    good(table.act(1 - seat, {"type": "offer_resume"}))
    now = good(table.act(seat, {"type": "accept_resume"}))["game"]
    assert (now["clocks"]["paused"], seat_due(now)) == (False, seat)
    good(table.act(seat, action))
    all_hashed(table)


def test_a_take_back_over_http(http: httpx.Client) -> None:
    """The position is as before, and the versions in between can still be read."""
    table = start(http, terms=TERMS)
    random = Random(1)
    while True:
        before = table.now()
        seat = seat_due(before)
        assert seat is not None
        done = good(table.act(seat, table.any_action(seat, random)))
        if all(event["by"] != "chance" for event in done["events"]):
            break
    after = done["game"]
    good(table.act(seat, {"type": "offer_take_back"}))
    now = good(table.act(1 - seat, {"type": "accept_take_back"}))["game"]
    assert (now["position"], now["awaits"]) == (before["position"], before["awaits"])
    earlier = good(http.get(table.url, params={"version": after["version"]}))
    assert earlier["position"] == after["position"]
    record = good(http.get(f"{table.url}/record"))
    assert good(http.post("/v1/records/check", json=record))["valid"]
    all_hashed(table)


def test_players_and_creators_cannot_judge(http: httpx.Client) -> None:
    """Neither a seat nor the creator has that right."""
    table = start(http)
    callers: list[int | str] = ["creator", 0]
    actions: list[Json] = [{"type": "adjudicate", "winners": ["white"]}, {"type": "call_off_game"}]
    for who, action in product(callers, actions):
        answer = table.act(who, action)
        assert answer.status_code == 403, (who, action)
        assert answer.json()["facts"] == {"needs": ARBITRATE.needs}


def test_clients_cannot_make_a_flag_fall(http: httpx.Client) -> None:
    """Only the service can."""
    answer = start(http, terms=TERMS).act("creator", {"type": "fall_flag"})
    assert answer.status_code == 400
