"""The house: its bots act in every game, after a restart, and together with people."""

import asyncio
import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from eventsourcing.persistence import OperationalError

from domain.refusal import IllegalAction
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import OfferDraw, Resign, TakeSeat
from domain.table.game import TABLE, Game
from service.games.handler import Handler
from service.projections.all import Projections
from service.storage.rows import Head, Stored, envelope_of
from service.storage.stale_version import StaleVersion
from service.tasks.house import House, choose
from service.tasks.patrol import Patrol
from tests.support.games.table import RULES, action_of
from tests.support.run.long import long_after
from tests.support.storage.stores import handler_of, opened_database, run, settings_of


class Service(NamedTuple):
    """A process of the service, without HTTP."""

    handler: Handler
    house: House
    patrol: Patrol


@contextmanager
def service(folder: Path, seed: object = 1) -> Iterator[Service]:
    """Open the log in this folder with a handler, the house and the patrol."""
    with ExitStack() as stack:
        database = stack.enter_context(opened_database(settings_of(folder)))
        handler = handler_of(database.log, seed)
        house = House(handler)
        handler.listeners.append(house.committed)
        projections = Projections(database)
        due = projections.service_due
        yield Service(handler, house, Patrol("patrol", [house], projections.runner, due, due.games))


async def seated(handler: Handler, bots: list[str | None], **options: Any) -> str:
    """Open a game with these bots, and people where it is None."""
    agreed = RULES.options_type(players=len(bots), **options)
    game = (await handler.open(RULES, agreed, None)).stored.game.id
    seats = [TakeSeat(seat, bot=bot) for seat, bot in enumerate(bots)]
    await handler.perform(game, TABLE, seats)
    return game


async def until(handler: Handler, game: str, happens: Any) -> Game:
    """Wait until this is true of the game."""
    while True:
        stored = await handler.load(game)
        if happens(stored.game):
            return stored.game
        await asyncio.sleep(0.002)


def rests(game: Game) -> bool:
    """Return whether no bot is due."""
    return not game.bots_due


def is_over(game: Game) -> bool:
    """Return whether the game is over."""
    return game.finished


BOTS: list[str | None] = ["random", "greedy"]


@pytest.mark.parametrize(
    "bots", long_after(1, [["greedy", "random"], ["random"] * 3, ["greedy"] * 4])
)
def test_bots_play_whole_games_alone(tmp_path: Path, bots: list[str | None]) -> None:
    """They begin when the last one sits down, and play several games to the end in parallel."""

    async def scene(at: Service) -> None:
        at.house.start()
        games = [await seated(at.handler, bots) for _ in range(2)]
        for game in games:
            ended = await until(at.handler, game, is_over)
            assert ended.outcome is not None
        await at.house.stop()
        await at.house.stop()

    with service(tmp_path) as at:
        run(scene(at))


def test_one_person_and_three_bots(tmp_path: Path) -> None:
    """The house plays until the person is due, and never for the person."""

    async def scene(at: Service) -> None:
        at.house.start()
        game = await seated(at.handler, ["random", None, "greedy", "random"], max_rounds=4)
        random = Random(4)
        acted = 0
        while not (now := await until(at.handler, game, rests)).finished:
            assert [due.seat for due in now.awaits] == [1]
            await at.handler.perform(game, 1, [action_of(now, 1, random)])
            acted += 1
        rows = at.handler.log.rows(game)
        mine = [row for row in rows if row.action and envelope_of(row).by == 1]
        assert len(mine) == acted > 5
        await at.house.stop()

    with service(tmp_path) as at:
        run(scene(at))


def test_the_house_plays_for_a_player_who_resigned(tmp_path: Path) -> None:
    """One of three people resigns; the others finish the game with the stand-in."""

    async def scene(at: Service) -> None:
        at.house.start()
        game = await seated(at.handler, [None, None, None], max_rounds=4)
        await at.handler.perform(game, 2, [Resign()])
        random = Random(4)
        while not (now := await until(at.handler, game, rests)).finished:
            (seat,) = (due.seat for due in now.awaits)
            assert seat in (0, 1)
            await at.handler.perform(game, seat, [action_of(now, seat, random)])
        assert now.outcome.reason != "resignation"
        assert any(
            envelope_of(row).by == 2 and b"choose_disc" in row.action
            for row in at.handler.log.rows(game)
        )
        await at.house.stop()

    with service(tmp_path) as at:
        run(scene(at))


@pytest.mark.parametrize("leaves", [False, True])
def test_a_game_of_bots_alone_is_called_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leaves: bool
) -> None:
    """Beyond a maximum length, but never while a person plays. It is revealed and signed."""
    monkeypatch.setattr("service.tasks.house.ALONE_EVENTS_MAX", 60)

    async def scene(at: Service) -> None:
        at.house.start()
        bots: list[str | None] = ["random", "random", None if leaves else "random"]
        game = await seated(at.handler, bots)
        random = Random(4)
        while leaves and not (now := await until(at.handler, game, rests)).version > 70:
            await at.handler.perform(game, 2, [action_of(now, 2, random)])
        if leaves:
            await at.handler.perform(game, 2, [Resign()])
        ended = await until(at.handler, game, is_over)
        last = envelope_of(at.handler.log.rows(game)[-1])
        assert (ended.status, ended.outcome, last.by) == ("aborted", None, TABLE)
        assert ended.secret
        assert ended.version > (70 if leaves else 60)
        await at.house.stop()

    with service(tmp_path) as at:
        run(scene(at))


def test_after_a_restart_the_house_goes_on(tmp_path: Path) -> None:
    """The patrol finds the games in which bots are due, and the house continues them."""

    async def begin(at: Service) -> list[str]:
        return [await seated(at.handler, ["random", "greedy"], max_rounds=5) for _ in range(3)]

    async def go_on(at: Service, games: list[str]) -> None:
        at.house.start()
        await at.patrol.look()
        await at.patrol.look()
        for game in games:
            await until(at.handler, game, is_over)
        await at.house.stop()

    async def play_some(at: Service, games: list[str]) -> None:
        at.house.start()
        at.house.notice(games[0])
        before = at.handler.log.load(games[0])
        assert before is not None
        await until(at.handler, games[0], lambda game: game.version > before.head.version + 20)
        await at.house.stop()

    with service(tmp_path) as at:
        games = run(begin(at))
        assert all(at.handler.log.load(game).game.bots_due for game in games)  # type: ignore[union-attr]
    with service(tmp_path) as at:
        run(play_some(at, games))
        assert not at.handler.log.load(games[0]).game.finished  # type: ignore[union-attr]
    with service(tmp_path) as at:
        run(go_on(at, games))


def test_another_worker_takes_over_an_abandoned_game(tmp_path: Path) -> None:
    """Its patrol sees at the second look that the game has not moved, and the house finishes it.

    It does not touch a game that waits for people.
    """

    async def scene(gone: Service, other: Service) -> None:
        other.house.start()
        await other.patrol.look()
        left = await seated(gone.handler, BOTS, max_rounds=3)
        waits = await seated(gone.handler, [None, None])
        await other.patrol.look()
        assert not other.house._queued, "it may be about to go on by itself"
        await other.patrol.look()
        await until(other.handler, left, is_over)
        assert (await other.handler.load(waits)).game.status == "running"
        await other.house.stop()

    with service(tmp_path, 1) as gone, service(tmp_path, 2) as other:
        run(scene(gone, other))


def test_a_new_worker_leaves_games_to_the_worker_that_plays_them(tmp_path: Path) -> None:
    """It finds them on its first look, but they may be moving on at this moment."""

    async def scene(playing: Service, new: Service) -> None:
        game = await seated(playing.handler, BOTS)
        await new.patrol.look()
        assert not new.house._queued
        await playing.house.look(game)
        await new.patrol.look()
        assert not new.house._queued
        await new.patrol.look()
        assert new.house._queued == {game}

    with service(tmp_path, 1) as playing, service(tmp_path, 2) as new:
        run(scene(playing, new))


@pytest.mark.long
def test_the_patrol_survives_a_database_outage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It continues once the database is back."""
    asked = 0

    async def scene(at: Service) -> None:
        games = at.patrol._found

        def asking() -> Mapping[str, int]:
            nonlocal asked
            asked += 1
            if asked < 3:
                raise OperationalError("away") if asked == 1 else RuntimeError("a bug")
            return games()

        monkeypatch.setattr(at.patrol, "_found", asking)
        monkeypatch.setattr(at.patrol, "_every", 0.01)
        game = await seated(at.handler, BOTS, max_rounds=3)
        at.house.start()
        at.patrol.start()
        await until(at.handler, game, is_over)
        await at.patrol.stop()
        await at.house.stop()

    with service(tmp_path) as at:
        at.handler.listeners.clear()
        run(scene(at))
    assert asked >= 3


def test_two_houses_on_one_log(tmp_path: Path) -> None:
    """Two processes that play the same games do no harm: each decision is stored once."""

    async def scene(one: Service, other: Service) -> None:
        games = [await seated(one.handler, ["random"] * 2, max_rounds=3) for _ in range(4)]
        for house in (one.house, other.house):
            house.start()
            for game in games:
                house.notice(game)
        for game in games:
            await until(one.handler, game, is_over)
        await one.house.stop()
        await other.house.stop()

    with service(tmp_path, 1) as one, service(tmp_path, 2) as other:
        run(scene(one, other))


def test_a_game_that_fails_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does a store that fails now and then: the house retries."""

    async def scene(at: Service) -> None:
        broken = await seated(at.handler, ["greedy", "greedy"], max_rounds=3)
        load = at.handler.load
        watching = asyncio.current_task()
        failures = 0

        async def loading(game: str) -> Stored:
            nonlocal failures
            if game == broken and asyncio.current_task() is not watching and failures < 3:
                failures += 1
                raise OperationalError("locked")
            return await load(game)

        monkeypatch.setattr(at.handler, "load", loading)
        monkeypatch.setattr("service.tasks.game_queue.RETRY_SECONDS", 0.01)
        at.house.start()
        at.house.notice(broken)
        good = await seated(at.handler, ["random", "random"], max_rounds=3)
        await until(at.handler, good, is_over)
        await until(at.handler, broken, is_over)
        assert failures == 3
        await at.house.stop()

    with service(tmp_path) as at:
        run(scene(at))


@pytest.mark.parametrize(
    "refusal", [IllegalAction("CM-TURN-1", "x"), StaleVersion(Head(7, bytes(32), ""), [6])]
)
def test_a_refused_bot_action_does_not_stop_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusal: Exception
) -> None:
    """An illegal move is a bug in the bot. The house logs it and plays the other games."""

    async def scene(at: Service) -> None:
        game, other = [await seated(at.handler, ["random"] * 2, max_rounds=3) for _ in range(2)]
        perform = at.handler.perform
        refused = 0

        async def performing(asked: str, *args: Any, **others: Any) -> Any:
            nonlocal refused
            if asked == game and refused < 1:
                refused += 1
                raise refusal
            return await perform(asked, *args, **others)

        monkeypatch.setattr(at.handler, "perform", performing)
        at.house.start()
        for one in (game, other):
            at.house.notice(one)
        await until(at.handler, other, is_over)
        if isinstance(refusal, StaleVersion):
            await until(at.handler, game, is_over)
            assert refused == 1
        await at.house.stop()

    with service(tmp_path) as at:
        run(scene(at))


def test_a_bot_sees_no_more_than_its_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets the view of its seat, its legal actions and a random source."""
    asked: list[Any] = []

    def seeing(position: Any, viewer: Any) -> Any:
        asked.append(viewer)
        return RULES.view(position, viewer)

    async def scene(at: Service) -> None:
        game = (await at.handler.load(await seated(at.handler, ["random", "greedy"]))).game
        (seat,) = game.bots_due
        with monkeypatch.context() as patch:
            patch.setitem(BY_PINNED, game.ruleset, dataclasses.replace(RULES, view=seeing))
            action = choose(game, seat, Random(1).randrange)
        assert action in list(RULES.legal(game.position, seat))
        assert asked == [seat]

    with service(tmp_path) as at:
        run(scene(at))


def test_draws_cannot_be_offered_to_the_house(tmp_path: Path) -> None:
    """No player can act for its bots either."""

    async def scene(at: Service) -> None:
        game = await seated(at.handler, [None, "greedy"])
        for seat, rule in ((0, "TB-DRAW-1"), (1, "TB-SIT-4")):
            with pytest.raises(IllegalAction, match=rule):
                await at.handler.perform(game, seat, [OfferDraw()])

    with service(tmp_path) as at:
        run(scene(at))
