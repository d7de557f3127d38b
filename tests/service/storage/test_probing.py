"""Probe whether the log is writable: many callers share one probe, which answers in time."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError, PersistenceError

from service.storage import probing
from service.storage.log import Log
from service.storage.probing import OnlyReadable
from tests.support.storage.gates import Gate
from tests.support.storage.stores import OpenStore, note, run

ASKERS = 50


class Probes:
    """Counts the probes of a log, and can make them fail or wait."""

    def __init__(self, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.failure: Exception | None = None
        self.going_on = threading.Event()
        self.going_on.set()
        self._probe: Callable[[], None] = log._recorder.probe
        monkeypatch.setattr(log._recorder, "probe", self)

    def __call__(self) -> None:
        """Count, wait or fail as set, then probe the recorder."""
        self.count += 1
        assert self.going_on.wait(30)
        if self.failure is not None:
            raise self.failure
        self._probe()


async def probed_by_many(log: Log) -> list[Any]:
    """Return the results of many concurrent probes."""
    return await asyncio.gather(*(log.probe() for _ in range(ASKERS)), return_exceptions=True)


def test_concurrent_callers_share_one_probe(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a moment afterwards, callers reuse its result."""
    with store() as log:
        probes = Probes(log, monkeypatch)

        async def scene() -> None:
            assert await probed_by_many(log) == [None] * ASKERS
            assert await probed_by_many(log) == [None] * ASKERS

        run(scene())
        assert probes.count == 1


def test_a_commit_replaces_a_probe(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """But not after a later commit has failed."""
    with store() as log:
        probes = Probes(log, monkeypatch)

        async def scene() -> None:
            await log.write([note("n/1")])
            await log.probe()
            assert probes.count == 0
            with monkeypatch.context() as failing:
                failing.setattr(log._recorder, "insert_events", _fail)
                with pytest.raises(OperationalError):
                    await log.write([note("n/2")])
            await log.probe()
            assert probes.count == 1

        run(scene())


def _fail(*_: Any, **__: Any) -> None:
    raise OperationalError("disk is full")


def test_a_failure_is_not_remembered(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next caller starts a new probe."""
    with store() as log:
        probes = Probes(log, monkeypatch)

        async def scene() -> None:
            probes.failure = OperationalError("disk is full")
            results = await probed_by_many(log)
            assert [str(one) for one in results] == ["disk is full"] * ASKERS
            probes.failure = None
            await log.probe()

        run(scene())
        assert probes.count == 2


def test_no_caller_waits_long(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Callers get an error in time; the same probe goes on, and its result counts."""
    monkeypatch.setattr(probing, "ANSWER_SECONDS_MAX", 0.01)
    with store() as log:
        probes = Probes(log, monkeypatch)
        probes.going_on.clear()

        async def scene() -> None:
            for _ in range(3):
                with pytest.raises(PersistenceError, match="does not answer within"):
                    await log.probe()
            probes.going_on.set()
            while True:
                try:
                    return await log.probe()
                except PersistenceError:
                    await asyncio.sleep(0.01)

        run(scene())
        assert probes.count == 1


def test_a_probe_waits_behind_actions_and_costs_them_no_commit(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit of actions that wait with it serves as the proof."""
    with store() as log:
        probes = Probes(log, monkeypatch)
        gate = Gate(log, monkeypatch)

        async def scene() -> None:
            first = log._writer.put([note("n/1")])
            await asyncio.to_thread(gate.reached.wait, 30)
            asking = asyncio.create_task(log.probe())
            second = log._writer.put([note("n/2")])
            await asyncio.to_thread(gate.wait_for, 2)
            gate.opened.set()
            await asyncio.gather(first, asking, second)

        run(scene())
        assert (gate.sizes, probes.count) == ([1, 1], 0)


def test_a_read_only_log_differs_from_an_unreadable_one(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even while a slow probe has not yet shown whether the log is writable."""
    with store() as log:
        probes = Probes(log, monkeypatch)

        async def scene() -> None:
            probes.failure = OperationalError("disk is full")
            with pytest.raises(OnlyReadable, match="disk is full"):
                await log.probe()
            probes.failure = None
            with monkeypatch.context() as waiting:
                waiting.setattr(probing, "ANSWER_SECONDS_MAX", 0.01)
                probes.going_on.clear()
                with pytest.raises(PersistenceError, match="does not answer within") as late:
                    await log.probe()
                while not isinstance(late.value, OnlyReadable):
                    with pytest.raises(PersistenceError, match="does not answer within") as late:
                        await log.probe()
            probes.going_on.set()
            await log.probe()
            with monkeypatch.context() as failing:
                failing.setattr(log._probing, "_read", _fail)
                with pytest.raises(OperationalError) as unreadable:
                    await log.probe()
            assert not isinstance(unreadable.value, OnlyReadable)

        run(scene())
