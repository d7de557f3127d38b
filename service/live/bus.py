"""The bus: wake-ups from worker to worker, over Redis where there is one.

A wake-up says that something happened to a game, never what: the log is read for the truth. So one
that is lost costs time and nothing else, and nobody waits until it is sent. While the bus is down,
or not there at all, ``LogWatch`` looks into the log instead.
"""

import asyncio
import contextlib
import random
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import msgspec
import structlog
from prometheus_client import Gauge
from redis.asyncio import Redis
from redis.exceptions import RedisError

_LOG = structlog.get_logger("carolus.live")

UP: Final = Gauge(
    "carolus_bus_up",
    "Whether wake-ups come over Redis (1), or the log is asked for them (0).",
    multiprocess_mode="livemin",
)

BEAT_SECONDS: Final = 2.0
"""Longest silence of a worker on the bus."""
SILENCE_SECONDS_MAX: Final = 6.0
"""Silence after which the bus is taken for dead: not even this worker's own beat came back."""
RETRY_SECONDS: Final = (0.1, 2.0)
"""Shortest and longest wait before Redis is tried again."""
_CONNECT_SECONDS_MAX: Final = 2.0
_AWAY: Final = (RedisError, OSError, TimeoutError)
"""What is raised when Redis does not answer."""


class BusMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one worker tells the others."""

    worker: str
    games: Mapping[str, int] = {}
    """Games that went on, and the version at which they are."""
    present: tuple[str, ...] = ()
    """Games to which other people are connected than before."""


Hear: TypeAlias = Callable[[BusMessage], None]

_DECODER: Final = msgspec.json.Decoder(BusMessage)


class Bus:
    """Tells other workers what happened, and hears it from them.

    Without ``redis`` it never is up, and what is told is heard by nobody.
    """

    def __init__(self, redis: "Redis | None", channel: str, worker: str) -> None:
        self.up = False
        """Whether what other workers tell arrives."""
        self.listeners: list[Callable[[], None]] = []
        """Called when it came up or went down."""
        self._redis = redis
        self.worker = worker
        """The name of this one."""
        self._channel = channel
        self._games: dict[str, int] = {}
        self._present: dict[str, None] = {}
        self._due = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, hear: Hear) -> None:
        """Begin to tell and to hear; ``hear`` is called on the loop, for others' words alone."""
        UP.set(0)
        if self._redis is not None:
            self._tasks = [
                asyncio.create_task(self._hearing(hear), name="bus-hear"),
                asyncio.create_task(self._telling(), name="bus-tell"),
            ]

    async def stop(self) -> None:
        """Leave the bus."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        self._set(up=False)

    def went_on(self, game: str, version: int) -> None:
        """Tell that a game went on; returns at once."""
        if self._redis is not None:
            self._games[game] = max(version, self._games.get(game, 0))
            self._due.set()

    def gathered(self, game: str) -> None:
        """Tell that other people are connected to a game than before; returns at once."""
        if self._redis is not None:
            self._present[game] = None
            self._due.set()

    async def _telling(self) -> None:
        """Send what has gathered, all of it in one message, and a beat when there is nothing."""
        assert self._redis is not None
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._due.wait()
            self._due.clear()
            told = BusMessage(self.worker, self._games, tuple(self._present))
            # What cannot be sent is not kept: who should hear it looks into the log meanwhile.
            self._games, self._present = {}, {}
            try:
                async with asyncio.timeout(SILENCE_SECONDS_MAX):
                    await self._redis.publish(self._channel, msgspec.json.encode(told))
            except Exception as failure:  # noqa: BLE001 - whatever it is, the next word may get there
                if not isinstance(failure, _AWAY):
                    _LOG.exception("bus_word_not_sent")
                await asyncio.sleep(RETRY_SECONDS[0])

    async def _hearing(self, hear: Hear) -> None:
        wait = RETRY_SECONDS[0]
        while True:
            try:
                await self._hear_until_it_breaks(hear)
            except Exception as broken:  # noqa: BLE001 - whatever it is, the log is looked at now
                wait = RETRY_SECONDS[0] if self.up else min(wait * 2, RETRY_SECONDS[1])
                if not isinstance(broken, _AWAY):
                    _LOG.exception("bus_failed")
                elif self.up:
                    _LOG.warning("bus_down", error=str(broken) or type(broken).__name__)
                self._set(up=False)
            # Workers that lost it together should not come back together.
            await asyncio.sleep(wait * random.uniform(0.5, 1))  # noqa: S311 - no secret

    async def _hear_until_it_breaks(self, hear: Hear) -> None:
        assert self._redis is not None
        async with self._redis.pubsub() as words:
            async with asyncio.timeout(_CONNECT_SECONDS_MAX):
                await words.subscribe(self._channel)
            while True:
                message = await words.get_message(timeout=SILENCE_SECONDS_MAX)
                if message is None:
                    raise TimeoutError("not even this worker's own beat came back")
                if message["type"] == "subscribe":
                    _LOG.info("bus_up")
                    self._set(up=True)
                elif message["type"] == "message":
                    self._heard(message["data"], hear)

    def _heard(self, message: bytes, hear: Hear) -> None:
        try:
            told = _DECODER.decode(message)
        except msgspec.DecodeError as fault:
            _LOG.warning("bus_message_not_understood", error=str(fault))
            return
        if told.worker != self.worker:
            hear(told)

    def _set(self, *, up: bool) -> None:
        if up != self.up:
            self.up = up
            UP.set(up)
            for listener in self.listeners:
                listener()
