"""Where a record as text begins: how it is told from JSON, and one from the next."""

import re
from typing import Final

_BEGINNING: Final = re.compile(rb"[ \t]*carolus-record/")
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def is_text(data: bytes) -> bool:
    """Return whether data that begins so are records as text; no JSON begins with a comment."""
    start = data.removeprefix(_BYTE_ORDER_MARK).lstrip()
    return start.startswith(b";") or begins(start)


def begins(line: bytes) -> bool:
    """Return whether a record begins with this line, of whatever version of the format."""
    return _BEGINNING.match(line) is not None
