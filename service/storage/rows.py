"""What a row of the log holds. THIS FILE IS A STORAGE FORMAT.

The state of an event's row is three lines: the hash of the event in hexadecimal; the event in its
canonical form (``domain.record.chain``), which is what the hash is over; and, on the first event
of an entry, the action that caused it, as JSON. The topic is ruleset, tag and version of the event
and never a Python path, so nothing is imported because of what a database contains.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple, get_args

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.record.chain import canonical, chained
from domain.rulesets.registry import BY_PINNED, RULESETS
from domain.table.decide import Entry
from domain.table.events import TableEvent
from domain.table.game import By, Game

_ENCODER: Final = msgspec.json.Encoder()


class Head(NamedTuple):
    """Where a game's stream ends: the number of its events and the hash of the last one."""

    version: int
    hash: bytes


class Stored(NamedTuple):
    """A game as the log has it, and the head of its stream."""

    game: Game
    head: Head


class Row(NamedTuple):
    """One event of a stream as it is stored."""

    version: int
    topic: str
    hash: str
    canonical: bytes
    action: bytes
    """The action that caused it and its entry, as JSON; empty but for an entry's first event."""


class Envelope(msgspec.Struct, frozen=True, gc=False):
    """When an event happened and who caused it."""

    at: str
    by: By


def to_rows(
    ruleset: str, before: Head, at: str, entries: Sequence[Entry]
) -> tuple[list[Row], Head]:
    """Return the rows of a batch and the head after it; ``at`` is RFC 3339 in UTC."""
    topics = _topics(ruleset)
    version, digest = before
    rows: list[Row] = []
    for entry in entries:
        action = _ENCODER.encode(entry.action)
        for event in entry.events:
            version += 1
            form = canonical(version, at, entry.by, event)
            digest = chained(digest, form)
            rows.append(Row(version, topics[type(event)], digest.hex(), form, action))
            action = b""
    return rows, Head(version, digest)


def to_stored(game: str, row: Row) -> StoredEvent:
    """Return a row as the store keeps it."""
    state = b"%b\n%b\n%b" % (row.hash.encode(), row.canonical, row.action)
    return StoredEvent(game, row.version, row.topic, state)


def to_row(stored: StoredEvent) -> Row:
    """Return the parts of a stored row."""
    digest, form, action = stored.state.split(b"\n", 2)
    return Row(stored.originator_version, stored.topic, digest.decode(), form, action)


def event_of(row: Row) -> Any:
    """Return the event of a row."""
    return _decoders()[row.topic].decode(row.canonical)


def envelope_of(row: Row) -> Envelope:
    """Return when the event of a row happened and who caused it."""
    return _ENVELOPE.decode(row.canonical)


_ENVELOPE: Final = msgspec.json.Decoder(Envelope)


@cache
def _topics(ruleset: str) -> dict[type[Any], str]:
    """Return the topic of each type of event that a game of this ruleset can have."""
    rules = BY_PINNED[ruleset]
    own = {kind: _topic(rules.meta.id, kind) for kind in get_args(rules.events)}
    return own | {kind: _topic("table", kind) for kind in get_args(TableEvent)}


@cache
def _decoders() -> dict[str, msgspec.json.Decoder[Any]]:
    kinds = [("table", kind) for kind in get_args(TableEvent)]
    for rules in RULESETS:
        kinds += [(rules.meta.id, kind) for kind in get_args(rules.events)]
    return {_topic(owner, kind): msgspec.json.Decoder(kind) for owner, kind in kinds}


def _topic(owner: str, kind: type[Any]) -> str:
    return f"{owner}.{kind.__struct_config__.tag}.v1"
