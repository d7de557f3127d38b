"""Test that every type of action and event fits its schema, wherever the service sends it.

The types are those of the domain, so the tests fail for a new one without a schema or an example
here. The examples are finished games of the golden archives and two games that the tests play.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import httpx
import msgspec
import pytest
from click.testing import CliRunner
from jsonschema_rs import Draft202012Validator
from litestar.testing import TestClient

from domain.record.record import actions_of
from domain.ruleset import AnyRuleset, kinds_of
from domain.rulesets.registry import BY_PINNED, RULESETS
from domain.table.actions import AddTime, LiftSuspension, SuspendGame
from domain.table.game import TABLE
from domain.table.hiding import OF_THE_TABLE
from domain.table.standing_orders import sent_actions
from domain.table.wording import kinds
from service.access.record_verifier import RecordVerifier
from service.archives.record_lines import RecordLine
from service.archives.sources import lines
from service.cli import main
from service.http.openapi.record_schema import record_schema
from service.http.openapi.schemas import prefix
from service.http.parts import parts_in
from service.records.importing import Importer
from service.webhooks.messages import WebhookData, WebhookMessage
from service.wire.games import EventEnvelope, game_summary
from tests.archives.test_golden import FOLDER
from tests.support.http.chains import Chained
from tests.support.http.client import Json, Table, create, good, of_two, start
from tests.support.http.promises import Promises
from tests.support.run.long import cases
from tests.support.run.waiting import until
from tests.support.servers.applications import application_on
from tests.support.storage.stores import opened_log, settings_of

GOLDEN: Final = {
    "ancients-1": (
        16,
        21,
        51,
        83,
        85,
        97,
        105,
        132,
        173,
        193,
        245,
        277,
        284,
        *cases((19, 171), ()),
    ),
    "carolus-magnus-1": (65, 162, 198, 251, 299, 303),
    "carolus-magnus-1-terms": (17, 31, 119, 121),
    "lancaster-1": (72, 88, 97, 98, 122, 128, 129),
    "teg-1": (2, 7, 38, 53, 75, 77, 101, 107, 109, 115, 132, 135, *cases((49,), ())),
}
"""Games of the archives, by number, that together have all actions, events and ends."""
ABSENT: Final[Mapping[str, set[str]]] = cases(
    {}, {"teg@1": {"deck_renewed"}, "ancients@1": {"leader_left_board", "unit_left_board"}}
)
"""By ruleset: what happens only in games that are as long as all others together."""

NDJSON: Final = {"Accept": "application/x-ndjson"}
CLOCK: Final = {"kind": "bank", "seconds": 600, "on_flag": "house"}
ENVELOPE: Final = {field.name for field in msgspec.structs.fields(EventEnvelope)}


class Scene(NamedTuple):
    """A service with the examples, and the promises it must keep."""

    http: TestClient[Any]
    promises: Promises
    records: Draft202012Validator
    folder: Path
    games: dict[str, AnyRuleset]
    """The finished ones, by id."""

    def get(self, path: str, status: int = 200, **asked: Any) -> Any:
        """Return the answer to a GET, which must be as promised."""
        return self.promises.kept(self.http.get(path, **asked), status=status)

    def pages(self, path: str, name: str, **query: Any) -> Iterator[Any]:
        """Yield the entries of a list, page by page."""
        while True:
            page = self.get(path, params=query).json()
            yield from page[name]
            if page["next"] is None:
                return
            query["cursor"] = page["next"]

    def must_be_a_record(self, record: Any) -> None:
        """Check that a record fits both schemas of records."""
        self.promises.fits_schema(record, "Record")
        assert self.records.is_valid(record), record["id"]


class Seen:
    """The types seen so far, by ruleset."""

    def __init__(self) -> None:
        self.actions: defaultdict[str, set[str]] = defaultdict(set)
        self.events: defaultdict[str, set[str]] = defaultdict(set)

    def record(self, record: Any) -> None:
        """Note the actions of a record."""
        self.actions[record["ruleset"]] |= {one["action"]["type"] for one in record["entries"]}

    def must_be_all_actions(self) -> None:
        """Check that each type of action has occurred."""
        assert self.actions == {name: tags(actions_of(name)) for name in BY_PINNED}

    def must_be_all_events(self) -> None:
        """Check that each type of event has occurred."""
        assert self.events == {
            name: {tag(kind.present) for kind in kinds(rules)} - ABSENT.get(name, set())
            for name, rules in BY_PINNED.items()
        }


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory, promises: Promises) -> Iterator[Scene]:
    """Return a service with games of the golden archives, and one more game of each ruleset."""
    settings = settings_of(tmp_path_factory.mktemp("examples"))
    found = [one for name, numbers in GOLDEN.items() for one in golden(name, numbers)]
    with opened_log(settings) as log:
        imported = list(Importer(log, RecordVerifier()).run(found))
    assert {getattr(one, "happened", one) for one in imported} == {"imported"}
    records = Draft202012Validator(record_schema(promises.document))
    games = {msgspec.json.decode(one.data)["id"]: one for one in found}
    by_id = {
        game: BY_PINNED[msgspec.json.decode(one.data)["ruleset"]] for game, one in games.items()
    }
    with (
        application_on(settings) as app,
        TestClient(app, raise_server_exceptions=True) as http,
    ):
        scene = Scene(http, promises, records, settings.folder, by_id)
        for rules in RULESETS:
            for game in (play(scene, rules), waive(scene, rules), advise(scene, rules)):
                by_id[game] = rules
        yield scene


def golden(name: str, numbers: tuple[int, ...]) -> list[RecordLine]:
    """Return games of a golden archive."""
    found = [
        line for line in lines([FOLDER / f"{name}.ndjson.zst"]) if isinstance(line, RecordLine)
    ]
    return [found[number] for number in numbers]


def tag(kind: Any) -> str:
    """Return the tag of a type, which may have parameters."""
    return str(getattr(kind, "__origin__", kind).__struct_config__.tag)


def tags(union: Any) -> set[str]:
    """Return the tags of a union of types."""
    return {tag(kind) for kind in kinds_of(union)}


# --- the schemas know every type -----------------------------------------------------------------


@pytest.mark.long
def test_every_type_of_the_domain_has_a_schema(document: dict[str, Any]) -> None:
    """Each union of actions and events contains it, and so does the schema of records."""
    of_records = record_schema(document)["$defs"]
    for rules in RULESETS:
        must_have_a_schema(rules, document["components"]["schemas"], of_records)


def must_have_a_schema(rules: AnyRuleset, schemas: Json, of_records: Json) -> None:
    """Check that the schemas know every type of a ruleset."""
    sent = tags(rules.seat_actions) | tags(rules.chance_actions) | tags(sent_actions(rules))
    events = {tag(kind.present) for kind in kinds(rules)}
    due = {
        "SeatAction": tags(rules.seat_actions),
        "RecordedAction": tags(actions_of(rules.meta.pinned)),
        "Event": events,
        "EventFacts": events,
    }
    for name, wanted in due.items():
        assert known(schemas, prefix(rules) + name) == wanted, name
    assert known(schemas, f"{prefix(rules)}SentAction") == sent
    assert known(of_records, f"{prefix(rules)}RecordedAction") == due["RecordedAction"]


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.meta.id)
def test_every_schema_of_an_event_has_the_members_of_its_type(
    rules: AnyRuleset, document: dict[str, Any]
) -> None:
    """This includes every released version."""
    schemas = document["components"]["schemas"]
    mapping = schemas[f"{prefix(rules)}Event"]["discriminator"]["mapping"]
    for kind in kinds(rules):
        for version in range(1, kind.version + 1):
            type_ = kind.type_of(version)
            members = schemas[mapping[tag(type_)].rpartition("/")[2]]["properties"].keys()
            sealed = {"sealed"} if type_ in {**rules.hidden, **OF_THE_TABLE} else set()
            assert members == {"type", *type_.__struct_encode_fields__} | ENVELOPE | sealed


def known(schemas: Json, name: str) -> set[str]:
    """Return the types in a union."""
    variants = [schemas[one["$ref"].rpartition("/")[2]] for one in schemas[name]["oneOf"]]
    return {one["properties"]["type"]["const"] for one in variants}


# --- every type as the service sends it ------------------------------------------------------


@pytest.mark.long
def test_records_fit_wherever_they_are_sent(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Single records, pages, lines, and the archive of ``carolus export``."""
    one_by_one, listed, lined, exported = Seen(), Seen(), Seen(), Seen()
    for game in scene.games:
        record = scene.get(f"/v1/games/{game}/record").json()
        scene.must_be_a_record(record)
        one_by_one.record(record)
    for record in scene.pages("/v1/records", "records"):
        scene.must_be_a_record(record)
        listed.record(record)
    for line in scene.get("/v1/records", headers=NDJSON).text.splitlines():
        scene.must_be_a_record(json.loads(line))
        lined.record(json.loads(line))
    monkeypatch.setenv("CAROLUS_DATA", str(scene.folder))
    archive = scene.folder / "games.ndjson.zst"
    done = CliRunner().invoke(main, ["export", "--output", str(archive)])
    assert done.exit_code == 0, done.output
    for one in lines([archive]):
        assert isinstance(one, RecordLine)
        scene.must_be_a_record(json.loads(one.data))
        exported.record(json.loads(one.data))
    for seen in (one_by_one, listed, lined, exported):
        seen.must_be_all_actions()


@pytest.mark.long
def test_events_fit_wherever_they_are_sent(scene: Scene) -> None:
    """Pages, lines, and frames of both kinds of streams."""
    paged, lined, streamed, messages = Seen(), Seen(), Seen(), Seen()
    for game, rules in scene.games.items():
        address = f"/v1/games/{game}"

        def note(seen: Seen, event: Any, rules: AnyRuleset = rules) -> None:
            scene.promises.fits_schema(event, f"{prefix(rules)}Event")
            seen.events[rules.meta.pinned].add(event["type"])

        events = list(scene.pages(f"{address}/events", "events"))
        for event in events:
            note(paged, event)
        for line in scene.get(f"{address}/events", headers=NDJSON).text.splitlines():
            note(lined, json.loads(line))
        for seen, follow in ((streamed, _stream), (messages, _conversation)):
            (name, snapshot), end = follow(scene, address, "snapshot=true")
            assert (name, end[0]) == ("game", "end")
            scene.promises.fits_schema(snapshot, f"{prefix(rules)}Game")
            *sent, end = follow(scene, address, "after=0")
            assert sent == [("event", event) for event in events]
            for _, event in sent:
                note(seen, event)
    for seen in (paged, lined, streamed, messages):
        seen.must_be_all_events()


def _stream(scene: Scene, address: str, query: str) -> list[tuple[str, Any]]:
    """Return the frames of a finished game."""
    headers = {"Accept": "text/event-stream"}
    answer = scene.http.get(f"{address}/events?{query}", headers=headers)
    frames = []
    for frame in answer.text.split("\n\n"):
        fields = dict(line.partition(": ")[::2] for line in frame.splitlines())
        if "data" in fields and fields["event"] != "presence":
            frames.append((fields["event"], json.loads(fields["data"])))
    return frames


def _conversation(scene: Scene, address: str, query: str) -> list[tuple[str, Any]]:
    """Return the messages about a finished game."""
    messages: list[tuple[str, Any]] = []
    with scene.http.websocket_connect(f"{address}/live?{query}") as socket:
        socket.send_json({"type": "hello"})
        while not messages or messages[-1][0] != "end":
            message = json.loads(socket.receive_text())
            if message["type"] not in {"presence", "heartbeat"}:
                messages.append((message["type"], message["data"]))
    return messages


@pytest.mark.long
def test_replays_and_checks_of_records_fit(scene: Scene) -> None:
    """Each entry has the events that it caused; the verdict covers them all."""
    seen = Seen()
    for game in scene.games:
        record = scene.get(f"/v1/games/{game}/record").content
        request = {"content": record, "headers": {"Content-Type": "application/json"}}
        checked = scene.http.post("/v1/records/check", **request)
        assert scene.promises.kept(checked, status=200).json()["valid"]
        seen.record(json.loads(record))
        query: Json = {"limit": 1000, "positions": "chance"}
        while query.get("cursor", "") is not None:
            replayed = scene.http.post("/v1/records/replay", params=query, **request)
            page = scene.promises.kept(replayed, status=200).json()
            for step in page["steps"]:
                types = {event["event"]["type"] for event in step["events"]}
                seen.events[page["record"]["ruleset"]] |= types
            query["cursor"] = page["next"]
    seen.must_be_all_events()
    seen.must_be_all_actions()


def test_games_fit_however_they_ended(scene: Scene) -> None:
    """Alone, with their proof, in lists, and in the messages of webhooks."""
    parts = parts_in(scene.http.app)
    reasons = set()
    for game in scene.games:
        now = scene.get(f"/v1/games/{game}").json()
        scene.get(f"/v1/games/{game}/proof")
        reasons.add((now["status"], (now["outcome"] or {}).get("reason")))
        stored = parts.handler.log.load(game)
        assert stored is not None
        summary = game_summary(stored, stored.head.at, parts.visibility.policy(game))
        data = WebhookData(summary, stored.head.hash.hex(), ())
        message = WebhookMessage("game.over", stored.head.at, data)
        payload = json.loads(msgspec.json.encode(message))
        scene.promises.fits_schema(payload, "WebhookMessage")
    listed = {one["id"] for one in scene.pages("/v1/games", "games")}
    assert listed == scene.games.keys()
    for rules in RULESETS:
        scene.get(f"/v1/rulesets/{rules.meta.id}/counts")
    assert {"time", "adjudicated", "resignation", "draw_agreed", None} <= {
        reason for _, reason in reasons
    }


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.meta.id)
def test_the_schemas_of_a_ruleset_fit_its_games(scene: Scene, rules: AnyRuleset) -> None:
    """The schemas of ``getRuleset`` fit each action, event and position of its games."""
    body = scene.get(f"/v1/rulesets/{rules.meta.id}").json()
    schemas = {
        name: Draft202012Validator(body[f"{name}_schema"])
        for name in ("options", "actions", "chance", "events", "position")
    }
    of_seats, of_chance = tags(rules.seat_actions), tags(rules.chance_actions)
    for game in [game for game, one in scene.games.items() if one is rules]:
        now = scene.get(f"/v1/games/{game}").json()
        assert schemas["options"].is_valid(now["options"])
        if now["position"] is not None:
            assert schemas["position"].is_valid(now["position"])
        for entry in scene.get(f"/v1/games/{game}/record").json()["entries"]:
            action = entry["action"]
            if action["type"] in of_seats:
                assert schemas["actions"].is_valid(action), action
            elif action["type"] in of_chance:
                assert schemas["chance"].is_valid(action), action
        for event in scene.pages(f"/v1/games/{game}/events", "events"):
            if event["type"] in tags(rules.events):
                facts = {name: event[name] for name in event.keys() - ENVELOPE - {"sealed"}}
                assert schemas["events"].is_valid(facts), facts


# --- a game in progress ------------------------------------------------------------------------


def play(scene: Scene, rules: AnyRuleset) -> str:
    """Play a game for a while, with everything that seats can offer each other; return its id.

    Every answer must be as promised, including to a seat that does not see everything.
    """
    http = scene.http
    account = good(http.post("/v1/players", json={"name": "Ana"}))
    table = create(http, **of_two(rules, clock=CLOCK, take_backs=True))
    for seat in (0, 1):
        headers = {"Carolus-Player": account["secret"]} if seat == 0 else {}
        sat = table.sit(seat, headers=headers)
        scene.promises.kept(sat, status=200)
    by = {0: {"Authorization": f"Bearer {account['secret']}"}, 1: table.headers(1)}
    random = Random(1)
    offers = iter(("pause", "resume", "draw"))
    is_take_back_due = True
    if rules.orders_type is not None:
        withdrawn: Json = {"type": "give_standing_orders"}
        _act(scene, table, by[0], withdrawn | {"orders": {}})
        _act(scene, table, by[0], withdrawn)
    for turn in range(24):
        if turn % 6 == 5 and (matter := next(offers, "")):
            _offer(scene, table, by, matter)
            continue
        now = scene.get(table.url, headers=by[1]).json()
        if not now["awaits"]:
            continue  # during a pause
        seat = now["awaits"][0]["seat"]
        legal = scene.get(f"{table.url}/legal-actions", headers=by[seat]).json()
        _act(scene, table, by[seat], random.choice(legal["actions"]))
        scene.get(f"{table.url}/events", headers=by[1])
        if is_take_back_due and _is_legal(scene, table, by[seat], {"type": "offer_take_back"}):
            _offer(scene, table, {0: by[seat], 1: by[1 - seat]}, "take_back")
            is_take_back_due = False
    assert not is_take_back_due, "chance answered every decision"
    judged = (AddTime(0, 60), SuspendGame(), LiftSuspension())  # by arbiters of tournaments
    http.blocking_portal.call(parts_in(http.app).handler.perform, table.id, TABLE, judged)
    _act(scene, table, by[0], {"type": "resign"})
    return table.id


def waive(scene: Scene, rules: AnyRuleset) -> str:
    """Start a game whose players agree to go on without links; return its id."""
    table = create(scene.http, **of_two(rules, links=True))
    chained = Chained(table, 0, 1)
    for seat in (0, 1):
        chained.sit(seat)
    scene.get(f"{table.url}/links", headers=table.headers(0))
    by = {seat: table.headers(seat) for seat in (0, 1)}
    _offer(scene, table, by, "waiver")
    _act(scene, table, by[1], {"type": "offer_waiver"})
    _act(scene, table, by[0], {"type": "accept_waiver"})
    _act(scene, table, by[0], {"type": "resign"})
    return table.id


def advise(scene: Scene, rules: AnyRuleset) -> str:
    """Start a game against a house bot, whose player gets a hint and resigns; return its id."""
    table = start(scene.http, {1: "random"}, **of_two(rules))
    until(lambda: table.now()["awaits"][0]["seat"] == 0)
    answer = scene.http.post(f"{table.url}/hint", headers=table.headers(0))
    scene.promises.kept(answer, status=200)
    _act(scene, table, table.headers(0), {"type": "resign"})
    return table.id


def _offer(scene: Scene, table: Table, by: Mapping[int, Json], matter: str) -> None:
    """Make seat 0 offer this, and seat 1 agree if the game goes on as before."""
    _act(scene, table, by[0], {"type": f"offer_{matter}"})
    answer = "accept" if matter in {"pause", "resume"} else "decline"
    _act(scene, table, by[1], {"type": f"{answer}_{matter}"})


def _act(scene: Scene, table: Table, headers: Json, action: Json) -> None:
    """Try an action and then take it, with answers as promised."""
    assert _is_legal(scene, table, headers, action)
    body = {"actions": [action]}
    done: httpx.Response = scene.http.post(f"{table.url}/actions", json=body, headers=headers)
    scene.promises.kept(done, status=200)


def _is_legal(scene: Scene, table: Table, headers: Json, action: Json) -> bool:
    """Return the verdict of a dry run, with an answer as promised."""
    address, body = f"{table.url}/actions", {"actions": [action]}
    asked = scene.http.post(address, params={"dry_run": "true"}, json=body, headers=headers)
    return bool(scene.promises.kept(asked, status=200).json()["legal"])
