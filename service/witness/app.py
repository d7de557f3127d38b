"""Puts the parts of a witness together.

A witness has two duties: it gives links for games (``giving``), and it cosigns transparency logs
(``cosigning``). Each has keys of its own, so a signature of one is never valid for the other.
"""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Litestar
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from service.access.secret_files import BadKey
from service.access.signing import Verifier
from service.http.bounds.limits import Limits
from service.http.edge.cors import Cors
from service.http.edge.headers import Secured
from service.http.edge.layer import Edge
from service.http.requests.methods import examine_address, with_head_and_options
from service.runtime.readiness import Draining
from service.runtime.timestamps import now
from service.settings import Settings
from service.storage.address import FILE_NAME
from service.witness.cosigning import Cosigning
from service.witness.giving import Witness
from service.witness.keys import keys_in
from service.witness.openapi import CONFIG, witness_document
from service.witness.operations import HANDLERS
from service.witness.parts import WitnessParts, state_with
from service.witness.problems import HANDLERS as PROBLEMS
from service.witness.services import Services
from service.witness.table import Table

BODY_BYTES_MAX: Final = 4 << 10


class OwnFolder(BadKey):
    """The data folder is that of a service, whose keys the witness must not have."""


class Assembled(NamedTuple):
    """A witness, and what its operator should know."""

    app: Litestar
    draining: Draining
    thumbprint: str
    """The key for new games."""
    began: bool
    """Whether it gives no more links for games that were registered earlier."""
    cosigner: str
    """The verifier key with which it cosigns logs."""


def create_witness(
    folder: Path,
    configured: Sequence[str],
    settings: Settings,
    *,
    name: str = "",
    restored: bool = False,
) -> Assembled:
    """Return a witness for the configured services, with its data in a folder.

    ``name`` is that of the key with which it cosigns logs. Raises OSError, BadKey, BadService or
    Unusable.
    """
    if (folder / FILE_NAME).exists():
        raise OwnFolder(f"{folder} is the data folder of a service; a witness needs its own")
    services = Services(configured)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    keys = keys_in(folder, now)
    table = Table(folder, keys.chains, _milliseconds(), restored=restored)
    cosigning = Cosigning(table, name, lambda: _milliseconds() // 1_000)
    parts = WitnessParts(
        witness=Witness(keys, table, _milliseconds),
        cosigning=cosigning,
        services=services,
        verifier=Verifier(),
        keys=keys.published,
        draining=Draining(),
    )
    app = _application(parts, table, settings)
    began = table.began and table.has_rows
    return Assembled(app, parts.draining, keys.newest, began, cosigning.vkey)


def routes_app(**options: Any) -> Litestar:
    """Return the application of the routes alone, which is enough for the OpenAPI document."""
    return Litestar(
        route_handlers=list(with_head_and_options([*HANDLERS, witness_document])),
        before_request=examine_address,
        exception_handlers=PROBLEMS,
        request_max_body_size=BODY_BYTES_MAX,
        openapi_config=CONFIG,
        logging_config=None,  # the command configures logging for all libraries
        **options,
    )


def _application(parts: WitnessParts, table: Table, settings: Settings) -> Litestar:
    limits = Limits(settings.rate_per_minute, settings.rate_burst, "", "witness")

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            await parts.services.start()
            yield
        finally:
            table.close()
            await limits.close()

    app = routes_app(state=state_with(parts), lifespan=[lifespan])
    edge: Any = Edge(  # server and framework have different types for the same protocol
        app.asgi_handler,
        limits,
        parts.draining,
        cors=Cors("*"),  # what was given is for everyone, in any page
        secured=Secured(()),
        costs=lambda _, path: 0 if path in ("/healthz", "/readyz") else 1,
        seconds_max=settings.request_seconds_max,
    )
    if settings.networks:
        edge = ProxyHeadersMiddleware(edge, [str(one) for one in settings.networks])
    app.asgi_handler = edge
    return app


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
