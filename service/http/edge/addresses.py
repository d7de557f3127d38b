"""Each resource has one address; other ways to write it are not found.

The framework's router ignores slashes at the end and doubled ones, decodes what is percent-encoded,
and lets files be found by dot segments. A proxy that allows or forbids addresses, and all that we
look up by address before routing, such as costs, would have to know every way to write each of
them.
"""

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from litestar.types import HTTPScope, WebSocketScope

_NOT_CANONICAL: Final = re.compile(rb"%|//|/\.{1,2}(?:/|\Z)|./\Z")
"""No address of ours has a character that must be percent-encoded."""


def is_canonical(scope: "HTTPScope | WebSocketScope") -> bool:
    """Tell whether the path of a request is written as addresses are."""
    path = scope["raw_path"].partition(b"?")[0]  # Litestar's test client leaves the query in it
    return _NOT_CANONICAL.search(path) is None
