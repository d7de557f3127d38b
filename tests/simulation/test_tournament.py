"""A tournament of forty in which everything goes wrong, and whose audit is valid at the end."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import pytest

from domain.table.actions import AddTime
from domain.table.game import TABLE, Game
from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import Tournament
from service.access.game_keys import Keys
from service.projections import tournaments
from service.projections.tournaments import Tournaments
from service.storage.tournaments import AppendedSteps
from service.tournaments import table_orders
from service.tournaments.handler import TournamentHandler
from service.tournaments.table_games import Tables
from service.tournaments.table_orders import GameStep
from tests.simulation.evening import TournamentSchedule
from tests.simulation.ledger import Violation
from tests.simulation.schedule import run

SCHEDULES: Final = 2
SCHEDULES_UNTIL_FOUND_MAX: Final = 40
MUST_HAPPEN: Final = {
    "all down",
    "an arbiter entered a result",
    "an arbiter let players forfeit",
    "answer lost",
    "corrected a result",
    "crash",
    "flags",
    "granted time",
    "ordered a replay",
    "paused",
    "race lost",
    "resumed",
    "time passed",
    "withdrew",
}


class SmallTournament(TournamentSchedule):
    """With as many people, but fewer bots: enough to show a planted bug."""

    entrants = 24


def run_many(
    seed: int, numbers: Iterable[int], kind: type[TournamentSchedule] = TournamentSchedule
) -> Counter[str]:
    """Run schedules, and return what happened in all of them."""
    return sum((run(f"{seed}-{number}", kind) for number in numbers), Counter())


@pytest.mark.long
def test_a_tournament_of_forty_survives_everything(seed: int, untraced: None) -> None:
    """Kills, lost answers, outages in which clocks run out, people who leave or never come.

    Arbiters grant time, pause tables, order replays and correct results meanwhile.
    """
    happened = run_many(seed, range(SCHEDULES))
    assert happened.keys() >= MUST_HAPPEN


def draws_a_random_id_for_a_table(broken: pytest.MonkeyPatch) -> None:
    """A worker that opens a table again opens another game."""
    broken.setattr(Keys, "table_id", lambda self, *_: self.game_id())


def leaves_rounds_to_their_workers(broken: pytest.MonkeyPatch) -> None:
    """When all workers die, none takes over the tournament."""
    broken.setattr(Tournaments, "due", lambda *_: {})


def adds_the_whole_grant_again(broken: pytest.MonkeyPatch) -> None:
    """When an arbiter grants more time, the game gets the earlier grants once more."""

    def timed(game: Game, granted: Sequence[int]) -> Iterator[GameStep]:
        given = (game.clocks.granted if game.clocks else ()) or (0,) * len(granted)
        for seat, seconds in enumerate(granted):
            if seconds > given[seat] and table_orders._is_played(game, seat):
                yield GameStep(TABLE, AddTime(seat, seconds))

    broken.setattr(table_orders, "_timed", timed)


def leaves_decisions_to_their_workers(broken: pytest.MonkeyPatch) -> None:
    """When a worker dies, no other carries out in a game what an arbiter decided about it."""
    broken.setattr(tournaments, "orders_in", lambda _: ())


def replays_the_same_game(broken: pytest.MonkeyPatch) -> None:
    """The replay of a table has the id of its first game."""

    def only_the_first(self: Tables, state: Tournament, table: int) -> Iterator[str]:
        yield self._keys.table_id(state.id, len(state.rounds), table, 0)

    broken.setattr(Tables, "_ids", only_the_first)


def carries_out_repeated_requests(broken: pytest.MonkeyPatch) -> None:
    """The service takes each request to a tournament for a new one."""
    perform = TournamentHandler.perform

    async def again(
        self: TournamentHandler, tournament: str, by: Acting, actions: Any, **others: Any
    ) -> AppendedSteps:
        return await perform(self, tournament, by, actions, **{**others, "request": None})

    broken.setattr(TournamentHandler, "perform", again)


PLANTED: Final = (
    draws_a_random_id_for_a_table,
    leaves_rounds_to_their_workers,
    adds_the_whole_grant_again,
    leaves_decisions_to_their_workers,
    replays_the_same_game,
    carries_out_repeated_requests,
)


TRIED_FIRST: Final[Mapping[Callable[[pytest.MonkeyPatch], None], int]] = {
    draws_a_random_id_for_a_table: 2,
    leaves_rounds_to_their_workers: 6,
    adds_the_whole_grant_again: 19,
    leaves_decisions_to_their_workers: 6,
    replays_the_same_game: 1,
    carries_out_repeated_requests: 9,
}
"""Schedules that show bugs; if they no longer do, the search goes on."""


@pytest.mark.long
@pytest.mark.parametrize("plant", PLANTED)
def test_a_planted_bug_is_found(
    plant: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    untraced: None,
) -> None:
    """Some schedule fails when the service is broken on purpose."""
    plant(monkeypatch)
    first = [TRIED_FIRST[plant]] if plant in TRIED_FIRST else []
    numbers = [*first, *range(SCHEDULES_UNTIL_FOUND_MAX)]
    with pytest.raises(Violation, match=rf"^seed {seed}-\d+: "):
        run_many(seed, numbers, SmallTournament)
