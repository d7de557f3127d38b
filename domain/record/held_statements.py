"""Signed statements that players and organisers hold, and what they prove.

The service signs receipts, heads and calls while a game goes on, and a statement about its end; for
a tournament, receipts and a statement. One that contradicts a record, or another statement, proves
that the service keeps two logs; and one about a game or tournament that an audit does not get
proves that someone withholds it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from domain.links import name_of
from domain.record.finding import Finding, plain
from domain.record.receipts import Derived
from domain.record.record import AnyRecord
from domain.record.statement import (
    Call,
    FinalStatement,
    GameStatement,
    Receipt,
    Statement,
    TournamentReceipt,
    TournamentSigned,
    TournamentStatement,
)


class Held(Struct, frozen=True):
    """A statement with a valid signature that someone holds."""

    statement: Statement
    kid: str
    """The thumbprint of the key that signed (RFC 7638)."""
    source: str
    line: int

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"{self.source}, line {self.line}"

    @property
    def about(self) -> str:
        """The id of its game, for a call the name of the game, or ``about_tournament``."""
        statement = self.statement
        if isinstance(statement, TournamentSigned):
            return about_tournament(statement.tournament)
        return statement.name if isinstance(statement, Call) else statement.game

    @property
    def facts(self) -> dict[str, Any]:
        """What a finding says about it."""
        return {"statement": self.place, "key": self.kid, "signed": plain(self.statement)}


Evidence: TypeAlias = Mapping[str, Sequence[Held]]
"""Held statements by what they are about: ``Held.about``."""

NO_EVIDENCE: Final[Evidence] = {}


def held_about(record: AnyRecord, evidence: Evidence) -> Sequence[Held]:
    """Return the held statements about the game of a record."""
    if not evidence:
        return ()
    return [
        one
        for about in subjects(record.id, record.chance.commitment)
        for one in evidence.get(about, ())
    ]


def about_tournament(tournament: str) -> str:
    """Return what a statement about a tournament is about; no game has such an id."""
    return f"tournament {tournament}"


def subjects(game: str, commitment: str) -> tuple[str, str]:
    """Return what statements about a game name: its id and its name in calls."""
    return game, name_of(game, commitment).hex()


def held_findings(held: Iterable[Held], derived: Derived) -> Iterator[Finding]:
    """Yield a breach for each held statement that the record contradicts (RC-HELD-1)."""
    for one in held:
        statement = one.statement
        assert isinstance(statement, GameStatement), "the others are about no game"
        expected = derived.like(statement)
        if statement == expected:
            continue
        facts = one.facts | {"derived": plain(expected)}
        if expected is None and derived.comes_later(statement):
            yield Finding("note", "RC-HELD-1", "record_ends_before", facts, where="$.entries")
            continue
        entry = derived.entry_about(statement)
        where = "$.entries" if entry is None else f"$.entries[{entry}]"
        yield Finding("breach", "RC-HELD-1", "signed_otherwise", facts, entry, where)


def held_about_tournament(
    held: Iterable[Held], signed: Sequence[TournamentSigned], events: int
) -> Iterator[Finding]:
    """Yield a breach for each held statement that the record contradicts (RC-HELD-1).

    ``signed`` is what the service signs about this record, which has this many ``events``.
    """
    for one in held:
        statement = one.statement
        assert isinstance(statement, TournamentSigned), "the others are about no tournament"
        if statement in signed:
            continue
        alike = (other for other in signed if _point(other) == _point(statement))
        expected = next(alike, None)
        facts = one.facts | {"derived": plain(expected)}
        if expected is None and statement.version > events:
            yield Finding("note", "RC-HELD-1", "record_ends_before", facts, where="$.entries")
        else:
            yield Finding("breach", "RC-HELD-1", "signed_otherwise", facts, where="$.entries")


def _point(statement: TournamentSigned) -> str:
    """Return the point of a tournament that a statement is about: opened, started or its end."""
    return statement.stage if isinstance(statement, TournamentReceipt) else "end"


def contradictions(held: Iterable[Held]) -> Iterator[tuple[Held, Finding]]:
    """Yield each statement that contradicts one before it (RC-HELD-2), without any record."""
    first: dict[tuple[Any, ...], tuple[Any, Held]] = {}
    ends: dict[str, tuple[int, Held]] = {}
    latest: dict[str, tuple[int, Held]] = {}
    for one in held:
        other = _contradicted(one, first) or _after_the_end(one, ends, latest)
        if other is not None:
            facts = one.facts | {f"other_{name}": value for name, value in other.facts.items()}
            yield one, Finding("breach", "RC-HELD-2", "statements_contradict", facts)


def missing(evidence: Evidence, found: Collection[str]) -> Iterator[tuple[Held, Finding]]:
    """Yield the games and tournaments that were not audited, with a statement (RC-HELD-3).

    ``found`` has the ``subjects`` of all games in the archives, and ``about_tournament`` of the
    tournaments. A started game is missed; one that was only opened may never have been played.
    """
    for about, held in evidence.items():
        if about in found:
            continue
        started = next((one for one in held if _has_started(one.statement)), None)
        one = started or held[0]
        facts = one.facts | {"statements": len(held)}
        kind = "tournament" if isinstance(one.statement, TournamentSigned) else "game"
        if started is None:
            yield one, Finding("note", "RC-HELD-3", f"opened_{kind}_is_missing", facts)
        else:
            yield one, Finding("breach", "RC-HELD-3", f"started_{kind}_is_missing", facts)


def _contradicted(one: Held, first: dict[tuple[Any, ...], tuple[Any, Held]]) -> Held | None:
    """Return the earlier statement that says otherwise about the same; remember this one."""
    found: Held | None = None
    for subject, value in _claims(one):
        known, other = first.setdefault(subject, (value, one))
        if known != value and found is None:
            found = other
    return found


def _claims(one: Held) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield what a statement says: a subject, and a value that no other statement may change."""
    about, statement = one.about, one.statement
    if isinstance(statement, Call):
        yield ("moment", about, statement.moment), (statement.head, statement.at)
        return
    yield ("event", about, statement.version), (statement.head, statement.at)
    if isinstance(statement, Receipt | TournamentReceipt):
        yield ("stage", about, statement.stage), statement.version
    if isinstance(statement, Receipt):
        terms = (statement.commitment, statement.label, statement.options)
        yield ("terms", about), terms
    elif isinstance(statement, TournamentReceipt):
        # An organiser may change the announcement before the start, but not the commitment.
        yield ("terms", about), statement.commitment
    elif isinstance(statement, FinalStatement):
        yield ("end", about), (statement.version, statement.status, statement.outcome)
    elif isinstance(statement, TournamentStatement):
        ended = (statement.version, statement.status, statement.standings, statement.winners)
        yield ("end", about), ended
    if isinstance(statement, Receipt | FinalStatement):
        yield ("ruleset", about), statement.ruleset


def _after_the_end(
    one: Held, ends: dict[str, tuple[int, Held]], latest: dict[str, tuple[int, Held]]
) -> Held | None:
    """Return the earlier statement whose event cannot exist if that of this one does.

    No event follows the end of a game; only the revealed secret follows that of a tournament, and
    nothing is signed about it.
    """
    statement = one.statement
    if isinstance(statement, Call):
        return None
    about, version = one.about, statement.version
    last, other = latest.get(about, (0, one))
    if version > last:
        latest[about] = version, one
    if isinstance(statement, FinalStatement | TournamentStatement):
        ends.setdefault(about, (version, one))
        return other if last > version else None
    end, final = ends.get(about, (version, one))
    return final if version > end else None


def _has_started(statement: Statement) -> bool:
    """Return whether a statement proves that its game or tournament has started, or ended."""
    if isinstance(statement, Receipt | TournamentReceipt):
        return statement.stage == "started"
    return isinstance(statement, Call | FinalStatement | TournamentStatement)
