"""Read a source in blocks, decompressing zstd and gzip.

The first bytes of a source, not its name, show whether it is compressed. Memory is bounded for any
input: the window of a frame is limited, and the libraries get the input in pieces so small that
even a decompression bomb expands none of them into a large block.
"""

import zlib
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import chain
from typing import Final, Protocol

from msgspec import Struct
from zstandard import ZstdDecompressor, ZstdError

from service.archives.record_lines import UnreadableSource

READ_BYTES: Final = 256 << 10
"""Size of a read."""

WINDOW_BYTES_MAX: Final = 8 << 20
"""The minimum that RFC 8878 requires. Only ``zstd --long`` and ``--ultra`` need more."""

PIECE_BYTES: Final = 512
"""How much is decompressed at a time.

The smallest block of zstd has 4 bytes and expands to at most 128 KiB, so one piece expands to at
most 16 MiB. A byte of gzip expands to at most 1032.
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
        """Return at most ``size`` bytes; none at the end."""
        ...


class SourceRead(Struct, frozen=True):
    """A file or stream that was read, as it is stored, before decompression."""

    source: str
    bytes: int
    sha256: str
    """In hexadecimal."""
    whole: bool
    """Whether it was read to its end; if not, the hash is that of the bytes before the error."""


class Digested:
    """A binary stream whose bytes are hashed as they are read."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._hash = sha256()
        self._bytes = 0
        self._ended = False

    def read(self, size: int, /) -> bytes:
        """Return at most ``size`` bytes; none at the end."""
        block = self._stream.read(size)
        self._hash.update(block)
        self._bytes += len(block)
        self._ended = not block
        return block

    def result(self, source: str) -> SourceRead:
        """Read the rest, which a fault made useless, and return the hash of everything."""
        try:
            while self.read(READ_BYTES):
                pass
        except OSError:
            self._ended = False
        return SourceRead(source, self._bytes, self._hash.hexdigest(), self._ended)


class Progress:
    """Progress of reading, for display. Bytes count as stored, before decompression."""

    def __init__(self) -> None:
        self.bytes_read = 0
        self.sources: list[SourceRead] = []
        self.passed_over: list[str] = []
        """The names of files and folders beneath a given folder that are not archives."""


def blocks(stream: Readable, progress: Progress) -> Iterator[bytes]:
    """Yield the contents of a stream, decompressed if it is zstd or gzip.

    Raises UnreadableSource when nothing more can be read, after yielding everything before.
    """
    raw = _raw(stream, progress)
    start = b""
    for block in raw:
        start += block
        if len(start) >= MAGIC_BYTES:
            break
    method = packed_with(start)
    if method is None:
        if start:
            yield start
        yield from raw
    elif method in _FRAMES:
        yield from _unpacked(_FRAMES[method], start, raw)
    else:
        raise UnreadableSource("packed", method=method)


def _raw(stream: Readable, progress: Progress) -> Iterator[bytes]:
    try:
        while block := stream.read(READ_BYTES):
            progress.bytes_read += len(block)
            yield block
    except OSError as failure:
        raise UnreadableSource("unreadable", error=explanation(failure)) from failure


def explanation(failure: OSError | ValueError) -> str:
    """Return the system's message for a failure, without the path, which the fault contains."""
    return (isinstance(failure, OSError) and failure.strerror) or str(failure)


def packed_with(start: bytes) -> str | None:
    """Return the compression method of data with this start, or None."""
    if start[:4] == b"\x28\xb5\x2f\xfd":
        return "zstd"
    if start[1:4] == b"\x2a\x4d\x18" and 0x50 <= start[0] <= 0x5F:
        return "zstd"  # a skippable frame, which some tools put first
    for magic, method in OTHER_METHODS.items():
        if start.startswith(magic):
            return method
    return None


class _Frame(Protocol):
    """The decompressor of one frame of zstd, or of one member of gzip."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


_FRAMES: Final[Mapping[str, Callable[[], _Frame]]] = {
    "zstd": lambda: ZstdDecompressor(max_window_size=WINDOW_BYTES_MAX).decompressobj(),
    "gzip": lambda: zlib.decompressobj(wbits=16 + zlib.MAX_WBITS),
}


def _unpacked(begin: Callable[[], _Frame], start: bytes, raw: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the contents of the frames in order.

    The libraries' own multi-frame readers do not notice a truncated frame. So this function tracks
    frames itself: the input must end where a frame ends.
    """
    frame = begin()
    within = False
    offset = 0
    for piece in _pieces(start, raw):
        while piece:
            try:
                block = frame.decompress(piece)
            except (ZstdError, zlib.error) as error:
                raise _damaged(error, offset) from error
            within = not frame.eof
            rest = frame.unused_data if frame.eof else b""
            offset += len(piece) - len(rest)
            piece = rest  # noqa: PLW2901 - the next frame begins in the same piece
            if frame.eof:
                frame = begin()
            if block:
                yield block
    if within:
        raise UnreadableSource("truncated", offset=offset)


def _pieces(start: bytes, raw: Iterator[bytes]) -> Iterator[bytes]:
    for block in chain((start,), raw):
        for at in range(0, len(block), PIECE_BYTES):
            yield block[at : at + PIECE_BYTES]


def _damaged(error: Exception, offset: int) -> UnreadableSource:
    message = str(error).removeprefix("zstd decompressor error: ")
    message = message.removeprefix("zstd decompress error: ")
    message = message.removeprefix("Error -3 while decompressing data: ")
    if "requires too much memory" in message:
        return UnreadableSource("window_too_large", limit=WINDOW_BYTES_MAX)
    return UnreadableSource("corrupt", offset=offset, error=message)
