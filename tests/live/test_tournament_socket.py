"""Test the WebSocket of a tournament: the frames of its stream, and answers as over HTTP."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession

from service.http.parts import parts_in
from service.live.streams import Pace
from tests.support.http.channels import Channel
from tests.support.http.client import Json
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of
from tests.support.tournaments.over_http import OF_TWO, WHY, Cup, Member, Scene

ABORT: Json = {"type": "abort_tournament", "reason": WHY}


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Yield a service that sends heartbeats often."""
    pace = Pace(heartbeat_seconds=0.2)
    with application_on(settings_of(tmp_path), pace) as app, TestClient(app) as http:
        yield Scene(http, parts_in(app))


class Talk:
    """A conversation, and all messages of both sides."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket
        self.heard: list[Json] = []
        self.said: list[Json] = []

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.said.append(message)
        self._socket.send_json(message)

    def hear(self, kind: str) -> Json:
        """Return the next message of this type."""
        while True:
            self.heard.append(self._socket.receive_json(timeout=30))
            if self.heard[-1]["type"] == kind:
                return self.heard[-1]

    def asked(self, kind: str, *actions: Json | str, **members: Any) -> Json:
        """Send actions, and return the data of the reply."""
        sent = [{"type": one} if isinstance(one, str) else one for one in actions]
        self.say(type="act", actions=sent, **members)
        reply = self.hear(kind)
        assert reply["id"] == members.get("id")
        found: Json = reply["data"]
        return found

    def closed(self) -> int:
        """Read to the end, and return the code."""
        try:
            while True:
                self.heard.append(self._socket.receive_json(timeout=30))
        except WebSocketDisconnect as ended:
            return int(ended.code)


def live(cup: Cup, who: Member | None = None, **query: Any) -> WebSocketTestSession:
    """Connect to a tournament; the token of an account is in a header."""
    assert isinstance(cup.http, TestClient)
    headers = {} if who is None else who.headers
    return cup.http.websocket_connect(f"{cup.url}/live", params=query, headers=headers)


def token(who: Member) -> str:
    """Return the token of an account."""
    return who.headers["Authorization"].removeprefix("Bearer ")


def test_a_tournament_over_a_socket(scene: Scene) -> None:
    """Enter, run and end it; the document describes all messages, and each kind of them comes."""
    cup = scene.announce(**OF_TWO, real_tables=True)
    ana = scene.member("Ana")
    with live(cup, cup.organiser) as running, live(cup) as playing:
        organiser, player = Talk(running), Talk(playing)
        player.say(type="hello", token=token(ana))
        assert player.hear("tournament")["data"] == cup.get()
        done = player.asked("answer", ana.entry, id="in", version=1, key="one")
        assert (done["type"], done["version"], len(done["sentences"])) == ("taken", 2, 1)
        assert organiser.hear("event")["data"] == cup.get("/events", after=1)["events"][0]
        again = cup.ask(ana, ana.entry, Idempotency_Key="one").json()
        assert again["events"] == done["events"]
        twice = player.asked("problem", ana.entry, id=2)
        assert (twice["status"], twice["rule"]) == (409, "TN-ENTER-3")
        stale = player.asked("problem", ana.entry, id=3, version=1)
        assert stale["status"] == 412
        organiser.asked("problem", "close_registration", id=4, role="player")
        replay = {"type": "order_replay", "round": 1, "table": 1, "reason": "A power cut"}
        unseen = organiser.asked("problem", replay, id=6, role="arbiter")
        assert (unseen["status"], unseen["facts"]) == (428, {"actions": ["order_replay"]})
        running.send_text('{"type": "act", "actions": [], "actions": ["close_registration"]}')
        assert organiser.hear("problem")["data"]["status"] == 400
        organiser.asked("answer", ABORT, id=5, role="organiser")
        assert organiser.closed() == player.closed() == 1000
        described = Channel("tournamentLive")
        for message in (*organiser.heard, *player.heard, *organiser.said, *player.said):
            described.takes(message)
            described.refuses({**message, "unknown": 1})
        assert described.missing <= {"heartbeat", "dropped"}


def test_anyone_follows_and_only_accounts_act(scene: Scene) -> None:
    """A spectator continues where it was; a token that is not valid ends the conversation."""
    cup = scene.announce()
    with live(cup, after=1) as socket:
        spectator = Talk(socket)
        spectator.say(type="hello")
        spectator.hear("heartbeat")
        assert spectator.asked("problem", ABORT)["status"] == 401
        cup.run("close_registration")
        assert spectator.hear("event")["id"] == 2
    with live(cup) as socket:
        stranger = Talk(socket)
        stranger.say(type="hello", token="carolus_nobody")
        assert stranger.hear("problem")["data"]["status"] == 401
        assert stranger.closed() == 4401


def test_an_unknown_tournament_cannot_be_followed(scene: Scene) -> None:
    """A request that is not a handshake gets 426."""
    cup = scene.announce()
    assert scene.http.get(f"{cup.url}/live").status_code == 426
    cup.url = "/v1/tournaments/nothing"
    with live(cup, cup.organiser) as socket:
        lost = Talk(socket)
        assert lost.hear("problem")["data"]["status"] == 404
        assert lost.closed() == 4404
