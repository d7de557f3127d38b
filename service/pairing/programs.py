"""What pairs Swiss rounds in this service: the house, a library, and a program of the operator."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final

from domain.tournament.pairing.dutch import DutchProgram
from domain.tournament.pairing.swiss import VERSION
from domain.tournament.stream.announcement import Engine, Swiss, TournamentFormat
from domain.tournament.stream.state import Tournament
from service.pairing.caissify import Caissify, ProgramMissing
from service.pairing.installed import Pairs, installed_engine
from service.pairing.proposing import proposal_of
from service.pairing.trf import NotExpressible

SECONDS: Final = 20.0
"""How long a program of the operator may take; a request has to be answered."""

_HOUSE: Final = Engine("house", *VERSION.split("/"))


class NoProgram(Exception):
    """A program that is named is not installed here, or in another version."""


class Programs:
    """The programs of one service: the library of the extra ``dutch``, and that at a path."""

    def __init__(
        self,
        path: Path | None = None,
        seconds: float = SECONDS,
        load: Callable[[], DutchProgram] = Caissify,
    ) -> None:
        """Ask the program at the path for its name; raise EngineFailed if it gives none."""
        self._path = path
        self._load = load
        self._seconds = seconds
        self._engine = None if path is None else installed_engine(path).announced

    @cached_property
    def library(self) -> DutchProgram | None:
        """The library, if it is installed."""
        try:
            return self._load()
        except ProgramMissing:
            return None

    @property
    def announced(self) -> tuple[Engine, ...]:
        """What an announcement can name: the house's algorithm, and the programs."""
        library = self.library
        dutch = () if library is None else (Engine("dutch", library.name, library.version),)
        return (_HOUSE, *dutch, *(() if self._engine is None else (self._engine,)))

    def must_have(self, form: TournamentFormat) -> None:
        """Raise NoProgram if a format names a program that is not here; the rules judge the house.

        A tournament of such a format could be announced and entered, and never paired.
        """
        if isinstance(form, Swiss) and form.engine.system == "dutch":
            self._must_be_here(form.engine, self.announced)

    def proposal(self, state: Tournament, announced: Engine) -> Pairs:
        """Return the pairs of the announced program for the next round, by entries.

        Raise NoProgram, or EngineFailed if a program of the operator gives none.
        """
        self._must_be_here(announced, self.announced)
        library = self.library
        if library is not None and (announced.name, announced.version) == (
            library.name,
            library.version,
        ):
            return proposal_of(state, library)
        assert self._path is not None, "what is neither the house nor the library is at the path"
        # The operator may have replaced it since the start.
        engine = installed_engine(self._path)
        self._must_be_here(announced, (engine.announced,))
        try:
            return engine.proposal(state, self._seconds)
        except NotExpressible:
            return ()  # the rules refuse what the report cannot express, and say why

    @staticmethod
    def _must_be_here(wanted: Engine, here: tuple[Engine, ...]) -> None:
        if wanted not in here:
            dutch = [f"{one.name} {one.version}" for one in here if one.system == "dutch"]
            raise NoProgram(
                f"{wanted.name} {wanted.version} is announced; "
                f"installed is {' and '.join(dutch) or 'none'}"
            )
