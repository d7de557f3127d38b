"""The queue of tournaments: pairs, opens and closes rounds on any worker, whatever happens."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from domain.record.tournaments import rerun_tournament
from domain.table.actions import CallOffGame
from domain.table.game import TABLE
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import Engine, RoundPace, Swiss
from domain.tournament.stream.people import SERVICE
from domain.tournament.stream.state import Tournament
from service.pairing.programs import Programs
from service.storage.tournaments import envelope_in
from service.tournaments.requests import PairRequest, StartRequest
from tests.service.tournaments.test_handler import record_in
from tests.support.storage.stores import run, settings_of
from tests.support.tournaments.clubs import (
    BOTS_TERMS,
    Club,
    clubs,
    is_over,
    named_games,
    of_bots,
)
from tests.support.tournaments.desk import ARBITER, ORGANISER, WHY
from tests.support.tournaments.engines import program


def must_be_whole(club: Club, state: Tournament) -> None:
    """Check that the rules decide the record again, and that each table had one game."""
    again = rerun_tournament(record_in(club.desk, state.id))
    assert (again.refused, again.tournament) == (None, state)
    assert len(state.rounds) == state.rules.rounds
    tables = [table for one in state.rounds for table in one.tables]
    assert all(len(table.games) == 1 for table in tables)
    assert set(named_games(state)) == club.all_games


def test_two_workers_share_a_tournament(tmp_path: Path) -> None:
    """Both do everything that is due, concurrently; each step and each game is in the log once."""

    async def scene(one: Club, other: Club) -> None:
        tournament = await of_bots(one)
        one.desk.listeners.append(lambda done: other.queue.notice(tournament))
        other.desk.listeners.append(lambda done: one.queue.notice(tournament))
        async with one.at_work(), other.at_work():
            await one.desk.perform(tournament, ORGANISER, [StartRequest()])
            state = await other.until(tournament, is_over)
        must_be_whole(one, state)
        rows = one.desk.log.rows(tournament)
        started = [row.topic for row in rows].index("tournament.tournament_started.v1")
        assert {envelope_in(row).by for row in rows[started + 1 :]} == {SERVICE}

    with clubs(settings_of(tmp_path), 2) as (one, other):
        run(scene(one, other))


def test_the_patrol_finds_a_tournament_that_stands_still(tmp_path: Path) -> None:
    """Its worker has gone: another one takes it over at the second look."""

    async def scene(gone: Club, club: Club) -> None:
        tournament = await of_bots(gone)
        await gone.desk.perform(tournament, ORGANISER, [StartRequest()])
        async with club.at_work():
            await club.patrol.look()
            await club.queue.settled()
            assert (await club.state(tournament)).phase == "between"
            await club.patrol.look()
            must_be_whole(club, await club.until(tournament, is_over))
            await club.patrol.look()
            assert club.patrol._seen == {}

    with clubs(settings_of(tmp_path), 2) as (gone, club):
        run(scene(gone, club))


@pytest.mark.process
def test_a_worker_that_is_killed_leaves_one_game_per_table(tmp_path: Path) -> None:
    """Even if it dies between opening the game of a table and entering it in the tournament."""
    dies = f"from tests.support.tournaments.dying_club import main; main({str(tmp_path)!r})"
    killed = subprocess.run(
        [sys.executable, "-c", dies], stdout=subprocess.PIPE, timeout=120, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    tournament = killed.stdout.decode()

    async def scene(club: Club) -> None:
        state = await club.state(tournament)
        assert (state.phase, named_games(state), len(club.all_games)) == ("playing", [], 1)
        async with club.at_work():
            club.queue.notice(tournament)
            for game in club.all_games:
                club.house.notice(game)
            must_be_whole(club, await club.until(tournament, is_over))

    with clubs(settings_of(tmp_path)) as (club,):
        run(scene(club))


def test_a_duty_that_fails_stops_nothing_else(tmp_path: Path) -> None:
    """It is logged once; after another action, the service goes on."""
    elsewhere = Swiss(Engine("dutch", "Fake Pairings", "v1.2.0"))
    engine = program(tmp_path)

    async def scene(club: Club) -> None:
        terms = replace(BOTS_TERMS, format=elsewhere, rules=replace(BOTS_TERMS.rules, rounds=1))
        club.desk.programs = Programs(engine)
        stuck, other = await of_bots(club, terms, 2), await of_bots(club, count=2)
        await club.desk.perform(stuck, ORGANISER, [a.NameArbiter(ARBITER.who, "Ana")])
        engine.unlink()
        async with club.at_work():
            with capture_logs() as logs:
                await club.desk.perform(stuck, ORGANISER, [StartRequest()])
                await club.queue.settled()
                club.queue.notice(stuck)
                await club.queue.settled()
            (waits,) = (one for one in logs if one["event"] == "tournament_waits")
            assert (waits["tournament"], waits["duty"]) == (stuck, "pair_round")
            await club.desk.perform(other, ORGANISER, [StartRequest()])
            await club.until(other, is_over)
            await club.desk.perform(stuck, ARBITER, [a.PairByHand(1, ((1, 2),), WHY)])
            await club.until(stuck, is_over)

    with clubs(settings_of(tmp_path)) as (club,):
        run(scene(club))


def test_a_game_that_was_called_off_is_left_to_arbiters(tmp_path: Path) -> None:
    """The other table goes on; the service closes the round after an arbiter's result."""

    async def scene(club: Club) -> None:
        terms = replace(BOTS_TERMS, rules=replace(BOTS_TERMS.rules, rounds=1))
        tournament = await of_bots(club, terms)
        await club.desk.perform(tournament, ORGANISER, [a.NameArbiter(ARBITER.who, "Ana")])
        opening = [StartRequest(), PairRequest(1), a.OpenRound(1)]
        await club.desk.perform(tournament, ORGANISER, opening)
        club.queue.start()
        state = await club.until(tournament, lambda now: len(named_games(now)) == 2)
        await club.games.perform(named_games(state)[0], TABLE, [CallOffGame()], house=True)
        club.house.start()
        await club.until(tournament, lambda now: now.rounds[0].tables[1].result is not None)
        await club.queue.settled()
        assert (await club.state(tournament)).rounds[0].tables[0].result is None
        await club.desk.perform(tournament, ARBITER, [a.EnterResult(1, 1, (1, 2), WHY)])
        await club.until(tournament, is_over)
        await club.queue.stop()
        await club.house.stop()

    with clubs(settings_of(tmp_path)) as (club,):
        run(scene(club))


def test_rounds_on_schedule(tmp_path: Path) -> None:
    """At its time each begins, with the start and the end of check-in before it."""
    times = ("2026-11-20T19:30:00Z", "2026-11-21T19:30:00Z")
    time = "2026-11-20T19:29:59.999999Z"

    async def scene(club: Club) -> None:
        nonlocal time
        pace = RoundPace("on_schedule", times)
        tournament = await of_bots(club, replace(BOTS_TERMS, pace=pace, check_in=True))

        async def looked() -> Tournament:
            for _ in range(2):
                await club.patrol.look()
            await club.queue.settled()
            return await club.state(tournament)

        async with club.at_work():
            assert (await looked()).phase == "registration"
            time = "2026-11-20T19:30:00.000000Z"
            assert (await looked()).phase == "between"
            here = [a.CheckIn(number) for number in (1, 2, 3, 4)]
            await club.desk.perform(tournament, ORGANISER, [a.OpenCheckIn(), *here])
            await club.until(tournament, lambda now: len(now.rounds) == 1 and now.rounds[0].closed)
            await club.desk.perform(tournament, ORGANISER, [a.OpenCheckIn(), *here])
            state = await looked()
            assert (state.phase, state.check_in and state.check_in.open) == ("between", True)
            time = "2026-11-21T19:30:01.000000Z"
            await looked()
            must_be_whole(club, await club.until(tournament, is_over))

    with clubs(settings_of(tmp_path), now=lambda: time) as (club,):
        run(scene(club))
