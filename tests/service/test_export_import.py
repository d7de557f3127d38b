"""Archives of the log: written by ``carolus export``, taken in by ``carolus import``."""

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from domain.record.audit import audit
from domain.record.record import AnyRecord, read_record
from domain.table.actions import AbortGame, Resign, TakeSeat
from domain.table.game import TABLE
from service.access.signing import Verifier
from service.archives.lines import Line
from service.archives.sources import lines_of
from service.cli import main
from service.storage.log import Log
from tests.support.stores import handler_of, sqlite
from tests.support.stores import run as run_to_the_end
from tests.support.table import RULES, action_of, due


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder of the commands."""
    data = tmp_path / "data"
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    return data


def run(*words: str | Path, typed: bytes = b"") -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(word) for word in words], input=typed)


def done(*words: str | Path, typed: bytes = b"") -> bytes:
    """Return what a command writes, which must have done its work."""
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout_bytes


def simulate(folder: Path, games: int, seed: object, **options: Any) -> None:
    """Play games into a folder."""
    folder.mkdir(exist_ok=True)
    words = [f"--option={name}={value}" for name, value in options.items()]
    done("simulate", str(games), "--seed", str(seed), *words)


def in_every_state(folder: Path) -> dict[str, list[str]]:
    """Put games into a folder; return them by state, in the order of an archive."""

    async def scene(log: Log) -> dict[str, list[str]]:
        handler = handler_of(log)
        games = [
            (await handler.open(RULES, RULES.options_type(players=players), None)).stored.game.id
            for players in (2, 3, 2, 3, 2)
        ]
        random = Random(1)
        for game in games[1:4]:
            stored = await handler.load(game)
            seats = range(len(stored.game.seats))
            await handler.perform(game, TABLE, [TakeSeat(seat) for seat in seats])
            for _ in range(5):
                stored = await handler.load(game)
                action = action_of(stored.game, due(stored.game), random)
                await handler.perform(game, due(stored.game), [action])
        await handler.perform(games[2], 0, [Resign()])
        await handler.perform(games[4], TABLE, [AbortGame()])
        await handler.perform(games[3], 0, [Resign()])
        await handler.perform(games[3], 2, [Resign()])
        return {
            "open": games[:1],
            "running": games[1:2],
            "over": games[2:4],
            "aborted": games[4:],
            "ended": [games[2], games[4], games[3]],
        }

    with sqlite(folder) as log:
        return run_to_the_end(scene(log))


def told(archive: bytes) -> list[AnyRecord]:
    """Return the records of an archive, plain or packed."""
    found = list(lines_of(io.BytesIO(archive), "archive"))
    return [read_record(line.data) for line in found if isinstance(line, Line)]


# --- carolus export ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whatever_was_played_is_exported_and_audits_clean(
    folder: Path, seed: int, players: int
) -> None:
    """Any random game of house bots: nothing is to be said of it but that the key is not known."""
    simulate(folder, 12, f"{seed} {players}", players=players)
    records = told(done("export"))
    assert len({record.id for record in records}) == 12
    for record in records:
        findings = audit(record, Verifier().verify).findings
        assert [one.reason for one in findings] == ["key_is_not_published"]


def test_games_are_chosen(folder: Path) -> None:
    """By state, by ruleset, or by name; in the order in which they ended."""
    games = in_every_state(folder)
    for state in ("open", "running", "over", "aborted"):
        assert [one.id for one in told(done("export", "--status", state))] == games[state]
    assert [one.id for one in told(done("export"))] == games["ended"]
    archive = done("export", "--ruleset", "carolus-magnus", "--status", "aborted")
    assert [one.id for one in told(archive)] == games["aborted"]
    names = [*games["open"], *games["over"]]
    words = [word for name in names for word in ("--game", name)]
    assert [one.id for one in told(done("export", *words))] == names


def test_an_archive_in_a_file(folder: Path, tmp_path: Path) -> None:
    """Packed if its name says so; the same records in the same order."""
    simulate(folder, 15, "file")
    plain, packed = tmp_path / "a.ndjson", tmp_path / "a.ndjson.zst"
    assert done("export", "-o", plain) == b""
    done("export", "--output", packed)
    assert plain.read_bytes() == done("export") == done("export", "-o", "-")
    assert told(packed.read_bytes()) == told(plain.read_bytes())
    assert packed.stat().st_size < plain.stat().st_size / 5
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.ndjson", "a.ndjson.zst", "data"]


def test_the_secret_of_a_game_that_is_played_is_not_exported(folder: Path) -> None:
    """Nor is its vault a game that one could ask for."""
    games = in_every_state(folder)
    with sqlite(folder) as log:
        secrets = [json.loads(log.vault(game) or b"")["secret"] for game in games["running"]]
    archive = done("export", "--status", "running")
    assert [record.chance.secret for record in told(archive)] == [None]
    assert secrets[0].encode() not in archive
    assert run("export", "--game", f"vault/{games['running'][0]}").exit_code == 1


def test_what_cannot_be_exported_is_said_in_one_line(folder: Path, tmp_path: Path) -> None:
    """And no half of an archive is left behind."""
    out = tmp_path / "out.ndjson"
    assert "there is no log in" in run("export", "-o", out).output
    in_every_state(folder)
    result = run("export", "--game", "nothing", "-o", out)
    assert (result.exit_code, result.output) == (
        1,
        f"Error: there is no game 'nothing' in {folder}\n",
    )
    assert run("export", "-o", tmp_path / "no" / "out").exit_code == 1
    assert run("export", "--status", "won").exit_code == 2
    assert run("export", "--ruleset", "chess").exit_code == 2
    assert run("export", "--game", "x", "--status", "over").exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_an_export_while_the_log_is_written(folder: Path) -> None:
    """Another process has the log open; what it put there is exported at once."""
    with sqlite(folder) as log:

        async def scene(seed: int) -> str:
            handler = handler_of(log, seed)
            game = (await handler.open(RULES, RULES.options_type(), None)).stored.game.id
            await handler.perform(game, TABLE, [AbortGame()])
            return game

        games = []
        for seed in range(3):
            games.append(run_to_the_end(scene(seed)))
            assert [one.id for one in told(done("export"))] == games
