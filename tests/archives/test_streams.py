"""Test compressed archives: whole, cut, damaged, and malicious."""

import gzip
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from random import Random

import pytest
from zstandard import ZstdCompressionParameters, ZstdCompressor

from service.archives.compression import READ_BYTES, WINDOW_BYTES_MAX, Progress, SourceRead
from service.archives.record_lines import LINE_BYTES_MAX, ReadFault, RecordLine
from service.archives.sources import lines_of

RECORDS = [b'{"format":"carolus-record/1","id":"%d"}' % number for number in range(40)]
PLAIN = b"\n".join(RECORDS) + b"\n"
SKIPPED = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc"
PEAK_BYTES_MAX = 48 << 20

Pack = Callable[[bytes], bytes]


def compressed(data: bytes) -> bytes:
    return ZstdCompressor(write_checksum=True).compress(data)


def read(data: bytes) -> list[RecordLine | ReadFault]:
    return list(lines_of(BytesIO(data), "games.zst"))


def records_of(found: list[RecordLine | ReadFault]) -> list[bytes]:
    return [item.data for item in found if isinstance(item, RecordLine)]


def faults_of(found: list[RecordLine | ReadFault]) -> list[ReadFault]:
    return [item for item in found if isinstance(item, ReadFault)]


@contextmanager
def little_memory() -> Iterator[None]:
    """Fail if the block needs much memory at any time."""
    tracemalloc.start()
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < PEAK_BYTES_MAX


@pytest.mark.parametrize(
    "data",
    [
        compressed(PLAIN),
        compressed(PLAIN[:333]) + compressed(PLAIN[333:]),
        compressed(b"") + compressed(PLAIN) + compressed(b""),
        SKIPPED + compressed(PLAIN) + SKIPPED,
        b"".join(compressed(record + b"\n") for record in RECORDS),
        gzip.compress(PLAIN),
        gzip.compress(PLAIN[:333]) + gzip.compress(PLAIN[333:]),
    ],
    ids=["one", "two", "empty-ones", "skippable", "one-a-record", "gzip", "gzip-two"],
)
def test_frames_are_read_one_after_the_other(data: bytes) -> None:
    """A record may begin in one frame and end in the next."""
    assert read(data) == [
        RecordLine("games.zst", number, record) for number, record in enumerate(RECORDS, start=1)
    ]


@pytest.mark.parametrize("pack", [compressed, gzip.compress])
def test_cut_anywhere(pack: Pack) -> None:
    """The reader returns what came before, and one fault that says that something is missing."""
    first = pack(PLAIN[:400])
    whole = first + pack(PLAIN[400:])
    for end in range(4, len(whole)):
        found = read(whole[:end])
        records = records_of(found)
        assert records[:-1] == RECORDS[: len(records)][:-1]
        if end == len(first):
            assert faults_of(found) == []
            continue
        assert records == RECORDS[: len(records)]
        (fault,) = faults_of(found)
        assert found[-1] == fault
        assert (fault.reason, fault.facts) == ("truncated", {"offset": end})
        assert fault.line in ({len(records) + 1} if records else {None, 1})
        assert fault.sentence.endswith(
            f": the compressed data ends in the middle, after {end} bytes"
        )


@pytest.mark.parametrize(("pack", "head"), [(compressed, 4), (gzip.compress, 10)])
def test_changed_anywhere(pack: Pack, head: int, seed: int) -> None:
    """The reader raises nothing, and with a checksum it notices every change of the data."""
    whole = pack(PLAIN)
    random = Random(seed)
    for position in range(head, len(whole)):
        changed = bytearray(whole)
        changed[position] ^= 1 << random.randrange(8)
        found = read(bytes(changed))
        assert faults_of(found) or records_of(found) == RECORDS


def test_many_changes(seed: int) -> None:
    """With several bytes changed, removed or added, the reader returns lines and faults."""
    random = Random(seed)
    for _ in range(500):
        changed = bytearray(random.choice((PLAIN, compressed(PLAIN), gzip.compress(PLAIN))))
        for _ in range(random.randrange(1, 6)):
            start = random.randrange(len(changed))
            changed[start : start + random.randrange(4)] = random.randbytes(random.randrange(4))
        for item in read(bytes(changed)):
            assert isinstance(item, RecordLine) or item.sentence.startswith("games.zst")


@pytest.mark.parametrize("pack", [compressed, gzip.compress])
def test_only_a_frame_may_follow_a_frame(pack: Pack) -> None:
    """Other data is damage, reported after all records."""
    found = read(pack(PLAIN) + b"and more")
    assert records_of(found) == RECORDS
    (fault,) = faults_of(found)
    assert fault.reason == "corrupt"
    assert fault.facts["offset"] == len(pack(PLAIN))


def test_a_large_window_is_refused() -> None:
    """It would need memory before any data arrived."""
    large = ZstdCompressionParameters.from_level(3, window_log=27)
    archive = ZstdCompressor(compression_params=large).compressobj()
    (fault,) = read(archive.compress(PLAIN) + archive.flush())
    assert isinstance(fault, ReadFault)
    assert (fault.reason, fault.facts) == ("window_too_large", {"limit": WINDOW_BYTES_MAX})
    assert "a window of more than 8 MiB" in fault.sentence


@pytest.mark.parametrize(
    ("start", "method"),
    [(b"\xfd7zXZ", "xz"), (b"BZh9", "bzip2"), (b"PK\3\4", "zip")],
)
def test_other_compressed_files_are_named(start: bytes, method: str) -> None:
    """They are not text."""
    (fault,) = read(start + bytes(100))
    assert isinstance(fault, ReadFault)
    assert fault.sentence == (
        f"games.zst: compressed with {method}, which is not supported; decompress it first"
    )


def bomb(filling: bytes, size: int) -> bytes:
    """Return a frame that unpacks to this many bytes, before a frame with a record."""
    archive = ZstdCompressor().compressobj()
    block = filling * (1 << 20)
    packed = b"".join(archive.compress(block) for _ in range(size >> 20))
    return packed + archive.flush() + compressed(b"\n" + RECORDS[0])


@pytest.mark.long
def test_a_bomb_of_gzip_takes_little_memory() -> None:
    """The reader decompresses it in pieces too."""
    packed = gzip.compress(bytes(1 << 28) + b"\n" + RECORDS[0])
    with little_memory():
        found = read(packed)
    assert found == [
        ReadFault("games.zst", 1, "line_too_long", {"limit": LINE_BYTES_MAX}),
        RecordLine("games.zst", 2, RECORDS[0]),
    ]


@pytest.mark.long
@pytest.mark.parametrize("filling", [b"[", b"\0"], ids=["brackets", "zeros"])
def test_a_line_of_a_gigabyte_takes_little_memory(filling: bytes) -> None:
    """It is one fault, and the reader returns the record after it."""
    packed = bomb(filling, 1 << 30)
    assert len(packed) < 200_000
    with little_memory():
        found = read(packed)
    assert found == [
        ReadFault("games.zst", 1, "line_too_long", {"limit": LINE_BYTES_MAX}),
        RecordLine("games.zst", 2, RECORDS[0]),
    ]


@pytest.mark.usefixtures("untraced")
def test_a_million_blank_lines_take_little_memory() -> None:
    """The reader only counts them."""
    with little_memory():
        (line,) = read(bomb(b"\n", 1 << 20))
    assert line == RecordLine("games.zst", (1 << 20) + 2, RECORDS[0])


def test_the_densest_blocks_take_little_memory() -> None:
    """Blocks that repeat one byte turn 4 bytes into 128 KiB, and here they come all at once."""
    header = b"\x28\xb5\x2f\xfd" + b"\x00" + b"\x38"  # no size, no checksum; a window of 128 KiB
    block = ((128 << 10) << 3 | 1 << 1).to_bytes(3, "little") + b"["
    last = (0 << 3 | 1).to_bytes(3, "little")
    frame = header + block * 8000 + last
    with little_memory():
        found = read(frame)
    assert [fault.reason for fault in faults_of(found)] == ["line_too_long"]
    assert records_of(found) == []


def test_progress_counts_bytes_as_stored() -> None:
    """Callers can compare it with the size of the files, and the hash with ``sha256sum``."""
    data = compressed(PLAIN)
    progress = Progress()
    assert len(list(lines_of(BytesIO(data), "games.zst", progress=progress))) == len(RECORDS)
    assert progress.bytes_read == len(data)
    digest = sha256(data).hexdigest()
    assert progress.sources == [SourceRead("games.zst", len(data), digest, whole=True)]


def test_the_hash_covers_a_source_to_its_end() -> None:
    """Even if a fault ends the reading of records."""
    data = b"PK\x03\x04" + bytes(3 * READ_BYTES)
    progress = Progress()
    (fault,) = lines_of(BytesIO(data), "games.zip", progress=progress)
    assert isinstance(fault, ReadFault)
    (source,) = progress.sources
    assert (source.bytes, source.sha256) == (len(data), sha256(data).hexdigest())
    assert source.whole


def test_the_hash_of_a_source_that_breaks_off() -> None:
    """It covers what could be read, and the report says that this is not everything."""

    class Broken(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell() >= len(PLAIN):
                raise OSError("the disk is gone")
            return super().read(size)

    progress = Progress()
    assert faults_of(list(lines_of(Broken(PLAIN), "games.ndjson", progress=progress)))
    (source,) = progress.sources
    assert (source.sha256, source.whole) == (sha256(PLAIN).hexdigest(), False)
