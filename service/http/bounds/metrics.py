"""Prometheus metrics of requests: their number, duration and concurrency.

The counters of an operation are looked up once (ADR 34).
"""

from collections.abc import Callable
from functools import cache
from time import perf_counter
from typing import Final

from litestar.types import HTTPScope
from prometheus_client import Counter, Gauge, Histogram

from service.runtime.exchange import Exchange

_LABELS: Final = ("method", "path", "status_code")

REQUESTS: Final = Counter("carolus_requests", "Requests answered.", _LABELS)
SECONDS: Final = Histogram(
    "carolus_request_seconds", "Time to the end of the answer, except for streams.", _LABELS
)
IN_PROGRESS: Final = Gauge(
    "carolus_requests_in_progress",
    "Requests in progress.",
    multiprocess_mode="livesum",
)
GAMES_IN_MEMORY: Final = Gauge(
    "carolus_games_in_memory",
    "Games that this worker keeps in memory: the most recently used ones.",
    multiprocess_mode="livesum",
)
LOG_WRITABLE: Final = Gauge(
    "carolus_log_writable",
    "1 if the log was writable at the worker's last readiness check, else 0.",
    multiprocess_mode="livemin",
)
EXPIRED: Final = Counter(
    "carolus_requests_expired", "Requests that took too long, by the stage reached.", ("while",)
)


def answered(scope: HTTPScope, exchange: Exchange) -> None:
    """Count a request, by its operation and status."""
    # All addresses without an operation share one label, because clients can invent any number.
    count, observe = _of(scope["method"], scope.get("path_template", ""), exchange.status)
    count()
    if exchange.has_limit:  # a stream has none: its duration says only how long the client stayed
        observe(perf_counter() - exchange.started)


@cache
def _of(method: str, path: str, status: int) -> tuple[Callable[[], None], Callable[[float], None]]:
    """Return the functions that count and time answers of one operation with one status."""
    labels = (method, path, str(status))
    return REQUESTS.labels(*labels).inc, SECONDS.labels(*labels).observe
