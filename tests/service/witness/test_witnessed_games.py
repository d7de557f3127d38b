"""Games whose dice depend on a witness: the real service and the real witness, both killed."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.support.http.client import Json, Table, create, good, seat_due, start
from tests.support.proof import verifier
from tests.support.servers.commands import run
from tests.support.servers.watched import Watched, watching

pytestmark = pytest.mark.process

WAIT_SECONDS_MAX = 60


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    """Start both; every game that asks for it is witnessed."""
    with watching(tmp_path, monkeypatch) as both:
        yield both


def witnessed(http: httpx.Client, **options: Any) -> Table:
    """Open a witnessed game for two people, and seat them."""
    return start(http, terms={"witnessed": True}, players=2, **options)


def until(table: Table, happens: Callable[[Json], bool]) -> Json:
    """Wait until this is true of a game."""
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while not happens(game := table.now()):
        assert time.monotonic() < deadline, game
        time.sleep(0.02)
    return game


def a_seat_is_due(game: Json) -> bool:
    """Return whether a person has to decide."""
    return isinstance(seat_due(game), int)


def chance_is_due(game: Json) -> bool:
    """Return whether the game waits for chance."""
    return bool(game["awaits"]) and game["awaits"][0]["seat"] == "chance"


def decide(table: Table, random: Random) -> Json:
    """Make one decision for the seat that is due."""
    seat = seat_due(until(table, a_seat_is_due))
    assert seat is not None
    return dict(good(table.act(seat, table.any_action(seat, random)))["game"])


def up_to_a_draw(table: Table, random: Random) -> Json:
    """Make decisions until chance has to draw."""
    while not chance_is_due(game := decide(table, random)):
        pass
    return game


def audited(watched: Watched, table: Table, folder: Path) -> str:
    """End a game and audit its record; return what the audit prints."""
    with watched.service.client() as http:
        table.http = http
        seat = seat_due(until(table, a_seat_is_due))
        assert seat is not None
        good(table.act(seat, {"type": "resign"}))
        record = folder / "game.json"
        record.write_bytes(http.get(f"{table.url}/record").content)
    done = run("audit", "--keys", str(watched.keys), str(record))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_every_moment_has_a_link(watched: Watched, tmp_path: Path, seed: int) -> None:
    """The audit proves who gave links, for which heads, and that each die depends on them."""
    with watched.service.client() as http:
        table = witnessed(http, max_rounds=1)
        for _ in play_witnessed(table, Random(seed), 4):
            pass
        events = table.events()
    opening = events[0]
    assert [witness["tip"] for witness in opening["witnesses"]]
    drawn = [event for event in events if event["type"] == "moment_drawn"]
    assert [event["moment"] for event in drawn] == list(range(1, len(drawn) + 1))
    assert all([one["who"] for one in event["links"]] == [128] for event in drawn)
    assert "witness" in audited(watched, table, tmp_path)
    must_be_verified(watched)


def must_be_verified(watched: Watched) -> None:
    """Fail unless a verifier without the rules accepts the game, and only what its witness signed.

    It reads the line that ``carolus export --events`` writes.
    """
    keys = json.loads(watched.keys.read_text("utf-8"))
    (line,) = map(verifier.read, run("export", "--events").stdout.splitlines())
    verifier.verify_line(line, keys)
    name, events = line["id"], line["events"]
    drawn = [event for event in events if event["type"] == "moment_drawn"]
    for place in (events[0]["witnesses"][0], drawn[0]["witness"][0], drawn[-1]["witness"][0]):
        place["time"] += 1
        with pytest.raises(verifier.Wrong, match="did not sign"):
            verifier.check_witnesses(name, events)
        place["time"] -= 1
    verifier.check_witnesses(name, events)
    drawn[-1]["witness"].clear()
    with pytest.raises(verifier.Wrong, match="a witness"):
        verifier.check_witnesses(name, events)


def play_witnessed(table: Table, random: Random, decisions: int) -> Iterator[Json]:
    """Make some decisions, each when a seat is due."""
    for _ in range(decisions):
        yield decide(table, random)


def test_a_game_waits_for_its_witness(watched: Watched, tmp_path: Path, seed: int) -> None:
    """Nothing is drawn while the witness is away, nobody can act, and the game then goes on."""
    random = Random(seed)
    with watched.service.client() as http:
        table = witnessed(http)
        until(table, a_seat_is_due)
        watched.witness.kill()
        waiting = up_to_a_draw(table, random)
        assert waiting["status"] == "running"
        refused = table.act(0, {"type": "resign"})
        assert (refused.status_code, refused.json()["rule"]) == (409, "TB-MOMENT-2")
        assert table.now()["version"] == waiting["version"]
        watched.restart_witness()
        until(table, a_seat_is_due)
    assert "witness" in audited(watched, table, tmp_path)


@pytest.mark.long
def test_a_killed_service_asks_for_the_same_links(
    watched: Watched, tmp_path: Path, seed: int
) -> None:
    """The call follows from the log, so the witness answers a restarted service the same."""
    random = Random(seed)
    with watched.service.client() as http:
        table = witnessed(http)
        until(table, a_seat_is_due)
        watched.witness.kill()
        waiting = up_to_a_draw(table, random)
    watched.service.kill()
    watched.restart_witness()
    watched.service.start()
    with watched.service.client() as http:
        table.http = http
        assert until(table, a_seat_is_due)["version"] > waiting["version"]
    audited(watched, table, tmp_path)


@pytest.mark.long
def test_a_game_needs_its_witness_at_the_opening(watched: Watched) -> None:
    """Without it, nothing is opened; other games open as ever."""
    watched.witness.kill()
    with watched.service.client() as http:
        asked = {"ruleset": "carolus-magnus", "options": {"players": 2}, "witnessed": True}
        refused = http.post("/v1/games", json=asked)
        assert refused.status_code == 503
        assert refused.json()["type"] == "/problems/witness-unavailable"
        assert good(http.get("/v1/games"))["games"] == []
        create(http, players=2)


@pytest.mark.long
def test_a_rematch_has_witnesses_too(watched: Watched, seed: int) -> None:
    """They commit to new chains."""
    with watched.service.client() as http:
        table = witnessed(http)
        seat = seat_due(until(table, a_seat_is_due))
        assert seat is not None
        good(table.act(seat, {"type": "resign"}))
        again = good(http.post(f"{table.url}/rematch", json={}, headers=table.headers(0)))
        first, second = (
            good(http.get(f"/v1/games/{game}/events"))["events"][0]
            for game in (table.id, again["game"]["id"])
        )
    assert first["witnesses"][0]["tip"] != second["witnesses"][0]["tip"]


@pytest.mark.long
def test_house_bots_wait_for_witnesses(watched: Watched) -> None:
    """A game among bots ends by itself, with a link in every moment."""
    with watched.service.client() as http:
        table = create(http, terms={"witnessed": True}, players=2, max_rounds=1)
        for seat in (0, 1):
            good(table.sit(seat, "creator", bot="random"))
        until(table, lambda game: game["status"] == "over")
        drawn = [one for one in table.events() if one["type"] == "moment_drawn"]
    assert drawn
    assert all(one["witness"] for one in drawn)
