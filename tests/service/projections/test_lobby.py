"""The lobby: built from the log, filtered, and paged while games are added."""

import pytest

from domain.table.actions import AbortGame, LeaveSeat, Resign, TakeSeat
from domain.table.game import TABLE
from domain.table.opening import OpeningTerms
from service.projections.lobby import LobbyRow, Wanted
from service.settings import Settings
from service.storage.rows import envelope_of
from tests.support.storage.projecting import ACCOUNTS, ids, worker
from tests.support.storage.stores import on_both_engines

ANA, BEA, CARL = ACCOUNTS[:3]


@on_both_engines
def test_the_newest_games_come_first(at: Settings) -> None:
    """With ascending numbers, and the time at which each was opened."""
    with worker(at) as one:
        assert one.listed() == []
        games = one.open_games(5)
        rows = one.listed()
        assert ids(rows) == games[::-1]
        assert sorted((row.number for row in rows), reverse=True) == [row.number for row in rows]
        assert rows[-1].created_at == envelope_of(one.log.rows(games[0])[0]).at


@on_both_engines
def test_games_by_state_and_ruleset(at: Settings) -> None:
    """A game moves from one list to the next and keeps its number."""
    with worker(at) as one:
        opened, running, over, aborted = one.open_games(4)
        numbers = {row.id: row.number for row in one.listed()}
        for game in (running, over):
            one.perform(game, TABLE, TakeSeat(0), TakeSeat(1))
        one.perform(over, 0, Resign())
        one.perform(aborted, TABLE, AbortGame())
        for status, game in {
            "open": opened,
            "running": running,
            "over": over,
            "aborted": aborted,
        }.items():
            assert ids(one.listed(status=status)) == [game]
        assert len(one.listed(ruleset="carolus-magnus")) == 4
        for other in ("carolus", "chess", "%", "carolus_magnus", "CAROLUS-MAGNUS", ""):
            assert one.listed(ruleset=other) == []
        one.perform(opened, TABLE, AbortGame())
        assert ids(one.listed(status="aborted")) == [aborted, opened]
        assert {row.id: row.number for row in one.listed()} == numbers


@on_both_engines
def test_games_by_player(at: Settings) -> None:
    """Games in which an account has a seat, or had one at the end; not those it left."""
    with worker(at) as one:
        first, second, left = one.open_games(3)
        for game in (first, second, left):
            one.perform(game, 0, TakeSeat(0, player=ANA))
        one.perform(second, 1, TakeSeat(1, player=BEA))
        assert ids(one.listed(player=ANA)) == [left, second, first]
        one.perform(left, 0, LeaveSeat(0))
        one.perform(second, 0, Resign())
        assert ids(one.listed(player=ANA)) == [second, first]
        assert ids(one.listed(player=ANA, status="over")) == [second]
        assert ids(one.listed(player=BEA)) == [second]
        assert one.listed(player=CARL) == []


@on_both_engines
def test_records_by_player(at: Settings) -> None:
    """The same games as in the list, in the order in which they ended."""
    with worker(at) as one:
        lobby = one.projections.lobby
        first, second, other = one.open_games(3)
        for game in (first, second):
            one.perform(game, 0, TakeSeat(0, player=ANA))
        for game in (second, other, first):
            one.perform(game, TABLE, AbortGame())
        one.catch_up()
        found = lobby.records(Wanted(player=ANA), 0, 10)
        assert [place.id for place in found] == [second, first]
        assert [place.id for place in lobby.records(Wanted(player=ANA), found[0].number, 10)] == [
            first
        ]
        assert lobby.count_records(Wanted(player=ANA)) == 2
        assert lobby.count_records(Wanted("over", player=ANA)) == 0
        assert lobby.records(Wanted(player=BEA), 0, 10) == []


@on_both_engines
def test_games_by_label(at: Settings) -> None:
    """Only those with exactly this label, in lists of games and of records."""
    with worker(at) as one:
        lobby = one.projections.lobby
        (plain,) = one.open_games(1)
        first, second = one.open_games(2, OpeningTerms(label="Cup"))
        (other,) = one.open_games(1, OpeningTerms(label="Cup 2"))
        for game in (second, other, plain, first):
            one.perform(game, TABLE, AbortGame())
        assert ids(one.listed(label="Cup")) == [second, first]
        assert ids(one.listed(label="Cup", status="open")) == []
        assert one.listed(label="cup") == []
        found = lobby.records(Wanted(label="Cup"), 0, 10)
        assert [place.id for place in found] == [second, first]
        assert lobby.count_records(Wanted(label="Cup 2")) == 1


@on_both_engines
def test_games_with_free_seats(at: Settings) -> None:
    """With at least this many free seats, if players can still join."""
    with worker(at) as one:
        duel, trio, gone = (one.open_games(1, players=count)[0] for count in (2, 3, 3))
        one.perform(duel, 0, TakeSeat(0))
        one.perform(trio, 0, TakeSeat(0, bot="greedy"))
        one.perform(gone, TABLE, AbortGame())
        assert ids(one.listed(seats_free=1)) == [trio, duel]
        assert ids(one.listed(seats_free=2)) == [trio]
        assert one.listed(seats_free=3) == []
        one.perform(duel, 1, TakeSeat(1))
        assert ids(one.listed(seats_free=1)) == [trio]


@on_both_engines
def test_pages_are_stable_while_games_are_added(at: Settings) -> None:
    """A client that continues after the last number misses no game and sees none twice."""
    with worker(at) as one:
        games = one.open_games(23)
        seen: list[LobbyRow] = []
        while page := one.listed(before=seen[-1].number if seen else None, limit=5):
            seen += page
            one.open_games(3)
            one.perform(games[len(seen) % 23], TABLE, TakeSeat(0))
        assert ids(seen) == games[::-1]


@on_both_engines
def test_games_in_the_order_in_which_they_ended(at: Settings) -> None:
    """A client that continues after the last one misses none, even if an older game ends later."""
    with worker(at) as one:
        lobby = one.projections.lobby
        games = one.open_games(6)
        ends = [games[number] for number in (3, 0, 5, 1)]
        seen: list[str] = []
        place = 0
        for game in ends:
            one.perform(game, TABLE, AbortGame())
            one.catch_up()
            for found in lobby.records(Wanted(), place, 10):
                seen.append(found.id)
                place = found.number
        assert seen == ends
        assert [found.id for found in lobby.records(Wanted("aborted"), 0, 2)] == ends[:2]
        assert lobby.records(Wanted("over"), 0, 2) == []
        still = [found.id for found in lobby.records(Wanted("open"), 0, 10)]
        assert still == [games[2], games[4]]
        assert lobby.count_records(Wanted()) == 4
        assert lobby.count_records(Wanted("open", "carolus-magnus")) == 2
        assert lobby.place_of(Wanted(), games[1]) == place
        assert lobby.place_of(Wanted(), games[2]) is None


@pytest.mark.parametrize("at_once", [1, 500])
def test_an_end_that_is_read_in_two_parts_is_listed_once(
    at: Settings, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """The lobby shows a game's current state, even if it has read only the first rows."""
    monkeypatch.setattr("service.projections.reading.NOTICES_AT_ONCE", at_once)
    with worker(at) as one:
        (game,) = one.open_games(1)
        one.perform(game, TABLE, TakeSeat(0), TakeSeat(1))
        one.end(game, 1)
        one.catch_up()
        (place,) = one.projections.lobby.records(Wanted(), 0, 10)
        last = [row for row in one.log.notices(0, 100) if row.stream == game][-1]
        assert (place.id, place.number) == (game, last.position)


@on_both_engines
def test_games_that_ended_within_a_period(at: Settings) -> None:
    """From the start time, inclusive, to the end time, exclusive; a prefix of a time is enough."""
    with worker(at) as one:
        games = one.open_games(4)
        times = []
        for game in games:
            one.perform(game, TABLE, AbortGame())
            times.append(envelope_of(one.log.rows(game)[-1]).at)
        one.catch_up()

        def found(since: str | None, until: str | None) -> list[str]:
            wanted = Wanted(since=since, until=until)
            return [place.id for place in one.projections.lobby.records(wanted, 0, 10)]

        assert found(times[1], None) == games[1:]
        assert found(None, times[1]) == games[:1]
        assert found(times[1], times[3]) == games[1:3]
        assert found("2025-01-01", None) == found(None, "2025-01-02") == games
        assert found("2025-01-02", None) == found(None, "2025-01-01") == []
