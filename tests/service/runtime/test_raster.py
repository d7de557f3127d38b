"""Pictures as PNG: how many may wait to be drawn."""

import asyncio
import threading

import pytest

from service.runtime import raster
from service.runtime.raster import WAITING_MAX, Raster, TooManyPictures


def test_few_pictures_wait_and_the_rest_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise strangers could fill the memory with pictures whose requests have ended."""
    go = threading.Event()

    def drawn(svg: bytes) -> bytes:
        go.wait()
        return svg

    monkeypatch.setattr(raster, "_drawn", drawn)

    async def story() -> list[bytes | BaseException]:
        pictures = Raster()
        waiting = [asyncio.create_task(pictures.png(str(one))) for one in range(WAITING_MAX)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyPictures):
            await pictures.png("one more")
        go.set()
        results = await asyncio.gather(*waiting)
        assert await pictures.png("one more") == b"one more"
        return list(results)

    assert asyncio.run(story()) == [str(one).encode() for one in range(WAITING_MAX)]
