"""Request ids, headers that hold browsers back, CORS, and whom proxies speak for."""

from typing import Any

import httpx
import pytest

from service.http.edge.cors import EXPOSED, HEEDED
from tests.service.edge.conftest import Opened
from tests.support.http.client import create, good, start

FRONT = "https://play.example"


# --- request ids -------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["a", "f3:1.2_-/=+~", "x" * 64])
def test_a_request_keeps_the_id_that_it_has(http: httpx.Client, asked: str) -> None:
    for path in ("/v1/games", "/nowhere", "/schema"):
        assert http.get(path, headers={"X-Request-Id": asked}).headers["x-request-id"] == asked


@pytest.mark.parametrize("asked", [None, "", "x" * 65, "a b", 'a"b', "ü", "a\tb"])
def test_a_request_without_a_good_id_gets_one(http: httpx.Client, asked: str | None) -> None:
    """Another one each time, never what was sent."""
    headers = {} if asked is None else {"X-Request-Id": asked.encode()}
    ids = {http.get("/v1/games", headers=headers).headers["x-request-id"] for _ in range(5)}  # type: ignore[arg-type]
    assert len(ids) == 5
    assert asked not in ids


# --- browsers ----------------------------------------------------------------------------------


def test_every_answer_is_data_to_a_browser(http: httpx.Client) -> None:
    """Whatever it is and whatever its status: nothing is run, loaded, guessed or framed."""
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
        told = answer.headers
        assert told["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert told["x-content-type-options"] == "nosniff"
        assert told["referrer-policy"] == "no-referrer"
        assert told["cross-origin-resource-policy"] == "cross-origin"
        assert "strict-transport-security" not in told
        assert "access-control-allow-origin" not in told


def test_a_board_needs_nothing_that_its_policy_forbids(http: httpx.Client) -> None:
    """It is drawn without styles, scripts and links, so it looks the same when opened directly."""
    picture = http.get(f"{start(http).url}/board.svg").text
    for forbidden in ("<style", "style=", "<script", "href", "url(", "<image", "<foreignObject"):
        assert forbidden not in picture


def test_the_page_may_load_its_own_parts_alone(http: httpx.Client) -> None:
    policy = http.get("/schema").headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy


# --- front ends elsewhere ----------------------------------------------------------------------


def test_a_page_elsewhere_may_use_the_service(opened: Opened) -> None:
    """It can read the headers that it needs, also of refusals; caches keep origins apart."""
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
        "Accept-Language",
        "Origin",
    }


@pytest.mark.parametrize("origin", ["https://evil.example", "null", f"{FRONT}.evil", FRONT.upper()])
def test_other_origins_may_not(opened: Opened, origin: str) -> None:
    http = opened(cors_origins=FRONT)
    for answer in (
        http.get("/v1/games", headers={"Origin": origin}),
        _preflight(http, "/v1/games", "POST", origin),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "Origin" in answer.headers["vary"]


def test_all_origins(opened: Opened) -> None:
    http = opened(cors_origins="*")
    answer = http.get("/v1/games", headers={"Origin": FRONT})
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "Origin" not in answer.headers.get("vary", "")
    preflight = _preflight(http, "/v1/games", "POST", FRONT)
    assert preflight.headers["access-control-allow-origin"] == "*"


def test_a_preflight_tells_what_the_address_takes(opened: Opened) -> None:
    """The methods that OPTIONS tells without CORS, and the headers that operations heed."""
    http = opened(cors_origins=FRONT)
    table = create(http)
    for path, methods in (
        ("/v1/games", {"GET", "HEAD", "OPTIONS", "POST"}),
        (f"{table.url}/seats/0", {"DELETE", "OPTIONS", "PUT"}),
        (f"{table.url}/actions", {"OPTIONS", "POST"}),
    ):
        answer = _preflight(http, path, "POST", FRONT)
        assert answer.status_code == 204
        told = answer.headers
        assert set(told["access-control-allow-methods"].split(", ")) == methods
        assert told["access-control-allow-origin"] == FRONT
        assert told["access-control-allow-headers"] == ", ".join(HEEDED)
        assert int(told["access-control-max-age"]) > 0
    plain = http.options("/v1/games", headers={"Origin": FRONT})
    assert "access-control-allow-methods" not in plain.headers


def _preflight(http: httpx.Client, path: str, method: str, origin: str) -> httpx.Response:
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,idempotency-key",
    }
    return http.options(path, headers=asked)


def test_what_operations_heed_can_be_sent_by_a_page(http: httpx.Client) -> None:
    """Each header that a contract names is in the list for pages, and so for those to read."""
    document = good(http.get("/schema/openapi.json"))
    parts = document["components"]
    heeded = {one["name"] for one in parts["parameters"].values() if one["in"] == "header"}
    assert heeded <= set(HEEDED)
    safe = {"Cache-Control", "Content-Language", "Content-Disposition", "Content-Encoding", "Vary"}
    assert set(parts["headers"]) - safe - {"WWW-Authenticate"} <= set(EXPOSED)


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
def test_only_behind_tls_browsers_are_told_to_stay_there(
    opened: Opened, peer: str, proxies: str, said: str | None, *, over_tls: bool
) -> None:
    """As the proxy says it, and nobody else."""
    http = opened(peer=peer, proxies=proxies)
    headers: Any = {} if said is None else {"X-Forwarded-Proto": said}
    answer = http.get("/v1/games", headers=headers)
    assert ("strict-transport-security" in answer.headers) == over_tls
    assert answer.headers.get("cross-origin-opener-policy") == ("same-origin" if over_tls else None)
