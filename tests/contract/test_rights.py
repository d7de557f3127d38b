"""Test the matrix of rights: every operation of the document, for every kind of caller.

The answer follows from what the operation declares in ``x-rights``: 401 for an invalid token, or a
missing one where one is required; 403 for callers without the right; neither for all others. New
operations are in the matrix automatically, and fail here if they do not do what they declare.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from litestar.testing import TestClient

from service.http.openapi.examples import FOLDER
from tests.contract.problems import problem_in
from tests.support.http.callers import KINDS, Cast, Kind, MovedClock
from tests.support.http.client import Json, Table, good
from tests.support.run.long import cases, long_after, long_if
from tests.support.servers.applications import application_on
from tests.support.servers.commands import run
from tests.support.servers.pushed import POINT
from tests.support.storage.stores import settings_of

DOCUMENT: Json = json.loads((FOLDER.parent / "openapi.json").read_text(encoding="utf-8"))

OPERATIONS: dict[str, tuple[str, str, Json]] = {
    entry["operationId"]: (method, path, entry)
    for path, item in DOCUMENT["paths"].items()
    for method, entry in item.items()
}


OF_GAMES = [one for one, (_, path, _) in OPERATIONS.items() if "{game}" in path]
READS = [one for one, (method, _, _) in OPERATIONS.items() if method == "get"]
CHANGES = [one for one in OPERATIONS if one not in READS]
WATCHED = {"nobody"}
EXPLAINED = {one for kind in KINDS.values() for one in kind.holds} | {"player"}
"""All roles of the kinds of callers here."""

SEATED = [
    name
    for name, kind in KINDS.items()
    if "account" in kind.holds and kind.holds & {"seat", "creator"}
]
SEATED += ["former player", "judge on own seat"]
"""The accounts that have or had a place at the table of the scene."""


def allowed(operation: str) -> set[str]:
    """Return the roles that an operation allows."""
    return set(OPERATIONS[operation][2]["x-rights"]["allows"])


ANYBODYS: dict[str, Json] = {
    "makeToken": {"name": "as good as mine"},
    "takeSeat": {"name": "Ana"},
    "makeWebhook": {"url": "https://1.1.1.1/", "about": "me", "events": ["game.over"]},
    "makeSubscription": {
        "endpoint": "https://1.1.1.1/push",
        "keys": {"p256dh": POINT, "auth": "A" * 22},
        "language": "en",
    },
}
"""Requests that every allowed caller may make, unlike some of the examples."""


@pytest.fixture(scope="module")
def clock() -> MovedClock:
    """Return the clock of the service."""
    return MovedClock()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def http(data: Path, clock: MovedClock) -> Iterator[httpx.Client]:
    """Return a client of the service."""
    with (
        patch("service.app.now", clock),
        application_on(settings_of(data)) as app,
        TestClient(app) as one,
    ):
        yield one


@pytest.fixture(scope="module")
def admin(http: httpx.Client, data: Path) -> str:
    """Return a token with the scope ``admin``, made on the command line."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CAROLUS_DATA", str(data))
        made = run("token", "make", "--new-account", "Operator", "--scope", "admin")
    assert made.exit_code == 0, made.output
    return str(made.stdout).strip()


def admitted_by(operation: str) -> list[tuple[str, Kind]]:
    """Return the kinds of admitted callers to try; with few cases, others for each operation.

    If the address contains no game, a place at a table changes nothing, so of the accounts with
    such a place, the operation meets one.
    """
    number, step = list(OPERATIONS).index(operation), cases(1, 12)
    if step > 1:
        return list(KINDS.items())[number % step :: step]
    left = set() if operation in OF_GAMES else {*SEATED} - {SEATED[number % len(SEATED)]}
    return [one for one in KINDS.items() if one[0] not in left]


def expected(right: Json, allows: list[str], kind: Kind) -> int | None:
    """Return the status with which the service refuses a caller, or None."""
    if right["tokens"] == "none":
        return None
    holds = kind.holds if right["tokens"] in kind.tokens else frozenset()
    if holds & set(allows):
        return None
    return 403 if holds - {"nobody"} else 401


def ask(
    http: httpx.Client, operation: str, at: Cast, authorization: str | None, body: Any
) -> httpx.Response:
    """Make a request to this operation."""
    method, path, _ = OPERATIONS[operation]
    address = path.format(
        game=at.table.id,
        tournament="a" * 16,
        round=1,
        seat=0,
        moment=1,
        ruleset="carolus-magnus",
        name="not-found",
        player=at.account["player"]["id"],
        token=at.token,
        webhook="a" * 16,
        subscription="a" * 16,
        unsubscription="a" * 16,
        level="entries",
        tile="000.p/1",
    )
    headers = {} if authorization is None else {"Authorization": authorization}
    return http.request(method, address, json=body, headers=headers)


def test_every_operation_declares_its_right() -> None:
    """It requires a token exactly if it accepts any."""
    for _, _, entry in OPERATIONS.values():
        right = entry["x-rights"]
        assert right["tokens"] in {"none", "account", "game"}
        assert right["allows"]
        optional = "nobody" in right["allows"]
        known: list[Json] = [{}, {"token": []}] if optional else [{"token": []}]
        assert entry["security"] == ([] if right["tokens"] == "none" else known)


@pytest.mark.parametrize("who", KINDS)
@pytest.mark.parametrize("seating", ["links", "anyone"])
def test_callers_without_the_right_are_refused(
    http: httpx.Client, clock: MovedClock, admin: str, seating: str, who: str
) -> None:
    """Every operation refuses them, whatever they send.

    A refused request changes nothing, so all of them meet one scene.
    """
    at = Cast(http, clock, admin, seating=seating)
    authorization, kind = at.authorization(who), as_seated(KINDS[who], seating)
    before = at.table.now()
    for operation, body, right, allows in requests():
        turned_away = expected(right, allows, kind)
        if turned_away is not None:
            answer = ask(http, operation, at, authorization, body)
            case = f"{operation} by {who}: {answer.status_code} {answer.text[:300]}"
            assert answer.status_code == turned_away, case
    assert at.table.now() == before


def test_every_role_is_that_of_a_kind_of_caller() -> None:
    """There is a caller here for each role that an operation allows."""
    for operation in OPERATIONS:
        assert set(EXPLAINED) >= allowed(operation), operation


@pytest.mark.parametrize("who", KINDS)
@pytest.mark.parametrize("seating", long_after(1, ["links", "anyone"]))
def test_callers_read_as_declared(
    http: httpx.Client, clock: MovedClock, admin: str, seating: str, who: str
) -> None:
    """Every operation that only reads admits the callers that it declares.

    A read changes nothing, so all of them meet one scene.
    """
    at = Cast(http, clock, admin, seating=seating)
    authorization, kind = at.authorization(who), as_seated(KINDS[who], seating)
    before = at.table.now()
    for operation in READS:
        if who in dict(admitted_by(operation)) and (operation in OF_GAMES or seating == "links"):
            for body, _ in admitted_bodies(operation, kind):
                is_admitted(ask(http, operation, at, authorization, body), f"{operation} by {who}")
    assert at.table.now() == before


@pytest.mark.parametrize("operation", CHANGES)
def test_callers_change_as_declared(
    http: httpx.Client, clock: MovedClock, admin: str, operation: str
) -> None:
    """Every other operation admits the callers that it declares."""
    at = Cast(http, clock, admin)
    for who, kind in admitted_by(operation):
        at = admitted_as_declared(http, at, operation, who, kind)


@pytest.mark.parametrize(
    "operation",
    [long_if("player" not in allowed(one), one, id=one) for one in OF_GAMES if one in CHANGES],
)
def test_callers_are_admitted_where_anyone_may_sit_down(
    http: httpx.Client, clock: MovedClock, admin: str, operation: str
) -> None:
    """A token with the scope ``play`` counts as a player's, and nothing else changes."""
    at = Cast(http, clock, admin, seating="anyone")
    for who, kind in admitted_by(operation):
        at = admitted_as_declared(http, at, operation, who, as_seated(kind, "anyone"))


@pytest.mark.parametrize("seating", ["links", "anyone"])
def test_a_refused_seat_says_which_tokens_would_do(
    http: httpx.Client, clock: MovedClock, admin: str, seating: str
) -> None:
    """Where anyone may sit down, an account with the scope ``play`` would."""
    at = Cast(http, clock, admin, seating=seating)
    refused = problem_in(
        ask(http, "takeSeat", at, at.authorization("organise"), {"name": "Ana"}), 403, "forbidden"
    )
    assert refused["facts"]["seat"] == 0
    assert ("scope play" in refused["detail"]) == (seating == "anyone")


@pytest.mark.parametrize("who", KINDS)
def test_callers_are_admitted_where_nobody_may_watch(
    http: httpx.Client, clock: MovedClock, admin: str, who: str
) -> None:
    """While the game runs, only callers without a right in it get a 403."""
    at, kind = Cast(http, clock, admin, spectators={"kind": "refused"}), KINDS[who]
    authorization = at.authorization(who)
    begin(at.table)
    for operation in OF_GAMES:
        if allowed(operation) >= WATCHED:
            assert OPERATIONS[operation][0] == "get", "the next operation meets the same game"
            answer = ask(http, operation, at, authorization, None)
            if not kind.holds:
                assert answer.status_code == 401, operation
            elif kind.holds & {"seat", "creator", "arbiter"}:
                assert answer.status_code not in {401, 403}, operation
            else:
                assert answer.status_code == 403, operation


def admitted_as_declared(
    http: httpx.Client, at: Cast, operation: str, who: str, kind: Kind
) -> Cast:
    """Send every body that the operation admits, and see that it does.

    Returns the scene for the next caller: a new one, unless nothing has changed in this one.
    """
    for body, _ in admitted_bodies(operation, kind):
        answer = ask(http, operation, at, at.authorization(who), body)
        is_admitted(answer, f"{operation} by {who}")
        if at.changed or answer.is_success:
            at = at.another()
    return at


def admitted_bodies(operation: str, kind: Kind) -> list[tuple[Any, list[str]]]:
    """Return the bodies that this kind of caller may send, and the roles that may send each."""
    entry = OPERATIONS[operation][2]
    right = entry["x-rights"]
    return [one for one in bodies(entry, right) if expected(right, one[1], kind) is None]


def is_admitted(answer: httpx.Response, case: str) -> None:
    """Assert that the service admitted the caller of this case, whatever it answered."""
    described = f"{case}: {answer.status_code} {answer.text[:300]}"
    assert answer.status_code not in {401, 403}, described
    assert answer.status_code < 500, described


def as_seated(kind: Kind, seating: str) -> Kind:
    """Return a kind of callers at a table where accounts may sit down like this."""
    player = {"player"} if seating == "anyone" and "play" in kind.holds else set()
    return Kind(kind.holds | player, kind.tokens)


def requests() -> Iterator[tuple[str, Any, Json, list[str]]]:
    """Yield every operation with each body, its right, and the roles that may send the body."""
    for operation, (_, _, entry) in OPERATIONS.items():
        right = entry["x-rights"]
        for body, allows in bodies(entry, right):
            yield operation, body, right, allows


def begin(table: Table) -> None:
    """Fill the free seats, so that the game starts."""
    free = [seat["seat"] for seat in table.now()["seats"] if not seat["taken"]]
    for seat in free:
        good(table.sit(seat))


NEEDS = {"adjudicate": {"type": "adjudicate", "winners": ["white"]}}
"""Actions that have members besides their type."""


def bodies(entry: Json, right: Json) -> list[tuple[Any, list[str]]]:
    """Return bodies, and the roles that may send each: one for each kind of action."""
    if "actions" in right:
        return [
            ({"actions": [NEEDS.get(name, {"type": "resign" if name == "*" else name})]}, allows)
            for name, allows in right["actions"].items()
        ]
    if entry["operationId"] in ANYBODYS:
        return [(ANYBODYS[entry["operationId"]], right["allows"])]
    if "requestBody" not in entry:
        return [(None, right["allows"])]
    examples = entry["requestBody"]["content"]["application/json"]["examples"]
    return [(one["value"], right["allows"]) for one in examples.values()]


def test_an_arbiter_ends_a_game_of_others(
    http: httpx.Client, clock: MovedClock, admin: str
) -> None:
    """The arbiter has no seat at this table, and may only decide for a side, not act."""
    at = Cast(http, clock, admin)
    for seat in (0, 1):
        good(at.table.sit(seat))
    headers = {"Authorization": str(at.authorization("arbitrate"))}
    resign = {"actions": [{"type": "resign"}]}
    assert http.post(f"{at.table.url}/actions", json=resign, headers=headers).status_code == 403
    decision = {"type": "adjudicate", "winners": ["black"], "reason": "White did not return"}
    forged = {"actions": [{**decision, "arbiter": "a" * 26}]}
    refused = http.post(f"{at.table.url}/actions", json=forged, headers=headers)
    assert refused.status_code == 400
    assert "arbiter" in refused.json()["errors"][0]["message"]
    judged = {"actions": [decision]}
    done = good(http.post(f"{at.table.url}/actions", json=judged, headers=headers))
    assert done["game"]["outcome"]["reason"] == "adjudicated"
    assert done["game"]["outcome"]["winners"] == ["black"]
    (entry, *_) = (one for one in done["events"] if one["type"] == "game_adjudicated")
    assert entry["by"] == "table"
    assert entry["reason"] == "White did not return"
    assert entry["arbiter"] == at.account["player"]["id"]
