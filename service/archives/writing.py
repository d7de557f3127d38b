"""Writing archives: a line for each record, plain or compressed with zstd."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

from zstandard import COMPRESSOBJ_FLUSH_BLOCK, ZstdCompressor

LEVEL: Final = 9
"""A ninth or less of the size, at a speed that making the records does not reach.

The window of this level is within what the reader allows.
"""


def packed(records: Iterable[bytes], *, compress: bool, level: int = LEVEL) -> Iterator[bytes]:
    """Yield the bytes of an archive, block by block; each record is JSON without a line feed.

    When the records stop with an error, those that came are passed on whole, but the compressed
    data is not ended: so every reader sees that something is missing.
    """
    if not compress:
        yield from map(_line, records)
        return
    archive = ZstdCompressor(level=level, write_checksum=True).compressobj()
    try:
        for record in records:
            if block := archive.compress(_line(record)):
                yield block
    except (Exception, KeyboardInterrupt):
        yield archive.flush(COMPRESSOBJ_FLUSH_BLOCK)
        raise
    yield archive.flush()


def write(records: Iterable[bytes], file: BinaryIO, *, compress: bool) -> None:
    """Write an archive to a binary stream, and flush the stream, also when records stop early."""
    try:
        file.writelines(packed(records, compress=compress))
    finally:
        file.flush()


def _line(record: bytes) -> bytes:
    assert b"\n" not in record, "a record of an archive is one line"
    return record + b"\n"
