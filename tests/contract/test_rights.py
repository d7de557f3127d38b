"""The matrix of rights: every operation of the document, asked by every kind of caller.

What comes of it is what the operation declares in ``x-rights``, and nothing else: 401 for a token
that holds nowhere, or none where one is needed; 403 for who is not let in; for all others neither.
An operation that is new is in the matrix by itself, and fails here if its right is not what it
declares.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import httpx
import pytest

from service.http.openapi.examples import FOLDER
from tests.support.client import Json, Table, create

DOCUMENT: Json = json.loads((FOLDER.parent / "openapi.json").read_text(encoding="utf-8"))

OPERATIONS: dict[str, tuple[str, str, Json]] = {
    told["operationId"]: (method, path, told)
    for path, item in DOCUMENT["paths"].items()
    for method, told in item.items()
}


class Kind(NamedTuple):
    """A kind of caller."""

    holds: frozenset[str] = frozenset()
    """All that it is, in the words of ``x-rights``; nothing if its token holds nowhere."""
    tokens: frozenset[str] = frozenset({"game", "account"})
    """The operations where its token is known, in the words of ``x-rights``."""


OF_GAME = frozenset({"game"})

KINDS: dict[str, Kind] = {
    "nobody": Kind(frozenset({"nobody"})),
    "nonsense": Kind(),
    "another scheme": Kind(),
    "a token of another game": Kind(),
    "own seat": Kind(frozenset({"seat", "own_seat"}), OF_GAME),
    "another seat": Kind(frozenset({"seat"}), OF_GAME),
    "creator": Kind(frozenset({"creator"}), OF_GAME),
}


class Scene(NamedTuple):
    """A new game, and who may ask in it."""

    table: Table
    authorization: Mapping[str, str | None]


def scene(http: httpx.Client) -> Scene:
    """Open a game, and another one."""
    table = create(http)
    seats, creator = table.tokens["seats"], table.tokens["creator"]
    return Scene(
        table,
        {
            "nobody": None,
            "nonsense": "Bearer seat0_nonsense",
            "another scheme": f"Basic {seats[0]}",
            "a token of another game": f"Bearer {create(http).tokens['seats'][0]}",
            "own seat": f"Bearer {seats[0]}",
            "another seat": f"Bearer {seats[1]}",
            "creator": f"Bearer {creator}",
        },
    )


def expected(right: Json, allows: list[str], kind: Kind) -> int | None:
    """Return the status with which a caller is turned away, or None."""
    if right["tokens"] == "none":
        return None
    holds = kind.holds if right["tokens"] in kind.tokens else frozenset()
    if holds & set(allows):
        return None
    return 403 if holds - {"nobody"} else 401


def ask(http: httpx.Client, operation: str, at: Scene, who: str, body: Any) -> httpx.Response:
    """Make a request of this operation."""
    method, path, _ = OPERATIONS[operation]
    values = {"game": at.table.id, "seat": 0, "ruleset": "carolus-magnus", "name": "not-found"}
    headers = {"Authorization": one} if (one := at.authorization[who]) is not None else {}
    address = path.format(**values)
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
def test_who_is_let_in(http: httpx.Client, operation: str) -> None:
    """Exactly those whom the operation declares."""
    told = OPERATIONS[operation][2]
    right = told["x-rights"]
    for body, allows in bodies(told, right):
        for who, kind in KINDS.items():
            answer = ask(http, operation, scene(http), who, body)
            case = f"{operation} by {who}: {answer.status_code} {answer.text[:300]}"
            turned_away = expected(right, allows, kind)
            if turned_away is None:
                assert answer.status_code not in {401, 403}, case
                assert answer.status_code < 500, case
            else:
                assert answer.status_code == turned_away, case


def bodies(told: Json, right: Json) -> list[tuple[Any, list[str]]]:
    """Return what to send, and who may: of an operation that takes actions, each kind of them."""
    if "actions" in right:
        return [
            ({"actions": [{"type": "resign" if name == "*" else name}]}, allows)
            for name, allows in right["actions"].items()
        ]
    if "requestBody" not in told:
        return [(None, right["allows"])]
    examples = told["requestBody"]["content"]["application/json"]["examples"]
    return [(one["value"], right["allows"]) for one in examples.values()]
