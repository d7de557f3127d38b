"""Results of reading archives: a line for each record, and faults.

A ``ReadFault`` has a reason for programs, facts, and a sentence for people. After a fault, reading
continues with the next line or source.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from msgspec import Struct

from domain.record.detection import is_text
from domain.record.record import ARCHIVED, AnyRecord, read_record
from domain.record.text import read_text

LINE_BYTES_MAX: Final = 8 << 20
"""The default limit on the length of a line."""

SENTENCES: Final[Mapping[str, str]] = {
    "missing": "there is no such file or folder",
    "unreadable": "cannot be read: {error}",
    "folder_loop": "links back to a folder that contains it",
    "no_record": "no record was found (line {line}: {error})",
    "empty_folder": "no file in this folder ends in {suffixes}",
    "line_too_long": "longer than {limit}",
    "truncated": "the compressed data ends in the middle, after {offset} bytes",
    "corrupt": "the compressed data is damaged near byte {offset}: {error}",
    "window_too_large": (
        "compressed with a window of more than {limit}; "
        "compress it again, without --long or --ultra"
    ),
    "packed": "compressed with {method}, which is not supported; decompress it first",
    "log_is_not_whole": "the leaves of the mirror cannot be read: {error}",
    "not_signed": "not a signed statement: {error}",
    "no_statement": "no signed statement was found (line {line}: {error})",
    "utf_16": "encoded as UTF-16; only UTF-8 is supported",
}
"""The sentence of each reason; words in braces are facts."""

SIZES: Final = frozenset({"limit"})
"""Facts that are a number of bytes, which sentences show in KiB or MiB."""


def place_of(source: str, line: int) -> str:
    """Return the place of a line, for people; ``source`` is empty if there is only one."""
    return f"{source}, line {line}" if source else f"line {line}"


class RecordLine(NamedTuple):
    """The undecoded bytes of one record, and the line where it begins, from 1."""

    source: str
    number: int
    data: bytes

    @property
    def place(self) -> str:
        """The place of the line, for people."""
        return place_of(self.source, self.number)

    def decode(self) -> AnyRecord:
        """Return the record, from JSON, with or without events, or text.

        Raises Malformed with the place of the error.
        """
        if is_text(self.data):
            return read_text(self.data, self.number)
        return read_record(self.data, ARCHIVED)


class ReadFault(Struct, frozen=True):
    """Something that could not be read: a line, the rest of a source, or a source as a whole."""

    source: str
    line: int | None
    reason: str
    facts: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        """Return a message for people: ``games.ndjson, line 7: longer than 8 MiB``."""
        place = self.source if self.line is None else f"{self.source}, line {self.line}"
        return f"{place}: {self.explanation}"

    @property
    def explanation(self) -> str:
        """Return the message without the place."""
        facts = {
            name: in_words(value) if name in SIZES else value for name, value in self.facts.items()
        }
        return SENTENCES[self.reason].format_map(facts)


class UnreadableSource(Exception):
    """The rest of a source cannot be read.

    ``line`` is the number of the line that was not read completely; None if nothing was read.
    """

    def __init__(self, reason: str, /, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts
        self.line: int | None = None


def in_words(size: int) -> str:
    """Return a number of bytes for people: ``8 MiB``, or ``1000 bytes`` if it is not round."""
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit and size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} bytes"
