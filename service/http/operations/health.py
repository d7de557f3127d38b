"""Operations: is the service alive, is it ready, how is it doing?"""

import asyncio
from typing import Annotated, Literal, TypeAlias

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from litestar import Response, get
from litestar.plugins.prometheus import PrometheusController

from service.access.rights import EVERYBODY
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Contract, Lines
from service.http.answers.kinds import MALFORMED, STOPPING, UNAVAILABLE
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


@get(
    "/healthz",
    operation_id="getHealth",
    tags=["operations"],
    summary="Is the process alive?",
    sync_to_thread=False,
    opt={
        "contract": Contract(
            right=EVERYBODY,
            answers={200: Answer("It is.", Health)},
            problems=(MALFORMED,),
            cost=0,
        ),
    },
)
def health() -> Response[bytes]:
    """Answer at once, whatever else works."""
    return answer(Health("ok"))


@get(
    "/readyz",
    operation_id="getReadiness",
    tags=["operations"],
    summary="Can games be played?",
    opt={
        "contract": Contract(
            right=EVERYBODY,
            answers={200: Answer("They can.", Readiness)},
            problems=(MALFORMED, STOPPING, UNAVAILABLE),
            cost=0,
        ),
    },
)
async def readiness(request: AnyRequest, purpose: Purpose = "playing") -> Response[bytes]:
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


class Metrics(PrometheusController):
    """Metrics for Prometheus, in its text format."""

    path = "/metrics"
    openmetrics_format = False

    @get(
        operation_id="getMetrics",
        tags=["operations"],
        summary="How is the service doing?",
        opt={
            "contract": Contract(
                right=EVERYBODY,
                answers={
                    200: Answer(
                        "Metrics.", texts=(Lines("text/plain", "The text format of Prometheus."),)
                    )
                },
                problems=(MALFORMED,),
                cost=0,
            ),
        },
    )
    async def get(self, request: AnyRequest) -> Response[bytes]:
        """Return all metrics, in the text format of Prometheus."""
        GAMES_IN_MEMORY.set(parts_of(request).handler.log.games_in_memory)

        async def told() -> Response[bytes]:
            found: Response[bytes] = await PrometheusController.get.fn(self)
            return found

        # Written beside the event loop, for there are hundreds of them; nothing in it waits.
        return await asyncio.to_thread(asyncio.run, told())
