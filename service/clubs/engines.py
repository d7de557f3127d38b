"""Programs for FIDE's Dutch system that are installed outside Carolus, and asked as processes.

bbpPairings and JaVaFo share a command line: ``-r`` prints name and version, and ``FILE -p OUTPUT``
reads TRFx and writes the number of pairs and a line for each, with 0 as the opponent of the player
that rests. The program only proposes: the rules check its pairs, and allocate the turn order.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, TypeAlias

from domain.record.tournament_audit import Propose
from domain.tournament.stream import events as e
from domain.tournament.stream.announcement import Engine
from domain.tournament.stream.evolve import evolve, opened
from domain.tournament.stream.played import in_entries
from domain.tournament.stream.state import Tournament
from service.clubs.files import ClubFileError
from service.clubs.trf import trfx
from service.pairing.caissify import Caissify, ProgramMissing
from service.pairing.proposing import proposal_of

ANSWER_SECONDS: Final = 10.0
"""How long a program may take to say its name."""
PAIRING_SECONDS: Final = 600.0
"""How long it may take to pair a round."""

_NAMED: Final = re.compile(
    r"(?P<name>[A-Za-z0-9][A-Za-z0-9 ._/+-]{0,59}?) *\([^)\n]*\) *- *(?:Rel(?:ease)?[. ]+)?"
    r"(?P<version>[A-Za-z0-9][A-Za-z0-9._/+-]{0,59})"
)
_WITHOUT_SYSTEM: Final = "JaVaFo"
"""The program that knows no other system, and so no option that names one."""

Pairs: TypeAlias = tuple[tuple[int, ...], ...]


class InstalledEngine(NamedTuple):
    """A program at a path of this machine."""

    command: tuple[str, ...]
    name: str
    version: str

    @property
    def announced(self) -> Engine:
        """Return how a tournament announces it."""
        return Engine("dutch", self.name, self.version)

    def proposal(self, state: Tournament) -> Pairs:
        """Return its pairs for the next round by entries, first player first, and who rests.

        Raise ClubFileError if it fails, or if its answer is no list of pairs.
        """
        with TemporaryDirectory() as folder:
            asked, answer = Path(folder, "round.trf"), Path(folder, "pairs.txt")
            asked.write_text(trfx(state), "utf-8")
            system = () if self.name == _WITHOUT_SYSTEM else ("--dutch",)
            done = _run((*self.command, *system, str(asked), "-p", str(answer)), PAIRING_SECONDS)
            if done.returncode or not answer.exists():
                said = " ".join((done.stderr or done.stdout).split())[:300]
                raise ClubFileError(
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
            raise ClubFileError(
                f"{self.name} {self.version} gives no list of pairs: {text[:200]!r}; expected "
                "their number, and then two pairing numbers a line"
            )
        return [tuple(one for one in pair if one) for pair in pairs]


def installed_engine(path: Path) -> InstalledEngine:
    """Return the program at a path, or with a name that the shell finds, with what it is called.

    A ``.jar`` is run by Java. Raise ClubFileError for what is no such program.
    """
    found = shutil.which(str(path))
    is_jar = path.suffix.lower() == ".jar"
    if not (path.is_file() if is_jar else found):
        raise ClubFileError(f"{path} is no program; expected bbpPairings or JaVaFo")
    java = ("java", "-ea", "-jar", str(path.resolve()))
    command = java if is_jar else (str(Path(found or path).resolve()),)
    done = _run((*command, "-r"), ANSWER_SECONDS)
    named = _NAMED.search(f"{done.stdout}\n{done.stderr}")
    if named is None:
        said = " ".join((done.stdout or done.stderr).split())[:200]
        raise ClubFileError(
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
            check=False,
        )
    except OSError as failure:
        raise ClubFileError(f"{command[0]} cannot be run: {failure.strerror}") from None
    except subprocess.TimeoutExpired:
        raise ClubFileError(f"{command[0]} gave no answer in {seconds:.0f} seconds") from None


def proposal_for(state: Tournament, announced: Engine, path: Path | None) -> Pairs:
    """Return what the announced program proposes for the next round.

    Without a path, that is the library that the extra ``dutch`` installs. Raise ClubFileError
    unless the program is the announced one, in the announced version.
    """
    here: InstalledEngine | Caissify
    if path is not None:
        here = installed_engine(path)
    else:
        try:
            here = Caissify()
        except ProgramMissing as missing:
            raise ClubFileError(str(missing)) from None
    if (here.name, here.version) != (announced.name, announced.version):
        raise ClubFileError(
            f"{announced.name} {announced.version} is announced, but this is {here.name} "
            f"{here.version}; --engine takes the path of the announced program"
        )
    if isinstance(here, InstalledEngine):
        return here.proposal(state)
    return proposal_of(state, here)


def proposing_again(path: Path | None = None) -> Propose:
    """Return how an audit asks the announced program again; it gets None if that is not here."""
    engine = None if path is None else installed_engine(path)

    def propose(state: Tournament, announced: Engine) -> Sequence[Sequence[int]] | None:
        wanted = (announced.name, announced.version)
        if engine is not None and (engine.name, engine.version) == wanted:
            return engine.proposal(state)
        try:
            library = Caissify()
        except ProgramMissing:
            return None
        return proposal_of(state, library) if (library.name, library.version) == wanted else None

    return propose


class CheckedRound(NamedTuple):
    """A round, and what a program says about it."""

    number: int
    by_hand: bool
    other_pairs: tuple[tuple[int, ...], ...] = ()
    """Pairs of the round, by entries, which the program does not propose."""
    other_turns: tuple[tuple[int, ...], ...] = ()
    """Pairs that it proposes in the other turn order."""


def checked_rounds(
    tournament: str, events: Sequence[object], engine: InstalledEngine, only: int | None
) -> Iterator[CheckedRound]:
    """Let a program pair rounds again, each from the results as they stood at its pairing."""
    state: Tournament | None = None
    for event in events:
        wanted = isinstance(event, e.RoundPaired) and only in {None, event.round}
        if state is not None and isinstance(event, e.RoundPaired) and wanted:
            yield _checked(state, event, engine)
        if state is None:
            assert isinstance(event, e.TournamentOpened), "a stream begins so"
            state = opened(tournament, event)
        else:
            state = evolve(state, event)


def _checked(state: Tournament, event: e.RoundPaired, engine: InstalledEngine) -> CheckedRound:
    if event.reason is not None:
        return CheckedRound(event.round, by_hand=True)
    proposed = {*engine.proposal(state)}
    resting = ((bye.player,) for bye in event.byes if bye.kind == "pairing")
    missing = [one for one in (*event.tables, *resting) if one not in proposed]
    turned = tuple(one for one in missing if one[::-1] in proposed and len(one) == 2)
    others = tuple(one for one in missing if one not in turned)
    return CheckedRound(event.round, by_hand=False, other_pairs=others, other_turns=turned)
