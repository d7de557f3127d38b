"""What goes wrong in tournaments, over HTTP: each is a rule or a clear error; nothing is lost."""

import csv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from service.runtime.timestamps import later, now
from service.tournaments.roles import DECISIONS
from tests.support.http.client import Json, good
from tests.support.run.waiting import until
from tests.support.tournaments.over_http import OF_TWO, WHY, Cup, Member, Scene, scene_in


def refused(answer: httpx.Response, rule: str, reason: str) -> Json:
    """Return the facts of a refusal by a rule."""
    assert answer.status_code == 409, answer.text
    problem = answer.json()
    assert (problem["rule"], problem["reason"]) == (rule, reason)
    facts: Json = problem["facts"]
    return facts


def running(scene: Scene, count: int, **terms: Any) -> tuple[Cup, list[Member]]:
    """Return a tournament for two seats, with its arbiter and entrants, whose round 1 is open."""
    cup = scene.announce(**{**OF_TWO, **terms})
    players = scene.members(count)
    named = {"type": "name_arbiter", "account": scene.organiser.id, "name": "Olga"}
    cup.run(named, *(one.entry for one in players), "start_tournament")
    cup.pair(1)
    return cup, players


def decide(
    cup: Cup, number: int, table: int, *ranks: int, by: Member | None = None
) -> httpx.Response:
    """Enter a result as an arbiter, the organiser by default."""
    place = {"round": number, "table": table}
    result = {"type": "enter_result", **place, "ranks": ranks, "reason": WHY}
    return cup.ask(by or cup.organiser, result, role="arbiter")


def game_of(cup: Cup, number: int, table: int = 1) -> str:
    """Return the game of a table, once the service has opened it."""
    at = f"/rounds/{number}"
    until(lambda: cup.get(at)["tables"][table - 1]["game"], "the game of the table")
    found: str = cup.get(at)["tables"][table - 1]["game"]
    return found


def seat_all(scene: Scene, cup: Cup, players: list[Member], number: int = 1) -> str:
    """Let the players of the first table sit down, and return their game."""
    url = f"/v1/games/{game_of(cup, number)}"
    by_account = {one.id: one for one in players}
    for seat, one in enumerate(good(scene.http.get(url))["seats"]):
        who = by_account[one["reserved_for"]]
        good(scene.http.put(f"{url}/seats/{seat}", json={}, headers=who.headers))
    return url


@pytest.mark.rule("TN-START-1", refused=True)
def test_one_player(scene: Scene) -> None:
    cup = scene.announce(**OF_TWO)
    ana = scene.member("Ana")
    good(cup.ask(ana, ana.entry))
    start = cup.ask(cup.organiser, "start_tournament", role="organiser")
    refused(start, "TN-START-1", "too_few_entrants")
    assert cup.get()["phase"] == "registration"


@pytest.mark.rule("TN-ENTER-3", "TN-ENTER-4", refused=True)
def test_the_same_person_twice(scene: Scene) -> None:
    """By account, or by a name that looks the same."""
    cup = scene.announce(**OF_TWO)
    ana, other = scene.member("José Ruiz"), scene.member("Ana")
    good(cup.ask(ana, ana.entry))
    again = {"type": "register_entrant", "people": [{"name": "Someone", "account": ana.id}]}
    refused(cup.ask(ana, again), "TN-ENTER-3", "entered_before")
    for name in ("JOSÉ  RUIZ", "Jose\u0301 ruiz", "Ｊｏｓé Ruiz", "J\u043es\u0435 Ruiz"):
        same = {"type": "register_entrant", "people": [{"name": name, "account": other.id}]}
        facts = refused(cup.ask(other, same), "TN-ENTER-4", "name_is_taken")
        assert facts == {"name": name, "like": "José Ruiz", "entrant": 1}
    assert len(cup.get()["entrants"]) == 1


def test_names_in_any_script(scene: Scene) -> None:
    """They come back as they were, from the export too; marks that reorder text are refused."""
    names = ["李娜", "محمد علي", "Žofie 👑", "שרה", "ऋषि", "Łukasz", "Ὀδυσσεύς", "ゆき"]
    cup = scene.announce(**OF_TWO)
    for name in names:
        one = scene.member(name)
        good(cup.ask(one, one.entry))
    cup.run("start_tournament")
    assert [one["name"] for one in cup.get()["entrants"]] == names
    sheet = scene.http.get(f"{cup.url}/export", headers={"Accept": "text/csv"}).text
    rows = list(csv.DictReader(sheet.splitlines()))
    assert {row["name"] for row in rows} == set(names)
    eve = scene.member("Eve")
    for name in ("Ana\u202eevE", "Ana\u200b", " Ana", "", "a" * 41, "Ana\n"):
        wrong = {"type": "register_entrant", "people": [{"name": name, "account": eve.id}]}
        answer = cup.ask(eve, wrong)
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["where"] == "$.actions[0].people[0].name"


def test_names_that_a_spreadsheet_would_execute(scene: Scene) -> None:
    """No cell of the export begins as a formula does."""
    names = ["=1+1", "+cmd|' /C calc'!A0", "-2", "@SUM(1)", "＝1", 'a";=1']
    cup = scene.announce(**OF_TWO)
    for name in names:
        one = scene.member("Player")
        entry = {"type": "register_entrant", "people": [{"name": name, "account": one.id}]}
        good(cup.ask(one, entry))
    cup.run("start_tournament")
    sheet = scene.http.get(f"{cup.url}/export", headers={"Accept": "text/csv"}).text
    cells = [cell for row in csv.reader(sheet.splitlines()) for cell in row]
    risky = [one for one in cells if one.lstrip().startswith(("=", "+", "-", "@", "＝"))]
    assert risky == ["-2"]  # a number, which a spreadsheet only shows
    assert [one["name"] for one in cup.get()["entrants"]] == names


@pytest.mark.rule("TN-RESULT-2", refused=True)
def test_a_result_that_two_arbiters_enter_at_once(scene: Scene) -> None:
    """One is stored; the other learns which, even when it is sent again."""
    cup, _ = running(scene, 2)
    judge = scene.member("Zoe", ("arbitrate",))
    cup.run({"type": "name_arbiter", "account": judge.id, "name": "Zoe", "reason": WHY})
    with ThreadPoolExecutor(2) as both:
        one = both.submit(decide, cup, 1, 1, 1, 2)
        other = both.submit(decide, cup, 1, 1, 2, 1, by=judge)
        answers = [one.result(), other.result()]
    assert sorted(one.status_code for one in answers) == [200, 409]
    stored = cup.get("/rounds/1")["tables"][0]["ranks"]
    (late,) = (one for one in answers if one.status_code == 409)
    assert refused(late, "TN-RESULT-2", "table_has_a_result")["ranks"] == stored
    refused(decide(cup, 1, 1, *stored), "TN-RESULT-2", "table_has_a_result")


def test_a_replay_and_a_result_at_once(scene: Scene) -> None:
    """Who comes second learns that something else has happened; nothing is cancelled silently."""
    cup, _ = running(scene, 2, real_tables=True, seats_reserved=False)
    judge = scene.member("Zoe", ("arbitrate",))
    cup.run({"type": "name_arbiter", "account": judge.id, "name": "Zoe", "reason": WHY})
    good(decide(cup, 1, 1, 1, 2))
    seen = f'"{cup.get()["version"]}"'
    replay = {"type": "order_replay", "round": 1, "table": 1, "reason": WHY}
    correction = {"type": "correct_result", "round": 1, "table": 1, "ranks": [2, 1], "reason": WHY}
    with ThreadPoolExecutor(2) as both:
        asked = [
            both.submit(cup.ask, who, what, role="arbiter", If_Match=seen)
            for who, what in ((cup.organiser, replay), (judge, correction))
        ]
        answers = [one.result() for one in asked]
    assert sorted(one.status_code for one in answers) == [200, 412]
    (late,) = (one.json() for one in answers if one.status_code == 412)
    assert f'"{late["version"] - 1}"' == seen
    assert "tournament" in late["detail"]


def test_decisions_of_arbiters_name_the_version_that_they_have_seen(scene: Scene) -> None:
    """Every action that only an arbiter takes; a dry run and other roles need no version."""
    cup, _ = running(scene, 2, real_tables=True, seats_reserved=False)
    before = cup.get()["version"]
    result = {"type": "enter_result", "round": 1, "table": 1, "ranks": [1, 2], "reason": WHY}
    url, headers = f"{cup.url}/actions", cup.organiser.headers
    body = {"role": "arbiter", "actions": [result]}
    missing = scene.http.post(url, json=body, headers=headers)
    assert (missing.status_code, missing.json()["type"]) == (428, "/problems/version-required")
    assert missing.json()["facts"] == {"actions": ["enter_result"]}
    other = scene.http.post(url, json=body, headers={**headers, "If-None-Match": '"1"'})
    assert (other.status_code, other.json()["type"]) == (428, "/problems/version-required")
    assert cup.get()["version"] == before
    rehearsed = scene.http.post(f"{url}?dry_run=true", json=body, headers=headers)
    assert good(rehearsed)["version"] == before
    seen = {**headers, "If-Match": f'"{before}"'}
    good(scene.http.post(url, json=body, headers=seen))
    cup.run({"type": "close_round", "round": 1})
    assert {"order_replay", "correct_result", "change_tables", "expel_entrant"} <= DECISIONS
    assert DECISIONS.isdisjoint({"pair_round", "withdraw_entrant", "claim_result", "open_round"})


def test_a_correction_loses_no_scores_of_a_game(scene: Scene) -> None:
    """It is refused if it changes nothing, and keeps the scores if only the reason were new."""
    cup, _ = running(scene, 2, real_tables=True, seats_reserved=False)
    place = {"round": 1, "table": 1, "reason": WHY}
    entered = {"type": "enter_result", **place, "ranks": [1, 2], "scores": [31, 28]}
    good(cup.ask(cup.organiser, entered, role="arbiter"))
    correction = {"type": "correct_result", **place, "ranks": [1, 2]}
    same = cup.ask(cup.organiser, correction, role="arbiter")
    facts = refused(same, "TN-CORRECT-2", "nothing_changes")
    assert facts["scores"] == [31, 28]
    assert cup.get("/rounds/1")["tables"][0]["scores"] == [31, 28]


@pytest.mark.rule("TN-CORRECT-1")
def test_a_result_that_is_corrected_after_the_next_pairing(scene: Scene) -> None:
    """The pairing stands, standings use the correction; what was known before stays readable."""
    cup, _ = running(scene, 4, real_tables=True, seats_reserved=False)
    for table in (1, 2):
        good(decide(cup, 1, table, 1, 2))
    cup.run({"type": "close_round", "round": 1})
    cup.pair(2)
    before, paired = cup.get(), cup.get("/rounds/2")
    was = cup.get("/standings", round=1)["standings"]
    place = {"round": 1, "table": 1}
    correction = {"type": "correct_result", **place, "ranks": [2, 1], "reason": WHY}
    good(cup.ask(cup.organiser, correction, role="arbiter"))
    assert cup.get("/rounds/2") == paired
    is_now = cup.get("/standings", round=1)["standings"]
    assert {one["entrant"] for one in is_now if one["points"]} != {
        one["entrant"] for one in was if one["points"]
    }
    assert cup.get("/standings", round=1, version=before["version"])["standings"] == was


@pytest.mark.rule("TN-NEXT-2", "TN-CLOSE-1", refused=True)
def test_pairing_while_a_game_runs(scene: Scene) -> None:
    cup, players = running(scene, 2)
    seat_all(scene, cup, players)
    pairing = cup.ask(cup.organiser, {"type": "pair_round", "round": 2}, role="organiser")
    assert refused(pairing, "TN-NEXT-2", "round_is_not_over")["tables"] == [1]
    closing = cup.ask(cup.organiser, {"type": "close_round", "round": 1}, role="organiser")
    refused(closing, "TN-CLOSE-1", "tables_without_result")


@pytest.mark.rule("TN-PAIR-3", refused=True)
def test_no_pairing_is_left(scene: Scene) -> None:
    """The refusal says which players cannot meet; an arbiter allows it, and the round is paired."""
    cup = scene.announce(**OF_TWO)
    named = {"type": "name_arbiter", "account": scene.organiser.id, "name": "Olga"}
    cup.run(named, *(one.entry for one in scene.members(2)))
    apart = {"type": "forbid_pairing", "entrants": [1, 2], "reason": WHY}
    good(cup.ask(cup.organiser, apart, role="arbiter"))
    cup.run("start_tournament")
    pairing = {"type": "pair_round", "round": 1}
    answer = cup.ask(cup.organiser, pairing, role="organiser")
    assert answer.json()["rule"] == "TN-PAIR-3"
    assert cup.get()["phase"] == "between"
    good(cup.ask(cup.organiser, {**apart, "type": "allow_pairing"}, role="arbiter"))
    cup.run(pairing)


@pytest.mark.rule("TN-LEAVE-1")
def test_a_player_who_withdraws_during_the_round(scene: Scene) -> None:
    """The game ends at once for the other player, and the next round has only those who stayed."""
    cup, players = running(scene, 4)
    tables = cup.get("/rounds/1")["tables"]
    url = seat_all(scene, cup, players)
    one, other = tables[0]["entrants"]
    leaving = players[one - 1]
    good(cup.ask(leaving, {"type": "withdraw_entrant", "entrant": one}))
    until(lambda: cup.get("/rounds/1")["tables"][0]["ranks"], "the result of the table")
    assert cup.get("/rounds/1")["tables"][0]["ranks"] == [2, 1]
    assert good(scene.http.get(url))["status"] == "over"
    good(decide(cup, 1, 2, 1, 2))
    cup.run({"type": "close_round", "round": 1})
    cup.pair(2)
    second = cup.get("/rounds/2")
    playing = {entrant for table in second["tables"] for entrant in table["entrants"]}
    resting = {bye["entrant"] for bye in second["byes"] if bye["kind"] == "pairing"}
    assert playing | resting == {1, 2, 3, 4} - {one}
    assert other in playing | resting


@pytest.mark.rule("TN-GAME-1", "TB-FLAG-1")
def test_a_clock_that_expires_while_the_service_is_down(tmp_path: Path) -> None:
    """The flag falls when it is up again, and the round goes on."""
    clock = {"kind": "bank", "seconds": 3600, "on_flag": "forfeit"}
    with scene_in(tmp_path) as scene:
        cup, players = running(scene, 2, clock=clock)
        seat_all(scene, cup, players)
    with patch("service.app.now", lambda: later(now(), 7200)), scene_in(tmp_path) as scene:
        again = Cup(scene.http, scene.organiser, {"id": cup.id})
        until(lambda: again.get("/rounds/1")["tables"][0]["ranks"], "the result of the table")
        table = again.get("/rounds/1")["tables"][0]
        assert (sorted(table["ranks"]), table["source"]) == ([1, 2], "game")
        game = good(scene.http.get(f"/v1/games/{table['game']}"))
        assert game["outcome"]["reason"] == "time"
