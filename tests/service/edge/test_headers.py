"""Request ids, security headers, CORS, and trusted proxies."""

from itertools import product
from typing import Any

import httpx
import pytest

from service.http.edge.cors import EXPOSED, HEEDED
from service.runtime.sandbox import HEADER as SEED
from tests.service.edge.conftest import Opened
from tests.support.http.client import create, good, start

FRONT = "https://play.example"


# --- request ids -------------------------------------------------------------------------------


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


@pytest.mark.long
def test_a_request_keeps_its_id(http: httpx.Client) -> None:
    asks, paths = ("a", "f3:1.2_-/=+~", "x" * 64), ("/v1/games", "/nowhere", "/schema")
    for asked, path in product(asks, paths):
        assert http.get(path, headers={"X-Request-Id": asked}).headers["x-request-id"] == asked


@pytest.mark.parametrize("asked", [None, "", "x" * 65, "a b", 'a"b', "ü", "a\tb"])
def test_a_request_without_a_valid_id_gets_one(http: httpx.Client, asked: str | None) -> None:
    """A new one each time, and never what the client sent."""
    headers = {} if asked is None else {"X-Request-Id": asked.encode()}
    ids = {http.get("/v1/games", headers=headers).headers["x-request-id"] for _ in range(5)}  # type: ignore[arg-type]
    assert len(ids) == 5
    assert asked not in ids


# --- browsers ----------------------------------------------------------------------------------


def test_browsers_treat_every_response_as_data(http: httpx.Client) -> None:
    """Whatever its status, the browser runs, loads, guesses and frames nothing."""
    table = start(http)
    answers = [
        http.get(table.url),
        http.get(f"{table.url}/board.svg"),
        http.head(table.url),
        http.options("/v1/games"),
        http.get("/nowhere"),
        http.post("/v1/games", content=b"{"),
        http.get("/metrics"),
        http.get("/schema/openapi.json"),
    ]
    for answer in answers:
        received = answer.headers
        assert received["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert received["x-content-type-options"] == "nosniff"
        assert received["referrer-policy"] == "no-referrer"
        assert received["cross-origin-resource-policy"] == "cross-origin"
        assert "strict-transport-security" not in received
        assert "access-control-allow-origin" not in received


def test_a_board_needs_nothing_that_its_policy_forbids(http: httpx.Client) -> None:
    """It contains no styles, scripts or links, so it looks the same when opened directly."""
    picture = http.get(f"{start(http).url}/board.svg").text
    for forbidden in ("<style", "style=", "<script", "href", "url(", "<image", "<foreignObject"):
        assert forbidden not in picture


def test_the_page_may_load_only_its_own_parts(http: httpx.Client) -> None:
    policy = http.get("/schema").headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy


# --- front ends elsewhere ----------------------------------------------------------------------


def test_a_page_of_an_allowed_origin_may_use_the_service(opened: Opened) -> None:
    """It can read the headers it needs, of errors too; caches keep origins apart."""
    http = opened(cors_origins=f"https://other.example, {FRONT}")
    table = start(http)
    for answer in (
        http.get(table.url, headers={"Origin": FRONT}),
        http.get("/nowhere", headers={"Origin": FRONT}),
        table.act(0, {"type": "nonsense"}, headers={"Origin": FRONT}),
    ):
        assert answer.headers["access-control-allow-origin"] == FRONT
        assert answer.headers["access-control-expose-headers"] == ", ".join(EXPOSED)
        assert "Origin" in answer.headers["vary"]
        assert "access-control-allow-credentials" not in answer.headers
    spoken = http.get("/v1/rulesets/carolus-magnus", headers={"Origin": FRONT})
    assert {one.strip() for one in spoken.headers["vary"].split(",")} == {
        "Accept-Encoding",
        "Accept-Language",
        "Origin",
    }


@pytest.mark.parametrize("origin", ["https://evil.example", "null", f"{FRONT}.evil", FRONT.upper()])
def test_other_origins_may_not_use_the_service(opened: Opened, origin: str) -> None:
    http = opened(cors_origins=FRONT)
    for answer in (
        http.get("/v1/games", headers={"Origin": origin}),
        _preflight(http, "/v1/games", "POST", origin),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "Origin" in answer.headers["vary"]


def test_all_origins_can_be_allowed(opened: Opened) -> None:
    http = opened(cors_origins="*")
    answer = http.get("/v1/games", headers={"Origin": FRONT})
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "Origin" not in answer.headers.get("vary", "")
    preflight = _preflight(http, "/v1/games", "POST", FRONT)
    assert preflight.headers["access-control-allow-origin"] == "*"


def test_a_preflight_lists_what_the_address_accepts(opened: Opened) -> None:
    """The methods that OPTIONS lists without CORS, and the headers that operations use."""
    http = opened(cors_origins=FRONT)
    table = create(http)
    for path, methods in (
        ("/v1/games", {"GET", "HEAD", "OPTIONS", "POST"}),
        (f"{table.url}/seats/0", {"DELETE", "OPTIONS", "PUT"}),
        (f"{table.url}/actions", {"OPTIONS", "POST"}),
    ):
        answer = _preflight(http, path, "POST", FRONT)
        assert answer.status_code == 204
        received = answer.headers
        assert set(received["access-control-allow-methods"].split(", ")) == methods
        assert received["access-control-allow-origin"] == FRONT
        assert received["access-control-allow-headers"] == ", ".join(HEEDED)
        assert int(received["access-control-max-age"]) > 0
    plain = http.options("/v1/games", headers={"Origin": FRONT})
    assert "access-control-allow-methods" not in plain.headers


def _preflight(http: httpx.Client, path: str, method: str, origin: str) -> httpx.Response:
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,idempotency-key",
    }
    return http.options(path, headers=asked)


def test_pages_can_send_all_headers_that_operations_use(http: httpx.Client) -> None:
    """The CORS lists include each header in the OpenAPI document."""
    document = good(http.get("/schema/openapi.json"))
    parts = document["components"]
    heeded = {one["name"] for one in parts["parameters"].values() if one["in"] == "header"}
    assert heeded <= set(HEEDED)
    safelisted = {"Cache-Control", "Content-Language"}
    for_the_browser = {"Content-Encoding", "Vary"}
    in_a_sandbox = {SEED}
    assert set(EXPOSED) - in_a_sandbox == set(parts["headers"]) - safelisted - for_the_browser


# --- proxies -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("peer", "proxies", "said", "over_tls"),
    [
        ("10.0.0.1", "10.0.0.0/8", "https", True),
        ("10.0.0.1", "10.0.0.0/8", "http", False),
        ("10.0.0.1", "10.0.0.0/8", None, False),
        ("192.0.2.1", "10.0.0.0/8", "https", False),
        ("10.0.0.1", "", "https", False),
    ],
)
def test_hsts_is_sent_only_behind_tls(
    opened: Opened, peer: str, proxies: str, said: str | None, *, over_tls: bool
) -> None:
    """Only a trusted proxy can say that the client uses TLS."""
    http = opened(peer=peer, proxies=proxies)
    headers: Any = {} if said is None else {"X-Forwarded-Proto": said}
    answer = http.get("/v1/games", headers=headers)
    assert ("strict-transport-security" in answer.headers) == over_tls
    assert answer.headers.get("cross-origin-opener-policy") == ("same-origin" if over_tls else None)
