"""The portable record of a game, ``carolus-record/1``, and its replay.

A record holds what was asked, not what happened: the events are derived again from the entries,
and the head hash proves that they are the same.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from domain.record.chain import canonical, chained, genesis
from domain.refusal import IllegalAction
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import OpenGame, TableAction
from domain.table.decide import judge, open_game, reveal
from domain.table.evolve import fold
from domain.table.game import By, Game

FORMAT = "carolus-record/1"


class RecordedSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat where at the end."""

    seat: int
    name: str | None
    bot: str | None
    entropy: str


class RecordedChance(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the answers of chance came from; the secret is known after the end."""

    scheme: str
    commitment: str
    secret: str | None


class RecordedEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: who acted, when, and the action."""

    by: By
    at: str
    action: Any


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """One whole game, finished or not."""

    format: Literal["carolus-record/1"]
    id: str
    ruleset: str
    options: Any
    seats: tuple[RecordedSeat, ...]
    chance: RecordedChance
    entries: tuple[RecordedEntry, ...]
    outcome: Any
    head: str


class Step(NamedTuple):
    """One entry of a replay: the events it caused, the game and the hash after it."""

    entry: RecordedEntry
    events: tuple[Any, ...]
    game: Game
    head: bytes


def replay(record: Record) -> Iterator[Step]:
    """Decide every entry again, one by one.

    Raises IllegalAction, with the index of the entry, at the first one that a rule refuses, and
    msgspec.ValidationError at an action outside the schema of its ruleset.
    """
    rules = BY_PINNED[record.ruleset]
    action_type = _actions(record.ruleset)
    game: Game | None = None
    head = genesis(record.id)
    last = len(record.entries) - 1
    for index, entry in enumerate(record.entries):
        action = msgspec.convert(entry.action, action_type)
        try:
            if game is None:
                asked = msgspec.convert(entry.action, OpenGame)
                options = msgspec.convert(asked.options, rules.options_type)
                batch = open_game(record.id, rules, msgspec.structs.replace(asked, options=options))
                events, game = batch.events, batch.game
                version = 0
            else:
                version = game.version
                events = judge(game, entry.by, action, house=True)
                after = fold(game, events)
                if index == last:
                    revealed = reveal(after, record.chance.secret)
                    events += revealed
                    after = fold(after, revealed)
                game = after
        except IllegalAction as refused:
            refused.index = index
            raise
        for number, event in enumerate(events, start=version + 1):
            head = chained(head, canonical(number, entry.at, entry.by, event))
        yield Step(entry, events, game, head)


@cache
def _actions(ruleset: str) -> Any:
    rules = BY_PINNED[ruleset]
    return TableAction | rules.seat_actions | rules.chance_actions
