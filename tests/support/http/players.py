"""Clients that keep playing through every fault, as real clients should.

They retry a request that got no response or a 503, with the same ``Idempotency-Key``, on any of the
workers. They keep what was acknowledged, to compare it with the log at the end.
"""

import itertools
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from random import Random
from time import monotonic, sleep
from typing import Any, NamedTuple

import httpx

from tests.support.http.client import Json, Table, good, seat_due
from tests.support.http.plain import plain_client
from tests.support.proof import verifier
from tests.support.run.waiting import until

ANSWER_SECONDS_MAX = 120

ROUNDS_MAX = 3
"""Where a game ends at the latest: at the end of a test, each player plays one to its end."""

PAUSE_SECONDS = 0.1
"""Before each action of a player who plays slowly."""

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
    """Opens games and plays all of their human seats, whatever happens to the service.

    ``urls`` returns the current URLs of the service's workers.
    """

    def __init__(
        self,
        urls: Callable[[], Sequence[str]],
        name: str,
        stopping: threading.Event,
        broken: threading.Event,
    ) -> None:
        self._urls = urls
        self._broken = broken
        self._random = Random(name)
        self._name = name
        self._stopping = stopping
        self._keys = itertools.count()
        self._http: httpx.Client | None = None
        self.failed = False
        """Whether it met an error that no fault excuses, and gave up."""
        self.pause_seconds = 0.0
        """How long it waits before each action."""
        self.unanswered = 0
        """Requests that got no response."""
        self.unavailable = 0
        """Requests that got a 503."""
        self.said: dict[str, list[Said]] = {}
        self.opened: dict[str, Json] = {}

    def play(self) -> "Player":
        """Play one game after another, the last one to its end."""
        try:
            while not self._stopping.is_set():
                self._play_one(dict(self._random.choice(TABLES)))
        except BaseException:
            self.failed = True
            raise
        finally:
            self._hang_up()
        return self

    def _play_one(self, options: Json) -> None:
        bots = options.pop("bots", {})
        options = {"max_rounds": ROUNDS_MAX, **options}
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
        if self.pause_seconds:
            self._broken.wait(self.pause_seconds)
        url = f"/v1/games/{game}"
        legal = self._ask("GET", f"{url}/legal-actions?limit=50", token)["actions"]
        actions = [self._random.choice(legal)]
        done = self._ask("POST", f"{url}/actions", token, {"actions": actions})
        self.said[game].append(Said(seat, tuple(done["events"])))
        return dict(done["game"])

    def _ask(self, method: str, path: str, token: str | None, asked: Any = None) -> Json:
        """Send a request with one key until it gets a response, and return its body."""
        headers = {} if method == "GET" else {"Idempotency-Key": f"{self._name}-{next(self._keys)}"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        deadline = monotonic() + ANSWER_SECONDS_MAX
        while monotonic() < deadline and not self._broken.is_set():
            http = self._http = self._http or self._dial()
            try:
                answer = http.request(method, path, headers=headers, json=asked)
            except httpx.TransportError:
                self.unanswered += 1
                self._hang_up()
                self._broken.wait(0.01)
                continue
            if answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
                assert int(answer.headers["Retry-After"]) > 0
                self.unavailable += 1
                self._hang_up()
                self._broken.wait(0.05)  # not the second in Retry-After: the tests would take long
                continue
            return good(answer)
        raise TimeoutError(path)

    def _dial(self) -> httpx.Client:
        urls: Sequence[str] = ()
        while not (urls := self._urls()):
            if self._broken.wait(0.01):
                raise TimeoutError("no worker runs")
        return plain_client(self._random.choice(urls))

    def _hang_up(self) -> None:
        if self._http is not None:
            self._http.close()
            self._http = None


@contextmanager
def playing(
    urls: Callable[[], Sequence[str]], seed: object, count: int = 4
) -> Iterator[Sequence[Player]]:
    """Let ``count`` players play during the block, then play their games to the end.

    After the block, every request has a response.
    """
    stopping, broken = threading.Event(), threading.Event()
    players = [Player(urls, f"{seed}-{number}", stopping, broken) for number in range(count)]
    with ThreadPoolExecutor(count) as threads:
        working = [threads.submit(player.play) for player in players]

        def one_failed(work: "Future[Player]") -> None:
            if work.exception() is not None:
                broken.set()  # so that the others stop, too

        for work in working:
            work.add_done_callback(one_failed)
        try:
            yield players
        except BaseException as failure:
            broken.set()
            for mistake in [work.exception() for work in working]:
                if mistake is not None and not isinstance(mistake, TimeoutError):
                    raise mistake from failure  # it came first, and explains more
            raise
        finally:
            stopping.set()
        for work in working:
            work.result()


@contextmanager
def slowly(players: Sequence[Player]) -> Iterator[None]:
    """Let these players act a few times a second while a test waits for something else."""
    for player in players:
        player.pause_seconds = PAUSE_SECONDS
    try:
        yield
    finally:
        for player in players:
            player.pause_seconds = 0.0


def opened(players: Sequence[Player]) -> list[str]:
    """Return the games that these players have opened so far."""
    return [game for player in players for game in list(player.opened)]


def acknowledged(players: Sequence[Player]) -> int:
    """Return how many actions the service has acknowledged so far."""
    return sum(len(said) for player in players for said in list(player.said.values()))


def play_on(players: Sequence[Player], actions: int = 30) -> None:
    """Wait until the service has acknowledged this many more actions."""
    enough = acknowledged(players) + actions
    _until(players, lambda: acknowledged(players) >= enough, f"acknowledged action {enough}")


def refused(players: Sequence[Player]) -> int:
    """Return how many requests have got a 503 so far."""
    return sum(player.unavailable for player in players)


def be_refused(players: Sequence[Player], requests: int = 12) -> None:
    """Wait until this many more requests have got a 503."""
    enough = refused(players) + requests
    _until(players, lambda: refused(players) >= enough, f"answer {enough} with 503")


def _until(players: Sequence[Player], happens: Callable[[], bool], what: str) -> None:
    until(lambda: happens() or any(player.failed for player in players), what)
    assert happens(), f"a player failed before {what}"


def must_all_be_true(players: Sequence[Player], http: httpx.Client) -> None:
    """Assert that every game of these players is as the service acknowledged it."""
    for player in players:
        for game, said in player.said.items():
            must_be_true(Table(http, player.opened[game]), said)


def must_be_true(table: Table, said: list[Said]) -> None:
    """Assert that the game is over, its hashes match, and it has each acknowledged event once."""
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
    assert played == acknowledged, "the log has an action that was not acknowledged, or one twice"
    assert len({one.events[0]["version"] for one in said}) == len(said)
