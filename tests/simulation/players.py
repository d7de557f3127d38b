"""Clients in simulation: they play, retry, send duplicates, race, and leave mid-game."""

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from domain.ruleset import Seat
from domain.table.actions import Resign, TakeSeat
from domain.table.game import TABLE, By, Game
from service.access.game_keys import Tokens
from tests.simulation.http import Lost, Request, Response
from tests.simulation.ledger import Asked, Ledger
from tests.simulation.loop import SimulatedLoop
from tests.simulation.network import Network
from tests.simulation.worker import Worker
from tests.support.games.table import RULES

SEATS: Final = 2
REMATCHES: Final = 0.15
"""How often players play again; they resign the next game soon."""


class Unavailable(Exception):
    """The worker cannot handle the request now."""


class No(Exception):
    """A rule forbids the request, or the game has moved on."""


class Wrong(Exception):
    """A response that no client here should get."""


AGAIN: Final = (Lost, Unavailable)
"""After these, a client retries."""


class _Named(msgspec.Struct):
    id: str


class _Page(msgspec.Struct):
    games: tuple[_Named, ...]


class _Game(_Named):
    version: int
    head: str


class _Opened(msgspec.Struct):
    game: _Game
    tokens: Tokens


class _Made(msgspec.Struct):
    player: _Named
    secret: str


class _Rematch(msgspec.Struct):
    game: _Game
    seat: Seat
    token: str | None


_GAME: Final = msgspec.json.Decoder(_Game).decode
_PAGE: Final = msgspec.json.Decoder(_Page).decode
_OPENED: Final = msgspec.json.Decoder(_Opened).decode
_MADE: Final = msgspec.json.Decoder(_Made).decode
_REMATCH: Final = msgspec.json.Decoder(_Rematch).decode


class Seen(NamedTuple):
    """A game as a client saw it."""

    version: int
    game: Game
    """The game as it is now, which may be later than ``version``: clients are not perfect."""


class Players:
    """One game and everyone who plays it."""

    def __init__(
        self, loop: SimulatedLoop, network: Network, ledger: Ledger, name: str, liveliness: float
    ) -> None:
        self.game: asyncio.Future[str] = loop.create_future()
        """The game's id, once known."""
        self._loop = loop
        self._network = network
        self._ledger = ledger
        self._name = name
        self._random = Random(loop.random.random())
        self._liveliness = liveliness
        """How often a client does what polite clients do not."""
        self._keys = 0
        self._decisions_left = self._random.randrange(2, 14)
        self._known = self._random.random() < 0.8
        """Whether the players have accounts."""
        self._leave = self._random.random() < 0.5
        """Whether the players leave in the middle of a game with a clock."""
        self._now = ""
        """The game being played: the first one, or the rematch."""
        self._tokens: dict[By, str] = {}
        """The token of each player in that game."""
        self._accounts: dict[Seat, str] = {}
        """The account tokens of the players who have accounts."""

    async def play(self) -> None:
        """Open a game, sit down and play to the end, and perhaps play a rematch."""
        opened = _OPENED(await self._make("/v1/games", self._game(), "game"))
        self._tokens = {TABLE: opened.tokens.creator, **dict(enumerate(opened.tokens.seats))}
        self._now = opened.game.id
        self.game.set_result(opened.game.id)
        seats = range(SEATS)
        house = 1 if self._random.random() < 0.3 else None
        people = [seat for seat in seats if seat != house]
        await asyncio.gather(*(self._sit(seat, seat == house) for seat in seats))
        await self._play_all(people)
        if self._random.random() < REMATCHES:
            self._loop.happened("rematch")
            received = await asyncio.gather(*(self._again(seat) for seat in people))
            self._now = received[0].game.id
            self._decisions_left, self._leave = 1, False
            self._tokens = {one.seat: one.token or self._accounts[one.seat] for one in received}
            await self._play_all(people)

    async def _play_all(self, people: Sequence[Seat]) -> None:
        await asyncio.gather(*(self._play(seat) for seat in people))
        await self._find()

    def _game(self) -> dict[str, Any]:
        """Return the request body for a new game."""
        game = {"ruleset": RULES.meta.id, "options": {"players": SEATS}}
        if self._random.random() < 0.5:
            return game
        on_flag = "house" if self._random.random() < 0.2 else "forfeit"
        clock = {"kind": "per_action", "seconds": self._random.randrange(1, 10), "on_flag": on_flag}
        return {**game, "clock": clock}

    async def _sit(self, seat: Seat, house: bool) -> None:
        if house:
            self._loop.happened("house sits down")
            await self._ask(TABLE, TakeSeat(seat, bot=self._random.choice(("random", "greedy"))))
            return
        if not self._known:
            await self._ask(seat, TakeSeat(seat))
            return
        made = _MADE(await self._make("/v1/players", {"name": f"Player {seat}"}, f"account-{seat}"))
        self._accounts[seat] = made.secret
        await self._ask(seat, TakeSeat(seat, player=made.player.id), account=made.secret)

    async def _make(self, path: str, what: dict[str, Any], name: str) -> bytes:
        """Create something once, retrying until a response arrives."""
        key = f"{self._name}-{name}"
        request = Request("POST", path, {"Idempotency-Key": key}, msgspec.json.encode(what))

        async def work(worker: Worker) -> bytes:
            received = good(await worker.ask(request))
            self._ledger.makes(key, received.body)
            return received.body

        while True:
            try:
                return await self._network.ask(self._network.anybody(), work)
            except AGAIN:
                await self._pause()

    async def _again(self, seat: Seat) -> _Rematch:
        """Ask for a rematch, perhaps twice at once, until a response names the game."""
        before = self._now
        token = self._accounts.get(seat, self._tokens[seat])
        headers = {"Authorization": f"Bearer {token}"}
        request = Request("POST", f"/v1/games/{before}/rematch", headers)

        async def work(worker: Worker) -> _Rematch:
            received = _REMATCH(good(await worker.ask(request)).body)
            self._ledger.plays_again(before, seat, received.game.id, received.token)
            self._ledger.shows_event(received.game.id, received.game.version, received.game.head)
            return received

        while True:
            copies = 2 if self._lively(1) else 1
            received = await asyncio.gather(
                *(self._network.ask(self._network.anybody(), work) for _ in range(copies)),
                return_exceptions=True,
            )
            for one in received:
                if isinstance(one, _Rematch):
                    return one
                if not isinstance(one, AGAIN):
                    raise one
            await self._pause()

    async def _play(self, seat: Seat) -> None:
        while not (seen := await self._look(seat)).game.finished:
            game = seen.game
            if game.status != "running" or game.seats[seat].bot is not None or self._absent(game):
                await self._pause()
            elif self._decisions_left <= 0 or self._lively(0.05):
                await self._ask(seat, Resign(), seen)
            elif seat in game.people_due:
                self._decisions_left -= 1
                await self._decide(seat, seen)
            elif game.people_due and self._lively(0.3):
                await self._ask(seat, self._action(game, game.people_due[0]), seen)
            else:
                await self._pause()

    async def _find(self) -> None:
        """Look for the finished game in the list of finished games."""
        request = Request("GET", "/v1/games?status=over", {})

        async def work(worker: Worker) -> None:
            page = _PAGE(good(await worker.ask(request)).body)
            listed = [one.id for one in page.games]
            self._ledger.must(self._now in listed, f"only {listed} are listed as over")

        while True:
            try:
                return await self._network.ask(self._network.anybody(), work)
            except AGAIN:
                await self._pause()

    def _absent(self, game: Game) -> bool:
        """Return whether everyone has left, and only the clock still runs."""
        return self._decisions_left <= 0 and self._leave and game.deadline is not None

    async def _decide(self, seat: Seat, seen: Seen) -> None:
        if not self._lively(1):
            await self._ask(seat, self._action(seen.game, seat), seen)
            return
        self._loop.happened("race")
        rivals = [self._action(seen.game, seat) for _ in range(2)]
        await asyncio.gather(*(self._ask(seat, action, seen) for action in rivals))

    def _action(self, game: Game, seat: Seat) -> Any:
        legal = game.rules.legal(game.position, seat)
        return legal.at(self._random.randrange(legal.count))

    def _lively(self, share: float) -> bool:
        return self._random.random() < self._liveliness * share

    async def _pause(self) -> None:
        await asyncio.sleep(self._random.random() * 0.5)

    async def _look(self, seat: Seat) -> Seen:
        """Return the game, as some worker shows it."""
        game = self._now
        request = Request("GET", f"/v1/games/{game}", self._as(seat))

        async def work(worker: Worker) -> int:
            shown = _GAME(good(await worker.ask(request)).body)
            self._ledger.shows_event(game, shown.version, shown.head)
            return shown.version

        while True:
            try:
                version = await self._network.ask(self._network.anybody(), work)
            except AGAIN:
                await self._pause()
            else:
                return Seen(version, self._ledger.game(game))

    # --- retry until the outcome is known ---------------------------------------------------

    def _as(self, by: By) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._tokens[by]}"}

    async def _ask(
        self, by: By, action: Any, seen: Seen | None = None, account: str | None = None
    ) -> None:
        """Ask for an action, and retry until the outcome is known."""
        self._keys += 1
        bound = seen is not None and self._random.random() < 0.5
        expected = seen.version if seen is not None and bound else None
        key = f"{self._name}-{self._keys}"
        headers = {**self._as(by), "Idempotency-Key": key}
        if expected is not None:
            headers["If-Match"] = f'"{expected}"'
        if account is not None:
            headers["Carolus-Player"] = account
        request = self._request(action)._replace(headers=headers)
        asked = Asked(key, self._now, by, action, expected, request)
        self._ledger.asked[asked.key] = asked
        while True:
            copies = 2 if self._lively(1) else 1
            if copies > 1:
                self._loop.happened("duplicate")
            received = await asyncio.gather(
                *(self.ask_once(asked, self._network.anybody()) for _ in range(copies)),
                return_exceptions=True,
            )
            for one in received:
                if isinstance(one, BaseException) and not isinstance(one, (*AGAIN, No)):
                    self._ledger.must(False, f"{asked.key} ended with {one!r}")
                    return
            if any(isinstance(one, Response) for one in received):
                return
            if all(isinstance(one, No) for one in received):
                self._loop.happened("refused")
                return
            self._loop.happened("retry", asked.key)
            await self._pause()

    def _request(self, action: Any) -> Request:
        game = f"/v1/games/{self._now}"
        if isinstance(action, TakeSeat):
            received = {} if action.bot is None else {"bot": action.bot}
            return Request("PUT", f"{game}/seats/{action.seat}", {}, msgspec.json.encode(received))
        return Request("POST", f"{game}/actions", {}, msgspec.json.encode({"actions": [action]}))

    async def ask_once(self, asked: Asked, worker: Worker) -> Response:
        """Ask one worker; raise its response if that is not a success."""

        async def work(worker: Worker) -> Response:
            known = asked.key in self._ledger.answers
            received = await worker.ask(asked.request)
            try:
                good(received)
            except No as why:
                self._ledger.refuses(asked, known=known, why=why)
                raise
            self._ledger.answers_to(asked, received.body)
            self._loop.happened("answered", asked.key)
            return received

        return await self._network.ask(worker, work)


def good(received: Response) -> Response:
    """Return a successful response; raise Unavailable or No for others, and Wrong for a bug."""
    if received.status in (HTTPStatus.OK, HTTPStatus.CREATED):
        return received
    if received.status == HTTPStatus.SERVICE_UNAVAILABLE:
        raise Unavailable
    if received.status in (HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED):
        raise No(received.body)
    raise Wrong(received)
