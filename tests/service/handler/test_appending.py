"""What goes with an append: who is told, and what is left when it fails."""

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
    key,
    legal_actions,
    on_turn,
    start_game,
    workers,
)
from tests.support.storage.stores import OpenStore, run


def test_each_commit_is_told_once(store: OpenStore) -> None:
    """After it, with the game as it is then; not for refusals, retries and rehearsals."""

    async def scene(handler: Handler) -> None:
        told: list[int] = []

        def committed(done: Appended) -> None:
            stored, rows = done
            assert handler.log.rows(stored.game.id)[-len(rows) :] == rows
            assert rows[-1].version == stored.head.version
            told.append(stored.head.version)

        handler.listeners.append(committed)
        game = await start_game(handler)
        stored, seat = await on_turn(handler, game)
        assert told == [1, stored.head.version]
        action = legal_actions(stored.game, 1)
        await handler.rehearse(game, seat, action)
        done = await handler.perform(game, seat, action, request=key("k"))
        await handler.perform(game, seat, action, request=key("k"))
        with pytest.raises(IllegalAction):
            await handler.perform(game, seat, [MoveEmperor(99)])
        assert told == [1, stored.head.version, done.stored.head.version]

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_a_caller_who_goes_away_stops_nothing(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit that runs is told to the house all the same, so that bots play on."""
    reached, gate = threading.Event(), threading.Event()

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await on_turn(handler, game)
        insert = handler.log._recorder.insert_events
        told = asyncio.Event()
        handler.listeners.append(lambda done: told.set())

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
        await told.wait()
        assert (await handler.load(game)).head.version > stored.head.version

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_when_the_store_fails_nothing_is_half_done(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller is told; the same request with the same key is carried out later."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await on_turn(handler, game)
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
    """It tells what would happen up to the dice, which stay hidden."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        random = Random(2)
        for _ in range(40):
            stored, seat = await on_turn(handler, game)
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
