"""Whether the log can be written: asked by many, tried once, and told in time."""

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
    """Counts the probes of a log, and can have them fail or wait."""

    def __init__(self, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.failure: Exception | None = None
        self.going_on = threading.Event()
        self.going_on.set()
        self._probe: Callable[[], None] = log._recorder.probe
        monkeypatch.setattr(log._recorder, "probe", self)

    def __call__(self) -> None:
        """Do what the recorder does."""
        self.count += 1
        assert self.going_on.wait(30)
        if self.failure is not None:
            raise self.failure
        self._probe()


async def asked_by_many(log: Log) -> list[Any]:
    """Return what all are told who ask at the same time."""
    return await asyncio.gather(*(log.probe() for _ in range(ASKERS)), return_exceptions=True)


def test_all_who_ask_at_once_share_one_try(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And for a moment after it nobody has to try."""
    with store() as log:
        probes = Probes(log, monkeypatch)

        async def scene() -> None:
            assert await asked_by_many(log) == [None] * ASKERS
            assert await asked_by_many(log) == [None] * ASKERS

        run(scene())
        assert probes.count == 1


def test_a_commit_is_proof_enough(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """But not if another one has failed after it."""
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
    """Whoever asks next is told how it is by then."""
    with store() as log:
        probes = Probes(log, monkeypatch)

        async def scene() -> None:
            probes.failure = OperationalError("disk is full")
            told = await asked_by_many(log)
            assert [str(one) for one in told] == ["disk is full"] * ASKERS
            probes.failure = None
            await log.probe()

        run(scene())
        assert probes.count == 2


def test_nobody_waits_for_long(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks is told in time that nobody knows; the same try goes on, and its end counts."""
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
    """What is committed together with it is its proof."""
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


def test_a_log_that_can_only_be_read_is_told_from_one_that_cannot(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if it is not known in time whether it can be written."""
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
