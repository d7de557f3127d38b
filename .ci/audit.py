"""Check the packages of the lock for known vulnerabilities, with pip-audit.

pip-audit succeeds if the service knows none of the packages, and fails if it cannot reach the
service. The first hides that nothing was audited, the second says nothing about the lock. So this
script reads its report: a vulnerability fails, and an audit that was not possible is reported.
"""

import json
import subprocess
import sys
from typing import NamedTuple

LOCK = "requirements.lock"
SECONDS_MAX = 300

# id of a vulnerability -> why it does not affect us, and until when that assessment is valid
ACCEPTED: dict[str, str] = {}

UNREACHABLE = ("ServiceError", "ConnectionError", "Could not connect", "Max retries", "timed out")


class Verdict(NamedTuple):
    """The result of `make audit`: an exit status and the lines that explain it."""

    status: int
    lines: list[str]


def main() -> int:
    """Audit the lock and print the verdict."""
    verdict = audit()
    print("\n".join(verdict.lines))
    return verdict.status


def audit() -> Verdict:
    """Run pip-audit on the lock, without installing or resolving anything."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", LOCK]
    command += ["--require-hashes", "--disable-pip"]
    command += ["--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    for vulnerability in ACCEPTED:
        command += ["--ignore-vuln", vulnerability]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
        )
    except subprocess.TimeoutExpired:
        return skipped(f"no answer within {SECONDS_MAX} seconds")
    return judge(done.stdout, done.stderr)


def judge(report: str, complaints: str) -> Verdict:
    """Turn pip-audit's report, or its error output without a report, into a verdict."""
    if not report.strip():
        if any(sign in complaints for sign in UNREACHABLE):
            return skipped("the vulnerability service cannot be reached")
        return Verdict(1, [complaints.strip(), "pip-audit did not finish."])
    packages = json.loads(report)["dependencies"]
    found = [
        f"{package['name']} {package['version']}: {vulnerability['id']},"
        f" fixed in {', '.join(vulnerability['fix_versions']) or 'no version yet'}"
        for package in packages
        for vulnerability in package.get("vulns", ())
    ]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if found:
        return Verdict(1, [f"{LOCK} has known vulnerabilities:", *found])
    if len(unknown) == len(packages):
        return skipped("the vulnerability service knows none of the packages")
    lines = [f"No known vulnerability in {len(packages) - len(unknown)} packages of {LOCK}."]
    if unknown:
        lines.append(f"Not audited, unknown to the vulnerability service: {', '.join(unknown)}.")
    return Verdict(0, lines)


def skipped(reason: str) -> Verdict:
    """Report that there was no audit, which proves nothing about the lock."""
    return Verdict(0, [f"AUDIT SKIPPED: {reason}. Nothing is known about {LOCK}."])


if __name__ == "__main__":
    sys.exit(main())
