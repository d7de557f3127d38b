"""The portable record of a game, ``carolus-record/1``, and its replay.

A record holds what was asked, not what happened: the events are derived again from the entries,
and the head hash proves that they are the same.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.record.chain import canonical, chained, genesis
from domain.refusal import IllegalAction, Malformed
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import OpenGame, TableAction
from domain.table.decide import judge, open_game, reveal
from domain.table.evolve import fold
from domain.table.game import By, Game

FORMAT: Final = "carolus-record/1"


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
    signature: str | None = None
    """What the service signed at the end, as a compact JWS."""


class Step(NamedTuple):
    """One entry of a replay: the events it caused, the game and the hash after it."""

    entry: RecordedEntry
    events: tuple[Any, ...]
    game: Game
    head: bytes


def record_of(
    game: Game, entries: Iterable[RecordedEntry], head: bytes, signature: str | None = None
) -> Record:
    """Return the record of a game, finished or not: its entries, and the hash of its last event."""
    return Record(
        format=FORMAT,
        id=game.id,
        ruleset=game.ruleset,
        options=msgspec.to_builtins(game.options),
        seats=tuple(
            RecordedSeat(seat, state.name, state.bot, state.entropy)
            for seat, state in enumerate(game.seats)
        ),
        chance=RecordedChance(game.scheme, game.commitment, game.secret),
        entries=tuple(entries),
        outcome=msgspec.to_builtins(game.outcome),
        head=head.hex(),
        signature=signature,
    )


def replay(record: Record) -> Iterator[Step]:
    """Decide every entry again, one by one.

    Whoever wants to know that the record is true compares the head after the last step, and what
    ``record_of`` makes of its game, with the record.

    Raises IllegalAction, with the index of the entry, at the first one that a rule refuses, and
    Malformed at one that is outside the schema or changes nothing.
    """
    if record.ruleset not in BY_PINNED:
        raise Malformed(f"there is no ruleset {record.ruleset}", where="$.ruleset")
    game: Game | None = None
    head = genesis(record.id)
    last = len(record.entries) - 1
    for index, entry in enumerate(record.entries):
        where = f"$.entries[{index}].action"
        try:
            if game is None:
                version = 0
                events, game = _opened(record, entry, where)
            else:
                version = game.version
                action = _converted(entry.action, _actions(record.ruleset), where)
                events = judge(game, entry.by, action, house=True)
                game = fold(game, events)
        except IllegalAction as refused:
            refused.index = index
            raise
        if not events:
            raise Malformed("the entry changes nothing", where=where)
        if index == last:
            revealed = reveal(game, record.chance.secret)
            events += revealed
            game = fold(game, revealed)
        for number, event in enumerate(events, start=version + 1):
            head = chained(head, canonical(number, entry.at, entry.by, event))
        yield Step(entry, events, game, head)


def _opened(record: Record, entry: RecordedEntry, where: str) -> tuple[tuple[Any, ...], Game]:
    """Return the event of the first entry and the game that it sets up."""
    rules = BY_PINNED[record.ruleset]
    asked = _converted(entry.action, OpenGame, where)
    if asked.ruleset != record.ruleset:
        raise Malformed(f"the record is of {record.ruleset}", where=f"{where}.ruleset")
    options = _converted(asked.options, rules.options_type, f"{where}.options")
    batch = open_game(record.id, rules, replace(asked, options=options))
    return batch.events, batch.game


def _converted(value: Any, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as fault:
        message, _, place = str(fault).partition(" - at `$")
        raise Malformed(message, where=where + place.rstrip("`")) from None


@cache
def _actions(ruleset: str) -> Any:
    rules = BY_PINNED[ruleset]
    return TableAction | rules.seat_actions | rules.chance_actions
