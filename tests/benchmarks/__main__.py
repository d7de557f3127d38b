"""``make bench``: measure everything in one run, print the table and keep it in the docs.

``python -m tests.benchmarks playouts`` measures one part and keeps nothing; the parts are
``playouts``, ``loading``, ``audits``, ``requests``, ``latency``, ``streams``, ``held`` and
``pages``.
"""

import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks import audits, held, latency, loading, pages, playouts, requests, streams
from tests.benchmarks.measure import Row
from tests.support.keeper import keeper

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
BEGIN = "<!-- what `make bench` measured -->"
END = "<!-- end of what `make bench` measured -->"
PARTS = {
    "playouts": playouts,
    "loading": loading,
    "audits": audits,
    "requests": requests,
    "latency": latency,
    "streams": streams,
    "held": held,
    "pages": pages,
}


def main(chosen: list[str]) -> int:
    """Measure the chosen parts, or all of them; return the exit status."""
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there is {', '.join(PARTS)}", file=sys.stderr)
        return 2
    keeper()
    rows = [row for name in chosen or PARTS for row in PARTS[name].rows()]
    table = _table(rows)
    print(table)
    if not chosen:
        where = _where_it_goes(playouts.shares(), audits.shares())
        _keep(f"{_circumstances()}\n\n{table}\n\n{where}\n")
        print(f"\n{where}\n\nwritten to {PAGE}")
    return 0


def _keep(results: str) -> None:
    """Put the results between the two marks of the page; what is around them is for people."""
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


def _where_it_goes(playout: dict[str, float], audit: dict[str, float]) -> str:
    return (
        f"Where the time of an audit on one core goes: {_in_words(audit)}.\n"
        "The parts are measured each by itself; together they take somewhat longer.\n\n"
        f"Where the time of a random game through the seam goes: {_in_words(playout)}.\n"
        "It is the price of asking before acting (`legal`), of judging every action again "
        "(`decide`), and of a new position for every event (`evolve`), some 350 in a game."
    )


def _in_words(shares: dict[str, float]) -> str:
    parts = sorted(shares.items(), key=lambda part: -part[1])
    return ", ".join(f"{name} {share:.0%}" for name, share in parts)


def _circumstances() -> str:
    commit = _git("rev-parse", "--short", "HEAD")
    changed = ", with changes since" if _git("status", "--porcelain", "domain", "service") else ""
    return (
        f"Commit {commit}{changed}; {datetime.now(UTC):%Y-%m-%d}; {platform.system()} on "
        f"{platform.machine()}, {os.cpu_count()} cores; {platform.python_implementation()} "
        f"{platform.python_version()}."
    )


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() or ("" if words[0] == "status" else "unknown")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
