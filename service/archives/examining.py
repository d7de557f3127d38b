"""The audit of one record of an archive: options and result."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.chance import SCHEME
from domain.record.audit import Audited, unreadable
from domain.record.finding import Finding
from domain.record.held_statements import NO_EVIDENCE, Evidence
from domain.record.origin import Claim, claim_of
from domain.record.record import AnyRecord
from domain.record.rerun import Decided
from domain.record.signatures import LoggedGame
from domain.record.statement import FinalStatement, Signed
from domain.record.synopsis import Synopsis
from domain.record.tournament_games import PlayedTerms, played_terms
from domain.record.verdict import judged
from domain.record.witnesses import registered_in, tips_of
from domain.refusal import Malformed
from domain.rulesets.registry import BY_PINNED
from domain.transparency.notes import NoteKey
from service.access.record_verifier import RecordVerifier
from service.archives.record_lines import ReadFault, RecordLine, place_of
from service.archives.tally import FactCollector, Tally


class AuditOptions(Struct, frozen=True):
    """What an audit requires in addition to valid records."""

    published: frozenset[str] | None = None
    """Thumbprints of the keys, one of which must have signed every finished game; None if
    signatures need only be valid."""
    services: tuple[frozenset[str], ...] = ()
    """Thumbprints of keys that one service published together: no two of these sets overlap."""
    witnesses: frozenset[str] | None = None
    """Thumbprints of the keys of trusted witnesses; None if none were given."""
    cosigners: tuple[NoteKey, ...] = ()
    """The keys of trusted witnesses of the transparency log."""
    unfinished: bool = False
    """Whether games may be unfinished, and so not signed, even if keys are given."""
    unsigned: bool = False
    """Whether games are accepted that nobody vouches for."""
    unsigned_games: frozenset[str] = frozenset()
    """Ids of games that are accepted although nobody vouches for them."""
    logs: tuple[Path, ...] = ()
    """Folders with tiles of the transparency log; without any, only checkpoints are compared."""
    statistics: bool = False
    """Whether to count chance and outcomes."""
    evidence: Evidence = NO_EVIDENCE
    """Signed statements that others hold, which no record may contradict."""

    def accepts_unsigned(self, game: str | None) -> bool:
        """Return whether this game may lack a signature by a published key."""
        return self.unsigned or game in self.unsigned_games


VouchedBy: TypeAlias = Literal["key", "option", "nobody"]
"""Who vouches for a valid game.

``key``: a published key signed its end. ``option``: nobody does, and an option of the audit accepts
that. ``nobody``: nobody does, and no option accepts it.
"""


class Examined(Struct, frozen=True):
    """One record of an archive, its place, and the result of its audit."""

    source: str
    """Empty if there is only one source."""
    line: int
    audited: Audited
    commitment: str
    """The commitment of its dice; empty if it has none or the record is malformed."""
    tips: Mapping[str, str] = {}
    """The tips of hash chains in the record, by their places."""
    claim: Claim | None = None
    """What it says about the game that it continues; None if it continues none."""
    tally: Tally | None = None
    """Its counts, if the options request statistics."""
    signed_by: str | None = None
    """The thumbprint of the key that signed the end of the game, published or not; None if the
    record has no valid signature, or is invalid."""
    vouched_by: VouchedBy | None = None
    """None if the record is invalid."""
    brief: Synopsis | None = None
    """The game in brief; None if the record is invalid, so that nobody takes it for proved."""
    terms: PlayedTerms | None = None
    """The terms of a game of a tournament; None for other games, and if the record is invalid."""
    logged: LoggedGame = LoggedGame()
    """The valid checkpoints of its proof of inclusion, and when witnesses saw its opening."""
    witnesses: tuple[str, ...] | None = None
    """The thumbprints of the keys of its witnesses; None if the record is invalid."""
    compared: bool | None = None
    """Whether its checkpoint was compared with a copy of the log; None if no copy was given, or if
    the record needs no checkpoint or is invalid."""
    displaced: bool = False
    """Whether a later record made this one invalid, which an earlier result called valid."""

    @property
    def as_reported(self) -> "Examined":
        """The result; without signer, voucher, summary and witnesses if the record is invalid."""
        if self.audited.is_valid:
            return self
        return replace(
            self, signed_by=None, vouched_by=None, brief=None, terms=None, witnesses=None
        )

    @property
    def is_finished(self) -> bool:
        """Whether the game has ended, after its last valid entry."""
        return self.audited.status in {"over", "aborted"}

    @property
    def is_proved(self) -> bool:
        """Whether a key that counts signed the end of a valid game."""
        unsigned = any(one.rule == "RC-SIGN-3" for one in self.audited.findings)
        return self.audited.is_valid and self.is_finished and not unsigned

    @property
    def breaches(self) -> tuple[Finding, ...]:
        """The findings that make the record invalid."""
        return tuple(one for one in self.audited.findings if one.weight == "breach")

    @property
    def place(self) -> str:
        """The place of the record, for people."""
        return place_of(self.source, self.line)


AuditResult: TypeAlias = Examined | ReadFault


def examine(
    line: RecordLine, read: Callable[[RecordLine], AnyRecord], judge: Callable[[AnyRecord], Audited]
) -> Examined:
    """Read and audit the record of a line; a malformed record is a breach of RC-FORM-1."""
    try:
        record = read(line)
    except Malformed as wrong:
        return Examined(line.source, line.number, unreadable(wrong), "")
    commitment = record.chance.commitment if record.chance.scheme == SCHEME else ""
    return Examined(
        line.source, line.number, judge(record), commitment, tips_of(record), claim_of(record)
    )


def with_findings(one: Examined, *found: Finding) -> Examined:
    """Return a record with these findings, too."""
    audited = replace(one.audited, findings=(*one.audited.findings, *found))
    return replace(one, audited=audited)


class Examiner:
    """Audits the records of some lines."""

    def __init__(self, terms: AuditOptions) -> None:
        self._terms = terms
        self._signatures = _LastSigned(terms.published, terms.witnesses, terms.cosigners)

    def examine(self, piece: list[RecordLine | ReadFault]) -> list[AuditResult]:
        """Return the result of each line."""
        return [self._record(line) if isinstance(line, RecordLine) else line for line in piece]

    def _record(self, line: RecordLine) -> Examined:
        tally = Tally()
        self._signatures.forget()
        brief: Synopsis | None = None
        terms: PlayedTerms | None = None
        in_log = LoggedGame()
        witnesses: tuple[str, ...] = ()

        def judge(record: AnyRecord) -> Audited:
            nonlocal brief, terms, in_log, witnesses
            watch = _Watch(record) if self._terms.statistics else None
            accepted = self._terms.accepts_unsigned(record.id)
            found = judged(
                record,
                self._signatures,
                watch,
                self._terms.evidence,
                must_be_vouched=self._terms.published is not None and not accepted,
                unfinished=self._terms.unfinished,
            )
            brief, in_log = found.brief, found.logged
            witnesses = tuple(self._signatures.thumbprint(one.key) for one in registered_in(record))
            terms = None if brief is None else played_terms(record)
            if watch is not None and brief is not None and brief.continues is None:
                tally.add(watch.facts.facts(record.outcome, brief))
            return found.audited

        one = examine(line, RecordLine.decode, judge)
        counts = tally if self._terms.statistics else None
        if not one.audited.is_valid:
            return replace(one, logged=in_log, tally=counts)
        signed = self._signatures.signed
        return replace(
            one,
            logged=in_log,
            tally=counts,
            signed_by=None if signed is None else signed.kid,
            vouched_by=self._voucher(one, signed),
            brief=brief,
            terms=terms,
            witnesses=witnesses,
        )

    def _voucher(self, one: Examined, signed: Signed | None) -> VouchedBy:
        """Return who vouches for a valid record, whose end this statement signs."""
        if signed is not None and signed.published:
            return "key"
        # If keys are given, only records that an option accepts count without one of them.
        accepted = self._terms.published is not None
        accepted = accepted or self._terms.accepts_unsigned(one.audited.game)
        return "option" if accepted else "nobody"


class _Watch:
    """Gathers the facts of a game during its audit."""

    def __init__(self, record: AnyRecord) -> None:
        self._rules = BY_PINNED[record.ruleset]
        self.facts = FactCollector(self._rules, record.options)
        self._asked: Any = None

    def __call__(self, one: Decided) -> None:
        position = one.game.position
        self.facts.saw(self._asked, one.entry.by, one.events, position)
        # Only the answers of chance need the position before them.
        self._asked = self._rules.freeze(position) if one.game.awaits_chance else None


class _LastSigned(RecordVerifier):
    """Keeps the last statement about the end of a game that it verified."""

    signed: Signed | None = None

    def forget(self) -> None:
        """Forget that statement, before another record."""
        self.signed = None

    def verify(self, token: str) -> Signed:
        """Return what was signed and by whom; raise BadSignature for any deviation."""
        signed = super().verify(token)
        if isinstance(signed.statement, FinalStatement):
            self.signed = signed
        return signed
