"""Provide the application in this process, and its OpenAPI document."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from service.app import create_app
from service.http.openapi.document import document as document_of
from tests.support.http.promises import Promises
from tests.support.storage.stores import settings_of


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Litestar:
    """Return the service, with a data folder for each test file; every test opens its own games."""
    return create_app(settings_of(tmp_path_factory.mktemp("data")))


@pytest.fixture(scope="module")
def http(app: Litestar) -> Iterator[TestClient[Litestar]]:
    """Return a client of it; an error in the service fails the test."""
    with TestClient(app, raise_server_exceptions=True) as client:
        yield client


@pytest.fixture(scope="session")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the OpenAPI document of the service."""
    return document_of(create_app(settings_of(tmp_path_factory.mktemp("document"))))


@pytest.fixture(scope="session")
def promises(document: dict[str, Any]) -> Promises:
    """Return a checker of answers against the document."""
    return Promises(document)
