"""What the service promised about a tournament, and whether the logs keep it."""

from collections.abc import Sequence

from domain.record.audit import Audited
from domain.record.record import AnyRecord
from domain.record.synopsis import summarised
from domain.record.tournament_audit import TournamentAuditTerms, audit_tournament
from domain.record.tournament_games import AuditedGame, played_terms
from domain.table.events import TimeAdded
from domain.table.game import Game
from domain.tournament.stream.state import Tournament
from domain.tournament.stream.table_orders import seats_of
from service.archives.examining import Examined
from service.clubs.auditing import game_of
from service.clubs.dutch_programs import proposing_again
from service.storage.log import Log
from service.storage.rows import Row, event_of
from service.storage.tournaments import TournamentLog, envelope_in
from service.tournaments.records import tournament_record
from tests.simulation.ledger import VERIFIER, Ledger


class TournamentLedger:
    """What was answered to the people of one tournament."""

    def __init__(self, ledger: Ledger) -> None:
        self._must = ledger.must
        self._clean = ledger.must_be_clean
        self._chain = ledger.must_be_a_chain
        self._promised: dict[int, tuple[str, str]] = {}
        """The hash of each event that was promised, and the key of the request."""
        self._answers: dict[str, Sequence[tuple[int, str]]] = {}
        """The first answer to each request."""

    def answers(self, key: str, events: Sequence[tuple[int, str]]) -> None:
        """Record a worker's answer to a request: the versions and hashes of its events."""
        known = self._answers.setdefault(key, events)
        self._must(known == events, f"{key} was answered by {known} and by {events}")
        for version, digest in events:
            first = self._promised.setdefault(version, (digest, key))
            self._must(first == (digest, key), f"event {version}: {first}, then {digest} to {key}")

    def refuses(self, key: str, why: Exception) -> None:
        """Record a refusal."""
        carried_out = key in self._answers
        self._must(not carried_out, f"{key} was carried out, and then refused: {why!r}")

    def must_keep_its_promises(
        self, log: Log, tournament: str, games: Sequence[Game], rounds: int
    ) -> None:
        """Compare all answers, the audit and the games with the log."""
        judged = {}
        for game in games:
            self._chain(game.id, log.rows(game.id))
            judged[game.id] = _judged(*self._clean(log, game.id))
        desk = TournamentLog(log)
        stored = desk.load(tournament)
        assert stored is not None
        state = stored.state
        self._nothing_is_lost(desk.rows(tournament))
        self._each_table_has_its_games(state, games)
        self._games_had_what_was_decided(log, state)
        self._must(len(state.rounds) == rounds, f"it ended after {len(state.rounds)} rounds")
        known = {game: one for game, one in judged.items() if one is not None}
        terms = TournamentAuditTerms(proposing_again(), known)
        audited = audit_tournament(tournament_record(desk, stored), VERIFIER, terms)
        self._must(not audited.breaches, f"the audit of the tournament finds {audited.breaches}")
        self._must(audited.signed_by is not None, "its end is not signed")
        results = [table.result for one in state.rounds for table in one.tables]
        played = sum(one is not None and one.source == "game" for one in results)
        self._must(played > len(results) // 2, f"only {played} of {len(results)} were played")

    def _nothing_is_lost(self, rows: Sequence[Row]) -> None:
        """Check that all answered events are there, and that people caused no others."""
        hashes = {row.version: row.hash for row in rows}
        for version, (digest, key) in self._promised.items():
            self._must(
                hashes.get(version) == digest, f"event {version}, promised to {key}, is lost"
            )
        for row in rows:
            by = envelope_in(row).by
            asked = by.role == "service" or row.version in self._promised
            self._must(asked, f"no answer promised event {row.version}: {row.action!r}")

    def _each_table_has_its_games(self, state: Tournament, games: Sequence[Game]) -> None:
        """Check that the tournament names each game, and that all have ended."""
        named = sorted(one for round_ in state.rounds for at in round_.tables for one in at.games)
        found = sorted(game.id for game in games)
        self._must(named == found, f"the tournament names {named}, and there are {found}")
        going_on = [game.id for game in games if not game.finished]
        self._must(not going_on, f"the tournament is over, and {going_on} are not")

    def _games_had_what_was_decided(self, log: Log, state: Tournament) -> None:
        """Check that no clock got more time than arbiters granted."""
        for one in state.rounds:
            for table in one.tables:
                if table.game is None:
                    continue
                granted: dict[int, int] = {}
                for entrant, seconds in table.granted:
                    (seat,) = seats_of(state, table, [entrant])
                    granted[seat] = granted.get(seat, 0) + seconds
                added: dict[int, int] = {}
                for event in map(event_of, log.rows(table.game)):
                    if isinstance(event, TimeAdded):
                        added[event.seat] = added.get(event.seat, 0) + event.seconds
                within = all(seconds <= granted.get(seat, 0) for seat, seconds in added.items())
                self._must(within, f"{table.game} got {added} of the granted {granted}")


def _judged(exported: AnyRecord, audited: Audited) -> AuditedGame | None:
    """Return what the audit of the archive of a game shows; it has found nothing wrong."""
    if exported.signature is None:
        return None
    signed_by = VERIFIER.verify(exported.signature).kid
    judged, brief = summarised(exported, audited)
    terms = played_terms(exported)
    return game_of(Examined("", 1, judged, "", signed_by=signed_by, brief=brief, terms=terms))
