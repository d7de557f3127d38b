"""The application for one test after another, with operations that are built once.

Most of the cost of an application is inspecting the signature of every operation, building the
OpenAPI document, and creating the tables of the log. All are the same for tests with the same
rulesets, so a test's application is reused with the parts of the next test, and its log begins as
a copy.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, TypeAlias
from unittest.mock import patch

from litestar import Litestar

import service.app
from domain.rulesets.registry import BY_ID
from service.http.application import Lifespan, application
from service.http.edge.wrapping import lay_around
from service.http.openapi.schema_pages import DOCUMENTS, Documents
from service.http.parts import Parts, state_with
from service.live.streams import PACE, Pace
from service.runtime.sandbox import Sandbox
from service.settings import Settings
from tests.support.run.tracing import untraced
from tests.support.storage.stores import put_migrated_file

_Kind: TypeAlias = tuple[object, ...]
_IDLE: Final[dict[_Kind, list[Litestar]]] = {}
_DOCUMENTS: Final[dict[_Kind, Documents]] = {}


@contextmanager
def application_on(
    settings: Settings, pace: Pace = PACE, sandbox: Sandbox | None = None
) -> Iterator[Litestar]:
    """Yield the service with these settings."""
    if not settings.database:
        put_migrated_file(settings.folder)
    with (
        untraced(threads=False),  # tests/contract covers how an application is made
        prepared_operations(),
    ):
        app = service.app.create_app(settings, pace, sandbox)
    kind = _kind_of(settings)
    yield app
    if sandbox is None:  # documents of a sandbox say so
        _IDLE.setdefault(kind, []).append(app)
        if documents := app.state.get(DOCUMENTS):
            _DOCUMENTS[kind] = documents


def prepared_operations() -> AbstractContextManager[object]:
    """Let applications reuse operations until the block ends."""
    return patch.object(service.app, "application", _application)


def _kind_of(settings: Settings) -> _Kind:
    """Return what the operations depend on: the known rulesets, and the longest body."""
    return (*BY_ID, settings.body_bytes_max)


def _application(parts: Parts, settings: Settings, lifespan: Sequence[Lifespan]) -> Litestar:
    kind = _kind_of(settings)
    app: Any
    if idle := _IDLE.get(kind):
        app = idle.pop()
        app.state = state_with(parts)
        app._lifespan_managers = [*lifespan]
        app.asgi_handler = app._create_asgi_handler()
        lay_around(app, settings)
    else:
        app = application(parts, settings, lifespan)
    if kind in _DOCUMENTS and parts.sandbox is None:
        app.state[DOCUMENTS] = _DOCUMENTS[kind]
    return app  # type: ignore[no-any-return]  # the attributes set above are private
