"""A Redis that forgets: messages are lost, late, doubled and reordered, and connections break.

It carries only wake-ups. It never says who is connected elsewhere, so a worker reports only its
own clients.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypedDict, cast

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as BrokenLine

from tests.simulation.loop import SimulatedLoop


class Message(TypedDict):
    """A message for a subscriber."""

    type: str
    data: bytes


class SimulatedRedis:
    """The Redis server that all workers share."""

    def __init__(self, loop: SimulatedLoop, silence: float) -> None:
        self.loop = loop
        self.silence = silence
        """How often a message does not arrive as it should."""
        self.listeners: list[Listener] = []

    def client(self) -> Redis:
        """Return a client, for one life of a worker."""
        return cast("Redis", Client(self))

    def unlucky(self) -> bool:
        """Draw whether something goes wrong."""
        return self.loop.random.random() < self.silence

    def publish(self, message: bytes) -> None:
        """Deliver a message to each listener, or lose it, or deliver it twice."""
        for listener in self.listeners:
            times = 1
            if self.unlucky():
                times = self.loop.random.choice((0, 0, 2))
                self.loop.happened("wake-up doubled" if times else "wake-up lost")
            for _ in range(times):
                late = self.unlucky()
                delay = self.loop.latency() + late * self.loop.random.random() * 4
                self.loop.call_later(delay, listener.messages.put_nowait, message)


class Client:
    """As much of a Redis client as the service uses."""

    def __init__(self, redis: SimulatedRedis) -> None:
        self._redis = redis

    async def publish(self, _channel: str, message: bytes) -> None:
        """Send a message to all listeners."""
        await asyncio.sleep(self._redis.loop.latency())
        if self._redis.unlucky():
            self._redis.loop.happened("Redis away")
            raise BrokenLine("away")
        self._redis.publish(message)

    @asynccontextmanager
    async def pubsub(self) -> AsyncIterator["Listener"]:
        """Yield a listener, which works until it breaks."""
        listener = Listener(self._redis)
        self._redis.listeners.append(listener)
        try:
            yield listener
        finally:
            self._redis.listeners.remove(listener)

    def register_script(self, _script: str) -> Any:
        """Return a script, which the service only puts into pipelines."""

        async def script(*_: object) -> None:
            return None

        return script

    def pipeline(self, **_: object) -> "Client":
        """Return a pipeline that fails on execution."""
        return self

    async def execute(self) -> None:
        """Fail, so that a worker knows only its own presence."""
        raise BrokenLine("only messages are carried")

    async def aclose(self) -> None:
        """Close nothing."""


class Listener:
    """A subscriber."""

    def __init__(self, redis: SimulatedRedis) -> None:
        self.messages: asyncio.Queue[bytes] = asyncio.Queue()
        self._redis = redis
        self._subscribed = False

    async def subscribe(self, _channel: str) -> None:
        """Subscribe."""
        await asyncio.sleep(self._redis.loop.latency())

    async def get_message(self, timeout: float) -> Message | None:  # noqa: ASYNC109 - as Redis has it
        """Return the next message; None if none arrives in time."""
        if not self._subscribed:
            self._subscribed = True
            return {"type": "subscribe", "data": b""}
        if self._redis.loop.random.random() < self._redis.silence / 10:
            self._redis.loop.happened("Redis line broke")
            raise BrokenLine("broke")
        try:
            async with asyncio.timeout(timeout):
                return {"type": "message", "data": await self.messages.get()}
        except TimeoutError:
            return None
