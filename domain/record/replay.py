"""A record decided again, entry by entry."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, NoReturn, TypeAlias

from msgspec import Struct

from domain.chance import SCHEME
from domain.record.chain import Told, genesis, linked
from domain.record.record import AnyEntry, AnyRecord
from domain.record.seals import OPEN, Seal, seal_of
from domain.refusal import IllegalAction
from domain.ruleset import CHANCE
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import OpenGame
from domain.table.decide import advance, open_game, reveal, tag_of
from domain.table.evolve import fold
from domain.table.game import TABLE, Game
from domain.table.wording import present, rewording, unknown


class Decided(Struct, frozen=True, gc=False):
    """An entry that was decided again: the events that it caused, and the game after it."""

    entry: AnyEntry
    events: tuple[Any, ...]
    game: Game


Watch: TypeAlias = Callable[[Game | None, Decided], None]
"""Told of each entry that holds, with the game before it."""


class Replayed(NamedTuple):
    """What came of deciding a record again.

    It does not keep the game after every entry.
    """

    game: Game | None
    """After the last entry that holds; None if there is none."""
    events: list[tuple[Any, ...]]
    """Of each entry that holds, from the first."""
    asked: list[tuple[int, Game]]
    """Each entry of chance that holds, by its number, and the game that chance was asked in."""
    refused: IllegalAction | None
    """Why the next entry does not hold; its index is that of the entry."""


class Step(Struct, frozen=True, gc=False):
    """One entry of a replay: the events it caused, the game and the hash after it."""

    entry: AnyEntry
    events: tuple[Any, ...]
    game: Game
    head: bytes
    """Empty from the first event on whose hash only who knows the secret can tell."""


def decide_again(record: AnyRecord, watch: Watch | None = None) -> Replayed:
    """Decide every entry again, up to the first one that does not hold.

    That one is refused by a rule of the game, or (RC-…) it is no entry that this record can have.
    """
    before: Game | None = None
    game: Game | None = None
    last = len(record.entries) - 1
    decided: list[tuple[Any, ...]] = []
    asked: list[tuple[int, Game]] = []
    try:
        for index, entry in enumerate(record.entries):
            if before is None:
                events, game = _opened(record, entry)
            else:
                if before.terms is not None:
                    _must_follow(before, record.entries[index - 1], entry)
                # A record says which seat acted, and not whether a person or the house did it.
                events, game = advance(before, entry.by, entry.action, entry.at, house=True)
                if entry.by == CHANCE:
                    asked.append((index, before))
            if not events:
                _refuse_nothing(entry)
            if index == last:
                revealed = reveal(game, record.chance.secret)
                events += revealed
                game = fold(game, revealed)
            decided.append(events)
            if watch is not None:
                watch(before, Decided(entry, events, game))
            before = game
    except IllegalAction as refused:
        refused.index = len(decided)
        return Replayed(before, decided, asked, refused)
    return Replayed(game, decided, asked, None)


def head_of(
    record: AnyRecord, replayed: Replayed, wordings: Mapping[str, int] | None = None
) -> bytes:
    """Return the hash of the last event; empty where only who knows the secret can tell it.

    It is over the events in the wording in which the game was opened, or in the one given.
    """
    seal = seal_for(record)
    if seal is None and _hide_something(record, replayed.events):
        return b""
    return linked(genesis(record.id), 1, _told(record, replayed, wordings), seal or OPEN)


def seal_for(record: AnyRecord) -> Seal | None:
    """Return what seals the hidden members of the game's events.

    None if that takes a secret that is not told: before the end it is not, and only games with
    recorded dice have none.
    """
    hidden = BY_PINNED[record.ruleset].hidden
    secret = record.chance.secret
    if hidden and secret is None and record.chance.scheme == SCHEME:
        return None
    return seal_of(hidden, None if secret is None else bytes.fromhex(secret))


def other_wordings(game: Game) -> list[dict[str, int]]:
    """Return in which wordings, other than that of the game, a record may have its head."""
    return [one for one in (present(game.rules), {}) if one != game.wordings]


def _hide_something(record: AnyRecord, events: Iterable[Iterable[Any]]) -> bool:
    """Tell whether there is one among the events of these entries that takes a seal."""
    hidden = BY_PINNED[record.ruleset].hidden
    return any(type(event) in hidden for one in events for event in one)


def _told(
    record: AnyRecord, replayed: Replayed, wordings: Mapping[str, int] | None
) -> Iterable[Told]:
    """Return the entries that hold as they are hashed."""
    game = replayed.game
    if game is None:
        return []
    reword = rewording(game.rules, game.wordings if wordings is None else wordings)
    events: Iterable[Iterable[Any]] = replayed.events
    if reword is not None:
        events = [map(reword, one) for one in events]
    entries = record.entries
    return zip([one.at for one in entries], [one.by for one in entries], events, strict=False)


def replay(record: AnyRecord, wordings: Mapping[str, int] | None = None) -> Iterator[Step]:
    """Yield every entry with what it led to; raise IllegalAction at the first that does not hold.

    The hashes are over the events in the wording that ``head_of`` tells of. Whether the rest of the
    record is true is for ``domain.record.audit`` to say.
    """
    decided: list[Decided] = []
    replayed = decide_again(record, lambda before, one: decided.append(one))
    head = genesis(record.id)
    version = 1
    seal = seal_for(record)
    for one, told in zip(decided, _told(record, replayed, wordings), strict=False):
        if seal is None and _hide_something(record, (one.events,)):
            head = b""
        head = head and linked(head, version, (told,), seal or OPEN)
        version = one.game.version + 1
        yield Step(one.entry, one.events, one.game, head)
    if replayed.refused is not None:
        raise replayed.refused


def _refuse_nothing(entry: AnyEntry) -> NoReturn:
    raise IllegalAction("RC-STEP-1", "entry_changes_nothing", asked=tag_of(entry.action))


def _must_follow(game: Game, before: AnyEntry, entry: AnyEntry) -> None:
    """Refuse a time that goes back, where time counts (RC-TIME-1)."""
    if game.clocks is not None and entry.at < before.at:
        raise IllegalAction("RC-TIME-1", "time_goes_back", before=before.at, at=entry.at)


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
