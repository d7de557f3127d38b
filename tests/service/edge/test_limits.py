"""Rate limits: which callers share a bucket, which headers they get, and what requests cost."""

import httpx
import pytest

from tests.service.edge.conftest import Opened
from tests.support.http.client import create, good

N = 20
"""The size of the bucket; it gains one request a minute, too slowly to affect a test."""


def statuses_of(http: httpx.Client, count: int, headers: dict[str, str] | None = None) -> list[int]:
    """Send this many requests and return their statuses."""
    return [http.get("/v1/rulesets", headers=headers).status_code for _ in range(count)]


@pytest.fixture
def http(opened: Opened) -> httpx.Client:
    return opened(rate_per_minute=1, rate_burst=N)


def test_exactly_the_allowed_number_of_requests_succeeds(http: httpx.Client) -> None:
    """Then 429 with Retry-After, and the request has no effect. Monitoring is not limited."""
    left = [http.get("/v1/rulesets") for _ in range(N)]
    assert [one.status_code for one in left] == [200] * N
    assert [one.headers["ratelimit"].split(";")[1] for one in left] == [
        f"r={count}" for count in range(N - 1, -1, -1)
    ]
    assert {one.headers["ratelimit-policy"] for one in left} == {f'"address";q={N};w={N * 60}'}
    refused = http.get("/v1/rulesets", headers={"Accept-Language": "de"})
    assert refused.status_code == 429
    assert refused.json()["type"] == "/problems/too-many-requests"
    assert refused.headers["content-language"] == "de"
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert refused.json()["facts"] == {"retry_after": int(refused.headers["retry-after"])}
    assert f"in {refused.headers['retry-after']} s." in refused.json()["detail"]
    assert refused.headers["ratelimit"].startswith('"address";r=0;t=')
    assert http.post("/v1/games", json={"ruleset": "carolus-magnus"}).status_code == 429
    for path in ("/healthz", "/readyz", "/metrics"):
        answer = http.get(path)
        assert answer.status_code == 200
        assert "ratelimit" not in answer.headers


def test_addresses_have_separate_buckets(opened: Opened) -> None:
    """An IPv6 network counts as one address. A trusted proxy names the client."""
    proxy = opened(peer="10.0.0.1", rate_per_minute=1, rate_burst=N, proxies="10.0.0.0/8")
    for caller in ("192.0.2.1", "2001:db8:1:2::3"):
        headers = {"X-Forwarded-For": f"203.0.113.9, {caller}, 10.1.1.1"}
        assert statuses_of(proxy, N + 1, headers) == [200] * N + [429]
    assert statuses_of(proxy, 1, {"X-Forwarded-For": "2001:db8:1:2:ffff::"}) == [429]
    assert statuses_of(proxy, 1, {"X-Forwarded-For": "2001:db8:1:3::3"}) == [200]


def test_only_proxies_name_the_client(opened: Opened) -> None:
    """The forwarded address is ignored if the sender is not a trusted proxy."""
    http = opened(rate_per_minute=1, rate_burst=N, proxies="10.0.0.0/8")
    statuses = [
        http.get("/v1/rulesets", headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code
        for number in range(N + 1)
    ]
    assert statuses == [200] * N + [429]


def test_a_valid_token_has_its_own_bucket(http: httpx.Client) -> None:
    """From the first request after its validation. An invented token never has one."""
    table = create(http)
    headers = table.headers(0)
    assert good(table.sit(0))
    own = http.get("/v1/rulesets", headers=headers)
    assert own.headers["ratelimit-policy"].startswith('"token"')
    assert own.headers["ratelimit"].startswith(f'"token";r={N - 1};')
    made_up = [
        http.get("/v1/rulesets", headers={"Authorization": f"Bearer seat0_{number}"}).status_code
        for number in range(N)
    ]
    assert made_up[-1] == 429
    assert statuses_of(http, 1) == [429]
    assert statuses_of(http, N, headers) == [200] * (N - 1) + [429]
    assert http.get("/v1/rulesets", headers=table.headers(1)).status_code == 429


def test_expensive_operations_take_more(http: httpx.Client) -> None:
    """The contract declares the cost; if it exceeds the bucket, a full bucket is enough."""
    assert http.get("/v1/records").headers["ratelimit"].startswith(f'"address";r={N - 10};')
    assert http.head("/v1/records").headers["ratelimit"].startswith('"address";r=0;')
    assert http.get("/v1/records").status_code == 429


def test_requests_that_create_tokens_cost_more(http: httpx.Client) -> None:
    """For a new game and a new account alike, because their tokens have their own buckets."""
    made = http.post("/v1/players", json={"name": "Ana"})
    assert made.headers["ratelimit"].startswith(f'"address";r={N - 5};')
    create(http)
    assert http.get("/v1/rulesets").headers["ratelimit"].startswith(f'"address";r={N - 11};')


def test_a_full_bucket_is_enough_for_anything(opened: Opened) -> None:
    http = opened(rate_per_minute=1, rate_burst=3)
    answer = http.post("/v1/records/check", content=b"", headers={"Content-Type": "text/plain"})
    assert answer.status_code == 200
    assert answer.headers["ratelimit"].startswith('"address";r=0;')


def test_without_a_limit_there_are_no_headers(opened: Opened) -> None:
    answer = opened(rate_per_minute=0).get("/v1/rulesets")
    assert "ratelimit" not in answer.headers
    assert "ratelimit-policy" not in answer.headers


def test_refused_requests_are_counted(http: httpx.Client) -> None:
    def refused() -> float:
        lines = http.get("/metrics").text.splitlines()
        matching = [
            one for one in lines if one.startswith('carolus_rate_limited_total{by="address"}')
        ]
        return float(matching[0].split()[1]) if matching else 0.0

    before = refused()
    statuses_of(http, N + 3)
    assert refused() == before + 3
