"""Where the documentation is served: as a document for machines, and as a page for people.

The page loads nothing from elsewhere, and tells the browser to hold it to that.
"""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.response import Redirect
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

ASSETS: Final = Path(str(files("swagger_ui") / "static"))

_PAGE: Final = b"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:">
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
        """Return the document; it is made once."""
        from service.http.openapi import document  # noqa: PLC0415 - the package imports this module

        state = request.app.state
        if "openapi" not in state:
            state.openapi = json.dumps(document(request.app), ensure_ascii=False).encode()
        return bytes(state.openapi)


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
    """Return what starts the page."""
    return Response(_SCRIPT, media_type="text/javascript")


@get("/", include_in_schema=False, sync_to_thread=False)
def front_door() -> Redirect:
    """Lead to the documentation."""
    return Redirect("/schema")


ROUTES: Final[tuple[ControllerRouterHandler, ...]] = (
    front_door,
    script,
    create_static_files_router(
        path="/schema/assets", directories=[ASSETS], include_in_schema=False
    ),
)
