"""Reading archives from files, folders and standard input.

Contents and file names may be hostile. Reading raises no errors: anything unreadable yields a
``ReadFault`` among the lines, and reading goes on.
"""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from domain.record.detection import is_text
from domain.refusal import Malformed
from service.archives.compression import Digested, Progress, Readable, blocks, explanation
from service.archives.framing import framed, is_record, is_tournament
from service.archives.record_lines import LINE_BYTES_MAX, ReadFault, RecordLine, UnreadableSource
from service.runtime.complete_file import UNFINISHED_SUFFIX

STANDARD_INPUT: Final = "-"
INPUT_NAME: Final = "standard input"
NO_NAME: Final = '""'
"""How an empty path appears."""

PLAIN_SUFFIXES: Final = (".json", ".ndjson", ".jsonl", ".carolus.txt")
SUFFIXES: Final = tuple(
    plain + packed for packed in ("", ".zst", ".gz") for plain in PLAIN_SUFFIXES
)
"""Suffixes of the files that are read in a folder."""

NOT_ARCHIVES: Final = ("jwks.json", "report.jsonl", "report.ndjson", "report.sarif.json")
"""Files that often lie next to archives: keys, and reports of audits."""


def lines(
    paths: Iterable[str | Path],
    *,
    progress: Progress | None = None,
    stdin: BinaryIO | None = None,
) -> Iterator[RecordLine | ReadFault]:
    """Yield the records of files, of folders (recursively), and of ``-``, standard input.

    A file in ``paths`` is read whatever its name. In a folder, files with the right suffix are read
    in the order of their names; hidden files are skipped. ``progress`` is kept up to date. A source
    of several lines without any record is one fault.
    """
    progress = Progress() if progress is None else progress
    for path in paths:
        if str(path) == STANDARD_INPUT:
            # sys.stdin is None if the shell closed standard input.
            opened = getattr(sys.stdin, "buffer", None) if stdin is None else stdin
            if opened is None:
                yield ReadFault(INPUT_NAME, None, "unreadable", {"error": "it is closed"})
            else:
                yield from _archived(lines_of(_AtOnce(opened), INPUT_NAME, progress=progress))
            continue
        if not str(path):  # an unset variable of a script, which Path would take for this folder
            yield ReadFault(NO_NAME, None, "missing", {})
            continue
        for found in _files(Path(path), progress):
            if isinstance(found, ReadFault):
                yield found
            else:
                yield from _lines_of_file(found, progress)


def lines_of(
    stream: Readable,
    source: str,
    *,
    longest: int = LINE_BYTES_MAX,
    progress: Progress | None = None,
) -> Iterator[RecordLine | ReadFault]:
    """Yield the records of one stream; ``source`` is its name in faults.

    ``longest`` limits the length of a line or document, in bytes. If there is a ``progress``, the
    stream is read to its end even after a fault, for the hash of all its bytes. The record of a
    tournament, with which its archive begins, is not a game and is skipped.
    """
    read = stream if progress is None else Digested(stream)
    try:
        for number, data in framed(blocks(read, progress or Progress()), longest):
            if data is None:
                yield ReadFault(source, number, "line_too_long", {"limit": longest})
            elif not is_tournament(data):
                yield RecordLine(source, number, data)
    except UnreadableSource as end:
        yield ReadFault(source, end.line, end.reason, end.facts)
    if progress is not None and isinstance(read, Digested):
        progress.sources.append(read.result(source))


def read_again(
    paths: Sequence[str | Path],
) -> Callable[[], Iterator[RecordLine | ReadFault]] | None:
    """Return a function that reads the same records once more; None if a path can be read once."""
    return None if size(paths) is None else lambda: lines(paths)


def size(paths: Iterable[str | Path]) -> int | None:
    """Return how many bytes ``lines`` will read, or None if that is unknown in advance."""
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


def named(path: str | Path) -> str:
    """Return the name of a given path for people and machines; ``-`` is standard input."""
    text = str(path)
    if text == STANDARD_INPUT:
        return STANDARD_INPUT
    return name_of(Path(path)) if text else NO_NAME


def name_of(path: Path) -> str:
    r"""Return the name of a file for people and machines: printable, and different for each file.

    A backslash is ``\\``; each byte of what is not UTF-8 or not printable is ``\xNN``. Files with
    one of the names of standard input begin with ``./``.
    """
    # A lone surrogate stands for a byte that is not UTF-8.
    text = "".join(map(_shown, os.fsencode(path).decode("utf-8", "surrogateescape")))
    return f"./{text}" if text in {STANDARD_INPUT, INPUT_NAME, NO_NAME} else text


def _shown(character: str) -> str:
    if character == "\\":
        return r"\\"
    if character.isprintable():
        return character
    return "".join(rf"\x{byte:02x}" for byte in character.encode("utf-8", "surrogateescape"))


class _AtOnce:
    """A buffered stream whose reads return available data, without waiting for a full block."""

    def __init__(self, stream: BinaryIO) -> None:
        self._read = getattr(stream, "read1", stream.read)

    def read(self, size: int, /) -> bytes:
        found: bytes = self._read(size)
        return found


class _Located(NamedTuple):
    """A file or folder beneath a given folder, and the folders that contain it."""

    path: Path
    above: tuple[tuple[int, int], ...]


def _lines_of_file(path: Path, progress: Progress) -> Iterator[RecordLine | ReadFault]:
    try:
        stream = path.open("rb", buffering=0)
    except (OSError, ValueError) as failure:
        yield _fault(path, failure)
        return
    with stream:
        yield from _archived(lines_of(stream, name_of(path), progress=progress))


def _archived(found: Iterator[RecordLine | ReadFault]) -> Iterator[RecordLine | ReadFault]:
    """Yield the records of a source; a fault instead if none of several lines is a record."""
    waiting: list[RecordLine] = []
    size = 0
    for one in found:
        if isinstance(one, ReadFault) or is_text(one.data) or is_record(one.data):
            yield from waiting
            yield one
            yield from found
            return
        waiting.append(one)
        size += len(one.data)
        if size > LINE_BYTES_MAX:
            break
    for _ in found:
        pass  # the hash covers the whole source
    if len(waiting) > 1:
        yield _no_record(waiting[0])
    else:
        yield from waiting


def _no_record(first: RecordLine) -> ReadFault:
    error = "not a record"
    try:
        first.decode()
    except Malformed as wrong:
        error = str(wrong)
    return ReadFault(first.source, None, "no_record", {"line": first.number, "error": error})


def _files(named: Path, progress: Progress) -> Iterator[Path | ReadFault]:
    """Yield the given file, or the archives beneath the given folder."""
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

    Links are followed, but each folder is read once, however many links lead to it: otherwise a
    hostile folder could contain a practically endless number of paths.
    """
    seen: set[tuple[int, int]] = set()
    places = [_Located(named, ())]
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
            elif stat.S_ISREG(status.st_mode) and is_archive(path):
                yield path
            else:
                progress.passed_over.append(name_of(path))
        except OSError as failure:
            yield _fault(path, failure)


def _inside(
    folder: Path, above: tuple[tuple[int, int], ...], progress: Progress
) -> Iterator[_Located]:
    """Yield the contents of a folder in reverse order, for a stack to pop in order."""
    for path in sorted(folder.iterdir(), key=os.fsencode, reverse=True):
        if path.name.startswith(".") and path.name.endswith(UNFINISHED_SUFFIX):
            continue  # what a command is writing, perhaps this one
        if path.name.startswith("."):
            progress.passed_over.append(name_of(path))
        else:
            yield _Located(path, above)


def is_archive(path: Path) -> bool:
    """Return whether a file beneath a folder is read, judging by its name."""
    name = path.name.lower()
    return name.endswith(SUFFIXES) and name not in NOT_ARCHIVES


def _fault(path: Path, failure: OSError | ValueError) -> ReadFault:
    if isinstance(failure, FileNotFoundError):
        return ReadFault(name_of(path), None, "missing", {})
    return ReadFault(name_of(path), None, "unreadable", {"error": explanation(failure)})
