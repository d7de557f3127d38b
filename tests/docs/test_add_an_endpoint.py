"""The endpoint of the how-to works as it stands on the page, and the page tells what follows."""

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
    """Return the service with it."""
    more = (*ROUTES, *with_head_and_options(written.operation.handlers))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "ROUTES", more)
        return create_app(settings_of(tmp_path_factory.mktemp("data")))


@pytest.fixture(scope="module")
def document(app: Litestar) -> dict[str, Any]:
    """Return what the service tells of itself then."""
    return document_of(app)


@pytest.fixture
def http(app: Litestar) -> Iterator[httpx.Client]:
    """Return a client of it."""
    with TestClient(app) as client:
        yield client


def test_it_does_what_it_promises(http: httpx.Client, document: dict[str, Any]) -> None:
    """All that the page says of it comes of the lines that stand there."""
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


def test_it_is_in_the_document(document: dict[str, Any]) -> None:
    """With its words, and what follows."""
    told = document["paths"]["/v1/games/{game}/seats"]["get"]
    assert told["operationId"] == "listSeats"
    assert (told["tags"], told["summary"]) == (["seats"], "Who sits where")
    assert told["description"] == "List the seats of a game, and who sits on each."
    schema = told["responses"]["200"]["content"]["application/json"]["schema"]
    assert schema == {"$ref": "#/components/schemas/SeatList"}


def test_the_page_counts_what_follows(written: ModuleType) -> None:
    """Eight kinds of problems, a 304 and four headers."""
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
    ]
    assert answers.keys() == {200, 304}
    assert answers[200].headers == ("ETag", HEAD, "Cache-Control", "Vary")


def test_the_page_names_every_kind_that_follows() -> None:
    """From anything that an operation can have."""
    text = PAGE.read_text(encoding="utf-8")
    contracts = [one for route in ROUTES if (one := contract_of(route)) is not None]
    follow = {kind.name for one in contracts for kind in problems_of(replace(one, problems=()))}
    assert len(follow) > 10
    assert not [name for name in follow if f"`{name}`" not in text]


@pytest.mark.parametrize("asked", ["check", "format --check"])
def test_its_code_is_in_our_style(asked: str) -> None:
    """Whoever copies it passes ``make lint``."""
    ruff = Path(sys.executable).with_name("ruff")
    place = ROOT / "service" / "http" / "operations" / "listed.py"
    told = subprocess.run(
        [ruff, *asked.split(), "--stdin-filename", place, "-"],
        input=CODE,
        capture_output=True,
        check=False,
        text=True,
    )
    assert told.returncode == 0, told.stdout + told.stderr
