"""Programs for the Dutch system, as an operator or an organiser installs them."""

import stat
import sys
from pathlib import Path
from typing import Final

TOP_AND_BOTTOM: Final = """
import sys
if sys.argv[1:] == ["-r"]:
    print("Fake Pairings (https://example.org) - v1.2.0 (Built today)")
    sys.exit()
system, asked, option, answer = sys.argv[1:]
assert (system, option) == ("--dutch", "-p"), sys.argv
lines = open(asked).read().splitlines()
players = [int(line[4:8]) for line in lines if line.startswith("001 ")]
assert "XXR 3" in lines, lines
half = len(players) // 2
first = int("XXC white1" in lines)
pairs = [(one, one + half)[:: 1 if one % 2 == first else -1] for one in players[:half]]
pairs += [(one, 0) for one in players[2 * half:]]
open(answer, "w").write("\\n".join([str(len(pairs)), *(f"{a} {b}" for a, b in pairs)]) + "\\n")
"""
"""A program that pairs the upper half with the lower half, as the Dutch system does first."""


def program(folder: Path, text: str = TOP_AND_BOTTOM, name: str = "engine") -> Path:
    """Return an executable program."""
    found = folder / name
    found.write_text(f"#!{sys.executable}\n{text}", "utf-8")
    found.chmod(found.stat().st_mode | stat.S_IXUSR)
    return found


def saying(answer: str) -> str:
    """Return a program that knows its name, and then does this."""
    named = "import sys\nif sys.argv[1:] == ['-r']:\n    print('Odd (x) - Rel. 2.2')\nelse:\n"
    return f"{named}    {answer}\n"
