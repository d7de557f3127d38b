"""A record told event by event, each with the hash that it has in the log of its game.

``domain.record.replay`` says what each entry leads to; this adds what a log keeps of it, so that
whoever has nothing but a record can follow its chain.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from domain.record.chain import canonical, chained, genesis
from domain.record.record import AnyEntry, AnyRecord
from domain.record.replay import Decided, Watch, decide_again, other_wordings, seal_for
from domain.record.seals import OPEN
from domain.refusal import IllegalAction
from domain.table.game import Game
from domain.table.wording import Reword, rewording


class ToldEvent(Struct, frozen=True, gc=False):
    """An event in the wording of its game."""

    version: int
    members: Mapping[str, Any]
    """Its type and facts, with nothing hidden, ready for JSON."""
    sealed: Mapping[str, str]
    """The commitments to its hidden members, over which its hash is."""
    hash: bytes
    """Empty from the first event on whose hash only who knows the secret can tell."""


class ToldStep(Struct, frozen=True, gc=False):
    """One entry, its events, and the game after it."""

    entry: AnyEntry
    events: tuple[ToldEvent, ...]
    game: Game


class Telling(Struct, frozen=True):
    """What a record tells, as far as it holds."""

    steps: tuple[ToldStep, ...]
    refused: IllegalAction | None
    """Why the next entry does not hold; its index is that of the entry."""

    @property
    def head(self) -> str:
        """Hash of the last event; empty if there is none, or if it takes a secret."""
        return self.steps[-1].events[-1].hash.hex() if self.steps else ""


def tell(record: AnyRecord, watch: Watch | None = None) -> Telling:
    """Decide a record again, and tell all events that it leads to; ``watch`` sees each entry.

    The events are in the wording in which they lead to the head of the record (RC-HEAD-2), if
    there is one, or else in that in which the game was opened.
    """
    telling = _told(record, None, watch)
    steps, refused = telling.steps, telling.refused
    if steps and refused is None and record.head not in {None, telling.head}:
        for wordings in other_wordings(steps[-1].game):
            other = _told(record, wordings, watch)
            if other.head == record.head:
                return other
    return telling


def _told(record: AnyRecord, wordings: Mapping[str, int] | None, watch: Watch | None) -> Telling:
    seal = seal_for(record)
    digest = genesis(record.id)
    version = 0
    reword: Reword | None = None
    steps: list[ToldStep] = []

    def told(before: Game | None, one: Decided) -> None:
        nonlocal digest, version, reword
        rules = one.game.rules
        if before is None:
            reword = rewording(rules, one.game.wordings if wordings is None else wordings)
        events: list[ToldEvent] = []
        for event in one.events:
            version += 1
            worded = event if reword is None else reword(event)
            if seal is None and type(worded) in rules.hidden:
                digest = b""
            form = canonical(version, one.entry.at, one.entry.by, worded, seal or OPEN)
            digest = digest and chained(digest, form)
            members = msgspec.to_builtins(worded)
            sealed = {} if seal is None else seal.sealed(version, worded, members)
            events.append(ToldEvent(version, members, sealed, digest))
        steps.append(ToldStep(one.entry, tuple(events), one.game))
        if watch is not None:
            watch(before, one)

    replayed = decide_again(record, told)
    return Telling(tuple(steps), replayed.refused)
