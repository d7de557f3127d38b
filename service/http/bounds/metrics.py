"""Metrics of requests, for Prometheus: how many, how long, how many at once.

The counters of an operation are found once and kept (ADR 33).
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
    "carolus_request_seconds", "Time to an answer's end, but for streams.", _LABELS
)
IN_PROGRESS: Final = Gauge(
    "carolus_requests_in_progress",
    "Requests that are being answered.",
    multiprocess_mode="livesum",
)
GAMES_IN_MEMORY: Final = Gauge(
    "carolus_games_in_memory",
    "Games that this worker keeps in memory, those that were asked for last.",
    multiprocess_mode="livesum",
)
LOG_WRITABLE: Final = Gauge(
    "carolus_log_writable",
    "1 if the log could be written when somebody last asked whether this worker is ready, else 0.",
    multiprocess_mode="livemin",
)
EXPIRED: Final = Counter(
    "carolus_requests_expired", "Requests that took too long, by what was waited for.", ("while",)
)


def answered(scope: HTTPScope, exchange: Exchange) -> None:
    """Count a request, by its operation and status."""
    # Any address can be asked for; what finds no operation is counted under one name.
    count, observe = _of(scope["method"], scope.get("path_template", ""), exchange.status)
    count()
    if exchange.has_limit:  # the time of a stream says how long somebody listened
        observe(perf_counter() - exchange.started)


@cache
def _of(method: str, path: str, status: int) -> tuple[Callable[[], None], Callable[[float], None]]:
    """Return what counts and times the answers of one operation with one status."""
    labels = (method, path, str(status))
    return REQUESTS.labels(*labels).inc, SECONDS.labels(*labels).observe
