"""What the records of games say against the record of their tournament (RC-TOUR-5, RC-TOUR-11)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.record.finding import Finding, plain
from domain.table.reserving import TournamentTable
from domain.tournament.stream import events as e
from domain.tournament.stream.actions import ProvedGame, RecordGame, ScoreTable
from domain.tournament.stream.state import Tournament


class AuditedGame(Struct, frozen=True):
    """What the audit of a game's own record shows."""

    head: str | None
    kid: str | None
    players: tuple[str | None, ...]
    """The account of the player on each seat; None for people without one."""
    ranks: tuple[int, ...]
    """The place of each seat."""
    table: TournamentTable | None
    """The table that its first event names; None if it names none."""
    ended_by: str = ""
    """Who or what ended it, such as ``player`` or ``arbiter``."""
    reason: str | None = None
    """Why an arbiter ended it, as the game says."""
    names: tuple[str | None, ...] = ()
    """The name that the record of the game shows on each seat."""
    scores: tuple[int, ...] = ()
    """The score of each seat."""

    @property
    def first(self) -> tuple[int, ...]:
        """The seats that share the first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


def compared_with_games(
    now: Tournament, number: int, action: Any, event: Any, games: Mapping[str, AuditedGame]
) -> Iterator[Finding]:
    """Yield what the record of a game contradicts, where the tournament names it or its result."""
    if isinstance(event, e.TableOpened):
        yield from _seated(now, number, event, games)
    elif isinstance(action, RecordGame | ScoreTable):
        yield from _recorded(number, action.proof, games)


def _seated(
    now: Tournament, number: int, event: e.TableOpened, games: Mapping[str, AuditedGame]
) -> Iterator[Finding]:
    """Yield what the record of a game says of its table and players that the tournament does not.

    That is so for every game of a table, also if an arbiter decided, or it was played again.
    """
    found = games.get(event.game)
    if found is None:
        return  # it was called off, or _recorded says that it is missing
    place = {"round": event.round, "table": event.table, "game": event.game}
    where = f"$.entries[{number}].action"
    people = now.seats_at(event.round, now.rounds[event.round - 1].tables[event.table - 1])
    compared: list[tuple[str, Any, Any]] = [
        ("table", TournamentTable(now.id, event.round, event.table), found.table),
        ("seats", tuple(one.key for one in people), found.players),
    ]
    yield from _compared(compared, place, number, where)
    for seat, (person, shown) in enumerate(zip(people, found.names, strict=False)):
        if shown not in {None, person.name}:
            facts = {**place, "seat": seat, "entered": person.name, "shown": shown}
            yield Finding("note", "RC-TOUR-11", "another_name", facts, number, where)


def _recorded(
    number: int, proof: ProvedGame, games: Mapping[str, AuditedGame]
) -> Iterator[Finding]:
    """Yield what the record of a game contradicts: all places and scores, not only who won."""
    found = games.get(proof.game)
    place = {"round": proof.round, "table": proof.table, "game": proof.game}
    where = f"$.entries[{number}].action.proof"
    if found is None:
        yield Finding("breach", "RC-TOUR-5", "game_is_missing", place, number, where)
        return
    compared: list[tuple[str, Any, Any]] = [
        ("head", proof.head, found.head),
        ("kid", proof.kid, found.kid),
        ("ranks", proof.ranks, found.ranks),
        ("scores", proof.scores, found.scores),
    ]
    yield from _compared(compared, place, number, where)


def _compared(
    compared: Sequence[tuple[str, Any, Any]], place: Mapping[str, Any], number: int, where: str
) -> Iterator[Finding]:
    for name, recorded, derived in compared:
        if recorded != derived:
            facts = {**place, "recorded": plain(recorded), "derived": plain(derived)}
            yield Finding("breach", "RC-TOUR-5", f"other_{name}", facts, number, where)
