"""The verdict on a record: every part of its audit, in the order in which they depend.

The service, an import and the audit of an archive use it, so that they agree.
"""

from msgspec import Struct

from domain.record.audit import Audited, audit
from domain.record.held_statements import NO_EVIDENCE, Evidence
from domain.record.inclusion_audit import logged
from domain.record.record import AnyRecord
from domain.record.rerun import EntryObserver
from domain.record.signatures import LoggedGame, Signatures
from domain.record.synopsis import Synopsis, summarised
from domain.record.vouched import vouched


class JudgedRecord(Struct, frozen=True):
    """What the audit of one record found, and what it learned about the game."""

    audited: Audited
    logged: LoggedGame
    """The valid checkpoints of its proof of inclusion."""
    brief: Synopsis | None
    """The game in brief; None if the record is invalid."""


def judged(
    record: AnyRecord,
    signatures: Signatures,
    watch: EntryObserver | None = None,
    evidence: Evidence = NO_EVIDENCE,
    *,
    must_be_vouched: bool = False,
    unfinished: bool = False,
) -> JudgedRecord:
    """Return the verdict on a record; ``watch`` and ``evidence`` are those of ``audit``.

    If it ``must_be_vouched`` for, a published key must have signed the end of the game; a game may
    lack an end only if it may be ``unfinished``.
    """
    audited, in_log = logged(record, audit(record, signatures, watch, evidence), signatures)
    if must_be_vouched:
        audited = vouched(audited, unfinished=unfinished)
    audited, brief = summarised(record, audited)
    return JudgedRecord(audited, in_log, brief)
