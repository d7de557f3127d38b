"""Decides a record again, entry by entry, with only what an audit needs."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, NoReturn, TypeAlias

from msgspec import Struct

from domain.chance import SCHEME
from domain.record.chain import ChainEntry, linked
from domain.record.record import AnyEntry, AnyRecord
from domain.record.seals import OPEN, Seal, seal_of
from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, Seat, tag_of
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import DrawMoment
from domain.table.dealers import Dealer
from domain.table.decide import carry_out, due_by_orders, judge, open_game, reveal
from domain.table.game import TABLE, By, Game, GameDraft, GameState, freeze, thaw
from domain.table.hiding import hidden_members
from domain.table.moments import STOPPING, open_moment
from domain.table.opening import OpenGame
from domain.table.standing_orders import GiveStandingOrders
from domain.table.wording import present, rewording, unknown


class Decided(Struct, frozen=True, gc=False):
    """A decided entry, the events that it caused, and the game after it."""

    entry: AnyEntry
    events: tuple[Any, ...]
    game: GameDraft
    """The next entry changes it: freeze what must stay."""


EntryObserver: TypeAlias = Callable[[Decided], None]
"""Called with each valid entry."""


class Ordered(NamedTuple):
    """An answer that follows from standing orders: who acts, when, and how."""

    by: Seat
    at: str
    action: Any


class Rerun(NamedTuple):
    """The result of deciding a record again, without the game after every entry."""

    game: Game | None
    """The game after the last valid entry; None if there is none."""
    events: list[tuple[Any, ...]]
    """The events of each valid entry, from the first."""
    misdealt: tuple[int, Any] | None
    """The number of the first valid entry of chance that is not the answer of the dealer, and what
    the dealer answers; None if there is none."""
    refused: IllegalAction | None
    """Why the next entry is refused; its index is that of the entry."""
    open_moment: int | None = None
    """The moment that chance still has to draw, or had to when an arbiter ended the game."""
    disobeyed: tuple[int, Ordered] | None = None
    """The number of the first valid entry that comes in place of an answer by standing orders, and
    that answer; None if there is none."""


def rerun(
    record: AnyRecord, watch: EntryObserver | None = None, dealer: Dealer | None = None
) -> Rerun:
    """Decide every entry again, up to the first one that is refused.

    A rule of the game, of the table, or (RC-…) of records refuses it. With a dealer, the answers of
    chance are compared with his.
    """
    draft: GameDraft | None = None
    last = len(record.entries) - 1
    decided: list[tuple[Any, ...]] = []
    misdealt: tuple[int, Any] | None = None
    obedience: _Obedience | None = None
    refused: IllegalAction | None = None
    left_open: int | None = None
    try:
        for index, entry in enumerate(record.entries):
            if draft is None:
                events, draft = _opened(record, entry)
            else:
                by, action, at = entry.by, entry.action, entry.at
                kind = type(action)
                if draft.terms is not None:
                    _must_follow(draft, record.entries[index - 1], entry)
                if obedience is not None:
                    obedience.examine(draft, index, record.entries[index - 1].at, entry)
                begins = obedience is None and kind is GiveStandingOrders
                obedience = _Obedience((by, at)) if begins else obedience
                left_open = open_moment(draft) if kind in STOPPING else None
                # A record shows which seat acted, but not whether a person or the house did.
                events = judge(draft, by, action, at, house=True)
                if not events:
                    _refuse_nothing(entry)
                if by == CHANCE and dealer is not None and kind is not DrawMoment:
                    misdealt = misdealt or _misdealt(draft, index, entry, dealer)
                events = carry_out(draft, by, action, at, events)
            if index == last:
                events += reveal(draft, record.chance.secret)
            decided.append(events)
            if watch is not None:
                watch(Decided(entry, events, draft))
    except IllegalAction as no:
        refused = no
        refused.index = len(decided)
    game = None if draft is None else freeze(draft)
    left_open = _open_at_the_end(draft, left_open)
    disobeyed = None if obedience is None else obedience.disobeyed
    return Rerun(game, decided, misdealt, refused, left_open, disobeyed)


class _Obedience:
    """Finds the first entry that comes in place of an answer by standing orders.

    Orders answer after the last action of a request, and a record does not show where a request
    ends. So what a seat does after its own action at the same time may come before the answer.
    Nothing follows from orders before the first ones, so it begins with the request that gave them.
    """

    disobeyed: tuple[int, Ordered] | None = None

    def __init__(self, request: tuple[By, str]) -> None:
        self._request: tuple[By, str] | None = request
        """Who sent the latest request, and when; None if the table has answered since."""

    def examine(self, draft: GameDraft, index: int, before: str, entry: AnyEntry) -> None:
        """Look at the next entry; ``before`` is the time of the one before it."""
        came = entry.by, entry.at
        due = due_by_orders(draft, before)
        if due is None:
            self._request = came
        elif came != self._request:
            self._request = None
            if (*due, before) != (entry.by, entry.action, entry.at) and self.disobeyed is None:
                seat, answer = due
                self.disobeyed = index, Ordered(seat, before, answer)


def _misdealt(
    draft: GameDraft, index: int, entry: AnyEntry, dealer: Dealer
) -> tuple[int, Any] | None:
    """Return what the dealer answers, if an answer of chance is something else."""
    dealt = dealer.answer(draft)
    return None if dealt == entry.action else (index, dealt)


def head_of(record: AnyRecord, again: Rerun, wordings: Mapping[str, int] | None = None) -> bytes:
    """Return the hash of the last event; empty if it depends on a secret that is not revealed.

    The events are in ``wordings``, or else in those in which the game was opened.
    """
    hashes = hashes_of(record, again, wordings)
    return hashes[-1] if hashes else b""


def hashes_of(
    record: AnyRecord, again: Rerun, wordings: Mapping[str, int] | None = None
) -> list[bytes]:
    """Return the hashes of all events: that of version ``v`` has the index ``v``.

    Returns nothing if hashes depend on a secret that is not revealed. The events are in
    ``wordings``, or else in those in which the game was opened.
    """
    seal = seal_for(record)
    if seal is None and hides_something(record, again):
        return []
    return linked(record.id, chain_entries(record, again, wordings), seal or OPEN)


def seal_for(record: AnyRecord) -> Seal | None:
    """Return the seal for the hidden members of the game's events.

    Returns None if the seal needs the secret of fair dice and the record does not contain it, as
    before the end of the game.
    """
    hidden = hidden_members(BY_PINNED[record.ruleset])
    secret = record.chance.secret
    if hidden and secret is None and record.chance.scheme == SCHEME:
        return None
    return seal_of(hidden, None if secret is None else bytes.fromhex(secret))


def other_wordings(game: Game) -> list[dict[str, int]]:
    """Return the wordings, other than the game's, in which a record's head may be computed."""
    return [one for one in (present(game.rules), {}) if one != game.wordings]


def hides_something(record: AnyRecord, again: Rerun) -> bool:
    """Return whether an event of the valid entries has hidden members."""
    hidden = hidden_members(BY_PINNED[record.ruleset])
    return any(type(event) in hidden for one in again.events for event in one)


def chain_entries(
    record: AnyRecord, again: Rerun, wordings: Mapping[str, int] | None = None
) -> Iterable[ChainEntry]:
    """Return the valid entries in the form in which they are hashed.

    The events are in ``wordings``, or else in those in which the game was opened.
    """
    game = again.game
    if game is None:
        return []
    reword = rewording(game.rules, game.wordings if wordings is None else wordings)
    events: Iterable[Iterable[Any]] = again.events
    if reword is not None:
        events = [map(reword, one) for one in events]
    entries = record.entries
    return zip([one.at for one in entries], [one.by for one in entries], events, strict=False)


def _open_at_the_end(game: GameDraft | None, left_open: int | None) -> int | None:
    """Return the open moment of a game; one that has ended was ``left_open`` by its last entry."""
    if game is None or game.finished:
        return left_open
    return open_moment(game)


def _refuse_nothing(entry: AnyEntry) -> NoReturn:
    raise IllegalAction("RC-STEP-1", "entry_changes_nothing", asked=tag_of(entry.action))


def _must_follow(game: GameState, before: AnyEntry, entry: AnyEntry) -> None:
    """Refuse an entry earlier than the one before it in a game with clocks (RC-TIME-1)."""
    if game.clocks is not None and entry.at < before.at:
        raise IllegalAction("RC-TIME-1", "time_goes_back", before=before.at, at=entry.at)


def _opened(record: AnyRecord, entry: AnyEntry) -> tuple[tuple[Any, ...], GameDraft]:
    """Return the event of the first entry and the game that it sets up (RC-OPEN-1)."""
    action = entry.action
    if type(action) is not OpenGame or entry.by != TABLE:
        raise IllegalAction(
            "RC-OPEN-1", "first_entry_must_open_the_game", by=entry.by, asked=tag_of(action)
        )
    if action.ruleset != record.ruleset:
        raise IllegalAction(
            "RC-OPEN-1",
            "opened_with_another_ruleset",
            opened=action.ruleset,
            recorded=record.ruleset,
        )
    rules = BY_PINNED[record.ruleset]
    name = unknown(rules, action.wordings)
    if name is not None:
        raise IllegalAction(
            "RC-OPEN-1", "wording_is_not_known", event=name, version=action.wordings[name]
        )
    batch = open_game(record.id, rules, action)
    return batch.events, thaw(batch.game)
