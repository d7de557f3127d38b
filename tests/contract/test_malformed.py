"""Test that a body outside the schema gets 400 with the place of the mistake."""

import gzip
import json
import re
from itertools import product
from typing import get_args, get_origin

import httpx
import pytest

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_ID
from domain.table.standing_orders import sent_actions
from tests.contract.problems import Problem
from tests.support.http.client import Json, Table, create, good

CHOOSE: Json = {"type": "choose_disc", "disc": 3}

MALFORMED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "$"),
    "no JSON": (b"{", "$"),
    "no UTF-8": (b'{"actions": [{"type": "\xff"}]}', "$"),
    "no object": (b"[]", "$"),
    "a field missing": (b"{}", "$"),
    "null": (b"null", "$"),
    "unknown field": (b'{"actions": [{"type": "resign"}], "force": true}', "$"),
    "unknown field inside": (
        b'{"actions": [{"type": "choose_disc", "disc": 1, "seat": 1}]}',
        "$.actions[0]",
    ),
    "wrong type": (b'{"actions": [{"type": "choose_disc", "disc": "1"}]}', "$.actions[0].disc"),
    "true for 1": (b'{"actions": [{"type": "choose_disc", "disc": true}]}', "$.actions[0].disc"),
    "half a disc": (b'{"actions": [{"type": "choose_disc", "disc": 1.5}]}', "$.actions[0].disc"),
    "too great": (b'{"actions": [{"type": "choose_disc", "disc": 6}]}', "$.actions[0].disc"),
    "far too great": (
        b'{"actions": [{"type": "choose_disc", "disc": 1%b}]}' % (b"0" * 5000),
        "$",
    ),
    "too small": (b'{"actions": [{"type": "move_emperor", "steps": -1}]}', "$.actions[0].steps"),
    "no type": (b'{"actions": [{"disc": 1}]}', "$.actions[0]"),
    "unknown type": (b'{"actions": [{"type": "fly"}]}', "$.actions[0].type"),
    "no action": (b'{"actions": []}', "$.actions"),
    "too many actions": (
        json.dumps({"actions": [CHOOSE] * 41}).encode(),
        "$.actions",
    ),
    "a list too long": (
        json.dumps({"actions": [{"type": "choose_crowns", "clans": ["red"] * 41}]}).encode(),
        "$.actions[0].clans",
    ),
    "not a clan": (
        b'{"actions": [{"type": "choose_crowns", "clans": ["white"]}]}',
        "$.actions[0].clans[0]",
    ),
    "nested deep": (b"[" * 100_000 + b"]" * 100_000, "$"),
    "nested deep inside": (
        b'{"actions": [{"type": "choose_disc", "disc": %b}]}' % (b'{"a":' * 100_000),
        "$",
    ),
    "nested deep, with half a disc": (
        b'{"actions": [{"type": "choose_disc", "disc": 1.0}, %b]}'
        % (b"[" * 100_000 + b"]" * 100_000),
        "$",
    ),
}


def test_a_body_outside_the_schema(table: Table, problem: Problem) -> None:
    """The answer is 400, with the place and what was expected there."""
    headers = table.headers(0, {"Content-Type": "application/json"})
    for case, (body, where) in MALFORMED.items():
        answer = table.http.post(f"{table.url}/actions", content=body, headers=headers)
        (error,) = problem(answer, 400, "malformed")["errors"]
        assert error["where"].startswith(where), case
        assert error["message"], case


@pytest.mark.parametrize("ruleset", BY_ID.values(), ids=list(BY_ID))
def test_an_unknown_action_suggests_what_clients_may_send(
    http: httpx.Client, problem: Problem, ruleset: AnyRuleset
) -> None:
    """The error lists no action of chance: the service takes those itself."""
    table = create(http, terms={"ruleset": ruleset.meta.id})
    (error,) = problem(table.act(0, {"type": "fly"}), 400, "malformed")["errors"]
    wrong, _, expected = error["message"].partition("; ")
    assert wrong == '"fly" is not a valid value'
    assert set(re.findall(r'"(\w+)"', expected)) == {
        (get_origin(one) or one).__struct_config__.tag
        for one in get_args(ruleset.seat_actions | sent_actions(ruleset))
    }


def test_a_query_outside_the_schema(table: Table, problem: Problem) -> None:
    """The answer is 400, with the name of the parameter."""
    for path, where in (
        ("?version=0", "version"),
        ("?version=one", "version"),
        ("?version=null", "version"),
        ("?version=1&version=2", "version"),
        ("?verison=1", "verison"),
        ("/events?after=-1", "after"),
        ("/events?limit=0", "limit"),
        ("/events?limit=1001", "limit"),
        ("/events?limit=", "limit"),
        ("/events?cursor=there", "cursor"),
    ):
        (error,) = problem(table.http.get(table.url + path), 400, "malformed")["errors"]
        assert error["where"] == where, path


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("/v1/games?status=lost", "status"),
        ("/v1/games?status=null", "status"),
        ("/v1/games?ruleset=" + "x" * 61, "ruleset"),
        ("/v1/rulesets?page=2", "page"),
        ("/healthz?x", "x"),
    ],
)
def test_a_query_without_a_game(
    http: httpx.Client, problem: Problem, address: str, where: str
) -> None:
    """The same happens without a game."""
    (error,) = problem(http.get(address), 400, "malformed")["errors"]
    assert error["where"] == where


@pytest.mark.parametrize(
    ("address", "where", "message"),
    [
        ("/v1/records?from=yesterday", "from", "a day such as 2025-01-31, or a time such as "),
        ("/v1/records?from=2026-02-31", "from", "a day such as "),
        ("/v1/records?to=2026-01-01T24:00:00Z", "to", "a day such as "),
        ("/v1/records?limit=many", "limit", "a whole number from 1 to 100"),
        ("/v1/records?status=done", "status", "one of aborted, open, over, running"),
        ("/v1/games?player=me", "player", "the id of an account: 26 of a to z and 2 to 7"),
        ("/v1/games?status=done&limit=0", "status", "one of aborted, open, over, running"),
    ],
)
def test_an_error_in_a_query_is_in_words(
    http: httpx.Client, problem: Problem, address: str, where: str, message: str
) -> None:
    """The error uses the client's name of the parameter, and no pattern or type of the code."""
    error = problem(http.get(address), 400, "malformed")["errors"][0]
    assert error["where"] == where
    assert error["message"].startswith(f"expected {message}")


def test_an_invalid_cursor_is_refused(http: httpx.Client, problem: Problem) -> None:
    """Every list refuses it, and errors describe every parameter with a pattern in words."""
    found = []
    for path, item in http.get("/schema/openapi.json").json()["paths"].items():
        for parameter in item.get("get", {}).get("parameters", ()):
            schema = parameter.get("schema", {})
            if parameter.get("in") != "query" or "pattern" not in schema:
                continue
            name = parameter["name"]
            # The service checks the form of a request before it looks up the rest of the address.
            address = re.sub(r"\{[a-z]+\}", "a" * 26, path)
            for sent in ("abc", "x\u202ey") if name == "cursor" else ("x\u202ey",):
                (error,) = problem(http.get(address, params={name: sent}), 400, "malformed")[
                    "errors"
                ]
                assert error["where"] == name
                assert "matching" not in error["message"]
                assert "`str`" not in error["message"]
                if name == "cursor":
                    assert error["message"] == "expected a cursor from the next of an answer"
            found.append((path, name))
    cursors = [path for path, name in found if name == "cursor"]
    assert {"/v1/games", "/v1/records", "/v1/players/{player}/games", "/v1/trail"} < set(cursors)
    assert len(found) > len(cursors) + 3


def test_a_key_outside_the_schema(table: Table, problem: Problem) -> None:
    """The answer is 400: an Idempotency-Key is 1 to 255 visible characters."""
    for key, dry_run in product(("", "two words", "x" * 256, "ä"), ("false", "true")):
        headers = table.headers(0) | {"Idempotency-Key": key.encode("latin-1")}
        answer = table.http.post(
            f"{table.url}/actions",
            params={"dry_run": dry_run},
            json={"actions": [CHOOSE]},
            headers=headers,
        )
        (error,) = problem(answer, 400, "malformed")["errors"]
        assert error["where"] == "Idempotency-Key"


@pytest.mark.parametrize("charset", ["utf-16", "ISO-8859-1", '"utf-16"', "UTF-16; other=utf-8"])
@pytest.mark.parametrize("kind", ["application/json", "text/plain"])
def test_a_body_in_another_encoding(
    http: httpx.Client, problem: Problem, kind: str, charset: str
) -> None:
    """The answer is 415: the service would read text that the client did not write."""
    address = "/v1/games" if kind == "application/json" else "/v1/records/check"
    headers = {"Content-Type": f"{kind}; charset={charset}"}
    answer = http.post(address, content=b'{"ruleset": "teg"}', headers=headers)
    problem(answer, 415, "unsupported-media-type")
    assert charset in answer.json()["detail"]


@pytest.mark.parametrize(
    "parameters", ["charset=UTF-8", 'Charset="utf-8"', "a=b;charset=utf8", "a=b"]
)
def test_a_body_in_utf_8_may_say_so(http: httpx.Client, parameters: str) -> None:
    headers = {"Content-Type": f"application/json;{parameters}"}
    good(http.post("/v1/games", content=b'{"ruleset": "teg"}', headers=headers))


@pytest.mark.parametrize("coding", ["gzip", "br", "identity"])
def test_a_compressed_body(http: httpx.Client, problem: Problem, coding: str) -> None:
    """The answer is 415, whatever the body is; the header says how to read it."""
    for body in (b'{"ruleset": "teg"}', gzip.compress(b'{"ruleset": "teg"}')):
        headers = {"Content-Type": "application/json", "Content-Encoding": coding}
        answer = http.post("/v1/games", content=body, headers=headers)
        if coding == "identity" and body.startswith(b"{"):
            good(answer)
        else:
            problem(answer, 415, "unsupported-media-type")


@pytest.mark.parametrize(
    "sit",
    [
        {"name": ""},
        {"name": "x" * 41},
        {"name": "Anna\n"},
        {"name": "Anna\u0007"},
        {"name": " Anna"},
        {"name": "\u3000"},
        {"name": "\u200b"},
        {"name": "Anna \u202eanna"},
        {"name": "Anna\u2066"},
        {"entropy": "0"},
        {"entropy": "00\n"},
        {"entropy": "AB"},
        {"entropy": "00" * 65},
        {"bot": ""},
        {"age": 1},
    ],
)
def test_a_seat_outside_the_schema(http: httpx.Client, problem: Problem, sit: Json) -> None:
    """The answer is 400: names are short and do not affect nearby text; entropy is hexadecimal."""
    table = create(http)
    problem(table.sit(0, **sit), 400, "malformed")
    assert table.now()["version"] == 1


@pytest.mark.parametrize(
    "name", ["a", "Zoë van der Meer", "عليّ", "می\u200cخواهم", "👩\u200d🚀", "李 明"]
)
def test_names_may_be_in_any_script(http: httpx.Client, name: str) -> None:
    table = create(http)
    assert good(table.sit(0, name=name))["seats"][0]["name"] == name
