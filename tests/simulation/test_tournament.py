"""A tournament of forty in which everything goes wrong, and whose audit is valid at the end."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

import pytest

from service.access.game_keys import Keys
from service.projections.tournaments import Tournaments
from tests.simulation.evening import TournamentSchedule
from tests.simulation.ledger import Violation
from tests.simulation.schedule import run

SCHEDULES: Final = 2
SCHEDULES_UNTIL_FOUND_MAX: Final = 40
TRIED_FIRST: Final = 3
"""A schedule that shows both planted bugs; if it no longer does, the search goes on."""

MUST_HAPPEN: Final = {
    "all down",
    "an arbiter entered a result",
    "answer lost",
    "crash",
    "flags",
    "race lost",
    "withdrew",
}


def run_many(seed: int, numbers: Iterable[int]) -> Counter[str]:
    """Run schedules, and return what happened in all of them."""
    return sum((run(f"{seed}-{number}", TournamentSchedule) for number in numbers), Counter())


@pytest.mark.long
def test_a_tournament_of_forty_survives_everything(seed: int, untraced: None) -> None:
    """Kills, lost answers, an outage in which clocks run out, people who leave or never come."""
    happened = run_many(seed, range(SCHEDULES))
    assert happened.keys() >= MUST_HAPPEN


def draws_a_random_id_for_a_table(broken: pytest.MonkeyPatch) -> None:
    """A worker that opens a table again opens another game."""
    broken.setattr(Keys, "table_id", lambda self, *_: self.game_id())


def leaves_rounds_to_their_workers(broken: pytest.MonkeyPatch) -> None:
    """When all workers die, none takes over the tournament."""
    broken.setattr(Tournaments, "due", lambda *_: {})


@pytest.mark.long
@pytest.mark.parametrize("plant", [draws_a_random_id_for_a_table, leaves_rounds_to_their_workers])
def test_a_planted_bug_is_found(
    plant: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    untraced: None,
) -> None:
    """Some schedule fails when the service is broken on purpose."""
    plant(monkeypatch)
    with pytest.raises(Violation, match=rf"^seed {seed}-\d+: "):
        run_many(seed, [TRIED_FIRST, *range(SCHEDULES_UNTIL_FOUND_MAX)])
