"""Test that games go on while Redis is killed and returns empty, or hangs."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.support.http.client import good
from tests.support.http.players import play_on, playing, refused, slowly
from tests.support.run.long import cases
from tests.support.run.waiting import until
from tests.support.servers.proxy import Proxy
from tests.support.servers.services import start_redis
from tests.support.servers.site import Site

pytestmark = pytest.mark.process

KILLS = cases(2, 1)


def test_redis_is_killed_again_and_again(tmp_path: Path, seed: int) -> None:
    """No request is refused, with Redis or without, and workers find it again by themselves."""
    with start_redis() as redis, Site(tmp_path, environment={"CAROLUS_REDIS": redis.url}) as site:
        with playing(site.start().urls, seed) as players:
            for _ in range(KILLS):
                with slowly(players):
                    until(lambda: hear_each_other(site) == [True, True])
                play_on(players)
                redis.kill()
                with slowly(players):
                    until(lambda: hear_each_other(site) == [False, False])
                play_on(players)
                redis.start()
            with slowly(players):
                until(lambda: hear_each_other(site) == [True, True])
            play_on(players)
        assert refused(players) == 0
        site.keeps_its_promises(players)


@pytest.mark.long
@pytest.mark.parametrize("hang", [Proxy.swallow, Proxy.hold])
def test_a_connection_that_hangs(tmp_path: Path, seed: int, hang: Callable[[Proxy], None]) -> None:
    """Redis hangs: the workers stop using it, and later find it again."""
    with (
        start_redis() as redis,
        Proxy(str(redis.folder / "redis.sock"), Random(seed)) as line,
        Site(tmp_path, environment={"CAROLUS_REDIS": f"redis://127.0.0.1:{line.port}"}) as site,
    ):
        with playing(site.start().urls, seed) as players:
            until(lambda: states_of_redis(site) == ["ok", "ok"])
            play_on(players)
            hang(line)
            with slowly(players):
                until(lambda: hear_each_other(site) == [False, False])
            assert states_of_redis(site) == ["away", "away"]
            play_on(players)
            line.release()
            with slowly(players):
                until(lambda: hear_each_other(site) == [True, True])
                until(lambda: states_of_redis(site) == ["ok", "ok"])
            play_on(players)
        assert refused(players) == 0
        site.keeps_its_promises(players)


def states_of_redis(site: Site) -> list[str]:
    """Return the state of Redis that each worker reports in its readiness."""
    found = []
    for worker in site.workers:
        with worker.client() as http:
            found.append(good(http.get("/readyz"))["parts"]["redis"])
    return found


def hear_each_other(site: Site) -> list[bool]:
    """Return, for each worker, whether it receives messages over Redis; it must be ready anyway."""
    found = []
    for worker in site.workers:
        with worker.client() as http:
            good(http.get("/readyz"))
            found.append("\ncarolus_bus_up 1.0" in http.get("/metrics").text)
    return found
