"""The timekeeper makes flags fall in time, once, and despite other failures."""

from random import Random
from typing import Any

import pytest

from domain.table.clock import BankClock, PerActionClock
from service.games.handler import Handler
from service.projections.runner import NotCaughtUp
from service.settings import Settings
from service.storage.log import UnreadableGame
from service.tasks.timekeeper import GAMES_AT_ONCE, Timekeeper
from tests.support.games.table import action_of
from tests.support.storage.handling import game_and_seat_due, outcomes, start_game
from tests.support.storage.projecting import Worker, worker
from tests.support.storage.stores import on_both_engines, run
from tests.support.storage.timing import Hand, flags

HALF_A_MINUTE = PerActionClock(30, "forfeit")


def keeper(one: Worker, hand: Hand) -> Timekeeper:
    """Return the timekeeper of a worker."""
    return Timekeeper(one.handler, one.projections.runner, one.projections.deadlines, hand)


def test_only_due_flags_fall(at: Settings) -> None:
    """In games whose deadline has passed, once each, however often the timekeeper looks."""
    hand = Hand()

    async def scene(one: Worker) -> None:
        keeper_ = keeper(one, hand)
        late = [await start_game(one.handler, HALF_A_MINUTE) for _ in range(GAMES_AT_ONCE + 3)]
        hand.move(20)
        early = await start_game(one.handler, HALF_A_MINUTE)
        endless = await start_game(one.handler)
        hand.move(9.9)
        await keeper_.look()
        assert not any(flags(one.log, game) for game in late)
        hand.move(0.1)
        for _ in range(3):
            await keeper_.look()
        assert {len(flags(one.log, game)) for game in late} == {1}
        assert not flags(one.log, early)
        assert not flags(one.log, endless)
        one.catch_up()
        assert [due.game for due in one.projections.deadlines.due("9999", 100)] == [early]

    with worker(at, now=hand) as one:
        run(scene(one))


@on_both_engines
def test_on_two_workers_a_flag_falls_once(at: Settings) -> None:
    """The append decides which worker is first; the other finds nothing left to do."""
    hand = Hand()

    async def scene(one: Worker, other: Worker) -> None:
        games = [await start_game(one.handler, HALF_A_MINUTE) for _ in range(8)]
        hand.move(30)
        keepers = [keeper(one, hand), keeper(other, hand)]
        assert await outcomes(*(each.look() for each in keepers * 3)) == [None] * 6
        assert {len(flags(one.log, game)) for game in games} == {1}

    with worker(at, 1, hand) as one, worker(at, 2, hand) as other:
        run(scene(one, other))


def test_a_second_flag(at: Settings) -> None:
    """If the house plays on, the next running clock has its own deadline."""
    hand = Hand()

    async def scene(one: Worker) -> None:
        game = await start_game(one.handler, BankClock(60, "house"), players=3)
        random = Random(1)
        hand.move(61)
        await keeper(one, hand).look()
        (first,) = flags(one.log, game)
        stored = await one.handler.load(game)
        while not stored.game.people_due:
            seat = stored.game.bots_due[0]
            action = action_of(stored.game, seat, random)
            stored = (await one.handler.perform(game, seat, [action], house=True)).stored
        hand.move(61)
        await keeper(one, hand).look()
        seats = [flag.seat for flag in flags(one.log, game)]
        assert seats[0] == first.seat
        assert len(set(seats)) == 2

    with worker(at, now=hand) as one:
        run(scene(one))


def test_a_deadline_that_was_met_has_no_effect(at: Settings) -> None:
    """Even if the projection is out of date, because the timekeeper checks the game itself."""
    hand = Hand()

    async def scene(one: Worker) -> None:
        game = await start_game(one.handler, HALF_A_MINUTE)
        one.catch_up()
        stored, seat = await game_and_seat_due(one.handler, game)
        hand.move(20)
        await one.handler.perform(game, seat, [action_of(stored.game, seat, Random(1))])
        hand.move(20)
        assert [due.game for due in one.projections.deadlines.due(hand(), 9)] == [game]
        await one.handler.perform(game, 0, [])
        await keeper(one, hand).look()
        assert flags(one.log, game) == []

    with worker(at, now=hand) as one:
        run(scene(one))


def test_one_game_that_fails_does_not_stop_the_others(
    at: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The timekeeper skips it for a while and then tries again."""
    hand = Hand()

    async def scene(one: Worker) -> None:
        games = [await start_game(one.handler, HALF_A_MINUTE) for _ in range(3)]
        hand.move(31)
        perform = one.handler.perform
        tried: list[str] = []

        async def perform_some(game: str, *asked: Any) -> Any:
            tried.append(game)
            if game == games[0]:
                raise UnreadableGame(game, 7, "table.song_sung.v1")
            return await perform(game, *asked)

        monkeypatch.setattr(Handler, "perform", staticmethod(perform_some))
        looks = keeper(one, hand)
        await looks.look()
        await looks.look()
        assert sorted(tried) == sorted(games)
        assert [len(flags(one.log, game)) for game in games] == [0, 1, 1]
        monkeypatch.undo()
        await keeper(one, hand).look()
        assert len(flags(one.log, games[0])) == 1

    with worker(at, now=hand) as one:
        run(scene(one))


def test_a_stopped_projection_still_serves_its_rows(
    at: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an error in the projection, the flags that it knew still fall."""
    hand = Hand()

    async def scene(one: Worker) -> None:
        game = await start_game(one.handler, HALF_A_MINUTE)
        one.catch_up()
        hand.move(31)

        def stands_still(*_: Any, **__: Any) -> None:
            raise NotCaughtUp("deadlines.v1", "has failed")

        monkeypatch.setattr(one.projections.runner, "catch_up", stands_still)
        await keeper(one, hand).look()
        assert len(flags(one.log, game)) == 1

    with worker(at, now=hand) as one:
        run(scene(one))
