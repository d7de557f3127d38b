"""Lay the edge around an application, as the settings ask for it."""

from typing import Any

from litestar import Litestar
from litestar.routes import HTTPRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from service.http.answers.contract import contract_of
from service.http.edge.cors import Cors
from service.http.edge.layer import Costs, Edge
from service.http.parts import parts_in
from service.http.static import page
from service.settings import Settings


def lay_around(app: Litestar, settings: Settings) -> None:
    """Put around an application what the settings ask for."""
    origins = settings.origins
    edge: Any = Edge(  # the server and the framework have types of their own for one protocol
        app.asgi_handler,
        parts_in(app).limits,
        parts_in(app).draining,
        cors=Cors(origins) if origins else None,
        costs=costs_of(app),
        seconds_max=settings.request_seconds_max,
    )
    if settings.networks:
        edge = ProxyHeadersMiddleware(edge, [str(one) for one in settings.networks])
    app.asgi_handler = edge


def costs_of(app: Litestar) -> Costs:
    """Return what the operations cost, as far as it is not one request.

    The page is many small files, which are in memory: they cost nothing.
    """
    found = {(method, address): 0 for method in ("GET", "HEAD") for address in page.FILES}
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for handler in route.route_handlers:
            contract = contract_of(handler)
            if contract is not None and contract.cost != 1:
                # It is looked up before the framework has looked at the address.
                assert "{" not in route.path, "only an address without parts has a cost of its own"
                found |= {(method, route.path): contract.cost for method in handler.http_methods}
    return found
