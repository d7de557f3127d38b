"""When two callers append after the same version, only one succeeds."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Sequence
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent

from service.storage import writer
from service.storage.log import Appended, Conflict
from service.storage.writer import InDoubt, Repeated
from tests.support.storage.stores import AT, OpenStore, noting, played, put, run

GAME = "aaaaaaaaaaaaaaaa"
OTHER = "bbbbbbbbbbbbbbbb"


def test_only_one_of_two_follows_a_version(store: OpenStore) -> None:
    """The second of two batches that were decided on the same version raises a conflict."""
    game = played(GAME, requests=3)
    with store() as log:
        before = run(put(log, game.batches[:3]))
        run(put(log, game.batches[3:], before))
        rows = log.rows(GAME)
        other = played(GAME, requests=3, seed=2).batches[-1]
        with pytest.raises(Conflict):
            run(log.append(before, other, AT, None))
        assert log.rows(GAME) == rows
        assert len(log.notices(0, 100)) == len(rows)


def test_two_logs_on_one_store(store: OpenStore) -> None:
    """A load sees what another process appended; memory does not, so its next append conflicts."""
    game = played(GAME, requests=6)
    with store() as one, store() as other:
        stale = run(put(one, game.batches[:3]))
        assert other.load(GAME) == stale
        now = run(put(other, game.batches[3:], stale))
        assert one.hot(GAME) is stale
        with pytest.raises(Conflict):
            run(one.append(stale, game.batches[3], "later", None))
        assert one.load(GAME) == now
        assert one.hot(GAME) == now


def test_an_append_that_was_already_stored_is_not_a_conflict(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver retries after a lost acknowledgement. The log recognises its own rows only."""
    game = played(GAME, requests=2)
    with store() as log:
        before = run(put(log, game.batches[:2]))
        last = game.batches[2]
        insert = log._recorder.insert_events

        def again(rows: Sequence[StoredEvent], **others: Any) -> Any:
            with contextlib.suppress(IntegrityError):
                insert(rows)
            raise Repeated

        monkeypatch.setattr(log._recorder, "insert_events", again)
        done, _ = run(log.append(before, last, AT, None, noting("request/a")))
        assert log.load(GAME) == done
        assert log._note("request/a") == b"noted"
        with pytest.raises(Conflict):
            run(log.append(before, last, AT, None, noting("request/b")))
        assert log._note("request/b") is None


def test_an_identical_append_by_another_log_is_a_conflict(store: OpenStore) -> None:
    """Equal rows count as this log's own only if this log has tried to store them before."""
    game = played(GAME, requests=2)
    with store() as one, store() as other:
        before = run(put(one, game.batches[:2]))
        last = game.batches[2]
        run(one.append(before, last, AT, None))
        with pytest.raises(Conflict):
            run(other.append(before, last, AT, None))


def test_an_append_is_in_doubt_until_the_log_can_be_read(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller gets ``InDoubt`` at once. Later, the listener hears only of what was stored."""
    monkeypatch.setattr(writer, "DOUBT_SECONDS", 0.01)
    game = played(GAME, requests=2)
    heard: queue.SimpleQueue[Appended] = queue.SimpleQueue()
    with store() as log:
        before = run(put(log, game.batches[:2]))
        last = game.batches[2]
        insert, select = log._recorder.insert_events, log._recorder.select_events
        stored, away = threading.Event(), threading.Event()
        away.set()

        def cut(rows: Sequence[StoredEvent], **_: Any) -> Any:
            if stored.is_set():
                insert(rows)
            raise InDoubt

        def reading(*asked: Any, **others: Any) -> Any:
            if away.is_set():
                raise OperationalError
            return select(*asked, **others)

        async def scene() -> Appended:
            for at in ("not stored", AT):
                with pytest.raises(InDoubt):
                    await log.append(before, last, at, None, then=heard.put)
                stored.set()
            away.clear()
            return await asyncio.to_thread(heard.get, timeout=30)

        monkeypatch.setattr(log._recorder, "insert_events", cut)
        monkeypatch.setattr(log._recorder, "select_events", reading)
        assert run(scene()).stored == log.load(GAME)
        assert heard.empty()


def test_a_batch_is_stored_completely_or_not_at_all(store: OpenStore) -> None:
    """If the note exists, no event is stored; if the version exists, no note is stored."""
    game = played(GAME, requests=2)
    with store() as log:
        before = run(put(log, game.batches[:1]))
        batch = game.batches[1]
        run(put(log, played(OTHER, requests=0).batches))
        first = played(OTHER, requests=1).batches[-1]
        other = log.load(OTHER)
        run(log.append(other, first, AT, None, noting("request/x/key")))
        with pytest.raises(Conflict):
            run(log.append(before, batch, AT, None, noting("request/x/key")))
        assert len(log.rows(GAME)) == 1
        run(put(log, game.batches[1:2], before))
        rival = played(GAME, requests=1, seed=2).batches[-1]
        with pytest.raises(Conflict):
            run(log.append(before, rival, AT, None, noting("request/y/key")))
        assert log.request("y", "key") is None
