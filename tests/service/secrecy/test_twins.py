"""Two games that differ only in what a viewer may not know look the same to that viewer.

To the last byte, in every response of the service. Only the hashes differ, which are salted
(``tests/records/test_hidden.py``).
"""

import itertools
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace as with_others
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.ruleset import Await, Legal
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.atlas import CARDS
from domain.rulesets.teg.events import CardDrawn, SeatEliminated
from service.access.accounts import OPERATOR
from service.access.game_keys import Keys
from service.access.register import Issued, NewToken, Register
from service.access.rights import Scope
from service.live.streams import PACE
from service.runtime.timestamps import later
from tests.support.http.questions import Stream, asked
from tests.support.http.twins import (
    ACCOUNT_SEAT,
    Responses,
    World,
    dealing,
    exchanged,
    first_difference,
    plan,
    world,
)
from tests.support.run.long import cases, long_after
from tests.support.run.waiting import until

T = TypeVar("T")


ONE_GAME_ONLY = ("creator", "link 1")
"""Viewers with the token of one game; others send the requests that concern no game."""


def looked(seen: World, moment: int, viewers: Collection[str], *, all_of_it: bool) -> Responses:
    """Return all responses to these viewers at a moment."""
    seen.rest()
    return {
        (moment, viewer, question): response
        for viewer in viewers
        for question, response in asked(
            seen, viewer, all_of_it=all_of_it and viewer not in ONE_GAME_ONLY
        )
    }


class Twins:
    """A game, and others like it in which some seats hold different cards."""

    def __init__(self, folder: Path, seed: object, rules: Any = RULESET, **options: Any) -> None:
        self.folder = folder
        self.random = Random(f"{seed} twins")
        self.seed = seed
        self.rules = rules
        self.options = {
            "objectives": "secret_and_common",
            "common_target": 50,
            "first_seat": 0,
            **options,
        }
        self.responses: Responses = {}
        self.answers: list[bytes] = []

    def play(
        self,
        count: int,
        moments: Collection[int] = (),
        only: Collection[str] = (),
        *,
        all_of_it: bool = False,
    ) -> "Twins":
        """Play this many actions, and collect all responses at these moments and at the end.

        ``only`` names the viewers, if not everybody looks; ``all_of_it`` adds the requests that
        concern no game.
        """
        self.moments = (*moments, count)
        self.only = only
        self.all_of_it = all_of_it
        with world(self.folder / "first", self.rules, **self.options) as seen:
            for number, entry in enumerate(itertools.islice(plan(seen, self.seed), count), 1):
                self.answers.append(seen.act(entry))
                self._look(seen, number, self.responses, seen.viewers)
            self.entries, self.facts = seen.entries, seen.facts
            self.position = seen.position
            self.judged = seen.judged()
        return self

    def _look(
        self, seen: World, number: int, responses: Responses, viewers: Collection[str]
    ) -> None:
        if number in self.moments:
            chosen = [one for one in viewers if not self.only or one in self.only]
            all_of_it = self.all_of_it and number == self.moments[-1]
            responses |= looked(seen, number, chosen, all_of_it=all_of_it)

    def compare(self, seats: Collection[int]) -> int:
        """Replay it with different secrets of these seats; fail if another viewer can notice.

        Return how many responses were compared.
        """
        options = self.position.options
        deal = exchanged(self.facts, seats, options, self.random)
        responses: Responses = {}
        folder = self.folder / "-".join(map(str, seats))
        first = self.folder / "first"
        with world(folder, dealing(deal, self.rules), like=first, **self.options) as seen:
            viewers = [one for one, (seat, _) in seen.viewers.items() if seat not in seats]
            for number, entry in enumerate(self.entries, 1):
                answer = seen.act(entry)
                if entry.seat not in seats:
                    same(answer, self.answers[number - 1], entry)
                self._look(seen, number, responses, viewers)
            assert seen.judged() != self.judged, "an arbiter sees the difference"
            hands = [
                (one, other)
                for one, other in zip(self.position.hands, seen.position.hands, strict=True)
                if one != other
            ]
            assert hands, "someone holds other cards"
        for key, found in responses.items():
            same(found, self.responses[key], key)
        assert responses.keys() == {key for key in self.responses if key[1] in viewers}
        return len(responses)


def same(one: bytes, other: bytes, what: Any) -> None:
    """Fail if these differ.

    Not with an assertion: in CI, pytest would compare each byte, which takes minutes.
    """
    if one != other:
        raise AssertionError(f"{what} betrays something: {first_difference(one, other)}")


CASES: dict[str, tuple[int, int, int, list[int], list[list[int]]]] = {
    # Number of seats, seed, number of actions, moments in between, and groups of seats to change.
    "2 seats": (2, 1, 20, [], [[0], [1]][: cases(2, 1)]),
    "4 seats, one put out: cards discarded, an objective changes": (4, 6, 88, [], [[1, 3]]),
    "6 seats, cards of who was put out are inherited": (6, 16, 74, [], [[0, 5]]),
}


def who_looks(players: int, groups: Collection[Collection[int]]) -> Collection[str]:
    """Return who looks: with two seats everybody, then one of those who have no seat.

    In ``make test`` only a player and a spectator. Seats that change in all groups do not look,
    because they may know the difference.
    """
    if players == 2:
        return cases((), ("account", "anybody"))
    seats = [seat for seat in range(players) if not all(seat in group for group in groups)]
    account = ["account"] if ACCOUNT_SEAT in seats else []
    return ("anybody", *account, *(f"link {seat}" for seat in seats))


@pytest.mark.rule("TG-HIDE-1", "TG-HIDE-2", "TG-HIDE-3", "TG-HIDE-4", "TG-INV-23")
@pytest.mark.parametrize("case", long_after(1, CASES))
def test_twins_look_alike(tmp_path: Path, case: str) -> None:
    """To every viewer who may not know the difference, at every address."""
    players, seed, actions, moments, groups = CASES[case]
    # Requests that concern no game are sent once, in one game.
    twins = Twins(tmp_path, seed, players=players)
    twins.play(actions, moments, who_looks(players, groups), all_of_it=players == 2)
    out = [event for event in twins.facts if isinstance(event, SeatEliminated)]
    assert ("put out" in case) == bool(out)
    assert ("inherited" in case) <= any(event.inherited for event in out)
    assert ("discarded" in case) <= any(event.discarded for event in out)
    assert ("changes" in case) <= any(event.freed for event in out)
    for seats in groups:
        assert twins.compare(seats) > cases(200, 150)


@pytest.mark.long
def test_webhooks_are_the_same(tmp_path: Path) -> None:
    """They contain only what every viewer may see."""
    twins = Twins(tmp_path, 1, players=2).play(14, only=["nobody"])
    deal = exchanged(twins.facts, [0, 1], twins.position.options, Random(1))
    messages = []
    for name, rules in (("one", RULESET), ("other", dealing(deal))):
        with world(tmp_path / name, rules, like=tmp_path / "first", **twins.options) as seen:
            for entry in twins.entries[:-3]:
                seen.act(entry)
            hook = seen.hooked("game.action")
            for entry in twins.entries[-3:]:
                seen.act(entry)
                seen.messages(hook)
            messages.append(seen.messages(hook))
    one, other = messages
    assert len(one) == 3
    same(b"\n".join(one), b"\n".join(other), "a webhook")


class Watched:
    """A stream with a token that becomes invalid at some moment."""

    def __init__(self, seen: World, scope: Scope, way: str, moment: int) -> None:
        self.moment = moment
        self.way = way
        self._seen = seen
        self._elsewhere = Register(seen.parts.handler.log, Keys(bytes(32)), seen.clock)
        expires = later(seen.clock.time, moment) if way == "expired" else None
        register, wanted = seen.parts.register, NewToken("x", (scope,), expires)
        self._issued: Issued = self._call(register.make, seen.accounts[scope], wanted, OPERATOR)
        token = {"Authorization": f"Bearer {self._issued.secret}"}
        self._stream = Stream(seen, f"{seen.table.url}/events", {"after": 0}, token)
        self._mark = 0

    def _call(self, ask: Callable[..., Awaitable[T]], *args: Any) -> T:
        return self._seen.client.blocking_portal.call(ask, *args)

    def lose(self) -> None:
        """Wait for the latest event, then invalidate the token as another worker would."""
        last = b"\nid: %d\n" % self._seen.game.version
        until(lambda: last in self._stream.received)
        self._mark = len(self._stream.received)
        if self.way == "revoked":
            self._call(self._elsewhere.revoke, self._issued.token.id, OPERATOR)
        elif self.way == "rotated":
            self._call(self._elsewhere.rotate, self._issued.token.id, 0, OPERATOR)

    def frames(self) -> tuple[bytes, bytes]:
        """Wait for the end; return the frames before the token became invalid, and after."""
        self._stream.end()
        before = self._stream.shown()
        after = self._stream.shown(self._mark)
        return before[: len(before) - len(after)], after


@pytest.mark.parametrize("number", long_after(1, range(2)))
def test_twins_look_alike_to_a_stream_with_an_invalid_token(
    tmp_path: Path, seed: int, number: int
) -> None:
    """From the moment when the token of an arbiter or player becomes invalid, on an open stream."""
    count = 16
    twins = Twins(tmp_path, 1, players=2).play(count, only=["nobody"])
    deal = exchanged(twins.facts, [0, 1], twins.position.options, Random(1))
    worlds = []
    for name, rules in (("one", RULESET), ("other", dealing(deal))):
        random = Random(f"{seed} {number} lost")
        folder, first = tmp_path / name, tmp_path / "first"
        with world(folder, rules, like=first, pace=PACE, **twins.options) as seen:
            watched = {
                (scope, way): Watched(seen, scope, way, random.randrange(1, count))
                for scope in seen.accounts
                for way in ("revoked", "rotated", "expired")
            }
            for moment, entry in enumerate(twins.entries, 1):
                for one in watched.values():
                    if one.moment == moment:
                        one.lose()
                seen.act(entry)
            seen.end()
            worlds.append({who: one.frames() for who, one in watched.items()})
    for who, (before, after) in worlds[0].items():
        other_before, other_after = worlds[1][who]
        assert before != other_before, f"{who} saw what is hidden"
        same(after, other_after, who)
        assert after == b'event: dropped\ndata: {"reason":"rights"}\n\n', who


# --- the tests can fail ------------------------------------------------------------------------


def _elsewhere(position: Any, viewer: Any) -> int:
    """Return a number that depends on the cards of other seats."""
    return sum(sum(hand) for seat, hand in enumerate(position.hands) if seat != viewer)


def _drawn_openly(event: Any, viewer: Any) -> Any:
    return event if isinstance(event, CardDrawn) else RULESET.view_event(event, viewer)


def _in_another_order(position: Any, viewer: Any) -> Any:
    view = RULESET.view(position, viewer)
    if view is None:
        return None
    cut = _elsewhere(position, viewer) % len(view.territories)
    return replace(view, territories=view.territories[cut:] + view.territories[:cut])


def _legal_of_others(position: Any, seat: int) -> Any:
    legal = RULESET.legal(position, seat)
    cards = [CARDS[card] for hand in position.hands for card in hand]
    return Legal(
        legal.count, legal.at, lambda: [*legal.choices, {"type": "trade_cards", "sets": [cards]}]
    )


def _refused_with_facts(position: Any, by: Any, action: Any) -> Any:
    try:
        return RULESET.decide(position, by, action)
    except IllegalAction as error:
        refusal = error.refusal
        facts = {**refusal.facts, "deck": len(position.deck) + _elsewhere(position, by)}
        raise IllegalAction(refusal.rule, refusal.reason, **facts) from None


def _awaited_longer(position: Any) -> Any:
    return tuple(
        Await(due.seat, (*due.actions, f"after_{_elsewhere(position, due.seat)}"))
        if isinstance(due.seat, int)
        else due
        for due in RULESET.awaits(position)
    )


LEAKS: dict[str, dict[str, Any]] = {
    "a card in an event": {"view_event": _drawn_openly},
    "an order in a view": {"view": _in_another_order},
    "a legal action of another": {"legal": _legal_of_others},
    "a fact of a refusal": {"decide": _refused_with_facts},
    "what is awaited": {"awaits": _awaited_longer},
}


@pytest.mark.long
@pytest.mark.parametrize("leak", long_after(1, LEAKS))
def test_a_leak_is_found(tmp_path: Path, leak: str) -> None:
    """In a value, a number, an order or a refusal."""
    rules = with_others(RULESET, **LEAKS[leak])
    twins = Twins(tmp_path, "leaks", rules, players=2)
    twins.play(16, only=["account"])
    with pytest.raises(AssertionError, match="betrays something"):
        twins.compare([0])
