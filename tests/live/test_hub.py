"""The hub itself, on a real log: what many readers cost, and that none of them misses anything."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError

from service.access.rights import Caller
from service.access.vaults import Vaults
from service.access.watching import Watching
from service.handle import Handler
from service.live.frames import MESSAGES
from service.live.hub import Hub
from service.live.tail import KEPT_MAX, PAGES, Reader
from service.storage.log import Log
from service.storage.rows import Stored
from tests.support.stores import handler_of, played, put, run, sqlite

READERS = 1_000


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """Return a log on a file."""
    with sqlite(tmp_path) as opened:
        yield opened


def hub_on(log: Log) -> Hub:
    """Return a hub without a Redis."""
    return Hub(log, Watching(log, Vaults(log)), None, "", "this")


def pages(reader: str) -> float:
    """Return how many pages were read so far, for all readers of a game or for one."""
    return float(PAGES.labels(reader)._value.get())


async def versions(reader: Reader, last: int) -> list[int]:
    """Read up to this version."""
    found: list[int] = []
    while not found or found[-1] < last:
        reader.news.clear()
        frames = await reader.events(MESSAGES)
        found += [json.loads(frame)["id"] for frame in frames]
        if not frames:
            await reader.news.wait()
    return found


async def loaded(log: Log, game: str) -> Stored:
    """Return a game that there is."""
    stored = await asyncio.to_thread(log.load, game)
    assert stored is not None
    return stored


def test_a_thousand_readers_cost_no_more_queries_than_one(log: Log) -> None:
    """Each event is read once for all of them."""

    async def scene() -> None:
        hub = hub_on(log)
        game = played("many", 40)
        stored = await put(log, game.batches[:10])
        hub.start()
        before = pages("all"), pages("one")
        async with AsyncExitStack() as stack:
            readers = [
                await stack.enter_async_context(hub.follow(stored, Caller(), None))
                for _ in range(READERS)
            ]
            at = stored.head.version
            for batch in game.batches[10:]:
                stored = await put(log, (batch,), stored)
                hub.committed(stored)
            last = stored.head.version
            told = await asyncio.gather(*(versions(reader, last) for reader in readers))
        assert all(one == list(range(at + 1, last + 1)) for one in told)
        assert pages("all") - before[0] <= len(game.batches) - 10 + 2
        assert pages("one") == before[1]
        await hub.stop()

    run(scene())


def test_who_comes_late_reads_the_log_until_the_tail(log: Log) -> None:
    """Then goes on with all others, while the game goes on."""

    async def scene() -> None:
        hub = hub_on(log)
        game = played("late")
        half = len(game.batches) // 2
        stored = await put(log, game.batches[:half])
        hub.start()
        async with (
            hub.follow(stored, Caller(), None) as early,
            hub.follow(stored, Caller(), 0) as late,
        ):
            at = stored.head.version
            for batch in game.batches[half:]:
                stored = await put(log, (batch,), stored)
                hub.committed(stored)
            last = stored.head.version
            assert last - at > KEPT_MAX
            assert await versions(early, last) == list(range(at + 1, last + 1))
            before = pages("one")
            assert await versions(late, last) == list(range(1, last + 1))
            assert pages("one") > before
            assert late.over
        await hub.stop()

    run(scene())


def test_what_is_stored_while_somebody_comes_is_told(log: Log) -> None:
    """Between the look at the game and the first listening, and without any wake-up."""

    async def scene() -> None:
        hub = hub_on(log)
        game = played("meanwhile", 20)
        stored = await put(log, game.batches[:5])
        hub.start()
        await put(log, game.batches[5:10], stored)
        async with hub.follow(stored, Caller(), None) as reader:
            # And by another worker, of which this one is not told.
            now = await put(log, game.batches[10:], await loaded(log, "meanwhile"))
            told = await versions(reader, now.head.version)
        assert told == list(range(stored.head.version + 1, now.head.version + 1))
        await hub.stop()

    run(scene())


def test_a_log_that_cannot_be_read_for_a_while_costs_nothing(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who follows waits, and is told all of it afterwards."""
    select = log._recorder.select_events
    failed = asyncio.Event()

    async def scene(handler: Handler) -> None:
        hub = hub_on(log)
        game = played("broken", 20)
        stored = await put(log, game.batches[:5])
        hub.start()
        loop = asyncio.get_running_loop()

        def fail(*_: object, **__: object) -> object:
            loop.call_soon_threadsafe(failed.set)
            raise OperationalError("the disk is gone")

        async with hub.follow(stored, Caller(), None) as reader:
            at = stored.head.version
            stored = await put(log, game.batches[5:], stored)
            with monkeypatch.context() as broken:
                broken.setattr(log._recorder, "select_events", fail)
                hub.committed(stored)
                await failed.wait()
            assert log._recorder.select_events == select
            last = stored.head.version
            assert await versions(reader, last) == list(range(at + 1, last + 1))
        await hub.stop()

    run(scene(handler_of(log)))


def test_nothing_is_kept_for_a_game_that_nobody_follows(log: Log) -> None:
    """Tails, presence and the watch end with their last reader."""

    async def scene() -> None:
        hub = hub_on(log)
        stored = await put(log, played("left", 3).batches)
        hub.start()
        for _ in range(2):
            async with hub.follow(stored, Caller(seat=0), None):
                assert hub._tails.keys() == {"left"}
                assert (await hub.presence.of("left")).seats == (0,)
            assert hub._tails == {}
            assert hub._watch._task is None
            assert (await hub.presence.of("left")).seats == ()
        await hub.stop()

    run(scene())
