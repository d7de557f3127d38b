"""How the framework serves the OpenAPI document and its page."""

from typing import Final

from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import License, Server

from service.http.openapi.descriptions import DESCRIPTION
from service.http.openapi.schema_pages import PLUGINS

CONFIG: Final = OpenAPIConfig(
    title="Carolus",
    version="1",
    summary="Play, check, replay and prove board games.",
    description=DESCRIPTION,
    license=License(name="Apache-2.0", identifier="Apache-2.0"),
    servers=[Server(url="/", description="The service that serves this document.")],
    path="/schema",
    use_handler_docstrings=True,
    render_plugins=PLUGINS,
)
