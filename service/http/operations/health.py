"""Operations: is the service alive, is it ready, how is it doing?"""

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
from service.http.answers.kinds import STOPPING
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
        description="What the worker must be ready for: `playing` takes a log that can be written, "
        "`reading` one that can be read.",
    ),
]

operation: Final = Operations("operations")

_SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which several workers keep their metrics."""


class Health(msgspec.Struct, frozen=True):
    """The service answers."""

    status: Literal["ok"]


class Readiness(Health, frozen=True):
    """Games can be played, or read if that is what was asked."""

    parts: dict[str, PartState]
    """Each part by its name: ``ok``; ``away``, so that the service goes on without; ``none``, not
    set up; ``stopped`` until somebody looks after it. ``log`` alone decides whether the service is
    ready: it is ``read_only`` if it can be read but not written and only reading was asked for. If
    it is ``failed``, the answer is 503 with these parts in its ``facts``."""
    failed: tuple[str, ...]
    """Projections that stand still because of an error: what they answer gets 503."""


@operation(
    "GET",
    "/healthz",
    "Is the process alive?",
    right=EVERYBODY,
    answer=Answer("It is.", Health),
    cost=0,
    needs_log=False,
)
def get_health() -> Response[bytes]:
    """Answer at once, whatever else works."""
    return answer(Health("ok"))


@operation(
    "GET",
    "/readyz",
    "Can games be played?",
    right=EVERYBODY,
    answer=Answer("They can.", Readiness),
    problems=(STOPPING,),
    cost=0,
)
async def get_readiness(request: AnyRequest, purpose: Purpose = "playing") -> Response[bytes]:
    """Answer 200 if the log can be read and written and the service goes on; 503 if not.

    For reading, a log that can be read is enough. The other parts are named and decide nothing:
    games go on without them.
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
    "How is the service doing?",
    right=EVERYBODY,
    answer=Answer("Metrics.", texts=(Lines("text/plain", "The text format of Prometheus."),)),
    cost=0,
    needs_log=False,
)
async def get_metrics(request: AnyRequest) -> Response[bytes]:
    """Return all metrics, in the text format of Prometheus."""
    GAMES_IN_MEMORY.set(parts_of(request).handler.log.games_in_memory)
    # Written beside the event loop, for there are hundreds of them.
    return await asyncio.to_thread(_metrics)


def _metrics() -> Response[bytes]:
    """Return the metrics of this process, or of all workers if they share a folder for that."""
    registry = REGISTRY
    if _SHARED in environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library has no types
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
