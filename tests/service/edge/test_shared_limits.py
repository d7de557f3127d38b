"""Rate limits of workers that share a Redis, and without it."""

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
"""Requests at once; one more comes back each minute."""
LIMITS = {"CAROLUS_RATE_PER_MINUTE": "1", "CAROLUS_RATE_BURST": str(N)}


def ask(url: str, count: int) -> Counter[int]:
    """Ask a worker that often; return how often there was each status."""
    with httpx.Client(base_url=url, timeout=30) as http:
        return Counter(http.get("/v1/rulesets").status_code for _ in range(count))


def ask_all(site: Site, count: int) -> Counter[int]:
    """Ask all workers at the same time, that often in all."""
    urls = site.urls() * 4
    with ThreadPoolExecutor(len(urls)) as threads:
        asking = [threads.submit(ask, url, count // len(urls)) for url in urls]
        return sum((one.result() for one in asking), Counter())


def state_of_redis(site: Site) -> set[str]:
    """Return how Redis is, as the workers see it; all of them must be ready."""
    found = set()
    for number in range(len(site.workers)):
        with site.client(number) as http:
            answer = http.get("/readyz")
            assert answer.status_code == 200
            found.add(answer.json()["parts"]["redis"])
    return found


def test_two_workers_let_through_exactly_what_is_allowed(tmp_path: Path, redis_server: str) -> None:
    """Asked at the same time from eight sides, they count together."""
    with Site(tmp_path, environment={**LIMITS, "CAROLUS_REDIS": redis_server}) as site:
        site.start()
        begun = monotonic()
        told = ask_all(site, N + 60)
        more = int((monotonic() - begun) // 60) + 1  # one comes back each minute
        assert set(told) == {200, 429}
        assert N <= told[200] < N + more + 1
        assert sum(told.values()) == N + 60


def test_without_redis_each_worker_counts_by_itself_and_comes_back(tmp_path: Path) -> None:
    """No request fails when Redis goes, nor when it comes again; both are told."""
    with (
        start_redis() as redis,
        Site(tmp_path, environment={**LIMITS, "CAROLUS_REDIS": redis.url}) as site,
    ):
        site.start()
        until(lambda: state_of_redis(site) == {"ok"})
        assert set(ask_all(site, N + 60)) == {200, 429}
        redis.kill()
        alone = ask_all(site, 2 * N)
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
        for worker in site.workers:
            said = worker.log.read_text("utf-8")
            gone = said.count("rate_limits_without_redis")
            # A Redis that answers too late on a busy machine is gone for a moment, too.
            assert 1 <= gone <= N / 10
            assert said.count("rate_limits_with_redis_again") == gone
