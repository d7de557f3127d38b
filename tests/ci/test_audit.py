"""Test that a vulnerability fails the audit, and that a skipped audit says so and succeeds."""

import json
import runpy
from collections.abc import Mapping
from pathlib import Path

judge = runpy.run_path(str(Path(__file__).parents[2] / ".ci" / "audit.py"))["judge"]

KNOWN = {"name": "anyio", "version": "4.0", "vulns": []}
HIT = {"name": "idna", "version": "3.0", "vulns": [{"id": "CVE-1", "fix_versions": ["3.7"]}]}
UNKNOWN = {"name": "rich", "skip_reason": "not found"}


def report(*packages: Mapping[str, object]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_a_vulnerability_fails_and_the_report_names_it() -> None:
    verdict = judge(report(KNOWN, HIT, UNKNOWN), "")
    assert verdict.status == 1
    assert verdict.lines[1] == "idna 3.0: CVE-1, fixed in 3.7"


def test_a_sound_lock_passes_and_lists_what_was_not_audited() -> None:
    verdict = judge(report(KNOWN, UNKNOWN), "")
    assert verdict.status == 0
    assert "1 packages" in verdict.lines[0]
    assert "rich" in verdict.lines[1]


def test_an_audit_that_knows_no_package_is_skipped() -> None:
    verdict = judge(report(UNKNOWN), "")
    assert verdict.status == 0
    assert verdict.lines[0].startswith("AUDIT SKIPPED")


def test_an_audit_without_the_service_is_skipped() -> None:
    verdict = judge("", "ERROR:pip_audit._cli:Could not connect to the vulnerability feed")
    assert verdict.status == 0
    assert verdict.lines[0].startswith("AUDIT SKIPPED")


def test_any_other_failure_fails() -> None:
    verdict = judge("", "ERROR:pip_audit._cli:requirement does not contain a hash")
    assert verdict.status == 1
    assert "hash" in verdict.lines[0]
