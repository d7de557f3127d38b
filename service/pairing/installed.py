"""Programs for FIDE's Dutch system that are installed outside Carolus, and asked as processes.

bbpPairings and JaVaFo share a command line: ``-r`` prints name and version, and ``FILE -p OUTPUT``
reads TRFx and writes the number of pairs and a line for each, with 0 as the opponent of the player
that rests. The program only proposes: the rules check its pairs, and allocate the turn order.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, TypeAlias

from domain.tournament.stream.announcement import Engine
from domain.tournament.stream.played import in_entries
from domain.tournament.stream.state import Tournament
from service.pairing.trf import trfx

ANSWER_SECONDS: Final = 10.0
"""How long a program may take to say its name."""
PAIRING_SECONDS: Final = 600.0
"""How long it may take to pair a round, unless its caller waits for less."""

_SECRETS: Final = frozenset({"CAROLUS_DATABASE", "CAROLUS_REDIS", "CAROLUS_SMTP"})
"""Settings with passwords, which a program does not get."""

_NAMED: Final = re.compile(
    r"(?P<name>[A-Za-z0-9][A-Za-z0-9 ._/+-]{0,59}?) *\([^)\n]*\) *- *(?:Rel(?:ease)?[. ]+)?"
    r"(?P<version>[A-Za-z0-9][A-Za-z0-9._/+-]{0,59})"
)
_WITHOUT_SYSTEM: Final = "JaVaFo"
"""The program that knows no other system, and so no option that names one."""

Pairs: TypeAlias = tuple[tuple[int, ...], ...]


class EngineFailed(Exception):
    """An installed program cannot be used, or gives no pairs; the message says why."""


class InstalledEngine(NamedTuple):
    """A program at a path of this machine."""

    command: tuple[str, ...]
    name: str
    version: str

    @property
    def announced(self) -> Engine:
        """Return how a tournament announces it."""
        return Engine("dutch", self.name, self.version)

    def proposal(self, state: Tournament, seconds: float = PAIRING_SECONDS) -> Pairs:
        """Return its pairs for the next round by entries, first player first, and who rests.

        Raise EngineFailed if it fails, or if its answer is not a list of pairs.
        """
        with TemporaryDirectory() as folder:
            asked, answer = Path(folder, "round.trf"), Path(folder, "pairs.txt")
            asked.write_text(trfx(state), "utf-8")
            system = () if self.name == _WITHOUT_SYSTEM else ("--dutch",)
            done = _run((*self.command, *system, str(asked), "-p", str(answer)), seconds)
            if done.returncode or not answer.exists():
                said = " ".join((done.stderr or done.stdout).split())[:300]
                raise EngineFailed(
                    f"{self.name} {self.version} does not pair round {state.next_round}: exit "
                    f"status {done.returncode}{f', {said}' if said else ''}"
                )
            pairs = self._pairs(answer.read_text("utf-8", errors="replace"), len(state.order))
        return in_entries(state, pairs)

    def _pairs(self, text: str, players: int) -> list[tuple[int, ...]]:
        """Return the pairs of pairing numbers in an answer; a single one rests."""
        count, *lines = [line.split() for line in text.splitlines() if line.strip()] or [[]]
        pairs = [tuple(int(one) for one in line if one.isdecimal()) for line in lines]
        known = range(players + 1)
        if (
            [str(len(lines))] != count
            or any(len(pair) != 2 for pair in pairs)
            or any(one not in known for pair in pairs for one in pair)
        ):
            raise EngineFailed(
                f"{self.name} {self.version} gives no list of pairs: {text[:200]!r}; expected "
                "their number, and then two pairing numbers a line"
            )
        return [tuple(one for one in pair if one) for pair in pairs]


def installed_engine(path: Path) -> InstalledEngine:
    """Return the program at a path, or with a name that the shell finds, with what it is called.

    A ``.jar`` is run by Java. Raise EngineFailed for any other program.
    """
    found = shutil.which(str(path))
    is_jar = path.suffix.lower() == ".jar"
    if not (path.is_file() if is_jar else found):
        raise EngineFailed(f"{path} is not a program; expected bbpPairings or JaVaFo")
    java = ("java", "-ea", "-jar", str(path.resolve()))
    command = java if is_jar else (str(Path(found or path).resolve()),)
    done = _run((*command, "-r"), ANSWER_SECONDS)
    named = _NAMED.search(f"{done.stdout}\n{done.stderr}")
    if named is None:
        said = " ".join((done.stdout or done.stderr).split())[:200]
        raise EngineFailed(
            f"{path} -r does not say name and version, but {said!r}; expected a line such as "
            "'BBP Pairings (…) - v6.0.0'"
        )
    return InstalledEngine(command, named["name"].strip(), named["version"])


def _run(command: tuple[str, ...], seconds: float) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(  # noqa: S603 - the organiser names the program
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            env={name: value for name, value in os.environ.items() if name not in _SECRETS},
            check=False,
        )
    except OSError as failure:
        raise EngineFailed(f"{command[0]} cannot be run: {failure.strerror}") from None
    except subprocess.TimeoutExpired:
        raise EngineFailed(f"{command[0]} gave no answer in {seconds:.0f} seconds") from None
