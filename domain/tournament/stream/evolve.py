"""Event → what it changes in a tournament. It never refuses an event."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.tournament.stream import events as e
from domain.tournament.stream.evolve_entrants import ENTRANTS
from domain.tournament.stream.evolve_officials import OFFICIALS
from domain.tournament.stream.evolve_rounds import ROUNDS
from domain.tournament.stream.state import SeedState, Tournament


def opened(tournament: str, event: e.TournamentOpened) -> Tournament:
    """Return the tournament after the first event of its stream."""
    return Tournament(
        id=tournament,
        organiser=event.organiser,
        commitment=event.commitment,
        announcement=event.announcement,
        rules=event.announcement.rules,
        names=event.names,
        edition=event.edition,
    )


def evolve(state: Tournament, event: Any) -> Tournament:
    """Return the tournament after an event."""
    return replace(_CHANGES[type(event)](state, event), version=state.version + 1)


def fold(state: Tournament, happened: Iterable[Any]) -> Tournament:
    """Return the tournament after these events."""
    for event in happened:
        state = evolve(state, event)
    return state


def folded(tournament: str, happened: Iterable[Any]) -> Tournament:
    """Return the tournament of a whole stream."""
    first, *others = happened
    return fold(opened(tournament, first), others)


def _tournament_started(state: Tournament, event: e.TournamentStarted) -> Tournament:
    rules, schedule = state.rules, event.schedule
    if schedule is not None and not schedule.groups:
        rules = replace(rules, rounds=len(schedule.rounds))
    return replace(
        state,
        phase="between",
        registration_open=False,
        order=event.order,
        lots=event.lots,
        initial=event.initial,
        founders=len(event.order),
        rules=rules,
        schedule=schedule,
        seeds=(SeedState(0, event.seed),),
    )


def _tournament_ended(state: Tournament, event: e.TournamentEnded) -> Tournament:
    return replace(state, phase="ended", standings=event.standings)


def _tournament_aborted(state: Tournament, event: e.TournamentAborted) -> Tournament:
    return replace(state, phase="aborted", registration_open=False)


def _secret_revealed(state: Tournament, event: e.TournamentSecretRevealed) -> Tournament:
    return replace(state, secret=event.secret)


_CHANGES: Final[Mapping[type[Any], Callable[[Tournament, Any], Tournament]]] = {
    **OFFICIALS,
    **ENTRANTS,
    **ROUNDS,
    e.TournamentStarted: _tournament_started,
    e.TournamentEnded: _tournament_ended,
    e.TournamentAborted: _tournament_aborted,
    e.TournamentSecretRevealed: _secret_revealed,
}
"""By type of event: what it changes."""
