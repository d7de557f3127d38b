"""Operations: is the service alive, is it ready, how is it doing?"""

import asyncio
from typing import Literal

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.plugins.prometheus import PrometheusController

from service.handle import Handler
from service.http.answers import answer


class Health(msgspec.Struct, frozen=True):
    """The service answers."""

    status: Literal["ok"] = "ok"


@get(
    "/healthz",
    operation_id="getHealth",
    tags=["operations"],
    summary="Is the process alive?",
    sync_to_thread=False,
)
def health() -> Response[bytes]:
    """Answer at once, whatever else works."""
    return answer(Health())


@get("/readyz", operation_id="getReadiness", tags=["operations"], summary="Can games be played?")
async def readiness(handler: NamedDependency[Handler]) -> Response[bytes]:
    """Answer if the log can be read; 503 if not."""
    await asyncio.to_thread(handler.log.notices, 0, 1)
    return answer(Health())


class Metrics(PrometheusController):
    """Metrics for Prometheus, in its text format."""

    path = "/metrics"
    openmetrics_format = False
    tags = ["operations"]  # noqa: RUF012 - a setting that Litestar reads from the class
