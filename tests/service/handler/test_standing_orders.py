"""Standing orders in a service of several workers: races, stale versions, retries, snapshots."""

from random import Random
from typing import Any

import pytest

from domain.rulesets.ancients.options import Options
from domain.rulesets.registry import BY_ID
from domain.table.actions import TakeSeat
from domain.table.decide import perform
from domain.table.game import TABLE
from service.games.handler import Handler, Performed
from service.storage.log import SNAPSHOT_EVERY
from service.storage.stale_version import StaleVersion
from tests.support.games.standing_orders import NEVER_ASK, give
from tests.support.games.table import AT, action_of
from tests.support.storage.handling import game_and_seat_due, key, must_be_whole, outcomes, workers
from tests.support.storage.stores import OpenStore, on_both_engines, run

ANCIENTS = BY_ID["ancients"]


async def before_an_attack(handler: Handler) -> tuple[str, int, Any]:
    """Start a game, and play until the seat that is due attacks a unit; return its attack."""
    opened = await handler.open(ANCIENTS, Options(), None)
    game, random = opened.stored.game.id, Random(1)
    await handler.perform(game, TABLE, [TakeSeat(0), TakeSeat(1)])
    while True:
        stored, seat = await game_and_seat_due(handler, game)
        action = action_of(stored.game, seat, random)
        if perform(stored.game, seat, [action], None, at=AT).game.reacting:
            return game, seat, action
        await handler.perform(game, seat, [action])


def answers(done: Performed, attacker: int) -> int:
    """Return the number of events of the other seat."""
    return sum(b'"by":%d' % (1 - attacker) in row.canonical for row in done.rows)


@on_both_engines
def test_a_worker_that_is_behind_follows_orders_that_it_has_not_seen(store: OpenStore) -> None:
    """Its attack loses the race against the orders; then it judges the attack again, with them."""

    async def scene(one: Handler, other: Handler) -> None:
        game, seat, attack = await before_an_attack(one)
        stored = await one.load(game)
        await other.perform(game, 1 - seat, [give(NEVER_ASK)])
        assert one.log.hot(game) == stored, "it does not know the orders"
        done = await one.perform(game, seat, [attack], request=key("attack"))
        assert answers(done, seat)
        assert await other.perform(game, seat, [attack], request=key("attack")) == done
        assert must_be_whole(one.log, game) == done.stored.head.version

    with workers(store, 2) as (one, other):
        run(scene(one, other))


def test_stale_versions_are_refused_in_games_with_orders(store: OpenStore) -> None:
    """Giving orders changes the version, and so does an answer that they gave."""

    async def scene(one: Handler, other: Handler) -> None:
        game, seat, attack = await before_an_attack(one)
        versions = [(await one.load(game)).head.version]
        versions.append((await one.perform(game, 1 - seat, [give(None)])).stored.head.version)
        last = await one.perform(game, 1 - seat, [give(NEVER_ASK)])
        for handler in (one, other):
            for version in versions:
                with pytest.raises(StaleVersion):
                    await handler.perform(game, seat, [attack], expected=[version])
        expected = [last.stored.head.version]
        both = await outcomes(
            *(one.perform(game, seat, [attack], expected=expected) for one in (one, other))
        )
        assert sorted(type(one).__name__ for one in both) == ["Performed", "StaleVersion"]
        with pytest.raises(StaleVersion):
            await one.perform(game, 1 - seat, [give(None)], expected=expected)

    with workers(store, 2) as (one, other):
        run(scene(one, other))


def test_orders_survive_in_a_snapshot(store: OpenStore) -> None:
    """A new worker loads the same game, with orders of the same type, whatever it starts from."""

    async def scene(handler: Handler) -> str:
        game, seat, _ = await before_an_attack(handler)
        for _ in range(SNAPSHOT_EVERY):
            await handler.perform(game, 1 - seat, [give(NEVER_ASK)])
        return game

    with workers(store, 1) as (handler,):
        game = run(scene(handler))
        known = run(handler.load(game))
    with store() as log:
        loaded = log.load(game)
        assert loaded == known
        assert NEVER_ASK in [one.orders for one in known.game.seats]
