"""The application runs tournaments next to its games, on one log, with one key."""

import asyncio
from pathlib import Path

from domain.tournament.model import announced
from domain.tournament.stream import actions as a
from domain.tournament.stream.people import Person
from service.http.parts import Parts, parts_in
from service.storage.log import Appended
from service.tournaments.requests import EnterRequest, PairRequest, StartRequest
from tests.support.servers.applications import application_on
from tests.support.storage.stores import run, settings_of
from tests.support.tournaments.desk import ORGANISER, announcement

TERMS = announcement(
    announced(2, 1, "LOT"), options={"max_rounds": 1, "players": 2}, house_bots=("random",)
)
BOTS = [EnterRequest((Person(f"Bot {number}", bot="random"),)) for number in range(2)]


def _ending(parts: Parts) -> asyncio.Event:
    """Return what is set when the house has played a game to its end."""
    over = asyncio.Event()

    def committed(done: Appended) -> None:
        if done.stored.game.finished:
            over.set()

    parts.handler.listeners.append(committed)
    return over


def test_the_house_plays_at_a_table(tmp_path: Path) -> None:
    """The game is one of the service's games; its end is the result of the table."""

    async def scene(parts: Parts) -> None:
        desk, tables, over = parts.tournaments, parts.tables, _ending(parts)
        tournament = (await desk.open(ORGANISER, TERMS)).state.id
        opening = [*BOTS, StartRequest(), PairRequest(1), a.OpenRound(1)]
        await desk.perform(tournament, ORGANISER, opening)
        await tables.open(tournament)
        game = (await desk.load(tournament)).state.rounds[0].tables[0].game
        assert game is not None
        await over.wait()
        assert await tables.take(game)
        await desk.perform(tournament, ORGANISER, [a.CloseRound(1), a.EndTournament()])
        assert len((await desk.load(tournament)).state.standings) == 2

    with application_on(settings_of(tmp_path)) as app:

        async def serve() -> None:
            async with app.lifespan():
                await scene(parts_in(app))

        run(serve())
