"""A retried request gets the same response and adds nothing."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.refusal import IllegalAction
from domain.rulesets.carolus_magnus.actions import ChooseDisc, MoveEmperor
from domain.table.actions import Resign, TakeSeat
from service.access.policy import OPEN
from service.games.handler import Handler, Performed
from service.storage.idempotency import KeyUsedAgain
from service.wire.games import game_view
from tests.support.games.table import action_of, due
from tests.support.run.long import cases
from tests.support.storage.handling import (
    game_and_seat_due,
    key,
    legal_actions,
    must_be_whole,
    open_game,
    outcomes,
    start_game,
    workers,
)
from tests.support.storage.stores import OpenStore, on_both_engines, run


def test_a_retry_gets_the_same_response_and_adds_nothing(store: OpenStore) -> None:
    """At once, after the game went on, and on another worker."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await start_game(one)
        stored, seat = await game_and_seat_due(one, game)
        action = legal_actions(stored.game, 1)
        first = await one.perform(game, seat, action, request=key("k"))
        assert first.rows
        assert await one.perform(game, seat, action, request=key("k")) == first
        random = Random(1)
        for _ in range(40):
            now, who = await game_and_seat_due(one, game)
            await one.perform(game, who, [action_of(now.game, who, random)])
        length = must_be_whole(one.log, game)
        for worker in (one, other, one, other):
            again = await worker.perform(
                game, seat, action, request=key("k"), expected=[stored.head.version]
            )
            assert again == first
        assert must_be_whole(one.log, game) == length

    with workers(store, 2) as (one, other):
        run(scene(one, other))


@on_both_engines
def test_a_retry_after_the_end_gets_the_same_response(store: OpenStore) -> None:
    """Even a retry of the request that ended the game."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        first = await handler.perform(game, 0, [Resign()], request=key("k"))
        assert first.stored.game.finished
        assert await handler.perform(game, 0, [Resign()], request=key("k")) == first
        with pytest.raises(IllegalAction, match="TB-ACT-2"):
            await handler.perform(game, 0, [Resign()], request=key("other"))

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_a_retry_of_sitting_down_gets_the_same_response(store: OpenStore) -> None:
    """Sitting down twice is legal, yet a retry returns the first response."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await open_game(one, players=3)
        sit = [TakeSeat(0, name="Ana")]
        first = await one.perform(game, 0, sit, request=key("k"))
        await other.perform(game, 1, [TakeSeat(1)])
        assert await one.perform(game, 0, sit, request=key("k")) == first
        await other.perform(game, 2, [TakeSeat(2)])
        assert await one.perform(game, 0, sit, request=key("k")) == first
        assert await other.perform(game, 0, sit, request=key("k")) == first
        with pytest.raises(KeyUsedAgain):
            await one.perform(game, 0, sit, request=key("k", "something else"))

    with workers(store, 2) as (one, other):
        run(scene(one, other))


@pytest.mark.parametrize("options", [{"max_rounds": 1}, {"players": 3, "setup": "yucata"}])
def test_a_game_read_again_has_the_same_bytes(store: OpenStore, options: dict[str, Any]) -> None:
    """At every version: from memory, from a snapshot, or from all of its events."""

    async def scene(one: Handler) -> None:
        game = await start_game(one, **options)
        random = Random(8)
        views = []
        while (stored := await one.load(game)).game.status == "running":
            views.append(msgspec.json.encode(game_view(stored, "spectator", OPEN)))
            seat = due(stored.game)
            await one.perform(game, seat, [action_of(stored.game, seat, random)])
        last = msgspec.json.encode(game_view(stored, "spectator", OPEN))
        with workers(store, 1) as (other,):
            assert msgspec.json.encode(game_view(await other.load(game), "spectator", OPEN)) == last
            for view in views:
                version = msgspec.json.decode(view)["version"]
                earlier = other.log.load_at(game, version)
                assert earlier is not None
                assert msgspec.json.encode(game_view(earlier, "spectator", OPEN)) == view

    with workers(store, 1) as (one,):
        run(scene(one))


def test_a_key_belongs_to_one_request(store: OpenStore) -> None:
    """With another body it is refused, whether or not the actions are legal."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await game_and_seat_due(handler, game)
        first, second = legal_actions(stored.game, 2)
        await handler.perform(game, seat, [first], request=key("k", "first"))
        now, who = await game_and_seat_due(handler, game)
        legal = legal_actions(now.game, 1)
        length = must_be_whole(handler.log, game)
        for by, actions in ((who, legal), (seat, [second]), (1 - who, [MoveEmperor(99)])):
            with pytest.raises(KeyUsedAgain):
                await handler.perform(game, by, actions, request=key("k", "second"))
        assert must_be_whole(handler.log, game) == length
        elsewhere = await start_game(handler)
        stored, seat = await game_and_seat_due(handler, elsewhere)
        await handler.perform(
            elsewhere, seat, legal_actions(stored.game, 1), request=key("k", "second")
        )

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_a_refused_request_leaves_its_key_free(store: OpenStore) -> None:
    """Nothing was done, so another request may use the key."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await game_and_seat_due(handler, game)
        with pytest.raises(IllegalAction):
            await handler.perform(game, 1 - seat, [ChooseDisc(1)], request=key("k", "wrong"))
        action = legal_actions(stored.game, 1)
        done = await handler.perform(game, seat, action, request=key("k", "right"))
        assert done.rows

    with workers(store, 1) as (handler,):
        run(scene(handler))


@on_both_engines
def test_concurrent_duplicates_are_stored_once(store: OpenStore) -> None:
    """Two workers get the same keyed request forty times at once: one batch, one response."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await start_game(one)
        random = Random(3)
        for number in range(cases(10, 5)):
            stored, seat = await game_and_seat_due(one, game)
            actions = [action_of(stored.game, seat, random)]
            request = key(f"k{number}")
            answers = await outcomes(
                *(
                    worker.perform(game, seat, actions, request=request)
                    for worker in (one, other) * 20
                )
            )
            assert all(isinstance(answer, Performed) for answer in answers), answers
            assert all(answer == answers[0] for answer in answers)
            assert must_be_whole(one.log, game) == answers[0].stored.head.version  # type: ignore[union-attr]

    with workers(store, 2) as (one, other):
        run(scene(one, other))
