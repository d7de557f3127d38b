"""The application for one test after another, with operations that are built once.

Most of the cost of an application is inspecting the signature of every operation, building the
OpenAPI document, and creating the tables of the log. All are the same for tests with the same
rulesets, so a test's application is reused with the parts of the next test, and its log begins as
a copy.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias
from unittest.mock import patch

from litestar import Litestar
from litestar.testing import TestClient

import service.app
from domain.rulesets.registry import BY_ID
from service.http.application import Lifespan, application
from service.http.edge.wrapping import lay_around
from service.http.openapi.schema_pages import DOCUMENTS, Documents
from service.http.parts import Parts, parts_in, state_with
from service.live.streams import PACE, Pace
from service.runtime.sandbox import Sandbox
from service.settings import Settings
from tests.support.run.tracing import untraced
from tests.support.storage.stores import put_migrated_file, settings_of

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
    _IDLE.setdefault(kind, []).append(app)
    documents = app.state.get(DOCUMENTS)
    if documents and sandbox is None:  # documents of a sandbox say so
        _DOCUMENTS[kind] = documents


def put_started_folder(folder: Path) -> None:
    """Write the data folder of a service that has run before, without games, unless it exists.

    The first start of a service makes keys, notes them in the log, builds every projection and
    signs a checkpoint. Services of one test process that begin like this have the same keys.
    """
    if folder.exists():
        return
    for name, content in _started_folder().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(0o600)
        file.write_bytes(content)


@cache
def _started_folder() -> Mapping[str, bytes]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        with application_on(settings_of(folder)) as app, TestClient(app):
            parts = parts_in(app)
            parts.projections.runner.drive()
            parts.checkpoints.renewed()
        return {
            str(file.relative_to(folder)): file.read_bytes()
            for file in folder.rglob("*")
            if file.is_file()
        }


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
