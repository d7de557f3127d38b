"""A worker that is set to a Redis says whether it reaches it."""

import asyncio

from redis.asyncio import Redis
from structlog.testing import capture_logs

from service.live.bus import Bus
from tests.support.services import start_redis


def test_a_redis_that_is_away_from_the_start_on_is_told_once_and_when_it_comes() -> None:
    """However often it is tried meanwhile."""

    async def scene() -> None:
        redis.kill()
        client = Redis.from_url(redis.url, socket_connect_timeout=2)
        bus = Bus(client, "carolus:test", "worker-1")
        came = asyncio.Event()
        bus.listeners.append(came.set)
        with capture_logs() as lines:
            bus.start(lambda told: None)
            async with asyncio.timeout(30):
                while not lines:  # noqa: ASYNC110 - the log has no event
                    await asyncio.sleep(0.01)
            await asyncio.to_thread(redis.start)
            async with asyncio.timeout(60):
                await came.wait()
            assert bus.up
            await bus.stop()
        await client.aclose()
        # Whether the log has what is less than a warning depends on its level.
        assert [one for one in lines if one["log_level"] == "warning"] == lines[:1]
        assert lines[0]["event"] == "bus_down"

    with start_redis() as redis:
        asyncio.run(scene())
