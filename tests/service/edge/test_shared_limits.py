"""Rate limits of workers that share a Redis, and of workers that lose it."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import httpx
import pytest

from tests.support.run.waiting import until
from tests.support.servers.services import start_redis
from tests.support.servers.site import Site

pytestmark = pytest.mark.process

N = 60
"""The size of the bucket; it gains one request a minute."""
LIMITS = {"CAROLUS_RATE_PER_MINUTE": "1", "CAROLUS_RATE_BURST": str(N)}


def ask(url: str, count: int, caller: str) -> Counter[int]:
    """Send this many requests to a worker; return how often each status occurred."""
    transport = httpx.HTTPTransport(local_address=caller)
    with httpx.Client(base_url=url, timeout=30, transport=transport) as http:
        return Counter(http.get("/v1/rulesets").status_code for _ in range(count))


def ask_all(site: Site, count: int, caller: str = "127.0.0.1") -> Counter[int]:
    """Send requests to all workers in parallel, this many in total, from the caller's address."""
    urls = site.urls() * 4
    with ThreadPoolExecutor(len(urls)) as threads:
        asking = [threads.submit(ask, url, count // len(urls), caller) for url in urls]
        return sum((one.result() for one in asking), Counter())


def state_of_redis(site: Site) -> set[str]:
    """Return the states of Redis that the workers report; all must be ready."""
    found = set()
    for number in range(len(site.workers)):
        with site.client(number) as http:
            answer = http.get("/readyz")
            assert answer.status_code == 200
            found.add(answer.json()["parts"]["redis"])
    return found


@pytest.mark.long
def test_two_workers_together_allow_exactly_the_limit(tmp_path: Path, redis_server: str) -> None:
    """Eight clients send requests at the same time."""
    with Site(tmp_path, environment={**LIMITS, "CAROLUS_REDIS": redis_server}) as site:
        site.start()
        begun = monotonic()
        statuses = ask_all(site, N + 60)
        more = int((monotonic() - begun) // 60) + 1  # the bucket gains one a minute
        assert set(statuses) == {200, 429}
        assert N <= statuses[200] < N + more + 1
        assert sum(statuses.values()) == N + 60


@pytest.mark.long
def test_without_redis_each_worker_counts_alone(tmp_path: Path) -> None:
    """No request fails when Redis goes away or returns; the log reports both."""
    with (
        start_redis() as redis,
        Site(tmp_path, environment={**LIMITS, "CAROLUS_REDIS": redis.url}) as site,
    ):
        site.start()
        until(lambda: state_of_redis(site) == {"ok"})
        assert set(ask_all(site, N + 60)) == {200, 429}
        redis.kill()
        # Another caller: on a busy machine, a slow Redis counts as away for a moment, and then a
        # worker has used its own bucket of the first caller.
        alone = ask_all(site, 2 * N, "127.0.0.2")
        assert set(alone) <= {200, 429}
        assert alone[200] == 2 * N, "each worker has a full bucket of its own"
        until(lambda: state_of_redis(site) == {"away"})
        for number in range(2):
            with site.client(number) as http:
                assert "\ncarolus_rate_limits_alone 1.0" in http.get("/metrics").text
        redis.start()
        until(lambda: state_of_redis(site) == {"ok"})
        together = ask_all(site, N + 60)
        assert set(together) == {200, 429}
        assert together[200] < 2 * N
        # Redis may have been slow again.
        until(lambda: state_of_redis(site) == {"ok"})
        for worker in site.workers:
            written = worker.log.read_text("utf-8")
            gone = written.count("rate_limits_without_redis")
            assert 1 <= gone <= N / 10
            assert written.count("rate_limits_with_redis_again") == gone
