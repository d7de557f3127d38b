"""Test that bad input causes a problem as the document promises it, and leaves the game intact."""

import json
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any, Final, get_args

import httpx
import pytest
from eventsourcing.persistence import OperationalError

from domain.ruleset import LANGUAGES, Language
from domain.rulesets.registry import BY_ID
from service.access.rights import Need
from service.http.answers.forbidden_details import NEEDED
from service.http.answers.not_found_details import MISSING
from service.http.answers.problem_kinds import KINDS
from service.http.requests.resources import ResourceKind
from service.storage.sqlite import SQLiteRecorder
from tests.contract.problems import Problem, games_of, problem_in
from tests.support.http.client import Json, Table, create, good, of_two, start
from tests.support.http.promises import Promises
from tests.tools.make_examples import CHECKED

CHOOSE: Json = {"type": "choose_disc", "disc": 3}


# --- 401, 403: tokens and rights -------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/actions"), ("GET", "/legal-actions"), ("PUT", "/seats/0"), ("DELETE", "/seats/0")],
)
def test_no_token_or_a_wrong_one(table: Table, problem: Problem, method: str, path: str) -> None:
    """The answer is 401, and says how to authenticate."""
    wrong = ("", "Bearer", "Bearer ", "Bearer nonsense", "Basic YTpi", "Bearer \xff")
    for sent in ({}, *({"Authorization": one} for one in wrong)):
        headers = httpx.Headers(sent, encoding="latin-1")
        answer = table.http.request(method, table.url + path, headers=headers)
        problem(answer, 401, "unauthorized")
        assert answer.headers["www-authenticate"].startswith("Bearer")


def test_the_token_of_another_game(http: httpx.Client, problem: Problem) -> None:
    """The answer is 401: this game does not know the token."""
    table = start(http, players=2)
    with_another = Table(table.http, {"game": table.now(), "tokens": create(table.http).tokens})
    problem(with_another.act(0, CHOOSE), 401, "unauthorized")


def test_the_token_of_another_role(table: Table, problem: Problem) -> None:
    """The answer is 403: a seat cannot seat others or call the game off; the creator cannot act."""
    refused = problem(table.sit(1, 0, name="Eve"), 403, "forbidden")
    assert refused["facts"] == {"needs": "this_seat_or_creator", "seat": 1}
    assert refused["detail"] == "This needs the token of this seat or of the creator."
    problem(table.act(0, {"type": "abort_game"}), 403, "forbidden")
    problem(table.act("creator", CHOOSE), 403, "forbidden")
    legal = table.http.get(f"{table.url}/legal-actions", headers=table.headers("creator"))
    problem(legal, 403, "forbidden")


def test_actions_of_a_seat_and_of_the_table_in_one_list(table: Table, problem: Problem) -> None:
    """The answer is 403, because no token can do both."""
    problem(table.act("creator", {"type": "abort_game"}, CHOOSE), 403, "forbidden")
    problem(table.act(0, CHOOSE, {"type": "abort_game"}), 403, "forbidden")


# --- 404, 405 ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["aaaaaaaaaaaaaaaa", "nonsense", "vault%2Fx", "%00", "a" * 3000])
@pytest.mark.parametrize("rest", ["", "/events", "/board.svg"])
def test_no_such_game(http: httpx.Client, game: str, rest: str) -> None:
    """The answer is 404, whatever the id looks like."""
    problem_in(http.get(f"/v1/games/{game}{rest}"), 404, "not-found")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kinds", "sentences"), [(ResourceKind, MISSING), (Need, NEEDED)])
def test_each_missing_resource_and_each_need_has_a_sentence(
    kinds: Any, sentences: Mapping[str, Mapping[Language, str]], language: Language
) -> None:
    """The same facts are in the sentence in each language."""
    assert set(sentences) == set(get_args(kinds))
    for one in sentences.values():
        assert facts_in(one[language]) == facts_in(one["en"])


def facts_in(sentence: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_no_such_thing(table: Table, problem: Problem) -> None:
    """The answer is 404 for a seat, a version, a board, a ruleset, a problem type, an address."""
    http = table.http
    problem(table.sit(2, "creator", bot="greedy"), 404, "not-found")
    problem(http.get(f"{table.url}?version=1000"), 404, "not-found")
    problem(http.get(f"{table.url}/board.svg?version=1"), 404, "not-found")
    problem(http.get("/v1/rulesets/chess"), 404, "not-found")
    problem(http.get("/problems/none"), 404, "not-found")
    problem_in(http.post("/v1/rulesets/chess/check", json={}), 404, "not-found")
    problem_in(http.get("/v1/nothing"), 404, "not-found")
    problem_in(http.put(f"{table.url}/seats/one", json={}), 404, "not-found")


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("DELETE", "/v1/games", "GET, HEAD, OPTIONS, POST"),
        ("PATCH", "/v1/rulesets", "GET, HEAD, OPTIONS"),
        ("POST", "/v1/games/aaaaaaaaaaaaaaaa/seats/0", "DELETE, OPTIONS, PUT"),
        ("GET", "/v1/games/aaaaaaaaaaaaaaaa/actions", "OPTIONS, POST"),
        ("TRACE", "/v1/games/aaaaaaaaaaaaaaaa", "GET, HEAD, OPTIONS"),
    ],
)
def test_a_method_that_is_not_allowed(
    http: httpx.Client, method: str, path: str, allow: str
) -> None:
    """The answer is 405 with ``Allow``, and OPTIONS returns the same."""
    answer = http.request(method, path)
    problem_in(answer, 405, "method-not-allowed")
    assert ", ".join(sorted(answer.headers["allow"].split(", "))) == allow
    options = http.options(path)
    assert (options.status_code, options.headers["allow"]) == (204, allow)


# --- 409: refused by a rule -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"players": 5}, "CM-OPT-1"),
        ({"players": 0}, "CM-OPT-1"),
        ({"players": 4, "setup": "yucata"}, "CM-OPT-2"),
        ({"emperor_start": 16}, "CM-OPT-4"),
        ({"max_rounds": 0}, "CM-OPT-6"),
    ],
)
def test_options_that_a_rule_refuses(
    http: httpx.Client, problem: Problem, options: Json, rule: str
) -> None:
    """The answer is 409, to a new game or the checker, with the rule, a reason and the facts."""
    before = games_of(http)
    asked = {"ruleset": "carolus-magnus", "options": options}
    for answer in (
        http.post("/v1/games", json=asked),
        http.post(f"{CHECKED}/check", json={"options": options}),
    ):
        found = problem(answer, 409, "illegal-action")
        assert found["rule"] == rule
        assert found["reason"]
        assert found["facts"]
        assert found["index"] == 0
    assert games_of(http) == before


def test_actions_that_a_rule_refuses(table: Table, problem: Problem) -> None:
    """The answer is 409 with the rule, and the index of the refused action."""
    (due,) = table.now()["awaits"]
    seat, other = due["seat"], 1 - due["seat"]
    legal = table.legal(seat)[0]
    wrong = {"type": "move_emperor", "steps": 1}
    for who, actions, rule, index in (
        (other, [legal], "CM-TURN-1", 0),
        (seat, [wrong], "CM-TURN-2", 0),
        (seat, [{"type": "roll_dice", "faces": ["red"]}], None, 0),
        (seat, [{"type": "accept_draw"}], "TB-DRAW-3", 0),
        (seat, [{"type": "offer_draw"}, {"type": "offer_draw"}], "TB-DRAW-2", 1),
        ("creator", [{"type": "abort_game"}], "TB-ABORT-1", 0),
    ):
        found = problem(table.act(who, *actions), 409, "illegal-action")
        assert rule in (None, found["rule"])
        assert found["index"] == index
        assert found["reason"] in json.dumps(found)
        assert found["detail"]


FOREIGN: Final[Mapping[str, Json]] = {
    "carolus-magnus": {"type": "attack", "source": "brazil", "target": "peru"},
    "teg": {"type": "choose_disc", "disc": 1},
    "lancaster": {"type": "choose_disc", "disc": 1},
    "ancients": {"type": "choose_disc", "disc": 1},
}
"""For each ruleset, an action of another one."""


@pytest.mark.parametrize("ruleset", FOREIGN)
def test_actions_of_another_ruleset(
    http: httpx.Client, problem: Problem, promises: Promises, ruleset: str
) -> None:
    """The actions fit the schema, so the answer is 409, or a verdict, with action and ruleset."""
    table = start(http, **of_two(BY_ID[ruleset]))
    foreign = FOREIGN[ruleset]
    facts = {"asked": foreign["type"], "ruleset": f"{ruleset}@1"}
    resign = {"type": "resign"}
    for seat, actions, index in ((0, [foreign], 0), (1, [foreign], 0), (0, [resign, foreign], 1)):
        found = problem(table.act(seat, *actions), 409, "illegal-action")
        assert (found["rule"], found["facts"], found["index"]) == ("TB-ACT-4", facts, index)
        verdict = promises.kept(table.act(seat, *actions, dry_run=True), status=200).json()
        assert [one["rule"] for one in verdict["refusals"]] == ["TB-ACT-4"]
    problem(table.act("creator", foreign), 403, "forbidden")
    due = table.now()["awaits"][0]["seat"]
    own = table.legal(due)[0]
    mixed = problem(table.act(due, own, foreign), 409, "illegal-action")
    assert (mixed["rule"], mixed["index"]) == ("TB-ACT-4", 1)
    malformed = problem(table.act(due, own, {"type": "of_none"}), 400, "malformed")
    assert malformed["errors"][0]["where"] == "$.actions[1].type"
    assert table.now()["status"] == "running"


def test_actions_after_the_end(http: httpx.Client, problem: Problem) -> None:
    """The answer is 409: no player can act."""
    table = start(http, players=2)
    good(table.act(0, {"type": "resign"}))
    over = table.now()
    assert over["status"] == "over"
    for seat in (0, 1):
        assert problem(table.act(seat, CHOOSE), 409, "illegal-action")["rule"] == "TB-ACT-2"
        assert problem(table.act(seat, {"type": "resign"}), 409, "illegal-action")
    assert table.now() == over


def test_actions_after_the_end_by_a_rule(http: httpx.Client, problem: Problem) -> None:
    """The answer is 409 with the ruleset's own rule: the game is over (CM-END-1)."""
    table = start(http, players=2, max_rounds=1)
    while (now := table.now())["status"] == "running":
        seat = now["awaits"][0]["seat"]
        good(table.act(seat, table.legal(seat)[0]))
    assert now["outcome"]["reason"] == "round_limit"
    assert problem(table.act(0, CHOOSE), 409, "illegal-action")["rule"] == "CM-END-1"
    assert problem(table.act(0, {"type": "resign"}), 409, "illegal-action")["rule"] == "TB-ACT-2"
    assert table.now() == now


def test_seats_that_a_rule_refuses(http: httpx.Client, problem: Problem) -> None:
    """The answer is 409: the game has started, or there is no such bot, or the seat is free."""
    table = start(http, players=2)
    assert problem(table.leave(0), 409, "illegal-action")["rule"] == "TB-SIT-1"
    fresh = create(table.http)
    asked = [
        (fresh.sit(0, bot="deep_blue"), "TB-SIT-3"),
        (fresh.leave(0), "TB-LEAVE-1"),
        (fresh.act(0, CHOOSE), "TB-ACT-1"),
    ]
    for answer, rule in asked:
        assert problem(answer, 409, "illegal-action")["rule"] == rule
    good(fresh.act("creator", {"type": "abort_game"}))


def test_a_position_with_many_faults(http: httpx.Client, problem: Problem) -> None:
    """The answer is 409 with all faults, from the checker and from legal actions."""
    position = start(http, players=2).now()["position"]
    position["supply"]["red"] += 1
    position["emperor"] = 16 - position["emperor"] if position["emperor"] != 8 else 1
    position["markers"]["blue"] = 1
    position["seats"][0]["discs"] = [1, 1]
    for path in ("/check", "/legal-actions"):
        answer = http.post(CHECKED + path, json={"position": position})
        found = problem(answer, 409, "impossible-position")
        assert len({fault["rule"] for fault in found["faults"]}) >= 3
        assert found["rule"] == found["faults"][0]["rule"]
        assert all(fault["message"] and fault["reason"] for fault in found["faults"])


def test_a_wrong_move_is_a_good_question(http: httpx.Client, promises: Promises) -> None:
    """The checker and a dry run answer 200, with the refusal in the verdict."""
    table = start(http, players=2)
    now = table.now()
    (due,) = now["awaits"]
    wrong = {"type": "move_emperor", "steps": 1}
    steps = [{"seat": due["seat"], "action": wrong}]
    asked = {"position": now["position"], "actions": steps}
    for answer in (
        http.post(f"{CHECKED}/check", json=asked),
        table.act(due["seat"], wrong, dry_run=True),
    ):
        verdict = promises.kept(answer, status=200).json()
        assert not verdict["legal"]
        assert [one["rule"] for one in verdict["refusals"]] == ["CM-TURN-2"]
    assert table.now() == now


# --- 412, 413, 415, 422, 503 ------------------------------------------------------------------


def test_a_version_that_is_gone(table: Table, problem: Problem) -> None:
    """The answer is 412, with the present version of the game."""
    (due,) = table.now()["awaits"]
    legal = table.legal(due["seat"])[0]
    for tag in ('"1"', "1", '"x"', 'W/"1"', "nonsense", '"1", "2"', '"a,b"'):
        answer = table.act(due["seat"], legal, headers={"If-Match": tag})
        found = problem(answer, 412, "stale-version")
        assert found["version"] == table.now()["version"]
        assert answer.headers["etag"] == f'"{found["version"]}"'


@pytest.mark.parametrize("chunked", [False, True])
def test_an_enormous_body(table: Table, problem: Problem, *, chunked: bool) -> None:
    """The answer is 413, whether the request states the length or not."""

    def chunks() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 100_000

    content = chunks() if chunked else b" " * 4_000_000
    headers = table.headers(0, {"Content-Type": "application/json"})
    answer = table.http.post(f"{table.url}/actions", content=content, headers=headers)
    assert problem(answer, 413, "too-large")["facts"] == {"bytes_max": 1024 * 1024}


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "json", "*/*"])
def test_a_body_that_is_not_json(table: Table, problem: Problem, kind: str) -> None:
    """The answer is 415, and says what was expected."""
    headers = table.headers(0, {"Content-Type": kind})
    answer = table.http.post(f"{table.url}/actions", content=b"{}", headers=headers)
    refusal = problem(answer, 415, "unsupported-media-type")
    assert refusal["facts"] == {"expected": ["application/json"]}
    expected = f"The body has the type {kind}; expected Content-Type: application/json."
    assert refusal["detail"] == expected
    record = table.http.post(
        "/v1/records/check", content=b"<xml/>", headers={"Content-Type": "application/xml"}
    )
    assert problem(record, 415, "unsupported-media-type")["facts"] == {
        "expected": ["application/json", "text/plain", "application/x-ndjson"]
    }


@pytest.mark.parametrize("content", [b"ruleset=teg", b"{", b"", b"\xff"])
def test_no_json_differs_from_json_of_another_form(
    http: httpx.Client, problem: Problem, content: bytes
) -> None:
    headers = {"Content-Type": "application/json"}
    neither = problem(http.post("/v1/games", content=content, headers=headers), 400, "malformed")
    assert neither["detail"].startswith("The body is not JSON.")
    other = problem(http.post("/v1/players", json={"name": 5}), 400, "malformed")
    assert other["detail"].startswith("The request does not match the schema.")
    assert other["errors"][0]["where"] == "$.name"
    assert "expected" in other["errors"][0]["message"]


@pytest.mark.parametrize(
    ("sent", "detail"),
    [
        (None, "The request has no token."),
        ("Basic YTpi", "The header Authorization must have the form Bearer <token>."),
        ("Bearer", "The header Authorization must have the form Bearer <token>."),
        ("Bearer seat0_unknown", "The token is not valid here: it is unknown, expired or revoked"),
        (f"Bearer carolus_{'a' * 16}_{'b' * 43}", "The token is not valid here: it is unknown"),
    ],
)
def test_a_token_that_is_missing_or_wrong(
    table: Table, problem: Problem, sent: str | None, detail: str
) -> None:
    """The problem says which, but not whether a token was ever valid."""
    headers = {} if sent is None else {"Authorization": sent}
    answer = table.http.put(f"{table.url}/seats/0", json={"name": "Ana"}, headers=headers)
    assert problem(answer, 401, "unauthorized")["detail"].startswith(detail)


def test_a_key_that_was_used(http: httpx.Client, problem: Problem) -> None:
    """The answer is 422 for the same key with another body; the first answer stays."""
    before = games_of(http)
    key = {"Idempotency-Key": "8d3f2c"}
    table = create(http, headers=key)
    asked = {"ruleset": "carolus-magnus", "options": {"players": 3}}
    problem(http.post("/v1/games", json=asked, headers=key), 422, "idempotency-key-used-again")
    assert games_of(http)[:2] == [table.id, *before[:1]]


def test_a_log_that_cannot_be_written(
    table: Table, problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is 503 with ``Retry-After``; nothing is stored, and a retry succeeds later."""
    (due,) = table.now()["awaits"]
    legal = table.legal(due["seat"])[0]

    def fail(*_: Any, **__: Any) -> None:
        raise OperationalError("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(SQLiteRecorder, "insert_events", fail)
        broken.setattr(SQLiteRecorder, "probe", fail)
        answer = table.act(due["seat"], legal, headers={"Idempotency-Key": "again"})
        problem(answer, 503, "unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        problem(
            table.http.post("/v1/games", json={"ruleset": "carolus-magnus"}), 503, "unavailable"
        )
        problem(table.http.get("/readyz"), 503, "unavailable")
        assert table.http.get("/v1/games").status_code == 200
    assert table.http.get("/readyz").status_code == 200


def test_a_log_that_cannot_be_read(
    http: httpx.Client, problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is 503 for everything that needs the log; the process stays alive."""

    def fail(*_: Any, **__: Any) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as broken:
        broken.setattr(SQLiteRecorder, "select_events", fail)
        broken.setattr(SQLiteRecorder, "select_places", fail)
        broken.setattr(SQLiteRecorder, "max_notification_id", fail)
        for path in ("/readyz", "/v1/games", "/v1/games/aaaaaaaaaaaaaaaa"):
            problem(http.get(path), 503, "unavailable")
        assert http.get("/readyz").json()["facts"] == {
            "parts": {"log": "failed", "redis": "none", "projections": "ok"},
            "failed": [],
        }
        assert http.get("/healthz").status_code == 200
    assert http.get("/readyz").status_code == 200


# --- every kind, every language ---------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_every_type_of_problem_is_explained(
    http: httpx.Client, promises: Promises, name: str
) -> None:
    """Its type is an address of this service, which explains it in each language."""
    titles = set()
    for spoken in ("en", "es", "de"):
        answer = http.get(KINDS[name].type, headers={"Accept-Language": spoken})
        explained = promises.kept(answer, status=200).json()
        assert answer.headers["content-language"] == spoken
        assert (explained["type"], explained["status"]) == (KINDS[name].type, KINDS[name].status)
        titles.add(explained["title"])
    assert len(titles) == 3


def test_sentences_come_in_the_language_asked_for(table: Table, problem: Problem) -> None:
    """They are in English, Spanish or German; in English if the client names none of them."""
    (due,) = table.now()["awaits"]
    legal = table.legal(due["seat"])[0]
    for asked, spoken, rule_in_words in (
        ("en", "en", "Only the player whose decision is due may decide"),
        ("es", "es", "turno"),
        ("de-AT, en;q=0.5", "de", "Zug"),
        ("fr, es;q=0.2, de;q=0.9", "de", "Zug"),
        ("fr", "en", "Only the player"),
        ("*", "en", "Only the player"),
        ("nonsense;;q=x,,", "en", "Only the player"),
    ):
        answer = table.act(1 - due["seat"], legal, headers={"Accept-Language": asked})
        assert rule_in_words in problem(answer, 409, "illegal-action")["detail"]
        assert answer.headers["content-language"] == spoken
