"""Records replayed step by step: the log of a game that is in no database."""

import json
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from domain.catalogue import sentence
from domain.record.record import read_record
from domain.record.text import write_text
from service.records import checks
from service.runtime import rests as runtime_rests
from tests.support.http.client import good, play, start
from tests.support.proof import records
from tests.support.run.long import long_after

REPLAY = "/v1/records/replay"
CHECK = "/v1/records/check"
TEXT = {"Content-Type": "text/plain"}


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


def replay(http: httpx.Client, content: bytes, query: str = "", **headers: str) -> dict[str, Any]:
    """Return a page of the replay of a record."""
    return good(http.post(f"{REPLAY}{query}", content=content, headers=headers))


def events_of(page: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the events of a page in the format of the service."""
    found = []
    for step in page["steps"]:
        entry = page["record"]["entries"][step["entry"]]
        for one in step["events"]:
            envelope = {"version": one["version"], "at": entry["at"], "by": entry["by"]}
            seals = {"sealed": one["sealed"]} if one["sealed"] else {}
            found.append({**one["event"], **envelope, "hash": one["hash"], **seals})
    return found


def test_the_events_are_those_of_the_log(http: httpx.Client) -> None:
    """With version, hash and all: the record alone gives the whole game."""
    table = start(http)
    for _ in islice(play(table, Random(7), (0, 1)), 12):
        pass
    path = table.url
    record = http.get(f"{path}/record").content
    page = replay(http, record, "?limit=1000")
    assert page["record"] == json.loads(record)
    assert page["next"] is page["refusal"] is None
    assert events_of(page) == good(http.get(f"{path}/events"))["events"]
    for step in page["steps"]:
        there = good(http.get(f"{path}?version={step['version']}"))
        assert step["position"] == there["position"]
        assert step["status"] == there["status"]


def test_positions_can_be_limited_to_chance(http: httpx.Client) -> None:
    """Only those before an action of chance; everything else is the same, on any page."""
    content = (records.FOLDER / "2-castle-goal.json").read_bytes()
    whole = replay(http, content, "?limit=1000")["steps"]
    entries = json.loads(content)["entries"]
    asked = [entry["by"] == "chance" for entry in entries[1:]] + [False]
    wanted = [
        step if one else step | {"position": None} for step, one in zip(whole, asked, strict=True)
    ]
    assert 0 < sum(asked) < len(asked)
    page = replay(http, content, "?limit=7&positions=chance")
    rest = replay(http, content, f"?limit=1000&positions=chance&cursor={page['next']}")
    assert page["steps"] + rest["steps"] == wanted


@pytest.mark.parametrize("name", long_after(1, ["2-castle-goal", "2-aborted"]))
def test_text_replays_like_json(http: httpx.Client, name: str) -> None:
    """Pages follow one another, and lead to the head."""
    content = (records.FOLDER / f"{name}.json").read_bytes()
    whole = replay(http, content, "?limit=1000")
    assert whole["count"] == len(whole["steps"]) == len(whole["record"]["entries"])
    assert whole["steps"][-1]["events"][-1]["hash"] == whole["record"]["head"]
    text = write_text(read_record(content)).encode()
    steps, cursor = [], ""
    while True:
        page = replay(http, text, f"?limit=100{cursor}", **TEXT)
        assert page["record"] == whole["record"]
        assert len(page["steps"]) <= 100
        steps += page["steps"]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert steps == whole["steps"]


def test_a_record_is_replayed_as_far_as_it_is_valid(http: httpx.Client) -> None:
    """The response names the invalid entry and its rule, in the requested language."""
    record = good(http.get(f"{start(http).url}/record"))
    last = len(record["entries"])
    record["entries"].append({**record["entries"][-1], "by": 7, "action": {"type": "resign"}})
    page = replay(http, json.dumps(record).encode(), **{"Accept-Language": "de"})
    assert page["count"] == len(page["steps"]) == last
    assert page["refusal"]["index"] == last
    assert page["refusal"]["rule"] == "TB-SIT-5"
    assert page["refusal"]["message"] == sentence("TB-SIT-5", "de")


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{}", "application/json", 400),
        (b"what is this", "text/plain", 400),
        (b"<xml/>", "application/xml", 415),
        (b"x" * (9 << 20), "text/plain", 413),
    ],
)
def test_an_invalid_document_is_a_problem(
    http: httpx.Client, content: bytes, kind: str, status: int
) -> None:
    """Like any other body outside the schema."""
    answer = http.post(REPLAY, content=content, headers={"Content-Type": kind})
    assert answer.status_code == status
    assert answer.json()["status"] == status


def test_a_replay_leaves_time_for_games(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thread pauses every few entries, as the thread of a check does."""
    rests: list[float] = []
    monkeypatch.setattr(runtime_rests, "time", SimpleNamespace(sleep=rests.append))
    record = max(records.FOLDER.glob("*.json"), key=lambda file: file.stat().st_size).read_bytes()
    for address, count in ((REPLAY, "count"), (CHECK, "entries")):
        entries = good(http.post(address, content=record))[count]
        assert entries > checks.ENTRIES_IN_A_ROW
        assert rests == [runtime_rests.REST_SECONDS] * ((entries - 1) // checks.ENTRIES_IN_A_ROW)
        rests.clear()
