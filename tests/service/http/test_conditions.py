"""Conditions of requests (RFC 9110, section 13), keys with quotes, and spellings of parameters."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from service.http.answers.problems import PROBLEM_JSON
from tests.support.http.client import Json, Table, good, start
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with (
        application_on(settings_of(tmp_path_factory.mktemp("conditions"))) as app,
        TestClient(app) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def table(http: TestClient[Any]) -> Table:
    return start(http, players=2)


@pytest.fixture(scope="module")
def account(http: TestClient[Any]) -> dict[str, str]:
    made = good(http.post("/v1/players", json={"name": "Ana"}))
    return {"Authorization": f"Bearer {made['secret']}"}


def refused(answer: httpx.Response, kind: str) -> Json:
    assert answer.status_code == 412, answer.text
    assert answer.headers["content-type"] == PROBLEM_JSON
    problem: Json = answer.json()
    assert problem["type"] == f"/problems/{kind}"
    return problem


# --- reads ------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("rest", ["", "/events", "/record", "/board.svg"])
def test_a_read_of_another_state_is_refused(table: Table, method: str, rest: str) -> None:
    """``If-Match`` names the state that the client wants to read."""
    address = table.url + rest
    tag = table.http.get(address, headers={"Accept-Encoding": "identity"}).headers["etag"]
    for fits in (tag, "*", f'"0", {tag}', f'{tag[:-1]}-gzip"'):
        assert table.http.request(method, address, headers={"If-Match": fits}).is_success, fits
    for other in ('"0"', f"W/{tag}", "0", ""):
        answer = table.http.request(method, address, headers={"If-Match": other})
        assert answer.status_code == 412, other
    answer = table.http.get(address, headers={"If-Match": '"0"'})
    refused(answer, "precondition-failed")
    assert answer.headers["x-request-id"]


def test_the_conditions_of_a_read_are_judged_in_order(table: Table) -> None:
    """First ``If-Match``, then ``If-None-Match``; both only if the request would succeed."""
    tag = table.http.get(table.url).headers["etag"]
    both = {"If-Match": '"0"', "If-None-Match": tag}
    refused(table.http.get(table.url, headers=both), "precondition-failed")
    same = table.http.get(table.url, headers={"If-Match": tag, "If-None-Match": tag})
    assert same.status_code == 304
    missing = table.http.get("/v1/games/aaaaaaaaaaaaaaaa", headers={"If-Match": '"0"'})
    assert missing.status_code == 404


@pytest.mark.parametrize("address", ["/v1/games", "/v1/rulesets", "/healthz"])
def test_a_resource_without_a_tag_matches_no_tag(http: TestClient[Any], address: str) -> None:
    """It exists, so ``*`` matches."""
    refused(http.get(address, headers={"If-Match": '"31"'}), "precondition-failed")
    assert http.get(address, headers={"If-Match": "*"}).is_success


def test_a_stream_of_another_state_is_refused(table: Table) -> None:
    """The stream ends at once."""
    headers = {"If-Match": '"0"', "Accept": "text/event-stream"}
    refused(table.http.get(f"{table.url}/events", headers=headers), "precondition-failed")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_client_keeps_the_rules(http: TestClient[Any], language: str) -> None:
    """They change with a release, and with the language."""
    asked = {"Accept-Language": language}
    first = http.get("/v1/rulesets/teg", headers=asked)
    again = http.get("/v1/rulesets/teg", headers={**asked, "If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-language"] == language
    other = {"Accept-Language": "es", "If-None-Match": first.headers["etag"]}
    assert http.get("/v1/rulesets/teg", headers=other).status_code == 200


def test_no_cache_stores_a_private_response(
    http: TestClient[Any], table: Table, account: dict[str, str]
) -> None:
    """What is for an account, has a secret, or is true only now."""
    for address in ("/v1/tokens", "/v1/webhooks", f"{table.url}/presence"):
        answer = http.get(address, headers=account)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store"), address
    made = http.post("/v1/players", json={"name": "Ana"})
    ticket = http.post(f"{table.url}/stream-ticket", headers=table.headers(0))
    for answer in (made, ticket):
        assert answer.is_success
        assert answer.headers["cache-control"] == "no-store"
    assert "cache-control" not in http.get("/v1/rulesets").headers


# --- writes -----------------------------------------------------------------------------------


def test_a_version_can_be_ruled_out(table: Table) -> None:
    """``If-None-Match`` on a write names the versions at which nothing is to be done."""
    now = table.now()
    due, version = now["awaits"][0]["seat"], now["version"]
    url, headers = f"{table.url}/actions", table.headers(due)
    action = {"actions": [table.legal(due)[0]]}
    for ruled_out in ("*", f'"{version}"', f'W/"{version}-seat0", "1"'):
        sent = {**headers, "If-None-Match": ruled_out}
        problem = refused(table.http.post(url, json=action, headers=sent), "stale-version")
        assert problem["version"] == version
    contradiction = {**headers, "If-Match": f'"{version}"', "If-None-Match": f'"{version}"'}
    refused(table.http.post(url, json=action, headers=contradiction), "stale-version")
    allowed = {**headers, "If-Match": "*", "If-None-Match": f'"{version - 1}"'}
    assert table.http.post(url, json=action, headers=allowed).is_success


def test_a_token_is_not_created_if_the_condition_fails(
    http: TestClient[Any], account: dict[str, str]
) -> None:
    """Nothing is stored. Conditions matter only for requests that would succeed."""
    address, body = "/v1/tokens", {"name": "one more"}
    for condition in ({"If-None-Match": "*"}, {"If-Match": '"31"'}):
        answer = http.post(address, json=body, headers={**account, **condition})
        refused(answer, "precondition-failed")
        assert http.post(address, json=body, headers=condition).status_code == 401
    assert len(good(http.get(address, headers=account))["tokens"]) == 1
    fulfilled = {"If-Match": "*", "If-None-Match": '"31"'}
    assert http.post(address, json=body, headers={**account, **fulfilled}).status_code == 201


# --- keys and parameters ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("k1", '"k1"', True),
        (r'"a\"b\\c"', r'a"b\c', True),
        ('"k2', "k2", False),
        ('""', "k3", False),
        (r'"k\4"', "k4", False),
    ],
)
def test_the_quotes_of_a_key_do_not_belong_to_it(
    http: TestClient[Any], one: str, other: str, same: bool
) -> None:
    """The draft of the header requires quotes; most clients send none."""
    first, second = (
        good(
            http.post(
                "/v1/games", json={"ruleset": "carolus-magnus"}, headers={"Idempotency-Key": key}
            )
        )
        for key in (one, other)
    )
    assert (first == second) is same


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("/v1/games?limit=1e1", "limit"),
        ("/v1/games?limit=1_0", "limit"),
        ("/v1/games?limit=%2B10", "limit"),
        ("{game}/events?snapshot=TRUE", "snapshot"),
        ("{game}/events?snapshot=1", "snapshot"),
        ("{game}/events?after=%0a1", "after"),
    ],
)
def test_other_spellings_of_a_parameter_are_malformed(
    table: Table, address: str, where: str
) -> None:
    """The document allows numbers and truth values as JSON writes them."""
    answer = table.http.get(address.format(game=table.url))
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["where"] == where
    assert error["message"].startswith("expected ")


def test_a_whole_number_may_have_a_point(http: TestClient[Any]) -> None:
    """5.0 is an integer in JSON Schema."""
    assert http.get("/v1/games?limit=5.0").is_success
