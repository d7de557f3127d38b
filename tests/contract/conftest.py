"""The application in this process, and its document."""

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
    """The service on a data folder of each file's own; every test opens games of its own there."""
    return create_app(settings_of(tmp_path_factory.mktemp("data")))


@pytest.fixture(scope="module")
def http(app: Litestar) -> Iterator[TestClient[Litestar]]:
    """A client of it; a mistake of the service fails the test."""
    with TestClient(app, raise_server_exceptions=True) as client:
        yield client


@pytest.fixture(scope="session")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the OpenAPI document of the service."""
    return document_of(create_app(settings_of(tmp_path_factory.mktemp("document"))))


@pytest.fixture(scope="session")
def promises(document: dict[str, Any]) -> Promises:
    """The document as judge."""
    return Promises(document)
