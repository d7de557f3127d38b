"""The commands do the same whatever keeps the log: a folder, or a database that is set."""

import json
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.access.signing import Verifier
from service.archives.sources import lines
from service.records.importing import Importer, ImportResult
from service.settings import Settings
from tests.support.servers.commands import run
from tests.support.storage.stores import OpenStore


@pytest.fixture
def chosen(at: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Set this database for the commands."""
    for variable, value in msgspec.to_builtins(at).items():
        monkeypatch.setenv(variable, str(value))
    return at


def done(*words: str | Path) -> str:
    """Return what a command prints, which must have done its work."""
    result = run(*map(str, words))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_from_the_first_game_to_the_archive_and_back(
    chosen: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play, show, replay, export, audit; then take all in elsewhere, with the same heads."""
    summary: Any = json.loads(done("simulate", "5", "--seed", "any", "--json"))
    assert (summary["finished"], summary["data"]) == (5, chosen.place)
    game: Any = json.loads(done("show", summary["last"], "--json"))
    assert f"game {game['id']}: over" in done("show", game["id"])
    assert done("replay", game["id"], "--json").count("\n") > 10
    archive = tmp_path / "games.ndjson.zst"
    done("export", "-o", archive)
    assert "5 records" in done("audit", archive)
    assert "5 there already" in done("import", archive)
    before = done("export")
    monkeypatch.setenv("CAROLUS_DATA", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("CAROLUS_DATABASE", "")
    assert "5 imported" in done("import", archive)
    assert done("export") == before
    assert json.loads(done("show", game["id"], "--json"))["head"] == game["head"]


def test_two_imports_of_one_archive_take_each_game_in_once(
    chosen: Settings, store: OpenStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the same moment, by two processes: what the one was late for is there already."""
    archive = tmp_path / "games.ndjson"
    monkeypatch.setenv("CAROLUS_DATA", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("CAROLUS_DATABASE", "")
    done("simulate", "30", "--seed", "two")
    done("export", "-o", archive)
    together = threading.Barrier(2)

    def take_in() -> Counter[str]:
        with store() as log:
            together.wait(30)
            told = Importer(log, Verifier(()).verify).run(lines([str(archive)]))
            return Counter(one.happened for one in told if isinstance(one, ImportResult))

    with ThreadPoolExecutor(2) as threads:
        counts = [one.result() for one in [threads.submit(take_in) for _ in range(2)]]
    assert sum(counts, Counter()) == {"imported": 30, "there_already": 30}
    with store() as log:
        begun = [one for one in log.notices(0, 100_000) if one.version == 1]
        assert sum("/" not in one.stream for one in begun) == 30


def test_an_unknown_game_is_told_with_the_place_of_the_log(chosen: Settings) -> None:
    """So that nobody looks for it in the wrong one."""
    done("simulate", "1")
    said = run("show", "nowhere").stderr
    data, database = (
        "set CAROLUS_DATA to use another folder",
        "set CAROLUS_DATABASE to use another one",
    )
    another = database if chosen.database else data
    assert said == f"Error: there is no game 'nowhere' in {chosen.place}; {another}\n"
