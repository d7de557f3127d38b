"""Test that the endpoint of the how-to works as shown, and that the page lists what follows."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

from service.app import create_app
from service.http import application
from service.http.answers.answer import HEAD
from service.http.answers.contract import contract_of
from service.http.answers.derived import answers_of, problems_of
from service.http.openapi.document import document as document_of
from service.http.requests.methods import with_head_and_options
from service.http.routes import ROUTES
from tests.support.docs import pages
from tests.support.docs.pages import ROOT
from tests.support.http.client import start
from tests.support.http.promises import Promises
from tests.support.storage.stores import settings_of

PAGE: Final = ROOT / "docs" / "how-to" / "add-an-endpoint.md"

(CODE,) = (block.text for block in pages.blocks(PAGE) if block.language == "python")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """Return the module of the page."""
    file = tmp_path_factory.mktemp("how-to") / "seats_of_the_docs.py"
    return pages.module_of(CODE, file)


@pytest.fixture(scope="module")
def app(written: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Litestar:
    """Return the service with this endpoint."""
    its = tuple(with_head_and_options(written.operation.handlers))
    paths = set().union(*(handler.paths for handler in its))
    # If you follow the page, the service has the endpoint already.
    more = (*(route for route in ROUTES if not paths & getattr(route, "paths", set())), *its)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "ROUTES", more)
        return create_app(settings_of(tmp_path_factory.mktemp("data")))


@pytest.fixture(scope="module")
def document(app: Litestar) -> dict[str, Any]:
    """Return its OpenAPI document."""
    return document_of(app)


@pytest.fixture
def http(app: Litestar) -> Iterator[httpx.Client]:
    """Return a client of it."""
    with TestClient(app) as client:
        yield client


@pytest.mark.long
def test_the_endpoint_keeps_its_promises(http: httpx.Client, document: dict[str, Any]) -> None:
    """The code on the page is enough for everything that the page promises."""
    promises = Promises(document)
    table = start(http, players=2)
    address = f"{table.url}/seats"
    answer = promises.kept(http.get(address), status=200)
    assert answer.json() == {"seats": table.now()["seats"]}
    same = {"If-None-Match": answer.headers["ETag"]}
    promises.kept(http.get(address, headers=same), status=304)
    promises.kept(http.get(f"{address}?all=true"), status=400)
    promises.kept(http.get("/v1/games/aaaaaaaaaaaaaaaa/seats"), status=404)
    promises.kept(http.get(address, headers={"Authorization": "Bearer x"}), status=401)
    assert http.head(address).headers["ETag"] == answer.headers["ETag"]
    assert http.options(address).headers["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.long
def test_the_endpoint_is_in_the_document(document: dict[str, Any]) -> None:
    """It has its description, and what follows."""
    result = document["paths"]["/v1/games/{game}/seats"]["get"]
    assert result["operationId"] == "listSeats"
    assert (result["tags"], result["summary"]) == (["seats"], "Who sits where")
    assert result["description"] == "List the seats of a game, and who sits on each."
    schema = result["responses"]["200"]["content"]["application/json"]["schema"]
    assert schema == {"$ref": "#/components/schemas/SeatList"}


def test_the_page_counts_the_derived_parts(written: ModuleType) -> None:
    """There are nine kinds of problems, a 304 and four headers."""
    (handler,) = written.operation.handlers
    contract = contract_of(handler)
    assert contract is not None
    kinds, answers = problems_of(contract), answers_of(contract)
    assert [kind.name for kind in kinds] == [
        "unauthorized",
        "forbidden",
        "malformed",
        "not-found",
        "unavailable",
        "issuer-unavailable",
        "too-many-requests",
        "took-too-long",
        "internal",
    ]
    assert answers.keys() == {200, 304}
    assert answers[200].headers == ("ETag", HEAD, "Cache-Control", "Vary")


def test_the_page_names_every_derived_kind() -> None:
    """They may follow from any part of an operation."""
    text = PAGE.read_text(encoding="utf-8")
    contracts = [one for route in ROUTES if (one := contract_of(route)) is not None]
    follow = {kind.name for one in contracts for kind in problems_of(replace(one, problems=()))}
    assert len(follow) > 10
    assert not [name for name in follow if f"`{name}`" not in text]


@pytest.mark.parametrize("asked", ["check", "format --check"])
def test_the_code_has_the_style_of_the_project(asked: str) -> None:
    """Readers who copy it pass ``make lint``."""
    ruff = Path(sys.executable).with_name("ruff")
    place = ROOT / "service" / "http" / "operations" / "listed.py"
    result = subprocess.run(
        [ruff, *asked.split(), "--stdin-filename", place, "-"],
        input=CODE,
        capture_output=True,
        check=False,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
