"""The commands work the same with a data folder and with a database server."""

import json
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.access.record_verifier import RecordVerifier
from service.archives.sources import lines
from service.records.importing import Importer, ImportResult
from service.settings import Settings
from tests.support.run.long import cases
from tests.support.servers.commands import run
from tests.support.storage.stores import OpenStore, on_both_engines


@pytest.fixture
def chosen(at: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Configure this database for the commands."""
    for variable, value in msgspec.to_builtins(at).items():
        monkeypatch.setenv(variable, str(value))
    return at


def output_of(*words: str | Path) -> str:
    """Return the output of a command, which must succeed."""
    result = run(*map(str, words))
    assert result.exit_code == 0, result.output
    return result.stdout


@on_both_engines
@pytest.mark.long
def test_from_the_first_game_to_the_archive_and_back(
    chosen: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play, show, replay, export and audit; then import elsewhere with equal heads."""
    summary: Any = json.loads(output_of("simulate", "3", "--seed", "any", "--json"))
    assert (summary["finished"], summary["data"]) == (3, chosen.place)
    game: Any = json.loads(output_of("show", summary["last"], "--json"))
    assert f"game {game['id']}: over" in output_of("show", game["id"])
    assert output_of("replay", game["id"], "--json").count("\n") > 10
    archive = tmp_path / "games.ndjson.zst"
    output_of("export", "-o", archive)
    assert "3 records" in output_of("audit", "--unsigned", archive)
    assert "3 there already" in output_of("import", archive)
    before = output_of("export")
    monkeypatch.setenv("CAROLUS_DATA", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("CAROLUS_DATABASE", "")
    assert "3 imported" in output_of("import", archive)
    assert output_of("export") == before
    assert json.loads(output_of("show", game["id"], "--json"))["head"] == game["head"]


@on_both_engines
@pytest.mark.long
def test_concurrent_imports_import_each_game_once(
    chosen: Settings, store: OpenStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two processes, the later one finds that the game exists already."""
    archive = tmp_path / "games.ndjson"
    monkeypatch.setenv("CAROLUS_DATA", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("CAROLUS_DATABASE", "")
    games = cases(15, 10)
    output_of("simulate", str(games), "--seed", "two")
    output_of("export", "-o", archive)
    together = threading.Barrier(2)

    def take_in() -> Counter[str]:
        with store() as log:
            together.wait(30)
            results = Importer(log, RecordVerifier(())).run(lines([str(archive)]))
            return Counter(one.happened for one in results if isinstance(one, ImportResult))

    with ThreadPoolExecutor(2) as threads:
        counts = [one.result() for one in [threads.submit(take_in) for _ in range(2)]]
    assert sum(counts, Counter()) == {"imported": games, "there_already": games}
    with store() as log:
        begun = [one for one in log.notices(0, 100_000) if one.version == 1]
        assert sum("/" not in one.stream for one in begun) == games


@on_both_engines
def test_the_error_for_an_unknown_game_shows_which_log(chosen: Settings) -> None:
    """So the user notices if it is the wrong one."""
    output_of("simulate", "1", "--option", "max_rounds=1")
    error = run("show", "nowhere").stderr
    data, database = (
        "set CAROLUS_DATA to use another folder",
        "set CAROLUS_DATABASE to use another one",
    )
    another = database if chosen.database else data
    assert error == f"Error: there is no game 'nowhere' in {chosen.place}; {another}\n"
