"""The hub itself, on a real log: what many readers cost, and that none of them misses anything."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.options import Options
from domain.table.actions import TakeSeat
from service.access.keys import Keys
from service.access.register import Register
from service.access.rights import Caller
from service.access.vaults import Vaults
from service.access.watching import Watching
from service.games.callers import Callers
from service.games.handler import Handler
from service.live import tail
from service.live.frames import MESSAGES
from service.live.hub import Hub
from service.live.streams import PACE, of_game
from service.live.tail import KEPT_MAX, PAGES, Reader, Tail
from service.storage.log import Log
from service.storage.rows import Row, Stored
from tests.support.storage.stores import (
    AT,
    KEY,
    SIGNER,
    Clock,
    handler_of,
    played,
    put,
    run,
    sqlite,
)

READERS = 1_000


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """Return a log on a file."""
    with sqlite(tmp_path) as opened:
        yield opened


def hub_on(log: Log) -> Hub:
    """Return a hub without a Redis."""
    keys = Keys(KEY)
    callers = Callers(Register(log, keys, Clock()), Handler(log, keys, SIGNER, Clock()), None)
    return Hub(log, callers, Watching(log, Vaults(log)), None, "", "this")


def pages(reader: str) -> float:
    """Return how many pages were read so far, for all readers of a game or for one."""
    return float(PAGES.labels(reader)._value.get())


async def versions(reader: Reader, last: int) -> list[int]:
    """Read up to this version."""
    found: list[int] = []
    while not found or found[-1] < last:
        reader.news.clear()
        frames = await reader.frames(MESSAGES)
        found += [json.loads(frame)["id"] for frame in frames]
        if not frames:
            await reader.news.wait()
    return found


async def loaded(log: Log, game: str) -> Stored:
    """Return a game that there is."""
    stored = await asyncio.to_thread(log.load, game)
    assert stored is not None
    return stored


def heard_of(hub: Hub, stored: Stored) -> None:
    """Tell of a game that went on on another worker."""
    hub._wake("bus", [(stored.game.id, stored.head.version)])


async def read_to_the_end(hub: Hub, game: str) -> Tail:
    """Return the tail of a game when it has read what there is."""
    end = hub._tails[game]
    if end._pump is not None:
        await end._pump
    return end


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
                await stack.enter_async_context(hub.follow(stored, Caller(), stored.head.version))
                for _ in range(READERS)
            ]
            at = stored.head.version
            for batch in game.batches[10:]:
                stored = await put(log, (batch,), stored)
                heard_of(hub, stored)
            last = stored.head.version
            told = await asyncio.gather(*(versions(reader, last) for reader in readers))
        assert all(one == list(range(at + 1, last + 1)) for one in told)
        assert pages("all") - before[0] <= len(game.batches) - 10 + 2
        assert pages("one") == before[1]
        await hub.stop()

    run(scene())


def test_what_is_committed_here_is_not_read_again(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers are told of it as it was put on disk."""

    async def scene() -> None:
        hub = hub_on(log)
        game = played("here", 20)
        stored = await put(log, game.batches[:5])
        hub.start()
        async with (
            hub.follow(stored, Caller(), stored.head.version) as reader,
            hub.follow(stored, Caller(), stored.head.version),
        ):
            end = await read_to_the_end(hub, "here")
            monkeypatch.setattr(log, "rows", None)
            for batch in game.batches[5:]:
                done = await log.append(stored, batch, AT, None)
                hub.committed(done)
                at, last = stored.head.version, done.stored.head.version
                assert await versions(reader, last) == list(range(at + 1, last + 1))
                stored = end.stored
                assert stored == done.stored
        await hub.stop()

    run(scene())


def test_what_others_committed_before_is_read(log: Log) -> None:
    """What is committed here follows on it, and waits for it."""

    async def scene() -> None:
        hub = hub_on(log)
        game = played("between", 20)
        stored = await put(log, game.batches[:5])
        hub.start()
        async with hub.follow(stored, Caller(), stored.head.version) as reader:
            await read_to_the_end(hub, "between")
            theirs = await put(log, game.batches[5:10], stored)
            for batch in game.batches[10:12]:
                done = await log.append(theirs, batch, AT, None)
                hub.committed(done)
                theirs = done.stored
            last = theirs.head.version
            assert await versions(reader, last) == list(range(stored.head.version + 1, last + 1))
        await hub.stop()

    run(scene())


def test_who_acts_is_answered_before_others_are_told(log: Log) -> None:
    """However many they are."""

    async def scene(handler: Handler) -> None:
        hub = hub_on(log)
        handler.listeners.append(hub.committed)
        hub.start()
        game = (await handler.open(RULESET, Options(), None)).stored
        order: list[str] = []

        async def read(reader: Reader) -> None:
            await versions(reader, game.head.version + 1)
            order.append("told")

        async with hub.follow(game, Caller(), game.head.version) as reader:
            await read_to_the_end(hub, game.game.id)
            reading = asyncio.create_task(read(reader))
            await handler.perform(game.game.id, 0, [TakeSeat(0)])
            order.append("answered")
            await reading
        assert order == ["answered", "told"]
        await hub.stop()

    run(scene(handler_of(log)))


def test_the_last_reader_may_leave_at_a_commit(log: Log) -> None:
    """Then nobody is told, and nothing is read."""

    async def scene() -> None:
        hub = hub_on(log)
        game = played("leaving", 5)
        stored = await put(log, game.batches[:3])
        hub.start()
        async with hub.follow(stored, Caller(), stored.head.version):
            end = await read_to_the_end(hub, "leaving")
            theirs = await put(log, game.batches[3:4], stored)
            batch = game.batches[4]
            hub.committed(await log.append(theirs, batch, AT, None))
        await asyncio.sleep(0)
        assert end.stored == stored
        assert end._pump is None
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
            hub.follow(stored, Caller(), stored.head.version) as early,
            hub.follow(stored, Caller(), 0) as late,
        ):
            at = stored.head.version
            for batch in game.batches[half:]:
                stored = await put(log, (batch,), stored)
                heard_of(hub, stored)
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
        async with hub.follow(stored, Caller(), stored.head.version) as reader:
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

        async with hub.follow(stored, Caller(), stored.head.version) as reader:
            at = stored.head.version
            stored = await put(log, game.batches[5:], stored)
            with monkeypatch.context() as broken:
                broken.setattr(log._recorder, "select_events", fail)
                heard_of(hub, stored)
                await failed.wait()
            assert log._recorder.select_events == select
            last = stored.head.version
            assert await versions(reader, last) == list(range(at + 1, last + 1))
        await hub.stop()

    run(scene(handler_of(log)))


@pytest.mark.parametrize("failure", [OperationalError("away"), ZeroDivisionError("a mistake")])
def test_whoever_comes_while_the_log_fails_is_told(
    log: Log, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    """Whatever it fails with, nobody waits for ever, and whoever comes later is let in."""
    hub = hub_on(log)

    def fail() -> int:
        raise failure

    async def scene() -> None:
        stored = await put(log, played("game", requests=1).batches)
        with monkeypatch.context() as failing:
            failing.setattr(log, "position", fail)
            for _ in range(2):
                with pytest.raises(type(failure)):
                    async with hub.follow(stored, Caller(), 0):
                        pass
        async with hub.follow(stored, Caller(), 0) as reader:
            assert await versions(reader, stored.head.version)

    run(scene())


def test_who_is_behind_waits_for_a_log_that_cannot_be_read(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stream does not break, and goes on by itself where it was."""
    monkeypatch.setattr(tail, "KEPT_MAX", 1)
    monkeypatch.setattr(tail, "RETRY_SECONDS", 0.01)
    failed = asyncio.Event()

    async def scene() -> None:
        hub = hub_on(log)
        game = played("behind", 20)
        stored = await put(log, game.batches)
        loop = asyncio.get_running_loop()

        def fail(*_: object, **__: object) -> object:
            loop.call_soon_threadsafe(failed.set)
            raise OperationalError("the disk is gone")

        hub.start()
        async with hub.follow(stored, Caller(), 0) as reader:
            with monkeypatch.context() as broken:
                broken.setattr(log._recorder, "select_events", fail)
                reading = asyncio.create_task(versions(reader, stored.head.version))
                await failed.wait()
            assert await reading == list(range(1, stored.head.version + 1))
        await hub.stop()

    run(scene())


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
            assert not hub._watch.running
            assert (await hub.presence.of("left")).seats == ()
        await hub.stop()

    run(scene())


async def frames(reader: Reader) -> list[tuple[str, int]]:
    """Read a stream to its end; return each frame's type, and the version that it tells."""
    found: list[dict[str, Any]] = []
    async for several in of_game(reader, MESSAGES, PACE, snapshot=False):
        found += [json.loads(frame) for frame in several]
    return [
        (one["type"], one.get("id", one["data"].get("version")))
        for one in found
        if one["type"] != "presence"
    ]


@pytest.mark.parametrize("left", range(3))
def test_a_game_is_told_to_its_end_wherever_pages_end(
    log: Log, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    """Also if one page ends with the end of the game, and its secret is on the next one."""

    async def scene() -> None:
        hub = hub_on(log)
        game = played("paged", 10**6)
        stored = await put(log, game.batches[:-1])
        before = stored.head.version
        last = (await put(log, game.batches[-1:], stored)).head.version
        monkeypatch.setattr(tail, "PAGE", last - before - left)
        hub.start()
        async with hub.follow(stored, Caller(), before) as reader:
            told = await frames(reader)
        assert told == [
            *(("event", version) for version in range(before + 1, last + 1)),
            ("end", last),
        ]
        await hub.stop()

    run(scene())


def test_more_than_a_page_is_read_without_being_woken_again(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes with an old look at the game is told of all that happened since."""
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
    """The read is from before the commit, and its answer comes after the wake-up."""
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
            # One event: the version of which the tail only thought that it might be there.
            hub._wake("bus", [("woken", stored.head.version + 1)])
            hub._watch.cancel()
            woken.set()
            last = now.head.version
            assert await versions(reader, last) == list(range(stored.head.version + 1, last + 1))
        await hub.stop()

    run(scene())
