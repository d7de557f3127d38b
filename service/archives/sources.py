"""Reading archives from files, folders and standard input.

The contents may be hostile, and so may the names. Nothing that is read raises an error: what
cannot be read is a ``ReadFault`` among the lines, and everything else goes on.
"""

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from service.archives.compression import Progress, Readable, blocks, explanation
from service.archives.framing import framed
from service.archives.lines import LINE_BYTES_MAX, ReadFault, RecordLine, UnreadableSource

STANDARD_INPUT: Final = "-"
INPUT_NAME: Final = "standard input"
PLAIN_SUFFIXES: Final = (".json", ".ndjson", ".jsonl", ".carolus.txt")
SUFFIXES: Final = (*PLAIN_SUFFIXES, *(f"{suffix}.zst" for suffix in PLAIN_SUFFIXES))
"""How the names end of those files in a folder that are read."""

BESIDE: Final = ("jwks.json", "report.jsonl", "report.ndjson")
"""Files that lie beside archives and are none: keys, reports of audits."""


def lines(
    paths: Iterable[str | Path],
    *,
    longest: int = LINE_BYTES_MAX,
    progress: Progress | None = None,
    stdin: BinaryIO | None = None,
) -> Iterator[RecordLine | ReadFault]:
    """Yield the records of files, of folders with all beneath them, and of ``-``, standard input.

    A named file is read whatever it is called; in a folder the suffix decides, files come in the
    order of their names, and hidden ones are passed over. ``longest`` is the longest line, or
    document, in bytes. ``progress`` is kept up to date.
    """
    progress = Progress() if progress is None else progress
    for path in paths:
        if str(path) == STANDARD_INPUT:
            # Python has no standard input at all where the shell closed it.
            opened = getattr(sys.stdin, "buffer", None) if stdin is None else stdin
            if opened is None:
                yield ReadFault(INPUT_NAME, None, "unreadable", {"error": "it is closed"})
            else:
                stream = _AtOnce(opened)
                yield from lines_of(stream, INPUT_NAME, longest=longest, progress=progress)
            continue
        for found in _files(Path(path), progress):
            if isinstance(found, ReadFault):
                yield found
            else:
                yield from _lines_of_file(found, longest, progress)


def lines_of(
    stream: Readable,
    source: str,
    *,
    longest: int = LINE_BYTES_MAX,
    progress: Progress | None = None,
    unpack: bool = True,
) -> Iterator[RecordLine | ReadFault]:
    """Yield the records of one stream; ``source`` is what to call it.

    Without ``unpack`` compressed data is a fault.
    """
    progress = Progress() if progress is None else progress
    progress.sources += 1
    try:
        for number, data in framed(blocks(stream, progress, unpack=unpack), longest):
            if data is None:
                yield ReadFault(source, number, "line_too_long", {"limit": longest})
            else:
                yield RecordLine(source, number, data)
    except UnreadableSource as end:
        yield ReadFault(source, end.line, end.reason, end.facts)


def size(paths: Iterable[str | Path]) -> int | None:
    """Return how many bytes ``lines`` will read, or None if that cannot be known beforehand."""
    total = 0
    for path in paths:
        if str(path) == STANDARD_INPUT:
            return None
        for found in _files(Path(path), Progress()):
            if isinstance(found, ReadFault):
                continue
            try:
                status = found.stat()
            except OSError:
                continue
            if not stat.S_ISREG(status.st_mode):
                return None
            total += status.st_size
    return total


def name_of(path: Path) -> str:
    """Return the name of a file for people and machines.

    What is not UTF-8, or would do something to a terminal, is escaped.
    """
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


class _AtOnce:
    """A buffered stream that gives what has come, and does not wait until a block is full."""

    def __init__(self, stream: BinaryIO) -> None:
        self._read = getattr(stream, "read1", stream.read)

    def read(self, size: int, /) -> bytes:
        found: bytes = self._read(size)
        return found


class _Place(NamedTuple):
    """A file or folder beneath a named folder, and the folders that it lies in."""

    path: Path
    above: tuple[tuple[int, int], ...]


def _lines_of_file(
    path: Path, longest: int, progress: Progress
) -> Iterator[RecordLine | ReadFault]:
    try:
        stream = path.open("rb", buffering=0)
    except (OSError, ValueError) as failure:
        yield _fault(path, failure)
        return
    with stream:
        yield from lines_of(stream, name_of(path), longest=longest, progress=progress)


def _files(named: Path, progress: Progress) -> Iterator[Path | ReadFault]:
    """Yield the file that is named, or the archives beneath the folder that is."""
    try:
        is_folder = stat.S_ISDIR(named.stat().st_mode)
    except (OSError, ValueError) as failure:
        yield _fault(named, failure)
        return
    if not is_folder:
        yield named
        return
    nothing = True
    for found in _beneath(named, progress):
        nothing = False
        yield found
    if nothing:
        yield ReadFault(name_of(named), None, "empty_folder", {"suffixes": ", ".join(SUFFIXES)})


def _beneath(named: Path, progress: Progress) -> Iterator[Path | ReadFault]:
    """Yield the archives beneath a folder, in the order of their names.

    Links are followed, but each folder is read once, however many links lead to it: a hostile
    folder could otherwise hold more paths than anybody has time for.
    """
    seen: set[tuple[int, int]] = set()
    places = [_Place(named, ())]
    while places:
        path, above = places.pop()
        try:
            status = path.stat()
            if stat.S_ISDIR(status.st_mode):
                identity = (status.st_dev, status.st_ino)
                if identity in above:
                    yield ReadFault(name_of(path), None, "folder_loop", {})
                elif identity not in seen:
                    seen.add(identity)
                    places += _inside(path, (*above, identity), progress)
            elif stat.S_ISREG(status.st_mode) and _is_archive(path):
                yield path
            else:
                progress.passed_over += 1
        except OSError as failure:
            yield _fault(path, failure)


def _inside(
    folder: Path, above: tuple[tuple[int, int], ...], progress: Progress
) -> Iterator[_Place]:
    """Yield what lies in a folder, the last name first, so that a stack gives the first."""
    for path in sorted(folder.iterdir(), key=os.fsencode, reverse=True):
        if path.name.startswith("."):
            progress.passed_over += 1
        else:
            yield _Place(path, above)


def _is_archive(path: Path) -> bool:
    name = path.name.lower()
    return name.endswith(SUFFIXES) and name not in BESIDE


def _fault(path: Path, failure: OSError | ValueError) -> ReadFault:
    if isinstance(failure, FileNotFoundError):
        return ReadFault(name_of(path), None, "missing", {})
    return ReadFault(name_of(path), None, "unreadable", {"error": explanation(failure)})
