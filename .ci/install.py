"""Install a lock with pip, and show how far it is: ``install.py LOCK [OPTION…]``.

pip itself prints a line or more for each package and its hashes, or nothing at all. Here a terminal
has one line that counts, and a log a line for every so many packages. What goes wrong pip says.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

LOGGED_EVERY = 25
"""Packages, where it is no terminal."""

ERASED = "\x1b[K"
"""Erases the rest of a line in a terminal."""

BEGUN = ("Collecting ", "Processing ", "Requirement already satisfied: ", "Ignoring ")
"""How pip begins what it prints first about a package of the lock."""


def main(lock: Path, *options: str) -> int:
    """Install the lock, and return the exit status of pip."""
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check"]
    command += ["--require-hashes", *options, "-r", str(lock)]
    total = packages_in(lock.read_text("utf-8"))
    terminal = sys.stdout.isatty()
    again = f"{ERASED}\r" if terminal else "\n"  # what comes next takes the same line
    print(f"Installing the packages of {lock} ({total}): up to two minutes, once.", flush=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as pip:
        assert pip.stdout is not None
        for told in progress(pip.stdout, total, 1 if terminal else LOGGED_EVERY):
            print(f"  {told}", end=again, flush=True)
    if pip.returncode == 0:
        print(f"  done{ERASED if terminal else ''}", flush=True)
    return pip.returncode


def packages_in(lock: str) -> int:
    """Return how many packages a lock names."""
    return len(re.findall(r"^\S+==", lock, re.MULTILINE))


def progress(lines: Iterable[str], total: int, every: int) -> Iterator[str]:
    """Yield how far pip is by what it prints, at every so many packages."""
    begun = 0
    for line in lines:
        if line.startswith(BEGUN):
            begun += 1
            if begun % every == 0:
                yield f"fetching: {begun} of {total}"
        elif line.startswith("Installing collected packages: "):
            yield f"installing all {line.count(',') + 1} of them"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
