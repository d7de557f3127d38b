"""Signed statements that players and organisers hold, and what they prove.

The service signs receipts, heads and calls while a game goes on, and a statement about its end. One
that contradicts a record, or another statement, proves that the service keeps two logs; and one
about a game that archives lack proves that somebody withholds the game.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from domain.links import name_of
from domain.record.finding import Finding, plain
from domain.record.receipts import Derived
from domain.record.record import AnyRecord
from domain.record.statement import Call, FinalStatement, GameStatement, Receipt, SignedHead


class Held(Struct, frozen=True):
    """A statement with a valid signature that somebody holds."""

    statement: GameStatement
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
        """The id of its game or, for a call, the name of the game."""
        statement = self.statement
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


def subjects(game: str, commitment: str) -> tuple[str, str]:
    """Return what statements about a game name: its id and its name in calls."""
    return game, name_of(game, commitment).hex()


def held_findings(held: Iterable[Held], derived: Derived) -> Iterator[Finding]:
    """Yield a breach for each held statement that the record contradicts (RC-HELD-1)."""
    for one in held:
        expected = derived.like(one.statement)
        if one.statement == expected:
            continue
        facts = one.facts | {"derived": plain(expected)}
        if expected is None and derived.comes_later(one.statement):
            yield Finding("note", "RC-HELD-1", "record_ends_before", facts, where="$.entries")
            continue
        entry = derived.entry_about(one.statement)
        where = "$.entries" if entry is None else f"$.entries[{entry}]"
        yield Finding("breach", "RC-HELD-1", "signed_otherwise", facts, entry, where)


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
    """Yield the games that are in none of the archives, with the first statement (RC-HELD-3).

    ``found`` has the ``subjects`` of all games in the archives. A game that started is missed; one
    that was only opened may never have been played.
    """
    for about, held in evidence.items():
        if about in found:
            continue
        started = next((one for one in held if _has_started(one.statement)), None)
        one = started or held[0]
        facts = one.facts | {"statements": len(held)}
        if started is None:
            yield one, Finding("note", "RC-HELD-3", "opened_game_is_missing", facts)
        else:
            yield one, Finding("breach", "RC-HELD-3", "started_game_is_missing", facts)


def _contradicted(one: Held, first: dict[tuple[Any, ...], tuple[Any, Held]]) -> Held | None:
    """Return the earlier statement that says otherwise about the same; remember this one."""
    found: Held | None = None
    for subject, value in _claims(one.statement):
        known, other = first.setdefault(subject, (value, one))
        if known != value and found is None:
            found = other
    return found


def _claims(statement: GameStatement) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield what a statement says: a subject, and a value that no other statement may change."""
    if isinstance(statement, Call):
        yield ("moment", statement.name, statement.moment), (statement.head, statement.at)
        return
    game = statement.game
    yield ("event", game, statement.version), (statement.head, statement.at)
    if isinstance(statement, Receipt):
        yield ("stage", game, statement.stage), statement.version
        terms = (statement.commitment, statement.label, statement.options)
        yield ("terms", game), terms
    if isinstance(statement, FinalStatement):
        yield ("end", game), (statement.version, statement.status, statement.outcome)
    if not isinstance(statement, SignedHead):
        yield ("ruleset", game), statement.ruleset


def _after_the_end(
    one: Held, ends: dict[str, tuple[int, Held]], latest: dict[str, tuple[int, Held]]
) -> Held | None:
    """Return the earlier statement whose event cannot exist if that of this one does.

    No event follows the end of a game.
    """
    statement = one.statement
    if isinstance(statement, Call):
        return None
    game, version = statement.game, statement.version
    last, other = latest.get(game, (0, one))
    if version > last:
        latest[game] = version, one
    if isinstance(statement, FinalStatement):
        ends.setdefault(game, (version, one))
        return other if last > version else None
    end, final = ends.get(game, (version, one))
    return final if version > end else None


def _has_started(statement: GameStatement) -> bool:
    """Return whether a statement proves that its game has started, or ended."""
    if isinstance(statement, Receipt):
        return statement.stage == "started"
    return isinstance(statement, Call | FinalStatement)
