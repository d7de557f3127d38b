"""Test webhooks with real processes: two workers, and a receiver that fails in several ways."""

import itertools
import json
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import httpx
import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from service.webhooks.queue import LEASE_SECONDS
from tests.support.http.client import Json, Table, create, good
from tests.support.run.waiting import until
from tests.support.servers import jumping
from tests.support.servers.receiver import NEVER, Message, Receiver
from tests.support.servers.site import Site
from tests.support.storage.stores import on_both_engines

pytestmark = pytest.mark.process

ALL = ["game.started", "game.action", "game.turn", "game.over"]
ACTIONS = 12


class Owner:
    """A player with an account, and webhooks."""

    def __init__(self, http: httpx.Client) -> None:
        made = good(http.post("/v1/players", json={"name": "Ana"}))
        self.id = made["player"]["id"]
        self.secret = made["secret"]
        self.headers = {"Authorization": f"Bearer {self.secret}"}

    def hook(
        self, http: httpx.Client, url: str, about: str = "me", events: Sequence[str] = tuple(ALL)
    ) -> Json:
        """Create a webhook."""
        asked = {"url": url, "about": about, "events": events}
        return good(http.post("/v1/webhooks", json=asked, headers=self.headers))

    def look(self, http: httpx.Client, hook: Json) -> Json:
        """Return the state of its deliveries."""
        return good(http.get(f"/v1/webhooks/{hook['webhook']['id']}", headers=self.headers))

    def test(self, http: httpx.Client, hook: Json) -> Json:
        """Send a test message."""
        address = f"/v1/webhooks/{hook['webhook']['id']}/test"
        return good(http.post(address, headers=self.headers))


def started(http: httpx.Client, owner: Owner, **terms: Any) -> Table:
    """Return a game that has started, with the owner on the first seat."""
    table = create(http, owner.headers, terms)
    good(table.sit(0, headers={"Carolus-Player": owner.secret}))
    good(table.sit(1))
    return table


def act(tables: Sequence[Table], actions: int = ACTIONS) -> None:
    """Play this many actions, each at the next worker."""
    random = Random(7)
    for table in itertools.islice(itertools.cycle(tables), actions):
        (due,) = good(table.http.get(table.url, headers=table.headers(0)))["awaits"]
        good(table.act(due["seat"], table.any_action(due["seat"], random)))


def received(receiver: Receiver, path: str, kind: str, game: str = "") -> list[Json]:
    """Return the messages of a kind that a path received, each once, in order."""
    found = {one.id: json.loads(one.body) for one in receiver.got() if one.path == path}
    return [
        one
        for one in found.values()
        if one["type"] == kind and (not game or one["data"]["game"]["id"] == game)
    ]


def knows_the_end(receiver: Receiver, path: str, game: Table) -> bool:
    """Return whether the receiver knows the end of a game."""
    return bool(received(receiver, path, "game.over", game.id))


def must_be_signed(messages: Sequence[Message], secret: str) -> None:
    """Check that each message is signed with this secret, and that one id has one body."""
    bodies: dict[str, str] = {}
    for one in messages:
        Webhook(secret).verify(one.body, one.headers)
        assert bodies.setdefault(one.id, one.body) == one.body
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(f"{one.body} ", one.headers)


def is_measured(site: Site, line: str) -> bool:
    """Return whether a worker has this line in its metrics."""
    with site.client(0) as http, site.client(1) as other:
        return any(line in one.get("/metrics").text for one in (http, other))


@on_both_engines
@pytest.mark.long
def test_two_workers_send_everything(site: Site, receiver: Receiver) -> None:
    """Each message is sent once, signed, in order; the lobby gets little about private games."""
    with site.client(0) as http, site.client(1) as other:
        owner, organiser = Owner(http), Owner(http)
        made = site.run(
            *("token", "make", "--account", organiser.id, "--scope", "organise"),
        )
        organiser.headers = {"Authorization": f"Bearer {made.strip()}"}
        mine = owner.hook(http, f"{receiver.url}/mine")
        lobby = organiser.hook(other, f"{receiver.url}/lobby", "lobby", ["game.started", *ALL])
        assert lobby["webhook"]["events"] == ALL
        first = started(http, owner)
        hidden = started(http, owner, spectators={"kind": "refused"})
        whole = [first, Table(other, {"game": {"id": first.id}, "tokens": first.tokens})]
        act(whole)
        act([hidden], 4)
        # Messages combine events that were read together, so a turn that was over by then has none.
        while first.now()["awaits"][0]["seat"] != 0:
            act([first], 1)
        until(lambda: bool(received(receiver, "/hook/mine", "game.turn", first.id)))
        assert http.get(hidden.url).status_code == 403
        for table in (first, hidden):
            good(table.act(0, {"type": "resign"}))
        for path, game in itertools.product(("/hook/mine", "/hook/lobby"), (first, hidden)):
            until(partial(knows_the_end, receiver, path, game))
            assert len(received(receiver, path, "game.started", game.id)) == 1
            (over,) = received(receiver, path, "game.over", game.id)
            now = game.now()
            assert over["data"]["game"]["status"] == "over"
            assert over["data"]["game"]["version"] == now["version"]
            assert over["data"]["head"] == now["head"]
        for game in (first, hidden):
            actions = received(receiver, "/hook/mine", "game.action", game.id)
            versions = [one["data"]["game"]["version"] for one in actions]
            assert versions == sorted(set(versions))
            assert versions[-1] == game.now()["version"]
        turns = received(receiver, "/hook/mine", "game.turn")
        assert turns
        assert all(one["data"]["seats"] == [0] for one in turns)
        assert received(receiver, "/hook/lobby", "game.action", first.id)
        of_hidden = received(receiver, "/hook/lobby", "game.action", hidden.id)
        assert all(one["data"]["game"]["status"] != "running" for one in of_hidden)
        assert received(receiver, "/hook/lobby", "game.turn", hidden.id) == []
        for hook, path in ((mine, "/hook/mine"), (lobby, "/hook/lobby")):
            must_be_signed([one for one in receiver.got() if one.path == path], hook["secret"])
        state = http.get("/v1/webhooks", headers=owner.headers)
        assert mine["secret"] not in state.text
        assert state.json()["webhooks"][0]["failures"] == 0
        metrics = http.get("/metrics").text + other.get("/metrics").text
        assert 'carolus_webhook_deliveries_total{outcome="delivered"}' in metrics
        until(lambda: is_measured(site, 'carolus_webhooks{state="ok"} 2.0'))
    for worker in site.workers:
        assert mine["secret"] not in worker.log.read_text("utf-8")


@on_both_engines
def test_a_worker_is_killed_in_the_middle(site: Site, receiver: Receiver) -> None:
    """After the lease, the other worker sends its unfinished message, with the same id."""
    site.workers[1].kill()
    receiver.answers(NEVER)
    with site.client(0) as http:
        owner = Owner(http)
        hook = owner.hook(http, receiver.url)
        game = started(http, owner)
        until(lambda: bool(receiver.got()), "a first try")
    site.workers[0].kill()
    receiver.answers("200")
    site.workers[1].start()
    jumping.jump(site.folder, site.workers[1].pid, LEASE_SECONDS)
    until(lambda: bool(received(receiver, "/hook", "game.started", game.id)), "the second try")
    with site.client(1) as http:
        game.http = http
        good(game.act(1, {"type": "resign"}))
        until(lambda: knows_the_end(receiver, "/hook", game))
    first, *others = receiver.got()
    assert first.id in [one.id for one in others]
    must_be_signed([first, *others], hook["secret"])


@pytest.mark.long
def test_a_receiver_is_down_and_comes_back(site: Site, receiver: Receiver) -> None:
    """The owner sees the failures; after the restart, all messages arrive in order."""
    with site.client(0) as http:
        owner = Owner(http)
        hook = owner.hook(http, receiver.url)
        receiver.kill()
        game = started(http, owner)
        act([game], 4)
        until(lambda: owner.look(http, hook)["failures"] >= 2, "two failures")
        failing = owner.look(http, hook)
        assert failing["last_error"] == "no answer: ConnectError"
        assert failing["next_try"] > failing["failing_since"]
        receiver.start()
        good(game.act(0, {"type": "resign"}))
        until(lambda: knows_the_end(receiver, "/hook", game))
        until(lambda: owner.look(http, hook)["failures"] == 0)
        assert owner.look(http, hook)["last_success"] is not None
    numbers = [int(one.id.rpartition("-")[2]) for one in receiver.got()]
    assert numbers == sorted(numbers)
    assert receiver.got()[0].type in {"game.action", "game.started"}


@pytest.mark.long
def test_a_receiver_wants_no_more(site: Site, receiver: Receiver) -> None:
    """A 410 disables the webhook at once; a successful test enables it again."""
    receiver.answers("410")
    with site.client(0) as http:
        owner = Owner(http)
        hook = owner.hook(http, receiver.url)
        game = started(http, owner)
        until(lambda: owner.look(http, hook)["disabled_at"] is not None)
        assert owner.look(http, hook)["disabled_why"] == "the answer was 410"
        until(lambda: is_measured(site, 'carolus_webhooks_disabled_total{why="gone"} 1.0'))
        assert owner.test(http, hook) == {"taken": False, "error": "the answer was 410"}
        receiver.answers("302")
        assert owner.test(http, hook) == {"taken": False, "error": "the answer was 302"}
        assert "/elsewhere" not in {one.path for one in receiver.got()}
        receiver.answers("200")
        assert owner.test(http, hook) == {"taken": True, "error": None}
        assert receiver.got()[-1].type == "webhook.test"
        assert owner.look(http, hook)["disabled_at"] is None
        before = len(receiver.got())
        good(game.act(0, {"type": "resign"}))
        until(lambda: knows_the_end(receiver, "/hook", game))
        since = receiver.got()[before:]
        assert {one.type for one in since} == {"game.action", "game.over"}
