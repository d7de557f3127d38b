"""Bytes of a source in blocks: as they are, or unpacked from zstd.

Whether a source is compressed is told by its first bytes, not by its name. Unpacking takes little
memory whatever comes: the window of a frame is limited, and input is given to the library in
pieces so small that even a bomb makes no large block of one.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final, Protocol

from zstandard import ZstdDecompressor, ZstdError

from service.archives.lines import UnreadableSource

READ_BYTES: Final = 256 << 10
"""How much is asked of a source at a time."""

WINDOW_BYTES_MAX: Final = 8 << 20
"""What RFC 8878 asks of every decoder. ``zstd`` needs more with ``--long`` or ``--ultra`` only."""

PIECE_BYTES: Final = 512
"""How much is unpacked at a time.

The smallest block of zstd has 4 bytes and makes at most 128 KiB, so one piece makes at most
16 MiB. Larger pieces would be hardly faster.
"""

MAGIC_BYTES: Final = 4
OTHER_METHODS: Final = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zX": "xz",
    b"PK\x03\x04": "zip",
}


class Readable(Protocol):
    """A binary stream."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes; none at the end."""
        ...


class Progress:
    """How far the reading has come, for whoever shows it. Bytes are counted as they are stored."""

    def __init__(self) -> None:
        self.bytes_read = 0
        self.sources = 0
        self.passed_over = 0
        """Files and folders beneath a named folder that are no archives."""


def blocks(stream: Readable, progress: Progress, *, unpack: bool = True) -> Iterator[bytes]:
    """Yield the contents of a stream, unpacked if it is zstd.

    Without ``unpack`` compressed data is refused: whoever pays for the work is not who asked.

    Raises Unreadable when nothing more can be read, after all that came before.
    """
    raw = _raw(stream, progress)
    start = b""
    for block in raw:
        start += block
        if len(start) >= MAGIC_BYTES:
            break
    method = packed_with(start)
    if method == "zstd" and unpack:
        yield from _unpacked(start, raw)
    elif method:
        raise UnreadableSource("packed", method=method)
    else:
        if start:
            yield start
        yield from raw


def _raw(stream: Readable, progress: Progress) -> Iterator[bytes]:
    try:
        while block := stream.read(READ_BYTES):
            progress.bytes_read += len(block)
            yield block
    except OSError as failure:
        raise UnreadableSource("unreadable", error=explanation(failure)) from failure


def explanation(failure: OSError | ValueError) -> str:
    """Return what the system says of a failure, without the path, which the fault names."""
    return (isinstance(failure, OSError) and failure.strerror) or str(failure)


def packed_with(start: bytes) -> str | None:
    """Return how the data that starts so is compressed, or None."""
    if start[:4] == b"\x28\xb5\x2f\xfd":
        return "zstd"
    if start[1:4] == b"\x2a\x4d\x18" and 0x50 <= start[0] <= 0x5F:
        return "zstd"  # a frame to be skipped; some tools put one first
    for magic, method in OTHER_METHODS.items():
        if start.startswith(magic):
            return method
    return None


def _unpacked(start: bytes, raw: Iterator[bytes]) -> Iterator[bytes]:
    """Yield what the frames hold, one frame after the other.

    The library's own reader over many frames takes the end of the input for the end of the data,
    so the frames are followed here: the input must end where a frame does.
    """
    decompressor = ZstdDecompressor(max_window_size=WINDOW_BYTES_MAX)
    frame = decompressor.decompressobj()
    within = False
    offset = 0
    for piece in _pieces(start, raw):
        while piece:
            try:
                block = frame.decompress(piece)
            except ZstdError as error:
                raise _damaged(error, offset) from error
            within = not frame.eof
            rest = frame.unused_data if frame.eof else b""
            offset += len(piece) - len(rest)
            piece = rest  # noqa: PLW2901 - the next frame begins in the same piece
            if frame.eof:
                frame = decompressor.decompressobj()
            if block:
                yield block
    if within:
        raise UnreadableSource("truncated", offset=offset)


def _pieces(start: bytes, raw: Iterator[bytes]) -> Iterator[bytes]:
    for block in chain((start,), raw):
        for at in range(0, len(block), PIECE_BYTES):
            yield block[at : at + PIECE_BYTES]


def _damaged(error: ZstdError, offset: int) -> UnreadableSource:
    said = str(error).removeprefix("zstd decompressor error: ")
    said = said.removeprefix("zstd decompress error: ")
    if "requires too much memory" in said:
        return UnreadableSource("window_too_large", limit=WINDOW_BYTES_MAX)
    return UnreadableSource("corrupt", offset=offset, error=said)
