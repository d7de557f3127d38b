"""Helpers for tests of the handler of tournaments."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from domain.tournament.stream import actions as a
from domain.tournament.stream.announcement import Announcement
from domain.tournament.stream.people import Person
from service.storage.tournaments import StoredTournament, TournamentLog
from service.tournaments.handler import TournamentHandler
from service.tournaments.requests import EnterRequest, PairRequest, StartRequest
from tests.support.storage.stores import SIGNER, OpenStore, Ticks, keys_of, nobody_missing
from tests.support.tournaments.desk import (
    ARBITER,
    FOUR_SEATS,
    ORGANISER,
    WHY,
    account,
    announcement,
)


@contextmanager
def desks(store: OpenStore, count: int = 1) -> Iterator[list[TournamentHandler]]:
    """Yield handlers on one log, as that many processes have them."""
    with ExitStack() as stack:
        logs = [stack.enter_context(store()) for _ in range(count)]
        yield [
            TournamentHandler(
                TournamentLog(log), keys_of(seed), SIGNER, Ticks(seed), nobody_missing
            )
            for seed, log in enumerate(logs)
        ]


def entering(number: int, **members: Any) -> EnterRequest:
    """Return the request to enter a person."""
    person = Person(f"Player {number}", account=account(number))
    return EnterRequest((person,), entropy=f"{number:02x}" * 16, **members)


async def entered(
    handler: TournamentHandler, count: int, terms: Announcement | None = None
) -> StoredTournament:
    """Return a tournament with an arbiter, and this many entrants."""
    stored = await handler.open(ORGANISER, terms or announcement(FOUR_SEATS))
    actions = [a.NameArbiter(ARBITER.who, "Ana"), *(entering(one) for one in range(count))]
    return (await handler.perform(stored.state.id, ORGANISER, actions)).stored


async def play_round(handler: TournamentHandler, tournament: str) -> StoredTournament:
    """Pair and play the next round; an arbiter enters a result at each table."""
    state = (await handler.load(tournament)).state
    number = state.next_round
    opening = [PairRequest(number), a.OpenRound(number)]
    state = (await handler.perform(tournament, ORGANISER, opening)).stored.state
    entries = [
        a.EnterResult(number, at, tuple(range(1, len(table.players) + 1)), WHY)
        for at, table in enumerate(state.rounds[-1].tables, 1)
    ]
    await handler.perform(tournament, ARBITER, entries)
    return (await handler.perform(tournament, ORGANISER, [a.CloseRound(number)])).stored


async def ended(handler: TournamentHandler, count: int, rounds: int) -> StoredTournament:
    """Return a whole tournament."""
    stored = await entered(handler, count)
    tournament = stored.state.id
    await handler.perform(tournament, ORGANISER, [StartRequest()])
    for _ in range(rounds):
        await play_round(handler, tournament)
    end = a.EndTournament(WHY)
    return (await handler.perform(tournament, ORGANISER, [end])).stored
