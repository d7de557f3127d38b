"""What a reader of archives hands on: lines with a record each, and what it could not read.

``ReadFault`` has a reason that machines switch on, the facts, and its sentence for people. A fault
ends the reading of nothing but what it is about.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from msgspec import Struct

LINE_BYTES_MAX: Final = 8 << 20
"""The longest line that is read unless the caller says otherwise."""

SENTENCES: Final[Mapping[str, str]] = {
    "missing": "there is no such file or folder",
    "unreadable": "cannot be read: {error}",
    "folder_loop": "leads back to a folder that it lies in",
    "empty_folder": "no file in this folder ends in {suffixes}",
    "line_too_long": "longer than {limit}",
    "truncated": "the compressed data ends in the middle, after {offset} bytes",
    "corrupt": "the compressed data is damaged near byte {offset}: {error}",
    "window_too_large": (
        "compressed with a window of more than {limit}; "
        "compress it again, without --long or --ultra"
    ),
    "packed": "compressed with {method}, which is not read here; unpack it first",
    "utf_16": "written as UTF-16; only UTF-8 is read",
}
"""What each reason says to people; words in braces are facts."""

SIZES: Final = frozenset({"limit"})
"""Facts that are a number of bytes, round when told to people."""


class RecordLine(NamedTuple):
    """The bytes of one record, not yet decoded, and where it begins: lines count from 1."""

    source: str
    number: int
    data: bytes


class ReadFault(Struct, frozen=True):
    """Something that could not be read: a line, the rest of a source, or a source as a whole."""

    source: str
    line: int | None
    reason: str
    facts: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        """Return what to tell people: ``games.ndjson, line 7: longer than 8 MiB``."""
        facts = {
            name: in_words(value) if name in SIZES else value for name, value in self.facts.items()
        }
        place = self.source if self.line is None else f"{self.source}, line {self.line}"
        return f"{place}: {SENTENCES[self.reason].format_map(facts)}"


class UnreadableSource(Exception):
    """From here on, nothing more can be read of a source.

    ``line`` is the number of the line that was not read to its end; None if nothing was read.
    """

    def __init__(self, reason: str, /, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts
        self.line: int | None = None


def in_words(size: int) -> str:
    """Return a number of bytes for people: ``8 MiB``; one that is not round stays as it is."""
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit and size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} bytes"
