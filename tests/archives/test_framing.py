"""Test where one record ends and the next begins."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.archives.record_lines import ReadFault, RecordLine
from service.archives.sources import lines_of
from tests.support.proof.records import FOLDER

ONE = b'{"format":"carolus-record/1","id":"one"}'
TWO = b'{"format":"carolus-record/1","id":"two"}'
PRETTY = b'{\n  "format": "carolus-record/1",\n\n  "id": "one"\n}'


def read(data: bytes, longest: int = 1000) -> list[RecordLine | ReadFault]:
    return list(lines_of(BytesIO(data), "games", longest=longest))


def outcomes(items: Iterable[RecordLine | ReadFault]) -> list[tuple[int | None, bytes | str]]:
    return [
        (item.number, item.data) if isinstance(item, RecordLine) else (item.line, item.reason)
        for item in items
    ]


class Drops:
    """A stream that returns a few bytes at a time, like a pipe."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data = BytesIO(data)
        self._size = size

    def read(self, size: int, /) -> bytes:
        return self._data.read(min(size, self._size))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"\n \r\n\t\n", []),
        (ONE, [(1, ONE)]),
        (ONE + b"\n" + TWO + b"\n", [(1, ONE), (2, TWO)]),
        (ONE + b"\r\n" + TWO + b"\r\n", [(1, ONE), (2, TWO)]),
        (b"\n\n" + ONE + b"\n  \n" + TWO, [(3, ONE), (5, TWO)]),
        (b"\xef\xbb\xbf" + ONE + b"\n" + TWO, [(1, ONE), (2, TWO)]),
        (ONE + b"\n\xef\xbb\xbf" + TWO, [(1, ONE), (2, b"\xef\xbb\xbf" + TWO)]),
        (b"not\nJSON\n", [(1, b"not"), (2, b"JSON")]),
        (b"\xff\xfe{\x00}\x00", [(None, "utf_16")]),
    ],
    ids=["empty", "blank", "one", "two", "crlf", "gaps", "bom", "late-bom", "text", "utf-16"],
)
def test_lines(data: bytes, expected: list[tuple[int | None, bytes | str]]) -> None:
    """The reader skips and counts blank lines; a byte order mark is not part of the first line."""
    assert outcomes(read(data)) == expected


@pytest.mark.parametrize("size", [7, 10_000])
@pytest.mark.parametrize("begin", [b"", b"\xef\xbb\xbf", b"\n\n"])
def test_the_record_of_a_tournament_may_be_longer_than_other_lines(begin: bytes, size: int) -> None:
    """Readers of games pass it over, wherever it is; another line of that length is a fault."""
    tournament = b'{"format":"carolus-tournament/1","entries":["%b"]}' % (b"x" * 1000)
    data = begin + b"\n".join((tournament, ONE, tournament, tournament[1:], TWO, tournament))
    before = begin.count(b"\n")
    found = [(2 + before, ONE), (4 + before, "line_too_long"), (5 + before, TWO)]
    assert outcomes(lines_of(Drops(data, size), "games", longest=200)) == found


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (PRETTY, [(1, PRETTY)]),
        (b"\n\n" + PRETTY + b"\n", [(3, PRETTY)]),
        (b'{"id":1\n,"format":"x"}', [(1, b'{"id":1\n,"format":"x"}')]),
        (PRETTY[:-2], [(1, PRETTY[:-2])]),
        (b'{"format":"carolus-re\n' + TWO, [(1, b'{"format":"carolus-re'), (2, TWO)]),
        (b'{"format":\n' + TWO, [(1, b'{"format":'), (2, TWO)]),
        (b"[1,\nnull\n\n" + TWO + b"\n" + ONE, [(1, b"[1,"), (2, b"null"), (4, TWO), (5, ONE)]),
        (b'{"id"\nnull', [(1, b'{"id"'), (2, b"null")]),
    ],
    ids=["pretty", "late", "odd", "cut", "in-text", "at-colon", "many", "no-document"],
)
def test_a_document_of_several_lines_is_one_record(
    data: bytes, expected: list[tuple[int | None, bytes | str]]
) -> None:
    """If a later line is a record, an incomplete first line is damage instead."""
    assert outcomes(read(data)) == expected


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json"))[:5], ids=lambda file: str(file.stem))
def test_the_kept_records_are_documents(file: Path) -> None:
    """They have one entry per line, and no line is a record by itself."""
    data = file.read_bytes()
    assert outcomes(read(data, longest=len(data))) == [(1, data.rstrip(b"\n"))]


@pytest.mark.parametrize("size", [1, 7, 40, 41, 10_000])
def test_a_long_line_is_one_fault(size: int) -> None:
    """This applies whatever surrounds it, and however it arrives: in pieces of any size."""
    long = b'"' + b"x" * 199 + b'"'
    data = b"\n".join((ONE, long, TWO, long[1:], b"", long))
    found = list(lines_of(Drops(data, size), "games", longest=200))
    expected = [
        (1, ONE),
        (2, "line_too_long"),
        (3, TWO),
        (4, long[1:]),
        (6, "line_too_long"),
    ]
    assert outcomes(found) == expected
    fault = found[1]
    assert isinstance(fault, ReadFault)
    assert fault.sentence == "games, line 2: longer than 200 bytes"


def test_a_long_first_line_is_one_fault() -> None:
    """It does not show whether a document begins."""
    assert outcomes(read(b"[" * 50 + b"\n" + ONE, longest=49)) == [(1, "line_too_long"), (2, ONE)]


@pytest.mark.parametrize("filling", [b'  "x": 1,\n', b"\n", b" " * 300 + b"\n"])
def test_a_long_document_is_one_fault(filling: bytes) -> None:
    """Many lines, blank lines or a single line may make it too long."""
    data = b"{\n" + filling * 250 + b'"y": 2}\n'
    if filling.isspace() and len(filling) > 200:
        assert outcomes(read(data, longest=200)) == [(1, "line_too_long")]
    else:
        assert outcomes(read(data, longest=240)) == [(1, "line_too_long")]


def test_broken_lines_that_are_not_a_document_stay_lines() -> None:
    """There may be more of them than a document may have."""
    data = b"broken\n" * 100
    assert outcomes(read(data, longest=50)) == [(number, b"broken") for number in range(1, 101)]


def test_deep_nesting_is_passed_on() -> None:
    """The decoder refuses it."""
    deep = b"[" * 100_000
    assert outcomes(read(deep + b"\n" + ONE, longest=100_000)) == [(1, deep), (2, ONE)]


@given(data=st.binary(max_size=300) | st.text('{}[]",:\n\r ab\\', max_size=80).map(str.encode))
def test_any_bytes_can_be_read(data: bytes) -> None:
    """Whatever the bytes, each line appears once, in order, and the reader raises nothing."""
    found = read(data, longest=60)
    numbers = [item.number for item in found if isinstance(item, RecordLine)]
    assert numbers == sorted(set(numbers))
    for item in found:
        if isinstance(item, RecordLine):
            assert item.data.strip()
            assert len(item.data) <= 60
        else:
            assert item.sentence.startswith("games")
