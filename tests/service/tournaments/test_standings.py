"""Standings are computed once for each state of a tournament and round."""

from unittest.mock import patch

from domain.tournament.stream import actions as a
from domain.tournament.stream.ending import places_after
from service.tournaments import standings
from service.tournaments.requests import StartRequest
from service.tournaments.standings import Standings
from tests.support.storage.stores import OpenStore, run
from tests.support.tournaments.desk import ARBITER, ORGANISER, WHY
from tests.support.tournaments.handling import desks, entered, play_round


def test_standings_are_computed_once_until_something_happens(store: OpenStore) -> None:
    """After a correction they are others, also those after an earlier round."""
    known = Standings()

    with (
        desks(store) as (desk,),
        patch.object(standings, "places_after", wraps=places_after) as computed,
    ):

        async def scene() -> None:
            tournament = (await entered(desk, 8)).state.id
            await desk.perform(tournament, ORGANISER, [StartRequest()])
            before = await play_round(desk, tournament)
            for _ in range(2):
                for number in (None, 1):
                    places = known.after(before, number)
                    assert list(places) == list(places_after(before.state, number))
            assert computed.call_count == 2
            corrected = a.CorrectResult(1, 1, (4, 3, 2, 1), WHY)
            after = (await desk.perform(tournament, ARBITER, [corrected])).stored
            assert known.after(after, 1) == places_after(after.state, 1) != known.after(before, 1)
            assert computed.call_count == 3

        run(scene())
