"""The application: all operations, the parts that they use, and the edge around them."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

from litestar import Litestar

from service.http.answers import problems
from service.http.edge.wrapping import lay_around
from service.http.openapi.framework import CONFIG
from service.http.parts import Parts, state_with
from service.http.requests.methods import examine_address
from service.http.routes import ROUTES
from service.settings import Settings

Lifespan: TypeAlias = Callable[[Litestar], AbstractAsyncContextManager[None]]


def application(parts: Parts, settings: Settings, lifespan: Sequence[Lifespan] = ()) -> Litestar:
    """Return the ASGI application; the ``lifespan`` contexts are open while it serves."""
    app = Litestar(
        route_handlers=ROUTES,
        state=state_with(parts),
        before_request=examine_address,
        exception_handlers=problems.HANDLERS,
        request_max_body_size=settings.body_bytes_max,
        lifespan=lifespan,
        openapi_config=CONFIG,
        logging_config=None,  # the command configures logging for all libraries
    )
    lay_around(app, settings)
    return app
