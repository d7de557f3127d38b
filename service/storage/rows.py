"""The content of a row of the log. THIS FILE IS A STORAGE FORMAT.

The state of an event's row has three lines: the hash of the event in hexadecimal; the event in its
canonical form (``domain.record.chain``), which the hash covers; and, on the first event of an
entry, the action that caused it, as JSON. An event with hidden members has commitments in its
canonical form, and a fourth line with the hidden members as JSON, so the log is complete without
the secret that seals them. The topic consists of ruleset, tag and version of the event. It is never
a Python path, so the content of a database cannot cause an import.

Events are written in the wording of their game (``domain.table.wording``) and converted to the
present wording when they are read.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.chance import SCHEME
from domain.record.chain import ChainActor, canonical, chained
from domain.record.seals import Seal, seal_of
from domain.rulesets.registry import BY_PINNED
from domain.table.decide import Entry
from domain.table.events import GameOpened
from domain.table.game import By, Game, GameState
from domain.table.hiding import hidden_members
from domain.table.wording import EventKind, Reword, kinds, rewording

_ENCODER: Final = msgspec.json.Encoder()


class Head(NamedTuple):
    """The end of a game's stream: the number of events, and hash and time of the last one."""

    version: int
    hash: bytes
    at: str
    """Empty before the first event."""


class Stored(NamedTuple):
    """A game in the log, and the head of its stream."""

    game: Game
    head: Head


class Row(NamedTuple):
    """One event of a stream as it is stored."""

    version: int
    topic: str
    hash: str
    canonical: bytes
    action: bytes
    """The action that caused the entry, as JSON, on its first event; empty on the others."""
    hidden: bytes = b""
    """The members that only some may see, as a JSON object; empty if there are none."""


class Written(NamedTuple):
    """An event as a row has it."""

    topic: str
    canonical: bytes
    hidden: bytes = b""


EntryOf: TypeAlias = tuple[Any, Any, tuple[Any, ...]]
"""Who acted, the action, and the events that it caused: in a game, or in a tournament."""


class Envelope(msgspec.Struct, frozen=True, gc=False):
    """When an event happened and who caused it."""

    at: str
    by: By


class UnknownTopic(Exception):
    """A row has an event that this version of Carolus cannot read."""


def to_rows(
    game: GameState, before: Head, at: str, entries: Sequence[Entry], secret: bytes | None
) -> tuple[list[Row], Head]:
    """Return the rows of a batch of this game, and the head after it; ``at`` is RFC 3339 in UTC.

    ``secret`` is the secret of fair chance; it seals hidden members. Raises ValueError if it is
    missing in a game that has any.
    """
    seal = _seal(game, secret)
    topics, reword = _written(game.ruleset, tuple(game.wordings.items()))

    def write(version: int, by: ChainActor, event: Any) -> Written:
        worded = event if reword is None else reword(event)
        form = canonical(version, at, by, worded, seal)
        return Written(topics[type(event)], form, _hidden(worded, seal))

    return linked_rows(before, at, entries, write)


def linked_rows(
    before: Head, at: str, entries: Iterable[EntryOf], write: Callable[[int, Any, Any], Written]
) -> tuple[list[Row], Head]:
    """Return the rows of entries and the head after them; ``write`` gives the form of an event."""
    version, digest, _ = before
    rows: list[Row] = []
    for by, asked, events in entries:
        action = _ENCODER.encode(asked)
        for event in events:
            version += 1
            topic, form, hidden = write(version, by, event)
            digest = chained(digest, form)
            rows.append(Row(version, topic, digest.hex(), form, action, hidden))
            action = b""
    return rows, Head(version, digest, at)


def to_stored(game: str, row: Row) -> StoredEvent:
    """Return a row in the form of the store."""
    state = b"%b\n%b\n%b" % (row.hash.encode(), row.canonical, row.action)
    if row.hidden:
        state += b"\n" + row.hidden
    return StoredEvent(game, row.version, row.topic, state)


def to_row(stored: StoredEvent) -> Row:
    """Return the parts of a stored row."""
    digest, form, action, *hidden = stored.state.split(b"\n")
    return Row(stored.originator_version, stored.topic, digest.decode(), form, action, *hidden)


def event_of(row: Row) -> Any:
    """Return the event of a row, in the present wording; raise UnknownTopic."""
    read = _readers().get(row.topic)
    if read is None:
        raise UnknownTopic(row.topic)
    event = read(whole(row))
    if type(event) is GameOpened:
        _must_be_known(row)
    return event


def _must_be_known(row: Row) -> None:
    """Raise UnknownTopic if a first event has a member that this version does not know (ADR 70)."""
    unknown = sorted(members_of(row).keys() - _OF_OPENING)
    if unknown:
        raise UnknownTopic(f"{row.topic} with {unknown[0]}")


def whole(row: Row) -> bytes:
    """Return an event as JSON, with its hidden members in place of their commitments."""
    if not row.hidden:
        return row.canonical
    return _ENCODER.encode(members_of(row) | _MEMBERS.decode(row.hidden))


def _seal(game: GameState, secret: bytes | None) -> Seal:
    hidden = hidden_members(game.rules)
    if hidden and not secret and game.scheme == SCHEME:  # no mistake here may reveal a hand
        raise ValueError("hidden members cannot be sealed without the secret of the game")
    return seal_of(hidden, secret)


def _hidden(event: Any, seal: Seal) -> bytes:
    names = seal.hidden.get(type(event))
    return _ENCODER.encode({name: getattr(event, name) for name in names}) if names else b""


def head_at(row: Row) -> Head:
    """Return the head of the stream that ends with this row."""
    return Head(row.version, bytes.fromhex(row.hash), envelope_of(row).at)


def envelope_of(row: Row) -> Envelope:
    """Return when the event of a row happened and who caused it."""
    return _ENVELOPE.decode(row.canonical)


def members_of(row: Row) -> dict[str, msgspec.Raw]:
    """Return the members of the canonical form of an event, in their order."""
    return _MEMBERS.decode(row.canonical)


def hidden_in(row: Row) -> Iterable[str]:
    """Return the names of the hidden members of an event."""
    return _MEMBERS.decode(row.hidden) if row.hidden else ()


_ENVELOPE: Final = msgspec.json.Decoder(Envelope)
_MEMBERS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_OF_OPENING: Final = {*GameOpened.__struct_fields__, "type", "at", "by", "version"}
"""The members of a first event."""


@cache
def _written(
    ruleset: str, wordings: tuple[tuple[str, int], ...]
) -> tuple[dict[type[Any], str], Reword | None]:
    """Return the topic of each event type in this wording, and the function that rewords events."""
    rules = BY_PINNED[ruleset]
    versions = dict(wordings)
    topics = {kind.present: _topic(kind, versions.get(kind.name, 1)) for kind in kinds(rules)}
    return topics, rewording(rules, versions)


@cache
def _readers() -> dict[str, Callable[[bytes], Any]]:
    """Return a reader for each topic, in all its versions."""
    return {
        _topic(kind, version): _reader(kind, version)
        for rules in BY_PINNED.values()
        for kind in kinds(rules)
        for version in range(1, kind.version + 1)
    }


def _reader(kind: EventKind, version: int) -> Callable[[bytes], Any]:
    decode = msgspec.json.Decoder(kind.type_of(version)).decode
    if version == kind.version:
        return decode
    return lambda form: kind.up(decode(form), version)


def _topic(kind: EventKind, version: int) -> str:
    return f"{kind.name}.v{version}"
