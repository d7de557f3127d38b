"""The projection of bots due: in which games the house must act now."""

from domain.table.actions import Resign, TakeSeat
from domain.table.game import TABLE
from service.settings import Settings
from tests.support.storage.projecting import worker


def test_games_in_which_a_bot_is_due(at: Settings) -> None:
    """Running games only, at their current versions."""
    with worker(at) as one:
        waiting, people, ended, *running = one.open_games(6, players=2)
        one.perform(waiting, TABLE, TakeSeat(0, bot="greedy"))
        for game in (people, ended):
            one.perform(game, TABLE, TakeSeat(0), TakeSeat(1))
        one.end(ended, 0)
        for game in running:
            one.perform(game, TABLE, TakeSeat(0, bot="greedy"), TakeSeat(1, bot="greedy"))
        one.catch_up()
        found = one.projections.bots_due.games()
        assert set(found) == set(running)
        for game, version in found.items():
            stored = one.log.load(game)
            assert stored is not None
            assert stored.head.version == version


def test_the_house_plays_for_a_seat_that_resigned(at: Settings) -> None:
    """The seat counts as a due bot when its turn comes, and no longer after the end."""
    with worker(at) as one:
        (game,) = one.open_games(1, players=3)
        one.perform(game, TABLE, *(TakeSeat(seat) for seat in range(3)))
        stored = one.log.load(game)
        assert stored is not None
        first = stored.game.awaits[0].seat
        assert isinstance(first, int)
        one.perform(game, first, Resign())
        one.catch_up()
        assert set(one.projections.bots_due.games()) == {game}
        one.end(game, (first + 1) % 3)
        one.catch_up()
        assert one.projections.bots_due.games() == {}
