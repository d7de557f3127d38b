"""Test who is connected: every worker counts them, and a dead worker's are dropped."""

import asyncio

import pytest
import redis.asyncio

from service.live.bus import Bus
from service.live.presence import Presence, Present
from tests.support.http.client import Table, good, start
from tests.support.http.follow import Follower, following, until
from tests.support.run import waiting
from tests.support.servers.site import Site
from tests.support.storage.stores import run


@pytest.mark.process
def test_streams_report_presence(site: Site, request: pytest.FixtureRequest) -> None:
    """Each seat appears once, and spectators are counted; with Redis, at any worker."""
    other = "with_redis" in request.node.callspec.id

    async def scene(table: Table, urls: list[str]) -> None:
        path = f"{table.url}/events"
        seat = table.tokens["seats"][1]
        watcher = Follower(path)
        async with following(watcher, urls[0]):
            await until_shown(watcher, [], 1)
            async with following(Follower(path, seat), urls[other]):
                await until_shown(watcher, [1], 1)
                async with (
                    following(Follower(path, seat), urls[0]),
                    following(Follower(path, table.tokens["creator"]), urls[other]),
                ):
                    await until_shown(watcher, [1], 2)
            await until_shown(watcher, [], 1)

    async def until_shown(watcher: Follower, seats: list[int], spectators: int) -> None:
        expected = {"seats": seats, "spectators": spectators}
        count = 1
        while (await watcher.until("presence", count))[-1] != expected:
            count = len(watcher.named("presence")) + 1

    with site.client(0) as http, site.client(1) as elsewhere:
        table = start(http)
        asyncio.run(scene(table, site.urls()))
        nobody = {"seats": [], "spectators": 0}
        for one in (http, elsewhere):
            address = f"{table.url}/presence"
            waiting.until(lambda: good(one.get(address)) == nobody)  # noqa: B023 - at once


class Worker:
    """One worker's presence, with its bus."""

    def __init__(self, url: str, name: str, lifetime: int) -> None:
        self.redis = redis.asyncio.Redis.from_url(url)
        self.bus = Bus(self.redis, "test:live", name)
        self.reported: dict[str, Present] = {}
        self.presence = Presence(
            self.redis, "test:presence:", self.bus, self.reported.__setitem__, lifetime
        )

    def start(self) -> None:
        """Start."""
        self.bus.start(lambda message: self.presence.changed_elsewhere(message.present))
        self.presence.start()

    async def dies(self) -> None:
        """Stop without notice, like a killed process."""
        for task in (self.presence, self.bus._receiver, self.bus._publisher):
            assert task is not None
            task.cancel()
        await self.redis.aclose()

    async def stops(self) -> None:
        """Stop in an orderly way."""
        await self.presence.stop()
        await self.bus.stop()
        await self.redis.aclose()


def test_a_worker_that_dies_is_forgotten(
    redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clients expire and others learn of it; a worker that stops removes its own at once."""
    monkeypatch.setattr("service.live.presence.GATHER_SECONDS", 0.01)

    async def scene() -> None:
        workers = [Worker(redis_server, name, 2) for name in ("a", "b", "c")]
        for worker in workers:
            worker.start()
        living, dying, stopping = workers
        living.presence.come("game", 0)
        living.presence.come("game", None)
        dying.presence.come("game", 1)
        dying.presence.come("game", None)
        stopping.presence.come("game", 2)
        stopping.presence.come("game", 1)
        await until_reported(living, Present((0, 1, 2), 2))
        await stopping.stops()
        await until_reported(living, Present((0, 1), 2))
        await dying.dies()
        await until_reported(living, Present((0,), 1))
        assert await living.presence.of("game") == Present((0,), 1)
        await living.stops()
        async with redis.asyncio.Redis.from_url(redis_server) as connection:
            assert await connection.keys("test:*") == []

    async def until_reported(worker: Worker, present: Present) -> None:
        await until(lambda: worker.reported.get("game") == present)

    run(scene())


@pytest.mark.long
def test_quiet_games_are_kept_while_others_change(
    redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that is woken all the time still renews its entries before they expire."""
    monkeypatch.setattr("service.live.presence.GATHER_SECONDS", 0.01)
    lifetime = 2

    async def scene() -> None:
        here, elsewhere = (Worker(redis_server, name, lifetime) for name in "ab")
        here.start()
        here.presence.come("quiet", 0)
        loop = asyncio.get_running_loop()
        end = loop.time() + lifetime + 0.5  # its first entry has expired
        while loop.time() < end:
            here.presence.come("busy", 1)
            await asyncio.sleep(0.1)
        assert await elsewhere.presence.of("quiet") == Present((0,), 0)
        await here.stops()
        await elsewhere.redis.aclose()

    run(scene())


def test_without_redis_a_worker_reports_its_own_clients() -> None:
    """Presence works without Redis."""

    async def scene() -> None:
        worker = Worker("unix:///nowhere/redis.sock", "a", 2)
        worker.start()
        worker.presence.come("game", 3)
        assert await worker.presence.of("game") == Present((3,), 0)
        await until(lambda: worker.reported.get("game") == Present((3,), 0))
        await worker.stops()

    run(scene())
