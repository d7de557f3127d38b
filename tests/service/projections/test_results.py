"""The result of a game for its players: accounts, ratings and crosstables agree."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from domain.record.synopsis import synopsis
from domain.table.actions import FallFlag, Player, Resign, TakeSeat
from domain.table.clock import OnFlag, PerActionClock
from domain.table.game import TABLE
from service.archives.crosstable import Crosstable
from service.projections.results import rated, result_for
from service.projections.tallies import tallied
from tests.support.games.continued import going_on, played
from tests.support.games.table import Table, opened, play_on
from tests.support.proof.records import recorded

ACCOUNTS: tuple[Player, ...] = ("a" * 26, "b" * 26, "c" * 26, "d" * 26)
Requests = Callable[[Table], Iterator[Table]]


def sit(table: Table) -> Iterator[Table]:
    """Seat an account on each seat."""
    for seat in range(len(table.game.seats)):
        yield table.ask(TABLE, TakeSeat(seat, player=ACCOUNTS[seat]))


def flag(table: Table) -> Iterator[Table]:
    """Let the first seat that is due run out of time."""
    yield table.wait(30).ask(TABLE, FallFlag())
    yield from play_to_the_end(table)


def resignation(table: Table) -> Iterator[Table]:
    """Let the first seat resign."""
    yield table.ask(0, Resign())
    yield from play_to_the_end(table)


def play_to_the_end(table: Table) -> Iterator[Table]:
    """Play at random, within the time."""
    random = Random(1)
    while table.game.status == "running":
        yield play_on(table, random, 1)


@pytest.mark.parametrize(
    ("players", "on_flag"), [(2, "forfeit"), (3, "house"), (4, "forfeit"), (4, "house")]
)
@pytest.mark.parametrize("leave", [flag, resignation, play_to_the_end])
def test_every_view_of_a_result_agrees(players: int, on_flag: OnFlag, leave: Requests) -> None:
    """Whether the game or a flag ended it, and whichever player left."""
    table = opened(players, clock=PerActionClock(30, on_flag))

    def requests() -> Iterator[Table]:
        yield from sit(table)
        yield from leave(table)

    record = recorded(table, requests(), Random(1))
    assert table.game.status == "over"
    crosstable = Crosstable()
    crosstable.add(synopsis(record, finished=True))
    scored = {place.player: place.score for place in crosstable.places()}
    own = {player.id: player for player in scored}
    for first, second in permutations(rated(table.game), 2):
        # Ratings compare sides, so they do not show which partner left.
        if players < 4 and first.side != second.side:
            ahead = (second.rank > first.rank) - (second.rank < first.rank)
            met = crosstable.against(own[first.player], own[second.player])
            assert met == (Fraction(1 + ahead, 2), 1), (first, second)
    for player in ACCOUNTS[:players]:
        score = scored[own[player]]
        result = "won" if score.wins else "drawn" if score.draws else "lost"
        assert result_for(table.game, player) == result


@pytest.mark.rule("TB-FLAG-4")
def test_players_who_run_out_of_time_at_once_have_drawn() -> None:
    """The outcome says so, and so do the results of the players."""
    table = opened(2, clock=PerActionClock(30, "forfeit"))
    list(sit(table))
    clocks = table.game.clocks
    assert clocks is not None
    both = replace(clocks, running=(0, 1))
    terms = replace(table.game.terms, clocks=both)  # type: ignore[type-var]
    table.game = replace(table.game, terms=terms)
    table.wait(30).ask(TABLE, FallFlag()).then(status="over")
    assert [result_for(table.game, player) for player in ACCOUNTS[:2]] == ["drawn", "drawn"]
    assert {placed.rank for placed in rated(table.game)} == {1}


def test_a_game_that_continues_another_counts_nowhere() -> None:
    """Its position was chosen: no rating, no tally, and no place in a crosstable."""
    source = played()
    table = going_on(source)
    list(sit(table))
    game = table.ask(0, Resign()).game
    assert game.status == "over"
    assert result_for(game, ACCOUNTS[1]) == "won"
    assert rated(game) == ()
    assert list(tallied(game)) == []
    assert rated(replace(game, continues=None)), "but for that it would be rated"
    assert list(tallied(replace(game, continues=None)))
