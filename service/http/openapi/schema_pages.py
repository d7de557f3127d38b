"""Serve the API documentation: the OpenAPI document, and a page for people.

The page loads nothing from other hosts, and its content security policy enforces that.
"""

import asyncio
import json
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any, Final

from litestar import Litestar, MediaType, Request, Response, Router, get
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from service.http.openapi.document import document
from service.http.openapi.record_schema import ADDRESS, record_schema

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
  docExpansion: "list",
});
"""


class Document(JsonRenderPlugin):
    """The finished document, for machines."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the document, which is built once."""
        return _made(request.app)[0]

    def receive_router(self, router: Router) -> None:
        """Build the document before any page is rendered, and remove the catch-all route.

        The framework's catch-all route returns its own page. Without it, unknown addresses return
        404 with a problem, as everywhere else.
        """
        router.before_request = _make
        router.routes = [route for route in router.routes if not route.path_parameters]


class Page(OpenAPIRenderPlugin):
    """The page, for people."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the page."""
        return _PAGE


PLUGINS: Final = [
    Page(path="/"),
    Document(path="/openapi.json", media_type=MediaType.JSON),
]


@get("/schema/page.js", include_in_schema=False, sync_to_thread=False)
def script() -> Response[bytes]:
    """Return the script that starts the page."""
    return Response(_SCRIPT, media_type="text/javascript")


@get(ADDRESS, include_in_schema=False)
async def record_schema_alone(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the JSON Schema of records."""
    await _make(request)
    return Response(_made(request.app)[1], media_type="application/schema+json")


async def _make(request: Request[Any, Any, Any]) -> None:
    """Build the documents if necessary, in a thread: it takes most of a second."""
    if MADE not in request.app.state:
        await asyncio.to_thread(_made, request.app)


def _made(app: Litestar) -> tuple[bytes, bytes]:
    """Return the document and the schema of records, both built once."""
    with _MAKING:
        if MADE not in app.state:
            whole = document(app)
            both = (whole, record_schema(whole))
            app.plugins.get(OpenAPIPlugin).provide_openapi_schema()  # which the plugins receive
            app.state[MADE] = tuple(json.dumps(one, ensure_ascii=False).encode() for one in both)
    encoded: tuple[bytes, bytes] = app.state[MADE]
    return encoded


MADE: Final = "openapi"
"""Where the state of the application has both documents, once they are built."""
_MAKING: Final = Lock()

ROUTES: Final[tuple[ControllerRouterHandler, ...]] = (
    script,
    record_schema_alone,
    create_static_files_router(
        path="/schema/assets", directories=[ASSETS], include_in_schema=False
    ),
)
