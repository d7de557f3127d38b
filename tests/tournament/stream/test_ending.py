"""The end of a tournament (TN-END), and the secret that proves its seeds (TN-SEED)."""

import pytest
from msgspec.structs import replace

from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.decide import decide
from domain.tournament.stream.people import SERVICE
from domain.tournament.stream.played import standings_of
from tests.support.games.spec import refused
from tests.support.tournaments.desk import (
    ORGANISER,
    SECRET,
    WHY,
    announcement,
    person,
    playing,
    registered,
    started,
)

REVEAL = a.RevealSecret(SECRET.hex())


@pytest.mark.rule("TN-END-1", "TN-SEED-1")
def test_a_tournament_ends_with_its_standings_and_its_secret() -> None:
    desk = started(4).round().round().round()
    expected = tuple(standings_of(desk.state))
    desk.ask(SERVICE, a.EndTournament()).then(
        e.TournamentEnded(expected), phase="ended", standings=expected
    )
    desk.ask(SERVICE, REVEAL).then(e.TournamentSecretRevealed(SECRET.hex()), secret=SECRET.hex())


@pytest.mark.rule("TN-END-1")
def test_a_tournament_can_end_early_with_a_reason() -> None:
    desk = started(4).round().ask(ORGANISER, a.EndTournament(WHY))
    desk.then(phase="ended")
    assert desk.events[0].reason == WHY


@pytest.mark.rule("TN-END-1", refused=True)
def test_a_tournament_does_not_end_before_its_last_round() -> None:
    started(4).ask(ORGANISER, a.EndTournament(WHY)).refused("TN-END-1", "no_round_was_played")
    started(4).round().ask(ORGANISER, a.EndTournament()).refused("TN-END-1", "rounds_are_left")


@pytest.mark.rule("TN-ACT-2")
def test_a_tournament_can_be_called_off() -> None:
    for desk in (registered(2), started(4), playing(4)):
        desk.ask(ORGANISER, a.AbortTournament(WHY)).then(e.TournamentAborted(WHY), phase="aborted")
        desk.ask(SERVICE, REVEAL).then(secret=SECRET.hex())


@pytest.mark.rule("TN-ACT-2", refused=True)
def test_nothing_follows_the_end() -> None:
    desk = registered(2).ask(ORGANISER, a.AbortTournament(WHY))
    desk.ask(ORGANISER, a.ReopenRegistration()).refused("TN-ACT-2", "tournament_is_over")
    playing(4).ask(SERVICE, REVEAL).refused("TN-ACT-2", "not_now")


@pytest.mark.rule("TN-SEED-1", refused=True)
def test_a_secret_must_fit_commitment_and_seeds() -> None:
    """So a seed that was not drawn comes to light, whatever the commitment says."""
    desk = started(4).round().ask(ORGANISER, a.EndTournament(WHY))
    desk.ask(SERVICE, a.RevealSecret("ff" * 32)).refused("TN-SEED-1", "another_commitment")
    desk = registered(4).ask(ORGANISER, a.StartTournament("ab" * 32)).round()
    desk.ask(ORGANISER, a.EndTournament(WHY)).ask(SERVICE, REVEAL)
    desk.refused("TN-SEED-1", "another_seed", rounds=[0])
    desk = registered(2).ask(ORGANISER, a.AbortTournament(WHY)).ask(SERVICE, REVEAL, REVEAL)
    desk.refused("TN-SEED-1", "secret_is_revealed")


@pytest.mark.rule("TN-SEED-1", refused=True)
def test_a_seed_is_of_one_tournament() -> None:
    desk = started(4).round().ask(ORGANISER, a.EndTournament(WHY))
    other = replace(desk.state, id="another")
    refused("TN-SEED-1", "another_seed", lambda: decide(other, SERVICE, REVEAL))


def test_late_entrants_contribute_nothing() -> None:
    """Who knows the secret would otherwise choose a seed by entering late."""
    terms = announcement().registration
    seeds = set()
    for entropy in ("", "c0ffee"):
        desk = playing(4, registration=replace(terms, late_until=3))
        desk.ask(
            ORGANISER, a.RegisterEntrant((person(9),), entropy=entropy, reason=WHY)
        ).play().pair()
        seeds.add(desk.state.seeds[-1].seed)
    assert len(seeds) == 1
