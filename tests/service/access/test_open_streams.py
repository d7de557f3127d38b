"""Open streams whose token becomes invalid, with several workers.

The order of the log decides: a token never receives an event committed after its revocation. Each
worker here has its own connection to the log, as a separate process has, and workers do not notify
each other about tokens.
"""

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from domain.table.actions import LeaveSeat, TakeSeat
from domain.table.watching import Refused
from service.access.accounts import ACCOUNT, OPERATOR
from service.access.actors import Seated
from service.access.game_keys import Keys
from service.access.issuers import Issuer, IssuerUnavailable, Subject
from service.access.policy import Policy
from service.access.register import Issued, NewToken, Register
from service.access.rights import Unauthorized
from service.access.visibility import Visibility
from service.games.callers import Callers
from service.live.frames import MESSAGES
from service.live.hub import Hub
from service.live.presence import Present
from service.live.streams import PACE, of_events
from service.storage.log import Appended, Log
from tests.support.games import veiled
from tests.support.games.registered import registered
from tests.support.games.table import RULES
from tests.support.games.veiled import VEIL
from tests.support.http.follow import until
from tests.support.storage import stores
from tests.support.storage.stores import KEY, OpenStore, handler_of, on_both_engines

ROUNDS = 8
SILENT = PACE._replace(heartbeat_seconds=3600)
"""A pace without the periodic check of rights."""

PLAY = NewToken("x", ("play",))
JUDGE = NewToken("x", ("arbitrate",))
RIGHTS_ARE_GONE = {"type": "dropped", "data": {"reason": "rights"}}


class Worker:
    """The parts of one worker that stream games and handle requests."""

    def __init__(self, log: Log, seed: object, issuer: Issuer | None = None) -> None:
        self.log = log
        self.clock: Callable[[], str] = stores.Ticks()
        self.handler = handler_of(log, seed, self._now)
        keys = Keys(KEY, Random(f"keys {seed}").randbytes)
        self.register = Register(log, keys, self._now)
        self.callers = Callers(self.register, self.handler, issuer)
        self.hub = Hub(log, self.callers, Visibility(log, self.handler.vaults), None, "", f"{seed}")
        self.handler.listeners.append(self.hub.committed)

    def _now(self) -> str:
        return self.clock()

    def hears(self, other: "Worker") -> None:
        """Wake up at each commit of another worker, as Redis would."""

        def heard(done: Appended) -> None:
            self.hub._wake("bus", [(done.stored.game.id, done.stored.head.version)])

        other.handler.listeners.append(heard)

    async def streams(self, game: str, *tokens: str) -> list["Stream"]:
        """Start to stream a game with these tokens, from its first event."""
        found = [Stream(self, game, token) for token in tokens]
        for stream in found:
            await stream.begun.wait()
        return found

    async def version(self, game: str) -> int:
        """Return the number of events of a game."""
        return (await self.handler.load(game)).head.version


class Stream:
    """A stream and the frames received from it."""

    def __init__(self, worker: Worker, game: str, token: str) -> None:
        self.begun = asyncio.Event()
        self.frames: list[dict[str, Any]] = []
        self._worker = worker
        self._ended = asyncio.create_task(self._follow(game, token))

    async def _follow(self, game: str, token: str) -> None:
        stored = await self._worker.handler.load(game)
        caller, _ = await self._worker.callers.in_game(game, token)
        async with self._worker.hub.follow(stored, caller, 0, token) as reader:
            self.begun.set()
            async for several in of_events(reader, MESSAGES, SILENT, snapshot=False):
                self.frames += map(json.loads, several)

    @property
    def events(self) -> list[int]:
        """The versions of the events received."""
        return [one["id"] for one in self.frames if one["type"] == "event"]

    async def until(self, version: int) -> None:
        """Wait for this event."""
        await until(lambda: version in self.events)

    async def last(self) -> dict[str, Any]:
        """Wait for the end and return the last frame."""
        await self._ended
        return self.frames[-1]


class Rights(NamedTuple):
    """A game of hidden cards, and the accounts with rights in it."""

    game: str
    players: list[Issued]
    judges: list[Issued]

    async def act(self, worker: Worker, random: Random) -> bool:
        """Take an action for a seat that is due; return whether one was due."""
        now = (await worker.handler.load(self.game)).game
        if not now.people_due:
            return False
        seat = random.choice(now.people_due)
        action = random.choice(list(VEIL.legal(now.position, seat)))
        by = Seated(seat, self.players[seat].account.id)
        await worker.handler.perform(self.game, by, [action])
        return True

    async def play(self, worker: Worker) -> None:
        """Play to the end."""
        random = Random(1)
        while await self.act(worker, random):
            pass


async def dealt(worker: Worker) -> Rights:
    """Open a game with two players and two arbiters."""
    game = (await worker.handler.open(VEIL, VEIL.options_type(), None)).stored.game.id
    players = [await worker.register.open(f"Player {seat}", PLAY) for seat in (0, 1)]
    judges = [await worker.register.open(f"Judge {number}", JUDGE) for number in (0, 1)]
    for seat, player in enumerate(players):
        await worker.handler.perform(game, seat, [TakeSeat(seat, player=player.account.id)])
    return Rights(game, players, judges)


WAYS: dict[str, Callable[[Register, Issued], Awaitable[object]]] = {
    "revoked": lambda register, issued: register.revoke(issued.token.id, OPERATOR),
    "rotated": lambda register, issued: register.rotate(issued.token.id, 0, OPERATOR),
}


async def after(seconds: float, work: Awaitable[object]) -> None:
    """Run this after a while."""
    await asyncio.sleep(seconds)
    await work


@pytest.mark.parametrize("way", WAYS)
def test_no_event_committed_after_the_token_became_invalid_is_sent(
    store: OpenStore, way: str, seed: int
) -> None:
    """Whichever worker revokes or acts, and whenever; a token that stays valid gets every event."""

    async def one_round(here: Worker, there: Worker, random: Random) -> list[int]:
        """Play a game; return how many events each stream that ended early missed."""
        rights = await dealt(here)
        everybody = [*rights.players, *rights.judges]
        opened = await here.streams(rights.game, *(one.secret for one in everybody))
        stays, *goes = random.sample(range(4), 4)
        moments = [(random.randrange(4), random.random() * 0.004, one) for one in goes]
        for moment in itertools.count():
            acting = rights.act(random.choice((here, there)), random)
            going = [
                after(wait, WAYS[way](there.register, everybody[one]))
                for when, wait, one in moments
                if when == moment
            ]
            goes_on, *_ = await asyncio.gather(acting, *going)
            if not goes_on:
                break
        last = await here.version(rights.game)
        places = {(one.stream, one.version): one.position for one in here.log.notices(0, 10**6)}
        missed = []
        for one in goes:
            end, events = await opened[one].last(), opened[one].events
            gone = places[f"{ACCOUNT}{everybody[one].account.id}", 3]
            late = [each for each in events if places[rights.game, each] > gone]
            assert not late, f"{late} were sent after the token was {way}"
            assert events == list(range(1, len(events) + 1))
            if len(events) < last:
                assert end == RIGHTS_ARE_GONE
                missed.append(last - len(events))
        assert (await opened[stays].last())["type"] == "end"
        assert opened[stays].events == list(range(1, last + 1))
        return missed

    async def scene(log: Log, other_log: Log) -> None:
        random = Random(f"{seed} {way}")
        here, there = Worker(log, 1), Worker(other_log, 2)
        here.hears(there)
        missed = [one for _ in range(ROUNDS) for one in await one_round(here, there, random)]
        assert len(missed) > ROUNDS, "streams ended in the middle of games"
        assert sum(missed) > 4 * len(missed), "there was something to keep from them"

    with registered(veiled.VEIL), store() as log, store() as other_log:
        stores.run(scene(log, other_log))


@on_both_engines
def test_events_committed_during_a_check_wait_for_the_next_check(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log says the token is valid; then it is revoked, and then another event is committed."""

    async def scene(log: Log, other_log: Log) -> None:
        here, there, random = Worker(log, 1), Worker(other_log, 2), Random(1)
        here.hears(there)
        rights = await dealt(here)
        judge = rights.judges[0]
        (stream,) = await here.streams(rights.game, judge.secret)
        await stream.until(await here.version(rights.game))
        tail, loop, ask = here.hub._tails[rights.game], asyncio.get_running_loop(), log.versions
        checked: list[int] = []

        async def meanwhile() -> None:
            checked.append(tail.version)
            await there.register.revoke(judge.token.id, OPERATOR)
            await rights.act(there, random)
            await until(lambda: tail.version > checked[0])

        def slow(streams: Sequence[str]) -> Mapping[str, int]:
            monkeypatch.undo()
            found = ask(streams)
            asyncio.run_coroutine_threadsafe(meanwhile(), loop).result(30)
            return found

        monkeypatch.setattr(log, "versions", slow)
        await rights.act(here, random)
        await until(lambda: bool(checked) and tail.version > checked[0])
        await rights.play(here)
        assert await stream.last() == RIGHTS_ARE_GONE
        assert stream.events == list(range(1, checked[0] + 1))

    with registered(veiled.VEIL), store() as log, store() as other_log:
        stores.run(scene(log, other_log))


def test_no_event_after_the_token_expired_is_sent(store: OpenStore) -> None:
    """Nor is any sent after the grace period of an earlier secret."""
    soon, then = "2025-01-01T12:00:10.000000Z", "2025-01-01T12:00:10.000001Z"

    async def scene(worker: Worker) -> None:
        worker.clock = lambda: stores.AT
        rights = await dealt(worker)
        judge, other = rights.judges
        expiring = await worker.register.make(
            judge.account.id, NewToken("x", ("arbitrate",), soon), OPERATOR
        )
        await worker.register.rotate(other.token.id, 10, OPERATOR)
        secrets = judge.secret, expiring.secret, other.secret
        stays, *go = opened = await worker.streams(rights.game, *secrets)
        await rights.act(worker, Random(1))
        before = await worker.version(rights.game)
        for one in opened:
            await one.until(before)
        worker.clock = lambda: then
        await rights.play(worker)
        for one in go:
            assert await one.last() == RIGHTS_ARE_GONE
            assert one.events == list(range(1, before + 1))
        assert (await stays.last())["type"] == "end"

    with registered(veiled.VEIL), store() as log:
        stores.run(scene(Worker(log, 1)))


class FakeIssuer:
    """A fake issuer."""

    def __init__(self) -> None:
        self.says: Exception | None = None
        self.asked = 0

    async def subject(self, token: str) -> Subject:
        """Return the subject of a token, or raise what the test has set."""
        self.asked += 1
        if self.says is not None:
            raise self.says
        return Subject(token, None, frozenset({"arbitrate"}))


def test_a_token_of_an_issuer_is_checked_for_each_event(store: OpenStore) -> None:
    """While the issuer is unavailable the stream holds events back; it sends them later."""

    async def scene(log: Log) -> None:
        issuer = FakeIssuer()
        worker = Worker(log, 1, issuer)
        rights = await dealt(worker)
        (stream,) = await worker.streams(rights.game, "a.b.c")
        await stream.until(await worker.version(rights.game))
        issuer.says, before = IssuerUnavailable("away"), list(stream.events)
        await rights.act(worker, Random(1))
        asked = issuer.asked
        await until(lambda: issuer.asked > asked + 1)
        assert stream.events == before
        issuer.says = None
        await stream.until(await worker.version(rights.game))
        issuer.says, before = Unauthorized(), list(stream.events)
        await rights.play(worker)
        assert await stream.last() == RIGHTS_ARE_GONE
        assert stream.events == before

    with registered(veiled.VEIL), store() as log:
        stores.run(scene(log))


def test_a_player_who_stood_up_sees_nothing_of_a_private_game(store: OpenStore) -> None:
    """Even if the game hides nothing from its spectators."""

    async def scene(worker: Worker) -> None:
        opening = worker.handler.open(
            RULES, RULES.options_type(), None, policy=Policy(spectators=Refused())
        )
        game = (await opening).stored.game.id
        ana, eva = [await worker.register.open(name, PLAY) for name in ("Ana", "Eva")]
        await worker.handler.perform(game, 0, [TakeSeat(0, player=ana.account.id)])
        stood, sits = await worker.streams(game, ana.secret, eva.secret)
        await worker.handler.perform(game, Seated(0, ana.account.id), [LeaveSeat(0)])
        left = await worker.version(game)
        await worker.handler.perform(game, 0, [TakeSeat(0)])
        await worker.handler.perform(game, 1, [TakeSeat(1)])
        assert await stood.last() == RIGHTS_ARE_GONE
        assert max(stood.events) <= left
        worker.hub.end_streams()
        await sits.last()

    with store() as log:
        stores.run(scene(Worker(log, 1)))


def test_a_revoked_token_gets_no_presence(store: OpenStore) -> None:
    """Nor does it get the game, if it was revoked just before its stream began."""

    async def scene(worker: Worker) -> None:
        rights = await dealt(worker)
        judge, other = rights.judges
        (stream,) = await worker.streams(rights.game, judge.secret)
        await stream.until(await worker.version(rights.game))
        stored = await worker.handler.load(rights.game)
        caller, _ = await worker.callers.in_game(rights.game, other.secret)
        for one in rights.judges:
            await worker.register.revoke(one.token.id, OPERATOR)
        worker.hub._gathered(rights.game, Present((0,), 3))
        assert await stream.last() == RIGHTS_ARE_GONE
        assert "presence" not in [one["type"] for one in stream.frames]
        async with worker.hub.follow(stored, caller, None, other.secret) as reader:
            frames = [
                json.loads(one)
                async for (one,) in of_events(reader, MESSAGES, SILENT, snapshot=None)
            ]
        assert frames == [RIGHTS_ARE_GONE]

    with registered(veiled.VEIL), store() as log:
        stores.run(scene(Worker(log, 1)))
