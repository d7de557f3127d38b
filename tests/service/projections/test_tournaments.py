"""The list of tournaments: built from the log, filtered, and followed to the end."""

from typing import Any, NoReturn

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent
from msgspec.structs import replace

from domain.table.actions import AbortGame, Resign, TakeSeat
from domain.table.game import TABLE
from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import RoundPace
from service.projections.tournaments import ShownTournaments, TournamentRow
from service.settings import Settings
from service.storage.tournaments import TOURNAMENT, TournamentLog
from service.tournaments.requests import PairRequest, StartRequest
from service.tournaments.table_games import Tables
from tests.support.storage.projecting import Worker, ids, worker
from tests.support.storage.stores import keys_of, on_both_engines, run
from tests.support.tournaments.desk import ARBITER, ORGANISER, WHY, account, announcement
from tests.support.tournaments.handling import ended, entered, entering


def listed(one: Worker, before: int | None = None, limit: int = 99, **shown: Any) -> list[str]:
    """Return the ids of tournaments in the list, newest first."""
    return [row.id for row in rows(one, before, limit, **shown)]


def rows(
    one: Worker, before: int | None = None, limit: int = 99, **shown: Any
) -> list[TournamentRow]:
    """Return tournaments in the list, newest first."""
    one.catch_up()
    found = one.projections.tournaments
    return found.page(ShownTournaments(**shown), before=before, limit=limit)


def announce(one: Worker, **changes: Any) -> str:
    """Announce a tournament, and return its id."""
    return run(one.desk.open(ORGANISER, announcement(**changes))).state.id


@on_both_engines
def test_a_tournament_from_its_opening_to_its_end(at: Settings) -> None:
    """One row, which follows the tournament; the times are those of its events."""
    with worker(at) as one:
        tournament = run(entered(one.desk, 4)).state.id
        (row,) = rows(one)
        assert (row.id, row.name, row.organiser) == (tournament, "Club evening", ORGANISER.who)
        assert (row.pinned, row.format, row.seats) == ("carolus-magnus@1", "swiss", 4)
        assert (row.phase, row.entrants, row.rounds, row.round) == ("registration", 4, 3, 0)
        assert (row.started_at, row.ended_at) == (None, None)
        run(one.desk.perform(tournament, ORGANISER, [StartRequest(), PairRequest(1)]))
        (then,) = rows(one)
        assert (then.number, then.created_at) == (row.number, row.created_at)
        assert (then.phase, then.round) == ("paired", 1)
        assert then.started_at is not None
        run(one.desk.perform(tournament, ORGANISER, [a.AbortTournament(WHY)]))
        (last,) = rows(one)
        assert (last.phase, last.started_at) == ("aborted", then.started_at)
        assert last.created_at < then.started_at < str(last.ended_at)


@on_both_engines
def test_when_a_scheduled_tournament_starts(at: Settings) -> None:
    """The announced time, as times of the log are; none without a schedule and after the start."""
    with worker(at) as one:
        times = tuple(f"2999-11-2{day}T19:30:00Z" for day in (0, 7, 8))
        scheduled = announce(one, pace=RoundPace("on_schedule", times))
        announce(one, pace=RoundPace("when_finished"))
        starts = {row.id: row.starts_at for row in rows(one)}
        assert starts.pop(scheduled) == "2999-11-20T19:30:00.000000Z"
        assert set(starts.values()) == {None}
        run(one.desk.perform(scheduled, ORGANISER, [a.AbortTournament(WHY)]))
        assert {row.starts_at for row in rows(one)} == {None}


@on_both_engines
def test_a_whole_tournament_at_once(at: Settings) -> None:
    """It is read after its end."""
    with worker(at) as one:
        run(ended(one.desk, 4, 1))
        (row,) = rows(one)
        assert (row.phase, row.entrants, row.round) == ("ended", 4, 1)
        assert row.created_at < str(row.started_at) < str(row.ended_at)


@on_both_engines
def test_pages_and_filters(at: Settings) -> None:
    """Newest first, by phase, by the id of the ruleset, by organiser and by who entered."""
    with worker(at) as one:
        first, second, third = (announce(one) for _ in range(3))
        other = replace(ORGANISER, who="z" * 26)
        fourth = run(one.desk.open(other, announcement(ruleset="teg@1", options={}))).state.id
        assert listed(one) == [fourth, third, second, first]
        assert listed(one, limit=2) == [fourth, third]
        assert listed(one, rows(one)[1].number) == [second, first]
        assert listed(one, organiser=other.who) == [fourth]
        assert listed(one, ruleset="teg") == [fourth]
        assert listed(one, ruleset="carolus-magnus") == [third, second, first]
        for unknown in ("carolus", "teg@1", "%", ""):
            assert listed(one, ruleset=unknown) == []
        run(one.desk.perform(second, ORGANISER, [entering(1), a.WithdrawEntrant(1)]))
        run(one.desk.perform(third, ORGANISER, [entering(1)]))
        assert listed(one, player=account(2)) == []
        run(one.desk.perform(third, ORGANISER, [entering(2)]))
        assert listed(one, player=account(1)) == [third, second]
        assert listed(one, player=account(2)) == [third]
        assert listed(one, player=ARBITER.who) == []
        run(one.desk.perform(third, ORGANISER, [a.AbortTournament(WHY)]))
        assert listed(one, phase="aborted", player=account(1)) == [third]
        assert listed(one, phase="registration") == [fourth, second, first]


@on_both_engines
def test_tournaments_in_which_the_service_is_due(at: Settings) -> None:
    """From a time on, or immediately; each at its current version, until people have to act."""
    now, later = "2026-11-27T19:30:00.000000Z", "2026-11-27T19:30:01.000000Z"
    pace = RoundPace("on_schedule", tuple(f"2026-11-{day}T19:30:01Z" for day in (27, 28, 29)))
    with worker(at) as one:
        waiting, scheduled = announce(one), announce(one, pace=pace)
        found = one.projections.tournaments
        one.catch_up()
        assert (found.due(now), found.due(later)) == ({}, {scheduled: 1})
        opening = [entering(1), entering(2), StartRequest(), PairRequest(1), a.OpenRound(1)]
        run(one.desk.perform(waiting, ORGANISER, opening))
        one.catch_up()
        assert found.due(now) == {waiting: 1 + len(opening)}
        run(one.desk.perform(waiting, ORGANISER, [a.AbortTournament(WHY)]))
        one.catch_up()
        assert found.due(now) == {}


@on_both_engines
def test_a_reserved_seat_is_free_for_its_player_alone(at: Settings) -> None:
    """Until the player takes it, and as long as the game can be played."""
    with worker(at) as one:
        tournament = run(entered(one.desk, 4, announcement())).state.id
        opening = [StartRequest(), PairRequest(1), a.OpenRound(1)]
        run(one.desk.perform(tournament, ORGANISER, opening))
        tables = Tables(one.handler, one.desk, keys_of("tables"), lambda: "2026-11-27T19:30:00Z")
        state = run(tables.open(tournament))
        first, second = (str(table.game) for table in state.rounds[0].tables)
        (anyone,) = one.open_games(1)
        assert ids(one.listed(seats_free=1)) == [anyone]
        stored = one.log.load(first)
        assert stored is not None
        here, there = stored.game.reserved
        for player in (here, there):
            assert ids(one.listed(reserved_for=player)) == [first]
        one.perform(first, 0, TakeSeat(0, stored.game.name_for(0), player=here))
        assert one.listed(reserved_for=here) == []
        assert ids(one.listed(reserved_for=there)) == [first]
        one.perform(first, TABLE, AbortGame())
        assert one.listed(reserved_for=there) == []
        assert ids(one.listed(status="open")) == [anyone, second]


@on_both_engines
def test_a_game_wakes_its_tournament(at: Settings) -> None:
    """When it is over and gives a result, not while it is played, nor when it is called off."""
    now = "2026-11-27T19:30:00.000000Z"
    with worker(at) as one:
        tournament = run(entered(one.desk, 4, announcement())).state.id
        run(one.desk.perform(tournament, ORGANISER, [StartRequest(), PairRequest(1)]))
        run(one.desk.perform(tournament, ORGANISER, [a.OpenRound(1)]))
        tables = Tables(one.handler, one.desk, keys_of("tables"), lambda: now)
        found = one.projections.tournaments

        def due() -> list[str]:
            one.catch_up()
            return list(found.due(now))

        assert due() == [tournament]
        state = run(tables.open(tournament))
        first, second = (str(table.game) for table in state.rounds[0].tables)
        assert due() == []
        one.perform(first, TABLE, AbortGame())
        assert due() == []
        stored = one.log.load(second)
        assert stored is not None
        for seat, player in enumerate(stored.game.reserved):
            taken = TakeSeat(seat, stored.game.name_for(seat), player=player)
            one.perform(second, seat, taken)
        assert due() == []
        one.perform(second, 0, Resign())
        assert due() == [tournament]
        assert run(tables.take(second))
        assert due() == []
        run(one.desk.perform(tournament, ARBITER, [a.OrderReplay(1, 2, WHY)]))
        assert due() == [tournament]


def unreadable(log: TournamentLog, tournament: str) -> NoReturn:
    """Take the place of a version that did not know the events."""
    raise ValueError("the version before did not know it")


def put_unknown_event(one: Worker, tournament: str) -> None:
    """Append an event as a newer version of Carolus may write it."""
    row = one.desk.log.rows(tournament)[-1]
    version = row.version + 1
    form = msgspec.json.decode(row.canonical) | {"type": "moon_landed", "version": version}
    state = b"%b\n%b\n%b" % (b"ab" * 32, msgspec.json.encode(form), b"{}")
    event = StoredEvent(TOURNAMENT + tournament, version, "tournament.moon_landed.v1", state)
    run(one.log.write([event], lambda: None))


@on_both_engines
def test_a_tournament_of_a_newer_version_stops_no_other(at: Settings) -> None:
    """Its row stays as it was."""
    with worker(at, 1) as one, worker(at, 2) as other:
        first, second = announce(one), announce(one)
        assert listed(other) == [second, first]
        put_unknown_event(one, first)
        run(one.desk.perform(second, ORGANISER, [entering(1)]))
        found = {row.id: row.entrants for row in rows(other)}
        assert found == {first: 0, second: 1}
        other.projections.runner.make_good()
        assert listed(other) == [second, first]


def test_skipped_entries_are_added_later(at: Settings) -> None:
    """The next rows that can be read bring them, too."""
    with worker(at, 1) as one, worker(at, 2) as other:
        tournament = announce(one)
        assert listed(other) == [tournament]
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(TournamentLog, "load", unreadable)
            run(one.desk.perform(tournament, ORGANISER, [entering(1), entering(2)]))
            assert listed(other, player=account(1)) == []
        run(one.desk.perform(tournament, ORGANISER, [entering(3)]))
        for number in (1, 2, 3):
            assert listed(other, player=account(number)) == [tournament]


def test_a_worker_adds_a_tournament_that_it_could_not_read_before(at: Settings) -> None:
    """A worker that can read the tournament builds the rows again."""
    with worker(at, 1) as one, worker(at, 2) as other:
        tournament = announce(one)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(TournamentLog, "load", unreadable)
            assert listed(other) == []
            other.projections.runner.make_good()
            assert listed(other) == []
        one.projections.runner.make_good()
        assert listed(one) == [tournament]
