"""Only one of several racing actions is stored; the others are decided again on the new state."""

import asyncio
import itertools
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from domain.refusal import IllegalAction
from domain.table.actions import AbortGame, LeaveSeat, TakeSeat
from domain.table.game import TABLE
from service.games.handler import Handler, Performed
from service.storage.idempotency import RACES_MAX, TooManyRaces
from service.storage.log import Conflict
from service.storage.rows import envelope_of
from service.storage.stale_version import StaleVersion
from tests.support.games.table import action_of, due
from tests.support.run.long import cases
from tests.support.storage.handling import (
    game_and_seat_due,
    legal_actions,
    must_be_whole,
    open_game,
    outcomes,
    start_game,
    workers,
)
from tests.support.storage.stores import OpenStore, on_both_engines, run


def test_only_one_of_racing_actions_is_stored(store: OpenStore) -> None:
    """Two workers get many different actions for one decision at once, and refuse the rest."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await start_game(one)
        random = Random(5)
        for _ in range(cases(30, 10)):
            stored, seat = await game_and_seat_due(one, game)
            length = stored.head.version
            actions = legal_actions(stored.game, 12)
            answers = await outcomes(
                *(
                    worker.perform(game, seat, [action], expected=expected)
                    for action, worker, expected in zip(
                        actions,
                        itertools.cycle((one, other)),
                        itertools.cycle((None, None, None, [length])),
                        strict=False,
                    )
                )
            )
            won = [answer for answer in answers if isinstance(answer, Performed)]
            lost = [answer for answer in answers if not isinstance(answer, Performed)]
            assert len(won) == 1, answers
            assert all(isinstance(no, IllegalAction | StaleVersion) for no in lost)
            assert must_be_whole(one.log, game) == won[0].stored.head.version
            if random.random() < 0.5:
                one, other = other, one

    with workers(store, 2) as (one, other):
        run(scene(one, other))


@on_both_engines
@pytest.mark.long
@pytest.mark.usefixtures("untraced")
def test_two_workers_race_hundreds_of_times(store: OpenStore, seed: int) -> None:
    """Both workers take each decision of many games: one wins, the other gets ``StaleVersion``.

    The worker that won last tends to win again, because the other must first read what was stored.
    So requests are delayed now and then, and both workers win in every run.
    """
    games, decisions = 8, 50
    counts: Counter[str] = Counter()
    names: dict[Handler, str] = {}

    async def perform(
        worker: Handler, game: str, seat: int, action: Any, version: int, *, late: bool
    ) -> Performed:
        if late:
            await asyncio.sleep(0.1)
        return await worker.perform(game, seat, [action], expected=[version])

    async def race(mine: Handler, theirs: Handler, game: str, random: Random) -> None:
        for _ in range(decisions):
            stored, seat = await game_and_seat_due(mine, game)
            version = stored.head.version
            actions = [action_of(stored.game, seat, random) for _ in range(2)]
            answers = await outcomes(
                *(
                    perform(worker, game, seat, action, version, late=random.random() < 0.125)
                    for worker, action in zip((mine, theirs), actions, strict=True)
                )
            )
            kinds = sorted(type(answer).__name__ for answer in answers)
            assert kinds == ["Performed", "StaleVersion"], answers
            winner = mine if isinstance(answers[0], Performed) else theirs
            counts[names[winner]] += 1
            (won,) = (answer for answer in answers if isinstance(answer, Performed))
            assert won.rows[0].version == version + 1
            if won.stored.game.finished:
                return
            mine, theirs = theirs, mine

    async def scene(one: Handler, other: Handler) -> None:
        started = [await start_game(one) for _ in range(games)]
        await asyncio.gather(
            *(race(one, other, game, Random(f"{seed} {game}")) for game in started)
        )
        for game in started:
            must_be_whole(one.log, game)

    with workers(store, 2) as (one, other):
        names.update({one: "one", other: "other"})
        run(scene(one, other))
    assert counts.total() > 220
    assert counts.keys() == {"one", "other"}


@on_both_engines
def test_two_workers_in_two_threads(store: OpenStore, seed: int) -> None:
    """Each, with its own event loop, plays the same games to the end as fast as it can."""
    with workers(store, 2) as (one, other), ThreadPoolExecutor(2) as threads:
        games = [run(start_game(one)) for _ in range(cases(6, 2))]

        def work(handler: Handler) -> Counter[str]:
            return run(play_all(handler, games, seed))

        taken = sum(threads.map(work, (one, other)), Counter[str]())
        for game in games:
            must_be_whole(one.log, game)
            by_seats = [
                row
                for row in one.log.rows(game)
                if row.action and isinstance(envelope_of(row).by, int)
            ]
            assert len(by_seats) == taken[game]


async def play_all(handler: Handler, games: list[str], seed: int) -> Counter[str]:
    """Play these games to the end; return the number of actions taken in each."""
    taken: Counter[str] = Counter()

    async def play(game: str) -> None:
        random = Random(f"{seed} {game}")
        while not (stored := await handler.load(game)).game.finished:
            seat = due(stored.game)
            try:
                await handler.perform(game, seat, [action_of(stored.game, seat, random)])
            except IllegalAction:
                continue
            taken[game] += 1

    await asyncio.gather(*map(play, games))
    return taken


def test_a_stale_memory_is_not_the_last_word(store: OpenStore) -> None:
    """A worker that missed a change reads the log before it answers."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await open_game(one)
        sit = [TakeSeat(0, name="Ana")]
        await other.perform(game, 0, sit)
        taken = await one.perform(game, 0, sit)
        assert taken.stored == await other.load(game)
        await other.perform(game, 0, [LeaveSeat(0)])
        again = await one.perform(game, 0, sit)
        assert again.rows, "memory still says that the seat is taken"
        assert again.stored.game.seats[0].taken
        await other.perform(game, TABLE, [AbortGame()])
        with pytest.raises(IllegalAction, match="TB-SIT-1"):
            await one.perform(game, 1, [TakeSeat(1)])

    with workers(store, 2) as (one, other):
        run(scene(one, other))


def test_a_stale_refusal_is_decided_again(store: OpenStore) -> None:
    """An action that is illegal in stale memory succeeds if the current game allows it."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await start_game(one)
        stored, seat = await game_and_seat_due(other, game)
        random = Random(1)
        while due(stored.game) == seat:
            done = await other.perform(game, seat, [action_of(stored.game, seat, random)])
            stored = done.stored
        follower = due(stored.game)
        assert due(one.log.hot(game).game) == seat  # type: ignore[union-attr]
        done = await one.perform(
            game,
            follower,
            [action_of(stored.game, follower, random)],
            expected=[stored.head.version],
        )
        assert done.stored.head.version > stored.head.version

    with workers(store, 2) as (one, other):
        run(scene(one, other))


def test_expected_versions(store: OpenStore) -> None:
    """One match among several is enough; otherwise the error contains the current head."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await game_and_seat_due(handler, game)
        version = stored.head.version
        action = legal_actions(stored.game, 1)
        for expected in ([version - 1], [version + 1, 1], []):
            with pytest.raises(StaleVersion) as stale:
                await handler.perform(game, seat, action, expected=expected)
            assert stale.value.head == stored.head
            with pytest.raises(StaleVersion):
                await handler.rehearse(game, seat, action, expected=expected)
        assert (await handler.perform(game, seat, action, expected=[1, version])).rows

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_a_request_gives_up_after_many_races(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After ``RACES_MAX`` lost races it raises ``TooManyRaces``."""
    tries = 0

    async def always_late(*_: Any) -> Any:
        nonlocal tries
        tries += 1
        raise Conflict

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await game_and_seat_due(handler, game)
        monkeypatch.setattr(handler.log, "append", always_late)
        with pytest.raises(TooManyRaces):
            await handler.perform(game, seat, legal_actions(stored.game, 1))
        assert tries == RACES_MAX

    with workers(store, 1) as (handler,):
        run(scene(handler))
