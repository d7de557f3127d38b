"""Raid over HTTP: secret choices in any order, an interrupt, equal ranks, and the proof of it."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.support.games.raid import RAID
from tests.support.games.registered import registered
from tests.support.http.client import Json, Table, good, play, seat_due, start
from tests.support.servers.commands import run
from tests.support.servers.served import CAROLUS, Served

pytestmark = pytest.mark.long  # in `make test`, Lancaster's votes are secret over HTTP

PEOPLE = (0, 1, 2)


@pytest.fixture(scope="module")
def http(house: Served) -> Iterator[httpx.Client]:
    """Return a client of the service."""
    with house.client() as client:
        yield client


def opened(http: httpx.Client, **terms: Any) -> Table:
    """Start a game of three people."""
    return start(http, terms={"ruleset": "raid", **terms})


def march(*bands: str) -> Json:
    return {"type": "march", "bands": bands}


def seen(table: Table, seat: int | None, path: str = "") -> Json:
    """Return what a seat, or anyone, receives at a path of the game."""
    return good(table.http.get(table.url + path, headers=table.headers(seat)))


def marched(table: Table, *bands: str) -> Table:
    """Let each seat choose bands, one text of names per seat, the last seat first."""
    for seat in reversed(range(len(bands))):
        good(table.act(seat, march(*bands[seat].split())))
    return table


def raid(table: Table, village: str) -> Json:
    """Raid a village with the seat that is due; return the game."""
    seat = seat_due(table.now())
    assert seat is not None
    return dict(good(table.act(seat, {"type": "raid", "village": village}))["game"])


def test_choices_are_secret_until_all_are_made(http: httpx.Client) -> None:
    table = opened(http)
    good(table.act(2, march("spears", "riders")))
    game = table.now()
    assert [one["seat"] for one in game["awaits"]] == [0, 1]
    assert (game["position"]["have_chosen"], game["position"]["marching"]) == ([2], [None] * 3)
    assert seen(table, 2)["position"]["marching"][2] == ["riders", "spears"]
    events = [seen(table, seat, "/events")["events"][-1] for seat in (2, 0, None)]
    assert [one["bands"] for one in events] == [["riders", "spears"], None, None]
    good(table.act(0, march("archers")))
    assert table.events()[-1]["type"] == "bands_chosen"
    good(table.act(1, march("spears")))
    shown = table.now()["position"]
    assert shown["marching"] == [["archers"], ["spears"], ["riders", "spears"]]


def test_a_choice_of_a_subset_is_compact_and_checked(http: httpx.Client) -> None:
    table = opened(http)
    legal = seen(table, 0, "/legal-actions")
    subset = {"of": ["archers", "riders", "spears"], "at_least": 1, "at_most": 2}
    assert legal["choices"] == [{"type": "march", "bands": subset}]
    assert legal["count"] == len(legal["actions"]) == 6
    answer = table.act(0, march("archers", "riders", "spears"))
    assert answer.status_code == 409
    assert answer.json()["rule"] == "RAID-MARCH-1"
    assert answer.json()["detail"] == "One or two different bands of the scenario march."


def test_the_checker_judges_what_a_seat_itself_chose(http: httpx.Client) -> None:
    """A seat that has not chosen sees what a spectator sees."""
    table = opened(http)
    good(table.act(2, march("spears")))
    asked = {"position": seen(table, 0)["position"], "options": seen(table, 0)["options"]}
    legal = good(http.post("/v1/rulesets/raid/legal-actions", json={**asked, "seat": 0}))
    assert (legal["count"], legal["unknown"]) == (6, [])
    steps: list[Json] = [{"seat": seat, "action": march("archers")} for seat in (1, 0)]
    verdict = good(http.post("/v1/rulesets/raid/check", json={**asked, "actions": steps}))
    assert verdict["legal"]
    assert [one["rule"] for one in verdict["unknown"]] == ["RAID-MARCH-1"]
    steps += [{"seat": "chance", "action": {"type": "show_bands"}}]
    verdict = good(http.post("/v1/rulesets/raid/check", json={**asked, "actions": steps}))
    assert not verdict["legal"]
    assert verdict["unknown"][-1] == {"index": 2, "rule": None, "missing": ["marching[2]"]}


def test_the_bands_shown_cannot_be_taken_back(http: httpx.Client) -> None:
    """Someone would choose again with knowledge of the others; before, it is possible."""
    table = opened(http, take_backs=True)
    good(table.act(0, march("archers")))
    good(table.act(0, {"type": "offer_take_back"}))
    for seat in (1, 2):
        good(table.act(seat, {"type": "accept_take_back"}))
    assert table.now()["position"]["have_chosen"] == []
    marched(table, "archers", "archers", "archers")
    answer = table.act(0, {"type": "offer_take_back"})
    assert (answer.status_code, answer.json()["rule"]) == (409, "TB-BACK-2")


def test_the_holder_interrupts_a_raid(http: httpx.Client) -> None:
    """Each action names the village that it concerns."""
    table = marched(opened(http), "archers", "archers", "archers")
    first = raid(table, "ash")
    holder, raider = first["position"]["holders"][0], seat_due(first)
    legal = seen(table, raider, "/legal-actions")
    assert legal["spots"] == [[f"village-{one['village']}"] for one in legal["actions"]]
    game = raid(table, "ash")
    assert (seat_due(game), game["awaits"][0]["actions"]) == (holder, ["react"])
    assert table.legal(holder) == [{"type": "react", "choice": one} for one in ("ambush", "pass")]
    game = good(table.act(holder, {"type": "react", "choice": "ambush"}))["game"]
    assert (game["position"]["holders"][0], game["position"]["ambushed"]) == (holder, [holder])


def test_equal_seats_share_a_rank(http: httpx.Client) -> None:
    """After the last round, two hold two villages, and the third holds none."""
    table = opened(http)
    marched(table, "spears", "spears", "spears")
    for village in ("ash", "birch", "cedar"):
        raid(table, village)
    marched(table, "spears", "spears", "spears")
    for village in ("elm", "fir"):
        raid(table, village)
    game = raid(table, "ash")
    assert game["status"] == "over"
    scores = [(one["rank"], one["score"]) for one in game["outcome"]["standing"]]
    assert scores == [(1, 2), (1, 2), (3, 1)]
    assert len(game["outcome"]["winners"]) == 2


def test_a_scenario_has_villages_bands_and_rounds_of_its_own(http: httpx.Client) -> None:
    """The hills have three villages, no riders and one round, and no room for four."""
    hills = {"scenario": "hills", "players": 4}
    answer = http.post("/v1/games", json={"ruleset": "raid", "options": hills})
    assert (answer.status_code, answer.json()["rule"]) == (409, "RAID-OPT-1")
    table = start(http, terms={"ruleset": "raid"}, scenario="hills", players=3)
    subset = {"of": ["archers", "spears"], "at_least": 1, "at_most": 2}
    assert seen(table, 0, "/legal-actions")["choices"] == [{"type": "march", "bands": subset}]
    marched(table, "spears", "spears", "spears")
    raid(table, "ash")
    raid(table, "cedar")
    game = raid(table, "fir")
    assert game["outcome"]["winners"] == ["red", "blue", "green"]


def test_its_games_are_proved(
    http: httpx.Client,
    house: Served,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
) -> None:
    """``carolus`` exports and audits them, and replays one as text, if it knows the game."""
    table = opened(http)
    *_, game = play(table, Random(seed), PEOPLE)
    assert game["outcome"]["reason"] == "villages"
    archive, keys = tmp_path / "games.ndjson", tmp_path / "keys.json"
    record = tmp_path / "one.json"
    record.write_text(http.get(f"{table.url}/record").text, "utf-8")
    monkeypatch.setenv("CAROLUS_DATA", str(house.folder))

    def carolus(words: str) -> str:
        done = run(*words.split())
        assert done.exit_code == 0, done.output
        return done.output

    with registered(RAID):
        carolus(f"export --output {archive}")
        keys.write_text(carolus("keys export"), "utf-8")
        assert f"{table.id}" in archive.read_text("utf-8")
        assert "valid" in carolus(f"audit {archive} --keys {keys}")
        assert "winners" in carolus(f"replay {record}")
    command = [str(CAROLUS), "audit", str(archive), "--keys", str(keys)]
    stranger = subprocess.run(command, check=False, capture_output=True, text=True)
    assert stranger.returncode == 1
    assert RAID.meta.pinned in stranger.stdout + stranger.stderr
