"""The how-to corrects a battle and a favour: stored games keep theirs, and new ones get the new."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest

from domain.rulesets.registry import EDITIONS
from tests.support.docs import pages
from tests.support.docs.pages import ROOT
from tests.support.http.client import Json, Table, good, seat_due, start
from tests.support.proof.verifier import verify
from tests.support.servers.served import Served

PAGE: Final = ROOT / "docs" / "how-to" / "correct-a-game.md"
BLOCK: Final = {block.mark: block.text for block in pages.blocks(PAGE)}
RULESETS: Final = "domain/rulesets"
BATTLE: Final[Json] = {"scenario": "004", "turn_limit": 6}
MOVED: Final = ("t-LC-1", "A2", "A4")
"""The unit that the page corrects: where it stood, and where it stands."""
FAVOUR: Final = "KF_GOLD_1"


def edited(file: Path, old: str, new: str) -> None:
    """Put one text in the place of another that is in the file once."""
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def corrected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the code in which someone has followed the page."""
    copy = tmp_path_factory.mktemp("corrected")
    ours = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "domain", copy / "domain", ignore=ours)
    _correct_a_battle(copy)
    _correct_a_favour(copy)
    return copy


def _correct_a_battle(copy: Path) -> None:
    file = copy / (name := f"{RULESETS}/ancients/scenarios.json")
    shown = json.loads(BLOCK[name])
    battles = json.loads(file.read_text("utf-8"))
    at = next(n for n, one in enumerate(battles) if one["id"] == shown["corrects"])
    units = dict(battles[at]["units"]) | dict(shown["units"])
    battles.insert(at + 1, {**battles[at], **shown, "units": [*units.items()]})
    file.write_text(json.dumps(battles), "utf-8")
    name = f"{RULESETS}/ancients/board.py"
    line = BLOCK[name]
    edited(copy / name, line.replace('"004-2", ', ""), line)
    words = json.loads(BLOCK[f"{RULESETS}/ancients/words/en.json"])
    for file in (copy / RULESETS / "ancients" / "words").glob("*.json"):
        file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | words), "utf-8")


def _correct_a_favour(copy: Path) -> None:
    subprocess.run(["sh", "-ec", BLOCK["the earlier edition"]], cwd=copy, check=True)
    subprocess.run(["sh", "-ec", BLOCK["the new number"]], cwd=copy, check=True)
    name = f"{RULESETS}/registry.py"
    imported, own = BLOCK[name].split("\n\n")
    file = copy / name
    before = "from domain.rulesets.teg import"
    edited(file, before, f"{imported}\n{before}")
    (was,) = re.findall(r"^_OWN: .*\n", file.read_text("utf-8"), re.MULTILINE)
    edited(file, was, own)
    name = f"{RULESETS}/lancaster/edition.json"
    (was,) = re.findall(rf'{{"id": "{FAVOUR}".*?"}}', (copy / name).read_text("utf-8"))
    edited(copy / name, was, BLOCK[name].strip())


def played(table: Table, random: Random, most: int = 1_000_000) -> Json:
    """Let the seats play at random, for this many actions or to the end; return the game."""
    now = table.now()
    while (seat := seat_due(now)) is not None and most:
        now = good(table.act(seat, table.any_action(seat, random)))["game"]
        most -= 1
    return now


def where(position: Json, unit: str) -> str:
    """Return where a unit stands."""
    return str(next(one["hex"] for one in position["units"] if one["id"] == unit))


def refused(http: httpx.Client, **options: Any) -> Json:
    """Return the problem with which the service refuses to open a game of Ancients."""
    answer = http.post("/v1/games", json={"ruleset": "ancients", "options": options})
    assert answer.status_code == 400
    return dict(answer.json())


@pytest.fixture(scope="module")
def stored(
    corrected: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, Table, list[Json], Json]]:
    """Begin a game, correct the code, and return the game as it was before the restart."""
    folder = tmp_path_factory.mktemp("stored")
    with Served(folder) as served:
        with served.start().client() as http:
            table = start(http, terms={"ruleset": "ancients"}, **BATTLE)
            assert where(table.now()["position"], MOVED[0]) == MOVED[1]
            played(table, Random(4), 8)
            before, events = table.now(), table.events()
        served.send(signal.SIGTERM)
        assert served.wait() == 0
    environment = {"PYTHONPATH": f"{corrected}:{ROOT}"}
    with Served(folder, "corrected", environment) as served, served.start().client() as http:
        again = Table(http, {"game": {"id": table.id}, "tokens": table.tokens})
        yield http, again, events, before


@pytest.mark.process
def test_a_stored_game_keeps_its_set_up(
    stored: tuple[httpx.Client, Table, list[Json], Json],
) -> None:
    """It replays hash for hash, goes on to its end, and anyone can prove it."""
    http, table, events, before = stored
    assert (table.now(), table.events()) == (before, events)
    over = played(table, Random(5))
    assert over["options"]["scenario"] == "004"
    record = good(http.get(f"{table.url}/record"))
    keys = good(http.get("/.well-known/jwks.json"))
    verify(table.events(), good(http.get(f"{table.url}/proof")), keys, record)
    rematch = good(http.post(f"{table.url}/rematch", json={}, headers=table.headers(0)))
    assert rematch["game"]["options"]["scenario"] == "004-2", "a rematch is a new game"
    onward = {"game": table.id, "version": before["version"]}
    answer = http.post("/v1/games", json={"ruleset": "ancients", "continues": onward})
    assert good(answer)["game"]["options"]["scenario"] == "004", "its position is of that set-up"


@pytest.mark.process
def test_a_new_game_has_the_corrected_set_up(
    stored: tuple[httpx.Client, Table, list[Json], Json],
) -> None:
    """The earlier one is refused, forms know that, and statistics keep the two apart."""
    http, former, *_ = stored
    problem = refused(http, scenario="004")
    assert problem["errors"] == [
        {
            "where": "$.options.scenario",
            "message": "'004' was corrected; expected '004-2' in a new game",
        }
    ]
    table = start(http, terms={"ruleset": "ancients"}, scenario="004-2", turn_limit=4)
    assert where(table.now()["position"], MOVED[0]) == MOVED[2]
    played(table, Random(6))
    played(former, Random(5))
    asked = {"options": {"scenario": "004-2"}}
    assert good_text(http, "/v1/rulesets/ancients/board.svg", asked)
    details = good(http.get("/v1/rulesets/ancients"))
    (schema,) = details["options_schema"]["$defs"].values()
    assert schema["properties"]["scenario"]["x-superseded"] == {"004": "004-2"}
    sets = {one["id"]: dict(one["values"]["units"]) for one in details["components"]["scenarios"]}
    assert (sets["004"][MOVED[0]], sets["004-2"][MOVED[0]]) == MOVED[1:]


def good_text(http: httpx.Client, address: str, asked: Json) -> str:
    answer = http.post(address, json=asked)
    assert answer.is_success, answer.text
    return answer.text


@pytest.mark.process
def test_a_new_edition_has_the_corrected_component(
    stored: tuple[httpx.Client, Table, list[Json], Json],
) -> None:
    """The list has each ruleset once, in its newest edition, and a new game has that one."""
    http, *_ = stored
    listed = good(http.get("/v1/rulesets"))["rulesets"]
    assert [one["id"] for one in listed] == [*dict.fromkeys(one.meta.id for one in EDITIONS)]
    assert {one["id"]: one["edition"] for one in listed}["lancaster"] == 2
    components = good(http.get("/v1/rulesets/lancaster"))["components"]
    (favour,) = (one for one in components["favours"] if one["id"] == FAVOUR)
    assert favour["reward"] == [{"op": "GOLD", "n": 3}]
    table = start(http, terms={"ruleset": "lancaster"}, players=2)
    assert table.now()["ruleset"] == "lancaster@2"
    assert played(table, Random(7), 5)["position"]


@pytest.mark.process
@pytest.mark.long
def test_golden_archives_replay_as_before(corrected: Path) -> None:
    """All of their games have the earlier data."""
    code = (
        "from tests.archives.test_golden import must_be_valid\n"
        "for name in ('ancients-1', 'lancaster-1'): must_be_valid(name)"
    )
    environment = {**os.environ, "PYTHONPATH": f"{corrected}:{ROOT}"}
    words = [sys.executable, "-c", code]
    subprocess.run(words, cwd=corrected, env=environment, check=True)
