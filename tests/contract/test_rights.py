"""The matrix of rights: every operation of the document, asked by every kind of caller.

What comes of it is what the operation declares in ``x-rights``, and nothing else: 401 for a token
that holds nowhere, or none where one is needed; 403 for who is not let in; for all others neither.
An operation that is new is in the matrix by itself, and fails here if its right is not what it
declares.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from litestar.testing import TestClient

from service.app import create_app
from service.http.openapi.examples import FOLDER
from tests.support.http.callers import KINDS, Clock, Kind, Scene
from tests.support.http.client import Json, Table, good
from tests.support.servers.commands import run
from tests.support.storage.stores import settings_of

DOCUMENT: Json = json.loads((FOLDER.parent / "openapi.json").read_text(encoding="utf-8"))

OPERATIONS: dict[str, tuple[str, str, Json]] = {
    told["operationId"]: (method, path, told)
    for path, item in DOCUMENT["paths"].items()
    for method, told in item.items()
}


OF_GAMES = [one for one, (_, path, _) in OPERATIONS.items() if "{game}" in path]
WATCHED = {"nobody"}
EXPLAINED = {one for kind in KINDS.values() for one in kind.holds} | {"player"}
"""All words that the kinds of callers here have."""


def allowed(operation: str) -> set[str]:
    """Return who is let in."""
    return set(OPERATIONS[operation][2]["x-rights"]["allows"])


ANYBODYS: dict[str, Json] = {
    "makeToken": {"name": "as good as mine"},
    "takeSeat": {"name": "Ana"},
    "makeWebhook": {"url": "https://1.1.1.1/", "about": "me", "events": ["game.over"]},
}
"""Requests that are for all who are let in, where examples ask for more than some of them have."""


@pytest.fixture(scope="module")
def clock() -> Clock:
    """The clock of the service."""
    return Clock()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def http(data: Path, clock: Clock) -> Iterator[httpx.Client]:
    """A client of the service."""
    with patch("service.app.now", clock), TestClient(create_app(settings_of(data))) as one:
        yield one


@pytest.fixture(scope="module")
def admin(http: httpx.Client, data: Path) -> str:
    """A token of the scope ``admin``, made by the command line."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CAROLUS_DATA", str(data))
        made = run("token", "make", "--new-account", "Operator", "--scope", "admin")
    assert made.exit_code == 0, made.output
    return str(made.stdout).strip()


def expected(right: Json, allows: list[str], kind: Kind) -> int | None:
    """Return the status with which a caller is turned away, or None."""
    if right["tokens"] == "none":
        return None
    holds = kind.holds if right["tokens"] in kind.tokens else frozenset()
    if holds & set(allows):
        return None
    return 403 if holds - {"nobody"} else 401


def ask(
    http: httpx.Client, operation: str, at: Scene, authorization: str | None, body: Any
) -> httpx.Response:
    """Make a request of this operation."""
    method, path, _ = OPERATIONS[operation]
    address = path.format(
        game=at.table.id,
        seat=0,
        ruleset="carolus-magnus",
        name="not-found",
        player=at.account["player"]["id"],
        token=at.token,
        webhook="a" * 16,
    )
    headers = {} if authorization is None else {"Authorization": authorization}
    return http.request(method, address, json=body, headers=headers)


def test_every_operation_declares_its_right() -> None:
    """And asks for a token exactly when it knows any."""
    for _, _, told in OPERATIONS.values():
        right = told["x-rights"]
        assert right["tokens"] in {"none", "account", "game"}
        assert right["allows"]
        optional = "nobody" in right["allows"]
        known: list[Json] = [{}, {"token": []}] if optional else [{"token": []}]
        assert told["security"] == ([] if right["tokens"] == "none" else known)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_who_is_let_in(http: httpx.Client, clock: Clock, admin: str, operation: str) -> None:
    """Exactly those whom the operation declares."""
    assert set(EXPLAINED) >= allowed(operation)
    for who, kind in KINDS.items():
        admitted_as_declared(http, Scene(http, clock, admin), operation, who, kind)


@pytest.mark.parametrize("operation", OF_GAMES)
def test_where_anyone_may_sit_down(
    http: httpx.Client, clock: Clock, admin: str, operation: str
) -> None:
    """A token with the scope ``play`` is that of a player, and nothing else is different."""
    for who, kind in KINDS.items():
        player = {"player"} if "play" in kind.holds else set()
        at = Scene(http, clock, admin, seating="anyone")
        admitted_as_declared(http, at, operation, who, Kind(kind.holds | player, kind.tokens))


@pytest.mark.parametrize("operation", [one for one in OF_GAMES if allowed(one) >= WATCHED])
def test_where_nobody_may_watch(
    http: httpx.Client, clock: Clock, admin: str, operation: str
) -> None:
    """While the game runs, 403 for whoever has no right in it, and for nobody else."""
    for who, kind in KINDS.items():
        at = Scene(http, clock, admin, spectators={"kind": "refused"})
        authorization = at.authorization(who)
        begin(at.table)
        answer = ask(http, operation, at, authorization, None)
        if not kind.holds:
            assert answer.status_code == 401, who
        elif kind.holds & {"seat", "creator", "arbiter"}:
            assert answer.status_code not in {401, 403}, who
        else:
            assert answer.status_code == 403, who


def admitted_as_declared(
    http: httpx.Client, at: Scene, operation: str, who: str, kind: Kind
) -> None:
    """Ask with every body, and compare with what is declared."""
    told = OPERATIONS[operation][2]
    right = told["x-rights"]
    for number, (body, allows) in enumerate(bodies(told, right)):
        if number:
            at = at.anew()
        answer = ask(http, operation, at, at.authorization(who), body)
        case = f"{operation} by {who}: {answer.status_code} {answer.text[:300]}"
        turned_away = expected(right, allows, kind)
        if turned_away is None:
            assert answer.status_code not in {401, 403}, case
            assert answer.status_code < 500, case
        else:
            assert answer.status_code == turned_away, case


def begin(table: Table) -> None:
    """Fill the seats that are free, so that the game starts."""
    free = [seat["seat"] for seat in table.now()["seats"] if not seat["taken"]]
    for seat in free:
        good(table.sit(seat))


NEEDS = {"adjudicate": {"type": "adjudicate", "winners": ["white"]}}
"""Actions that say more than their name."""


def bodies(told: Json, right: Json) -> list[tuple[Any, list[str]]]:
    """Return what to send, and who may: of an operation that takes actions, each kind of them."""
    if "actions" in right:
        return [
            ({"actions": [NEEDS.get(name, {"type": "resign" if name == "*" else name})]}, allows)
            for name, allows in right["actions"].items()
        ]
    if told["operationId"] in ANYBODYS:
        return [(ANYBODYS[told["operationId"]], right["allows"])]
    if "requestBody" not in told:
        return [(None, right["allows"])]
    examples = told["requestBody"]["content"]["application/json"]["examples"]
    return [(one["value"], right["allows"]) for one in examples.values()]


def test_an_arbiter_ends_a_game_of_others(http: httpx.Client, clock: Clock, admin: str) -> None:
    """For a side, at whose table nobody with this account sits; only that, and no decision."""
    at = Scene(http, clock, admin)
    for seat in (0, 1):
        good(at.table.sit(seat))
    headers = {"Authorization": str(at.authorization("arbitrate"))}
    resign = {"actions": [{"type": "resign"}]}
    assert http.post(f"{at.table.url}/actions", json=resign, headers=headers).status_code == 403
    judged = {"actions": [{"type": "adjudicate", "winners": ["black"]}]}
    done = good(http.post(f"{at.table.url}/actions", json=judged, headers=headers))
    assert done["game"]["outcome"]["reason"] == "adjudicated"
    assert done["game"]["outcome"]["winners"] == ["black"]
    (told, *_) = (one for one in done["events"] if one["type"] == "game_adjudicated")
    assert told["by"] == "table"
