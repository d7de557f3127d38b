"""The reference pages in Markdown: what schemas cannot express, such as stream frames."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from litestar.static_files import create_static_files_router

ADDRESS: Final = "/schema/reference"
"""Their address, next to the OpenAPI document, which links to them."""

_SERVICE: Final = Path(str(files("service")))
_INSTALLED: Final = _SERVICE / "reference"
_WRITTEN: Final = _SERVICE.parent / "docs" / "reference"

ROUTE: Final = create_static_files_router(
    path=ADDRESS,
    directories=[_INSTALLED if _INSTALLED.is_dir() else _WRITTEN],
    include_in_schema=False,
    name="reference",
)
