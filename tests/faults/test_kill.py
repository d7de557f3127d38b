"""The service is killed in mid-game, again and again, and nothing that it said is lost or doubled.

Clients play on through it all as real ones should: a request that was not answered is sent again
with the same ``Idempotency-Key``.
"""

import itertools
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import monotonic, sleep
from typing import Any, NamedTuple

import httpx
import pytest

from tests.support import verifier
from tests.support.client import Json, Table, create, good, play, seat_due, start
from tests.support.served import Served

pytestmark = pytest.mark.process

KILLS = 22
PLAYERS = 4
ANSWER_SECONDS_MAX = 120

TABLES: list[Json] = [
    {"players": 2},
    {"players": 3, "setup": "yucata"},
    {"players": 4, "seating": "adjacent"},
    {"players": 2, "bots": {1: "random"}},
    {"players": 4, "bots": {0: "random", 1: "greedy", 3: "random"}},
]


class Said(NamedTuple):
    """What the service acknowledged: events of one action of one seat."""

    seat: int
    events: tuple[Json, ...]


class Player:
    """Opens games and plays all of their human seats, whatever happens to the service."""

    def __init__(
        self, served: Served, name: str, stopping: threading.Event, broken: threading.Event
    ) -> None:
        self._served = served
        self._broken = broken
        self._random = Random(name)
        self._name = name
        self._stopping = stopping
        self._keys = itertools.count()
        self._http: httpx.Client | None = None
        self.unanswered = 0
        self.said: dict[str, list[Said]] = {}
        self.opened: dict[str, Json] = {}

    def play(self) -> "Player":
        """Play one game after the other, the last one to its end."""
        try:
            while not self._stopping.is_set():
                self._play_one(dict(self._random.choice(TABLES)))
        finally:
            self._hang_up()
        return self

    def _play_one(self, options: Json) -> None:
        bots = options.pop("bots", {})
        asked = {"ruleset": "carolus-magnus", "options": options}
        created = self._ask("POST", "/v1/games", None, asked)
        game = created["game"]["id"]
        assert self.opened.setdefault(game, created) == created
        self.said[game] = []
        tokens = created["tokens"]
        now = created["game"]
        for seat in range(options["players"]):
            token = tokens["creator"] if seat in bots else tokens["seats"][seat]
            sit = {"bot": bots[seat]} if seat in bots else {"name": f"{self._name} {seat} 👑"}
            now = self._ask("PUT", f"/v1/games/{game}/seats/{seat}", token, sit)
        while now["status"] == "running":
            due = seat_due(now)
            if due in bots:
                sleep(0.005)
                now = self._ask("GET", f"/v1/games/{game}", None)
            else:
                now = self._act(game, due, tokens["seats"][due])

    def _act(self, game: str, seat: Any, token: str) -> Json:
        url = f"/v1/games/{game}"
        legal = self._ask("GET", f"{url}/legal-actions?limit=50", token)["actions"]
        actions = [self._random.choice(legal)]
        done = self._ask("POST", f"{url}/actions", token, {"actions": actions})
        self.said[game].append(Said(seat, tuple(done["events"])))
        return dict(done["game"])

    def _ask(self, method: str, path: str, token: str | None, asked: Any = None) -> Json:
        """Send a request until it is answered, with one key, and return the answer."""
        headers = {} if method == "GET" else {"Idempotency-Key": f"{self._name}-{next(self._keys)}"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        deadline = monotonic() + ANSWER_SECONDS_MAX
        while monotonic() < deadline and not self._broken.is_set():
            http = self._http = self._http or self._served.client()
            try:
                answer = http.request(method, path, headers=headers, json=asked)
            except httpx.TransportError:
                self.unanswered += 1
                self._hang_up()
                old = str(http.base_url).rstrip("/")
                while old == self._served.url and monotonic() < deadline:
                    if self._broken.wait(0.01):
                        break
                continue
            return good(answer)
        raise TimeoutError(path)

    def _hang_up(self) -> None:
        if self._http is not None:
            self._http.close()
            self._http = None


def test_killed_again_and_again_nothing_is_lost_or_doubled(served: Served, seed: int) -> None:
    """Four clients play while the service is killed at random moments, then prove all games."""
    random = Random(seed)
    served.start()
    stopping, broken = threading.Event(), threading.Event()
    names = [f"{seed}-{number}" for number in range(PLAYERS)]
    players = [Player(served, name, stopping, broken) for name in names]
    with ThreadPoolExecutor(PLAYERS) as threads:
        playing = [threads.submit(player.play) for player in players]
        try:
            for _ in range(KILLS):
                sleep(random.uniform(0, 0.4))
                served.kill()
                served.start()
        except BaseException:
            broken.set()
            raise
        finally:
            stopping.set()
        for one in playing:
            one.result()
    assert served.kills == KILLS
    assert sum(player.unanswered for player in players) >= KILLS // 2, "killed at idle moments"
    with served.client() as http:
        for player in players:
            for game, said in player.said.items():
                must_be_true(Table(http, player.opened[game]), said)


def must_be_true(table: Table, said: list[Said]) -> None:
    """The game is over, its hashes hold, and it has exactly what was acknowledged, once."""
    now = table.now()
    assert now["status"] == "over"
    events = table.events()
    assert verifier.head_of(table.id, events) == now["head"]
    by_seat = [event for event in events if isinstance(event["by"], int)]
    stood = Counter(event["hash"] for event in events)
    for one in said:
        for event in one.events:
            assert events[event["version"] - 1] == event, "an acknowledged event is another now"
            assert stood[event["hash"]] == 1
    people = {one.seat for one in said}
    acknowledged = {
        event["version"] for one in said for event in one.events if event["by"] == one.seat
    }
    played = {
        event["version"]
        for event in by_seat
        if event["by"] in people and event["type"] not in {"seat_taken", "game_started"}
    }
    assert played == acknowledged, "an action is in the log that nobody was told of, or twice"
    assert len({one.events[0]["version"] for one in said}) == len(said)


# --- bots --------------------------------------------------------------------------------------


def until(happens: Callable[[], bool]) -> None:
    """Wait until this is so; the deadline is far beyond what it should take."""
    deadline = monotonic() + 60
    while not happens():
        assert monotonic() < deadline
        sleep(0.01)


def test_bots_play_on_by_themselves_after_a_kill(served: Served) -> None:
    """Nobody asks for anything but the state: the house finds its games in the log."""
    with served.start().client() as http:
        tables = [start(http, {0: "random", 1: "random"}) for _ in range(5)]
        tables += [start(http, dict.fromkeys(range(4), "greedy"), players=4)]
    served.kill()
    for _ in range(2):
        served.start()
        served.kill()
    with served.start().client() as http:
        again = [Table(http, {"game": {"id": one.id}, "tokens": one.tokens}) for one in tables]
        for table in again:
            until(lambda table=table: table.now()["status"] == "over")  # type: ignore[misc]
            assert verifier.head_of(table.id, table.events()) == table.now()["head"]


def test_a_seat_that_resigned_is_played_on_after_a_kill(served: Served) -> None:
    """The stand-in of the house goes on where the log ends, and so does who stayed."""
    with served.start().client() as http:
        table = start(http, players=3)
        good(table.act(1, {"type": "resign"}))
    served.kill()
    with served.start().client() as http:
        again = Table(http, {"game": {"id": table.id}, "tokens": table.tokens})
        for _ in play(again, Random(1), people=(0, 2)):
            pass
        now = again.now()
        assert now["status"] == "over"
        assert now["seats"][1]["resigned"]
        assert any(one["by"] == 1 and one["type"] == "disc_played" for one in again.events())


def test_a_creation_that_was_not_answered_is_asked_for_again(served: Served) -> None:
    """After a kill the same key gives the same game and the same tokens."""
    headers = {"Idempotency-Key": "8f14e45f-ceea"}
    with served.start().client() as http:
        before = create(http, headers, players=2)
    served.kill()
    with served.start().client() as http:
        after = create(http, headers, players=2)
        assert (after.id, after.tokens) == (before.id, before.tokens)
        good(after.sit(0))
