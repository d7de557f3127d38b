"""What follows from an operation's contract is what the service does.

Each problem that nobody declares, because it follows from right, path, headers or body, is provoked
in every operation that has it; and none is declared that would follow anyway.
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

from service.app import create_app
from service.http.answers.contract import Answer, Contract, contract_of
from service.http.answers.derived import answers_of, problems_of
from service.http.answers.kinds import KINDS
from service.http.answers.problems import PROBLEM_JSON
from service.http.openapi.examples import FOLDER
from service.http.routes import ROUTES
from service.storage.sqlite import SQLitePool
from tests.support.http.callers import Clock, Scene
from tests.support.http.client import Json, good
from tests.support.http.promises import Promises
from tests.support.servers.commands import run
from tests.support.storage.stores import settings_of

DOCUMENT: Final[Json] = json.loads((FOLDER.parent / "openapi.json").read_text(encoding="utf-8"))

OPERATIONS: Final[dict[str, tuple[str, str, Json]]] = {
    told["operationId"]: (method, path, told)
    for path, item in DOCUMENT["paths"].items()
    for method, told in item.items()
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
    "playAgain": {},
}
"""What to send; of all others their examples."""

SEAT: Final = {"listLegalActions", "playAgain"}
"""Operations of games that are for a seat, and not for the creator."""


def _promised(promises: Promises, told: Json) -> set[str]:
    """Return the kinds of problems that an operation promises: those of its examples."""
    answers = map(promises.resolved, told["responses"].values())
    found = [one["content"].get(PROBLEM_JSON, {}) for one in answers if "content" in one]
    return {kind for one in found for kind in one.get("examples", ())}


_DOCUMENT_AS_JUDGE: Final = Promises(DOCUMENT)
PROMISED: Final = {
    name: _promised(_DOCUMENT_AS_JUDGE, told) for name, (_, _, told) in OPERATIONS.items()
}


def having(problem: str) -> list[str]:
    """Return the operations that promise a problem."""
    return [name for name, kinds in PROMISED.items() if problem in kinds]


OF_PATHS: Final = [name for name, (_, path, _) in OPERATIONS.items() if "{" in path]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def http(data: Path) -> Iterator[httpx.Client]:
    """A client of the service."""
    with TestClient(create_app(settings_of(data))) as client:
        yield client


@pytest.fixture(scope="module")
def admin(http: httpx.Client, data: Path) -> str:
    """A token for everything."""
    scopes = [word for one in ("play", "organise", "admin") for word in ("--scope", one)]
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CAROLUS_DATA", str(data))
        made = run("token", "make", "--new-account", "Operator", *scopes)
    assert made.exit_code == 0, made.output
    return str(made.stdout).strip()


class Asker:
    """Asks operations by their ids, about things that there are, as somebody who may."""

    def __init__(self, http: httpx.Client, promises: Promises, admin: str) -> None:
        self.http = http
        self._promises = promises
        self._admin = admin
        self.scene = Scene(http, Clock(), admin)
        mine = {"Authorization": f"Bearer {admin}"}
        self._token = good(http.post("/v1/tokens", json={"name": "x"}, headers=mine))["token"]["id"]
        hook = http.post("/v1/webhooks", json=BODIES["makeWebhook"], headers=mine)
        self._webhook = good(hook)["webhook"]["id"]

    def ask(
        self,
        operation: str,
        *,
        there: bool = True,
        content: bytes | None = None,
        query: Json | None = None,
        headers: Json | None = None,
    ) -> httpx.Response:
        """Make a request; about things that are not there if that is asked for."""
        method, path, told = OPERATIONS[operation]
        names = {
            "game": self.scene.table.id,
            "seat": "0",
            "ruleset": "carolus-magnus",
            "name": "not-found",
            "player": self.scene.account["player"]["id"],
            "token": self._token,
            "webhook": self._webhook,
        }
        if not there:
            names = dict.fromkeys(names, "a" * 16) | {"seat": "9", "player": "a" * 26}
        sent = {"Accept": "application/json, text/event-stream;q=0.1"}
        if told["x-rights"]["tokens"] != "none":
            in_game = told["x-rights"]["tokens"] == "game"
            tokens = self.scene.table.tokens
            own = tokens["seats"][0] if operation in SEAT else tokens["creator"]
            sent["Authorization"] = f"Bearer {own if in_game else self._admin}"
        if "requestBody" in told:
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
        """Return a body that fits."""
        if operation in BODIES:
            return json.dumps(BODIES[operation]).encode()
        told = OPERATIONS[operation][2]
        examples = told["requestBody"]["content"]["application/json"]["examples"]
        return json.dumps(next(iter(examples.values()))["value"]).encode()

    def refused(self, kind: str, operation: str, **asked: Any) -> None:
        """Ask, and expect this problem, which the document promises."""
        answer = self.ask(operation, **asked)
        self._promises.kept(answer, status=KINDS[kind].status)
        assert answer.json()["type"] == KINDS[kind].type


@pytest.fixture(scope="module")
def asker(http: httpx.Client, promises: Promises, admin: str) -> Asker:
    """Somebody who asks. What is refused changes nothing, so one will do."""
    return Asker(http, promises, admin)


# --- what is declared ---------------------------------------------------------------------------


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_nothing_is_declared_that_follows(contract: Contract) -> None:
    """Neither problems nor headers nor links: there is one place for each."""
    follow = problems_of(replace(contract, problems=()))
    assert not [kind.name for kind in contract.problems if kind in follow]
    for answer in contract.answers:
        told = answers_of(contract)[answer.status]
        for name in answer.headers:
            others = tuple(one for one in answer.headers if one != name)
            assert answer_with(contract, answer, headers=others).headers != told.headers, name
        assert answer_with(contract, answer, links={}).links.keys().isdisjoint(answer.links)


def answer_with(contract: Contract, answer: Answer, **declared: Any) -> Answer:
    """Return what follows if an answer declares this instead."""
    answers = tuple(replace(one, **declared) if one is answer else one for one in contract.answers)
    return answers_of(replace(contract, answers=answers))[answer.status]


def test_the_name_of_a_function_names_the_operation() -> None:
    """Where a ruleset's name is put into it, too."""
    of_rulesets = {one.named for one in CONTRACTS.values()} - {""}
    assert {one.id for one in CONTRACTS.values() if not one.named} <= OPERATIONS.keys()
    for template in of_rulesets:
        assert template.format("CarolusMagnus") in OPERATIONS


# --- what is promised ---------------------------------------------------------------------------


@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_unknown_parameter_is_malformed(asker: Asker, operation: str) -> None:
    """400 everywhere."""
    asker.refused("malformed", operation, query={"none": "1"})


@pytest.mark.parametrize("operation", OF_PATHS)
def test_what_a_path_names_may_not_be_there(asker: Asker, operation: str) -> None:
    """404 wherever there is a parameter in it; a path of a ruleset's own has none."""
    asker.refused("not-found", operation, there=False)


@pytest.mark.parametrize("operation", having("too-large"))
def test_a_body_may_be_too_large(asker: Asker, operation: str) -> None:
    """413; also for one that nobody asked for, if it is part of what a key stands for."""
    content = b" " * (9 << 20)
    asker.refused("too-large", operation, content=content, headers={"Idempotency-Key": "a"})


@pytest.mark.parametrize("operation", having("unsupported-media-type"))
def test_a_body_may_be_of_another_type(asker: Asker, operation: str) -> None:
    """415."""
    asker.refused("unsupported-media-type", operation, headers={"Content-Type": "image/png"})


@pytest.mark.parametrize("operation", having("idempotency-key-used-again"))
def test_a_key_may_have_been_used(asker: Asker, operation: str) -> None:
    """422 for another request with it, if there is only a blank more in it."""
    asker.scene = asker.scene.anew()
    key = {"Idempotency-Key": operation}
    if operation == "leaveSeat":
        good(asker.ask("takeSeat"))
    assert asker.ask(operation, headers=key).is_success
    content = asker.body(operation) if operation != "leaveSeat" else b""
    asker.refused("idempotency-key-used-again", operation, content=content + b" ", headers=key)


@pytest.mark.parametrize("operation", having("stale-version"))
def test_a_version_may_be_gone(asker: Asker, operation: str) -> None:
    """412."""
    asker.refused("stale-version", operation, headers={"If-Match": '"999"'})


def test_the_promises_are_those_of_the_requests() -> None:
    """Who takes a body, a key or a version promises what may come of it, and nobody else does."""
    for name, (_, _, told) in OPERATIONS.items():
        taken = {one.get("$ref", "").rpartition("/")[2] for one in told["parameters"]}
        has_body, has_key = "requestBody" in told, "IdempotencyKey" in taken
        for kind, due in (
            ("unsupported-media-type", has_body),
            ("too-large", has_body or has_key),
            ("request-timeout", has_body or has_key),
            ("idempotency-key-used-again", has_key),
            ("stale-version", "IfMatch" in taken),
        ):
            assert (kind in PROMISED[name]) == due, (name, kind)


@pytest.fixture
def broken(data: Path, asker: Asker, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asker]:
    """The service, started again, so that it remembers nothing; and then its log is gone."""
    with TestClient(create_app(settings_of(data))) as again:
        asker.http = again
        fail = OperationalError("disk I/O error")
        monkeypatch.setattr(SQLitePool, "get_connection", Mock(side_effect=fail))
        monkeypatch.setattr(Engine, "connect", Mock(side_effect=fail))
        yield asker
        monkeypatch.undo()


def test_what_needs_the_log_is_unavailable_without(broken: Asker) -> None:
    """503 for all that promise it; all others answer as ever."""
    for operation in OPERATIONS:
        if "unavailable" in PROMISED[operation]:
            broken.refused("unavailable", operation)
        else:
            assert broken.ask(operation).is_success, operation
