"""Test the proof in the browser: it accepts true games, and finds the fault of others.

The games are those of ``tests/archives``, replayed by ``POST /v1/records/replay`` as on the page.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from litestar.testing import TestClient

from domain.record.record import AnyRecord, read_record, write_record
from domain.record.replay import replay
from domain.rulesets.registry import BY_PINNED
from service.app import create_app
from service.archives.record_lines import RecordLine
from service.archives.sources import lines
from tests.support.browser import javascript
from tests.support.docs import pages
from tests.support.http.client import good
from tests.support.proof.records import end_of
from tests.support.run.long import cases, long_after
from tests.support.run.tracing import untraced
from tests.support.storage.stores import settings_of

PROVING: Final = Path(__file__).parents[1] / "support" / "browser" / "proving.mjs"
GOLDEN: Final = Path(__file__).parents[1] / "archives" / "golden"
REFERENCE: Final = pages.ROOT / "docs" / "reference"
NAMES: Final = ("carolus-magnus-1", "carolus-magnus-1-terms", "teg-1")

ALL_OK: Final = dict.fromkeys(
    (
        *("secret", "chain", "seals", "dice", "entries", "signature", "key", "end"),
        *("receipts", "inclusion"),
    ),
    "ok",
)

Json = dict[str, Any]


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Return a client of the application, which replays records and stores nothing."""
    with untraced(threads=False):
        app = create_app(settings_of(tmp_path_factory.mktemp("data")))
    with TestClient(app, raise_server_exceptions=True) as client:
        yield client


@cache
def chosen(name: str) -> tuple[Json, ...]:
    """Return a record for each number of players and each way to end, the longest of one archive.

    The others, and all in a quick run, are the shortest.
    """
    longest = cases(name == NAMES[0], False)
    found: dict[tuple[Any, ...], AnyRecord] = {}
    for line in lines([GOLDEN / f"{name}.ndjson.zst"]):
        assert isinstance(line, RecordLine)
        record = read_record(line.data)
        kind = (len(record.seats), end_of(record), record.chance.scheme)
        known = found.setdefault(kind, record)
        if (len(record.entries) > len(known.entries)) == longest:
            found[kind] = record
    return tuple(json.loads(write_record(record)) for record in found.values())


def keys(name: str) -> Json:
    """Return the keys of an archive."""
    found: Json = json.loads((GOLDEN / f"{name}.jwks.json").read_bytes())
    return found


def replayed(http: httpx.Client, record: Json) -> list[Json]:
    """Return all pages of the service's replay of a record."""
    found = [good(http.post("/v1/records/replay?limit=1000", json=record))]
    while found[-1]["next"]:
        query = f"limit=1000&cursor={found[-1]['next']}"
        found.append(good(http.post(f"/v1/records/replay?{query}", json=record)))
    return found


def prove(games: list[Json], published: Json) -> list[Json]:
    """Return the verdicts of the page on these games."""
    verdicts: list[Json] = javascript.call(str(PROVING), "prove", games, published)
    return verdicts


def has_page(record: Json) -> bool:
    """Return whether the ruleset has a page, which knows the bounds of its dice."""
    folder = javascript.folders().get(record["ruleset"].partition("@")[0])
    return folder is not None and (Path(folder) / "index.js").exists()


def expected(record: Json, *, hides: bool) -> Json:
    """Return the correct verdict on an unaltered game."""
    chance, signature = record["chance"], record["signature"] is not None
    ended = end_of(read_record(json.dumps(record).encode())) != "unfinished"
    drawn = "recorded" if chance["scheme"] == "recorded" else "" if ended else "not_yet"
    sealed = hides and drawn == "not_yet"
    found = dict(ALL_OK)
    if drawn:
        found |= {"secret": f"open {drawn}", "dice": f"open {drawn}"}
    elif not has_page(record):
        found["dice"] = "open no_page"
    if record["head"] is None:
        found["chain"] = "open no_head"
    if sealed:
        found["chain"] = "open needs_secret"
    if not hides or sealed:
        found["seals"] = "open nothing_hidden"
    if not signature:
        found |= dict.fromkeys(
            ("signature", "key", "end"), "open unsigned" if ended else "open not_yet"
        )
    if not record.get("receipts"):
        found["receipts"] = "open no_receipts"
    if "inclusion" not in record:
        found["inclusion"] = "open no_inclusion"
    return found


def said(verdict: Json) -> Json:
    """Return the lines of a verdict."""
    return {name: verdict[name] for name in ALL_OK}


def wrong(verdict: Json) -> set[str]:
    """Return the lines that are wrong."""
    return {name for name in ALL_OK if verdict[name].startswith("wrong")}


def hides(record: Json) -> bool:
    """Return whether an entry of this record hides something."""
    rules = BY_PINNED[record["ruleset"]]
    steps = replay(read_record(json.dumps(record).encode())).steps
    return any(type(event) in rules.hidden for step in steps for event in step.events)


@pytest.mark.parametrize("name", long_after(1, NAMES))
def test_played_games_are_valid(http: httpx.Client, name: str) -> None:
    """They have every number of players and every end; unproved parts are open, not wrong."""
    records = chosen(name)
    verdicts = prove([{"pages": replayed(http, one)} for one in records], keys(name))
    drawn = 0
    for record, verdict in zip(records, verdicts, strict=True):
        assert said(verdict) == expected(record, hides=hides(record)), record["id"]
        drawn += verdict["answers"]
    assert drawn > 100 or not has_page(records[0])


@pytest.mark.parametrize("name", long_after(1, ["carolus-magnus-1", "teg-1"]))
def test_a_changed_replay_is_detected(http: httpx.Client, name: str) -> None:
    """Each case is one lie of a service about a true record."""
    record = short(name)
    answers = replayed(http, record)
    changes = lies(answers)
    verdicts = prove([{"pages": one} for one, _ in changes.values()], keys(name))
    for (kind, (_, line)), verdict in zip(changes.items(), verdicts, strict=True):
        assert line in wrong(verdict), (kind, verdict)


@pytest.mark.parametrize("name", ["carolus-magnus-1", "teg-1"])
def test_a_changed_record_is_wrong(http: httpx.Client, name: str) -> None:
    """The service replays it in good faith; its events do not lead to its head."""
    record = short(name)
    changes = forgeries(record)
    verdicts = prove([{"pages": replayed(http, one)} for one, _ in changes.values()], keys(name))
    for (kind, (_, lines_)), verdict in zip(changes.items(), verdicts, strict=True):
        assert lines_ <= wrong(verdict), (kind, verdict)


def test_an_unpublished_key_is_reported(http: httpx.Client) -> None:
    """The signature is valid then, but the key is unknown."""
    record = short("carolus-magnus-1")
    (verdict,) = prove([{"pages": replayed(http, record)}], {"keys": []})
    unknown = dict.fromkeys(("key", "receipts"), "open unknown_key")
    assert said(verdict) == {**expected(record, hides=False), **unknown}


def short(name: str) -> Json:
    """Return a short signed game that ended by the rules, with fair dice."""
    ended = [
        one
        for one in chosen(name)
        if one["signature"] and one["outcome"] and len(one["entries"]) > 20
    ]
    return min(ended, key=lambda one: len(one["entries"]))


def draws(entry: Json) -> bool:
    """Return whether an entry is an answer of chance; ``draw_moment`` only begins a moment."""
    return bool(entry["by"] == "chance" and entry["action"]["type"] != "draw_moment")


def lies(answers: list[Json]) -> dict[str, tuple[list[Json], str]]:
    """Return changed answers of the service, and the line that detects each change."""
    found: dict[str, tuple[list[Json], str]] = {}

    def lie(kind: str, line: str) -> Json:
        changed = deepcopy(answers)
        found[kind] = changed, line
        return changed[0]

    steps = answers[0]["steps"]
    middle = len(steps) // 2
    first = next(at for at in range(len(steps)) if draws(answers[0]["record"]["entries"][at]))
    event = lie("a fact of an event", "chain")["steps"][middle]["events"][0]
    fact = next(one for one in event["event"] if one != "type")
    event["event"][fact] = 999
    event = lie("a fact of another type", "chain")["steps"][middle]["events"][0]["event"]
    event[fact] = {"x": 0.5}
    lie("a hash", "chain")["steps"][middle]["events"][0]["hash"] = "ab" * 32
    lie("a number", "chain")["steps"][middle]["events"][0]["version"] += 1
    lie("a type", "chain")["steps"][middle]["events"][0]["event"]["type"] = "game_paused"
    step = lie("another answer of chance, with its event", "dice")["steps"][first]
    swapped = lie("events in another order", "chain")["steps"]
    swapped[middle]["events"], swapped[middle + 1]["events"] = (
        swapped[middle + 1]["events"],
        swapped[middle]["events"],
    )
    lie("an event left out", "chain")["steps"][middle]["events"].pop()
    lie("a seal of what is open", "chain")["steps"][middle]["events"][0]["sealed"] = {fact: 3}
    if not has_page(answers[0]["record"]):
        del found["another answer of chance, with its event"]
    else:
        (first_page, *_), _ = found["another answer of chance, with its event"]
        action = first_page["record"]["entries"][first]["action"]
        name = next(one for one, value in action.items() if isinstance(value, list))
        action[name] = action[name][::-1]
        step["events"][0]["event"][name] = action[name]
    for at, step in enumerate(steps):
        for number, one in enumerate(step["events"]):
            for member in one["sealed"]:
                changed = lie(f"{member}, which was hidden", "seals")["steps"][at]["events"][number]
                changed["event"][member] = "c_japan"
                changed = lie(f"the seal of {member}", "seals")["steps"][at]["events"][number]
                changed["sealed"][member] = "ab" * 32
    return found


def forgeries(record: Json) -> dict[str, tuple[Json, set[str]]]:
    """Return changed records, and the lines that must detect each change."""
    found: dict[str, tuple[Json, set[str]]] = {}

    def forge(kind: str, *seen: str) -> Json:
        changed = deepcopy(record)
        found[kind] = changed, set(seen)
        return changed

    entries = record["entries"]
    chance = [at for at, one in enumerate(entries) if draws(one)]
    later = entries[len(entries) // 2]["at"]
    forge("the time of the opening", "chain", "receipts")["entries"][0]["at"] = later
    forge("a time", "chain", "end")["entries"][5]["at"] = later[:-2] + "7Z"
    seat = forge("a name", "entries")["seats"][0]
    seat["name"] = "Mallory"
    changed = forge("entropy, here and there", "chain", *dice_of(record))
    changed["seats"][0]["entropy"] = "00ff"
    sat = next(
        one
        for one in changed["entries"]
        if one["action"]["type"] == "take_seat" and one["action"]["seat"] == 0
    )
    sat["action"]["entropy"] = "00ff"
    forge("entropy", "entries")["seats"][0]["entropy"] = "00ff"
    changed = forge("a die", "chain", *dice_of(record))["entries"]
    action = changed[chance[0]]["action"]
    for name, value in action.items():
        if isinstance(value, list) and len(value) >= 15:
            other = next(at for at, one in enumerate(value) if one != value[0])
            action[name] = [value[other], *value[1:other], value[0], *value[other + 1 :]]
            break
    forge("a secret", "secret", "chain", *dice_of(record))["chance"]["secret"] = "ab" * 32
    forge("a commitment", "secret")["chance"]["commitment"] = "ab" * 32
    forge("the head", "chain")["head"] = "ab" * 32
    del forge("the last entry", "chain")["entries"][-1]
    swapped = forge("entries in another order", "chain")["entries"]
    swapped[1], swapped[2] = swapped[2], swapped[1]
    header, statement, signature = record["signature"].split(".")
    other = ("B" if signature[0] == "A" else "A") + signature[1:]
    forge("a signature", "signature")["signature"] = f"{header}.{statement}.{other}"
    forge("half a signature", "signature")["signature"] = f"{header}.{statement}"
    forge("receipts in another order", "receipts")["receipts"].reverse()
    forge("a receipt twice", "receipts")["receipts"][1] = record["receipts"][0]
    forge("the end as a receipt", "receipts")["receipts"][1] = record["signature"]
    forge("half a receipt", "receipts")["receipts"][0] = record["receipts"][0].rpartition(".")[0]
    outcome = forge("the winners", "entries", "end")["outcome"]
    sides = outcome.get("castles") or outcome["territories"]
    outcome["winners"] = [one for one in sides if one not in outcome["winners"]]
    forge("a rank", "entries", "end")["outcome"]["standing"][-1]["rank"] += 1
    forge("the id", "chain", "end", "receipts", *dice_of(record))["id"] = "abcdefgh234567ab"
    return found


def dice_of(record: Json) -> tuple[str, ...]:
    """Return the line of the dice, if the page knows their bounds."""
    return ("dice",) if has_page(record) else ()


def test_the_vectors_of_the_reference() -> None:
    """The code of the page computes exactly what the reference shows."""
    blocks = {
        name: pages.blocks(REFERENCE / f"{name}.md")
        for name in ("fair-chance", "chained-log", "signatures")
    }
    answers = [json.loads(one.text) for one in blocks["fair-chance"] if one.language == "json"]
    (seals,) = (one.text.splitlines() for one in blocks["chained-log"] if one.mark == "seals")
    (example,) = (one.text.splitlines() for one in blocks["chained-log"] if one.mark == "example")
    (signed,) = (json.loads(one.text) for one in blocks["signatures"] if one.mark == "vector")
    game, genesis = example[0].split()
    rows = [line.split(" ", 2) for line in seals[::2]]
    header, statement, signature = signed["signature"].split(".")
    asked = {
        "answers": answers,
        "seals": [
            {"version": int(version), "member": member, "value": json.loads(value)}
            for version, member, value in rows
        ],
        "chain": {"game": game, "events": [json.loads(line) for line in example[1::2]]},
        "tokens": [
            signed["signature"],
            f"{header}.{statement}.{signature[:-2]}AA",
            f"{header}.e30",
        ],
    }
    found = javascript.call(str(PROVING), "vectors", asked)
    assert found["drawn"] == [
        {"key": one["key"], "draws": [answer["draws"] for answer in one["answers"]]}
        for one in answers
    ]
    assert found["sealed"] == seals[1::2]
    assert found["hashes"] == [genesis, *example[2::2]]
    whole, *others = found["statements"]
    assert whole["statement"] == json.loads(signed["statement"])
    assert whole["kid"] == signed["kid"]
    assert [one["fault"] for one in others] == ["does_not_verify", "not_a_signature"]
