"""Test that every answer about one game contains the head of the log."""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import httpx
import pytest

from service.http.answers.answer import HEAD
from service.http.openapi.examples import FOLDER
from tests.support.http.chains import Chained
from tests.support.http.client import Table, create, good, start
from tests.support.http.promises import Promises
from tests.support.proof import verifier
from tests.support.run.waiting import until

DOCUMENT: Final = json.loads((FOLDER.parent / "openapi.json").read_text(encoding="utf-8"))

CHOOSE: Final = {"type": "choose_disc", "disc": 3}


class Case(NamedTuple):
    """A successful request of an operation, as the document describes it."""

    operation: str
    method: str
    path: str
    accept: str
    query: dict[str, str]
    """``version`` is relative to the present one."""
    status: int


OF_ANOTHER: Final = "playAgain"
"""A request about one game, whose answer is about the next one."""


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the operations on one game whose answers are about that game."""
    for path, item in DOCUMENT["paths"].items():
        for method, operation in item.items():
            if "{game}" in path and operation["operationId"] != OF_ANOTHER:
                yield method, path, operation


def cases() -> Iterator[Case]:
    """Yield every operation on one game, in each media type and with each relevant parameter."""
    for method, path, operation in operations():
        name = operation["operationId"]
        (good_one,) = [
            status
            for status, response in operation["responses"].items()
            if status.startswith("2") and "content" in response
        ]
        parameters = {one.get("name") for one in operation["parameters"]}
        queries: list[dict[str, str]] = [{}]
        queries += [{"dry_run": "true"}] if "dry_run" in parameters else []
        queries += [{"alternatives": "1"}] if "alternatives" in parameters else []
        queries += [{"version": "-1"}, {"version": "-2"}] if "version" in parameters else []
        for accept in operation["responses"][good_one]["content"]:
            # A stream does not end by itself: tests/live checks its head.
            for query in queries if accept != "text/event-stream" else ():
                yield Case(name, method, path, accept, query, int(good_one))
        if "304" in operation["responses"]:
            for query in queries:
                if "dry_run" not in query:
                    yield Case(name, method, path, "*/*", query, 304)


def heads(table: Table) -> list[str]:
    """Return the head of each version, computed from the events, from before the first one on."""
    return verifier.hashes(table.id, table.events())


def table_for(http: httpx.Client, operation: str) -> Table:
    """Return a game that is ready for this operation."""
    if operation == "giveSeatLink":
        chained = Chained(create(http, terms={"links": True}, players=2), 0, 1)
        for seat in (0, 1):
            chained.sit(seat)
        return chained.table
    if operation == "askHint":
        table = start(http, {1: "random"}, players=2)
        until(lambda: table.now()["awaits"][0]["seat"] == 0)
        return table
    if operation not in {"takeSeat", "leaveSeat"}:
        return start(http, players=2)
    table = create(http, players=2)
    if operation == "leaveSeat":
        good(table.sit(0))
    return table


def matches(table: Table, tag: str) -> bool:
    """Return whether the game is at the version of this entity tag, according to If-Match."""
    headers = table.headers(0, {"If-Match": tag})
    asked = {"actions": [{"type": "resign"}]}
    address = f"{table.url}/actions?dry_run=true"
    return table.http.post(address, json=asked, headers=headers).status_code != 412


CASES: Final = tuple(cases())


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(map(str, case[1:])))
def test_every_answer_about_a_game_has_the_head_of_its_log(
    http: httpx.Client, promises: Promises, case: Case
) -> None:
    """The header has the head of the answer's version, and so does the body if it has one.

    If-Match accepts the entity tag of every answer, as it is, while the game is at that version.
    """
    table = table_for(http, case.operation)
    before = table.now()
    due = before["awaits"][0]["seat"] if before["awaits"] else 0
    seat = 0 if due == "chance" else due
    bodies: dict[str, Any] = {"takeSeat": {"name": "Ana"}}
    if case.operation == "takeActions":
        bodies["takeActions"] = {"actions": [table.legal(seat)[0]]}
    if case.operation == "giveSeatLink":
        link = Chained(table, seat).link(seat, 1)
        bodies["giveSeatLink"] = {"head": before["head"], "link": link}
    query = dict(case.query)
    if "version" in query:
        query["version"] = str(before["version"] + int(query["version"]))
    address = case.path.format(game=table.id, seat=seat, moment=1)
    headers = table.headers(seat, {"Accept": case.accept})
    if case.status == 304:
        headers["If-None-Match"] = "*"

    def ask(method: str) -> httpx.Response:
        body = bodies.get(case.operation)
        return http.request(method, address, params=query, json=body, headers=headers)

    answer = promises.kept(ask(case.method), status=case.status)
    known = heads(table)
    version = int(query.get("version", len(known) - 1))
    head = known[version]
    assert answer.headers[HEAD] == head
    if "etag" in answer.headers:
        assert answer.headers["etag"].strip('"').partition("-")[0] == str(version)
        is_current = version == len(known) - 1
        assert matches(table, answer.headers["etag"]) == is_current, answer.headers["etag"]
    if answer.headers.get("content-type") == "application/json":
        response = answer.json()
        assert response.get("head", head) == head
        assert response.get("version", version) == version
    if case.method == "get":
        assert ask("head").headers[HEAD] == head


def test_the_cases_cover_every_operation() -> None:
    """The cases cover each operation on games, in more than one way."""
    asked = {case.operation for case in CASES}
    assert asked == {operation["operationId"] for _, _, operation in operations()}
    assert {"getGame", "takeActions", "listEvents", "getBoard", "getRecord", "getProof"} <= asked
    assert len(CASES) > 2 * len(asked)


NOT_OF_A_GAME = {"getPlayer", "getRuleset"}


def test_the_document_promises_it() -> None:
    """Every answer about one game has the header, and so does every answer with its version as tag.

    The entity tag of a player or ruleset is a digest of the answer, which is not about one game.
    """
    promises = Promises(DOCUMENT)
    of_games = {operation["operationId"] for _, _, operation in operations()}
    count = 0
    for item in DOCUMENT["paths"].values():
        for operation in item.values():
            for status, response in operation["responses"].items():
                headers = promises.resolved(response).get("headers", {})
                due = operation["operationId"] in of_games and int(status) < 400
                if due or ("ETag" in headers and operation["operationId"] not in NOT_OF_A_GAME):
                    assert promises.resolved(headers[HEAD])["required"] is True
                    count += 1
    assert count > len(of_games)


def test_a_new_game_has_a_head(http: httpx.Client, promises: Promises) -> None:
    """It is that of its first event."""
    opened = http.post("/v1/games", json={"ruleset": "carolus-magnus"})
    game = promises.kept(opened, status=201).json()["game"]
    assert opened.headers[HEAD] == game["head"]
    assert heads(Table(http, opened.json()))[1] == game["head"]


def test_a_rematch_has_the_head_of_the_new_game(http: httpx.Client, promises: Promises) -> None:
    """A refusal has the head of the old game, on which it is based."""
    table = start(http, players=2)
    address, headers = f"{table.url}/rematch", table.headers(1)
    refused = promises.kept(http.post(address, headers=headers), status=409)
    assert refused.headers[HEAD] == heads(table)[-1]
    good(table.act(0, {"type": "resign"}))
    response = promises.kept(http.post(address, headers=headers), status=200)
    game = response.json()["game"]
    events = good(http.get(f"/v1/games/{game['id']}/events"))["events"]
    assert response.headers[HEAD] == game["head"] == verifier.hashes(game["id"], events)[-1]
    assert response.headers["etag"] == f'"{game["version"]}"'


@pytest.mark.parametrize(
    ("asked", "body", "headers", "status"),
    [
        ("POST /actions", {"actions": [CHOOSE, CHOOSE]}, {}, 409),
        ("POST /actions", {"actions": [CHOOSE]}, {"If-Match": '"1"'}, 412),
        ("POST /actions?dry_run=true", {"actions": [CHOOSE]}, {"If-Match": '"1"'}, 412),
        ("PUT /seats/0", {}, {}, 409),
        ("DELETE /seats/0", None, {"If-Match": '"1"'}, 412),
        ("PUT /seats/9", {}, {}, 404),
        ("DELETE /seats/9", None, {}, 404),
        ("GET ?version=1000", None, {}, 404),
        ("GET /board.svg?version=1000", None, {}, 404),
    ],
)
def test_a_refusal_about_a_game_has_its_head(
    http: httpx.Client,
    promises: Promises,
    asked: str,
    body: Any,
    headers: dict[str, str],
    status: int,
) -> None:
    """It is that of the log on which the refusal is based."""
    table = start(http, players=2)
    method, rest = asked.split()
    sent = table.headers(0, headers)
    answer = http.request(method, table.url + rest, json=body, headers=sent)
    assert promises.kept(answer, status=status).headers[HEAD] == heads(table)[-1]


def test_a_missing_board_has_the_head_of_its_version(http: httpx.Client) -> None:
    """It is that of the requested version."""
    table = start(http, players=2)
    answer = http.get(f"{table.url}/board.svg?version=1")
    assert (answer.status_code, answer.headers[HEAD]) == (404, heads(table)[1])


def test_the_verdict_of_a_dry_run_names_version_and_head(http: httpx.Client) -> None:
    """A verdict has the version and head of the present game, legal or not."""
    table = start(http, players=2)
    now = table.now()
    seat = now["awaits"][0]["seat"]
    for actions in ([table.legal(seat)[0]], [{"type": "move_emperor", "steps": 99}]):
        verdict = good(table.act(seat, *actions, dry_run=True))
        assert (verdict["version"], verdict["head"]) == (now["version"], now["head"])


@pytest.mark.parametrize(
    ("method", "address", "body", "status"),
    [
        ("GET", "/v1/games", None, 200),
        ("GET", "/v1/games/aaaaaaaaaaaaaaaa", None, 404),
        ("GET", "/v1/rulesets/chess", None, 404),
        ("POST", "/v1/games", {"ruleset": "carolus-magnus", "options": {"players": 5}}, 409),
        ("POST", "/v1/rulesets/carolus-magnus/check", {}, 200),
    ],
)
def test_an_answer_about_no_game_has_no_head(
    http: httpx.Client, method: str, address: str, body: Any, status: int
) -> None:
    """It is neither in a header nor in the body."""
    answer = http.request(method, address, json=body)
    assert answer.status_code == status
    assert HEAD not in answer.headers
    assert answer.json().get("head") is None
