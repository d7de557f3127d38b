"""Split blocks of bytes into records: lines, a document of several lines, or text records.

The maximum length of a record bounds memory: longer records are skipped block by block.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw, Struct

from domain.record.detection import begins, is_text
from service.archives.record_lines import UnreadableSource

BOM: Final = b"\xef\xbb\xbf"
UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
OPEN_ENDS: Final = b"{[,:"
"""Possible ends of the first line of a JSON document of several lines."""

OF_A_TOURNAMENT: Final = b'{"format":"carolus-tournament/"}'
"""Takes the place of the record of a tournament that is too long: readers of games pass it over."""

_LOOKED_AT: Final = 64
"""How many bytes show what a line is."""

_BLANKS: Final = re.compile(rb"(?:[^\S\n]*+\n)*+")
"""Blank lines, skipped all at once."""


class Numbered(NamedTuple):
    """A record and the number of its first line; no data if it is too long."""

    number: int
    data: bytes | None


class _Recognised(Struct):
    """The field that distinguishes a whole record from a part of one."""

    format: str


_JSON: Final = msgspec.json.Decoder(Raw)
_RECORD: Final = msgspec.json.Decoder(_Recognised)


def framed(blocks: Iterable[bytes], longest: int) -> Iterator[Numbered]:
    """Yield the records of a source, and a mark for each that is longer than allowed.

    A source that begins like a text record contains text records. Any other source has one record
    per line (NDJSON) unless its first line is not JSON by itself. Then it is one document if all of
    it is JSON, or if the first line breaks off where a document may and no later line is a record
    by itself.

    Raises UnreadableSource if ``blocks`` does, after yielding all records before.
    """
    lines = _filled(_split(blocks, longest))
    first = next(lines, None)
    if first is None:
        return
    if first.data is None or _is_json(first.data):
        yield first
    elif is_text(first.data):
        yield from _texts(first, lines, longest)
    else:
        yield from _document_or_lines(first.number, first.data, lines, longest)
    yield from lines


class Splitter:
    """Splits blocks of bytes into lines; buffers at most ``longest`` bytes."""

    def __init__(self, longest: int) -> None:
        self.number = 1
        """The number of the next line."""
        self._longest = longest
        self._kept = bytearray()
        self._passing = False

    def feed(self, block: bytes) -> Iterator[Numbered]:
        """Yield the lines that end in this block, without line feeds and without blank lines.

        A line that is too long is yielded once, without data, as soon as it exceeds the limit. In
        place of the record of a tournament, which may be, ``OF_A_TOURNAMENT`` is yielded.
        """
        kept = self._kept
        start = 0 if kept or self._passing else self._after_blanks(block, 0)
        while (end := block.find(b"\n", start)) >= 0:
            if not self._passing and (kept or end > start):
                too_long = len(kept) + end - start > self._longest
                if too_long:
                    yield self._too_long(block, start)
                else:
                    yield Numbered(self.number, bytes(kept) + block[start:end])
            self.number += 1
            kept.clear()
            self._passing = False
            start = end + 1
            if block[start : start + 1].isspace():
                start = self._after_blanks(block, start)
        if self._passing:
            return
        if len(kept) + len(block) - start > self._longest:
            yield self._too_long(block, start)
            kept.clear()
            self._passing = True
        else:
            kept += memoryview(block)[start:]

    def _too_long(self, block: bytes, start: int) -> Numbered:
        """Return the mark of a line that is too long; of the record of a tournament, its head."""
        begins = bytes(self._kept[:_LOOKED_AT]) + block[start : start + _LOOKED_AT]
        is_passed_over = is_tournament(begins.removeprefix(BOM))
        return Numbered(self.number, OF_A_TOURNAMENT if is_passed_over else None)

    def _after_blanks(self, block: bytes, start: int) -> int:
        """Return the start of the first nonblank line, and count the blank lines before it."""
        found = _BLANKS.match(block, start)
        assert found is not None, "the pattern matches the empty string"
        end = found.end()
        self.number += block.count(b"\n", start, end)
        return end

    def end(self) -> Iterator[Numbered]:
        """Yield the last line, if no line feed ended it."""
        if self._kept:
            yield Numbered(self.number, bytes(self._kept))


def _split(blocks: Iterable[bytes], longest: int) -> Iterator[Numbered]:
    """Yield all nonblank lines, without line feeds."""
    splitter = Splitter(longest)
    begun = False
    try:
        for block in blocks:
            begun = True
            yield from splitter.feed(block)
    except UnreadableSource as unreadable:
        if begun:
            unreadable.line = splitter.number
        raise
    yield from splitter.end()


def _filled(lines: Iterable[Numbered]) -> Iterator[Numbered]:
    """Yield the nonblank lines, without a byte order mark and carriage returns."""
    for number, data in lines:
        if data is None:
            yield Numbered(number, None)
            continue
        if number == 1:
            if data.startswith(UTF_16):
                raise UnreadableSource("utf_16")
            data = data.removeprefix(BOM)  # noqa: PLW2901 - it marks the file, not the record
        if data and not data.isspace():
            yield Numbered(number, data.removesuffix(b"\r"))


def _texts(first: Numbered, lines: Iterable[Numbered], longest: int) -> Iterator[Numbered]:
    """Yield text records, each starting at the line that names the format.

    Any lines before the first such line, other than comments, are a record too, which is invalid.
    """
    start = last = first.number
    whole: bytearray | None = bytearray()  # None while skipping the rest of too long a text
    begun = False
    for number, data in chain((first,), lines):
        if begun and data is not None and begins(data):
            if whole is not None:
                yield Numbered(start, bytes(whole))
            start = last = number
            whole = bytearray()
        begun = begun or data is None or not _is_comment(data)
        if whole is None:
            continue
        if data is None or len(whole) + number - last + len(data) > longest:
            yield Numbered(start, None)
            whole = None
        else:
            whole += b"\n" * (number - last) + data
            last = number
    if begun and whole is not None:
        yield Numbered(start, bytes(whole))


def _is_comment(line: bytes) -> bool:
    return line.lstrip().startswith(b";")


def _document_or_lines(
    number: int, first: bytes, lines: Iterator[Numbered], longest: int
) -> Iterator[Numbered]:
    """Yield one document, or the lines that were read to find out that it is not one."""
    goes_on = first.rstrip().endswith(tuple(bytes((end,)) for end in OPEN_ENDS))
    whole = bytearray(first)
    last = number
    cut: UnreadableSource | None = None
    try:
        for line in lines:
            gap = line.number - last
            size = gap + len(whole) + len(line.data or b"")
            too_long = line.data is None or size > longest
            if too_long and goes_on:
                yield Numbered(number, None)
                for _ in lines:
                    pass  # all of it is the rest of the document
                return
            if too_long or is_record(line.data):
                yield from _again(whole, number, longest)
                yield line
                return
            whole += b"\n" * gap + (line.data or b"")
            last = line.number
    except UnreadableSource as unreadable:
        cut = unreadable
    if cut is None and (goes_on or _is_json(whole)):
        yield Numbered(number, bytes(whole))
    elif not goes_on:
        yield from _again(whole, number, longest)
    if cut is not None:
        raise cut


def _again(whole: bytearray, number: int, longest: int) -> Iterator[Numbered]:
    """Yield the lines of data that turned out not to be a document."""
    for line in _split((bytes(whole),), longest):
        yield Numbered(number + line.number - 1, line.data)


def _is_json(data: bytes | bytearray) -> bool:
    try:
        _JSON.decode(data)
    except msgspec.DecodeError:
        return False
    except RecursionError:
        return True  # decoding the record will report this
    return True


def is_tournament(data: bytes) -> bool:
    """Return whether a line is the record of a tournament, of this or of a later form.

    The service writes the format first; a line in another order is not a record of a game either.
    """
    return data.lstrip().startswith(b'{"format":"carolus-tournament/')


def is_record(data: bytes | None) -> bool:
    """Return whether a line is by itself an object with a format."""
    if data is None or not data.lstrip().startswith(b"{"):
        return False
    try:
        _RECORD.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True
