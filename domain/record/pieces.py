"""Records as text, one after the other: where each begins."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

_BEGINNING: Final = re.compile(rb"[ \t]*carolus-record/")
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class Piece(NamedTuple):
    """The text of one record among several."""

    line: int
    """Number of its first line, from 1."""
    data: bytes


def is_text(data: bytes) -> bool:
    """Return whether data that begins so are records as text."""
    for line in data.removeprefix(_BYTE_ORDER_MARK).split(b"\n"):
        if begins(line):
            return True
        if line.strip() and not line.lstrip().startswith(b";"):
            break
    return False


def begins(line: bytes) -> bool:
    """Return whether a record begins with this line, of whatever version of the format."""
    return _BEGINNING.match(line) is not None


def split_texts(lines: Iterable[bytes]) -> Iterator[Piece]:
    """Yield the texts of the records that these lines hold, line feeds included.

    Blank lines and comments before the first one belong to it. If anything else is there, it is
    a text too, which ``read_text`` refuses.
    """
    gathered: list[bytes] = []
    first = 1
    empty = True
    for number, line in enumerate(lines, 1):
        start = line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line
        if begins(start):
            if not empty:
                yield Piece(first, b"".join(gathered))
                gathered, first = [], number
            empty = False
        elif start.strip() and not start.lstrip().startswith(b";"):
            empty = False
        gathered.append(start)
    if not empty:
        yield Piece(first, b"".join(gathered))
