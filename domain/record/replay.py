"""A record decided again, entry by entry."""

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from msgspec import Struct

from domain.record.chain import genesis, linked
from domain.record.record import AnyEntry, AnyRecord
from domain.refusal import IllegalAction
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import OpenGame
from domain.table.decide import judge, open_game, reveal, tag_of
from domain.table.evolve import fold
from domain.table.game import TABLE, Game
from domain.table.wording import rewording, unknown


class Step(Struct, frozen=True, gc=False):
    """One entry of a replay: the events it caused, the game and the hash after it."""

    entry: AnyEntry
    events: tuple[Any, ...]
    game: Game
    head: bytes


def replay(record: AnyRecord, wordings: Mapping[str, int] | None = None) -> Iterator[Step]:
    """Decide every entry again, one by one.

    The hashes are over events in the wording in which the game was opened, or in the one given.

    Raises IllegalAction, with the index of the entry, at the first one that does not hold: a rule
    of the game refuses it, or (RC-…) it is no entry that this record can have. Whether the rest of
    the record is true is for ``domain.record.audit`` to say.
    """
    game: Game | None = None
    last = len(record.entries) - 1
    decided: list[tuple[AnyEntry, tuple[Any, ...], Game]] = []
    refused: IllegalAction | None = None
    try:
        for index, entry in enumerate(record.entries):
            if game is None:
                events, game = _opened(record, entry)
            else:
                events = judge(game, entry.by, entry.action, house=True)
                game = fold(game, events)
            if not events:
                _refuse_nothing(entry)
            if index == last:
                revealed = reveal(game, record.chance.secret)
                events += revealed
                game = fold(game, revealed)
            decided.append((entry, events, game))
    except IllegalAction as refusal:
        refused = refusal
        refused.index = len(decided)
    # Deciding and hashing take turns by the record, not by the entry: a processor that stays with
    # one kind of work has its code at hand, and is faster at both.
    head = genesis(record.id)
    version = 0
    reword = None
    if game is not None:
        reword = rewording(game.rules, game.wordings if wordings is None else wordings)
    for entry, events, game in decided:
        told = events if reword is None else map(reword, events)
        head = linked(head, version + 1, entry.at, entry.by, told)
        version = game.version
        yield Step(entry, events, game, head)
    if refused is not None:
        raise refused


def _refuse_nothing(entry: AnyEntry) -> NoReturn:
    raise IllegalAction("RC-STEP-1", "entry_changes_nothing", asked=tag_of(entry.action))


def _opened(record: AnyRecord, entry: AnyEntry) -> tuple[tuple[Any, ...], Game]:
    """Return the event of the first entry and the game that it sets up (RC-OPEN-1)."""
    action = entry.action
    if type(action) is not OpenGame or entry.by != TABLE:
        raise IllegalAction(
            "RC-OPEN-1", "first_entry_must_open_the_game", by=entry.by, asked=tag_of(action)
        )
    if action.ruleset != record.ruleset:
        raise IllegalAction(
            "RC-OPEN-1", "opened_with_another_ruleset", opened=action.ruleset, told=record.ruleset
        )
    rules = BY_PINNED[record.ruleset]
    name = unknown(rules, action.wordings)
    if name is not None:
        raise IllegalAction(
            "RC-OPEN-1", "wording_is_not_known", event=name, version=action.wordings[name]
        )
    batch = open_game(record.id, rules, action)
    return batch.events, batch.game
