"""What programs and people find without documentation, and how operations are deprecated."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar, Response
from litestar.testing import TestClient

from service.access.rights import EVERYBODY
from service.http.answers.contract import Answer, Deprecation, Operations
from service.http.openapi.document import document
from service.http.openapi.framework import CONFIG
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of

CATALOGUE = "/.well-known/api-catalog"
SECURITY = "/.well-known/security.txt"


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    folder = tmp_path_factory.mktemp("discovery")
    settings = settings_of(folder, security_contact="mailto:security@club.example")
    with application_on(settings) as app, TestClient(app) as client:
        yield client


def test_the_catalogue_leads_to_all_documents(http: httpx.Client) -> None:
    """Each address exists, and has the media type that the link names (RFC 9727)."""
    answer = http.get(CATALOGUE)
    assert answer.headers["content-type"].startswith("application/linkset+json; profile=")
    (links,) = answer.json()["linkset"]
    assert links["anchor"] == "/"
    assert len(links["service-desc"]) > 4
    for one in [*links["service-desc"], *links["service-doc"], *links["status"]]:
        found = http.get(one["href"])
        assert found.status_code == 200, one
        assert found.headers["content-type"].partition(";")[0] == one["type"]


@pytest.mark.parametrize("address", ["/", "/schema", CATALOGUE])
def test_pages_link_to_the_catalogue_and_the_documents(http: httpx.Client, address: str) -> None:
    """A program that knows only the host begins here (RFC 8631)."""
    for answer in (http.get(address), http.head(address)):
        link = answer.headers["link"]
        for relation, where in (
            ("api-catalog", CATALOGUE),
            ("service-desc", "/schema/openapi.json"),
            ("service-doc", "/schema"),
        ):
            assert f'<{where}>; rel="{relation}"' in link


def test_people_find_where_to_report_a_vulnerability(http: httpx.Client, tmp_path: Path) -> None:
    """It expires, as RFC 9116 requires, and does not exist without a contact."""
    answer = http.get(SECURITY)
    assert answer.headers["content-type"].startswith("text/plain")
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"] == "mailto:security@club.example"
    assert datetime.fromisoformat(fields["Expires"]) > datetime.now(UTC)
    with application_on(settings_of(tmp_path)) as app, TestClient(app) as other:
        missing = other.get(SECURITY)
    assert (missing.status_code, missing.json()["facts"]) == (404, {"what": "security_contact"})


def test_a_deprecated_operation_says_so() -> None:
    """In each answer, and in the document (RFC 9745, RFC 8594)."""
    operation = Operations("games")

    @operation(
        "GET",
        "/v1/old",
        "Do it the old way",
        right=EVERYBODY,
        answer=Answer("Done."),
        deprecated=Deprecation(
            since=datetime(2027, 1, 1, tzinfo=UTC),
            sunset=datetime(2028, 1, 1, tzinfo=UTC),
            instead="Use the new way.",
        ),
    )
    def old_way() -> Response[None]:
        """Do it."""
        return Response(None)

    app = Litestar(operation.handlers, openapi_config=CONFIG)
    with TestClient(app) as client:
        answer = client.get("/v1/old")
    assert answer.headers["deprecation"] == "@1798761600"
    assert answer.headers["sunset"] == "Sat, 01 Jan 2028 00:00:00 GMT"
    assert 'rel="deprecation"' in answer.headers["link"]
    described = document(app)["paths"]["/v1/old"]["get"]
    assert described["deprecated"]
    assert described["description"] == "Do it.\n\nDeprecated until 2028-01-01. Use the new way."
    assert {"Deprecation", "Sunset", "Link"} <= described["responses"]["200"]["headers"].keys()
