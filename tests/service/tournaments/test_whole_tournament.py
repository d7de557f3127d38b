"""Accounts play a whole tournament over HTTP, and anyone proves it from outside.

They are fourteen, and in ``make test`` seven.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.support.http.client import Json, good
from tests.support.proof.tournament_verifier import verify_tournament
from tests.support.run.long import cases
from tests.support.run.waiting import until
from tests.support.servers.commands import run
from tests.support.tournaments.over_http import Cup, Member, Scene, play_game

CODE = "charlemagne"
ROUNDS = 2


def test_a_whole_tournament(scene: Scene, tmp_path: Path) -> None:
    """They enter with a code, check in, sit at tables of four and three, and play two rounds.

    From the record and the games, the audit proves pairings, results and standings.
    """
    cup = scene.announce(CODE, registration={"kind": "code"}, check_in=True)
    players = scene.members(cases(14, 7))
    sevens = len(players) // 7
    for number, one in enumerate(players):
        good(cup.ask(one, {**one.entry, "code": CODE, "entropy": f"{number:02x}" * 16}))
    cup.run("start_tournament")
    for number in range(1, ROUNDS + 1):
        check_in(cup, players)
        cup.pair(number)
        games = opened(cup, number)
        assert sorted(len(one["entrants"]) for one in games) == [3] * sevens + [4] * sevens
        for table in games:
            play_game(scene.http, table["game"], players, Random(table["table"]))
        until(lambda: all(one["ranks"] for one in tables(cup)), "results of all tables")
        assert {one["source"] for one in tables(cup)} == {"game"}
        cup.run({"type": "close_round", "round": number})
        assert len(cup.get("/standings", round=number)["standings"]) == len(players)
    cup.run("end_tournament")
    now = cup.get()
    assert (now["phase"], now["round"]) == ("ended", ROUNDS)
    places = cup.get("/standings")["standings"]
    assert {line["name"] for line in places} == {one.name for one in players}
    assert sum(line["points"] for line in places) == ROUNDS * sevens * (1200 + 900)
    prove(scene, cup, len(players), tmp_path)


def check_in(cup: Cup, players: list[Member]) -> None:
    """Check in all players."""
    cup.run("open_check_in")
    numbers = {one["people"][0]["account"]: one["entrant"] for one in cup.get()["entrants"]}
    for one in players:
        good(cup.ask(one, {"type": "check_in", "entrant": numbers[one.id]}))
    assert sorted(cup.get()["check_in"]["present"]) == list(range(1, len(players) + 1))
    cup.run("close_check_in")


def tables(cup: Cup) -> list[Json]:
    """Return the tables of the last round."""
    found: list[Json] = cup.get(f"/rounds/{cup.get()['round']}")["tables"]
    return found


def opened(cup: Cup, number: int) -> list[Json]:
    """Return the tables of a round once the service has opened their games."""
    until(lambda: all(one["game"] for one in tables(cup)), f"games of round {number}")
    found = tables(cup)
    assert len({one["game"] for one in found}) == len(found)
    return found


def events(cup: Cup) -> Iterator[Json]:
    """Yield all events, page by page."""
    page = cup.get("/events", limit=100)
    yield from page["events"]
    while page["next"] is not None:
        page = cup.get("/events", limit=100, cursor=page["next"])
        yield from page["events"]


def prove(scene: Scene, cup: Cup, entrants: int, folder: Path) -> None:
    """Audit the archive of the tournament and its games; verify the record without Carolus, too."""
    files = {
        "cup.ndjson": scene.http.get(
            f"{cup.url}/record",
            headers={"Accept": "application/x-ndjson", "Accept-Encoding": "identity"},
        ),
        "jwks.json": scene.http.get("/.well-known/jwks.json"),
    }
    for name, answer in files.items():
        assert answer.status_code == 200
        (folder / name).write_bytes(answer.content)
    name = files["cup.ndjson"].headers["Content-Disposition"]
    assert name.endswith(f'"tournament-{cup.id}.ndjson"')
    record, *games = map(json.loads, (folder / "cup.ndjson").read_text("utf-8").splitlines())
    assert record == scene.http.get(f"{cup.url}/record").json()
    assert record["signature"] is not None
    verify_tournament(list(events(cup)), record, json.loads((folder / "jwks.json").read_text()))
    assert len(games) == ROUNDS * 2 * entrants // 7
    found = run(
        "audit",
        *("--keys", str(folder / "jwks.json")),
        *("--tournament", str(folder / "cup.ndjson")),
        str(folder / "cup.ndjson"),
        *("--jobs", "1"),
    )
    assert found.exit_code == 0, found.output
    count = len(games)
    assert (
        f"{entrants} entrants, 2 rounds, {count} tables, {count} games: all valid." in found.output
    )
    assert "The standings, computed again, are those that were fixed at the end." in found.output
    publish(folder, count)


def publish(folder: Path, games: int) -> None:
    """Publish the archive as a site, whose files prove the tournament.

    It is not published without a game, or with one that an audit refuses.
    """
    archive, site = folder / "cup.ndjson", folder / "site"
    partial = folder / "partial.ndjson"
    partial.write_bytes(b"".join(archive.read_bytes().splitlines(keepends=True)[:-1]))
    refused = run("tournament", "publish", str(partial), str(site))
    assert "lacks games of the tournament" in refused.output
    *lines, last = archive.read_bytes().splitlines(keepends=True)
    renamed = last.replace(b'"name":"Player', b'"name":"Plaier', 1)
    partial.write_bytes(b"".join([*lines, renamed]))
    refused = run("tournament", "publish", str(partial), str(site))
    assert refused.exit_code == 1
    assert not [*site.iterdir()]
    assert f"because an audit refuses it: line {games}, game " in refused.output
    assert "RC-" in refused.output
    done = run("tournament", "publish", str(archive), str(site))
    assert done.exit_code == 0, done.output
    files = [str(site / name) for name in ("tournament.json", "games.ndjson")]
    keys = ("--keys", str(site / "jwks.json"))
    found = run("audit", *keys, "--tournament", *files, "--jobs", "1")
    assert found.exit_code == 0, found.output
    assert f"{games} games: all valid." in found.output
