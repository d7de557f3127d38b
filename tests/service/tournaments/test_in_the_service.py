"""The application runs tournaments next to its games, on one log, with one key."""

import asyncio
from pathlib import Path

from domain.tournament.model import announced
from domain.tournament.stream.announcement import RoundPace
from domain.tournament.stream.people import Person
from service.http.parts import Parts, parts_in
from service.storage.tournaments import AppendedSteps
from service.tournaments.requests import EnterRequest, StartRequest
from tests.support.servers.applications import application_on
from tests.support.storage.stores import run, settings_of
from tests.support.tournaments.desk import ORGANISER, announcement

TERMS = announcement(
    announced(2, 2, "LOT"),
    options={"max_rounds": 1, "players": 2},
    house_bots=("random",),
    pace=RoundPace("when_finished"),
)
BOTS = [EnterRequest((Person(f"Bot {number}", bot="random"),)) for number in range(4)]


def test_a_tournament_of_house_bots_plays_itself(tmp_path: Path) -> None:
    """From the start to the signed end: pairings, games, results and rounds, with no request."""

    async def scene(parts: Parts) -> None:
        desk, over = parts.tournaments, asyncio.Event()

        def committed(done: AppendedSteps) -> None:
            if done.stored.state.finished:
                over.set()

        desk.listeners.append(committed)
        tournament = (await desk.open(ORGANISER, TERMS)).state.id
        await desk.perform(tournament, ORGANISER, [*BOTS, StartRequest()])
        await over.wait()
        state = (await desk.load(tournament)).state
        sources = [table.result and table.result.source for table in state.rounds[1].tables]
        assert (len(state.rounds), sources) == (2, ["game", "game"])
        assert len(state.standings) == 4
        assert state.secret is not None

    with application_on(settings_of(tmp_path)) as app:

        async def serve() -> None:
            async with app.lifespan():
                await scene(parts_in(app))

        run(serve())
