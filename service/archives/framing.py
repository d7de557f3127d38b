"""From blocks of bytes to records: lines, a document of several lines, or texts of many lines.

Memory is bounded by the longest record that is allowed: a longer one is passed over in blocks.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw, Struct

from domain.record.detection import begins, is_text
from service.archives.lines import UnreadableSource

BOM: Final = b"\xef\xbb\xbf"
UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
OPEN_ENDS: Final = b"{[,:"
"""How the first line of a JSON document ends if the document goes on."""

_BLANKS: Final = re.compile(rb"(?:[^\S\n]*+\n)*+")
"""Blank lines: they are passed over all at once."""


class Numbered(NamedTuple):
    """A record and the number of its first line; no data if it is too long."""

    number: int
    data: bytes | None


class _Recognised(Struct):
    """What tells a whole record from a part of one."""

    format: str


_JSON: Final = msgspec.json.Decoder(Raw)
_RECORD: Final = msgspec.json.Decoder(_Recognised)


def framed(blocks: Iterable[bytes], longest: int) -> Iterator[Numbered]:
    """Yield the records of a source, and a mark for each that is longer than allowed.

    A source that begins as records told as text is that. Any other has a line for each record
    (NDJSON) unless its first line is not JSON by itself. Then it is one document if all of it is
    JSON, or if the first line breaks off where a document may and no later line is a record by
    itself.

    Raises Unreadable as the blocks do, after all records that came before.
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
    """Takes blocks of bytes apart into lines, of which it keeps no more than ``longest`` bytes."""

    def __init__(self, longest: int) -> None:
        self.number = 1
        """Of the line that comes next."""
        self._longest = longest
        self._kept = bytearray()
        self._passing = False

    def feed(self, block: bytes) -> Iterator[Numbered]:
        """Yield the lines that end in this block, without the line feed; no blank ones.

        One that is too long comes once, at once.
        """
        kept = self._kept
        start = 0 if kept or self._passing else self._after_blanks(block, 0)
        while (end := block.find(b"\n", start)) >= 0:
            if not self._passing and (kept or end > start):
                too_long = len(kept) + end - start > self._longest
                yield Numbered(self.number, None if too_long else bytes(kept) + block[start:end])
            self.number += 1
            kept.clear()
            self._passing = False
            start = end + 1
            if block[start : start + 1].isspace():  # a call for each line costs as much as a line
                start = self._after_blanks(block, start)
        if self._passing:
            return
        if len(kept) + len(block) - start > self._longest:
            yield Numbered(self.number, None)
            kept.clear()
            self._passing = True
        else:
            kept += memoryview(block)[start:]

    def _after_blanks(self, block: bytes, start: int) -> int:
        """Return where the first line begins that is not blank, and count those before it."""
        found = _BLANKS.match(block, start)
        assert found is not None, "it can be empty"
        end = found.end()
        self.number += block.count(b"\n", start, end)
        return end

    def end(self) -> Iterator[Numbered]:
        """Yield the last line, if no line feed ended it."""
        if self._kept:
            yield Numbered(self.number, bytes(self._kept))


def _split(blocks: Iterable[bytes], longest: int) -> Iterator[Numbered]:
    """Yield all lines but blank ones, without the line feed."""
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
    """Yield the lines that are not blank, without what Windows adds to them."""
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
    """Yield records that are told as text, each from the line that names the format.

    What is there before the first such line, other than comments, is a text too, to be refused.
    """
    start = last = first.number
    whole: bytearray | None = bytearray()  # none while the rest of too long a text is passed over
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
    """Yield the one document, or the lines that had to be read to see that there is none."""
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
            if too_long or _is_record(line.data):
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
    """Yield the lines of what was taken for a document."""
    for line in _split((bytes(whole),), longest):
        yield Numbered(number + line.number - 1, line.data)


def _is_json(data: bytes | bytearray) -> bool:
    try:
        _JSON.decode(data)
    except msgspec.DecodeError:
        return False
    except RecursionError:
        return True  # whoever decodes it will say so
    return True


def _is_record(data: bytes | None) -> bool:
    if data is None or not data.lstrip().startswith(b"{"):
        return False
    try:
        _RECORD.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True
