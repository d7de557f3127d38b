"""Writing archives: one line per record, plain or compressed with zstd."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

from zstandard import COMPRESSOBJ_FLUSH_BLOCK, ZstdCompressor

LEVEL: Final = 9
"""Compresses to a ninth or less. The reader accepts the window of this level."""


def packed(records: Iterable[bytes], *, compress: bool, level: int = LEVEL) -> Iterator[bytes]:
    """Yield the bytes of an archive, block by block; each record is JSON without a line feed.

    If ``records`` raises an error, the records before it are yielded completely, but the compressed
    data is left unterminated. So every reader notices that something is missing.
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
    """Write an archive to a binary stream, and flush it, even if ``records`` raises."""
    try:
        file.writelines(packed(records, compress=compress))
    finally:
        file.flush()


def _line(record: bytes) -> bytes:
    assert b"\n" not in record, "a record in an archive is one line"
    return record + b"\n"
