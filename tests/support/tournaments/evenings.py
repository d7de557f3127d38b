"""Tournaments in files, run by the command line as a club does."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from stat import S_IMODE
from tempfile import TemporaryDirectory
from typing import Final

from click.testing import Result

from domain.tournament.stream.state import Tournament
from service.clubs.files import Club, read_club
from tests.support.servers.commands import run

NAMES: Final = ("Ana", "Berta", "Carla", "Дора", "李娜", "فاطمة", "Gil")
ARBITER: Final = "Zoe"


class Evening:
    """A club's file, and the commands on it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def club(self) -> Club:
        """The tournament now."""
        return read_club(self.path)

    @property
    def state(self) -> Tournament:
        """Its state now."""
        return self.club.state

    def ask(self, command: str, *words: str) -> Result:
        """Run a command on the file."""
        return run("tournament", command, str(self.path), *words)

    def do(self, command: str, *words: str) -> str:
        """Run a command that succeeds; return what it prints."""
        result = self.ask(command, *words)
        assert result.exit_code == 0, result.output
        return result.stdout

    def refused(self, command: str, *words: str) -> str:
        """Run a command that fails and changes nothing; return what it says."""
        before = self.path.read_bytes()
        result = self.ask(command, *words)
        assert result.exit_code == 1, result.output
        assert self.path.read_bytes() == before
        assert result.stdout == ""
        return result.stderr

    def play(self) -> None:
        """Enter a result at every table: in the order of the seats; then close the round."""
        for at, table in enumerate(self.state.rounds[-1].tables, 1):
            if table.result is None:
                self.do("result", str(at), "--places", ",".join(map(str, table.players)))
        self.do("close")

    def round(self) -> None:
        """Draw and play a round."""
        self.do("pair")
        self.play()


def announced(path: Path, *words: str) -> Evening:
    """Return a tournament that is announced, by default of two rounds at tables of four."""
    usual: list[str] = []
    if "--terms" not in words and "--name" not in words:
        usual += ["--name", "Club evening"]
    if "--terms" not in words and "--rounds" not in words:
        usual += ["--rounds", "2", "--seats", "4"]
    evening = Evening(path)
    evening.do("new", *usual, "--arbiter", ARBITER, *words)
    return evening


def started(path: Path, *words: str) -> Evening:
    """Return a tournament of seven that has started; without words, always the same one."""
    return _start(path, *words) if words else _copied(_start, path)


def ended(path: Path, *words: str) -> Evening:
    """Return a tournament of seven that is over; without words, always the same one."""
    return _end(path, *words) if words else _copied(_end, path)


def _start(path: Path, *words: str) -> Evening:
    evening = announced(path, *words)
    evening.do("enter", *NAMES)
    evening.do("start")
    return evening


def _end(path: Path, *words: str) -> Evening:
    evening = started(path, *words)
    while len(evening.state.rounds) < evening.state.rules.rounds:
        evening.round()
    evening.do("end")
    return evening


def _copied(make: Callable[..., Evening], path: Path) -> Evening:
    """Return the evening that a function makes, at another path: the commands run only once."""
    for suffix, mode, content in _files_of(make):
        file = path.with_name(path.name + suffix)
        file.touch(mode)
        file.write_bytes(content)
    return Evening(path)


@cache
def _files_of(make: Callable[..., Evening]) -> list[tuple[str, int, bytes]]:
    """Return the files of an evening: what their names add to the path, modes and contents."""
    with TemporaryDirectory() as folder:
        path = make(Path(folder) / "club.json").path
        return [
            (file.name.removeprefix(path.name), S_IMODE(file.stat().st_mode), file.read_bytes())
            for file in path.parent.iterdir()
        ]
