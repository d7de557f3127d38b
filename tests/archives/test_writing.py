"""Test that Carolus reads the archives that it writes."""

from collections.abc import Iterator
from io import BytesIO

import pytest

from service.archives.record_lines import ReadFault, RecordLine
from service.archives.sources import lines_of
from service.archives.writing import packed, write
from tests.support.proof.records import records

RECORDS = [b'{"format":"carolus-record/1","id":"%d"}' % number for number in range(2000)]


def read(data: bytes) -> list[RecordLine | ReadFault]:
    return list(lines_of(BytesIO(data), "archive"))


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("count", [0, 1, 2000])
def test_written_archives_can_be_read(count: int, *, compress: bool) -> None:
    """They have the same lines, and are smaller if compressed."""
    file = BytesIO()
    write(RECORDS[:count], file, compress=compress)
    found = read(file.getvalue())
    assert [item.data for item in found if isinstance(item, RecordLine)] == RECORDS[:count]
    assert len(found) == count
    if count == 2000:
        plain = sum(map(len, RECORDS)) + count
        assert file.tell() == plain if not compress else file.tell() < plain / 5


@pytest.mark.parametrize("compress", [False, True])
def test_records_that_stop_early(*, compress: bool) -> None:
    """The archive has the records so far, and a compressed one shows that it is incomplete."""

    def stopping() -> Iterator[bytes]:
        yield from RECORDS[:5]
        raise KeyboardInterrupt

    file = BytesIO()
    with pytest.raises(KeyboardInterrupt):
        write(stopping(), file, compress=compress)
    found = read(file.getvalue())
    assert [item.data for item in found if isinstance(item, RecordLine)] == RECORDS[:5]
    reasons = [item.reason for item in found if isinstance(item, ReadFault)]
    assert reasons == (["truncated"] if compress else [])


def test_a_reader_that_goes_away() -> None:
    """The blocks of an archive can be dropped at any time."""
    archive = packed(RECORDS * 200, compress=True)
    assert next(archive)
    del archive  # closes the generator


def test_a_record_is_one_line() -> None:
    """Passing a record with several lines is a bug."""
    assert all(len(record.entries) > 1 for record in records().values())
    with pytest.raises(AssertionError, match="one line"):
        write([b"{\n}"], BytesIO(), compress=False)
