"""Provide the application in this process, and its OpenAPI document."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from service.app import create_app
from service.http.openapi.document import document as document_of
from tests.contract.problems import Problem, games_of, problem_in
from tests.support.http.client import Json, Table, good, start
from tests.support.http.promises import Promises
from tests.support.run.once import once
from tests.support.servers.applications import application_on, put_started_folder
from tests.support.storage.stores import settings_of


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Litestar]:
    """Yield the service, with a data folder for each test file; every test opens its own games."""
    folder = tmp_path_factory.mktemp("contract") / "data"
    put_started_folder(folder)
    with application_on(settings_of(folder)) as app:
        yield app


@pytest.fixture(scope="module")
def http(app: Litestar) -> Iterator[TestClient[Litestar]]:
    """Return a client of it; an error in the service fails the test."""
    with TestClient(app, raise_server_exceptions=True) as client:
        yield client


@pytest.fixture(scope="session")
def document(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> dict[str, Any]:
    """Return the OpenAPI document of the service."""

    def work() -> dict[str, Any]:
        return document_of(create_app(settings_of(tmp_path_factory.mktemp("document"))))

    return once(shared, "document", work)


@pytest.fixture(scope="session")
def promises(document: dict[str, Any]) -> Promises:
    """Return a checker of answers against the document."""
    return Promises(document)


@pytest.fixture
def table(http: httpx.Client) -> Iterator[Table]:
    """Return a running game, and check afterwards that the test did not change it."""
    running = start(http, players=2)
    before = (running.now(), running.events(), games_of(http))
    yield running
    assert (running.now(), running.events(), games_of(http)) == before
    (due,) = before[0]["awaits"]
    good(running.act(due["seat"], running.legal(due["seat"])[0]))


@pytest.fixture
def problem(promises: Promises) -> Problem:
    """Return the problem in an answer, which the document must promise."""

    def read(answer: httpx.Response, status: int, kind: str) -> Json:
        promises.kept(answer, status=status)
        return problem_in(answer, status, kind)

    return read
