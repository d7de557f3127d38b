"""Whole games of Ancients over HTTP, of all fifteen battles, with people in both seats."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from domain.record.audit import audit
from domain.record.record import read_record
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.board import SCENARIO
from service.access.record_verifier import RecordVerifier
from tests.support.http.client import Json, Table, good, seat_due, start
from tests.support.http.plain import plain_client
from tests.support.proof.verifier import verify
from tests.support.run.long import cases, long_after
from tests.support.servers.served import Served

FIRST = "001"
ANCIENTS: Json = {"ruleset": RULESET.meta.id}


def steps(table: Table, random: Random) -> Iterator[Json]:
    """Let both seats play at random; yield each answer."""
    now = table.now()
    while (seat := seat_due(now)) is not None:
        done = good(table.act(seat, table.any_action(seat, random)))
        now = done["game"]
        yield done


def to_a_reaction(table: Table, random: Random) -> int:
    """Let both seats attack wherever they can until one has to react, and return it."""
    now = table.now()
    while (due := now["awaits"][0])["actions"] != ["react"]:
        seat = due["seat"]
        legal = table.legal(seat, 1_000)
        wanted = [one for one in legal if one["type"] == "attack"] or legal
        now = good(table.act(seat, random.choice(wanted)))["game"]
    return int(due["seat"])


def test_a_seat_says_which_army_it_has(http: httpx.Client) -> None:
    """Before the start, including in lists, and in the schema of the options, for forms."""
    options: Json = {"scenario": "012", "sides": ["top", "bottom"]}
    opened = good(http.post("/v1/games", json={**ANCIENTS, "options": options}))["game"]
    listed = good(http.get("/v1/games?status=open"))["games"]
    (found,) = [one for one in listed if one["id"] == opened["id"]]
    for game in (opened, found):
        names = [seat["side_name"] for seat in game["seats"]]
        assert [name["en"] for name in names] == ["Carthage", "Rome"]
        assert [name["de"] for name in names] == ["Karthago", "Rom"]
    schema = good(http.get(f"/v1/rulesets/{RULESET.meta.id}"))["options_schema"]
    properties = schema["$defs"]["Options"]["properties"]
    assert properties["scenario"]["x-sides"].keys() == SCENARIO.keys()
    assert properties["scenario"]["x-sides"]["012"]["top"] == found["seats"][0]["side_name"]
    assert properties["sides"]["x-sides-of-seats"]


def test_a_game_says_which_battle_it_is(http: httpx.Client) -> None:
    """In each language, including in lists; the schema says which option chooses it."""
    opened = good(http.post("/v1/games", json={**ANCIENTS, "options": {"scenario": "007"}}))["game"]
    listed = good(http.get("/v1/games?status=open"))["games"]
    (found,) = [one for one in listed if one["id"] == opened["id"]]
    for game in (opened, found):
        assert game["scenario_name"] == {
            "en": "Cannae, 216 BC",
            "es": "Cannas, 216 a. C.",
            "de": "Cannae, 216 v. Chr.",
        }
    schema = good(http.get(f"/v1/rulesets/{RULESET.meta.id}"))["options_schema"]
    properties = schema["$defs"]["Options"]["properties"]
    assert [name for name, one in properties.items() if "x-scenario" in one] == ["scenario"]
    assert good(http.post("/v1/games", json={"ruleset": "teg"}))["game"]["scenario_name"] is None


def test_a_seat_of_another_game_has_no_other_name(http: httpx.Client) -> None:
    """The words of its ruleset name its sides."""
    opened = good(http.post("/v1/games", json={"ruleset": "teg"}))["game"]
    assert {seat["side_name"] for seat in opened["seats"]} == {None}


@pytest.mark.parametrize("scenario", long_after(1, SCENARIO))
def test_a_whole_game(http: httpx.Client, scenario: str) -> None:
    """It ends with a standing of both sides; strangers can prove it, and an audit finds nothing."""
    turns = cases(30, 6) if scenario == FIRST else 6
    options: Json = {"scenario": scenario, "turn_limit": turns}
    table = start(http, terms=ANCIENTS, **options)
    *_, last = steps(table, Random(f"whole game {scenario}"))
    over = last["game"]
    assert over["position"]["scenario"] == scenario
    assert {one["side"] for one in over["outcome"]["standing"]} == {"top", "bottom"}
    assert None not in over["position"]["hands"].values(), "after the end, all is open"
    events = table.events()
    (dealt,) = [event for event in events if event["type"] == "hands_dealt"]
    assert len(dealt["top"]) == over["position"]["hand_limits"]["top"] or scenario in ("006", "009")
    record = http.get(f"{table.url}/record")
    keys = good(http.get("/.well-known/jwks.json"))
    verify(events, good(http.get(f"{table.url}/proof")), keys, good(record))
    audited = audit(read_record(record.content), RecordVerifier())
    assert {one.reason for one in audited.findings} <= {"published_keys_are_not_given"}
    assert audited.head == events[-1]["hash"]


def test_a_preview_shows_each_battle(http: httpx.Client) -> None:
    """The set-up of every battle is another picture, without a game."""
    address = f"/v1/rulesets/{RULESET.meta.id}/board.svg"
    found = set()
    for scenario in SCENARIO:
        answer = http.post(address, json={"options": {"scenario": scenario}})
        assert answer.is_success, answer.text
        found.add(answer.text)
    assert len(found) == len(SCENARIO)


@pytest.mark.rule("TB-REMATCH-1")
def test_a_rematch_exchanges_the_sides(http: httpx.Client) -> None:
    """Both players keep their seats, and command the other army in the same battle."""
    table = start(http, terms=ANCIENTS, scenario="007")
    assert sides_of(table.now()) == ["bottom", "top"]
    assert seat_due(table.now()) == 0, "bottom begins in this battle"
    good(table.act(0, {"type": "resign"}))
    first, second = (
        good(http.post(f"{table.url}/rematch", json={}, headers=table.headers(seat)))["game"]["id"]
        for seat in (0, 1)
    )
    assert first == second
    again = good(http.get(f"/v1/games/{first}"))
    assert again["options"] == {**table.now()["options"], "sides": ["top", "bottom"]}
    assert sides_of(again) == ["top", "bottom"]
    assert seat_due(again) == 1


def sides_of(game: Json) -> list[str]:
    """Return the side of each seat."""
    return [seat["side"] for seat in game["seats"]]


@pytest.mark.process
@pytest.mark.long
@pytest.mark.rule("CA-REACT-1", "CA-HID-6")
def test_a_service_that_is_killed_within_a_reaction(tmp_path: Path) -> None:
    """After a restart the same seat has to react, and the combat and the game go on."""
    random = Random("killed")
    with Served(tmp_path) as served:
        served.start()
        with plain_client(served.url, 60) as http:
            table = start(http, terms=ANCIENTS, turn_limit=60)
            seat = to_a_reaction(table, random)
            before: Any = table.now()
        served.kill()
        served.start()
        with plain_client(served.url, 60) as http:
            table = Table(http, {"game": {"id": table.id}, "tokens": table.tokens})
            after = table.now()
            assert (after["awaits"], after["position"]) == (before["awaits"], before["position"])
            done = good(table.act(seat, {"type": "react", "choice": "stand"}))
            kinds = [event["type"] for event in done["events"]]
            assert kinds[:2] == ["reaction_chosen", "moment_drawn"]
            assert "dice_rolled" in kinds
            for done in islice(steps(table, random), 20):
                assert done["events"]
