"""The bus carries wake-ups between workers, over Redis if it is configured.

A wake-up names a game that changed but not the change itself: receivers read the log. A lost
wake-up therefore only costs time, and senders never wait for delivery. Without Redis, or while it
is down, ``LogPoller`` polls the log instead.
"""

import asyncio
import random
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import msgspec
import structlog
from prometheus_client import Gauge
from redis.asyncio import Redis
from redis.exceptions import RedisError

from domain.expectations import plain_fault
from service.runtime.background import BackgroundTask

_LOG = structlog.get_logger("carolus.live")

UP: Final = Gauge(
    "carolus_bus_up",
    "Whether wake-ups arrive over Redis (1), or the worker polls the log (0).",
    multiprocess_mode="livemin",
)

BEAT_SECONDS: Final = 2.0
"""How often a worker publishes a message, even if it has nothing to report."""
SILENCE_SECONDS_MAX: Final = 6.0
"""Silence after which the bus counts as down: not even this worker's own beat arrived."""
RETRY_SECONDS: Final = (0.1, 2.0)
"""Shortest and longest wait before reconnecting to Redis."""
_CONNECT_SECONDS_MAX: Final = 2.0
_AWAY: Final = (RedisError, OSError, TimeoutError)
"""What the client raises when Redis does not answer."""


class BusMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message from one worker to the others."""

    worker: str
    games: Mapping[str, int] = {}
    """The games that changed, and their new versions; tournaments by the names of their streams."""
    present: tuple[str, ...] = ()
    """The games whose connected people changed."""


Hear: TypeAlias = Callable[[BusMessage], None]

_DECODER: Final = msgspec.json.Decoder(BusMessage)


class Bus:
    """Publishes wake-ups to other workers, and receives theirs.

    Without ``redis`` it is never up and publishes nothing.
    """

    def __init__(self, redis: "Redis | None", channel: str, worker: str) -> None:
        self.up = False
        """Whether messages from other workers arrive."""
        self.listeners: list[Callable[[], None]] = []
        """Called whenever the bus comes up or goes down."""
        self.worker = worker
        """The name of this worker."""
        self._redis = redis
        self._channel = channel
        self._publisher = None if redis is None else _Publisher(redis, channel, worker)
        self._receiver: _Receiver | None = None

    def start(self, hear: Hear) -> None:
        """Start publishing and receiving; call ``hear`` on the loop for each message of others."""
        UP.set(0)
        if self._redis is not None and self._publisher is not None:
            self._receiver = _Receiver(self._redis, self._channel, self.worker, hear, self._set)
            self._receiver.start()
            self._publisher.start()

    async def stop(self) -> None:
        """Stop publishing and receiving."""
        for task in (self._receiver, self._publisher):
            if task is not None:
                await task.abandon()
        self._set(up=False)

    def stream_advanced(self, stream: str, version: int) -> None:
        """Announce that a game or tournament reached a version, without waiting."""
        if self._publisher is not None:
            self._publisher.stream_advanced(stream, version)

    def presence_changed(self, game: str) -> None:
        """Announce that the people connected to a game changed, without waiting."""
        if self._publisher is not None:
            self._publisher.presence_changed(game)

    def _set(self, *, up: bool) -> None:
        if up != self.up:
            self.up = up
            UP.set(up)
            for listener in self.listeners:
                listener()


class _Publisher(BackgroundTask):
    """Publishes pending wake-ups in one message, or an empty beat if there are none."""

    def __init__(self, redis: Redis, channel: str, worker: str) -> None:
        super().__init__("bus-publish", every=BEAT_SECONDS)
        self._redis = redis
        self._channel = channel
        self._worker = worker
        self._games: dict[str, int] = {}
        self._present: dict[str, None] = {}

    def stream_advanced(self, stream: str, version: int) -> None:
        self._games[stream] = max(version, self._games.get(stream, 0))
        self.wake()

    def presence_changed(self, game: str) -> None:
        self._present[game] = None
        self.wake()

    async def look(self) -> None:
        message = BusMessage(self._worker, self._games, tuple(self._present))
        # Drop what cannot be sent: while the bus is down, the other workers poll the log.
        self._games, self._present = {}, {}
        try:
            async with asyncio.timeout(SILENCE_SECONDS_MAX):
                await self._redis.publish(self._channel, msgspec.json.encode(message))
        except _AWAY:
            await asyncio.sleep(RETRY_SECONDS[0])  # the receiver reports that the bus is down


class _Receiver(BackgroundTask):
    """Receives the messages of other workers; each look lasts until the connection fails."""

    def __init__(
        self, redis: Redis, channel: str, worker: str, hear: Hear, report: Callable[..., None]
    ) -> None:
        super().__init__("bus-receive")
        self._redis = redis
        self._channel = channel
        self._worker = worker
        self._hear = hear
        self._report = report
        self._up = False
        self._wait = RETRY_SECONDS[0]

    async def look(self) -> None:
        try:
            await self._receive_until_failure()
        except _AWAY as failure:
            if self._up:
                _LOG.warning("bus_down", error=str(failure) or type(failure).__name__)
        finally:
            self._wait = RETRY_SECONDS[0] if self._up else min(self._wait * 2, RETRY_SECONDS[1])
            # Jitter, so that workers which lost the bus together do not reconnect together.
            self._every = self._wait * random.uniform(0.5, 1)  # noqa: S311 - no secret
            self._set(up=False)

    async def _receive_until_failure(self) -> None:
        async with self._redis.pubsub() as subscription:
            async with asyncio.timeout(_CONNECT_SECONDS_MAX):
                await subscription.subscribe(self._channel)
            while True:
                message = await subscription.get_message(timeout=SILENCE_SECONDS_MAX)
                if message is None:
                    raise TimeoutError("not even this worker's own beat arrived")
                if message["type"] == "subscribe":
                    _LOG.info("bus_up")
                    self._set(up=True)
                elif message["type"] == "message":
                    self._receive(message["data"])

    def _receive(self, data: bytes) -> None:
        try:
            message = _DECODER.decode(data)
        except msgspec.DecodeError as fault:
            _LOG.warning("bus_message_invalid", error=plain_fault(fault).with_place())
            return
        if message.worker != self._worker:
            self._hear(message)

    def _set(self, *, up: bool) -> None:
        self._up = up
        self._report(up=up)
