"""The projection ``service_due``: in which games a house bot or chance must act now."""

from domain.table.actions import Resign, TakeSeat
from domain.table.game import TABLE
from domain.table.opening import OpeningTerms
from service.settings import Settings
from tests.support.storage.projecting import worker
from tests.support.storage.stores import on_both_engines


@on_both_engines
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
        found = one.projections.service_due.games()
        assert set(found) == set(running)
        for game, version in found.items():
            stored = one.log.load(game)
            assert stored is not None
            assert stored.head.version == version


@on_both_engines
def test_games_that_wait_for_links(at: Settings) -> None:
    """Chance is due, although no bot is: the links of seats or witnesses may have come since."""
    with worker(at) as one:
        (waiting,) = one.open_games(1, OpeningTerms(links=True), players=2)
        for seat in (0, 1):
            one.perform(waiting, TABLE, TakeSeat(seat, tip=f"{seat}" * 64))
        one.catch_up()
        stored = one.log.load(waiting)
        assert stored is not None
        assert one.projections.service_due.games() == {waiting: stored.head.version}


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
        assert set(one.projections.service_due.games()) == {game}
        one.end(game, (first + 1) % 3)
        one.catch_up()
        assert one.projections.service_due.games() == {}
