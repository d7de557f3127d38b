"""Install a lock with pip, and show the progress: ``install.py LOCK [OPTION…]``.

pip itself prints a line or more for each package and its hashes, or nothing at all. This script
shows one line that counts in a terminal, and a line per batch of packages in a log. pip reports
errors itself.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

LOGGED_EVERY = 25
"""Packages per line, outside a terminal."""

ERASED = "\x1b[K"
"""Erases the rest of a line in a terminal."""

BEGUN = ("Collecting ", "Processing ", "Requirement already satisfied: ", "Ignoring ")
"""The start of the first line that pip prints about a package of the lock."""


def main(lock: Path, *options: str) -> int:
    """Install the lock, and return the exit status of pip."""
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check"]
    # The lock names every package. If pip looked for dependencies itself, it would fail as soon as
    # an index offered a version newer than the locked one.
    command += ["--require-hashes", "--no-deps", *options, "-r", str(lock)]
    total = packages_in(lock.read_text("utf-8"))
    terminal = sys.stdout.isatty()
    again = f"{ERASED}\r" if terminal else "\n"  # the next output reuses the line
    print(f"Installing the packages of {lock} ({total}): up to two minutes, once.", flush=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as pip:
        assert pip.stdout is not None
        for line in progress(pip.stdout, total, 1 if terminal else LOGGED_EVERY):
            print(f"  {line}", end=again, flush=True)
    if pip.returncode == 0:
        print(f"  done{ERASED if terminal else ''}", flush=True)
    return pip.returncode


def packages_in(lock: str) -> int:
    """Return the number of packages in a lock."""
    return len(re.findall(r"^\S+==", lock, re.MULTILINE))


def progress(lines: Iterable[str], total: int, every: int) -> Iterator[str]:
    """Yield the progress of pip from its output, once for every few packages."""
    begun = 0
    for line in lines:
        if line.startswith(BEGUN):
            begun += 1
            if begun % every == 0:
                yield f"fetching: {begun} of {total}"
        elif line.startswith("Installing collected packages: "):
            # Fewer than the total: the lock also has packages for other systems.
            yield "installing"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
