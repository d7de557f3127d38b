"""What the compiled wheel saves: the same games and audits, with it and with the sources alone.

Run as a program, it measures the domain that it finds.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import domain
from domain.record.record import read_record
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_ID
from tests.benchmarks import archive, audits, playouts
from tests.benchmarks.measure import Row, best_rates, per_second
from tests.support.docs.pages import ROOT
from tests.support.run.compiled import COMPILES, compiled

RULESETS: Final = ("carolus-magnus", "teg", "ancients")
GAMES: Final = {"carolus-magnus": 60}
"""The games to audit, where those of the other rulesets are too few."""

ROUNDS: Final = 3
TURNS: Final = 3
"""Turns of a process; the processes of both sides alternate in rounds."""

GOALS: Final = {"random games": "≥ 1.8", "audit": "≥ 1.5"}


def rows() -> Iterator[Row]:
    """Yield the lines of the table; none where there is no C compiler."""
    if not COMPILES:
        return
    with tempfile.TemporaryDirectory() as home:
        clone = compiled(Path(home, "clone"), Path(home, "built"))
        for name in RULESETS:
            best = [dict.fromkeys(GOALS, 0.0) for _ in range(2)]
            for _ in range(ROUNDS):
                for folder, rates in zip((clone, ROOT), best, strict=True):
                    for what, rate in _measured(folder, name).items():
                        rates[what] = max(rates[what], rate)
            with_it, without = best
            for what, goal in GOALS.items():
                yield Row(
                    f"{what} of {BY_ID[name].meta.title}, compiled, in decisions",
                    per_second(with_it[what], "decisions"),
                    f"from the sources: {per_second(without[what], 'decisions')}",
                    with_it[what] / without[what],
                    goal,
                )


def _measured(folder: Path, name: str) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.benchmarks.compiled", str(folder / "domain"), name]
    done = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main(home: str, name: str) -> None:
    """Print the rates of one ruleset, in decisions per second, of the domain at ``home``."""
    assert Path(domain.__file__).parent == Path(home)
    rules: AnyRuleset = BY_ID[name]
    lines = list(archive.lines(range(GAMES.get(name, audits.OTHER_GAMES)), rules))
    decisions = sum(audits.decisions_of(read_record(line)) for line in lines)
    work: dict[str, Callable[[], int]] = {
        "random games": partial(playouts.decisions_in, rules),
        "audit": audits.auditing(lines, decisions)["ours"],
    }
    print(json.dumps(best_rates(work, turns=TURNS)))


if __name__ == "__main__":
    main(*sys.argv[1:])
