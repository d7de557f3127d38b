"""Rate limits: a token bucket for each caller, in Redis or in this process.

The bucket is the GCRA limiter of throttled-py, which fills continuously, not once a second. Workers
that share a Redis share the buckets. If Redis stops answering, each worker continues at once with
its own buckets, and returns to Redis as soon as it answers again. No request fails; only the
requests in flight wait, for at most ``REDIS_SECONDS_MAX``.
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

from service.runtime.background import BackgroundTask
from service.runtime.exchange import ClientGone, Exchange
from service.server.extensions import has_hung_up

_LOG = structlog.get_logger("carolus.limits")

SUBJECTS_MAX: Final = 100_000
"""How many callers a worker keeps buckets for; the least recently seen caller is evicted."""

REDIS_SECONDS_MAX: Final = 0.25
"""How long a request waits for Redis before it continues without it."""

BODY_BYTES: Final = 16 << 10
"""A body counts as one more request for each block of this many bytes."""

WAIT_SECONDS_MAX: Final = 300
"""How long a request may wait for its rate limit, in total."""

_WAIT_SECONDS: Final = 1.0
"""How long a body waits before it tries the bucket again."""

_PROBE_SECONDS: Final = 1.0
_KIND: Final = "gcra"

LIMITED: Final = Counter(
    "carolus_rate_limited", "Requests and streams refused by a rate limit.", ("by",)
)
ALONE: Final = Gauge(
    "carolus_rate_limits_alone",
    "1 while Redis is configured but does not answer, so the worker counts on its own.",
    multiprocess_mode="livesum",
)


class Admission(NamedTuple):
    """The decision of a bucket; times are in seconds."""

    refused: bool
    remaining: int
    full_after: int
    """The time until the bucket is full again."""
    retry_after: int


class TooManyRequests(Exception):
    """The bucket of the caller is empty; it refills in ``retry_after`` seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"too many requests; retry in {retry_after} s")
        self.retry_after = retry_after


class Wait:
    """The bounded wait of one request for its rate limit, while its client stays connected."""

    __slots__ = ("_exchange", "_scope", "seconds_left")

    def __init__(self, scope: Scope, exchange: Exchange) -> None:
        self.seconds_left = float(WAIT_SECONDS_MAX)
        self._scope = scope
        self._exchange = exchange

    async def a_little(self) -> None:
        """Wait before trying the bucket again; raise ClientGone if the client has hung up.

        The time limit of the request does not run while it waits.
        """
        if has_hung_up(self._scope):
            raise ClientGone
        self._exchange.move()
        self.seconds_left -= _WAIT_SECONDS
        await asyncio.sleep(_WAIT_SECONDS)


class Limits:
    """The buckets of all callers; a ``per_minute`` of 0 disables them.

    ``deployment`` separates groups of workers that use the same Redis.
    """

    def __init__(self, per_minute: int, burst: int, redis_url: str, deployment: str) -> None:
        self.on = per_minute > 0
        """Whether requests are limited."""
        self.burst = burst
        self._per_second = per_minute / 60
        self._client: redis.asyncio.Redis | None = None
        self._shared: Any = None
        self._probe: _Probe | None = None
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
            self._probe = _Probe(self._client)
            self._shared = SharedLimiters.get(_KIND)(quota, _Store(self._client), key_prefix=prefix)

    @property
    def alone(self) -> bool:
        """Whether Redis is configured but does not answer, so this worker counts on its own."""
        return self._probe is not None and self._probe.running

    async def admit(self, subject: str, cost: int = 1) -> None:
        """Take the cost from the bucket of a caller; raise TooManyRequests if it has too little."""
        if self.on:
            verdict = await self.take(subject, cost)
            if verdict.refused:
                LIMITED.labels(kind_of(subject)).inc()
                raise TooManyRequests(verdict.retry_after)

    async def take(self, subject: str, cost: int) -> Admission:
        """Take the cost of a request from the bucket of a caller, or return when to retry.

        A request that costs more than a full bucket takes a full one.
        """
        cost = min(cost, self.burst)
        if self._shared is None or self.alone:
            return self._alone(subject, cost)
        try:
            found = await self._shared.limit(subject, cost)
        except (StoreUnavailableError, RedisError, OSError) as failure:
            self._go_alone(failure)
            return self._alone(subject, cost)
        return _verdict(found)

    def body_bytes_max(self, cost: int) -> int:
        """Return the length in bytes of the longest body that a request of this cost can pay for.

        A full bucket pays for it, with what flows in while the request may wait.
        """
        room = max(self.burst - cost, 0) + int(self._per_second * WAIT_SECONDS_MAX)
        return (room + 1) * BODY_BYTES - 1

    async def wait_for(self, subject: str, cost: int, wait: Wait) -> Admission:
        """Take the cost from the bucket of a caller, in parts as they become available.

        Raises TooManyRequests as soon as the rest cannot flow in while the request may wait. Also
        raises it if the bucket has had time to fill and still has too little: the caller is
        spending it on other requests.
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
        """Return whether this much flows into the bucket while the request may still wait."""
        return cost <= self._per_second * wait.seconds_left

    async def close(self) -> None:
        """Disconnect from Redis."""
        if self._probe is not None:
            await self._probe.abandon()
        if self._client is not None:
            await self._client.aclose()

    def _alone(self, subject: str, cost: int) -> Admission:
        return _verdict(self._own.limit(subject, cost))

    def _go_alone(self, failure: Exception) -> None:
        if self._probe is not None and not self._probe.running:
            _LOG.error("rate_limits_without_redis", error=str(failure.__cause__ or failure))
            self._probe.start()


class _Probe(BackgroundTask):
    """Runs while Redis does not answer."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        super().__init__("rate-limits-probe", every=0)
        self._client = client

    def start(self) -> None:
        ALONE.set(1)
        super().start()

    def cancel(self) -> None:
        ALONE.set(0)
        super().cancel()

    async def look(self) -> None:
        """Try Redis after a while; stop once it answers."""
        await asyncio.sleep(_PROBE_SECONDS)
        with suppress(RedisError, OSError):
            await self._client.ping()
            _LOG.warning("rate_limits_with_redis_again")
            self.cancel()


def cost_of_body(size: int) -> int:
    """Return how many extra requests a body of ``size`` bytes counts for."""
    return size // BODY_BYTES


def kind_of(subject: str) -> str:
    """Return how a caller is identified: by ``token`` or ``address``."""
    return subject.partition(":")[0]


def _client(url: str) -> redis.asyncio.Redis:
    client: redis.asyncio.Redis = redis.asyncio.Redis.from_url(
        url, socket_timeout=REDIS_SECONDS_MAX, socket_connect_timeout=REDIS_SECONDS_MAX
    )
    return client


class _Backend(RedisStoreBackend):
    """A Redis backend with our own client, which lives as long as the application."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        super().__init__()
        self._ours = client

    def get_client(self) -> Any:
        """Return our client."""
        return self._ours


class _Store(RedisStore):
    """A Redis store that uses our client."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        self._backend = _Backend(client)


def _verdict(found: Any) -> Admission:
    state = found.state
    return Admission(
        found.limited, state.remaining, ceil(state.reset_after), max(1, ceil(state.retry_after))
    )
