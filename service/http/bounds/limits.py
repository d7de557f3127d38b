"""How many requests a caller may make: a token bucket for each, in Redis or in this process.

The bucket is that of throttled-py in its form without rounding (GCRA): it fills all the time, not
once a second. Workers that share a Redis share the buckets. When Redis does not answer, each
worker goes on at once with buckets of its own, and comes back as soon as it answers again; no
request fails, and only those that were under way have waited, for ``REDIS_SECONDS_MAX``.
"""

import asyncio
from contextlib import suppress
from math import ceil
from typing import Any, Final, NamedTuple

import redis.asyncio
import structlog
from litestar.types import Scope
from prometheus_client import Counter, Gauge
from redis.exceptions import RedisError
from throttled import rate_limiter, store
from throttled.asyncio import RateLimiterRegistry as SharedLimiters
from throttled.asyncio.store.redis import RedisStore, RedisStoreBackend
from throttled.exceptions import StoreUnavailableError

from service.runtime.exchange import ClientGone, Exchange
from service.server.extensions import has_hung_up

_LOG = structlog.get_logger("carolus.limits")

SUBJECTS_MAX: Final = 100_000
"""How many callers a worker keeps buckets for; who was not there for longest is forgotten."""

REDIS_SECONDS_MAX: Final = 0.25
"""How long a request waits for Redis before it goes on without."""

BODY_BYTES: Final = 16 << 10
"""A body counts as one more request for each time that it has so many bytes."""

WAIT_SECONDS_MAX: Final = 300
"""How long a request may wait for its limit, all waits together."""

_WAIT_SECONDS: Final = 1.0
"""How long a body waits before it asks again whether more of it may come."""

_PROBE_SECONDS: Final = 1.0
_KIND: Final = "gcra"

LIMITED: Final = Counter(
    "carolus_rate_limited", "Requests and streams refused because there were too many.", ("by",)
)
ALONE: Final = Gauge(
    "carolus_rate_limits_alone",
    "1 while a Redis is set and does not answer, so that the worker counts by itself.",
    multiprocess_mode="livesum",
)


class Admission(NamedTuple):
    """What a bucket says; times in seconds."""

    refused: bool
    remaining: int
    full_after: int
    """When the bucket is full again."""
    retry_after: int


class TooManyRequests(Exception):
    """The bucket of the caller is empty; ``retry_after`` says when it will not be."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"too many requests; again in {retry_after} s")
        self.retry_after = retry_after


class Wait:
    """How one request waits for its limit: only so long, and only while its client is there."""

    __slots__ = ("_exchange", "_scope", "seconds_left")

    def __init__(self, scope: Scope, exchange: Exchange) -> None:
        self.seconds_left = float(WAIT_SECONDS_MAX)
        self._scope = scope
        self._exchange = exchange

    async def a_little(self) -> None:
        """Wait before asking the bucket again; raise ClientGone if the client has hung up.

        Meanwhile the time limit of the request does not run.
        """
        if has_hung_up(self._scope):
            raise ClientGone
        self._exchange.move()
        self.seconds_left -= _WAIT_SECONDS
        await asyncio.sleep(_WAIT_SECONDS)


class Limits:
    """The buckets of all callers; with none ``per_minute`` there are none.

    ``deployment`` tells workers that belong together from others on one Redis.
    """

    def __init__(self, per_minute: int, burst: int, redis_url: str, deployment: str) -> None:
        self.on = per_minute > 0
        """Whether there is a limit."""
        self.burst = burst
        self._per_second = per_minute / 60
        self._client: redis.asyncio.Redis | None = None
        self._shared: Any = None
        self._probe: asyncio.Task[None] | None = None
        if not self.on:
            return
        prefix = f"carolus:{deployment}:rate"
        self.window_seconds = max(1, ceil(burst * 60 / per_minute))
        """The time in which an empty bucket fills."""
        quota = rate_limiter.per_min(per_minute, burst=burst)
        self._own = rate_limiter.RateLimiterRegistry.get(_KIND)(
            quota, store.MemoryStore(options={"MAX_SIZE": SUBJECTS_MAX}), key_prefix=prefix
        )
        if redis_url:
            self._client = _client(redis_url)
            self._shared = SharedLimiters.get(_KIND)(quota, _Store(self._client), key_prefix=prefix)

    @property
    def alone(self) -> bool:
        """Whether a Redis is set and does not answer, so that this worker counts by itself."""
        return self._probe is not None

    async def admit(self, subject: str, cost: int = 1) -> None:
        """Take what is asked for from the bucket of a caller; raise TooManyRequests."""
        if self.on:
            verdict = await self.take(subject, cost)
            if verdict.refused:
                LIMITED.labels(kind_of(subject)).inc()
                raise TooManyRequests(verdict.retry_after)

    async def take(self, subject: str, cost: int) -> Admission:
        """Take what a request costs from the bucket of a caller, or tell when it can be had.

        A request that costs more than a full bucket takes a full one.
        """
        cost = min(cost, self.burst)
        if self._shared is None or self._probe is not None:
            return self._alone(subject, cost)
        try:
            found = await self._shared.limit(subject, cost)
        except (StoreUnavailableError, RedisError, OSError) as failure:
            self._go_alone(failure)
            return self._alone(subject, cost)
        return _verdict(found)

    def body_bytes_max(self, cost: int) -> int:
        """Return the length of the longest body that a request of this cost can pay for.

        A full bucket pays for it, with what flows in while the request may wait.
        """
        room = max(self.burst - cost, 0) + int(self._per_second * WAIT_SECONDS_MAX)
        return (room + 1) * BODY_BYTES - 1

    async def wait_for(self, subject: str, cost: int, wait: Wait) -> Admission:
        """Take this from the bucket of a caller, in parts as soon as it has them.

        Raises TooManyRequests as soon as the rest cannot flow in while the request may wait. It
        also does so if the bucket had time to fill and has too little all the same: then the caller
        spends it on other requests.
        """
        waits = 0
        while True:
            part = min(cost, self.burst)
            verdict = await self.take(subject, part)
            if not verdict.refused:
                waits = 0
                cost -= part
                if not cost:
                    return verdict
            elif waits <= self.window_seconds and self._comes(cost - verdict.remaining, wait):
                waits += 1
                await wait.a_little()
            else:
                LIMITED.labels(kind_of(subject)).inc()
                raise TooManyRequests(verdict.retry_after)

    def _comes(self, cost: int, wait: Wait) -> bool:
        """Tell whether this much flows into the bucket while the request may still wait."""
        return cost <= self._per_second * wait.seconds_left

    async def close(self) -> None:
        """Let go of Redis."""
        if self._probe is not None:
            self._probe.cancel()
            with suppress(asyncio.CancelledError):
                await self._probe
            self._back()
        if self._client is not None:
            await self._client.aclose()

    def _alone(self, subject: str, cost: int) -> Admission:
        return _verdict(self._own.limit(subject, cost))

    def _go_alone(self, failure: Exception) -> None:
        if self._probe is None:
            _LOG.error("rate_limits_without_redis", error=str(failure.__cause__ or failure))
            ALONE.set(1)
            self._probe = asyncio.create_task(self._until_it_answers())

    async def _until_it_answers(self) -> None:
        assert self._client is not None
        while True:
            await asyncio.sleep(_PROBE_SECONDS)
            try:
                await self._client.ping()
            except Exception as failure:  # noqa: BLE001 - whatever it is, the next time it may answer
                if not isinstance(failure, RedisError | OSError):
                    _LOG.exception("rate_limits_probe_failed")
            else:
                break
        _LOG.warning("rate_limits_with_redis_again")
        self._back()

    def _back(self) -> None:
        self._probe = None
        ALONE.set(0)


def cost_of_body(size: int) -> int:
    """Return how many requests a body of so many bytes counts for, beside the request itself."""
    return size // BODY_BYTES


def kind_of(subject: str) -> str:
    """Return by what a caller is counted: ``token`` or ``address``."""
    return subject.partition(":")[0]


def _client(url: str) -> redis.asyncio.Redis:
    client: redis.asyncio.Redis = redis.asyncio.Redis.from_url(
        url, socket_timeout=REDIS_SECONDS_MAX, socket_connect_timeout=REDIS_SECONDS_MAX
    )
    return client


class _Backend(RedisStoreBackend):
    """Redis by a client of ours, which ends with the application and not with the process."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        super().__init__()
        self._ours = client

    def get_client(self) -> Any:
        """Return our client."""
        return self._ours


class _Store(RedisStore):
    """The store on our client."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        self._backend = _Backend(client)


def _verdict(found: Any) -> Admission:
    state = found.state
    return Admission(
        found.limited, state.remaining, ceil(state.reset_after), max(1, ceil(state.retry_after))
    )
