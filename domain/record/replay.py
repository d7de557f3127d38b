"""Replays a record step by step: each entry, its events with their hashes, and the game after it.

``domain.record.rerun`` decides the entries. This module adds what the log stores of their events,
so that anyone who has only the record can follow its hash chain.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from domain.record.chain import canonical, chained, genesis
from domain.record.record import AnyEntry, AnyRecord
from domain.record.rerun import Decided, EntryObserver, other_wordings, rerun, seal_for
from domain.record.seals import OPEN
from domain.refusal import IllegalAction
from domain.table.game import Game, freeze
from domain.table.hiding import hidden_members
from domain.table.wording import Reword, rewording


class LoggedEvent(Struct, frozen=True, gc=False):
    """An event as the log has it, in the wording of its game."""

    version: int
    members: Mapping[str, Any]
    """Its type and facts, with nothing hidden, ready for JSON."""
    sealed: Mapping[str, str]
    """The commitments to its hidden members, which its hash covers in their place."""
    hash: bytes
    """Empty from the first event whose hash needs a secret that the record does not contain."""


class RecordStep(Struct, frozen=True, gc=False):
    """One entry, the events it caused, and the game after it."""

    entry: AnyEntry
    events: tuple[Any, ...]
    logged: tuple[LoggedEvent, ...]
    """The same events, in the same order."""
    game: Game

    @property
    def head(self) -> bytes:
        """The hash of the last event."""
        return self.logged[-1].hash


class Replayed(Struct, frozen=True):
    """The steps of a record, up to the first entry that is refused."""

    steps: tuple[RecordStep, ...]
    refused: IllegalAction | None
    """Why the next entry is refused; its index is that of the entry."""

    @property
    def head(self) -> str:
        """Hash of the last event; empty if there is none, or if it needs a secret."""
        return self.steps[-1].head.hex() if self.steps else ""


def replay(
    record: AnyRecord, watch: EntryObserver | None = None, wordings: Mapping[str, int] | None = None
) -> Replayed:
    """Decide a record again and return its steps; ``watch`` sees each entry.

    The events are in these wordings, or else in those that lead to the head of the record
    (RC-HEAD-2), or else in those in which the game was opened.
    """
    replayed = _replayed(record, watch, wordings)
    if wordings is not None or replayed.refused is not None or not replayed.steps:
        return replayed
    if record.head not in {None, replayed.head}:
        for others in other_wordings(replayed.steps[-1].game):
            other = _replayed(record, watch, others)
            if other.head == record.head:
                return other
    return replayed


def _replayed(
    record: AnyRecord, watch: EntryObserver | None, wordings: Mapping[str, int] | None
) -> Replayed:
    seal = seal_for(record)
    digest = genesis(record.id)
    version = 0
    reword: Reword | None = None
    steps: list[RecordStep] = []

    def add(one: Decided) -> None:
        nonlocal digest, version, reword
        rules = one.game.rules
        if not steps:
            reword = rewording(rules, one.game.wordings if wordings is None else wordings)
        logged: list[LoggedEvent] = []
        for event in one.events:
            version += 1
            worded = event if reword is None else reword(event)
            if seal is None and type(worded) in hidden_members(rules):
                digest = b""
            form = canonical(version, one.entry.at, one.entry.by, worded, seal or OPEN)
            digest = digest and chained(digest, form)
            members = msgspec.to_builtins(worded)
            sealed = {} if seal is None else seal.sealed(version, worded, members)
            logged.append(LoggedEvent(version, members, sealed, digest))
        steps.append(RecordStep(one.entry, one.events, tuple(logged), freeze(one.game)))
        if watch is not None:
            watch(one)

    refused = rerun(record, add).refused
    return Replayed(tuple(steps), refused)
