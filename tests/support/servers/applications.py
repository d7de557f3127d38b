"""The application for one test after another, with operations that are built once.

Most of the cost of an application is inspecting the signature of every operation, and building the
OpenAPI document. Both are the same for all tests, so a test's application is reused with the parts
of the next test.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from litestar import Litestar

import service.app
from service.http.application import Lifespan, application
from service.http.edge.around import lay_around
from service.http.openapi.schema_pages import MADE
from service.http.parts import Parts, state_with
from service.live.streams import PACE, Pace
from service.settings import Settings
from tests.support.run.tracing import untraced

_IDLE: Final[list[Litestar]] = []


@contextmanager
def application_on(settings: Settings, pace: Pace = PACE) -> Iterator[Litestar]:
    """Yield the service with these settings; they must not limit the size of a body."""
    with (
        untraced(threads=False),  # tests/contract covers how an application is made
        patch.object(service.app, "application", _application),
    ):
        app = service.app.create_app(settings, pace)
    yield app
    _IDLE.append(app)


def _application(parts: Parts, settings: Settings, lifespan: Sequence[Lifespan]) -> Litestar:
    if not _IDLE:
        return application(parts, settings, lifespan)
    app: Any = _IDLE.pop()
    documents = app.state.get(MADE)
    app.state = state_with(parts)
    if documents is not None:
        app.state[MADE] = documents
    app._lifespan_managers = [*lifespan]
    app.asgi_handler = app._create_asgi_handler()
    lay_around(app, settings)
    return app  # type: ignore[no-any-return]  # the attributes set above are private
