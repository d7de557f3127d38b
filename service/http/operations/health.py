"""Operations: is the service alive, is it ready, how is it doing?"""

import asyncio
from os import environ
from typing import Final, Literal

import msgspec
from eventsourcing.persistence import PersistenceError
from litestar import Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from service.access.rights import EVERYBODY
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Lines, Operations
from service.http.answers.kinds import STOPPING
from service.http.bounds.metrics import GAMES_IN_MEMORY
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest
from service.runtime.readiness import NotReady, PartState, Stopping

operation: Final = Operations("operations")

_SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which several workers keep their metrics."""


class Health(msgspec.Struct, frozen=True):
    """The service answers."""

    status: Literal["ok"]


class Readiness(Health, frozen=True):
    """Games can be played."""

    parts: dict[str, PartState]
    """Each part by its name: ``ok``; ``away``, so that the service goes on without; ``none``, not
    set up; ``stopped`` until somebody looks after it. ``log`` alone decides whether the service is
    ready. If it is ``failed``, it cannot be read or written, and the answer is 503 with these
    parts in its ``facts``."""
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
async def get_readiness(request: AnyRequest) -> Response[bytes]:
    """Answer 200 if the log can be read and written and the service goes on; 503 if not.

    The other parts are named and decide nothing: games go on without them.
    """
    parts = parts_of(request)
    if parts.draining.began:
        raise Stopping
    others = {name: state() for name, state in parts.states.items()}
    failed = tuple(sorted(parts.projections.runner.failures))
    try:
        await parts.handler.log.probe()
    except PersistenceError as failure:
        raise NotReady(str(failure), {"log": "failed", **others}, failed) from failure
    return answer(Readiness("ok", {"log": "ok", **others}, failed))


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
