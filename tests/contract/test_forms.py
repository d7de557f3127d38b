"""Test which form of an answer a client gets, by ``Accept`` and its weights (RFC 9110, 12.5)."""

import json
from functools import cache
from typing import Any, Final

import httpx
import pytest
from litestar.testing import TestClient

from service.http.openapi.examples import FOLDER
from service.http.parts import parts_in
from service.http.requests.negotiation import preferred_language, preferred_type, takes_coding
from tests.support.http.client import Table, good, start
from tests.support.tournaments.over_http import Member, of_two_bots

DOCUMENT: Final = json.loads((FOLDER.parent / "openapi.json").read_text(encoding="utf-8"))

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
TEXT: Final = "text/plain"
STREAM: Final = "text/event-stream"
PROBLEM: Final = "application/problem+json"

BY_ACCEPT: Final = (
    *("listEvents", "listLegalActions", "getRecord", "listRecords", "followLobby"),
    *("getReceipts", "followOwnGames", "exportTournament", "listTournamentEvents"),
    "getTournamentRecord",
)
"""Operations whose answers have several forms, or are a stream."""


def addresses() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the address and the forms of each GET that has several forms, or is a stream."""
    found = {}
    for path, item in DOCUMENT["paths"].items():
        if "get" in item:
            forms = tuple(item["get"]["responses"].get("200", {}).get("content", ()))
            if len(forms) > 1 or STREAM in forms:
                found[item["get"]["operationId"]] = (path, forms)
    return found


ADDRESSES: Final = addresses()

STREAMS: Final = {"followLobby", "followOwnGames"}
"""Operations whose answers are always streams."""


@cache
def account(http: httpx.Client) -> dict[str, str]:
    """Return the headers of an account."""
    made = good(http.post("/v1/players", json={"name": "Ana"}))
    return {"Authorization": f"Bearer {made['secret']}"}


@pytest.fixture(scope="module")
def table(http: TestClient[Any]) -> Table:
    """Return a finished game, whose stream ends."""
    table = start(http)
    good(table.act(0, {"type": "resign"}))
    return table


@cache
def tournament(http: TestClient[Any]) -> str:
    """Return a tournament that has started."""
    organiser = Member(parts_in(http.app), "Olga", ("organise",))
    return of_two_bots(http, organiser.headers)


def form(table: Table, operation: str, *accept: str) -> str:
    """Return the media type of the answer for these lines of ``Accept``."""
    http: Any = table.http
    address = ADDRESSES[operation][0].format(game=table.id, tournament=tournament(http))
    own = account(table.http) if operation == "followOwnGames" else table.headers(0)
    headers = [*own.items(), *(("Accept", one) for one in accept)]
    if not accept:
        headers.append(("Accept", ""))  # otherwise the client adds its own
    # These streams do not end; a HEAD request shows their type.
    endless = operation in STREAMS or operation == "listTournamentEvents"
    ask = table.http.head if endless else table.http.get
    answer: httpx.Response = ask(address, headers=headers)
    assert "Accept" in answer.headers.get("vary", "Accept").split(", ")
    return answer.headers["content-type"].partition(";")[0]


def test_operations_with_several_forms_are_listed() -> None:
    """The reference must list new ones, too."""
    assert set(ADDRESSES) == set(BY_ACCEPT)
    page = (FOLDER.parents[1] / "docs" / "reference" / "http.md").read_text(encoding="utf-8")
    for path, forms in ADDRESSES.values():
        listed = ", ".join(f"`{one}`" for one in forms)
        assert f"| `GET {path}` | {listed} |" in page


@pytest.mark.parametrize("operation", BY_ACCEPT)
def test_a_client_gets_the_form_that_it_names(table: Table, operation: str) -> None:
    """It may be alone, before others of lower weight, or in a second line."""
    for one in ADDRESSES[operation][1]:
        assert form(table, operation, one) == one
        assert form(table, operation, one.upper()) == one
        assert form(table, operation, f"{one};charset=utf-8; Q=0.5 , */*;q=0.4") == one
        assert form(table, operation, "image/png", one) == one
        assert form(table, operation, f'image/png;x="a,{JSON};q=1", {one}') == one


CLIENTS: Final = {
    "axios, Angular": "application/json, text/plain, */*",
    "curl, Python, fetch": "*/*",
    "nothing": "",
    "jQuery": "application/json, text/javascript, */*; q=0.01",
    "Java's URLConnection": "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
    "Chrome": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,"
    "image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
    "Firefox": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "openapi-generator, lines": f"{JSON}, {LINES}, {PROBLEM}",
    "openapi-generator, text": f"{JSON}, {TEXT}, {PROBLEM}",
    "openapi-generator, events": f"{JSON}, {LINES}, {STREAM}, {PROBLEM}",
    "the other way round": f"{PROBLEM}, {STREAM}, {LINES}, {TEXT}, {JSON}",
    "JSON first": f"{JSON};q=1, {STREAM};q=0.5, {LINES};q=0.9, {TEXT};q=0.9",
    "no stream": f"{STREAM};q=0, {LINES};q=0.0, {TEXT};q=0.000",
    "anything but": f"{STREAM};q=0, {LINES};q=0, {TEXT};q=0, */*",
    "any of a kind": "application/*",
    "any text with JSON": f"text/*, {JSON}",
    "no such form": "image/png",
    "not even JSON": f"{JSON};q=0",
    "a weight that is none": f"{STREAM};q=much, {LINES};q=-1, {TEXT};q=1e3",
}
"""Headers of clients; each of them gets JSON."""


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("operation", [one for one in BY_ACCEPT if one not in STREAMS])
def test_clients_that_ask_for_json_get_json(table: Table, operation: str, client: str) -> None:
    """JSON wins ties, and is the answer if the client accepts no available form."""
    assert form(table, operation, CLIENTS[client]) == JSON


@pytest.mark.parametrize(
    ("operation", "accept", "expected"),
    [
        ("listEvents", STREAM, STREAM),  # EventSource
        ("listEvents", f"{STREAM}, {JSON};q=0.9", STREAM),
        ("listEvents", f"{JSON};q=0.9, {STREAM}", STREAM),
        ("listEvents", f"{STREAM};q=0.5, {LINES};q=0.6, */*;q=0.1", LINES),
        ("listEvents", f"{STREAM}, */*;q=0.1", STREAM),
        ("listEvents", "text/*", JSON),
        ("listEvents", f"{JSON};q=0, */*", LINES),
        ("getRecord", "text/*", TEXT),
        ("getRecord", "text/*, application/*;q=0.5", TEXT),
        ("getRecord", f"text/*;q=0.5, {TEXT};q=0.1, {JSON};q=0.3", JSON),
        ("listLegalActions", f"{JSON};q=0.1, {LINES};q=0.2", LINES),
        ("listRecords", f"{JSON};q=0.1, application/*", LINES),
        ("followLobby", STREAM, STREAM),
        ("followLobby", f"{JSON}, {STREAM};q=0.1", STREAM),
        ("followLobby", f"{STREAM}, {PROBLEM}", STREAM),
        *(("followLobby", one, PROBLEM) for one in CLIENTS.values() if STREAM not in one),
        ("followOwnGames", STREAM, STREAM),
        ("followOwnGames", "*/*", PROBLEM),
        ("followLobby", f"{STREAM};q=0, */*", PROBLEM),
        ("followLobby", "text/*", PROBLEM),
    ],
)
def test_weights_decide(table: Table, operation: str, accept: str, expected: str) -> None:
    """The most specific range decides."""
    assert form(table, operation, accept) == expected


def test_the_example_of_the_standard() -> None:
    """RFC 9110, 12.5.1, without the parameters, which Carolus does not use."""
    accept = "text/*;q=0.3, text/plain;q=0.7, text/html;level=1;q=0.4, */*;q=0.5"
    ranked = ["text/plain", "image/jpeg", "text/html", "text/css"]
    for number, best in enumerate(ranked):
        assert preferred_type(accept, [*reversed(ranked[number:])]) == best


@pytest.mark.parametrize(
    "accept", [",", ";", ";;,", ' , ;q=1,"', '"', "/", "*", ";q=0", "=", "\x80", 'a/b;c="', ",,,"]
)
def test_an_invalid_header_does_no_harm(accept: str) -> None:
    """A header may contain anything."""
    assert preferred_type(accept, (JSON, TEXT)) in {JSON, None}
    assert not takes_coding(accept, "gzip")
    assert preferred_language(accept, ("en", "de")) == "en"


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("gzip", True),
        ("GZIP;q=0.5, br", True),
        ("gzip, deflate, br, zstd", True),
        ("*", False),
        ("br, *;q=0.1", False),
        ("gzip;q=0.2, identity;q=0.1", True),
        ("gzip;q=0.1, identity;q=0.2", False),
        ("gzip;q=0, *", False),
        ("*;q=0", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("xgzip, gzipx", False),
        ("", False),
    ],
)
def test_codings_have_weights(asked: str, expected: bool) -> None:
    """The service does not compress for clients that prefer plain content."""
    assert takes_coding(asked, "gzip") == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("", "en"),
        ("fr", "en"),
        ("de", "de"),
        ("de-AT, en", "de"),
        ("ES-ar;q=0.9, en;q=0.8", "es"),
        ("fr, en;q=0.2, es;q=0.8", "es"),
        ("fr, *", "en"),
        ("en;q=0, *", "es"),
        ("de;q=0.5, *;q=0.9", "en"),
        ("de;q=0", "en"),
        ("es;q=much, de;q=0.1", "de"),
    ],
)
def test_languages_have_weights(asked: str, expected: str) -> None:
    """The first of equal ones wins."""
    assert preferred_language(asked, ("en", "es", "de")) == expected
