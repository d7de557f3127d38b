"""Wrap the edge around an application, according to the settings."""

from collections.abc import Sequence
from typing import Any

from litestar import Litestar
from litestar.routes import HTTPRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from service.http.answers.contract import contract_of
from service.http.edge.cors import Cors
from service.http.edge.headers import Secured
from service.http.edge.layer import Costs, Edge
from service.http.edge.sandboxed import Sandboxed, Settled
from service.http.parts import parts_in
from service.http.static.files import FILES
from service.http.static.release import named
from service.runtime.sandbox import Sandbox
from service.settings import Settings


def lay_around(app: Litestar, settings: Settings) -> None:
    """Wrap an application in the edge, and in proxy headers if the settings name proxies."""
    origins = settings.origins
    edge: Any = Edge(  # server and framework have different types for the same protocol
        app.asgi_handler,
        parts_in(app).limits,
        parts_in(app).draining,
        secured=Secured(settings.sites),
        cors=Cors(origins) if origins else None,
        costs=costs_of(app),
        packs=not settings.networks,  # a proxy has more time than a worker
        seconds_max=settings.request_seconds_max,
    )
    if settings.networks:
        edge = ProxyHeadersMiddleware(edge, [str(one) for one in settings.networks])
    app.asgi_handler = edge


def lay_sandbox_around(app: Litestar, sandbox: Sandbox, settled: Sequence[Settled]) -> None:
    """Wrap an application with its edge in a sandbox; ``settled`` wait for background work."""
    inner: Any = app.asgi_handler
    outer: Any = Sandboxed(inner, sandbox, settled)
    app.asgi_handler = outer


def costs_of(app: Litestar) -> Costs:
    """Return a function with the costs of operations that do not count as exactly one request.

    The page's many small files are in memory and cost nothing.
    """
    found = {(method, address): 0 for method in ("GET", "HEAD") for address in FILES}
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for handler in route.route_handlers:
            contract = contract_of(handler)
            if contract is not None and contract.cost != 1:
                # The edge looks the cost up before the framework parses the address.
                assert "{" not in route.path, "only an address without parameters has its own cost"
                found |= {(method, route.path): contract.cost for method in handler.http_methods}
    return lambda method, path: found.get((method, named(path)[1]), 1)
