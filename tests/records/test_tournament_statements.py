"""What the service signs about a tournament: receipts for opening and start, and its end."""

from hashlib import sha256

import msgspec
import pytest
from msgspec.structs import replace

from domain.record.log_listing import listed_by
from domain.record.statement import (
    BadSignature,
    FinalStatement,
    Receipt,
    TournamentReceipt,
    TournamentSigned,
    TournamentStatement,
    format_of,
    of_kind,
    read_statement,
    tournament_statement,
)
from domain.record.tournaments import record_of, rerun_tournament, statements_of
from domain.refusal import Malformed
from domain.tournament.model import ENTRANTS_MAX
from domain.tournament.stream import actions as a
from domain.tournament.stream.events import FinalPlace
from domain.tournament.stream.people import SERVICE
from service.access.signing import Verifier
from tests.support.storage.stores import SIGNER
from tests.support.tournaments.desk import (
    FOUR_SEATS,
    ID,
    ORGANISER,
    SECRET,
    WHY,
    Desk,
    registered,
    started,
)

LEAF_BYTES_MAX = 65_535


def _statements(desk: Desk) -> list[TournamentSigned]:
    """Return what the service signs, each after it was signed and verified."""
    times = [f"2026-01-01T12:00:{number:02}.000000Z" for number in range(len(desk.entries))]
    record = record_of(ID, list(zip(times, desk.entries, strict=True)))
    found = statements_of(record, rerun_tournament(record))
    for one in found:
        assert Verifier().verify(SIGNER.sign(one)).statement == one
    return found


def _digest(value: object) -> str:
    return sha256(msgspec.json.encode(value, order="sorted")).hexdigest()


def test_a_whole_tournament_has_two_receipts_and_one_statement() -> None:
    """They name terms and standings by their digests, so anyone with the record can compare."""
    desk = started(4, FOUR_SEATS).round()
    desk.ask(ORGANISER, a.EndTournament(WHY)).ask(SERVICE, a.RevealSecret(SECRET.hex()))
    opened, begun, ended = _statements(desk)
    state = desk.state
    assert isinstance(opened, TournamentReceipt)
    assert isinstance(begun, TournamentReceipt)
    assert (opened.stage, opened.version, begun.stage) == ("opened", 1, "started")
    for one in (opened, begun):
        assert (one.tournament, one.commitment) == (ID, state.commitment)
        assert one.announcement == _digest(state.announcement)
    assert isinstance(ended, TournamentStatement)
    assert (ended.status, ended.version) == ("ended", state.version - 1)
    assert ended.standings == _digest(state.standings)
    assert ended.winners == (state.standings[0].entrant,)


def test_an_aborted_tournament_has_no_standings() -> None:
    opened, ended = _statements(registered(2).ask(ORGANISER, a.AbortTournament(WHY)))
    assert isinstance(opened, TournamentReceipt)
    assert isinstance(ended, TournamentStatement)
    assert (ended.status, ended.standings, ended.winners) == ("aborted", None, ())


def test_a_statement_about_a_tournament_is_about_no_game() -> None:
    """No statement passes for one of another format, and the list of games passes over it."""
    for one in _statements(registered(2).ask(ORGANISER, a.AbortTournament(WHY))):
        text = msgspec.json.encode(one, order="sorted")
        assert read_statement(text) == one
        assert listed_by(text, "mirror", 7, {}) is None
        for kind in (Receipt, FinalStatement):
            with pytest.raises(BadSignature, match="another_format"):
                of_kind(Verifier().verify(SIGNER.sign(one)), kind)
        with pytest.raises(Malformed):
            read_statement(text.replace(b"carolus-tournament-", b"carolus-"))
        assert format_of(one).startswith("carolus-tournament-")


def test_the_largest_statement_fits_into_a_leaf() -> None:
    """Even if all of the most entrants share the first place."""
    desk = registered(2).ask(ORGANISER, a.AbortTournament(WHY))
    places = tuple(FinalPlace(1, entrant, 0, ()) for entrant in range(1, ENTRANTS_MAX + 1))
    state = replace(desk.state, phase="ended", standings=places)
    said = tournament_statement(state, state.version, bytes(32), "2026-01-01T12:00:00.000000Z")
    assert len(said.winners) == ENTRANTS_MAX
    assert len(msgspec.json.encode(said)) < LEAF_BYTES_MAX
