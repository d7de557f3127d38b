"""Test how the hub reads a log page by page: to the end, and without losing a wake-up."""

import asyncio
import json
import threading
from typing import Any

import pytest

from service.access.rights import Caller
from service.live import tail
from service.live.frames import MESSAGES
from service.live.streams import PACE, of_events
from service.live.tail import Reader
from service.storage.log import Log
from service.storage.rows import Row
from tests.live.hubs import hub_on, versions
from tests.support.storage.stores import played, put, run


async def frames(reader: Reader) -> list[tuple[str, int]]:
    """Read a stream to its end; return the type and version of each frame."""
    found: list[dict[str, Any]] = []
    async for several in of_events(reader, MESSAGES, PACE, snapshot=False):
        found += [json.loads(frame) for frame in several]
    return [
        (one["type"], one.get("id", one["data"].get("version")))
        for one in found
        if one["type"] != "presence"
    ]


@pytest.mark.parametrize("left", range(3))
def test_a_stream_reaches_the_end_wherever_pages_end(
    log: Log, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    """Even if one page ends with the end of the game, and its secret is on the next page."""

    async def scene() -> None:
        hub = hub_on(log)
        game = played("paged", 10**6)
        stored = await put(log, game.batches[:-1])
        before = stored.head.version
        last = (await put(log, game.batches[-1:], stored)).head.version
        monkeypatch.setattr(tail, "PAGE", last - before - left)
        hub.start()
        async with hub.follow(stored, Caller(), before) as reader:
            received = await frames(reader)
        assert received == [
            *(("event", version) for version in range(before + 1, last + 1)),
            ("end", last),
        ]
        await hub.stop()

    run(scene())


def test_more_than_a_page_is_read_without_being_woken_again(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client with an old version of the game gets everything that happened since."""
    monkeypatch.setattr(tail, "PAGE", 5)

    async def scene() -> None:
        hub = hub_on(log)
        game = played("pages", 20)
        stored = await put(log, game.batches[:3])
        last = (await put(log, game.batches[3:], stored)).head.version
        assert last > stored.head.version + 10
        hub.start()
        async with hub.follow(stored, Caller(), stored.head.version) as reader:
            assert await versions(reader, last) == list(range(stored.head.version + 1, last + 1))
        await hub.stop()

    run(scene())


def test_a_wake_up_during_a_read_that_finds_nothing_is_not_lost(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The read starts before the commit, and returns after the wake-up."""
    read, woken = asyncio.Event(), threading.Event()
    rows = log.rows

    async def scene() -> None:
        hub = hub_on(log)
        game = played("woken", 5)
        stored = await put(log, game.batches[:4])
        loop = asyncio.get_running_loop()

        def slow(*args: Any, **others: Any) -> list[Row]:
            found = rows(*args, **others)
            loop.call_soon_threadsafe(read.set)
            assert woken.wait(30)
            return found

        hub.start()
        monkeypatch.setattr(log, "rows", slow)
        async with hub.follow(stored, Caller(), stored.head.version) as reader:
            await read.wait()
            now = await put(log, game.batches[4:], stored)
            # One event: the version that the tail only expected.
            hub._wake("bus", [("woken", stored.head.version + 1)])
            hub._poller.cancel()
            woken.set()
            last = now.head.version
            assert await versions(reader, last) == list(range(stored.head.version + 1, last + 1))
        await hub.stop()

    run(scene())
