"""Several records as text in one file: where each begins."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from domain.record.pieces import is_text, split_texts
from domain.record.record import write_record
from domain.record.text import read_text, write_text
from domain.refusal import Malformed
from tests.support.records import records

RECORD = records()["3-lively-draw-agreed"]
TEXT = write_text(RECORD)


def test_several_records_are_taken_apart() -> None:
    """Each begins with the line that names the format; its lines are counted from there."""
    kept = list(islice(records().values(), 3))
    text = "; three games\n\n" + "\n; another\n".join(write_text(record) for record in kept)
    pieces = list(split_texts(text.encode().splitlines(keepends=True)))
    assert [read_text(piece.data, piece.line) for piece in pieces] == kept
    assert b"".join(piece.data for piece in pieces) == text.encode()
    lines = text.splitlines()
    assert pieces[0].line == 1
    assert all(lines[piece.line - 1] == "carolus-record/1" for piece in pieces[1:])


def test_a_damaged_record_does_not_touch_the_others() -> None:
    """Nor does one of another version, nor what stands before the first."""
    other = TEXT.replace("carolus-record/1", "carolus-record/2")
    text = f"\ufeffhello\n{TEXT}{other}{TEXT}"
    whole = list(outcomes(text.encode()))
    assert whole == ["line 1", RECORD, f"line {2 + TEXT.count(chr(10))}", RECORD]


def outcomes(data: bytes) -> Iterator[Any]:
    """Yield each record, or where it is malformed."""
    for piece in split_texts(data.splitlines(keepends=True)):
        try:
            yield read_text(piece.data, piece.line)
        except Malformed as wrong:
            yield wrong.where


def test_nothing_is_no_record() -> None:
    """Neither blanks nor comments make one."""
    assert list(split_texts([])) == []
    assert list(split_texts([b"\n", b"; nothing\n", b"  "])) == []


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (b"carolus-record/1\n", True),
        (b"\xef\xbb\xbf; mine\r\n\r\n  carolus-record/2 ; later\r\n", True),
        (write_record(RECORD), False),
        (b'["carolus-record/1"]\nid a\n', False),
        (b"hello\ncarolus-record/1\n", False),
        (b"; carolus-record/1\n", False),
        (b"", False),
    ],
)
def test_text_is_told_from_json(data: bytes, *, is_one: bool) -> None:
    """By its first line that says something."""
    assert is_text(data) is is_one
