"""Test where a record as text begins."""

import pytest

from domain.record.detection import begins, is_text
from domain.record.record import write_record
from tests.support.proof.records import records

RECORD = records()["3-lively-draw-agreed"]


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (b"carolus-record/1\n", True),
        (b"\xef\xbb\xbf; mine\r\n\r\n  carolus-record/2 ; later\r\n", True),
        (write_record(RECORD), False),
        (b'["carolus-record/1"]\nid a\n', False),
        (b"hello\ncarolus-record/1\n", False),
        (b"; carolus-record/1\n", True),
        (b"", False),
    ],
)
def test_is_text_distinguishes_text_from_json(data: bytes, *, is_one: bool) -> None:
    """The first line with content decides."""
    assert is_text(data) is is_one


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        (b"carolus-record/1", True),
        (b"  carolus-record/17 ; later", True),
        (b"; carolus-record/1", False),
    ],
)
def test_the_line_that_names_the_format_begins_a_record(line: bytes, *, is_one: bool) -> None:
    """Any version counts: the reader refuses an unknown one by name, and reads the next record."""
    assert begins(line) is is_one
