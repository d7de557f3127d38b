"""Serve the API documentation: the OpenAPI and AsyncAPI documents, and a page for people.

There is one OpenAPI document of everything, and a smaller one for each ruleset. Each document is
built and encoded once, in a thread, when a client first requests it. The page loads nothing from
other hosts, and its content security policy enforces that.
"""

import asyncio
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeAlias

import msgspec
from litestar import Litestar, MediaType, Request, Response, Router, get
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from domain.rulesets.registry import RULESETS
from service.http.openapi.asyncapi import asyncapi
from service.http.openapi.document import document
from service.http.openapi.record_schema import ADDRESS as RECORD_SCHEMA
from service.http.openapi.record_schema import record_schema
from service.http.parts import parts_in
from service.http.static.discovery import ASYNCAPI, ASYNCAPI_TYPE, DESCRIBED
from service.http.static.file_responses import REVALIDATE, file_answer
from service.http.static.files import SentFile

ASSETS: Final = Path(str(files("swagger_ui") / "static"))

_PAGE: Final = b"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Carolus: the API</title>
<link rel="icon" href="/schema/assets/favicon-32x32.png">
<link rel="stylesheet" href="/schema/assets/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/schema/assets/swagger-ui-bundle.js"></script>
<script src="/schema/page.js"></script>
</body>
</html>
"""

_SCRIPT: Final = b"""\
SwaggerUIBundle({
  url: "/schema/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  validatorUrl: null,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
});
"""


WHOLE: Final = "/schema/openapi.json"
"""The address of the document of everything."""

_OF_RULESETS: Final = {f"/schema/{rules.meta.id}.json": rules for rules in RULESETS}
"""The addresses of the documents of single rulesets."""


_OF_A_SANDBOX: Final = {"x-carolus-sandbox": True}
"""What the documents of a sandbox add to their ``info``."""


Build: TypeAlias = Callable[[Litestar, str], dict[str, Any]]
"""Builds the document at an address."""


class Documents:
    """The documents, by their addresses, each built once."""

    def __init__(self, build: Build) -> None:
        self._build = build
        self._made: dict[str, SentFile] = {}
        self._making = Lock()

    def made(self, address: str) -> SentFile | None:
        """Return a document, if it is built."""
        return self._made.get(address)

    def make(self, app: Litestar, address: str) -> SentFile:
        """Return a document; build it if necessary, which takes most of a second."""
        with self._making:
            if address not in self._made:
                self._made[address] = SentFile.of(msgspec.json.encode(self._build(app, address)))
            return self._made[address]


def _built(app: Litestar, address: str) -> dict[str, Any]:
    if address == RECORD_SCHEMA:
        return record_schema(document(app))
    rulesets = (_OF_RULESETS[address],) if address in _OF_RULESETS else RULESETS
    built = document(app, rulesets)
    if parts_in(app).sandbox is not None:
        built = {**built, "info": {**built["info"], **_OF_A_SANDBOX}}
    return asyncapi(built) if address == ASYNCAPI else built


DOCUMENTS: Final = "documents"
"""Where the state of the application has its documents."""


class NoRoutes(OpenAPIRenderPlugin):
    """Remove the routes of the framework: their answers have no entity tags."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render nothing, because no route leads here."""
        raise AssertionError("the documents have routes of their own")

    def receive_router(self, router: Router) -> None:
        """Remove all routes."""
        router.routes = []


PLUGINS: Final = [NoRoutes(path="/openapi.json", media_type=MediaType.JSON)]


@get("/schema", include_in_schema=False, sync_to_thread=False, media_type=MediaType.HTML)
def page() -> Response[bytes]:
    """Return the page, for people."""
    return Response(_PAGE, media_type=MediaType.HTML, headers=DESCRIBED)


@get("/schema/page.js", include_in_schema=False, sync_to_thread=False)
def script() -> Response[bytes]:
    """Return the script that starts the page."""
    return Response(_SCRIPT, media_type="text/javascript")


@get([WHOLE, *_OF_RULESETS], include_in_schema=False)
async def openapi_document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the document of everything, or of a ruleset."""
    return await sent_document(request, _built, "application/json")


@get(RECORD_SCHEMA, include_in_schema=False)
async def record_schema_alone(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the JSON Schema of records."""
    return await sent_document(request, _built, "application/schema+json")


@get(ASYNCAPI, include_in_schema=False)
async def asyncapi_document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the AsyncAPI document."""
    return await sent_document(request, _built, ASYNCAPI_TYPE)


async def sent_document(
    request: Request[Any, Any, Any], build: Build, media_type: str
) -> Response[bytes]:
    """Return the document at the address of a request, or 304 if the client has it."""
    documents: Documents = request.app.state.setdefault(DOCUMENTS, Documents(build))
    address = request.scope["path"]
    content = documents.made(address)
    if content is None:
        content = await asyncio.to_thread(documents.make, request.app, address)
    return file_answer(request, content, media_type, REVALIDATE)


HANDLERS: Final = (page, script, openapi_document, asyncapi_document, record_schema_alone)

ROUTES: Final[tuple[ControllerRouterHandler, ...]] = (
    create_static_files_router(
        path="/schema/assets", directories=[ASSETS], include_in_schema=False
    ),
)
