"""Pictures as PNG, for programs that show no SVG, such as those that preview links.

The library that draws them holds the interpreter's lock for a few tenths of a second, so each
picture is drawn by a process of its own, and one at a time.
"""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Final

from service.runtime.fingerprints import fingerprint
from service.runtime.lru_cache import LruCache

PICTURES_IN_MEMORY_MAX: Final = 32
SECONDS_MAX: Final = 20
"""How long a process may draw before it is killed."""
WAITING_MAX: Final = 8
"""How many pictures may wait, with the one that is drawn. Strangers can request more than a
processor can draw; without a limit, the queue would fill the memory, and no link would get a
card."""

_DRAWING: Final = str(Path(__file__).with_name("rasterize.py"))


class TooManyPictures(Exception):
    """Too many pictures are waiting, so this one would be late."""


class Raster:
    """Draws pictures as PNG, and keeps the last ones."""

    def __init__(self) -> None:
        self._drawn: LruCache[str, bytes] = LruCache(PICTURES_IN_MEMORY_MAX)
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0

    def kept(self, svg: str) -> bytes | None:
        """Return a document as PNG if it has been drawn lately."""
        return self._drawn.get(fingerprint(svg.encode()))

    async def png(self, svg: str) -> bytes:
        """Return an SVG document as PNG, in its own size; raise TooManyPictures."""
        content = svg.encode()
        key = fingerprint(content)
        if self._waiting >= WAITING_MAX:
            raise TooManyPictures
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                found = self._drawn.get(key)  # the one before may have been the same
                if found is None:
                    found = await asyncio.to_thread(_drawn, content)
                    self._drawn.put(key, found)
        finally:
            self._waiting -= 1
        return found


def _drawn(svg: bytes) -> bytes:
    done = subprocess.run(  # noqa: S603 - our own program; the picture is its input
        [sys.executable, "-I", _DRAWING],
        input=svg,
        stdout=subprocess.PIPE,
        check=True,
        timeout=SECONDS_MAX,
    )
    return done.stdout
