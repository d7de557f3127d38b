"""Concurrent queries for the versions of streams."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest
from eventsourcing.persistence import OperationalError, StoredEvent

from service.storage import stream_versions
from service.storage.log import Log
from service.storage.stream_versions import Versions
from tests.support.storage import stores
from tests.support.storage.stores import OpenStore, note


def test_concurrent_callers_share_one_query(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Callers may ask about any streams. A stream that does not exist has version 0."""

    async def work(log: Log) -> None:
        asked: list[Sequence[str]] = []
        select = log.versions

        def counted(streams: Sequence[str]) -> Mapping[str, int]:
            asked.append(streams)
            return select(streams)

        monkeypatch.setattr(log, "versions", counted)
        await log.write([note("a/1"), note("a/2")])
        looks = Versions(log)
        streams = ["a/1", "a/2", "a/3"] * 20
        assert await asyncio.gather(*map(looks.of, streams)) == [1, 1, 0] * 20
        assert asked == [["a/1", "a/2", "a/3"]]
        monkeypatch.setattr(stream_versions, "STREAMS_AT_ONCE", 2)
        assert await asyncio.gather(*map(looks.of, streams)) == [1, 1, 0] * 20
        assert asked[1:] == [["a/1", "a/2"], ["a/3"]]

    with store() as log:
        stores.run(work(log))


def test_an_answer_is_never_older_than_the_question(store: OpenStore) -> None:
    """A caller that asks during a query waits for the next query."""

    async def work(log: Log, other: Log) -> None:
        looks = Versions(log)
        for number in range(100):
            early = asyncio.create_task(looks.of("a/b"))
            await asyncio.sleep(0)
            await other.write([StoredEvent("a/b", number + 1, "note.v1", b"")])
            assert await looks.of("a/b") == number + 1
            assert await early in (number, number + 1)

    with store() as log, store() as other:
        stores.run(work(log, other))


def test_a_cancelled_caller_or_a_failed_query_blocks_no_one(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed query raises in every waiting caller, and the next query succeeds."""

    async def work(log: Log) -> None:
        def away(_: object) -> None:
            raise OperationalError("away")

        looks = Versions(log)
        with monkeypatch.context() as patch:
            patch.setattr(log, "versions", away)
            gone, *others = [asyncio.create_task(looks.of("a/b")) for _ in range(3)]
            await asyncio.sleep(0)
            gone.cancel()
            results = await asyncio.gather(gone, *others, return_exceptions=True)
        assert [type(one) for one in results] == [
            asyncio.CancelledError,
            OperationalError,
            OperationalError,
        ]
        assert await looks.of("a/b") == 0

    with store() as log:
        stores.run(work(log))
