"""The audit of a tournament: everything in its record that can be computed again, is.

Deciding the entries again pairs every round from its seed and the results as they stood at that
position, and computes the standings; a secret that gives another commitment or another seed is
refused there (TN-SEED-1). This module adds the rest: the head, the signatures, the program
outside the rules, the games, the times, and a list of what people decided.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.record.audit import refusal
from domain.record.finding import Finding, Weight, differs, plain
from domain.record.held_statements import (
    NO_EVIDENCE,
    Evidence,
    about_tournament,
    held_about_tournament,
)
from domain.record.inclusion_audit import tournament_in_log
from domain.record.signatures import Signatures
from domain.record.statement import BadSignature, TournamentSigned, TournamentStatement
from domain.record.strict import examine
from domain.record.tournament_games import AuditedGame, compared_with_games
from domain.record.tournaments import (
    TournamentRecord,
    TournamentRerun,
    rerun_tournament,
    statements_of,
)
from domain.record.unanswered_claims import unanswered
from domain.refusal import Malformed
from domain.ruleset import tag_of
from domain.tournament.stream import events as e
from domain.tournament.stream.actions import PairRound
from domain.tournament.stream.announcement import Engine, RoundRobin, Swiss
from domain.tournament.stream.evolve import evolve, opened
from domain.tournament.stream.people import Acting
from domain.tournament.stream.played import histories_of, numbers_of
from domain.tournament.stream.state import TableState, Tournament
from domain.valid_values import fitted

Propose: TypeAlias = Callable[[Tournament, Engine], Sequence[Sequence[int]] | None]
"""Asks the announced program for the pairs of the next round; None if it is not installed."""


class GameSays(Struct, frozen=True):
    """What the game of a table says, where an arbiter decided about it."""

    game: str
    first: tuple[int, ...] | None = None
    """The entrants who are first in it; None if no archive has it, or it has no result."""
    ended_by: str = ""
    reason: str | None = None


class TournamentAuditTerms(Struct, frozen=True):
    """What an audit compares the record of a tournament with."""

    propose: Propose
    games: Mapping[str, AuditedGame] | None = None
    """The valid games of the archives; None if no archives are given."""
    kept: Collection[str] = ()
    """Heads that someone kept."""
    unfinished: bool = False
    """Whether the tournament may still be going on."""
    evidence: Evidence = NO_EVIDENCE
    """Signed statements that others hold, which no record may contradict."""


class PeopleDecision(Struct, frozen=True):
    """A decision of a person, for the report."""

    by: Acting
    entry: int
    event: Any
    before: Tournament
    """The tournament before it."""
    after: Tournament
    game: GameSays | None = None
    """What the game of the table says, if an arbiter entered the result of a table with one."""


class AuditedTournament(Struct, frozen=True):
    """The result of an audit."""

    record: TournamentRecord | None
    """None if there was none in the file."""
    state: Tournament | None
    findings: tuple[Finding, ...]
    decisions: tuple[PeopleDecision, ...] = ()
    hashes: tuple[bytes, ...] = ()
    signed_by: str | None = None
    """The thumbprint of the key that signed the end."""

    @property
    def breaches(self) -> tuple[Finding, ...]:
        """The findings that make the record invalid."""
        return tuple(one for one in self.findings if one.weight == "breach")


def read_tournament(data: bytes) -> TournamentRecord:
    """Return the record in a text; raise Malformed with the place of what is wrong."""
    record: TournamentRecord = fitted(examine(data), TournamentRecord)
    return record


def unreadable_tournament(wrong: Malformed) -> AuditedTournament:
    """Return the result for text that is not a record (RC-FORM-1)."""
    facts = {"fault": str(wrong)}
    found = Finding("breach", "RC-FORM-1", "not_a_record", facts, where=wrong.where or "$")
    return AuditedTournament(None, None, (found,))


def audit_tournament(
    record: TournamentRecord, signatures: Signatures, terms: TournamentAuditTerms
) -> AuditedTournament:
    """Audit the record of a tournament."""
    again = rerun_tournament(record)
    state = again.tournament
    if state is None or again.refused is not None:
        findings = [refusal(again.refused)] if again.refused is not None else []
        if state is None and not findings:
            findings = [Finding("breach", "TN-ACT-2", "opens_first", where="$.entries")]
        return AuditedTournament(record, state, tuple(findings), hashes=tuple(again.hashes))
    findings = []
    if record.head != again.head:
        findings.append(differs("RC-HEAD-1", "$.head", record.head, again.head))
    statements = statements_of(record, again)
    signed_by, said = _signed(record, statements, signatures)
    findings += [*said, *_times(record), *_end(state, terms), *_kept(again, terms)]
    held = terms.evidence.get(about_tournament(record.id), ())
    findings += held_about_tournament(held, statements, len(again.hashes) - 1)
    findings += tournament_in_log(record, signatures)
    decisions: list[PeopleDecision] = []
    now: Tournament | None = None
    for number, entry in enumerate(again.entries):
        if now is not None and isinstance(entry.action, PairRound) and entry.action.proposal:
            findings += _proposed(now, number, entry.action, terms)
        for event in entry.events:
            before = now
            now = opened(record.id, event) if now is None else evolve(now, event)
            if before is None:
                continue
            if terms.games is not None:
                findings += compared_with_games(now, number, entry.action, event, terms.games)
            if _is_decision(before, entry.by, event):
                game = _said(before, event, terms)
                decisions.append(PeopleDecision(entry.by, number, event, before, now, game))
    findings += [*_unnamed(state, terms), *_left_out(state, again, terms), *_only_beaten(state)]
    findings += unanswered(again.entries)
    # Changed rules come first: nothing else decides as much.
    decisions.sort(key=lambda one: not isinstance(one.event, e.RulesChanged))
    findings += [_listed(one) for one in decisions]
    return AuditedTournament(
        record, state, tuple(findings), tuple(decisions), tuple(again.hashes), signed_by
    )


def contradictions(
    audited: Sequence[AuditedTournament],
) -> Iterator[tuple[AuditedTournament, Finding]]:
    """Yield the records that contradict an earlier one of the same tournament (RC-TOUR-9)."""
    for at, one in enumerate(audited):
        for other in audited[:at]:
            if one.record is None or other.record is None or one.record.id != other.record.id:
                continue
            common = min(len(one.hashes), len(other.hashes))
            if one.hashes[:common] != other.hashes[:common]:
                fork = sum(a == b for a, b in zip(one.hashes, other.hashes, strict=False))
                facts = {"tournament": one.record.id, "event": fork}
                yield one, Finding("breach", "RC-TOUR-9", "two_histories", facts)


def _signed(
    record: TournamentRecord, expected: Sequence[TournamentSigned], signatures: Signatures
) -> tuple[str | None, list[Finding]]:
    """Return who signed the end, and what is wrong with receipts and signature."""
    ends = [one for one in expected if isinstance(one, TournamentStatement)]
    receipts = [one for one in expected if not isinstance(one, TournamentStatement)]
    findings: list[Finding] = []
    signed_by = None
    if record.signature is not None or ends:
        end = ends[0] if ends else None
        signed_by, found = _verified(record.signature, end, "$.signature", signatures)
        findings += found
    for at in range(max(len(receipts), len(record.receipts))):
        token = record.receipts[at] if at < len(record.receipts) else None
        receipt = receipts[at] if at < len(receipts) else None
        findings += _verified(token, receipt, f"$.receipts[{at}]", signatures)[1]
    return signed_by, [*_once_by_key(findings)]


def _once_by_key(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield findings, but the signatures of a key that nobody knows as one of them."""
    unknown = [one for one in findings if one.reason == _UNKNOWN]
    number = Counter(one.facts["kid"] for one in unknown)
    for one in findings:
        if one.reason != _UNKNOWN:
            yield one
        elif count := number.pop(one.facts["kid"], 0):
            yield replace(one, facts={**one.facts, "count": count})


_UNKNOWN: Final = "published_keys_are_not_given"


def _verified(
    token: str | None, expected: TournamentSigned | None, where: str, signatures: Signatures
) -> tuple[str | None, list[Finding]]:
    if token is None:
        return None, [Finding("breach", "RC-TOUR-1", "not_signed", where=where)]
    try:
        signed = signatures.verify(token)
    except BadSignature as wrong:
        return None, [Finding("breach", "RC-TOUR-1", wrong.reason, wrong.facts, where=where)]
    if signed.statement != expected:
        return None, [differs("RC-TOUR-1", where, signed.statement, expected)]
    if signed.published:
        return signed.kid, []
    reason = _UNKNOWN if signed.published is None else "not_published"
    weight: Any = "note" if signed.published is None else "breach"
    return signed.kid, [Finding(weight, "RC-TOUR-2", reason, {"kid": signed.kid}, where=where)]


def _times(record: TournamentRecord) -> Iterator[Finding]:
    for at, (one, other) in enumerate(zip(record.entries, record.entries[1:], strict=False), 1):
        if other.at < one.at:
            facts = {"before": one.at, "at": other.at}
            yield Finding("breach", "RC-TOUR-6", "goes_back", facts, at, f"$.entries[{at}].at")


def _end(state: Tournament, terms: TournamentAuditTerms) -> Iterator[Finding]:
    if state.secret is not None or terms.unfinished:
        return
    reason = "secret_is_not_revealed" if state.finished else "no_end"
    facts = {"phase": state.phase, "organiser": state.organiser}
    yield Finding("breach", "RC-TOUR-3", reason, facts, where="$.entries")


def _kept(again: TournamentRerun, terms: TournamentAuditTerms) -> Iterator[Finding]:
    known = {one.hex() for one in again.hashes[1:]}
    for head in sorted(set(terms.kept) - known):
        yield Finding("breach", "RC-TOUR-7", "not_in_this_history", {"head": head}, where="$.head")


def _proposed(
    now: Tournament, number: int, action: PairRound, terms: TournamentAuditTerms
) -> Iterator[Finding]:
    """Yield a finding unless the announced program proposes the same; turns are the rules'."""
    form = now.announcement.format
    assert isinstance(form, Swiss), "the rules refuse proposals elsewhere"
    where = f"$.entries[{number}].action.proposal"
    again = terms.propose(now, form.engine)
    if again is None:
        program = {"program": form.engine.name, "version": form.engine.version}
        facts: dict[str, Any] = {"round": action.round, **program}
        yield Finding("note", "RC-TOUR-4", "program_is_not_installed", facts, number, where)
        return
    recorded, derived = (
        sorted(sorted(pair) for pair in found) for found in (action.proposal, again)
    )
    if recorded != derived:
        pairs: dict[str, Any] = {"recorded": recorded, "derived": derived}
        facts = {"round": action.round, **pairs}
        yield Finding("breach", "RC-TOUR-4", "other_pairs", facts, number, where)


def _unnamed(state: Tournament, terms: TournamentAuditTerms) -> Iterator[Finding]:
    """Yield the games that name the tournament, and that it does not name (RC-TOUR-5).

    The service names a game just after it opened it, so in a tournament that goes on this is a
    note.
    """
    named = {game for one in state.rounds for table in one.tables for game in table.games}
    weight: Weight = "breach" if state.finished else "note"
    for game, found in sorted((terms.games or {}).items()):
        if found.table is not None and found.table.id == state.id and game not in named:
            facts = {"round": found.table.round, "table": found.table.table, "game": game}
            yield Finding(weight, "RC-TOUR-5", "game_is_not_named", facts, where="$.entries")


def _left_out(
    state: Tournament, again: TournamentRerun, terms: TournamentAuditTerms
) -> Iterator[Finding]:
    """Yield the games that no archive has, and that gave their tables no result (RC-TOUR-5).

    An arbiter had such a table played again, or decided it: the game shows how it stood.
    """
    if terms.games is None or not state.finished:
        return
    events = [event for entry in again.entries for event in entry.events]
    counted = {event.game for event in events if isinstance(event, e.GameRecorded)}
    for one in state.rounds:
        for at, table in enumerate(one.tables, 1):
            for game in table.games:
                if game not in counted and game not in terms.games:
                    facts = {"round": one.number, "table": at, "game": game}
                    reason = "game_without_result_is_missing"
                    yield Finding("note", "RC-TOUR-5", reason, facts, where="$.entries")


def _only_beaten(state: Tournament) -> Iterator[Finding]:
    """Yield entrants who met only one player, and lost: perhaps invented ones (RC-TOUR-10).

    In one round these are all losers, and in a knock-out all who are out first.
    """
    swiss_or_robin = isinstance(state.announcement.format, Swiss | RoundRobin)
    if not swiss_or_robin or state.rules.seats != 2 or sum(one.closed for one in state.rounds) < 2:
        return
    numbers = numbers_of(state)
    for number, outings in histories_of(state).items():
        games = [one for one in outings if one.kind == "played"]
        winners = {one.opponents for one in games}
        if len(winners) == 1 and not any(duel for one in games for duel in one.duels):
            ((winner,),) = winners
            facts = {"entrant": numbers.entry(number), "lost_to": numbers.entry(winner)}
            yield Finding("note", "RC-TOUR-10", "lost_to_one_player", facts, where="$.entries")


_ALWAYS: Final = (
    e.RoundUnpaired, e.TablesChanged, e.ResultEntered, e.ReplayOrdered, e.ResultCorrected,
    e.TimeGranted, e.TablesPaused, e.TablesResumed, e.EntrantExpelled, e.EntrantReinstated,
    e.PairingForbidden, e.PairingAllowed, e.PlayerReplaced, e.RelationRejected,
)  # fmt: skip
_WITH_REASON: Final = (
    e.RoundPaired, e.SidesForfeited, e.EntrantCheckedIn, e.TournamentEnded, e.TournamentAborted,
)  # fmt: skip
_AFTER_THE_START: Final = (
    e.RulesChanged, e.EntrantRegistered, e.EntrantWithdrawn, e.ArbiterNamed, e.ArbiterDismissed,
    e.RelationDeclared, e.PlayersInvited,
)  # fmt: skip


def _is_decision(before: Tournament, by: Acting, event: Any) -> bool:
    """Return whether a person decided what no algorithm does; a requested bye is not a decision."""
    if isinstance(event, e.ByeGranted):
        return by.role != "player"
    if isinstance(event, _ALWAYS):
        return True
    if isinstance(event, _WITH_REASON):
        return event.reason is not None
    return before.started and isinstance(event, _AFTER_THE_START)


def _said(before: Tournament, event: Any, terms: TournamentAuditTerms) -> GameSays | None:
    """Return what the game of a table says whose result an arbiter entered; None without one."""
    if not isinstance(event, e.ResultEntered | e.ResultCorrected):
        return None
    table = before.rounds[event.round - 1].tables[event.table - 1]
    if table.game is None:
        return None
    found = (terms.games or {}).get(table.game)
    if found is None:
        return GameSays(table.game)
    count = len(table.players)
    first = dict.fromkeys(table.players[seat % count] for seat in found.first)
    return GameSays(table.game, tuple(first), found.ended_by, found.reason)


def _listed(one: PeopleDecision) -> Finding:
    facts: dict[str, Any] = {"by": plain(one.by), "what": plain(one.event)}
    if one.game is not None:
        facts["game"] = plain(one.game)
    if isinstance(one.event, e.ResultCorrected):
        was = one.before.rounds[one.event.round - 1].tables[one.event.table - 1]
        facts["before"] = plain(_result(was))
    where = f"$.entries[{one.entry}]"
    return Finding("note", "RC-TOUR-8", tag_of(one.event), facts, one.entry, where)


def _result(table: TableState) -> dict[str, Any]:
    result = table.result
    return {
        "ranks": result.ranks if result else (),
        "scores": result.scores if result else (),
        "forfeits": table.forfeits,
    }
