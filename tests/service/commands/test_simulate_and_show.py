"""``carolus simulate`` stores games, and ``carolus show`` shows them."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from litestar.testing import TestClient

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from tests.support.http.client import good, start
from tests.support.run.long import cases, long_after
from tests.support.servers.applications import application_on
from tests.support.servers.commands import run
from tests.support.servers.terminal import CAROLUS, read_until, terminal
from tests.support.storage.stores import put_migrated_file, settings_of


@pytest.fixture
def ready(folder: Path) -> Path:
    """Return a data folder whose log has no games."""
    put_migrated_file(folder)
    return folder


def test_simulate_stores_games_that_show_can_show(folder: Path) -> None:
    count = cases(12, 2)
    result = run("simulate", str(count), "--bots", "random,random", "--seed", "s", "--json")
    assert result.exit_code == 0
    summary = json.loads(result.stdout)
    assert summary["ruleset"] == "carolus-magnus@1"
    assert (summary["asked"], summary["finished"], summary["unfinished"]) == (count, count, 0)
    assert sum(ending["games"] for ending in summary["endings"]) == count
    assert summary["data"] == str(folder)

    shown = run("show", summary["last"])
    assert shown.exit_code == 0
    assert f"game {summary['last']}: over, version " in shown.stdout
    assert "seat 1 black: Pippin 2, house bot random\n" in shown.stdout
    assert " won\n" in shown.stdout
    assert "  segments " in shown.stdout
    spanish = run("show", summary["last"], "--language", "es").stdout
    assert "  segmentos " in spanish

    game = json.loads(run("show", summary["last"], "--json").stdout)
    assert (game["id"], game["status"]) == (summary["last"], "over")
    assert f"head {game['head']}\n" in shown.stdout
    assert game["outcome"]["reason"]

    earlier = run("show", summary["last"], "--version", "3")
    assert ": running, version 3\n" in earlier.stdout or ": open, version 3\n" in earlier.stdout
    first = run("show", summary["last"], "--version", "1")
    assert "\nseat 0 white: free\nseat 1 black: free\n\nRound 1, setup\n" in first.stdout
    beyond = run("show", summary["last"], "--version", str(game["version"] + 1))
    assert beyond.exit_code == 1
    assert beyond.stderr.endswith(f"; it is at version {game['version']}\n")


@pytest.mark.long
def test_show_prints_every_version_of_a_game_as_the_api_returns_it(folder: Path) -> None:
    """With its policy, and awaiting nobody in the middle of an action."""
    with application_on(settings_of(folder)) as app, TestClient(app) as http:
        table = start(http, terms={"seating": "anyone", "spectators": {"kind": "refused"}})
        good(table.act(0, {"type": "resign"}))
        over = table.now()
        assert (over["seating"], over["spectators"]) == ("anyone", {"kind": "refused"})
        versions = [{"version": str(one)} for one in range(1, over["version"] + 1)]
        games = [good(http.get(table.url, params=one)) for one in versions]
    for version, game in enumerate(games, 1):
        shown = run("show", table.id, "--json", "--version", str(version))
        assert json.loads(shown.stdout) == game
    assert json.loads(run("show", table.id, "--json").stdout) == over


@pytest.mark.parametrize(
    "ruleset", long_after(1, RULESETS), ids=lambda ruleset: str(ruleset.meta.id)
)
def test_simulated_games_can_be_shown_audited_and_replayed(
    ready: Path, tmp_path: Path, ruleset: AnyRuleset
) -> None:
    """A game of each ruleset, played by house bots, works with every command."""
    asked = ("--ruleset", ruleset.meta.id, "--players", "2", "--bots", "greedy,random")
    played = run("simulate", "1", *asked, "--seed", "all", "--json")
    summary = json.loads(played.stdout)
    assert (summary["ruleset"], summary["finished"]) == (ruleset.meta.pinned, 1)
    (ending,) = summary["endings"]
    shown = run("show", summary["last"])
    assert ending["reason"].replace("_", " ") in shown.stdout
    archive = str(tmp_path / "games.ndjson")
    assert run("export", "-o", archive).exit_code == 0
    assert run("audit", "--unsigned", "--statistics", archive).exit_code == 0
    replayed = run("replay", archive)
    assert replayed.exit_code == 0
    assert replayed.stdout.endswith(f"{' and '.join(ending['winners'])} won\n")
    picture = run("replay", archive, "--svg", "-")
    assert picture.stdout.startswith("<svg ")


def test_simulate_prints_how_the_games_ended(ready: Path) -> None:
    result = run("simulate", "1", "--players", "3", "--option", "max_rounds=1")
    assert result.exit_code == 0
    assert re.search(r"^1 game of carolus-magnus@1 finished: \d+ events in ", result.stdout)
    assert re.search(r"^       1  round limit: .* won$", result.stdout, re.MULTILINE)
    assert result.stderr == ""


def test_simulate_calls_off_games_that_do_not_end(
    ready: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.tasks.house.ALONE_EVENTS_MAX", 50)
    result = run("simulate", "2")
    assert result.exit_code == 0
    assert re.search(r"^       2  called off: nobody won$", result.stdout, re.MULTILINE)
    last = re.findall(r"carolus show (\S+)", result.stdout)
    assert f"game {last[0]}: aborted, version " in run("show", last[0]).stdout


@pytest.mark.long
def test_simulate_can_be_repeated_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []
    for name in ("one", "other"):
        monkeypatch.setenv("CAROLUS_DATA", str(tmp_path / name))
        summary = json.loads(run("simulate", "2", "--seed", "s", "--json").stdout)
        played.append((summary["events"], summary["endings"]))
    assert played[0] == played[1]
    again = run("simulate", "2", "--seed", "s")
    assert again.exit_code == 1
    assert "--seed s has been played into this data folder before" in again.stderr


@pytest.mark.long
@pytest.mark.process
def test_simulate_stops_at_ctrl_c_and_reports_what_it_stored(folder: Path) -> None:
    with terminal(CAROLUS, "simulate", "1000000", "--json") as (typing, process):
        assert "\x1b[" in read_until(typing, r"[1-9]\d*/1000000")
        os.write(typing, b"\x03")
        shown = read_until(typing, r"\}\r\n")
        assert process.wait(30) == 1
    summary = json.loads(shown[shown.rindex('{"ruleset"') :])
    assert 0 < summary["unfinished"] <= 32
    assert (summary["asked"], summary["data"]) == (1000000, str(folder))
    assert "Traceback" not in shown


def test_show_without_a_log(folder: Path) -> None:
    result = run("show", "nothing")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"Error: there is no log in {folder}; set CAROLUS_DATA")
    assert not folder.exists()


def test_show_of_an_unknown_game(ready: Path) -> None:
    result = run("show", "nothing")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"Error: there is no game 'nothing' in {ready}; set CAROLUS_DATA to use another folder\n"
    )


@pytest.mark.process
@pytest.mark.parametrize("on_path", [False, True])
def test_the_suggested_command_works_where_it_is_shown(
    folder: Path, carolus: str, on_path: bool
) -> None:
    """It has the data folder, and the program's path unless the shell finds it by its name."""
    path = f"{Path(carolus).parent}:" if on_path else ""
    typed = "carolus" if on_path else carolus
    done = subprocess.run(
        [typed, "simulate", "1"],
        env={**os.environ, "PATH": f"{path}/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    shown = re.search(r"^show the last one: (.*)$", done.stdout, re.MULTILINE)
    assert shown is not None
    assert shown[1].startswith(f"CAROLUS_DATA={folder} {typed} show ")
    elsewhere = {name: one for name, one in os.environ.items() if name != "CAROLUS_DATA"}
    environment = {**elsewhere, "PATH": f"{path}/usr/bin:/bin"}
    subprocess.run(["/bin/sh", "-c", shown[1]], env=environment, capture_output=True, check=True)
