"""Test the hub on a real log: what many readers cost, and that none of them misses anything."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.options import Options
from domain.table.actions import TakeSeat
from service.access.rights import Caller
from service.games.handler import Handler
from service.live import tail
from service.live.hub import Hub
from service.live.tail import KEPT_MAX, PAGES, Reader, Tail
from service.storage.log import Log, Notice
from service.storage.rows import Stored
from tests.live.hubs import hub_on, versions
from tests.support.storage.stores import AT, handler_of, played, put, run

READERS = 1_000


def test_only_games_wake_the_lobby(log: Log) -> None:
    """Accounts, vaults and notes about requests are in the log too."""
    hub = hub_on(log)
    others = ("account/a", "vault/aaaaaaaaaaaaaaaa", "request/aaaaaaaaaaaaaaaa/k")
    hub._found([Notice(at, stream, 1) for at, stream in enumerate(others, 1)])
    assert not hub._lobby._woken.is_set()
    hub._found([Notice(4, "aaaaaaaaaaaaaaaa", 1)])
    assert hub._lobby._woken.is_set()


def pages(reader: str) -> float:
    """Return how many pages the hub has read so far, for all readers of a game or for one."""
    return float(PAGES.labels(reader)._value.get())


async def loaded(log: Log, game: str) -> Stored:
    """Return an existing game."""
    stored = await asyncio.to_thread(log.load, game)
    assert stored is not None
    return stored


def announce(hub: Hub, stored: Stored) -> None:
    """Announce that a game went on at another worker."""
    hub._wake("bus", [(stored.game.id, stored.head.version)])


async def read_to_the_end(hub: Hub, game: str) -> Tail[Any, Any]:
    """Return the tail of a game after it has read everything; from now on, only the test wakes it.

    A poll in the middle of what the test does would read events that the test has yet to announce.
    """
    hub._poller.cancel()
    end = hub._tails[game]
    if end._pump is not None:
        await end._pump
    return end


@pytest.mark.long
def test_a_thousand_readers_cost_no_more_queries_than_one(log: Log) -> None:
    """The hub reads each event once for all of them."""

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
                announce(hub, stored)
            last = stored.head.version
            received = await asyncio.gather(*(versions(reader, last) for reader in readers))
        assert all(one == list(range(at + 1, last + 1)) for one in received)
        assert pages("all") - before[0] <= len(game.batches) - 10 + 2
        assert pages("one") == before[1]
        await hub.stop()

    run(scene())


def test_commits_of_this_worker_are_not_read_again(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers get the rows that were put on disk."""

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


def test_earlier_commits_of_other_workers_are_read(log: Log) -> None:
    """Readers get them before later commits of this worker."""

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


def test_the_actor_gets_the_answer_before_others_get_the_event(log: Log) -> None:
    """It does not matter how many others there are."""

    async def scene(handler: Handler) -> None:
        hub = hub_on(log)
        handler.listeners.append(hub.committed)
        hub.start()
        game = (await handler.open(RULESET, Options(), None)).stored
        order: list[str] = []

        async def read(reader: Reader) -> None:
            await versions(reader, game.head.version + 1)
            order.append("streamed")

        async with hub.follow(game, Caller(), game.head.version) as reader:
            await read_to_the_end(hub, game.game.id)
            reading = asyncio.create_task(read(reader))
            await handler.perform(game.game.id, 0, [TakeSeat(0)])
            order.append("answered")
            await reading
        assert order == ["answered", "streamed"]
        await hub.stop()

    run(scene(handler_of(log)))


def test_the_last_reader_may_leave_at_a_commit(log: Log) -> None:
    """Then the hub wakes nobody and reads nothing."""

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


def test_a_late_reader_reads_the_log_until_the_tail(log: Log) -> None:
    """Then the reader continues with all others, while the game goes on."""

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
                announce(hub, stored)
            last = stored.head.version
            assert last - at > KEPT_MAX
            assert await versions(early, last) == list(range(at + 1, last + 1))
            before = pages("one")
            assert await versions(late, last) == list(range(1, last + 1))
            assert pages("one") > before
            assert late.over
        await hub.stop()

    run(scene())


def test_a_new_reader_misses_no_commit(log: Log) -> None:
    """This covers commits between loading the game and subscribing, without any wake-up."""

    async def scene() -> None:
        hub = hub_on(log)
        game = played("meanwhile", 20)
        stored = await put(log, game.batches[:5])
        hub.start()
        await put(log, game.batches[5:10], stored)
        async with hub.follow(stored, Caller(), stored.head.version) as reader:
            # And by another worker, which does not wake this one.
            now = await put(log, game.batches[10:], await loaded(log, "meanwhile"))
            received = await versions(reader, now.head.version)
        assert received == list(range(stored.head.version + 1, now.head.version + 1))
        await hub.stop()

    run(scene())


def test_readers_miss_nothing_while_the_log_fails(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers wait, and get everything afterwards."""
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
            await read_to_the_end(hub, "broken")
            at = stored.head.version
            stored = await put(log, game.batches[5:], stored)
            with monkeypatch.context() as broken:
                broken.setattr(log._recorder, "select_events", fail)
                announce(hub, stored)
                await failed.wait()
            assert log._recorder.select_events == select
            last = stored.head.version
            assert await versions(reader, last) == list(range(at + 1, last + 1))
        await hub.stop()

    run(scene(handler_of(log)))


@pytest.mark.parametrize("failure", [OperationalError("away"), ZeroDivisionError("a mistake")])
def test_a_new_reader_gets_the_failure_of_the_log(
    log: Log, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    """Whatever the failure, nobody waits for ever, and later readers get in."""
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


def test_a_late_reader_waits_while_the_log_fails(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stream does not break, and continues by itself."""
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
            await read_to_the_end(hub, "behind")
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
            assert not hub._poller.running
            assert (await hub.presence.of("left")).seats == ()
        await hub.stop()

    run(scene())
