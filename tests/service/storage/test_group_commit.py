"""Many requests share a commit, and none affects another."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent

from service.storage.log import Conflict, Log
from service.storage.rows import Stored
from service.storage.writer import REQUESTS_PER_COMMIT_MAX
from tests.support.storage.gates import Gate
from tests.support.storage.stores import AT, OpenStore, note, on_one_engine, played, put, run

GAME = "aaaaaaaaaaaaaaaa"
OTHER = "bbbbbbbbbbbbbbbb"


async def all_at_once(gate: Gate, log: Log, names: list[str]) -> list[Stored | BaseException]:
    """Open a game for each name, so that all but the first wait for one transaction."""

    async def opening(name: str) -> Stored:
        return await put(log, played(name, requests=0).batches)

    tasks = [asyncio.create_task(opening(names[0]))]
    await asyncio.to_thread(gate.reached.wait, 30)
    tasks += [asyncio.create_task(opening(name)) for name in names[1:]]
    await asyncio.to_thread(gate.wait_for, len(names) - 1)
    gate.opened.set()
    return await asyncio.gather(*tasks, return_exceptions=True)


def test_many_requests_share_a_commit(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of fifty appends, the first is committed alone and the rest together."""
    names = [f"game-{number:02}" for number in range(50)]
    with store() as log:
        gate = Gate(log, monkeypatch)
        done = run(all_at_once(gate, log, names))
        assert gate.sizes == [1, 49]
        assert all(isinstance(one, Stored) for one in done)
        assert all(log.load(name) for name in names)
        assert [one.stream for one in log.notices(0, 100)] == names


def test_a_conflict_does_not_affect_the_others(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of fifty opens a game that exists already; only that one raises a conflict."""
    names = [f"game-{number:02}" for number in range(50)]
    with store() as log, store() as other:
        rival = played(names[20], requests=0, players=3).batches[0]
        run(other.append(None, rival, AT, None))
        done = run(all_at_once(Gate(log, monkeypatch), log, names))
        assert [isinstance(one, Conflict) for one in done] == [name == names[20] for name in names]
        assert all(log.load(name) for name in names)


def test_a_failure_is_raised_in_all_waiting_callers(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of their rows is stored. When the store works again, so does the log."""
    names = [f"game-{number:02}" for number in range(50)]
    with store() as log:
        gate = Gate(log, monkeypatch)
        insert = gate.insert

        def broken(rows: Sequence[StoredEvent], **others: Any) -> Any:
            if len(rows) > 1:
                raise OperationalError("disk is full")
            return insert(rows, **others)

        gate.insert = broken
        done = run(all_at_once(gate, log, names))
        assert isinstance(done[0], Stored)
        assert all(isinstance(one, OperationalError) for one in done[1:])
        assert [log.load(name) is not None for name in names] == [True] + [False] * 49
        gate.insert = insert
        run(put(log, played(names[7], requests=3).batches))


@on_one_engine
def test_a_cancelled_caller_is_left_out(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller that is cancelled while it waits adds nothing; the others succeed."""

    async def scene(log: Log, gate: Gate) -> None:
        first = asyncio.create_task(put(log, played("first", requests=0).batches))
        await asyncio.to_thread(gate.reached.wait, 30)
        gone = asyncio.create_task(put(log, played("gone", requests=0).batches))
        stays = asyncio.create_task(put(log, played("stays", requests=0).batches))
        await asyncio.to_thread(gate.wait_for, 2)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        gate.opened.set()
        await asyncio.gather(first, stays)

    with store() as log:
        run(scene(log, Gate(log, monkeypatch)))
        assert log.load("first")
        assert log.load("stays")
        assert log.load("gone") is None


def test_the_writer_survives_any_failure(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver may raise unexpected errors, even during the lookup after a conflict."""

    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError

    with store() as log:

        async def scene() -> None:
            await log._writer.put([note("n/1")])
            with monkeypatch.context() as failing:
                failing.setattr(log._recorder, "select_events", broken)
                late = [log._writer.put([note("n/1")]) for _ in range(2)]
                ends = await asyncio.gather(*late, return_exceptions=True)
            assert [type(end) for end in ends] == [ZeroDivisionError] * 2
            await log._writer.put([note("n/2")])

        run(scene())
        assert log._note("n/2") == b"noted"


def test_closing_writes_pending_requests(store: OpenStore) -> None:
    """Everything handed to the writer is on disk once the log is closed."""
    with store() as log:

        async def scene() -> None:
            for number in range(500):
                log._writer.put([note(f"n/{number}")])

        run(scene())
    with store() as log:
        assert len(log.notices(0, 1000)) == 500


@on_one_engine
def test_a_snapshot_does_not_wait_for_another_request(store: OpenStore) -> None:
    """The last snapshot of a quiet night is on disk soon after its action."""
    with store() as log:
        run(put(log, played(GAME).batches))
        deadline = time.monotonic() + 30
        while log._snapshots._taken:
            assert time.monotonic() < deadline
            time.sleep(0.001)


def test_a_failing_listener_blocks_no_one(store: OpenStore) -> None:
    """The rows are on disk, so this append and those behind it succeed."""
    with store() as log:

        def deaf() -> None:
            raise RuntimeError

        async def scene() -> None:
            first, second = log._writer.put([note("n/1")], deaf), log._writer.put([note("n/2")])
            await asyncio.wait_for(asyncio.gather(first, second), 30)

        run(scene())
        assert log._note("n/2") is not None


def test_a_closed_log_refuses_to_write(store: OpenStore) -> None:
    """The caller gets an error instead of waiting for ever."""
    with store() as log:
        log.close()

        async def scene() -> None:
            with pytest.raises(OperationalError):
                await log._writer.put([note("n/1")])

        run(scene())


def test_the_size_of_a_transaction_is_limited(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No more than ``REQUESTS_PER_COMMIT_MAX`` requests share one."""
    with store() as log:
        gate = Gate(log, monkeypatch)

        async def scene() -> None:
            futures = [log._writer.put([note(f"n/{number}")]) for number in range(600)]
            gate.opened.set()
            await asyncio.gather(*futures)

        run(scene())
        assert max(gate.sizes) == REQUESTS_PER_COMMIT_MAX
        assert sum(gate.sizes) == 600


def test_a_row_is_never_replaced(store: OpenStore) -> None:
    """The store itself refuses a second row with the same stream and version."""
    with store() as log:

        async def scene() -> None:
            await log._writer.put([note("n/1", "first")])
            with pytest.raises(IntegrityError):
                await log._writer.put([note("n/1", "second")])

        run(scene())
        assert log._note("n/1") == b"first"
