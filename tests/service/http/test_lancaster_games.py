"""Whole games of Lancaster over HTTP, with people in every seat."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from domain.record.audit import audit
from domain.record.record import read_record
from service.access.record_verifier import RecordVerifier
from tests.support.http.client import Json, Table, good, start
from tests.support.http.plain import plain_client
from tests.support.http.twins import world
from tests.support.proof.verifier import verify
from tests.support.run.long import long_after
from tests.support.run.waiting import until
from tests.support.servers.served import Served

LANCASTER: Json = {"ruleset": "lancaster"}
PLAYERS = (2, 5, 3, 4)
MINUTE = {"kind": "per_action", "seconds": 60, "on_flag": "house"}


def steps(table: Table, random: Random) -> Iterator[Json]:
    """Let everyone play at random, in any order when several seats are due; yield each answer."""
    now = table.now()
    while now["status"] == "running":
        seat = random.choice(now["awaits"])["seat"]
        done = good(table.act(seat, table.any_action(seat, random)))
        now = done["game"]
        yield done


def voting(table: Table, random: Random) -> list[int]:
    """Play until everyone has to vote, and return who has to."""
    for done in steps(table, random):
        if len(due := done["game"]["awaits"]) > 1:
            return [one["seat"] for one in due]
    raise AssertionError("no vote")


def vote(table: Table, seat: int, ballot: str = "no", markers: int = 0) -> httpx.Response:
    """Send a vote."""
    return table.act(seat, {"type": "cast_vote", "ballot": ballot, "markers": markers})


@pytest.mark.parametrize("number", long_after(1, range(len(PLAYERS))))
def test_a_whole_game(http: httpx.Client, number: int) -> None:
    """It ends with a standing of all sides; strangers can prove it, and an audit finds nothing."""
    players = PLAYERS[number % len(PLAYERS)]
    table = start(http, terms=LANCASTER, players=players)
    *_, last = steps(table, Random(f"whole game {number}"))
    over = last["game"]
    assert over["outcome"]["reason"] == "rounds"
    assert len(over["outcome"]["standing"]) == players
    events = table.events()
    cast = [event for event in events if event["type"] == "vote_cast"]
    assert len(cast) == 5 * 3 * players
    assert all(event["ballot"] is not None for event in cast), "after the end, all is open"
    record = http.get(f"{table.url}/record")
    keys = good(http.get("/.well-known/jwks.json"))
    verify(events, good(http.get(f"{table.url}/proof")), keys, good(record))
    audited = audit(read_record(record.content), RecordVerifier())
    assert {one.reason for one in audited.findings} <= {"published_keys_are_not_given"}
    assert audited.head == events[-1]["hash"]


@pytest.mark.long
@pytest.mark.process
@pytest.mark.rule("LA-PARL-4", "LA-PARL-5")
def test_a_service_that_is_killed_during_a_vote(tmp_path: Path) -> None:
    """After a restart the first vote is still sealed and final, and the reveal shows it."""
    random = Random("killed")
    with Served(tmp_path) as served:
        served.start()
        with plain_client(served.url, 60) as http:
            table = start(http, terms=LANCASTER, players=3)
            first, *others = voting(table, random)
            good(vote(table, first, "yes", 1))
        served.kill()
        served.start()
        with plain_client(served.url, 60) as http:
            table = Table(http, {"game": {"id": table.id}, "tokens": table.tokens})
            assert [one["seat"] for one in table.now()["awaits"]] == others
            assert sealed(table) == [None]
            again = vote(table, first)
            assert (again.status_code, again.json()["rule"]) == (HTTPStatus.CONFLICT, "LA-PARL-5")
            for seat in others:
                good(vote(table, seat))
            assert revealed(table)[0]["ballots"][first] == {"ballot": "yes", "markers": 1}
            *_, last = steps(table, random)
            assert last["game"]["outcome"]["reason"] == "rounds"


@pytest.mark.rule("LA-TABLE-1", "LA-TABLE-4")
def test_several_players_vote_late(tmp_path: Path) -> None:
    """All their flags fall at one deadline; the house votes for them, and nothing else changes."""
    with world(tmp_path / "data", players=2) as seen:
        terms = {**LANCASTER, "clock": MINUTE}
        table = start(seen.http, terms=terms, players=4)
        first, *late = voting(table, Random("late"))
        good(vote(table, first, "yes"))
        for _ in range(61):
            seen.clock.pass_a_second()
        refused = vote(table, late[0])
        assert refused.status_code == HTTPStatus.CONFLICT
        fallen = [event["seat"] for event in table.events() if event["type"] == "flag_fell"]
        assert sorted(fallen) == sorted(late)
        until(lambda: bool(revealed(table)))
        assert revealed(table)[0]["ballots"][first] == {"ballot": "yes", "markers": 0}


def sealed(table: Table) -> list[Any]:
    """Return the ballots of all votes as everyone sees them."""
    return [event["ballot"] for event in table.events() if event["type"] == "vote_cast"]


def revealed(table: Table) -> list[Json]:
    """Return the reveals so far."""
    return [event for event in table.events() if event["type"] == "votes_revealed"]
