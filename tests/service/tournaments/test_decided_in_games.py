"""What a tournament decides reaches its games: time, people who leave or do not come, ends."""

import dataclasses
from collections.abc import Iterator
from copy import deepcopy
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import ADDED_SECONDS_MAX, AddTime, Resign, TakeSeat
from domain.table.clock import BankClock
from domain.table.game import Game
from domain.tournament.model import announced
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import Announcement, RoundPace
from domain.tournament.stream.editions import RULES_LATEST
from domain.tournament.stream.state import TableState
from service.games.handler import ActionRefused
from service.records.export import record_at
from service.tournaments.requests import PairRequest, StartRequest
from service.tournaments.table_orders import as_it_stands
from tests.support.games.table import Table, action_of, due, started
from tests.support.storage.stores import run, settings_of
from tests.support.tournaments.clubs import Club, clubs, named_games
from tests.support.tournaments.desk import ARBITER, ORGANISER, WHY, announcement
from tests.support.tournaments.handling import entered

CLOCK = BankClock(600, "house")


class Time:
    """The time of a club."""

    def __init__(self) -> None:
        self.now = "2026-11-20T19:30:00.000000Z"

    def __call__(self) -> str:
        """Return it."""
        return self.now


@pytest.fixture
def time() -> Time:
    """Return a clock that stands still until a test sets it."""
    return Time()


@pytest.fixture
def both(tmp_path: Path, time: Time) -> Iterator[list[Club]]:
    """Yield two workers on one log; only the first works in the background."""
    with clubs(settings_of(tmp_path), 2, time) as found:
        yield found


async def begun(club: Club, count: int, terms: Announcement) -> str:
    """Return a tournament of people whose first round is open, with its games."""
    tournament = (await entered(club.desk, count, terms)).state.id
    actions = [StartRequest(), PairRequest(1), a.OpenRound(1)]
    await club.desk.perform(tournament, ORGANISER, actions)
    await club.queue.settled()
    return tournament


async def table_of(club: Club, tournament: str) -> TableState:
    """Return the first table of the last round, once the queue has nothing left to do."""
    await club.queue.settled()
    return (await club.state(tournament)).rounds[-1].tables[0]


async def game_of(club: Club, tournament: str) -> Game:
    """Return the game of this table."""
    table = await table_of(club, tournament)
    assert table.game is not None
    return (await club.games.load(table.game)).game


async def sit(club: Club, game: Game, *seats: int) -> None:
    """Let the players take the seats that are reserved for them."""
    for seat in seats:
        await club.games.perform(
            game.id, seat, [TakeSeat(seat, game.name_for(seat), player=game.reserved[seat])]
        )


def two(**terms: Any) -> Announcement:
    """Return the terms of a tournament for two seats."""
    return announcement(announced(2, 3, "LOT"), options={"max_rounds": 1}, **terms)


def three(**terms: Any) -> Announcement:
    """Return the terms of a tournament for three seats."""
    return announcement(announced(3, 3, "LOT"), options={"max_rounds": 1}, **terms)


@pytest.mark.rule("TN-TIME-1", "TB-TIME-1")
def test_granted_time_is_on_the_clock(both: list[Club]) -> None:
    """Once, however often and on however many workers it is carried out; also before the start."""
    club, other = both

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 2, two(clock=CLOCK))
            game = await game_of(club, tournament)
            one, another = (await table_of(club, tournament)).players
            grant = a.GrantTime(1, 1, one, 60, WHY)
            await club.desk.perform(tournament, ARBITER, [grant])
            await sit(club, game, 0, 1)
            clocks = (await game_of(club, tournament)).clocks
            assert clocks is not None
            assert clocks.left_ms == (660_000, 600_000)
            more = [grant, a.GrantTime(1, 1, another, 5, WHY)]
            await club.desk.perform(tournament, ARBITER, more)
            await club.queue.settled()
            await other.queue.look(tournament)
            clocks = (await game_of(club, tournament)).clocks
            assert clocks is not None
            assert (clocks.left_ms, clocks.granted) == ((720_000, 605_000), (120, 5))

    run(scene())


@pytest.mark.rule("TN-TIME-1", "TB-TIME-1")
@pytest.mark.parametrize(
    ("edition", "steps"),
    [(1, (ADDED_SECONDS_MAX, 86_400)), (RULES_LATEST, (ADDED_SECONDS_MAX,))],
)
def test_the_most_time_that_one_action_may_add(
    both: list[Club], monkeypatch: pytest.MonkeyPatch, edition: int, steps: tuple[int, ...]
) -> None:
    """Arbiters can grant more in edition 1, which takes several steps: the record is readable."""
    monkeypatch.setattr("service.tournaments.handler.RULES_LATEST", edition)
    club, _ = both

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 2, two(clock=CLOCK))
            game = await game_of(club, tournament)
            one = (await table_of(club, tournament)).players[0]
            grants = [a.GrantTime(1, 1, one, 86_400, WHY)] * (sum(steps) // 86_400)
            await club.desk.perform(tournament, ARBITER, grants)
            await sit(club, game, 0, 1)
            clocks = (await game_of(club, tournament)).clocks
            assert clocks is not None
            assert clocks.granted == (sum(steps), 0)
            log = club.games.log
            entries = record_at(log, await club.games.load(game.id)).entries
            added = [one.action for one in entries if isinstance(one.action, AddTime)]
            assert added == [AddTime(0, seconds) for seconds in steps]

    run(scene())


@pytest.mark.rule("TN-RESULT-2")
@pytest.mark.parametrize(("ranks", "winners"), [((2, 1), (1,)), ((1, 1), (0, 1))])
def test_the_result_of_an_arbiter_ends_the_game(
    both: list[Club], ranks: tuple[int, int], winners: tuple[int, ...]
) -> None:
    """It is adjudicated with the reason of the arbiter; the result of the table stays."""
    club, _ = both

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 2, two())
            game = await game_of(club, tournament)
            await sit(club, game, 0, 1)
            await club.desk.perform(tournament, ARBITER, [a.EnterResult(1, 1, ranks, WHY)])
            game = await game_of(club, tournament)
            assert (game.status, game.outcome.reason) == ("over", "adjudicated")
            assert set(game.outcome.winners) == {game.sides[seat] for seat in winners}
            rows = club.games.log.rows(game.id)
            assert any(WHY.encode() in row.canonical for row in rows)
            result = (await table_of(club, tournament)).result
            assert result is not None
            assert (result.ranks, result.source) == (ranks, "arbiter")

    run(scene())


@pytest.mark.rule("TN-REPLAY-1", "TN-FORFEIT-1")
def test_a_game_that_is_no_longer_needed_is_called_off(both: list[Club]) -> None:
    """Before its start or later: for a forfeit, a replay, or the end of the whole tournament."""
    club, _ = both

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 2, two())
            first = await game_of(club, tournament)
            await sit(club, first, 0, 1)
            await club.desk.perform(tournament, ARBITER, [a.OrderReplay(1, 1, WHY)])
            second = await game_of(club, tournament)
            assert second.id != first.id
            assert (await club.games.load(first.id)).game.status == "aborted"
            one = (await table_of(club, tournament)).players[0]
            await club.desk.perform(tournament, ARBITER, [a.ForfeitSides(1, 1, (one,), WHY)])
            assert (await game_of(club, tournament)).status == "aborted"
            await club.desk.perform(tournament, ARBITER, [a.OrderReplay(1, 1, WHY)])
            third = await game_of(club, tournament)
            await sit(club, third, 0, 1)
            await club.desk.perform(tournament, ORGANISER, [a.AbortTournament(WHY)])
            assert (await game_of(club, tournament)).status == "aborted"
            assert third.id not in {first.id, second.id}

    run(scene())


@pytest.mark.rule("TN-LEAVE-1")
def test_a_player_who_withdraws_resigns(both: list[Club]) -> None:
    """With two seats that is the end: the other one has won, by the game."""
    club, _ = both

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 2, two())
            await sit(club, await game_of(club, tournament), 0, 1)
            one = (await table_of(club, tournament)).players[0]
            await club.desk.perform(tournament, ORGANISER, [a.WithdrawEntrant(one, WHY)])
            game = await game_of(club, tournament)
            assert (game.status, game.seats[0].resigned) == ("over", True)
            result = (await table_of(club, tournament)).result
            assert result is not None
            assert (result.ranks, result.source) == ((2, 1), "game")

    run(scene())


async def play_once(club: Club, game: Game) -> None:
    """Take one decision that the game awaits from a person."""
    seat = game.people_due[0]
    action = game.rules.legal(game.position, seat).at(0)
    await club.games.perform(game.id, seat, [action])


def nobody_leaves_before_the_first_decision(
    monkeypatch: pytest.MonkeyPatch, begun_with: Game
) -> None:
    """Change a ruleset: resigning is refused while the game stands as it began."""
    rules = begun_with.rules

    def resign(position: Any, seat: int) -> None:
        if rules.freeze(deepcopy(position)) == begun_with.position:
            raise IllegalAction("TB-RESIGN-3", "not_yet", seat=seat)

    changed = dataclasses.replace(rules, resign=resign)
    monkeypatch.setitem(BY_PINNED, begun_with.ruleset, changed)


@pytest.mark.rule("TN-LEAVE-1")
@pytest.mark.parametrize("restarted", [False, True])
def test_a_player_who_may_not_leave_yet_resigns_as_soon_as_possible(
    both: list[Club], time: Time, monkeypatch: pytest.MonkeyPatch, restarted: bool
) -> None:
    """The rules of the game forbid it at first; so does a worker that started after the decision.

    What else was decided about the game does not wait: the other player has the granted time.
    """
    first, second = both

    async def withdrawn(tournament: str) -> None:
        one, other = (await table_of(first, tournament)).players
        await first.desk.perform(tournament, ORGANISER, [a.WithdrawEntrant(one, WHY)])
        await first.desk.perform(tournament, ARBITER, [a.GrantTime(1, 1, other, 60, WHY)])
        game = await game_of(first, tournament)
        assert (game.status, game.seats[0].has_left) == ("running", False)
        assert game.clocks is not None
        assert game.clocks.granted == (0, 60)

    async def scene() -> None:
        async with first.at_work():
            tournament = await begun(first, 2, two(clock=CLOCK))
            await sit(first, await game_of(first, tournament), 0, 1)
            game = await game_of(first, tournament)
            nobody_leaves_before_the_first_decision(monkeypatch, game)
            await withdrawn(tournament)
            if not restarted:
                await play_once(first, game)
                await must_be_lost(first, tournament)
                return
        async with second.at_work():
            for _ in range(2):
                await second.patrol.look()
            await second.queue.settled()
            assert (await game_of(second, tournament)).status == "running"
            await play_once(second, game)
            await must_be_lost(second, tournament)

    async def must_be_lost(club: Club, tournament: str) -> None:
        game = await game_of(club, tournament)
        assert (game.status, game.seats[0].resigned) == ("over", True)
        result = (await table_of(club, tournament)).result
        assert result is not None
        assert (result.ranks, result.source) == ((2, 1), "game")

    run(scene())


@pytest.mark.rule("TN-LEAVE-1", "TN-FORFEIT-1", "TN-ABSENT-1")
def test_the_others_at_the_table_go_on(both: list[Club]) -> None:
    """One player is expelled before the start, another forfeits later: they are last, together."""
    club, _ = both

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 3, three())
            game = await game_of(club, tournament)
            _, two_, three_ = (await table_of(club, tournament)).players
            await club.desk.perform(tournament, ARBITER, [a.ExpelEntrant(three_, WHY)])
            table = await table_of(club, tournament)
            assert (table.forfeits, table.result) == ((three_,), None)
            await sit(club, game, 0, 1)
            now = await game_of(club, tournament)
            assert now.status == "running"
            left = [seat.has_left for seat in now.seats]
            assert (left, now.seats[2].player) == ([False, False, True], now.reserved[2])
            await club.desk.perform(tournament, ARBITER, [a.ForfeitSides(1, 1, (two_,), WHY)])
            table = await table_of(club, tournament)
            assert table.result is not None
            assert (table.result.source, set(table.forfeits)) == ("forfeit", {two_, three_})
            assert (await game_of(club, tournament)).status == "over"

    run(scene())


def test_a_side_of_three_that_resigned_is_last(both: list[Club]) -> None:
    """The table is over when the others have played to the end."""
    club, _ = both

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 3, three())
            game = await game_of(club, tournament)
            await sit(club, game, 0, 1, 2)
            one = (await table_of(club, tournament)).players[0]
            await club.desk.perform(tournament, ARBITER, [a.ForfeitSides(1, 1, (one,), WHY)])
            assert (await game_of(club, tournament)).seats[0].has_left
            await club.games.perform(game.id, 1, [Resign()])
            result = (await table_of(club, tournament)).result
            assert result is not None
            assert (result.ranks, result.source) == ((3, 2, 1), "game")

    run(scene())


@pytest.mark.rule("TN-ABSENT-1")
def test_a_player_who_does_not_come_in_time_loses(both: list[Club], time: Time) -> None:
    """The patrol of any worker finds it; who has sat down wins, and the game is called off."""
    club, other = both

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 2, two(no_show_minutes=30))
            await sit(club, await game_of(club, tournament), 0)
        async with other.at_work():
            for at, expected in (("59:59.999999", None), ("00:00.000000", "forfeit")):
                hour = "19" if expected is None else "20"
                time.now = f"2026-11-20T{hour}:{at}Z"
                for _ in range(2):
                    await other.patrol.look()
                table = await table_of(other, tournament)
                assert (table.result and table.result.source) == expected
            table = await table_of(other, tournament)
            assert table.forfeits == (table.players[1],)
            assert (await game_of(other, tournament)).status == "aborted"
            for _ in range(2):
                await other.patrol.look()
            assert other.patrol._seen == {}

    run(scene())


def test_a_game_that_has_begun_has_no_absent_players(both: list[Club], time: Time) -> None:
    """Nothing is due in its tournament until it ends."""
    club, other = both

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 2, two(no_show_minutes=30))
            await sit(club, await game_of(club, tournament), 0, 1)
        time.now = "2026-11-21T19:30:00.000000Z"
        await other.patrol.look()
        assert other.patrol._seen == {}
        await club.games.perform(named_games(await club.state(tournament))[0], 0, [Resign()])
        async with other.at_work():
            for _ in range(2):
                await other.patrol.look()
            result = (await table_of(other, tournament)).result
        assert result is not None
        assert result.ranks == (2, 1)

    run(scene())


@pytest.mark.rule("TN-SCORE-1", "TN-ABSENT-1")
def test_tables_are_scored_as_they_stand(both: list[Club], time: Time) -> None:
    """At the end of the round: a running game ends, and who has not even come loses by forfeit.

    A worker that is killed between the end of the game and its report leaves both to the next one.
    """
    club, other = both
    times = tuple(f"2026-11-{day}T19:30:00Z" for day in (20, 21, 22))
    pace = RoundPace("on_schedule", times)

    async def scene() -> None:
        async with club.at_work():
            terms = two(pace=pace, scored_as_they_stand=True)
            tournament = await begun(club, 4, terms)
            first, second = named_games(await club.state(tournament))
            for seat in (0, 1):
                await sit(club, (await club.games.load(first)).game, seat)
            await sit(club, (await club.games.load(second)).game, 1)
        time.now = "2026-11-21T19:30:00.000000Z"
        await club.queue._tables._stand(first)
        assert (await club.state(tournament)).rounds[0].tables[0].result is None
        async with other.at_work():
            for _ in range(2):
                await other.patrol.look()
            state = await other.until(tournament, lambda now: len(now.rounds) == 2)
            await other.queue.settled()
        one, two_ = state.rounds[0].tables
        assert one.result is not None
        assert (one.result.source, 1 in one.result.ranks) == ("as_it_stands", True)
        assert two_.result is not None
        assert (two_.result.source, two_.forfeits) == ("forfeit", (two_.players[0],))
        assert (await other.games.load(second)).game.status == "aborted"

    run(scene())


def test_a_decision_is_carried_out_by_another_worker(both: list[Club]) -> None:
    """The worker that took it was killed before the game had it: the patrol of another finds it."""
    club, other = both

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 2, two())
            await sit(club, await game_of(club, tournament), 0, 1)
        await club.desk.perform(tournament, ARBITER, [a.EnterResult(1, 1, (1, 2), WHY)])
        assert (
            await club.games.load(named_games(await club.state(tournament))[0])
        ).game.status == ("running")
        async with other.at_work():
            for _ in range(2):
                await other.patrol.look()
            assert (await game_of(other, tournament)).status == "over"
            await other.patrol.look()
            assert other.patrol._seen == {}

    run(scene())


def test_the_leading_sides_win_a_game_that_is_scored_as_it_stands() -> None:
    """By what the game counts, among those who stayed; if nobody did, among all."""
    table = with_different_castles()
    (ahead,) = as_it_stands(table.game).winners
    assert castles(table)[ahead] == max(castles(table).values())
    table.ask(table.game.sides.index(ahead), Resign())
    (second,) = as_it_stands(table.game).winners
    assert castles(table)[second] == sorted(castles(table).values())[1]
    late = started(3, clock=CLOCK)
    seats = tuple(replace(one, flagged=True, bot="greedy") for one in late.game.seats)
    assert as_it_stands(replace(late.game, seats=seats)).winners == late.game.sides


def with_different_castles() -> Table:
    """Return a running game in which every side has another number of castles."""
    for seed in count():
        table, random = started(3, clock=CLOCK), Random(seed)
        while table.game.status == "running":
            if len(set(castles(table).values())) == 3:
                return table
            seat = due(table.game)
            table.ask(seat, action_of(table.game, seat, random))
    raise AssertionError("the seeds never end")


def castles(table: Table) -> dict[str, int]:
    """Return the castles that each side has in play."""
    standing = table.game.rules.settle(table.game.position, "adjudicated", table.game.sides)
    return {place.side: place.score for place in standing.standing}


@pytest.mark.rule("TN-PAUSE-1", "TB-SUSPEND-1", "TB-SUSPEND-2")
def test_a_pause_stops_the_clocks_until_its_end(both: list[Club], time: Time) -> None:
    """Even one ordered before the game began; who withdrew meanwhile resigns after it."""
    club, _ = both

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 3, three(clock=CLOCK))
            game = await game_of(club, tournament)
            await club.desk.perform(tournament, ARBITER, [a.PauseTables(1, (1,), WHY)])
            await sit(club, game, 0, 1, 2)
            stopped = await game_of(club, tournament)
            assert (stopped.suspended, stopped.awaits, stopped.deadline) == (True, (), None)
            with pytest.raises(ActionRefused, match="TB-SUSPEND-2"):
                await club.games.perform(game.id, 0, [Resign()])
            gone = (await table_of(club, tournament)).players[1]
            await club.desk.perform(tournament, ARBITER, [a.WithdrawEntrant(gone, WHY)])
            assert not (await game_of(club, tournament)).seats[1].resigned
            time.now = "2026-11-21T19:30:00.000000Z"
            await club.desk.perform(tournament, ARBITER, [a.ResumeTables(1, (1,), WHY)])
            again = await game_of(club, tournament)
            assert (again.suspended, again.seats[1].resigned) == (False, True)
            assert again.clocks is not None
            assert again.clocks.left_ms == (600_000,) * 3

    run(scene())


@pytest.mark.rule("TN-PAUSE-1", "TB-SUSPEND-1")
def test_a_worker_lifts_a_pause_that_another_carried_out_before_it_was_killed(
    both: list[Club],
) -> None:
    """Even if the last thing it knows of the game is the end of an earlier pause."""
    club, other = both
    pause, resume = a.PauseTables(1, (1,), WHY), a.ResumeTables(1, (1,), WHY)

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 2, two())
            game = await game_of(club, tournament)
            await sit(club, game, 0, 1)
            for decision in (pause, resume):
                await club.desk.perform(tournament, ARBITER, [decision])
                await club.queue.settled()
            await other.queue.look(tournament)
            await club.desk.perform(tournament, ARBITER, [pause])
            await club.queue.settled()
        await club.desk.perform(tournament, ARBITER, [resume])
        assert (await other.games.load(game.id)).game.suspended
        await other.queue.look(tournament)
        assert not (await other.games.load(game.id)).game.suspended

    run(scene())


@pytest.mark.rule("TN-PAUSE-1", "TB-SUSPEND-1")
def test_a_slow_worker_suspends_a_game_after_the_end_of_the_pause(both: list[Club]) -> None:
    """It read the tournament before the end, and is killed right after its step in the game."""
    club, other = both
    pause, resume = a.PauseTables(1, (1,), WHY), a.ResumeTables(1, (1,), WHY)

    async def scene() -> None:
        async with club.at_work():
            tournament = await begun(club, 2, two())
            game = await game_of(club, tournament)
            await sit(club, game, 0, 1)
        await club.desk.perform(tournament, ARBITER, [pause])
        before = await club.state(tournament)
        await club.desk.perform(tournament, ARBITER, [resume])
        await other.queue.look(tournament)
        assert not (await other.games.load(game.id)).game.suspended
        await club.tables.carry_out(before)
        assert (await other.games.load(game.id)).game.suspended
        await other.queue.look(tournament)
        assert not (await other.games.load(game.id)).game.suspended

    run(scene())
