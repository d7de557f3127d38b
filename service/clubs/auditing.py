"""The audit of tournaments in files, and what it found as text for people."""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import file_digest
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.catalogue import sentence
from domain.record.finding import Finding
from domain.record.signatures import Signatures
from domain.record.tournament_audit import (
    AuditedTournament,
    TournamentAuditTerms,
    audit_tournament,
    contradictions,
    read_tournament,
    unreadable_tournament,
)
from domain.record.tournament_games import AuditedGame
from domain.refusal import Malformed
from domain.ruleset import Language, Place
from domain.table.ranking import ranks
from service.archives.compression import Progress, SourceRead, blocks
from service.archives.examining import Examined
from service.archives.framing import framed
from service.archives.record_lines import UnreadableSource
from service.archives.sources import named

RECORD_BYTES_MAX: Final = 1 << 28
"""The longest record of a tournament: far beyond two thousand entrants and ninety-nine rounds."""


def game_of(one: Examined) -> AuditedGame | None:
    """Return what a tournament is compared with; None for an invalid or unfinished game."""
    brief = one.brief
    if brief is None or brief.outcome is None:
        return None
    standing = msgspec.convert(brief.outcome["standing"], tuple[Place, ...])
    placed = ranks(standing, ((seat.side, seat.left) for seat in brief.seats))
    scores = {place.side: place.score for place in standing}
    return AuditedGame(
        head=one.audited.head,
        kid=one.signed_by,
        players=tuple(seat.player or (f"bot:{seat.bot}" if seat.house else None)
                      for seat in brief.seats),
        ranks=tuple(placed[seat.side] for seat in brief.seats),
        table=brief.tournament,
        ended_by="" if brief.ended_by is None else brief.ended_by.who,
        reason=None if brief.ended_by is None else brief.ended_by.reason,
        names=tuple(seat.name for seat in brief.seats),
        scores=tuple(scores[seat.side] for seat in brief.seats),
        terms=one.terms,
    )  # fmt: skip


def audit_files(
    paths: Sequence[Path], signatures: Signatures, terms: TournamentAuditTerms
) -> list[tuple[SourceRead, AuditedTournament]]:
    """Return the audit of each file, which is a record, or an archive that begins with one.

    Raises OSError for one that cannot be read.

    A record that contradicts another one of the same tournament has a finding for that.
    """
    sources = [_source(path) for path in paths]
    found = [_audited(_first_record(path), signatures, terms) for path in paths]
    for one, finding in [*contradictions(found)]:
        at = next(n for n, other in enumerate(found) if other.record is one.record)
        found[at] = replace(found[at], findings=(*found[at].findings, finding))
    return list(zip(sources, found, strict=True))


def _source(path: Path) -> SourceRead:
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
        return SourceRead(named(str(path)), file.tell(), digest, whole=True)


def _first_record(path: Path) -> bytes:
    """Return the first record of a file, plain or compressed; all of it if there is none."""
    with path.open("rb", buffering=0) as stream, suppress(UnreadableSource):
        first = next(framed(blocks(stream, Progress()), RECORD_BYTES_MAX), None)
        if first is not None and first.data is not None:
            return first.data
    return path.read_bytes()


def _audited(data: bytes, signatures: Signatures, terms: TournamentAuditTerms) -> AuditedTournament:
    try:
        record = read_tournament(data)
    except Malformed as wrong:
        return unreadable_tournament(wrong)
    return audit_tournament(record, signatures, terms)


def breach_lines(finding: Finding, language: Language) -> tuple[str, str]:
    """Return the place, rule and sentence of a breach."""
    return finding.where, f"{finding.rule}: {sentence(finding.rule, language)}"
