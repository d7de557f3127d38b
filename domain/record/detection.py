"""Where a record in text form begins: how it differs from JSON, and from the next record."""

import re
from typing import Final

_BEGINNING: Final = re.compile(rb"[ \t]*carolus-record/")
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def is_text(data: bytes) -> bool:
    """Return whether data that begins like this is records in text form, and not JSON."""
    start = data.removeprefix(_BYTE_ORDER_MARK).lstrip()
    return start.startswith(b";") or begins(start)


def begins(line: bytes) -> bool:
    """Return whether a record begins with this line, of whatever version of the format."""
    return _BEGINNING.match(line) is not None
