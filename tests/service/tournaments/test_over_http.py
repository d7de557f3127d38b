"""Tournaments over HTTP: announced, entered, run, read, and refused."""

from contextlib import aclosing
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import httpx
import msgspec
import pytest

from domain.record.tournaments import TournamentRecord, rerun_tournament
from domain.table.game import Status
from domain.tournament.stream.announcement import RegistrationTerms
from service.access.rights import Scope
from service.live.frames import SSE
from service.live.streams import of_lobby
from service.pairing.programs import Programs
from service.storage.tournaments import TOURNAMENT
from service.tournaments.secrets import read_vault
from service.webhooks.destinations import Guard
from tests.support.games.table import RULES
from tests.support.http.client import Json, good
from tests.support.tournaments.desk import ORGANISER, announcement
from tests.support.tournaments.engines import TOP_AND_BOTTOM, program
from tests.support.tournaments.over_http import OF_TWO, TERMS, WHY, Cup, Member, Scene, scene_in


def refused(answer: httpx.Response, status: int, kind: str) -> Json:
    """Return the problem that an answer is."""
    assert answer.status_code == status, answer.text
    problem: Json = answer.json()
    assert problem["type"] == f"/problems/{kind}"
    return problem


def entered(scene: Scene, count: int, **terms: Any) -> tuple[Cup, list[Member]]:
    """Return a tournament at real tables with an arbiter, its organiser, and these entrants."""
    cup = scene.announce(**{**OF_TWO, "real_tables": True, "seats_reserved": False, **terms})
    players = scene.members(count)
    named = {"type": "name_arbiter", "account": scene.organiser.id, "name": "Olga"}
    cup.run(named, *(one.entry for one in players))
    return cup, players


def play_round(cup: Cup, number: int) -> None:
    """Pair a round; an arbiter enters that everywhere the first player won."""
    cup.pair(number)
    tables = cup.get(f"/rounds/{number}")["tables"]
    results = [
        {
            "type": "enter_result",
            "round": number,
            "table": one["table"],
            "ranks": [1, 2],
            "reason": WHY,
        }
        for one in tables
    ]
    good(cup.ask(cup.organiser, *results, role="arbiter"))
    cup.run({"type": "close_round", "round": number})


# --- announcing -------------------------------------------------------------------------------


def test_announcing(scene: Scene) -> None:
    """Once for each key; the answer says where the tournament is, and which version it has."""
    headers = {**scene.organiser.headers, "Idempotency-Key": "one"}
    body = {"announcement": TERMS}
    first, again = (scene.http.post("/v1/tournaments", json=body, headers=headers) for _ in "12")
    assert first.status_code == again.status_code == 201
    created = first.json()
    assert again.json() == created
    assert first.headers["Location"] == f"/v1/tournaments/{created['id']}"
    assert (first.headers["ETag"], first.headers["Carolus-Head"]) == ('"1"', created["head"])
    assert (created["organiser"], created["phase"]) == (scene.organiser.id, "registration")
    assert created["announcement"]["name"] == "Club evening"
    assert created["secret"] is None
    other = {"announcement": {**TERMS, "name": "Other"}}
    conflict = scene.http.post("/v1/tournaments", json=other, headers=headers)
    refused(conflict, 422, "idempotency-key-used-again")


@pytest.mark.parametrize("scopes", [("play",), ("arbitrate",)])
def test_announcing_is_for_organisers(scene: Scene, scopes: tuple[Scope, ...]) -> None:
    body = {"announcement": TERMS}
    headers = scene.member("Ana", scopes).headers
    problem = refused(
        scene.http.post("/v1/tournaments", json=body, headers=headers), 403, "forbidden"
    )
    assert problem["facts"] == {"needs": "scope", "scopes": ["organise"]}
    refused(scene.http.post("/v1/tournaments", json=body), 401, "unauthorized")


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"ruleset": "chess@1"}, "$.announcement.ruleset"),
        ({"ruleset": "Chess"}, "$.announcement.ruleset"),
        ({"options": {"colour": "red"}}, "$.announcement.options"),
        ({"house_bots": ["nobody"]}, "$.announcement.house_bots"),
        ({"rules": {**TERMS["rules"], "seats": 7}}, "$.announcement.rules.seats"),
        ({"rules": {**TERMS["rules"], "rounds": 100}}, "$.announcement.rules.rounds"),
        ({"rules": {**TERMS["rules"], "scales": [[10**9, 0]]}}, "$.announcement.rules.scales"),
        ({"rules": {**TERMS["rules"], "bonus": 1}}, "$.announcement.rules"),
        ({"prize": "a cup"}, "$.announcement"),
    ],
)
def test_malformed_announcements(scene: Scene, changes: Json, where: str) -> None:
    """The problem names the place; nothing is announced."""
    answer = scene.http.post(
        "/v1/tournaments",
        json={"announcement": {**TERMS, **changes}},
        headers=scene.organiser.headers,
    )
    (error,) = refused(answer, 400, "malformed")["errors"]
    assert error["where"].startswith(where)
    mine = scene.http.get("/v1/tournaments", params={"organiser": scene.organiser.id})
    assert good(mine)["tournaments"] == []


def test_an_announcement_that_a_rule_refuses(scene: Scene) -> None:
    rules = {**TERMS["rules"], "swiss": False, "tie_breaks": ["LOT"]}
    answer = scene.http.post(
        "/v1/tournaments",
        json={"announcement": {**TERMS, "rules": rules}},
        headers=scene.organiser.headers,
    )
    problem = refused(answer, 409, "illegal-action")
    assert (problem["rule"], problem["reason"]) == ("TN-OPEN-2", "rules_of_another_format")


# --- lists ------------------------------------------------------------------------------------


def test_the_list(alone: Scene) -> None:
    """Newest first, page by page, with filters."""
    first, second = alone.announce(), alone.announce(name="Second", **OF_TWO)
    ana = alone.member("Ana")
    good(second.ask(ana, ana.entry))
    page = good(alone.http.get("/v1/tournaments", params={"limit": 1}))
    (row,) = page["tournaments"]
    assert (row["id"], row["name"], row["seats"], row["entrants"]) == (second.id, "Second", 2, 1)
    assert (row["format"], row["phase"], row["round"]) == ("swiss", "registration", 0)
    following = good(alone.http.get("/v1/tournaments", params={"cursor": page["next"]}))
    assert [one["id"] for one in following["tournaments"]] == [first.id]
    assert following["next"] is None

    def listed(**query: str) -> list[str]:
        found = good(alone.http.get("/v1/tournaments", params=query))["tournaments"]
        return [one["id"] for one in found]

    assert listed(player=ana.id) == [second.id]
    assert listed(organiser=alone.organiser.id) == [second.id, first.id]
    assert listed(organiser=ana.id) == listed(ruleset="teg") == listed(phase="ended") == []


def test_an_unknown_tournament_is_not_found(scene: Scene) -> None:
    problem = refused(scene.http.get("/v1/tournaments/nothing"), 404, "not-found")
    assert problem["facts"] == {"what": "tournament", "id": "nothing"}
    assert problem["detail"] == "There is no tournament nothing."


def test_versions(scene: Scene) -> None:
    """Earlier ones stay readable, and a client that has the current one gets 304."""
    cup = scene.announce()
    ana = scene.member("Ana")
    answer = cup.ask(ana, ana.entry)
    assert answer.headers["ETag"] == '"2"'
    now = scene.http.get(cup.url)
    assert now.headers["ETag"] == '"2"'
    assert [one["name"] for one in now.json()["entrants"]] == ["Ana"]
    assert cup.get(version=1)["entrants"] == []
    same = scene.http.get(cup.url, headers={"If-None-Match": '"2"'})
    assert same.status_code == 304
    problem = refused(scene.http.get(cup.url, params={"version": 3}), 404, "not-found")
    assert problem["facts"] == {"what": "tournament_version", "version": 3, "current": 2}


def test_events(scene: Scene) -> None:
    """In pages, each with its hash; nothing is said twice."""
    cup = scene.announce()
    for one in scene.members(3):
        good(cup.ask(one, one.entry))
    first = cup.get("/events", limit=2)
    assert [one["type"] for one in first["events"]] == ["tournament_opened", "entrant_registered"]
    rest = cup.get("/events", cursor=first["next"])
    assert [one["version"] for one in rest["events"]] == [3, 4]
    assert (rest["next"], rest["head"]) == (None, rest["events"][-1]["hash"])
    assert cup.get("/events", after=3)["events"] == rest["events"][1:]
    assert rest["events"][0]["by"]["role"] == "player"


# --- acting -----------------------------------------------------------------------------------


def test_entering_with_a_code(scene: Scene) -> None:
    """The code is nowhere to be seen, and a request with a wrong one is refused."""
    cup = scene.announce("xyzzy-2026", registration={"kind": "code"})
    ana = scene.member("Ana")
    for wrong in ({}, {"code": "xyzzy"}):
        problem = refused(cup.ask(ana, {**ana.entry, **wrong}), 409, "illegal-action")
        assert (problem["rule"], problem["reason"]) == ("TN-ENTER-2", "code_is_required")
        assert problem["index"] == 0
    good(cup.ask(ana, {**ana.entry, "code": "xyzzy-2026"}))
    for below in ("", "/events", "/record", "/export"):
        assert "xyzzy" not in scene.http.get(f"{cup.url}{below}").text


def test_codes_cannot_be_guessed(tmp_path: Path) -> None:
    """Right codes count as wrong ones, dry runs too; the limit is that of a tournament."""
    with scene_in(tmp_path, rate_per_minute=1_000_000, rate_burst=1_000_000) as scene:
        cup, other = (scene.announce("xyzzy", registration={"kind": "code"}) for _ in "12")
        ana, bea = scene.members(2)
        for number in range(10):
            guess = {**ana.entry, "code": f"code {number}"}
            answer = cup.ask(ana, guess, dry_run=number > 4)
            assert answer.status_code == (200 if number > 4 else 409)
        right = {**ana.entry, "code": "xyzzy"}
        for dry_run in (False, True):
            late = cup.ask(ana, right, dry_run=dry_run)
            refused(late, 429, "too-many-requests")
            assert 0 < int(late.headers["Retry-After"]) <= 60
        assert cup.get()["entrants"] == []
        refused(cup.ask(ana, ana.entry), 409, "illegal-action")
        good(other.ask(ana, right))
        good(cup.ask(bea, {**bea.entry, "code": "xyzzy"}))
        cup.run(ana.entry)


@pytest.mark.parametrize(("kind", "code"), [("code", None), ("open", "xyzzy")])
def test_a_code_where_one_is_needed(scene: Scene, kind: str, code: str | None) -> None:
    terms = {**TERMS, "registration": {"kind": kind}}
    body = {"announcement": terms, **({} if code is None else {"code": code})}
    answer = scene.http.post("/v1/tournaments", json=body, headers=scene.organiser.headers)
    (error,) = refused(answer, 400, "malformed")["errors"]
    assert error["where"] == "$.code"


def test_nobody_enters_another_person_or_states_a_rating(scene: Scene) -> None:
    cup = scene.announce()
    ana, bea = scene.members(2)
    problem = refused(cup.ask(ana, bea.entry), 409, "illegal-action")
    assert (problem["rule"], problem["reason"]) == ("TN-ACT-3", "entry_of_another")
    problem = refused(cup.ask(ana, {**ana.entry, "rating": 2400}), 409, "illegal-action")
    assert problem["rule"] == "TN-ENTER-8"
    assert cup.get()["entrants"] == []


def test_repeated_requests_and_versions(scene: Scene) -> None:
    """A request with a key is carried out once; one for another version is not."""
    cup = scene.announce()
    ana, bea = scene.members(2)
    first, again = (cup.ask(ana, ana.entry, Idempotency_Key="mine") for _ in "12")
    assert good(first) == good(again)
    stale = refused(cup.ask(bea, bea.entry, If_Match='"1"'), 412, "stale-version")
    assert stale["version"] == 2
    assert stale["detail"].startswith("The tournament is at version ")
    done = good(cup.ask(bea, bea.entry, If_Match='"2"', Idempotency_Key="mine"))
    assert done["version"] == 3
    assert done["sentences"] == ["Player 2 enters."]
    assert [one["hash"] for one in done["events"]] == [done["head"]]


def test_all_or_none(scene: Scene) -> None:
    cup = scene.announce()
    ana, bea = scene.members(2)
    wrong = cup.ask(cup.organiser, ana.entry, bea.entry, ana.entry, role="organiser")
    problem = refused(wrong, 409, "illegal-action")
    assert (problem["rule"], problem["index"]) == ("TN-ENTER-3", 2)
    assert cup.get()["version"] == 1


def test_roles(scene: Scene) -> None:
    """The token says what it is for; where several roles fit, the request names one."""
    cup = scene.announce()
    ana = scene.member("Ana")
    unclear = refused(cup.ask(cup.organiser, ana.entry), 400, "malformed")
    assert unclear["errors"] == [
        {"where": "$.role", "message": "say in which role you act: player or organiser"}
    ]
    good(cup.ask(cup.organiser, "close_registration"))
    problem = refused(cup.ask(ana, "reopen_registration"), 403, "forbidden")
    assert problem["facts"] == {"needs": "scope", "scopes": ["organise"]}
    other = scene.member("Ben", ("organise", "arbitrate"))
    problem = refused(cup.ask(other, "reopen_registration"), 409, "illegal-action")
    assert (problem["rule"], problem["reason"]) == ("TN-ACT-3", "role_of_another")
    problem = refused(cup.ask(ana, "reopen_registration", role="arbiter"), 403, "forbidden")
    assert problem["facts"]["scopes"] == ["arbitrate"]
    problem = refused(cup.ask(other, "end_tournament", role="arbiter"), 409, "illegal-action")
    assert (problem["rule"], problem["reason"]) == ("TN-ACT-1", "not_for_this_role")
    refused(cup.ask(None, ana.entry), 401, "unauthorized")


def test_legal_actions_are_those_of_the_caller(scene: Scene) -> None:
    cup, (ana, _) = entered(scene, 2)
    url = f"{cup.url}/legal-actions"
    found = good(scene.http.get(url, headers=ana.headers))
    assert found["entrant"] == 1
    (player,) = found["roles"]
    assert player["role"] == "player"
    assert "withdraw_entrant" in player["actions"]
    assert "start_tournament" not in player["actions"]
    roles = good(scene.http.get(url, headers=cup.organiser.headers))["roles"]
    by_role = {one["role"]: one["actions"] for one in roles}
    assert by_role.keys() == {"player", "organiser", "arbiter"}
    assert "start_tournament" in by_role["organiser"]
    assert "expel_entrant" in by_role["arbiter"]
    for only_of_the_service in ("open_table", "record_game", "reveal_secret"):
        assert only_of_the_service not in str(roles)
    refused(scene.http.get(url), 401, "unauthorized")


@pytest.mark.parametrize("action", ["reveal_secret", "open_table", "record_game", "score_table"])
def test_clients_cannot_say_what_only_the_service_knows(scene: Scene, action: str) -> None:
    cup = scene.announce()
    refused(cup.ask(cup.organiser, action), 400, "malformed")


def test_a_rehearsal_stores_nothing_and_shows_no_draw(scene: Scene) -> None:
    cup, _ = entered(scene, 4)
    before = cup.get()
    verdict = good(cup.ask(cup.organiser, "close_registration", dry_run=True))
    assert (verdict["type"], verdict["legal"]) == ("verdict", True)
    assert verdict["events"] == [{"type": "registration_closed"}]
    assert len(verdict["sentences"]) == 1
    bye = {"type": "give_bye", "entrant": 9, "round": 1, "kind": "half", "reason": WHY}
    refusal = good(cup.ask(cup.organiser, bye, dry_run=True))
    assert not refusal["legal"]
    assert refusal["refusals"][0]["rule"] == "TN-ACT-4"
    drawn = good(cup.ask(cup.organiser, "close_registration", "start_tournament", dry_run=True))
    assert [one["type"] for one in drawn["events"]] == ["registration_closed"]
    assert cup.get() == before


def test_a_program_that_is_not_installed(scene: Scene) -> None:
    """What the service could never pair cannot be announced; the list says what can."""
    (house, *_) = engines = good(scene.http.get("/v1/tournaments"))["engines"]
    assert house == TERMS["format"]["engine"]
    engine = {"system": "dutch", "name": "bbpPairings", "version": "6.0.0"}
    assert engine not in engines
    terms = {**TERMS, **OF_TWO, "format": {"kind": "swiss", "engine": engine}}
    answer = scene.http.post(
        "/v1/tournaments", json={"announcement": terms}, headers=scene.organiser.headers
    )
    problem = refused(answer, 422, "no-pairing-program")
    assert "bbpPairings 6.0.0" in problem["facts"]["program"]


PAIR: Final[Json] = {"type": "pair_round", "round": 1}


def paired_by_a_program(alone: Scene, path: Path, seconds: float) -> Cup:
    """Return a tournament whose service has this program of its operator; round one is next."""
    desk = alone.parts.tournaments
    desk.programs = Programs(path, seconds)
    engine = good(alone.http.get("/v1/tournaments"))["engines"][-1]
    assert engine == {"system": "dutch", "name": "Fake Pairings", "version": "v1.2.0"}
    rules = {**OF_TWO["rules"], "rounds": 3}
    cup, _ = entered(alone, 4, rules=rules, format={"kind": "swiss", "engine": engine})
    cup.run("start_tournament")
    return cup


def test_a_program_of_the_operator_pairs(alone: Scene, tmp_path: Path) -> None:
    """The list names it, and name and version are recorded; a later version is refused."""
    path = program(tmp_path)
    cup = paired_by_a_program(alone, path, 20)
    program(tmp_path, TOP_AND_BOTTOM.replace("v1.2.0", "v1.3.0"))
    problem = refused(cup.ask(cup.organiser, PAIR, role="organiser"), 422, "no-pairing-program")
    assert problem["facts"]["program"].endswith("installed is Fake Pairings v1.3.0")
    program(tmp_path)
    cup.run(PAIR)
    last = good(alone.http.get(f"{cup.url}/events"))["events"][-1]
    assert (last["algorithm"], len(last["tables"])) == ("Fake Pairings v1.2.0", 2)


@pytest.mark.parametrize(
    ("does", "seconds", "said"),
    [("sys.exit('no pairs')", 20, "no pairs"), ("import time; time.sleep(60)", 0.1, "no answer")],
)
def test_a_program_that_fails(
    alone: Scene, tmp_path: Path, does: str, seconds: float, said: str
) -> None:
    """It is a problem, and nothing is stored; also if it takes longer than a request may."""
    path = program(tmp_path, TOP_AND_BOTTOM.replace("system, asked", f"{does}\nsystem, asked", 1))
    cup = paired_by_a_program(alone, path, seconds)
    before = cup.get()
    answer = cup.ask(cup.organiser, PAIR, role="organiser")
    assert said in refused(answer, 503, "pairing-program-failed")["facts"]["program"]
    assert cup.get() == before


def test_a_webhook_about_a_tournament(scene: Scene) -> None:
    """For its organiser and its arbiters; others, too, can watch, but not use up its webhooks."""
    cup = scene.announce()
    judge, ana = scene.member("Zoe", ("play", "arbitrate")), scene.member("Ana")
    cup.run({"type": "name_arbiter", "account": judge.id, "name": "Zoe"})
    wanted = {"url": "https://example.org/", "about": cup.id, "events": ["tournament.round"]}
    with patch.object(Guard, "must_be_allowed"):
        for who in (cup.organiser, judge):
            made = scene.http.post("/v1/webhooks", json=wanted, headers=who.headers)
            assert made.json()["webhook"]["events"] == ["tournament.round"]
        answer = scene.http.post("/v1/webhooks", json=wanted, headers=ana.headers)
        problem = refused(answer, 403, "forbidden")
        assert problem["facts"] == {"needs": "tournament_of_account"}
        nowhere = {**wanted, "about": "nothing"}
        answer = scene.http.post("/v1/webhooks", json=nowhere, headers=ana.headers)
        refused(answer, 404, "not-found")


# --- rounds and standings ---------------------------------------------------------------------


def test_groups_have_standings_of_their_own(scene: Scene) -> None:
    """From their own rounds, also during the final; a tournament without groups has none."""
    rules = {**OF_TWO["rules"], "rounds": 4, "tie_breaks": ["WIN", "LOT"], "swiss": False}
    cup, _ = entered(scene, 4, format={"kind": "groups", "groups": 2}, rules=rules)
    assert cup.get("/standings")["groups"] == []
    cup.run("start_tournament")
    groups = cup.get()["schedule"]["groups"]
    play_round(cup, 1)
    before = cup.get("/standings")["groups"]
    assert [{line["entrant"] for line in group} for group in before] == [{*one} for one in groups]
    assert [[line["rank"] for line in group] for group in before] == [[1, 2], [1, 2]]
    play_round(cup, 2)
    assert cup.get("/standings")["groups"] == cup.get("/export")["groups"] == before
    assert cup.get("/standings")["standings"][0]["points"] == 120
    assert cup.get("/standings", round=1)["groups"] == before


def test_rounds_and_standings(scene: Scene) -> None:
    """After each round, as they were known then, and now."""
    cup, players = entered(scene, 5)
    assert cup.get("/standings")["standings"] == []
    refused(scene.http.get(f"{cup.url}/rounds/1"), 404, "not-found")
    cup.run("start_tournament")
    play_round(cup, 1)
    first = cup.get("/rounds/1")
    assert (first["opened"], first["closed"], len(first["tables"])) == (True, True, 2)
    assert [bye["kind"] for bye in first["byes"]] == ["pairing"]
    table = first["tables"][0]
    assert (table["ranks"], table["points"], table["source"]) == ([1, 2], [60, 0], "arbiter")
    then = cup.get("/standings")
    assert [line["points"] for line in then["standings"]] == [60, 60, 60, 0, 0]
    assert then["tie_breaks"] == ["BH", "LOT"]
    before = cup.get()["version"]
    correction = {"type": "correct_result", "round": 1, "table": 1, "ranks": [2, 1], "reason": WHY}
    good(cup.ask(cup.organiser, correction))
    play_round(cup, 2)
    assert cup.get("/rounds/1")["tables"][0]["corrected"] is True
    assert cup.get("/rounds/1", version=before) == first
    assert cup.get("/standings", version=before)["standings"] == then["standings"]
    assert cup.get("/standings", round=1)["standings"] != then["standings"]
    problem = refused(scene.http.get(f"{cup.url}/standings?round=3"), 404, "not-found")
    assert problem["facts"] == {"what": "round", "round": 3, "paired": 2}
    cup.run("end_tournament")
    last = cup.get("/standings")["standings"]
    assert {line["name"] for line in last} == {one.name for one in players}


def test_the_crosstable(scene: Scene) -> None:
    """What everybody did in each round, page by page, in the order of the standings."""
    cup, _ = entered(scene, 5)
    assert cup.get("/crosstable")["rows"] == []
    cup.run("start_tournament")
    play_round(cup, 1)
    whole = cup.get("/crosstable")
    assert whole["next"] is None
    places = [(line["rank"], line["entrant"]) for line in cup.get("/standings")["standings"]]
    assert [(row["rank"], row["entrant"]) for row in whole["rows"]] == places
    by_entrant = {row["entrant"]: row["rounds"][0] for row in whole["rows"]}
    first = cup.get("/rounds/1")
    one, other = first["tables"][0]["entrants"]
    assert by_entrant[one] == {"kind": "played", "points": 60, "seat": 0, "opponents": [other]}
    assert by_entrant[other] == {"kind": "played", "points": 0, "seat": 1, "opponents": [one]}
    rests = first["byes"][0]["entrant"]
    assert by_entrant[rests] == {"kind": "pairing", "points": 60, "seat": None, "opponents": []}
    pages = [cup.get("/crosstable", limit=3)]
    pages.append(cup.get("/crosstable", limit=3, cursor=pages[0]["next"]))
    assert [row for page in pages for row in page["rows"]] == whole["rows"]
    assert pages[1]["next"] is None
    cup.pair(2)
    assert {row["rounds"][1]["kind"] for row in cup.get("/crosstable")["rows"]} == {
        "pending",
        "pairing",
    }


def test_the_list_of_entrants(scene: Scene) -> None:
    """Page by page, as they were at a version; the same as in the tournament."""
    cup, players = entered(scene, 5)
    version = cup.get()["version"]
    cup.run({"type": "withdraw_entrant", "entrant": 1})
    pages = [cup.get("/entrants", limit=2, version=version)]
    while (cursor := pages[-1]["next"]) is not None:
        pages.append(cup.get("/entrants", limit=2, version=version, cursor=cursor))
    assert [len(page["entrants"]) for page in pages] == [2, 2, 1]
    listed = [one for page in pages for one in page["entrants"]]
    assert listed == cup.get(version=version)["entrants"]
    assert [one["name"] for one in listed] == [one.name for one in players]
    assert cup.get("/entrants")["entrants"][0]["status"] == "withdrawn"


def test_the_record(scene: Scene) -> None:
    """Anyone decides it again; the secret is in it from the end on."""
    cup, _ = entered(scene, 4)
    cup.run("start_tournament")
    play_round(cup, 1)
    answer = scene.http.get(f"{cup.url}/record")
    assert answer.headers["Content-Disposition"].endswith(f'"tournament-{cup.id}.json"')
    record = msgspec.json.decode(answer.content, type=TournamentRecord)
    again = rerun_tournament(record)
    assert (again.refused, again.head) == (None, cup.get()["head"])
    assert (record.signature, len(record.receipts)) == (None, 2)
    assert "reveal_secret" not in answer.text
    cup.run({"type": "end_tournament", "reason": WHY})
    record = msgspec.json.decode(scene.http.get(f"{cup.url}/record").content, type=TournamentRecord)
    assert record.signature is not None
    assert rerun_tournament(record).tournament is not None
    assert cup.get()["secret"] is not None


def test_the_secret_of_the_draws_stays_secret_until_the_end(scene: Scene) -> None:
    """Neither an answer nor a rehearsal has it, nor the seed of a round that is not paired."""
    cup, _ = entered(scene, 4)
    cup.run("start_tournament")
    play_round(cup, 1)
    log = scene.parts.tournaments.log.log
    vault = read_vault(log.vault(TOURNAMENT + cup.id) or b"")
    pairing = {"type": "pair_round", "round": 2}
    rehearsed = cup.ask(cup.organiser, pairing, role="organiser", dry_run=True)
    said = [good(rehearsed)["events"]]
    below = ("", "/events", "/rounds/1", "/standings", "/record", "/export", "/fide-report")
    said += [scene.http.get(f"{cup.url}{one}").text for one in below]
    cup.run(pairing)
    seed = cup.get("/events", after=cup.get()["version"] - 1)["events"][0]["seed"]
    assert not [one for one in said if vault.secret in str(one) or seed in str(one)]
    cup.run({"type": "abort_tournament", "reason": WHY})
    assert cup.get()["secret"] == vault.secret


def test_no_refusal_shows_a_draw_before_it_is_stored(scene: Scene) -> None:
    """A refused action after it in the same list would say who meets whom, and store nothing."""
    cup, _ = entered(scene, 4)
    before = cup.get()["version"]
    opened = {"type": "open_round", "round": 1}
    nosy = {"type": "forfeit_sides", "round": 1, "table": 1, "entrants": [9], "reason": WHY}
    for dry_run in (False, True):
        late = cup.ask(
            cup.organiser,
            "start_tournament",
            cup.organiser.entry,
            role="organiser",
            dry_run=dry_run,
        )
        assert refused(late, 400, "malformed")["errors"][0]["where"] == "$.actions[1]"
    assert cup.get()["version"] == before
    cup.run("start_tournament")
    for dry_run in (False, True):
        peek = cup.ask(cup.organiser, PAIR, opened, nosy, role="arbiter", dry_run=dry_run)
        assert "possible" not in peek.text
        assert refused(peek, 400, "malformed")["errors"][0]["where"] == "$.actions[2]"
    assert cup.get()["version"] == before + 1
    good(cup.ask(cup.organiser, PAIR, opened, role="arbiter"))
    assert len(cup.get("/rounds/1")["tables"]) == 2


def test_exports(scene: Scene) -> None:
    """The same as ``carolus tournament export`` prints; what cannot be expressed is missing."""
    cup, players = entered(scene, 4)
    url = f"{cup.url}/export"
    assert [one["name"] for one in cup.get("/export")["entrants"]] == [one.name for one in players]
    as_csv = {"Accept": "text/csv"}
    problem = refused(scene.http.get(url, headers=as_csv), 404, "not-found")
    assert problem["facts"] == {"what": "export", "form": "CSV"}
    refused(scene.http.get(f"{cup.url}/fide-report"), 404, "not-found")
    cup.run("start_tournament")
    play_round(cup, 1)
    found = cup.get("/export")
    assert len(found["rounds"][0]["tables"]) == 2
    assert [line["points"] for line in found["standings"]] == [60, 60, 0, 0]
    sheet = scene.http.get(url, headers=as_csv)
    assert sheet.headers["Content-Type"].startswith("text/csv")
    assert sheet.text.splitlines()[0] == "rank,name,points,BH,LOT,round 1"
    assert sheet.headers["ETag"].endswith('-csv"')
    report = scene.http.get(f"{cup.url}/fide-report")
    assert report.text.startswith("012 Club evening\n062 4\n")
    for_programs = scene.http.get(f"{cup.url}/fide-report", params={"for_programs": "true"})
    assert "XXR 2" in for_programs.text


def test_the_lobby_names_tournaments_that_change(alone: Scene) -> None:
    """In order with the games; a client that filters games gets these alone."""
    parts = alone.parts

    async def heard(status: Status | None) -> list[bytes]:
        async with (
            parts.hub.listen(None) as reader,
            aclosing(of_lobby(reader, SSE, parts.pace, status, None)) as stream,
        ):
            found = [*await anext(stream)]
            terms = announcement(registration=RegistrationTerms())
            await parts.tournaments.open(ORGANISER, terms, None, None)
            while b"event: game" not in found[-1]:
                if len(found) == 1 + (status is None):
                    await parts.handler.open(RULES, RULES.options_type(), None)
                found += await anext(stream)
        return [frame.partition(b"event: ")[2].partition(b"\n")[0] for frame in found]

    call = alone.http.blocking_portal.call  # type: ignore[attr-defined] # it is a test client
    assert call(heard, None) == [b"ready", b"tournament", b"game"]
    assert call(heard, "open") == [b"ready", b"game"]
