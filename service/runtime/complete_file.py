"""Write a file that gets its name only when it is complete."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

UNFINISHED_SUFFIX: Final = ".part"
"""Suffix of hidden files that are not complete yet."""


@contextmanager
def complete_file(path: Path) -> Iterator[BinaryIO]:
    """Yield the stream to write to; the file gets its name only when it is complete."""
    begun = path.with_name(f".{path.name}{UNFINISHED_SUFFIX}")
    try:
        with begun.open("wb") as stream:
            yield stream
        begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)
