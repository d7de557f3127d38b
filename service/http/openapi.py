"""The API's own documentation: the document, and a page that needs no CDN."""

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from litestar import Litestar, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import SwaggerRenderPlugin
from litestar.openapi.spec import License
from litestar.response import Redirect
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

ASSETS: Final = Path(str(files("swagger_ui") / "static"))


@get("/", include_in_schema=False, sync_to_thread=False)
def front_door() -> Redirect:
    """Lead to the documentation."""
    return Redirect("/schema")


CONFIG: Final = OpenAPIConfig(
    title="Carolus",
    version="1",
    license=License(name="Apache-2.0", identifier="Apache-2.0"),
    path="/schema",
    render_plugins=[
        SwaggerRenderPlugin(
            js_url="/schema/assets/swagger-ui-bundle.js",
            css_url="/schema/assets/swagger-ui.css",
            standalone_preset_js_url="/schema/assets/swagger-ui-standalone-preset.js",
            favicon="",
            path="/",
        )
    ],
)

ROUTES: Final[tuple[ControllerRouterHandler, ...]] = (
    front_door,
    create_static_files_router(
        path="/schema/assets", directories=[ASSETS], include_in_schema=False
    ),
)


def document(app: Litestar) -> dict[str, Any]:
    """Return the OpenAPI document of the service."""
    return app.openapi_schema.to_schema()
