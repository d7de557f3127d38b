"""What proof costs an audit: this commit against one before games had moments and receipts.

Both play and audit games of their own with the same code of the benchmarks, turn by turn, each in
its own process. The older commit comes from the repository, so this part needs the whole history.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Final

from tests.benchmarks.measure import Row

BEFORE: Final = "268840e"
"""The last commit whose games have neither moments nor receipts."""
GOAL: Final = "≤ 1.1"
TURNS: Final = 15
GAMES: Final = {"carolus_magnus": 60, "teg": 6}
"""Games of each ruleset that a process audits in a turn."""
ROOT: Final = Path(__file__).parents[2]

_AUDITING: Final = """\
import gc, importlib, sys, time
from domain.record.record import read_record
from service.runtime.memory import settle_memory
from tests.benchmarks import archive, audits

name, games = sys.argv[1], int(sys.argv[2])
rules = importlib.import_module(f"domain.rulesets.{name}").RULESET
lines = list(archive.lines(range(games), rules))
decisions = sum(audits.decisions_of(read_record(line)) for line in lines)
auditing = getattr(audits, "auditing", None) or audits._auditing  # as the older commit calls it
audit = auditing(lines, decisions)["ours"]
audit()
gc.collect()
settle_memory()  # as the command does
for _ in sys.stdin:
    began = time.process_time()
    audit()
    print((time.process_time() - began) / decisions, flush=True)
"""


def rows() -> Iterator[Row]:
    """Yield the line of each ruleset."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["git", "archive", BEFORE, "domain", "service", "tests"]
        packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=BytesIO(packed)) as files:
            files.extractall(folder, filter="data")
        for name, games in GAMES.items():
            yield _against(Path(folder), name, games)


def _against(before: Path, name: str, games: int) -> Row:
    """Compare the processor time for a decision; the median of the turns' ratios counts."""
    with ExitStack() as stack:
        auditors = [stack.enter_context(_auditor(folder, name, games)) for folder in (ROOT, before)]
        turns = [[_seconds(one) for one in auditors] for _ in range(TURNS)]
    ours, theirs = (median(some) for some in zip(*turns, strict=True))
    return Row(
        f"a full audit of {name.replace('_', ' ')}, of a decision, in processor time",
        _of_decision(ours),
        f"at commit {BEFORE}, before moments and receipts: {_of_decision(theirs)}",
        median(new / old for new, old in turns),
        GOAL,
    )


def _auditor(folder: Path, name: str, games: int) -> subprocess.Popen[str]:
    """Start a process that plays games with the code in a folder, and audits them when asked."""
    return subprocess.Popen(
        [sys.executable, "-c", _AUDITING, name, f"{games}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _seconds(auditor: subprocess.Popen[str]) -> float:
    """Let a process audit its games; return its processor time for a decision."""
    assert auditor.stdin is not None
    assert auditor.stdout is not None
    auditor.stdin.write("\n")
    auditor.stdin.flush()
    return float(auditor.stdout.readline())


def _of_decision(seconds: float) -> str:
    """Return a short time as text."""
    return f"{seconds * 1e6:.2f} µs"
