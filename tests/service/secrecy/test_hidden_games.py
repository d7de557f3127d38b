"""A game with hidden information, over HTTP: players see only what their seat may see.

The game is Veil, from ``tests/support/games/veiled.py``. Its cards have names, so the tests can
search all bytes sent for a leak.
"""

import asyncio
import itertools
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result
from litestar.testing import TestClient

from domain.record.audit import audit
from domain.record.record import read_record
from domain.ruleset import Viewer
from domain.table.game import Game
from service.access.record_verifier import RecordVerifier
from service.cli import main
from service.http.openapi.descriptions import HEADERS
from service.http.parts import parts_in
from service.live.frames import MESSAGES, SSE, StreamedEvent
from tests.support.games import veiled
from tests.support.games.registered import registered
from tests.support.games.veiled import CARDS
from tests.support.http.client import Json, Table, good, play
from tests.support.proof import verifier
from tests.support.run.long import cases, long_after
from tests.support.run.waiting import until
from tests.support.servers import commands
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of

OTHERS: list[int | str | None] = [None, "creator"]
"""Viewers without a seat."""


@pytest.fixture(autouse=True)
def veil() -> Iterator[None]:
    """Make Veil a known ruleset."""
    with registered(veiled.VEIL):
        yield


class Scene:
    """The service, a game, and what is hidden in it from each viewer."""

    def __init__(self, client: TestClient[Any], **asked: Any) -> None:
        self.http: httpx.Client = client
        self.log = parts_in(client.app).handler.log
        answer = client.post("/v1/games", json={"ruleset": "veil", **asked})
        assert answer.status_code == 201, answer.text
        self.table = Table(client, answer.json())
        self.seats = range(len(self.table.tokens["seats"]))
        self.viewers = [*self.seats, *OTHERS]

    def sit(self, *seats: int, bots: str = "random") -> "Scene":
        """Seat people on these seats, and house bots on the others."""
        for seat in self.seats:
            if seat in seats:
                good(self.table.sit(seat, name=f"Guest {seat}"))
            else:
                good(self.table.sit(seat, "creator", bot=bots))
        return self

    @property
    def game(self) -> Game:
        stored = self.log.load(self.table.id)
        assert stored is not None
        return stored.game

    @property
    def position(self) -> Any:
        return self.game.position

    def wait_for_the_house(self) -> None:
        """Wait until no bot is due, so that the game waits for a person."""
        until(lambda: not self.game.bots_due)

    def hidden_from(self, viewer: int | str | None) -> set[str]:
        """Return the cards that this viewer cannot know: neither their own nor open.

        A card is open if it was in a trick, or if a player showed it on leaving.
        """
        position = self.position
        mine = {viewer} if isinstance(viewer, int) else set()
        found = set(position.deck)
        for seat in self.seats:
            if seat not in mine and position.hands:
                found |= {*position.hands[seat], position.laid[seat]} - {None}
        return found

    def get(self, path: str, viewer: int | str | None, **headers: str) -> httpx.Response:
        return self.http.get(f"{self.table.url}{path}", headers=self.table.headers(viewer, headers))

    def events(self, viewer: int | str | None) -> list[Json]:
        answer = self.get("/events", viewer, Accept="application/x-ndjson")
        return [json.loads(line) for line in answer.text.splitlines()]


@pytest.fixture
def client(data: Path) -> Iterator[TestClient[Any]]:
    """Yield a client of the application, created once the game is a known ruleset."""
    with (
        application_on(settings_of(data)) as app,
        TestClient(app, raise_server_exceptions=True) as found,
    ):
        yield found


def asked(scene: Scene, viewer: int | str | None) -> Iterator[httpx.Response]:
    """Yield the responses to every request that this viewer can send."""
    http, table = scene.http, scene.table
    mine = table.headers(viewer)
    version = scene.table.now()["version"]
    for path in ("", "/events", "/board.svg", "/record", "/proof", "/presence", "/legal-actions"):
        yield scene.get(path, viewer)
    for path in ("/events", "/legal-actions", "/record"):
        yield scene.get(path, viewer, Accept="application/x-ndjson")
    yield scene.get("/record", viewer, Accept="text/plain")
    for number in (7, version - 1):
        yield scene.get(f"?version={number}", viewer)
        yield scene.get(f"/board.svg?version={number}", viewer)
    yield http.get("/v1/games", headers=mine)
    for kind in ("application/json", "application/x-ndjson"):
        yield http.get("/v1/records?status=running", headers={**mine, "Accept": kind})
    if isinstance(viewer, int):
        hand = scene.position.hands[viewer]
        for card in (*hand, "nonsense"):
            lay = {"type": "lay_card", "card": card}
            yield table.act(viewer, lay, dry_run=True)
            yield table.act(viewer, lay, headers={"If-Match": '"1"'})
        yield table.act(viewer, {"type": "resign"}, dry_run=True)
        yield table.act(viewer, {"type": "turn_over"})
        yield table.sit(viewer, name="another")


def hunt(scene: Scene) -> None:
    """Request everything as every viewer; fail if a response reveals something hidden."""
    scene.wait_for_the_house()
    for viewer in scene.viewers:
        hidden = scene.hidden_from(viewer)
        assert hidden
        for answer in asked(scene, viewer):
            received = answer.text
            assert answer.status_code < 500, received
            for card in hidden:
                for quoted in (f'"{card}"', f"'{card}'"):
                    assert quoted not in received, f"{viewer} sees {card}: {answer.url} {received}"


@pytest.mark.parametrize("leaving", long_after(1, ["house", "table"]))
def test_hidden_cards_never_leak(client: TestClient[Any], leaving: str, seed: int) -> None:
    """On any address, at any time of a game. After the end everyone sees everything."""
    random = Random(seed)
    scene = Scene(client, options={"players": 3, "leaving": leaving}).sit(0, 1, 2)
    table = scene.table
    hunt(scene)
    resigns = random.randrange(2, 5)
    for number in itertools.count():
        scene.wait_for_the_house()
        if scene.game.finished:
            break
        seat = random.choice(scene.game.people_due)
        if number == resigns:
            answer = table.act(seat, {"type": "resign"})
        else:
            answer = table.act(seat, table.any_action(seat, random))
        running = good(answer)["game"]["status"] == "running"
        if running and (number == resigns or number % cases(1, 12) == 0):
            hunt(scene)
    everything = scene.events("creator")
    assert all(scene.events(viewer) == everything for viewer in scene.viewers)
    views = [good(scene.get("", viewer))["position"] for viewer in scene.viewers]
    assert all(view == views[0] for view in views)
    assert views[0]["deck"] is not None
    early = [good(scene.get("?version=7", viewer))["position"] for viewer in scene.viewers]
    assert all(None not in view["hands"] for view in early)


def test_every_viewer_can_check_the_chain(client: TestClient[Any]) -> None:
    """The hash of an event is the same for every viewer. At the end the seals can be opened."""
    scene = Scene(client, options={"players": 3}).sit(0, 1, 2)
    table = scene.table
    good(table.act(1, table.any_action(1, Random(1))))
    seen = {viewer: scene.events(viewer) for viewer in scene.viewers}
    for events in seen.values():
        assert verifier.head_of(table.id, events) == table.now()["head"]
    (mine,) = [event for event in seen[1] if event["type"] == "card_laid"]
    (theirs,) = [event for event in seen[0] if event["type"] == "card_laid"]
    assert mine["card"] in CARDS
    assert theirs == {**mine, "card": None}
    dealt = [next(one for one in seen[seat] if one["type"] == "hands_dealt") for seat in (0, 1, 2)]
    assert [[hand is None for hand in one["hands"]] for one in dealt] == [
        [False, True, True],
        [True, False, True],
        [True, True, False],
    ]
    list(play(table, Random(2), people=(0, 1, 2)))
    events = scene.events(None)
    assert verifier.head_of(table.id, events) == table.now()["head"]
    verifier.check_seals(events, bytes.fromhex(events[-1]["secret"]))
    assert mine in events


def test_the_response_to_an_action_shows_the_seats_own_card(client: TestClient[Any]) -> None:
    """A retry by the same seat shows the same."""
    scene = Scene(client).sit(0, 1)
    table = scene.table
    action = table.any_action(0, Random(1))
    key = {"Idempotency-Key": "k"}
    first = table.act(0, action, headers=key)
    again = table.act(0, action, headers=key)
    (event,) = good(first)["events"]
    assert event["card"] == action["card"]
    assert set(event["sealed"]) == {"card"}
    assert again.content == first.content
    other = table.act(1, action, headers=key)
    assert other.status_code == 409, "keys are of a seat; this one tried to lay another's card"
    assert other.json()["rule"] == "VEIL-LAY-1"


def test_a_dry_run_shows_only_what_a_running_game_shows(client: TestClient[Any]) -> None:
    """Even if the action would end the game."""
    scene = Scene(client, options={"leaving": "table"}).sit(0, 1)
    answer = scene.table.act(0, {"type": "resign"}, dry_run=True)
    verdict = good(answer)
    assert [one["event"]["type"] for one in verdict["events"]][-1] == "game_conceded"
    assert verdict["position"]["hands"][1] is None
    assert verdict["position"]["deck"] is None
    assert scene.table.now()["status"] == "running"


# --- validators --------------------------------------------------------------------------------


def test_entity_tags_differ_between_viewers(client: TestClient[Any]) -> None:
    """So a client never reuses a response meant for another viewer."""
    scene = Scene(client).sit(0, 1)
    version = scene.table.now()["version"]
    for path, form in (
        ("", ""),
        ("/events", ""),
        ("/board.svg", "-en"),
        ("/board.svg?part=board", "-board-en"),
    ):
        tags = {viewer: scene.get(path, viewer).headers["ETag"] for viewer in (0, 1, None)}
        assert tags == {
            0: f'"{version}-seat0{form}"',
            1: f'"{version}-seat1{form}"',
            None: f'"{version}-spectator{form}"',
        }
        for viewer, tag in tags.items():
            headers = {"If-None-Match": tag}
            answers = {other: scene.get(path, other, **headers).status_code for other in tags}
            assert answers == {other: 304 if other == viewer else 200 for other in tags}
            assert re.fullmatch(HEADERS["ETag"][1]["pattern"], tag)
        assert "Authorization" in scene.get(path, 0).headers["Vary"]
    same = {scene.get("/proof", viewer).headers["ETag"] for viewer in (0, 1, None)}
    assert same == {f'"{version}-log3-1"'}, "it is the same for all, and names the checkpoint"
    assert scene.get("/legal-actions", 0).headers["ETag"] == f'"{version}-seat0"'


TAGS = [
    '"{}"',
    '"{}-seat0"',
    '"{}-spectator"',
    '"1", "{}-arbiter"',
    '"{}-seat0-en"',
    '"{}-spectator-board-de"',
    '"{}-rematch"',
    '"{}-text"',
    '"{}-spectator-board-de-gzip"',
    '"{}-en-zstd"',
]


@pytest.mark.long
def test_the_tag_of_any_viewer_names_a_version(client: TestClient[Any]) -> None:
    """If-Match compares only the version."""
    for tag in TAGS:
        table = Scene(client).sit(0, 1).table
        version = table.now()["version"]
        action = table.any_action(0, Random(1))
        stale = table.act(0, action, headers={"If-Match": tag.format(version - 1)})
        assert stale.status_code == 412, tag
        done = table.act(0, action, headers={"If-Match": tag.format(version)})
        assert good(done)["version"] == version + 1, tag
        assert done.headers["ETag"] == f'"{version + 1}-seat0"'


def test_tags_change_when_hidden_cards_are_opened(
    client: TestClient[Any],
) -> None:
    scene = Scene(client, options={"leaving": "table"}).sit(0, 1)
    before = scene.get("?version=6", 0)
    good(scene.table.act(1, {"type": "resign"}))
    after = scene.get("?version=6", 0, **{"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert None in before.json()["position"]["hands"]
    assert None not in after.json()["position"]["hands"]
    again = scene.get("?version=6", None, **{"If-None-Match": after.headers["ETag"]})
    assert again.status_code == 304


# --- arbiters ----------------------------------------------------------------------------------


def test_an_arbiter_sees_all_but_the_secret(
    client: TestClient[Any], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    made = commands.run("token", "make", "--new-account", "Op", "--scope", "arbitrate")
    judge = {"Authorization": f"Bearer {made.stdout.strip()}"}
    scene = Scene(client).sit(0, 1)
    game = good(client.get(scene.table.url, headers=judge))
    assert game["position"]["hands"] == [list(hand) for hand in scene.position.hands]
    assert game["chance"]["secret"] is None
    record = client.get(f"{scene.table.url}/record", headers=judge)
    assert record.status_code == 409
    asked = {"actions": [{"type": "adjudicate", "winners": ["north"]}]}
    good(client.post(f"{scene.table.url}/actions", json=asked, headers=judge))
    assert scene.events(None)[-1]["type"] == "secret_revealed"


# --- links -------------------------------------------------------------------------------------


def test_a_link_does_not_show_the_hand_of_an_account(client: TestClient[Any]) -> None:
    """The creator has the link, too. It works only before the start and after the end."""
    scene = Scene(client, options={"leaving": "rules"}, seating="anyone")
    table = scene.table
    ana = good(client.post("/v1/players", json={"name": "Ana"}))
    mine = {"Authorization": f"Bearer {ana['secret']}"}
    good(client.put(f"{table.url}/seats/1", json={}, headers=mine))
    assert scene.get("", 1).status_code == 200
    good(table.sit(0, name="without an account"))
    assert good(scene.get("", 0))["position"]["hands"][0] is not None
    game = good(client.get(table.url, headers=mine))
    card = game["position"]["hands"][1][0]
    for path in ("", "?version=6", "/events", "/legal-actions", "/board.svg", "/record"):
        refused = scene.get(path, 1)
        assert refused.status_code == 401, path
        assert f'"{card}"' not in refused.text
    lay = {"type": "lay_card", "card": card}
    assert table.act(1, lay).status_code == 401
    assert table.act(1, lay, dry_run=True).status_code == 401
    asked = {"actions": [lay]}
    good(client.post(f"{table.url}/actions", json=asked, headers=mine))
    good(table.act(0, {"type": "resign"}))
    assert good(scene.get("", 1))["status"] == "over"


def test_a_link_does_not_show_the_hand_of_a_house_bot(client: TestClient[Any]) -> None:
    """The creator seated the bot, and may play against it."""
    scene = Scene(client, options={"leaving": "house"}).sit(0)
    scene.wait_for_the_house()
    assert scene.hidden_from(0)
    for path in ("", "?version=6", "/events", "/legal-actions", "/board.svg"):
        assert scene.get(path, 1).status_code == 401, path
        assert scene.get(path, 0).status_code == 200, path
    assert scene.table.act(1, {"type": "resign"}, dry_run=True).status_code == 401


def test_a_player_who_resigned_still_sees_their_hand(client: TestClient[Any]) -> None:
    """They knew it already. Only the hands of seated bots belong to the house."""
    scene = Scene(client, options={"players": 3, "leaving": "house"}).sit(0, 1, 2)
    good(scene.table.act(0, {"type": "resign"}))
    scene.wait_for_the_house()
    assert good(scene.get("", 0))["position"]["hands"][1:] == [None, None]


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_request_that_began_before_the_start_shows_no_hand(
    client: TestClient[Any], dry_run: bool
) -> None:
    """The creator can send the token of a link before the start, and the body after it."""
    scene = Scene(client, options={"leaving": "table"})
    table = scene.table
    ana = good(client.post("/v1/players", json={"name": "Ana"}))

    def meanwhile() -> None:
        good(table.sit(1, headers={"Carolus-Player": ana["secret"]}))
        good(table.sit(0))

    status, received = slow_request(
        scene, 1, b'{"actions":[{"type":"resign"}]}', meanwhile, dry_run=dry_run
    )
    assert table.now()["status"] == "running"
    assert status == 401
    assert b"hands" not in received


@pytest.mark.parametrize("dry_run", [True, False])
def test_an_arbiter_who_sits_down_sees_only_their_own_hand(
    client: TestClient[Any], data: Path, monkeypatch: pytest.MonkeyPatch, dry_run: bool
) -> None:
    """From the response that starts the game.

    They can no longer judge it, even with a request that began earlier.
    """
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    scopes = ("--scope", "play", "--scope", "arbitrate")
    made = commands.run("token", "make", "--new-account", "Op", *scopes)
    judge = {"Authorization": f"Bearer {made.stdout.strip()}"}
    scene = Scene(client, seating="anyone")
    table = scene.table
    good(table.sit(1))
    started: list[Json] = []

    def meanwhile() -> None:
        started.append(good(client.put(f"{table.url}/seats/0", json={}, headers=judge)))

    action = b'{"actions":[{"type":"adjudicate","winners":["north"]}]}'
    status, received = slow_request(scene, judge, action, meanwhile, dry_run=dry_run)
    hands = started[0]["position"]["hands"]
    assert hands[0] is not None
    assert hands[1] is None
    assert status == 403
    assert b"hands" not in received
    assert good(client.get(table.url, headers=judge))["status"] == "running"


@pytest.mark.parametrize("first", [True, False])
def test_an_account_that_sits_down_sees_the_game_from_its_seat(
    client: TestClient[Any], first: bool
) -> None:
    """In the response to its request to sit down, and in an equal response to a retry."""
    scene = Scene(client, seating="anyone")
    table = scene.table
    ana = good(client.post("/v1/players", json={"name": "Ana"}))
    mine = {"Authorization": f"Bearer {ana['secret']}", "Idempotency-Key": "k"}
    if not first:
        good(table.sit(1))
    answers = [client.put(f"{table.url}/seats/0", json={}, headers=mine) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert [answer.headers["ETag"].endswith('-seat0"') for answer in answers] == [True, True]
    if not first:
        assert [hand is not None for hand in good(answers[0])["position"]["hands"]] == [True, False]
        return
    gone = [client.delete(f"{table.url}/seats/0", headers=mine | {"Idempotency-Key": "l"})]
    assert good(gone[0])["seats"][0]["taken"] is False
    assert gone[0].headers["ETag"].endswith('-spectator"')


def slow_request(
    scene: Scene,
    who: int | dict[str, str],
    body: bytes,
    meanwhile: Callable[[], None],
    *,
    dry_run: bool,
) -> tuple[int, bytes]:
    """Send actions whose body follows only after something else has happened."""
    table = scene.table
    mine = table.headers(who) if isinstance(who, int) else who
    url = f"{table.url}/actions"
    request = scene.http.build_request("POST", url, headers={"Content-Type": "application/json"})
    headers = httpx.Headers({**request.headers, **mine})
    headers["Content-Length"] = str(len(body))
    scope: Any = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": url,
        "raw_path": url.encode(),
        "query_string": b"dry_run=true" if dry_run else b"",
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in headers.raw],
        "client": ("testclient", 50000),
        "server": ("testserver.local", 80),
        "state": {},
    }
    received = bytearray()
    status = 0

    async def receive() -> Any:
        await asyncio.to_thread(meanwhile)
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)
        received.extend(message.get("body", b""))

    client: Any = scene.http
    client.blocking_portal.call(client.app, scope, receive, send)
    return status, bytes(received)


# --- records -----------------------------------------------------------------------------------


def test_the_record_is_available_after_the_end(client: TestClient[Any]) -> None:
    """Before, the error says so, and lists leave the game out."""
    scene = Scene(client, options={"leaving": "rules"}).sit(0, 1)
    table = scene.table
    for viewer in scene.viewers:
        refused = scene.get("/record", viewer, **{"Accept-Language": "es"})
        assert refused.status_code == 409
        assert refused.json()["type"] == "/problems/record-not-yet"
        assert refused.json()["title"] == "Todavía no hay registro"
        assert refused.headers["Carolus-Head"] == table.now()["head"]
    page = good(client.get("/v1/records?status=running"))
    assert page["records"] == []
    good(table.act(0, table.any_action(0, Random(1))))
    good(table.act(1, {"type": "resign"}))
    received = scene.get("/record", None)
    audited = audit(read_record(received.content), RecordVerifier())
    assert [one.reason for one in audited.findings] == ["published_keys_are_not_given"]
    assert audited.head == table.now()["head"]
    archive = client.get("/v1/records", headers={"Accept": "application/x-ndjson"})
    assert archive.content.strip() == received.content
    verdict = good(client.post("/v1/records/check", json=received.json()))
    assert verdict["valid"]


@pytest.mark.long
def test_commands_hide_cards_too(
    client: TestClient[Any], data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``replay`` and ``export`` give no running game; ``show`` shows what a spectator sees."""
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    scene = Scene(client, options={"leaving": "rules"}).sit(0, 1)
    game = scene.table.id
    good(scene.table.act(0, scene.table.any_action(0, Random(1))))
    hidden = scene.hidden_from(None)
    shown = [carolus("show", game), carolus("show", game, "--json"), carolus("replay", game)]
    shown += [carolus("export", "--game", game), carolus("export", "--status", "running")]
    for result in shown:
        assert not any(f'"{card}"' in result.output for card in hidden)
        assert not any(f"'{card}'" in result.output for card in hidden)
    assert [result.exit_code for result in shown] == [0, 0, 1, 1, 0]
    assert "its record is available once it ends" in shown[2].output
    assert "its record is available once it ends" in shown[3].output
    assert "1 left out" in shown[4].stderr
    for level, logged in (("info", False), ("debug", True)):
        monkeypatch.setenv("CAROLUS_LOG_LEVEL", level)
        exported = carolus("export", "--status", "running")
        assert exported.stdout_bytes == b""  # the log is not part of the archive
        assert ("record_not_yet" in exported.stderr) == logged
    good(scene.table.act(1, {"type": "resign"}))
    archive = carolus("export").stdout_bytes
    assert any(f'"{card}"'.encode() in archive for card in hidden)
    file = tmp_path / "games.ndjson"
    file.write_bytes(archive)
    assert carolus("audit", "--unsigned", str(file)).exit_code == 0
    monkeypatch.setenv("CAROLUS_DATA", str(tmp_path / "elsewhere"))
    assert carolus("import", str(file)).exit_code == 0
    assert carolus("export").stdout_bytes == archive


def test_play_in_the_terminal_hides_the_cards_of_the_house() -> None:
    """After the end, it shows the full board."""
    typed = "".join(f'{{"type":"lay_card","card":"{card}"}}\n' for card in CARDS) * 4
    result = carolus("play", "veil", "--bot", "random", "--seed", "7", typed=typed)
    assert result.exit_code == 0, result.output
    before, _, after = result.output.rpartition("Your turn")
    assert "  Card laid: seat 1.\n" in before
    assert not re.search(rf"seat 1; card ({'|'.join(CARDS)})", before)
    assert re.search(r"hands \((None|\([^)]*\)), None\)", before)
    assert "None" not in after.rpartition("hands")[2].partition("laid")[0]


def carolus(*words: str, typed: str = "") -> Result:
    """Run a command."""
    return CliRunner().invoke(main, list(words), input=typed)


# --- streams -----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [SSE, MESSAGES])
def test_a_frame_is_written_for_each_viewer(client: TestClient[Any], form: Any) -> None:
    """It is written again once the game has ended, because then everyone sees everything."""
    scene = Scene(client, options={"leaving": "table"}).sit(0, 1)
    action = scene.table.any_action(0, Random(1))
    good(scene.table.act(0, action))
    before = scene.log.load(scene.table.id)
    assert before is not None
    (row,) = scene.log.rows(scene.table.id, before.head.version - 1)
    event = StreamedEvent(row)
    card = f'"card":"{action["card"]}"'.encode()
    assert card in event.frame(form, before, 0)
    others: tuple[Viewer, ...] = (1, "spectator")
    for viewer in others:
        assert b'"card":null' in event.frame(form, before, viewer)
    good(scene.table.act(1, {"type": "resign"}))
    after = scene.log.load(scene.table.id)
    assert after is not None
    for viewer in (0, *others):
        assert card in event.frame(form, after, viewer)


# --- house bots --------------------------------------------------------------------------------


def test_cards_that_the_house_lays_are_sealed(client: TestClient[Any]) -> None:
    """A bot sees only what its seat sees, and its cards are hidden like all others."""
    scene = Scene(client).sit(0)
    table = scene.table
    while not scene.game.finished:
        if 0 in scene.game.people_due:
            good(table.act(0, table.any_action(0, Random(1))))
        scene.wait_for_the_house()
    events = scene.events(None)
    laid = [one for one in events if one["type"] == "card_laid" and one["seat"] == 1]
    assert laid
    assert verifier.head_of(table.id, events) == table.now()["head"]
    verifier.check_seals(events, bytes.fromhex(events[-1]["secret"]))
