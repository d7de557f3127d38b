"""Programs for the Dutch system at a path: to pair a round, and to check or audit earlier ones."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from domain.record.tournament_audit import Propose
from domain.tournament.stream import events as e
from domain.tournament.stream.announcement import Engine
from domain.tournament.stream.evolve import evolve, opened
from domain.tournament.stream.state import Tournament
from service.clubs.files import ClubFileError
from service.pairing.caissify import Caissify, ProgramMissing
from service.pairing.installed import InstalledEngine, Pairs, installed_engine
from service.pairing.proposing import proposal_of


def proposal_for(state: Tournament, announced: Engine, path: Path | None) -> Pairs:
    """Return what the announced program proposes for the next round.

    Without a path, that is the library that the extra ``dutch`` installs. Raise ClubFileError
    unless the program is the announced one, in the announced version, or EngineFailed.
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
    """Return how an audit asks the announced program again; it gets None if that is missing."""
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
