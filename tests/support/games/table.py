"""Helpers for examples of the table, whatever the game: who sits, who acts, what happens.

An example describes a table step by step, like a position in ``spec.py``::

    started(3, bots={2: "random"})
        .ask(0, Resign())
        .then(SeatResigned(0, "greedy"), status="running")

or, instead of ``then``, ``refused("TB-RESIGN-1", "seat_has_resigned")``.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec

from domain.chance import SCHEME, commitment
from domain.refusal import IllegalAction, Refusal
from domain.ruleset import CHANCE, AnyRuleset, Seat
from domain.rulesets.registry import BY_ID, BY_PINNED
from domain.table.actions import (
    AbortGame,
    AcceptDraw,
    AcceptPause,
    AcceptResume,
    AcceptTakeBack,
    AskHint,
    DeclineDraw,
    DeclinePause,
    DeclineResume,
    DeclineTakeBack,
    FallFlag,
    LeaveSeat,
    OfferDraw,
    OfferPause,
    OfferResume,
    OfferTakeBack,
    Resign,
    TakeSeat,
)
from domain.table.apply import fold
from domain.table.catalogue import CATALOGUE
from domain.table.clock import Clock
from domain.table.continuation import AnyContinuation
from domain.table.contributions import RegisteredWitness
from domain.table.dealers import FairDealer
from domain.table.decide import Batch, flags_are_due, open_game, perform
from domain.table.game import TABLE, By, Game
from domain.table.opening import OpenGame, OpeningTerms
from domain.table.reserving import TournamentTable
from domain.table.times import SECOND, micros, rfc3339
from domain.table.wording import present
from tests.support.games import spec
from tests.support.games.play import number_of

RULES: Final[AnyRuleset] = BY_ID["carolus-magnus"]
"""The ruleset that examples of the table use; any would do."""

SECRET: Final = bytes(range(32))

ID: Final = "aaaaaaaaaaaaaaaa"

AT: Final = "2025-01-01T12:00:00.000000Z"
"""The time at which tables are set up; it moves only when an example says so."""


class Table:
    """A game, and the result of the last request."""

    def __init__(self, batch: Batch, secret: bytes = SECRET) -> None:
        self.batch: Batch | None = batch
        self.game = batch.game
        self.refused_with: IllegalAction | None = None
        self.at = AT
        """The current time."""
        self.secret = secret

    def wait(self, seconds: float) -> "Table":
        """Let time pass; a negative number sets the house's clock back."""
        self.at = rfc3339(micros(self.at) + round(seconds * SECOND))
        return self

    def ask(self, by: By, *actions: Any, house: bool = False) -> "Table":
        """Request these actions together; no earlier request may have been refused."""
        assert self.refused_with is None, f"refused before: {self.refused_with}"
        before = self.game
        dealer = FairDealer(self.secret)
        try:
            self.batch = perform(before, by, actions, dealer, at=self.at, house=house)
        except IllegalAction as refused:
            self.batch, self.refused_with = None, refused
        else:
            self.game = self.batch.game
            assert fold(before, self.batch.events) == self.game, "the events do not give the game"
        return self

    def sit(self, *seats: Seat) -> "Table":
        """Seat people on these seats, in order."""
        for seat in seats:
            self.ask(seat, TakeSeat(seat))
        return self

    def then(self, *events: Any, **fields: Any) -> "Table":
        """Expect these events of the last request, in order, and these fields of the game.

        Other events may occur between them.
        """
        assert self.batch is not None, f"refused: {self.refused_with}"
        happened = iter(self.batch.events)
        for event in events:
            assert event in happened, f"{event} is not in this place of {self.batch.events}"
        self._compare(fields)
        return self

    def nothing_happened(self) -> "Table":
        """Expect that the last request was accepted and changed nothing."""
        assert self.batch is not None, f"refused: {self.refused_with}"
        assert self.batch.entries == ()
        return self

    def without(self, *kinds: type) -> "Table":
        """Expect no event of these types from the last request."""
        assert self.batch is not None, f"refused: {self.refused_with}"
        assert not [event for event in self.batch.events if isinstance(event, kinds)]
        return self

    def refused(self, rule: str, reason: str, *, index: int = 0, **fields: Any) -> Refusal:
        """Expect that this action of the last request was refused, and nothing changed."""
        assert self.refused_with is not None, f"accepted: {self.batch}"
        refusal = self.refused_with.refusal
        assert (refusal.rule, refusal.reason, self.refused_with.index) == (rule, reason, index)
        assert rule in CATALOGUE
        msgspec.json.encode(refusal)
        spec.SEEN.add(rule)
        self._compare(fields)
        return refusal

    def _compare(self, fields: Mapping[str, Any]) -> None:
        seen = {name: getattr(self.game, name) for name in fields}
        assert seen == fields


def opened(
    players: int = 2,
    secret: bytes = SECRET,
    game: str = ID,
    *,
    rules: AnyRuleset = RULES,
    clock: Clock | None = None,
    take_backs: bool = False,
    label: str | None = None,
    links: bool = False,
    witnesses: tuple[RegisteredWitness, ...] = (),
    continues: AnyContinuation | None = None,
    sandbox: str | None = None,
    tournament: TournamentTable | None = None,
    reserved: tuple[str, ...] = (),
    reserved_names: tuple[str, ...] = (),
    **options: Any,
) -> Table:
    """Set up an empty table, with the event versions of new games.

    Games with one number of seats ignore ``players``.
    """
    agreed = msgspec.convert({**number_of(rules, players), **options}, rules.options_type)
    wordings = present(BY_PINNED[rules.meta.pinned])
    place = (tournament, reserved, reserved_names)
    terms = OpeningTerms(clock, take_backs, label, links, witnesses, continues, sandbox, *place)
    action = OpenGame(rules.meta.pinned, agreed, SCHEME, commitment(secret), wordings, *terms)
    return Table(open_game(game, rules, action), secret)


def started(
    players: int = 2,
    bots: Mapping[Seat, str] | None = None,
    secret: bytes = SECRET,
    **options: Any,
) -> Table:
    """Set up a table and fill its seats, with people where ``bots`` names none."""
    bots = bots or {}
    table = opened(players, secret, **options)
    for seat in range(players):
        table.ask(TABLE, TakeSeat(seat, bot=bots.get(seat)))
    return table


def due(game: Game) -> Seat:
    """Return the seat whose decision is due."""
    seat = game.awaits[0].seat
    assert seat != CHANCE
    return seat


def action_of(game: Game, seat: Seat, random: Random) -> Any:
    """Return any legal action of the seat, each equally likely."""
    legal = game.rules.legal(game.position, seat)
    return legal.at(random.randrange(legal.count))


def play_on(table: Table, random: Random, decisions_max: int = 10**6) -> Table:
    """Let everyone play at random, to the end or for this many decisions."""
    for _ in range(decisions_max):
        if table.game.status != "running":
            break
        seat = due(table.game)
        table.ask(seat, action_of(table.game, seat, random), house=True)
    assert table.refused_with is None, table.refused_with
    return table


# --- whole games, with everything that can happen at a table ----------------------------------


def random_requests(table: Table, random: Random, liveliness: float) -> Iterator[Table]:
    """Play a whole game at random, request by request, from the open table to its end.

    ``liveliness`` is the chance that, instead of playing on, a player leaves, aborts, resigns or
    talks about a draw. Refused requests are dropped; yields the table after each accepted one.
    """
    while not table.game.finished:
        if table.game.clocks is not None:
            table.wait(random.choice([0, 0, 1.5, 7, 20]))
        lively = random.random() < liveliness
        by: By = TABLE
        actions: Sequence[Any] = [FallFlag()]
        house = False
        if flags_are_due(table.game, table.at):
            pass  # nothing else is accepted before
        elif table.game.status == "open":
            by, actions, house = _before_the_start(table.game, random, lively=lively)
        elif lively or table.game.paused:
            by, actions, house = _talk(table.game, random)
        else:
            by, actions, house = _move(table.game, random)
        table.ask(by, *actions, house=house)
        if table.refused_with is None:
            yield table
        else:
            table.refused_with = None


def _before_the_start(
    game: Game, random: Random, *, lively: bool
) -> tuple[By, Sequence[Any], bool]:
    seat = random.randrange(len(game.seats))
    if lively:
        action = random.choice([LeaveSeat(seat), LeaveSeat(seat), AbortGame()])
        return TABLE, [action], False
    if random.random() < 0.3:
        return TABLE, [TakeSeat(seat, bot=random.choice(sorted(game.rules.bots)))], False
    entropy = random.randbytes(random.randrange(17)).hex()
    name = random.choice([None, "Ana", "Žofie 👑", "李", 'O\'Neil "the" 3rd'])
    return seat, [TakeSeat(seat, name=name, entropy=entropy)], False


def _talk(game: Game, random: Random) -> tuple[By, Sequence[Any], bool]:
    seat = random.randrange(len(game.seats))
    kinds: list[Any] = [Resign, OfferDraw, OfferDraw, AcceptDraw, AcceptDraw, AcceptDraw, AskHint]
    kinds.append(DeclineDraw)
    if game.terms is not None:
        kinds += _TERMS * 3
    return seat, [random.choice(kinds)()], False


_TERMS: Final = [
    OfferPause,
    AcceptPause,
    DeclinePause,
    OfferResume,
    AcceptResume,
    DeclineResume,
    OfferTakeBack,
    AcceptTakeBack,
    DeclineTakeBack,
]


def _move(game: Game, random: Random) -> tuple[By, Sequence[Any], bool]:
    """Return a decision that is due, sometimes with the next one in the same request."""
    seat = due(game)
    house = game.seats[seat].bot is not None
    actions = [action_of(game, seat, random)]
    if game.terms is not None:
        return seat, actions, house
    after = perform(game, seat, actions, None, at=AT, house=house).game
    if random.random() < 0.3 and [one.seat for one in after.awaits] == [seat]:
        actions.append(action_of(after, seat, random))
    return seat, actions, house
