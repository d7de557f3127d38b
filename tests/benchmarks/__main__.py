"""``make bench``: measure everything in one run, print the table and update the docs with it.

``python -m tests.benchmarks playouts`` measures one part and leaves the docs alone; the parts are
``playouts``, ``loading``, ``audits``, ``before``, ``witnessed``, ``requests``, ``latency``,
``receipts``, ``streams``, ``held``, ``stored``, ``pages``, ``transparency``, ``tournaments``,
``thousand``, ``drafts`` and ``compiled``.
"""

import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks import (
    audits,
    before,
    compiled,
    disk,
    drafts,
    held,
    latency,
    loading,
    pages,
    playouts,
    receipts,
    requests,
    stored,
    streams,
    thousand,
    tournaments,
    transparency,
    witnessed,
)
from tests.benchmarks.measure import Row, microseconds
from tests.support.run.keeper import keeper

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
BEGIN = "<!-- what `make bench` measured -->"
END = "<!-- end of what `make bench` measured -->"
PARTS = {
    "playouts": playouts,
    "loading": loading,
    "audits": audits,
    "before": before,
    "witnessed": witnessed,
    "requests": requests,
    "latency": latency,
    "receipts": receipts,
    "streams": streams,
    "held": held,
    "stored": stored,
    "pages": pages,
    "transparency": transparency,
    "tournaments": tournaments,
    "thousand": thousand,
    "drafts": drafts,
    "compiled": compiled,
}

WITH_SHARES = ("audits", "playouts")
"""The parts that also show where the time goes."""


def main(chosen: list[str]) -> int:
    """Measure the chosen parts, or all of them; return the exit status."""
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there is {', '.join(PARTS)}", file=sys.stderr)
        return 2
    keeper()
    circumstances = _circumstances()
    print(f"{circumstances}\n")
    table = _table([row for name in chosen or PARTS for row in PARTS[name].rows()])
    where = [PARTS[name].where_it_goes() for name in WITH_SHARES if name in (chosen or PARTS)]
    report = "\n\n".join([table, *where])
    print(report)
    if not chosen:
        _keep(f"{circumstances}\n\n{report}\n")
        print(f"\nwritten to {PAGE}")
    return 0


def _keep(results: str) -> None:
    """Write the results between the two marks of the page; people write the rest."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{results}\n{END}{after}")


def _table(rows: list[Row]) -> str:
    lines = ["| what | ours | against | ratio | goal |", "|---|--:|--:|--:|--:|"]
    lines += [
        f"| {row.what} | {row.ours} | {row.against} | {row.ratio:.2f} | {row.goal} |"
        for row in rows
    ]
    return "\n".join(lines)


def _circumstances() -> str:
    load = f"; load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    commit = _git("rev-parse", "--short", "HEAD")
    changed = ", with changes since" if _git("status", "--porcelain", "domain", "service") else ""
    return (
        f"Commit {commit}{changed}; {datetime.now(UTC):%Y-%m-%d}; {platform.system()} on "
        f"{platform.machine()}, {os.cpu_count()} cores; {platform.python_implementation()} "
        f"{platform.python_version()}; {microseconds(disk.sync_seconds())} to have 4 KiB on "
        f"disk{load}."
    )


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() or ("" if words[0] == "status" else "unknown")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
