"""Games that look alike to one viewer, and differ in what this viewer may not see.

The test plays a game at random. When chance or another seat does something partly hidden, the test
creates a lookalike for the viewer: a game in which something else was done that looks the same.
Both games continue with the same actions while they look the same. Meanwhile every answer to the
viewer must be equal in both: what it sees, who must act, what is legal, what its own actions would
cause, including refusals, and what standing orders of any seat would answer at once. A dry run
returns the same, so it cannot reveal hidden cards.

An event that shows the difference itself makes two games look different, so the test checks events
separately: someone must not see each hidden member, and a viewer whose view of the position is the
same in both games must see the same hidden members of the events that led there.

The test requests all kinds of actions equally often, even where they make no sense, because a rare
kind can leak as much as a frequent one.

It uses only the interface that all rulesets share.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, Actor, AnyRuleset, Seat, Viewer, kinds_of
from tests.support.games.anything import anything

KEPT: Final = 2
"""How many lookalikes of a game to follow for each viewer."""

TRIES: Final = 12
"""How often to try another action that could look the same; at least once per draw."""

ASKED: Final = 4
"""Actions that a seat requests in addition to a legal one: of the kinds requested least."""

ORDERS: Final = 3
"""How many standing orders to follow in each game, if it has any."""

REMEMBERED: Final = 50
"""How many formerly legal actions of each kind to keep, to request at other times."""


class Leak(AssertionError):
    """A viewer received something that depends on what it may not see."""

    def __init__(self, viewer: Viewer, what: str, one: Any, other: Any) -> None:
        super().__init__(f"{viewer} finds out by {what}: {one!r} or {other!r}")
        self.viewer = viewer
        self.what = what


def must_be_hidden_from_some(rules: AnyRuleset, event: Any, viewers: Iterable[Viewer]) -> None:
    """Raise Leak if all these viewers see a hidden member of an event."""
    for name in rules.hidden.get(type(event), ()):
        value = getattr(event, name)
        if value and all(getattr(rules.view_event(event, one), name) == value for one in viewers):
            raise Leak("spectator", f"seeing {type(event).__name__}.{name}", value, None)


class Lookalikes:
    """Plays games of a ruleset, and compares what each viewer receives in games that look alike."""

    def __init__(self, ruleset: AnyRuleset, random: Random) -> None:
        self.compared = 0
        """How often the answers to a viewer were compared."""
        self._ruleset = ruleset
        self._random = random
        self.asked = Counter(dict.fromkeys(kinds_of(ruleset.seat_actions), 0))
        """How often each kind of action was requested in two games that look alike."""
        self._legal: dict[type, deque[Any]] = {}
        """Actions that were legal so far, in all games."""
        self._seats = 0
        kind = ruleset.orders_type
        self._orders = [] if kind is None else [anything(kind, random) for _ in range(ORDERS)]

    def play(self, options: Any, steps_max: int) -> None:
        """Play one game to its end or for ``steps_max`` steps; raise Leak."""
        rules = self._ruleset
        position = rules.start(options)
        self._seats = len(rules.sides(options))
        others: dict[Viewer, list[Any]] = {seat: [] for seat in range(self._seats)}
        others["spectator"] = []
        for _ in range(steps_max):
            due = rules.awaits(position)
            if not due:
                break
            by = self._random.choice(due).seat
            first = self._first(position, by)
            action, *instead = self._actions(position, by, first)
            events = rules.decide(position, by, action)
            after = rules.fold(position, events)
            hides = any(type(event) in rules.hidden for event in events)
            for event in events:
                must_be_hidden_from_some(rules, event, others)
            for viewer, alike in others.items():
                seen = self._seen(events, viewer)
                if isinstance(viewer, int) and by == viewer:
                    found = [self._the_same(one, viewer, action, seen) for one in alike]
                else:
                    found = [
                        self._alike(one, by, self._actions(one, by, first), viewer, seen)
                        for one in alike
                    ]
                    if hides:
                        for one in instead:
                            self._must_not_reveal(position, by, one, viewer, events)
                        found.append(self._alike(position, by, instead, viewer, seen, after))
                alike[:] = [one for one in found if one is not None][-KEPT:]
                for one in alike:
                    self._compare(after, one, viewer)
            if by != CHANCE:
                self._remember(position, by, action)
            position = after

    def _must_not_reveal(
        self, position: Any, by: Actor, action: Any, viewer: Viewer, events: Sequence[Any]
    ) -> None:
        """Raise Leak if hidden members tell another action apart, and the view does not."""
        rules = self._ruleset
        try:
            others = rules.decide(position, by, action)
        except IllegalAction:
            return
        after, otherwise = rules.fold(position, events), rules.fold(position, others)
        if dict(self._shown(after, viewer)) != dict(self._shown(otherwise, viewer)):
            return
        for one, other in zip(events, others, strict=False):
            names = rules.hidden.get(type(one), ()) if type(one) is type(other) else ()
            for name in names:
                seen = [getattr(rules.view_event(event, viewer), name) for event in (one, other)]
                if seen[0] != seen[1]:
                    raise Leak(viewer, f"seeing {type(one).__name__}.{name}", *seen)

    def _remember(self, position: Any, seat: Seat, action: Any) -> None:
        """Remember the action taken, and the last legal action, because rare kinds come last."""
        legal = self._ruleset.legal(position, seat)
        for one in (action, legal.at(legal.count - 1)):
            self._legal.setdefault(type(one), deque(maxlen=REMEMBERED)).append(one)

    def _to_ask(self) -> list[Any]:
        """Return actions of the kinds requested least: formerly legal ones, or nonsense."""
        kinds = sorted(self.asked, key=lambda kind: (self.asked[kind], self._random.random()))
        asked = []
        for kind in kinds[:ASKED]:
            known = self._legal.get(kind)
            if known and self._random.random() < 0.5:
                asked.append(self._random.choice(known))
            else:
                asked.append(anything(kind, self._random))
        return asked

    def _first(self, position: Any, by: Actor) -> Any:
        """Return what happens now: the draws of chance, or the action of a seat."""
        rules, random = self._ruleset, self._random
        if by == CHANCE:
            return tuple(random.randrange(bound) for bound in rules.asks(position))
        legal = rules.legal(position, by)
        return legal.at(random.randrange(legal.count))

    def _actions(self, position: Any, by: Actor, first: Any) -> Iterator[Any]:
        """Yield the given action, then alternatives; each alternative changes at most one draw."""
        rules, random = self._ruleset, self._random
        if by != CHANCE:
            yield first
            legal = rules.legal(position, by)
            for _ in range(TRIES if legal.count else 0):
                yield legal.at(random.randrange(legal.count))
            return
        bounds = rules.asks(position)
        if len(bounds) != len(first):
            first = self._first(position, by)
        draws = tuple(draw % bound for draw, bound in zip(first, bounds, strict=True))
        yield rules.answer(position, draws)
        for attempt in range(max(TRIES, len(bounds)) if bounds else 0):
            place = attempt % len(bounds)
            another = random.randrange(bounds[place])
            yield rules.answer(position, (*draws[:place], another, *draws[place + 1 :]))

    def _alike(
        self,
        position: Any,
        by: Actor,
        actions: Iterable[Any],
        viewer: Viewer,
        seen: Sequence[Any],
        other_than: Any = None,
    ) -> Any:
        """Return the position after the first action that looks like ``seen``, or None."""
        rules = self._ruleset
        for action in actions:
            try:
                events = rules.decide(position, by, action)
            except IllegalAction:
                continue
            if self._seen(events, viewer) == seen:
                after = rules.fold(position, events)
                if after != other_than:
                    return after
        return None

    def _the_same(self, position: Any, seat: Seat, action: Any, seen: Sequence[Any]) -> Any:
        """Return the position after a seat's action; raise Leak if the seat sees a difference."""
        after = self._alike(position, seat, [action], seat, seen)
        if after is None:
            shown = self._answer(position, seat, action)
            raise Leak(seat, f"asking for {action}", seen, shown)
        return after

    def _compare(self, one: Any, other: Any, viewer: Viewer) -> None:
        """Raise Leak if the viewer can tell these two positions apart."""
        self.compared += 1
        asked: list[Any] = []
        if isinstance(viewer, int):
            legal = self._ruleset.legal(one, viewer)
            asked = self._to_ask()
            if legal.count:
                asked.append(legal.at(self._random.randrange(legal.count)))
            self.asked.update(map(type, asked))
        both = zip(
            self._answers(one, viewer, asked), self._answers(other, viewer, asked), strict=True
        )
        for (what, shown), (_, shown_otherwise) in both:
            if shown != shown_otherwise:
                raise Leak(viewer, what, shown, shown_otherwise)

    def _answers(
        self, position: Any, viewer: Viewer, asked: Sequence[Any]
    ) -> Iterator[tuple[str, Any]]:
        """Yield all answers to a viewer about a position, each with the name of its source."""
        rules = self._ruleset
        yield from self._shown(position, viewer)
        yield "turn order", rules.order(position)
        if not isinstance(viewer, int):
            return
        legal = rules.legal(position, viewer)
        places = {0, legal.count // 2, legal.count - 1} if legal.count else ()
        shown = [legal.at(place) for place in places]
        yield "legal actions", (legal.count, legal.choices, shown)
        yield "their places", [rules.spots(position, action) for action in shown]
        for action in asked:
            yield f"asking for {action}", self._answer(position, viewer, action)
        yield "resigning", self._answer(position, viewer, None)

    def _shown(self, position: Any, viewer: Viewer) -> Iterator[tuple[str, Any]]:
        """Yield what a viewer sees of a position, before or after an action."""
        rules = self._ruleset
        yield "its view", rules.view(position, viewer)
        yield "who is awaited", rules.awaits(position)
        yield "the outcome", position.outcome
        for seat in range(self._seats):
            yield f"whether {seat} reacts", rules.reacts(position, seat)
            for orders in self._orders:
                yield f"what {orders} answer", rules.follow(position, orders, seat)

    def _answer(self, position: Any, seat: Seat, action: Any) -> Any:
        """Return what a seat learns by requesting an action, or by resigning if it is None."""
        rules = self._ruleset
        try:
            events = (
                rules.resign(position, seat)
                if action is None
                else rules.decide(position, seat, action)
            )
        except IllegalAction as refused:
            return refused.refusal
        if events is None:
            return None
        return self._seen(events, seat), *self._shown(rules.fold(position, events), seat)

    def _seen(self, events: Sequence[Any], viewer: Viewer) -> list[Any]:
        return [self._ruleset.view_event(event, viewer) for event in events]
