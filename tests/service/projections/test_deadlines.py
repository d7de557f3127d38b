"""The projection of deadlines: of every game with a running clock, at its current state."""

from random import Random

from domain.table.actions import AcceptPause, OfferPause
from domain.table.clock import PerActionClock
from domain.table.opening import OpeningTerms
from service.projections.deadlines import Deadline
from service.settings import Settings
from tests.support.games.table import action_of, due
from tests.support.storage.projecting import DAYS, Worker, worker
from tests.support.storage.stores import on_both_engines

LATE = "2099-01-01T00:00:00.000000Z"


def deadlines(one: Worker, at: str = LATE) -> list[Deadline]:
    """Return the deadlines up to this time."""
    one.catch_up()
    return one.projections.deadlines.due(at, 100)


def deadline_of(one: Worker, game: str) -> Deadline:
    """Return the deadline of a game according to the game itself."""
    stored = one.log.load(game)
    assert stored is not None
    assert stored.game.deadline is not None
    return Deadline(game, stored.game.deadline)


@on_both_engines
def test_games_with_a_running_clock(at: Settings) -> None:
    """Earliest first. Games without a clock, and games that have not begun, have no deadline."""
    with worker(at) as one:
        one.open_games(1, DAYS)
        one.start([None, None])
        late = one.start([None, None], terms=DAYS)
        soon = one.start([None, None], terms=OpeningTerms(PerActionClock(60, "forfeit")))
        expected = [deadline_of(one, soon), deadline_of(one, late)]
        assert deadlines(one) == expected
        assert deadlines(one, expected[0].at) == expected[:1]
        assert one.projections.deadlines.due(LATE, 1) == expected[:1]
        assert deadlines(one, expected[0].at.removesuffix("Z")) == [], "a moment before"


def test_a_deadline_moves_with_the_game(at: Settings) -> None:
    """With each action. It disappears in a pause and at the end."""
    with worker(at) as one:
        game, paused = (
            one.start([None, None], terms=OpeningTerms(PerActionClock(60, "forfeit")))
            for _ in range(2)
        )
        first = deadlines(one)
        stored = one.log.load(game)
        assert stored is not None
        seat = due(stored.game)
        one.perform(game, seat, action_of(stored.game, seat, Random(1)))
        second = deadlines(one)
        assert second == [first[1], deadline_of(one, game)]
        one.perform(paused, 0, OfferPause())
        one.perform(paused, 1, AcceptPause())
        assert deadlines(one) == second[1:]
        one.end(game, 0)
        assert deadlines(one) == []
