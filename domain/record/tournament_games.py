"""What the records of games say against the record of their tournament (RC-TOUR-5, RC-TOUR-11)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.record.finding import Finding, plain
from domain.record.record import AnyRecord
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import AddTime
from domain.table.reserving import TournamentTable
from domain.tournament.stream import events as e
from domain.tournament.stream.actions import ProvedGame, RecordGame, ScoreTable
from domain.tournament.stream.announcement import Announcement, options_at
from domain.tournament.stream.state import Tournament


class PlayedTerms(Struct, frozen=True):
    """The terms of a game of a tournament, which are the same at all tables."""

    ruleset: str
    options: Any
    clock: Any
    added: tuple[int, ...]
    """The seconds that were added to the clock of each seat."""
    take_backs: bool = False
    continues: str | None = None
    """The game from whose position it began; None at every table."""


def played_terms(record: AnyRecord) -> PlayedTerms | None:
    """Return the terms of a valid game; None if it is not one of a tournament."""
    opening = record.entries[0].action
    if opening.tournament is None:
        return None
    added = [0] * len(record.seats)
    for entry in record.entries:
        if isinstance(entry.action, AddTime):
            added[entry.action.seat] += entry.action.seconds
    options, clock = (msgspec.to_builtins(one) for one in (record.options, opening.clock))
    origin = None if opening.continues is None else opening.continues.game
    return PlayedTerms(record.ruleset, options, clock, tuple(added), opening.take_backs, origin)


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
    terms: PlayedTerms | None = None
    """Its terms; None if they are not known."""

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
        yield from _recorded(now, number, action.proof, games)


def _seated(
    now: Tournament, number: int, event: e.TableOpened, games: Mapping[str, AuditedGame]
) -> Iterator[Finding]:
    """Yield what the record of a game says of its table and players that the tournament does not.

    This applies to every game of a table, even if an arbiter decided, or it was played again.
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
    terms, announced = found.terms, now.announcement
    if terms is not None:
        compared += [
            ("ruleset", announced.ruleset, terms.ruleset),
            ("options", _announced_options(announced, len(people)), terms.options),
            ("clock", msgspec.to_builtins(announced.clock), terms.clock),
            ("take_backs", False, terms.take_backs),
            ("continues", None, terms.continues),
        ]
    yield from _compared(compared, place, number, where)
    for seat, (person, shown) in enumerate(zip(people, found.names, strict=False)):
        if shown not in {None, person.name}:
            facts = {**place, "seat": seat, "entered": person.name, "shown": shown}
            yield Finding("note", "RC-TOUR-11", "another_name", facts, number, where)


def _announced_options(announced: Announcement, seats: int) -> Any:
    """Return all options of a table with this many seats; None if there is no such game."""
    rules = BY_PINNED.get(announced.ruleset)
    if rules is None:
        return None
    try:
        kind = rules.options_type
        return msgspec.to_builtins(msgspec.convert(options_at(announced, seats, kind), kind))
    except msgspec.ValidationError:
        return None


def _recorded(
    now: Tournament, number: int, proof: ProvedGame, games: Mapping[str, AuditedGame]
) -> Iterator[Finding]:
    """Yield what the record of a game contradicts: all places and scores, not only who won.

    Time that was added to a clock must have been granted; not all that was granted came in time.
    """
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
    table = now.rounds[proof.round - 1].tables[proof.table - 1]
    for seat, added in enumerate(found.terms.added if found.terms is not None else ()):
        entrant = table.players[seat % len(table.players)]
        granted = sum(seconds for one, seconds in table.granted if one == entrant)
        if added > granted:
            facts = {**place, "seat": seat, "granted": granted, "added": added}
            yield Finding("breach", "RC-TOUR-5", "time_was_not_granted", facts, number, where)


def _compared(
    compared: Sequence[tuple[str, Any, Any]], place: Mapping[str, Any], number: int, where: str
) -> Iterator[Finding]:
    for name, recorded, derived in compared:
        if recorded != derived:
            facts = {**place, "recorded": plain(recorded), "derived": plain(derived)}
            yield Finding("breach", "RC-TOUR-5", f"other_{name}", facts, number, where)
