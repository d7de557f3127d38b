"""Audits of records that published keys must vouch for."""

from msgspec.structs import replace

from domain.record.audit import Audited
from domain.record.finding import Finding


def vouched(audited: Audited, *, unfinished: bool = False) -> Audited:
    """Return the audit of a record whose end one of the given keys must have signed.

    Unless games may be ``unfinished``, the record must have an end. Otherwise a player could cut
    off the end of a lost game, which leaves a valid unfinished one.
    """
    findings = [
        replace(one, weight="breach") if _needs_a_key(one) else one for one in audited.findings
    ]
    if audited.is_valid and audited.status in {"open", "running"} and not unfinished:
        where = "$.signature"
        findings.append(Finding("breach", "RC-SIGN-3", "game_is_not_finished", where=where))
    return replace(audited, findings=tuple(findings))


def _needs_a_key(finding: Finding) -> bool:
    """Return whether a finding says that no published key signed the end, or something else."""
    return finding.rule in {"RC-SIGN-3", "RC-LOG-3"} or (
        finding.rule in {"RC-SIGN-6", "RC-LOG-6", "RC-WITNESS-2"}
        and finding.reason == "key_is_not_published"
    )
