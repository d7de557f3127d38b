"""Operations: liveness, readiness and metrics of the service."""

import asyncio
from os import environ
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from litestar import Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from service.access.rights import EVERYBODY
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Lines, Operations
from service.http.answers.problem_kinds import STOPPING
from service.http.bounds.metrics import GAMES_IN_MEMORY, LOG_WRITABLE
from service.http.parts import parts_of
from service.http.requests.queries import Query
from service.http.requests.request import AnyRequest
from service.runtime.readiness import NotReady, PartState, Stopping
from service.storage.probing import OnlyReadable

_LOG = structlog.get_logger("carolus.http")

Purpose: TypeAlias = Annotated[
    Literal["playing", "reading"],
    Query(
        name="for",
        description="What the worker must be ready for: `playing` needs a writable log, `reading` "
        "a readable one.",
    ),
]

operation: Final = Operations("operations")

_SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that names the folder in which workers share their metrics."""


class Health(msgspec.Struct, frozen=True):
    """The process is alive."""

    status: Literal["ok"]


class Readiness(Health, frozen=True):
    """The service is ready: for playing, or for reading if the request asked for that."""

    parts: dict[str, PartState]
    """The state of each part by name: ``ok``; ``away``, unreachable, so the service works without
    it; ``none``, not configured; ``stopped`` until an operator intervenes. Only ``log`` decides
    whether the service is ready. It is ``read_only`` if the log is readable but not writable and
    the request asked only for reading. If it is ``failed``, the response is 503 with these parts
    in its ``facts``."""
    failed: tuple[str, ...]
    """Projections that stopped because of an error. Requests that need them get 503."""


@operation(
    "GET",
    "/healthz",
    "Check that the process is alive",
    right=EVERYBODY,
    answer=Answer("The process is alive.", Health),
    cost=0,
    needs_log=False,
)
def get_health() -> Response[bytes]:
    """Respond at once, whatever the state of the dependencies. Use it as a liveness probe."""
    return answer(Health("ok"))


@operation(
    "GET",
    "/readyz",
    "Check that the service can play games",
    right=EVERYBODY,
    answer=Answer("The worker is ready.", Readiness),
    problems=(STOPPING,),
    cost=0,
)
async def get_readiness(request: AnyRequest, purpose: Purpose = "playing") -> Response[bytes]:
    """Return 200 if the log is readable and writable and the worker is not shutting down, else 503.

    For reading, a readable log is enough. The response also lists the other parts, which do not
    affect the status: games go on without them.
    """
    parts = parts_of(request)
    if parts.draining.began:
        raise Stopping
    others = {name: state() for name, state in parts.states.items()}
    failed = tuple(sorted(parts.projections.runner.failures))
    log: PartState = "ok"
    try:
        await parts.handler.log.probe()
    except PersistenceError as failure:
        LOG_WRITABLE.set(0)
        if purpose == "playing" or not isinstance(failure, OnlyReadable):
            raise NotReady(str(failure), {"log": "failed", **others}, failed) from failure
        _LOG.error("log_read_only", error=str(failure))
        log = "read_only"
    else:
        LOG_WRITABLE.set(1)
    return answer(Readiness("ok", {"log": log, **others}, failed))


@operation(
    "GET",
    "/metrics",
    "Get the metrics",
    right=EVERYBODY,
    answer=Answer("The metrics.", texts=(Lines("text/plain", "The Prometheus text format."),)),
    cost=0,
    needs_log=False,
)
async def get_metrics(request: AnyRequest) -> Response[bytes]:
    """Return all metrics in the Prometheus text format."""
    GAMES_IN_MEMORY.set(parts_of(request).handler.log.games_in_memory)
    # In a thread: formatting hundreds of metrics would block the event loop.
    return await asyncio.to_thread(_metrics)


def _metrics() -> Response[bytes]:
    """Return the metrics of this process, or of all workers if they share a metrics folder."""
    registry = REGISTRY
    if _SHARED in environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library has no types
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
