"""The summary of an audit, and how it was run."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from domain.record.finding import Weight
from domain.record.synopsis import Synopsis
from domain.transparency.checkpoints import Cosignature
from service.archives.compression import SourceRead
from service.archives.examining import Examined, VouchedBy
from service.archives.record_lines import ReadFault
from service.archives.statements import StatementResult
from service.archives.tournament_results import TournamentResult

ASKED_WRONGLY = frozenset({"missing", "unreadable", "empty_folder", "folder_loop"})
"""Faults of a given path, not of the contents of an archive."""


class Remark(Struct, frozen=True):
    """A kind of finding, and the number of records that have it."""

    weight: Weight
    rule: str
    reason: str
    records: int


class AuditSummary(Struct, frozen=True):
    """The result of an audit."""

    valid: bool
    """Whether every record is valid, everything could be read and compared as the audit was asked,
    and someone vouches for every game and tournament, or an option accepts that nobody does."""
    records: int
    """Records, and lines that are not records."""
    games: int
    """Games with a valid record; several copies of a game count once."""
    expected: int | None
    """How many games there must be; None for any number."""
    broken: int
    """Records with a breach, and lines that are not records."""
    faults: int
    """Lines, or rests of files, that could not be read at all."""
    listed: int | None
    """Games that the archives had to contain because a mirror lists them; None if not asked."""
    statements: int
    """Signed statements that others hold, and that were compared with the records."""
    proved_by_statements: int
    """Breaches that statements, or leaves of a mirror, prove without a record: contradictions, and
    missing games."""
    unfinished: int
    """Games whose record that counts ends before the game does."""
    vouched: int
    """Games whose record that counts is signed by a key that was given."""
    unvouched: int
    """Games that nobody vouches for, although no option accepts that."""
    tournaments: int
    """Tournaments that were audited."""
    wrong_tournaments: int
    """Those of them with a breach, and those that nobody vouches for."""
    not_compared: int
    """Games whose checkpoint none of the given copies of the log has the tiles for, and signed
    games without a checkpoint."""
    sources: int
    passed_over: int
    """Files and folders beneath a given folder that are not archives."""
    entries: int
    decisions: int
    """Entries that are actions of seats."""
    events: int
    seconds: float
    remarks: tuple[Remark, ...]
    """The most frequent one first."""


class AuditRun(Struct, frozen=True):
    """How an audit was run, and what it read, so that others can repeat it."""

    carolus: str
    """The version of Carolus."""
    began: str
    """In RFC 3339, UTC."""
    ended: str
    options: Mapping[str, Any]
    """The options of the command by their names, without dashes at the beginning."""
    keys: tuple[str, ...]
    """The thumbprints of the keys that count (RFC 7638)."""
    sources: tuple[SourceRead, ...]
    """In the order of reading."""
    skipped: tuple[str, ...]
    """Files and folders beneath a given folder that are not archives by their names."""


class Count:
    """Adds up the results of an audit to a summary."""

    def __init__(self) -> None:
        self.records = self.games = self.broken = self.faults = self.asked_wrongly = 0
        self.proved = self._not_compared = self.tournaments = self._wrong_tournaments = 0
        self._vouchers: Counter[VouchedBy | None] = Counter()
        self._unfinished = self._entries = self._decisions = self._events = 0
        self._remarks: Counter[tuple[Weight, str, str]] = Counter()

    def record(self, one: Examined) -> None:
        """Count a record, or that it is invalid after all."""
        audited = one.audited
        self.broken += not audited.is_valid
        findings = audited.findings
        if one.displaced:
            findings = one.breaches
        else:
            self.records += 1
            self._entries += audited.entries
            self._decisions += audited.decisions
            self._events += audited.events
        kinds = dict.fromkeys((one.weight, one.rule, one.reason) for one in findings)
        self._remarks.update(kinds.keys())

    def game(self, one: Examined) -> None:
        """Count a game, by the record of it that counts."""
        self.games += 1
        self._vouchers[one.vouched_by] += 1
        self._unfinished += not one.is_finished
        self._not_compared += one.compared is False

    def statement(self, one: StatementResult) -> None:
        """Count what a held statement shows by itself."""
        self.proved += one.is_breach

    def fault(self, fault: ReadFault) -> None:
        """Count something that could not be read."""
        if fault.reason in ASKED_WRONGLY:
            self.asked_wrongly += 1
        else:
            self.faults += 1

    def tournament(self, one: TournamentResult) -> None:
        """Count a tournament."""
        self.tournaments += 1
        self._wrong_tournaments += not one.is_valid

    def summary(
        self,
        *,
        sources: int,
        passed_over: int,
        seconds: float,
        expected: int | None = None,
        statements: int = 0,
        listed: int | None = None,
    ) -> AuditSummary:
        """Return the summary; ``expected`` is how many games there must be."""
        missing = expected is not None and self.games != expected
        unvouched = self._vouchers["nobody"]
        unread = self.faults or self.asked_wrongly
        wrong = self.broken or self.proved or unread or missing or unvouched or self._not_compared
        wrong = wrong or self._wrong_tournaments
        return AuditSummary(
            valid=not wrong,
            records=self.records,
            games=self.games,
            expected=expected,
            broken=self.broken,
            faults=self.faults + self.asked_wrongly,
            listed=listed,
            statements=statements,
            proved_by_statements=self.proved,
            unfinished=self._unfinished,
            vouched=self._vouchers["key"],
            unvouched=unvouched,
            tournaments=self.tournaments,
            wrong_tournaments=self._wrong_tournaments,
            not_compared=self._not_compared,
            sources=sources,
            passed_over=passed_over,
            entries=self._entries,
            decisions=self._decisions,
            events=self._events,
            seconds=round(seconds, 3),
            remarks=tuple(Remark(*kind, count) for kind, count in self._remarks.most_common()),
        )


def nobody_vouches(summary: AuditSummary) -> str:
    """Return the sentence about games that nobody vouches for."""
    games = "the game" if summary.unvouched == 1 else f"{summary.unvouched:,} games"
    return (
        f"Nobody vouches for {games}: without keys of the service, anyone could have made them up."
    )


def is_not_compared(summary: AuditSummary) -> str:
    """Return the sentence about games that no copy of the log was compared with; else ""."""
    if not summary.not_compared:
        return ""
    games = "1 game was" if summary.not_compared == 1 else f"{summary.not_compared:,} games were"
    return f"{games} not compared with a mirror: the record or the mirrors lack what that needs."


def statements_prove(summary: AuditSummary) -> str:
    """Return the sentence about what held statements prove without a record; else ""."""
    if not summary.proved_by_statements:
        return ""
    count = summary.proved_by_statements
    what = "1 breach follows" if count == 1 else f"{count:,} breaches follow"
    return f"{what} from these statements alone."


def games_differ(summary: AuditSummary) -> str:
    """Return the sentence about a number of games that is not the expected one; else ""."""
    if summary.expected is None or summary.games == summary.expected:
        return ""
    games = "1 valid game" if summary.games == 1 else f"{summary.games:,} valid games"
    return f"{games} found, {summary.expected:,} expected."


def about(one: Examined) -> dict[str, Any]:
    """Return what a report says about a game in addition to the verdict.

    The facts about the game are None if the record is invalid, so that nobody takes it for proved.
    """
    brief = dict.fromkeys(Synopsis.__struct_fields__) if one.brief is None else asdict(one.brief)
    voucher = {
        "signed_by": one.signed_by,
        "vouched_by": one.vouched_by,
        "witnesses": one.witnesses,
        "cosigned": _cosigned(one),
        "opening_seen": _opening_seen(one),
    }
    return brief | voucher | ({"displaced": True} if one.displaced else {})


def _cosigned(one: Examined) -> list[dict[str, Any]] | None:
    """Return which trusted witnesses cosigned the checkpoint of a valid record, and when."""
    published = one.logged.published
    if one.brief is None or published is None:
        return None
    return [{"cosigner": signed.key.vkey, "time": time_of(signed)} for signed in published.cosigned]


def _opening_seen(one: Examined) -> list[dict[str, Any]] | None:
    """Return when trusted witnesses saw the opening of a game in a valid record first."""
    if one.brief is None or one.logged.published is None:
        return None
    return [
        {
            "cosigner": seen.signed.key.vkey,
            "time": time_of(seen.signed),
            "size": seen.size,
            "seconds_to_first_seat": seen.first_seat,
            "seconds_to_start": seen.start,
        }
        for seen in one.logged.seen
    ]


def time_of(signed: Cosignature) -> str:
    """Return when a witness cosigned, in RFC 3339; just the seconds if there is no such date."""
    try:
        return datetime.fromtimestamp(signed.time, UTC).isoformat().replace("+00:00", "Z")
    except (OverflowError, OSError, ValueError):
        return str(signed.time)
