"""An arbiter in simulation: decides about tables at which nothing happens, and about others."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from domain.table.game import Game
from domain.tournament.stream import actions as a
from domain.tournament.stream.state import TableState, Tournament
from tests.simulation.loop import SimulatedLoop
from tests.support.tournaments.desk import WHY

NO_SHOW_SECONDS: Final = 8.0
"""How long the arbiter waits for people to sit down."""

EAGERNESS: Final = 0.5
"""How often the arbiter decides something else when it looks at the tables."""

GRANTED_SECONDS: Final = 2
PAUSED_SECONDS: Final = 3.0
MOST: Final = {"granted time": 4, "paused": 3, "ordered a replay": 2, "corrected a result": 3}
"""How often the arbiter decides these, so that the tournament ends."""

LoadGame: TypeAlias = Callable[[str], Awaitable[Game]]


class At(NamedTuple):
    """A table, and where it is."""

    round: int
    number: int
    table: TableState


class Decision(NamedTuple):
    """What the arbiter asks for, and what happens by it."""

    what: str
    action: Any


def undecided(state: Tournament) -> list[At]:
    """Return the tables of the open round without a result."""
    if state.phase != "playing":
        return []
    now = state.rounds[-1]
    return [At(now.number, at, one) for at, one in enumerate(now.tables, 1) if one.result is None]


class Arbiter:
    """Decides one thing at a time; with ``waits``, the service decides about absent players."""

    def __init__(self, loop: SimulatedLoop, random: Random, game: LoadGame, *, waits: bool) -> None:
        self._loop = loop
        self._random = random
        self._game = game
        self._waits = waits
        self._since: dict[tuple[str | None, int, int], float] = {}
        self._left = dict(MOST)
        self._paused_at: dict[str, float] = {}

    async def decisions(self, state: Tournament) -> list[Decision]:
        """Return what to decide now."""
        found = [one async for one in self._about_late(state)]
        found += self._resumed(state)
        possible = [one for one in self._others(state) if self._left[one.what]]
        if possible and self._random.random() < EAGERNESS:
            chosen = self._random.choice(possible)
            self._left[chosen.what] -= 1
            found.append(chosen)
        return found

    async def is_anybody_late(self, state: Tournament) -> bool:
        """Return whether a game has been waiting too long for its players."""
        return bool([one async for one in self._late(state)])

    async def _late(self, state: Tournament) -> Any:
        for one in undecided(state):
            key = (one.table.game, one.round, one.number)
            began = self._since.setdefault(key, self._loop.time())
            late = self._loop.time() - began > NO_SHOW_SECONDS
            if late and one.table.game and not one.table.paused:
                game = await self._game(one.table.game)
                if game.status == "open":
                    yield one, game

    async def _about_late(self, state: Tournament) -> Any:
        if self._waits:
            return
        async for one, game in self._late(state):
            seated = [game.seats[seat].taken for seat in range(len(one.table.players))]
            absent = tuple(
                player
                for player, here in zip(one.table.players, seated, strict=True)
                if not here and player not in one.table.forfeits
            )
            if self._random.random() < 0.5 and absent:
                action: Any = a.ForfeitSides(one.round, one.number, absent, WHY)
                yield Decision("an arbiter let players forfeit", action)
            elif not one.table.forfeits:
                ranks = tuple(range(1, len(one.table.players) + 1))
                action = a.EnterResult(one.round, one.number, ranks, WHY)
                yield Decision("an arbiter entered a result", action)

    def _resumed(self, state: Tournament) -> Iterator[Decision]:
        for one in undecided(state):
            if one.table.paused and one.table.game is not None:
                since = self._paused_at.setdefault(one.table.game, self._loop.time())
                if self._loop.time() - since > PAUSED_SECONDS:
                    yield Decision("resumed", a.ResumeTables(one.round, (one.number,), WHY))

    def _others(self, state: Tournament) -> Iterator[Decision]:
        for one in undecided(state):
            if one.table.game is None:
                continue
            place = (one.round, one.number)
            for player in self._people_at(state, one.table):
                yield Decision("granted time", a.GrantTime(*place, player, GRANTED_SECONDS, WHY))
            if not one.table.paused and one.table.game not in self._paused_at:
                yield Decision("paused", a.PauseTables(one.round, (one.number,), WHY))
            if self._people_at(state, one.table):
                yield Decision("ordered a replay", a.OrderReplay(*place, WHY))
        for round_ in state.rounds:
            for number, table in enumerate(round_.tables, 1):
                if table.result is not None and len(set(table.result.ranks)) > 1:
                    ranks = table.result.ranks[::-1]
                    if not table.forfeits:
                        action = a.CorrectResult(round_.number, number, ranks, WHY)
                        yield Decision("corrected a result", action)

    def _people_at(self, state: Tournament, table: TableState) -> list[int]:
        entrants: Mapping[int, Any] = {one.number: one for one in state.entrants}
        return [one for one in table.players if entrants[one].people[0].account is not None]
