"""Test that the service does what follows from the contract of each operation.

Problems that follow from right, path, headers or body need no declaration. The tests provoke each
of them in every operation that has it, and check that no operation declares one that would follow
anyway.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import httpx
import pytest
from eventsourcing.persistence import OperationalError
from litestar.handlers import HTTPRouteHandler
from litestar.testing import TestClient
from msgspec.structs import replace
from sqlalchemy import Engine

from service.http.answers.contract import Answer, Contract, contract_of
from service.http.answers.derived import answers_of, problems_of, request_headers_of
from service.http.answers.problem_kinds import KINDS
from service.http.answers.problems import PROBLEM_JSON
from service.http.openapi.examples import FOLDER
from service.http.routes import ROUTES
from service.storage.sqlite import SQLitePool
from tests.support.http.callers import Cast, MovedClock
from tests.support.http.client import Json, good
from tests.support.http.promises import Promises
from tests.support.servers.applications import application_on
from tests.support.servers.commands import run
from tests.support.servers.pushed import POINT
from tests.support.storage.stores import settings_of
from tests.support.tournaments.over_http import of_two_bots

DOCUMENT: Final[Json] = json.loads((FOLDER.parent / "openapi.json").read_text(encoding="utf-8"))

OPERATIONS: Final[dict[str, tuple[str, str, Json]]] = {
    described["operationId"]: (method, path, described)
    for path, item in DOCUMENT["paths"].items()
    for method, described in item.items()
}

CONTRACTS: Final[dict[str, Contract]] = {
    contract.id: contract
    for handler in ROUTES
    if isinstance(handler, HTTPRouteHandler)
    if (contract := contract_of(handler)) is not None
}

BODIES: Final[dict[str, Json]] = {
    "createGame": {"ruleset": "carolus-magnus"},
    "takeSeat": {"name": "Ana"},
    "takeActions": {"actions": [{"type": "abort_game"}]},
    "makePlayer": {"name": "Ana"},
    "makeToken": {"name": "one more"},
    "rotateToken": {},
    "makeWebhook": {"url": "https://1.1.1.1/", "about": "me", "events": ["game.over"]},
    "makeSubscription": {
        "endpoint": "https://1.1.1.1/push",
        "keys": {"p256dh": POINT, "auth": "A" * 22},
        "language": "en",
    },
    "playAgain": {},
    "takeTournamentActions": {
        "actions": [{"type": "withdraw_entrant", "entrant": 1, "reason": "Ill"}],
        "role": "organiser",
    },
}
"""Request bodies; for all others, the tests send the examples."""

SEAT: Final = {"askHint", "giveSeatLink", "listLegalActions", "playAgain"}
"""Operations of games that need the token of a seat, not of the creator."""


def _promised(promises: Promises, described: Json) -> set[str]:
    """Return the kinds of problems that an operation promises: those of its examples."""
    answers = map(promises.resolved, described["responses"].values())
    found = [one["content"].get(PROBLEM_JSON, {}) for one in answers if "content" in one]
    return {kind for one in found for kind in one.get("examples", ())}


_DOCUMENT_AS_JUDGE: Final = Promises(DOCUMENT)
PROMISED: Final = {
    name: _promised(_DOCUMENT_AS_JUDGE, described) for name, (_, _, described) in OPERATIONS.items()
}


def having(problem: str) -> list[str]:
    """Return the operations that promise a problem."""
    return [name for name, kinds in PROMISED.items() if problem in kinds]


OF_PATHS: Final = [name for name, (_, path, _) in OPERATIONS.items() if "{" in path]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def http(data: Path) -> Iterator[httpx.Client]:
    """Return a client of the service."""
    with application_on(settings_of(data)) as app, TestClient(app) as client:
        yield client


@pytest.fixture(scope="module")
def admin(http: httpx.Client, data: Path) -> str:
    """Return a token for everything."""
    scopes = [word for one in ("play", "organise", "admin") for word in ("--scope", one)]
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CAROLUS_DATA", str(data))
        made = run("token", "make", "--new-account", "Operator", *scopes)
    assert made.exit_code == 0, made.output
    return str(made.stdout).strip()


class Requester:
    """Requests operations by their ids, about existing things, with a sufficient token."""

    def __init__(self, http: httpx.Client, promises: Promises, admin: str) -> None:
        http.follow_redirects = False
        self.http = http
        self._promises = promises
        self._admin = admin
        self.scene = Cast(http, MovedClock(), admin)
        mine = {"Authorization": f"Bearer {admin}"}
        self._token = good(http.post("/v1/tokens", json={"name": "x"}, headers=mine))["token"]["id"]
        hook = http.post("/v1/webhooks", json=BODIES["makeWebhook"], headers=mine)
        self._webhook = good(hook)["webhook"]["id"]
        wanted = BODIES["makeSubscription"]
        made = http.post("/v1/notifications/subscriptions", json=wanted, headers=mine)
        self._subscription = good(made)["id"]
        self._tournament = of_two_bots(http, mine)

    def ask(
        self,
        operation: str,
        *,
        there: bool = True,
        content: bytes | None = None,
        query: Json | None = None,
        headers: Json | None = None,
    ) -> httpx.Response:
        """Make a request, about missing things if there is False."""
        method, path, described = OPERATIONS[operation]
        names = {
            "game": self.scene.table.id,
            "tournament": self._tournament,
            "round": "1",
            "seat": "0",
            "ruleset": "carolus-magnus",
            "name": "not-found",
            "player": self.scene.account["player"]["id"],
            "token": self._token,
            "webhook": self._webhook,
            "subscription": self._subscription,
            "unsubscription": "a" * 32,
            "moment": "1",
            "level": "entries",
            "tile": "000.p/1",
        }
        if not there:
            names = dict.fromkeys(names, "a" * 16) | {
                "seat": "9",
                "round": "9",
                "moment": "9",
                "player": "a" * 26,
            }
        sent = {"Accept": "application/json, text/event-stream;q=0.1"}
        if described["x-rights"]["tokens"] != "none":
            in_game = described["x-rights"]["tokens"] == "game"
            tokens = self.scene.table.tokens
            own = tokens["seats"][0] if operation in SEAT else tokens["creator"]
            sent["Authorization"] = f"Bearer {own if in_game else self._admin}"
        if "requestBody" in described:
            sent["Content-Type"] = "application/json"
            content = self.body(operation) if content is None else content
        return self.http.request(
            method,
            path.format(**names),
            params=query,
            content=content,
            headers=sent | (headers or {}),
        )

    @staticmethod
    def body(operation: str) -> bytes:
        """Return a valid body."""
        if operation in BODIES:
            return json.dumps(BODIES[operation]).encode()
        described = OPERATIONS[operation][2]
        examples = described["requestBody"]["content"]["application/json"]["examples"]
        return json.dumps(next(iter(examples.values()))["value"]).encode()

    def refused(self, kind: str, operation: str, **asked: Any) -> None:
        """Make a request, and expect this problem, which the document promises."""
        answer = self.ask(operation, **asked)
        self._promises.kept(answer, status=KINDS[kind].status)
        assert answer.json()["type"] == KINDS[kind].type


@pytest.fixture(scope="module")
def requester(http: httpx.Client, promises: Promises, admin: str) -> Requester:
    """Return a requester. Refused requests change nothing, so the tests can share it."""
    return Requester(http, promises, admin)


# --- what contracts declare ---------------------------------------------------------------------


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_contracts_declare_nothing_that_follows(contract: Contract) -> None:
    """Contracts declare no problems, headers or links that follow anyway."""
    follow = problems_of(replace(contract, problems=()))
    assert not [kind.name for kind in contract.problems if kind in follow]
    headers = request_headers_of(contract)
    assert len(set(headers)) == len(headers)
    for answer in contract.answers:
        described = answers_of(contract)[answer.status]
        for name in answer.headers:
            others = tuple(one for one in answer.headers if one != name)
            assert answer_with(contract, answer, headers=others).headers != described.headers, name
        assert answer_with(contract, answer, links={}).links.keys().isdisjoint(answer.links)


def answer_with(contract: Contract, answer: Answer, **declared: Any) -> Answer:
    """Return the answer that follows if the contract declares this instead."""
    answers = tuple(replace(one, **declared) if one is answer else one for one in contract.answers)
    return answers_of(replace(contract, answers=answers))[answer.status]


def test_the_name_of_a_function_names_the_operation() -> None:
    """Even if the id contains the name of a ruleset."""
    of_rulesets = {one.named for one in CONTRACTS.values()} - {""}
    assert {one.id for one in CONTRACTS.values() if not one.named} <= OPERATIONS.keys()
    for template in of_rulesets:
        assert template.format("CarolusMagnus") in OPERATIONS


# --- what the document promises -----------------------------------------------------------------


@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_unknown_parameter_is_malformed(requester: Requester, operation: str) -> None:
    """Every operation answers 400."""
    requester.refused("malformed", operation, query={"none": "1"})


@pytest.mark.parametrize("operation", OF_PATHS)
def test_a_path_may_name_a_missing_thing(requester: Requester, operation: str) -> None:
    """Paths with a parameter answer 404; the paths of a ruleset have none."""
    requester.refused("not-found", operation, there=False)


@pytest.mark.parametrize("operation", having("too-large"))
def test_a_body_may_be_too_large(requester: Requester, operation: str) -> None:
    """The answer is 413, even for an unexpected body if it is part of what a key stands for."""
    content = b" " * (9 << 20)
    requester.refused("too-large", operation, content=content, headers={"Idempotency-Key": "a"})


@pytest.mark.parametrize("operation", having("unsupported-media-type"))
def test_a_body_may_be_of_another_type(requester: Requester, operation: str) -> None:
    """The answer is 415."""
    requester.refused("unsupported-media-type", operation, headers={"Content-Type": "image/png"})


@pytest.mark.parametrize("operation", having("idempotency-key-used-again"))
def test_a_key_may_have_been_used(requester: Requester, operation: str) -> None:
    """A key with another request gives 422, even if that has only one more blank."""
    requester.scene = requester.scene.another()
    key = {"Idempotency-Key": operation}
    if operation == "leaveSeat":
        good(requester.ask("takeSeat"))
    assert requester.ask(operation, headers=key).is_success
    content = requester.body(operation) if operation != "leaveSeat" else b""
    requester.refused("idempotency-key-used-again", operation, content=content + b" ", headers=key)


@pytest.mark.parametrize("operation", having("stale-version"))
def test_a_version_may_be_gone(requester: Requester, operation: str) -> None:
    """The answer is 412."""
    requester.refused("stale-version", operation, headers={"If-Match": '"999"'})


def test_the_promises_are_those_of_the_requests() -> None:
    """Only operations with a body, a key or a version promise the problems that these may cause."""
    for name, (_, _, described) in OPERATIONS.items():
        taken = {one.get("$ref", "").rpartition("/")[2] for one in described["parameters"]}
        has_body, has_key = "requestBody" in described, "IdempotencyKeyParameter" in taken
        for kind, due in (
            ("unsupported-media-type", has_body),
            ("too-large", has_body or has_key),
            ("request-timeout", has_body or has_key),
            ("idempotency-key-used-again", has_key),
            ("stale-version", "IfMatchParameter" in taken),
        ):
            assert (kind in PROMISED[name]) == due, (name, kind)


@pytest.fixture
def broken(
    data: Path, requester: Requester, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Requester]:
    """Return the service, restarted with empty caches and then cut off from its log."""
    with application_on(settings_of(data)) as app, TestClient(app) as again:
        again.follow_redirects = False
        requester.http = again
        fail = OperationalError("disk I/O error")
        monkeypatch.setattr(SQLitePool, "get_connection", Mock(side_effect=fail))
        monkeypatch.setattr(Engine, "connect", Mock(side_effect=fail))
        yield requester
        monkeypatch.undo()


def test_operations_that_need_the_log_are_unavailable_without_it(broken: Requester) -> None:
    """Operations that promise a 503 return it; all others answer as usual."""
    for operation in OPERATIONS:
        if "unavailable" in PROMISED[operation]:
            broken.refused("unavailable", operation)
        else:
            assert broken.ask(operation).status_code < 400, operation
