"""The effects of an append: who is notified, and what remains when it fails."""

import asyncio
import threading
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError, StoredEvent

from domain.refusal import IllegalAction
from domain.rulesets.carolus_magnus.actions import MoveEmperor
from service.games.handler import Handler
from service.storage.log import Appended
from tests.support.games.table import action_of
from tests.support.storage.handling import (
    game_and_seat_due,
    key,
    legal_actions,
    start_game,
    workers,
)
from tests.support.storage.stores import OpenStore, on_both_engines, run


def test_listeners_get_each_commit_once(store: OpenStore) -> None:
    """They get the game as committed. Refusals, retries and rehearsals do not notify them."""

    async def scene(handler: Handler) -> None:
        heard: list[int] = []

        def committed(done: Appended) -> None:
            stored, rows = done
            assert handler.log.rows(stored.game.id)[-len(rows) :] == rows
            assert rows[-1].version == stored.head.version
            heard.append(stored.head.version)

        handler.listeners.append(committed)
        game = await start_game(handler)
        stored, seat = await game_and_seat_due(handler, game)
        assert heard == [1, stored.head.version]
        action = legal_actions(stored.game, 1)
        await handler.rehearse(game, seat, action)
        done = await handler.perform(game, seat, action, request=key("k"))
        await handler.perform(game, seat, action, request=key("k"))
        with pytest.raises(IllegalAction):
            await handler.perform(game, seat, [MoveEmperor(99)])
        assert heard == [1, stored.head.version, done.stored.head.version]

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_a_cancelled_caller_stops_nothing(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Listeners are still notified of the running commit, so that bots play on."""
    reached, gate = threading.Event(), threading.Event()

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await game_and_seat_due(handler, game)
        insert = handler.log._recorder.insert_events
        heard = asyncio.Event()
        handler.listeners.append(lambda done: heard.set())

        def slowly(rows: Sequence[StoredEvent], **others: Any) -> Any:
            reached.set()
            assert gate.wait(30)
            return insert(rows, **others)

        monkeypatch.setattr(handler.log._recorder, "insert_events", slowly)
        asked = asyncio.create_task(handler.perform(game, seat, legal_actions(stored.game, 1)))
        await asyncio.to_thread(reached.wait, 30)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        gate.set()
        await heard.wait()
        assert (await handler.load(game)).head.version > stored.head.version

    with workers(store, 1) as (handler,):
        run(scene(handler))


@on_both_engines
def test_when_the_store_fails_nothing_is_half_done(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller gets the error. A later retry with the same key succeeds."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await game_and_seat_due(handler, game)
        action = legal_actions(stored.game, 1)

        def broken(rows: Sequence[StoredEvent], **others: Any) -> Any:
            raise OperationalError("disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(handler.log._recorder, "insert_events", broken)
            with pytest.raises(OperationalError):
                await handler.perform(game, seat, action, request=key("k"))
        assert await handler.load(game) == stored
        done = await handler.perform(game, seat, action, request=key("k"))
        assert done.rows
        assert await handler.perform(game, seat, action, request=key("k")) == done

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_a_rehearsal_stores_nothing(store: OpenStore) -> None:
    """It returns the events up to the first dice roll, which stays hidden."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        random = Random(2)
        for _ in range(40):
            stored, seat = await game_and_seat_due(handler, game)
            action = action_of(stored.game, seat, random)
            notices = handler.log.notices(0, 10_000)
            before, batch, refused = await handler.rehearse(game, seat, [action])
            assert (before, refused) == (stored, None)
            assert {entry.by for entry in batch.entries} == {seat}
            assert handler.log.notices(0, 10_000) == notices
            twice = await handler.rehearse(game, seat, [action, action])
            assert (twice.stored, twice.batch) == (stored, batch)
            assert twice.refused is not None
            assert twice.refused.index == 1
            done = await handler.perform(game, seat, [action])
            assert done.stored.head.version >= batch.game.version

    with workers(store, 1) as (handler,):
        run(scene(handler))
