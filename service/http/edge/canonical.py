"""Canonical addresses: each resource has one address, and other spellings are not found.

The framework's router ignores trailing and doubled slashes, decodes percent-encoding, and resolves
dot segments for files. Proxies that allow or block addresses, and lookups by address before
routing, such as costs, would have to know every spelling.
"""

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from litestar.types import HTTPScope, WebSocketScope

_NOT_CANONICAL: Final = re.compile(rb"%|//|/\.{1,2}(?:/|\Z)|./\Z")
"""The service's addresses contain no characters that need percent-encoding."""


def is_canonical(scope: "HTTPScope | WebSocketScope") -> bool:
    """Return whether the path of a request is canonical."""
    path = scope["raw_path"].partition(b"?")[0]  # Litestar's test client leaves the query in it
    return _NOT_CANONICAL.search(path) is None
