"""Archives of the log: ``carolus export`` writes them, ``carolus import`` reads them."""

import io
import json
import subprocess
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any, TypeAlias

import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from litestar.testing import TestClient

from domain.record.audit import audit
from domain.record.record import (
    ARCHIVED,
    AnyRecord,
    RecordWithEvents,
    read_record,
    write_record,
)
from domain.record.statement import final_statement
from domain.record.text import write_text
from domain.rulesets.registry import RULESETS
from domain.table.actions import AbortGame, Resign, TakeSeat
from domain.table.game import TABLE
from domain.table.opening import OpeningTerms
from service.access.record_verifier import RecordVerifier
from service.access.signing import Signer
from service.archives.record_lines import RecordLine
from service.archives.sources import lines_of
from service.cli import main
from service.records import export
from service.storage.log import Log
from tests.support.games.continued import continued, played
from tests.support.games.table import RULES, action_of, due
from tests.support.http.client import good
from tests.support.proof import verifier
from tests.support.proof.records import signed, steps_of
from tests.support.run.long import cases, long_after
from tests.support.servers.applications import application_on
from tests.support.storage.stores import SIGNER, handler_of, put_migrated_file, settings_of, sqlite
from tests.support.storage.stores import run as run_to_the_end

Games: TypeAlias = dict[str, list[str]]
"""Ids of games by state, and of those that ended."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder of the commands."""
    data = tmp_path / "data"
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    return data


def run(*words: str | Path, typed: bytes = b"") -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(word) for word in words], input=typed)


def output_of(*words: str | Path, typed: bytes = b"") -> bytes:
    """Return the output of a command, which must succeed."""
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout_bytes


def simulate(folder: Path, games: int, seed: object, **options: Any) -> None:
    """Play games into a data folder."""
    put_migrated_file(folder)
    words = [f"--option={name}={value}" for name, value in options.items()]
    output_of("simulate", str(games), "--seed", str(seed), *words)


def simulated(tmp_path_factory: pytest.TempPathFactory, games: int) -> Path:
    """Return a data folder with these games of house bots, for tests to copy."""
    data = tmp_path_factory.mktemp("simulated")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CAROLUS_DATA", str(data))
        simulate(data, games, "archives")
    return data


@pytest.fixture(scope="module")
def folder_of_one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return simulated(tmp_path_factory, 1)


@pytest.fixture(scope="module")
def folder_of_four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return simulated(tmp_path_factory, 4)


@pytest.fixture
def one_game(folder: Path, folder_of_one: Path) -> Path:
    """Return the data folder with a finished game of house bots."""
    return copytree(folder_of_one, folder)


@pytest.fixture
def four_games(folder: Path, folder_of_four: Path) -> Path:
    """Return the data folder with four finished games of house bots."""
    return copytree(folder_of_four, folder)


@pytest.fixture(scope="module")
def folder_of_every_state(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Games]:
    data = tmp_path_factory.mktemp("every-state")
    return data, play_in_every_state(data)


@pytest.fixture
def games(folder: Path, folder_of_every_state: tuple[Path, Games]) -> Games:
    """Put games into the folder; return their ids by state, and in the order they ended."""
    data, found = folder_of_every_state
    copytree(data, folder)
    return found


def play_in_every_state(folder: Path) -> Games:
    """Play games into a data folder; return their ids by state, and in the order they ended."""
    put_migrated_file(folder)

    async def scene(log: Log) -> Games:
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


def records_of(archive: bytes) -> list[AnyRecord]:
    """Return the records of an archive, plain or compressed."""
    found = list(lines_of(io.BytesIO(archive), "archive"))
    return [read_record(line.data, ARCHIVED) for line in found if isinstance(line, RecordLine)]


# --- carolus export ----------------------------------------------------------------------------


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("players", long_after(1, [2, 3, 4]))
def test_exported_games_pass_an_audit(folder: Path, seed: int, players: int) -> None:
    """For random games of house bots, the only finding is that no published keys were given."""
    games = cases(6, 2)
    simulate(folder, games, f"{seed} {players}", players=players)
    records = records_of(output_of("export"))
    assert len({record.id for record in records}) == games
    for record in records:
        findings = audit(record, RecordVerifier()).findings
        assert [one.reason for one in findings] == ["published_keys_are_not_given"]


@pytest.mark.long
def test_exported_games_can_be_filtered(folder: Path, games: Games) -> None:
    """By state, ruleset or id, in the order in which they ended."""
    for state in ("open", "running", "over", "aborted"):
        assert [one.id for one in records_of(output_of("export", "--status", state))] == games[
            state
        ]
    assert [one.id for one in records_of(output_of("export"))] == games["ended"]
    archive = output_of("export", "--ruleset", "carolus-magnus", "--status", "aborted")
    assert [one.id for one in records_of(archive)] == games["aborted"]
    names = [*games["open"], *games["over"]]
    words = [word for name in names for word in ("--game", name)]
    assert [one.id for one in records_of(output_of("export", *words))] == names


def test_exported_games_can_be_filtered_by_their_end(folder: Path, games: Games) -> None:
    """From a time on, and before another one, to the microsecond."""
    ended = games["ended"]
    whole = records_of(output_of("export"))
    ends = [record.entries[-1].at for record in whole]
    between = records_of(output_of("export", "--from", ends[1], "--to", ends[2]))
    assert [record.id for record in between] == ended[1:2]
    assert records_of(output_of("export", "--from", ends[0][:10])) == whole
    assert records_of(output_of("export", "--to", ends[0])) == []
    aborted = records_of(output_of("export", "--status", "aborted", "--from", ends[0]))
    assert [record.id for record in aborted] == ended[1:2]


def test_exported_games_can_be_filtered_by_player(folder: Path) -> None:
    """By the account of a player, as in the lists over HTTP."""
    ana, bea = "a" * 26, "b" * 26

    async def scene(log: Log) -> list[str]:
        handler = handler_of(log)
        games = [
            (await handler.open(RULES, RULES.options_type(), None)).stored.game.id for _ in range(3)
        ]
        for game in games[1:]:
            await handler.perform(game, 0, [TakeSeat(0, name="Ana", player=ana)])
        for game in games:
            await handler.perform(game, TABLE, [AbortGame()])
        return games

    with sqlite(folder) as log:
        games = run_to_the_end(scene(log))
    found = records_of(output_of("export", "--player", ana))
    assert [record.id for record in found] == games[1:]
    assert output_of("export", "--player", bea) == b""


def test_exported_games_can_be_filtered_by_label(folder: Path) -> None:
    """Exactly the games of a tournament."""

    async def scene(log: Log) -> list[str]:
        handler = handler_of(log)
        games = []
        for label in ("Cup", None, "Cup", "Cup 2"):
            terms = OpeningTerms(label=label)
            opened = await handler.open(RULES, RULES.options_type(), None, terms=terms)
            games.append(opened.stored.game.id)
        for game in games:
            await handler.perform(game, TABLE, [AbortGame()])
        return games

    with sqlite(folder) as log:
        games = run_to_the_end(scene(log))
    found = records_of(output_of("export", "--label", "Cup"))
    assert [record.id for record in found] == [games[0], games[2]]
    none = run("export", "--label", "cup")
    assert (none.exit_code, none.stdout, none.stderr) == (0, "", "no game matches these options\n")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--from", "yesterday"], "'yesterday' is not a day such as 2025-01-31, or a time such as"),
        (["--to", "2025-02-30"], "'2025-02-30' is not a day"),
        (["--from", "2025-01-31T12:00"], "is not a day"),
        (["--from", "2025-02-01", "--to", "2025-01-31"], "must be later than --from 2025-02-01"),
        (["--from", "2025-02-01", "--status", "running"], "a game that is running has none"),
        (["--player", "Ana"], "'Ana' is not the id of an account"),
        (["--player", "a" * 26, "--game", "x"], "--game cannot be combined with"),
        (["--label", "Cup", "--game", "x"], "--game cannot be combined with"),
        (["--label", " Cup"], "' Cup' is not 1 to 60 visible characters"),
    ],
)
def test_filters_that_make_no_sense(folder: Path, words: list[str], why: str) -> None:
    """The command says what it expected, before it looks for a log."""
    result = run("export", *words)
    assert result.exit_code == 2
    assert why in " ".join(result.stderr.replace("│", " ").split())
    assert not folder.exists()


@pytest.mark.parametrize("ruleset", ["carolus-magnus", "teg"])
def test_an_archive_with_events_proves_itself(
    folder: Path, tmp_path: Path, seed: int, ruleset: str
) -> None:
    """To the audit, which knows the rules, and to a verifier that does not."""
    put_migrated_file(folder)
    options = ("--option=players=4", f"--option={SHORT[ruleset]}")
    output_of("simulate", "2", "--ruleset", ruleset, "--seed", f"{seed}", *options)
    archive, keys = tmp_path / "events.ndjson.zst", tmp_path / "jwks.json"
    output_of("export", "--events", "-o", archive)
    keys.write_bytes(output_of("keys", "export"))
    audited = output_of("audit", "--keys", keys, "--expect", "2", archive)
    assert b"All 2 records are valid." in audited
    plain = tmp_path / "events.ndjson"
    plain.write_bytes(output_of("export", "--events"))
    verifier.main([str(plain), str(keys)])
    lines, records = plain.read_bytes().splitlines(), records_of(output_of("export"))
    with application_on(settings_of(folder)) as app, TestClient(app) as http:
        events = [
            http.get(f"/v1/games/{one.id}/events", headers={"Accept": "application/x-ndjson"}).text
            for one in records
        ]
    for line, record, shown in zip(lines, records, events, strict=True):
        found = json.loads(line)
        assert (
            b'{"format":"carolus-events/1"' + write_record(record)[28:-1]
            == (line.partition(b',"events":')[0])
        )
        assert found["events"] == [json.loads(one) for one in shown.splitlines()]
        assert line.endswith(b',"events":[%b]}' % ",".join(shown.splitlines()).encode())


SHORT = {"carolus-magnus": "max_rounds=2", "teg": "round_limit=2"}


def test_an_archive_with_events_has_the_games_of_one_without(folder: Path, games: Games) -> None:
    """Unfinished games, too, with the events so far; the filters are the same."""
    for state in ("open", "running", "over", "aborted"):
        found = records_of(output_of("export", "--events", "--status", state))
        assert [one.id for one in found] == games[state]
        for one in found:
            assert isinstance(one, RecordWithEvents)
            assert one.events[-1]["hash"] == one.head
            assert all(f.weight == "note" for f in audit(one, RecordVerifier()).findings)
    (running,) = games["running"]
    assert records_of(output_of("export", "--events", "--game", running))[0].id == running


@pytest.mark.long
@pytest.mark.usefixtures("four_games")
def test_a_line_that_would_be_too_long_has_no_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is not lost, and the command says what is missing."""
    longest = max(map(len, output_of("export", "--events").splitlines()))
    monkeypatch.setattr(export, "LINE_BYTES_MAX", longest - 1)
    result = run("export", "--events")
    assert "1 without events: a line with them would be longer than" in result.stderr
    formats = sorted(one.format for one in records_of(result.stdout_bytes))
    assert formats == [*["carolus-events/1"] * 3, "carolus-record/1"]


@pytest.mark.usefixtures("four_games")
def test_events_of_another_game_are_reported(tmp_path: Path) -> None:
    """With their place and reason; the rest of the archive is audited."""
    lines = [json.loads(line) for line in output_of("export", "--events").splitlines()]
    lines[1]["events"] = lines[2]["events"]
    archive = tmp_path / "a.ndjson"
    archive.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    keys = tmp_path / "jwks.json"
    keys.write_bytes(output_of("keys", "export"))
    result = run("audit", "--keys", keys, "--language", "en", archive)
    assert result.exit_code == 1
    assert "3 records of 4 are valid." in result.stdout
    assert f"line 2: game {lines[1]['id']} is invalid" in result.stdout
    assert "$.events[0]: RC-EVENT-1" in result.stdout
    assert "of another game" in result.stdout


@pytest.mark.usefixtures("four_games")
def test_games_are_imported_from_an_archive_with_events(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The events are compared first, and the log then has the same ones."""
    archive = output_of("export", "--events")
    moved(monkeypatch, folder)
    assert b"4 imported" in output_of("import", "-", typed=archive)
    assert output_of("export", "--events") == archive
    moved(monkeypatch, folder, "third")
    lines = archive.splitlines(keepends=True)
    changed = lines[0].replace(b'"type":"game_started"', b'"type":"game_paused"')
    result = run("import", "--language", "en", "-", typed=b"".join([changed, *lines[1:]]))
    assert result.exit_code == 1
    assert "RC-EVENT-1" in result.output
    assert "3 imported, 1 refused" in result.output


@pytest.mark.usefixtures("four_games")
def test_an_archive_in_a_file(tmp_path: Path) -> None:
    """Compressed if the name says so, with the same records in the same order."""
    plain, packed = tmp_path / "a.ndjson", tmp_path / "a.ndjson.zst"
    assert output_of("export", "-o", plain) == b""
    output_of("export", "--output", packed)
    assert plain.read_bytes() == output_of("export") == output_of("export", "-o", "-")
    assert records_of(packed.read_bytes()) == records_of(plain.read_bytes())
    assert packed.stat().st_size < plain.stat().st_size / 5
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.ndjson", "a.ndjson.zst", "data"]


def test_the_secret_of_a_running_game_is_not_exported(folder: Path, games: Games) -> None:
    """Nor can its vault be exported as a game."""
    with sqlite(folder) as log:
        secrets = [json.loads(log.vault(game) or b"")["secret"] for game in games["running"]]
    archive = output_of("export", "--status", "running")
    assert [record.chance.secret for record in records_of(archive)] == [None]
    assert secrets[0].encode() not in archive
    assert run("export", "--game", f"vault/{games['running'][0]}").exit_code == 1


def test_an_export_without_a_log(folder: Path, tmp_path: Path) -> None:
    """The error names the folder, and creates nothing."""
    assert f"there is no log in {folder}" in run("export", "-o", tmp_path / "out.ndjson").output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("games")
def test_export_errors_are_reported_in_one_line(folder: Path, tmp_path: Path) -> None:
    """No partial archive stays behind."""
    out = tmp_path / "out.ndjson"
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
    """While another process writes to the log, an export includes its latest commits."""
    with sqlite(folder) as log:

        async def scene(seed: int) -> str:
            handler = handler_of(log, seed)
            game = (await handler.open(RULES, RULES.options_type(), None)).stored.game.id
            await handler.perform(game, TABLE, [AbortGame()])
            return game

        games = []
        for seed in range(3):
            games.append(run_to_the_end(scene(seed)))
            assert [one.id for one in records_of(output_of("export"))] == games


@pytest.mark.process
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full disk at hand")
@pytest.mark.usefixtures("four_games")
def test_a_full_disk_behind_standard_output(carolus: str) -> None:
    """The error is in one line."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [carolus, "export"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "Error: cannot write to standard output: No space left on device\n"


# --- carolus import ----------------------------------------------------------------------------


def moved(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str = "other") -> Path:
    """Switch to another data folder next to this one."""
    other = folder.with_name(name)
    put_migrated_file(other)
    monkeypatch.setenv("CAROLUS_DATA", str(other))
    return other


def summary(*words: str | Path, typed: bytes = b"", status: int = 0) -> tuple[dict[str, Any], str]:
    """Return the JSON output of an import and its messages on standard error."""
    result = run("import", "--json", *words, typed=typed)
    assert result.exit_code == status, result.output
    return json.loads(result.stdout), result.stderr


def counts(report: dict[str, Any]) -> tuple[int, int, int, int]:
    """Return the numbers of a summary."""
    return tuple(report[name] for name in ("imported", "there_already", "refused", "unreadable"))


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("players", long_after(1, [2, 3, 4]))
def test_export_and_import_round_trip(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int, players: int
) -> None:
    """Archives are equal byte for byte, and the logs row for row."""
    games = cases(12, 3)
    simulate(folder, games, f"{seed} {players}", players=players)
    archive = tmp_path / "games.ndjson.zst"
    output_of("export", "-o", archive)
    before = output_of("export")
    other = moved(monkeypatch, folder)
    said, _ = summary(archive)
    assert (counts(said), said["data"]) == ((games, 0, 0, 0), str(other))
    assert output_of("export") == before
    with sqlite(folder) as log, sqlite(other) as copy:
        for record in records_of(before)[:5]:
            assert copy.rows(record.id) == log.rows(record.id)
            assert copy.load(record.id) == log.load(record.id)
            assert copy.signature(record.id) == log.signature(record.id) == record.signature


def test_existing_games_are_skipped(folder: Path, games: Games) -> None:
    """When an archive is imported into the data folder it came from."""
    archive = output_of("export")
    assert counts(summary("-", typed=archive)[0]) == (0, 3, 0, 0)
    assert [one.id for one in records_of(output_of("export"))] == games["ended"]


@pytest.mark.long
@pytest.mark.usefixtures("games")
def test_a_game_twice_in_an_archive_is_imported_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if both copies fall into one commit."""
    archive = output_of("export")
    moved(monkeypatch, folder)
    assert counts(summary("-", typed=archive + archive)[0]) == (3, 3, 0, 0)
    assert output_of("export") == archive


def test_invalid_records_are_refused_and_others_imported(
    four_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message has line, rule, reason and place, and nothing of the record is stored."""
    one, two, three, four = output_of("export").splitlines()
    wrong = json.loads(two)
    move = next(entry for entry in wrong["entries"] if entry["action"]["type"] == "move_emperor")
    place = wrong["entries"].index(move)
    move["action"]["steps"] = 77
    forged = json.loads(three)
    forged["outcome"]["winners"] = ["gray"]
    lines = [one, json.dumps(wrong).encode(), json.dumps(forged).encode(), b"nonsense", four]
    other = moved(monkeypatch, four_games)
    said, why = summary("-", "--language", "en", typed=b"\n".join(lines), status=1)
    assert counts(said) == (2, 0, 3, 0)
    first, second, third = why.splitlines()
    assert first.startswith(f"standard input, line 2: game {wrong['id']} refused: CM-MOVE-1: ")
    assert f"at $.entries[{place}]" in first
    assert second.startswith(f"standard input, line 3: game {forged['id']} refused: RC-END-1: ")
    assert third.startswith("standard input, line 4: refused: RC-FORM-1: ")
    with sqlite(other) as log:
        assert {notice.stream.rpartition("/")[2] for notice in log.notices(0, 10_000)} == {
            json.loads(one)["id"],
            json.loads(four)["id"],
        }


def test_another_game_with_the_same_id_is_refused(folder: Path, games: Games) -> None:
    """The existing game stays as it is, even if it has not ended."""
    with sqlite(folder) as log:
        running = log.rows(games["running"][0])
    record = json.loads(output_of("export", "--game", games["aborted"][0]))
    others = []
    for game in (games["running"][0], games["over"][0]):
        other = {**record, "id": game, "head": None, "signature": None, "receipts": []}
        others.append(json.dumps(other).encode())
    said, why = summary("-", typed=b"\n".join(others), status=1)
    assert counts(said) == (0, 0, 2, 0)
    assert why.count("the log already has another game with this id") == 2
    with sqlite(folder) as log:
        assert log.rows(games["running"][0]) == running


@pytest.mark.usefixtures("games")
def test_an_unfinished_game_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No one has a token to continue it."""
    archive = output_of("export", "--status", "running") + output_of("export", "--status", "open")
    moved(monkeypatch, folder)
    said, why = summary("-", typed=archive, status=1)
    assert counts(said) == (0, 0, 2, 0)
    assert why.count("the game has not ended") == 2


def bare(record: dict[str, Any], **changes: Any) -> bytes:
    """Return the record as if it came from a real table: dice rolled there, and no hash.

    Recorded dice have no moments, and no log of a service contains the game.
    """
    opening, *rest = record["entries"]
    played = [entry for entry in rest if entry["action"]["type"] != "draw_moment"]
    chance = {"scheme": "recorded", "commitment": "", "secret": None}
    action = {**opening["action"], "scheme": "recorded", "commitment": ""}
    report = {
        **{key: value for key, value in record.items() if key != "inclusion"},
        "chance": chance,
        "entries": [{**opening, "action": action}, *played],
        "head": None,
        "signature": None,
        "receipts": [],
        **changes,
    }
    return json.dumps(report).encode()


@pytest.mark.long
def test_a_game_from_a_real_table(one_game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The import keeps its id and computes its hash; the API shows recorded dice."""
    (played,) = records_of(output_of("export"))
    record = json.loads(output_of("export"))
    other = moved(monkeypatch, one_game)
    assert counts(summary("-", typed=bare(record, id="final.2026-round_1"))[0]) == (1, 0, 0, 0)
    (imported,) = records_of(output_of("export"))
    assert (imported.id, imported.signature) == ("final.2026-round_1", None)
    assert imported.head is not None
    findings = audit(imported, RecordVerifier()).findings
    assert [one.reason for one in findings] == ["dice_are_recorded", "not_signed"]
    with application_on(settings_of(other)) as app, TestClient(app) as http:
        address = "/v1/games/final.2026-round_1"
        game = good(http.get(address))
        assert game["chance"] == {"scheme": "recorded", "commitment": "", "secret": None}
        assert (game["status"], game["head"]) == ("over", imported.head)
        assert good(http.get(f"{address}/proof"))["signature"] is None
        (listed,) = good(http.get("/v1/games"))["games"]
        assert listed["created_at"] == played.entries[0].at
        assert http.get(f"{address}/board.svg").status_code == 200
        assert http.get(f"{address}/record").content + b"\n" == output_of("export")
        for token in ("", "seat0_x", "creator_x"):
            act = http.post(
                f"{address}/actions",
                json={"actions": [{"type": "resign"}]},
                headers={"Authorization": f"Bearer {token}"},
            )
            assert act.status_code == 401


def test_the_signature_of_another_service_is_kept(
    one_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof contains it, although another service publishes the key."""
    archive = output_of("export")
    (record,) = records_of(archive)
    other = moved(monkeypatch, one_game)
    summary("-", typed=archive)
    with application_on(settings_of(other)) as app, TestClient(app) as http:
        proof = good(http.get(f"/v1/games/{record.id}/proof"))
        assert proof["signature"] == record.signature
        assert proof["statement"]["head"] == record.head
        assert proof["chance"]["secret"] == record.chance.secret


def test_records_from_files_folders_and_text(
    four_games: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """JSON, NDJSON, compressed, and text; each game once."""
    archive = output_of("export")
    first, second, third, fourth = records_of(archive)
    league = tmp_path / "league"
    league.mkdir()
    (league / "one.json").write_bytes(archive.splitlines()[0])
    (league / "four.ndjson").write_bytes(archive.splitlines()[3])
    output_of("export", "--game", second.id, "-o", league / "two.ndjson.zst")
    text = tmp_path / "three.txt"
    text.write_text(write_text(third), encoding="utf-8")
    moved(monkeypatch, four_games)
    said, why = summary(league, text, tmp_path / "none.ndjson", status=1)
    assert counts(said) == (4, 0, 0, 1)
    assert why == f"{tmp_path / 'none.ndjson'}: there is no such file or folder\n"
    assert sorted(records_of(output_of("export")), key=str) == sorted(
        [first, second, third, fourth], key=str
    )


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"id": ".hidden"}, "the id begins with a dot, so it cannot be part of an address"),
        ({"id": ".."}, "the id begins with a dot, so it cannot be part of an address"),
        ({"id": "a/b"}, "RC-FORM-1"),
        ({"id": "vault/x"}, "RC-FORM-1"),
        ({"head": "00" * 32}, "RC-HEAD-1"),
        ({"signature": "a.b.c"}, "RC-SIGN-1"),
    ],
)
def test_records_that_the_log_refuses(
    one_game: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], why: str
) -> None:
    """Ids that no client could request, and records that fail the audit."""
    record = json.loads(output_of("export"))
    moved(monkeypatch, one_game)
    said, report = summary("-", typed=bare(record, **changes), status=1)
    assert counts(said) == (0, 0, 1, 0)
    assert why in report
    assert records_of(output_of("export")) == []


@pytest.mark.parametrize("at", ["2025-02-30T12:00:00.000000Z", "0000-00-00T00:00:00.000000Z"])
def test_impossible_times_are_refused(
    one_game: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """The service lists games by time, so times must be valid."""
    record = json.loads(bare(json.loads(output_of("export"))))
    record["entries"][3]["at"] = at
    moved(monkeypatch, one_game)
    _, why = summary("-", typed=json.dumps(record).encode(), status=1)
    assert "$.entries[3].at" in why


def test_a_file_without_records_is_reported_in_one_line(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text("# Notes\n\nSome words\nand more.\n")
    said, why = summary(file, status=1)
    assert counts(said) == (0, 0, 0, 1)
    assert why.startswith(f"{file}: no record was found (line 1: not JSON: ")
    assert why.count("\n") == 1


@pytest.mark.usefixtures("games")
def test_an_import_prints_a_summary(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, with control characters escaped."""
    archive = output_of("export")
    other = moved(monkeypatch, folder)
    result = run("import", "-", typed=archive + b'{"format":"\\u001b[2J","ruleset":""}\n')
    assert result.stdout == f"3 imported, 1 refused; the log is in {other}\n"
    assert "\x1b" not in result.output
    assert (result.exit_code, run("import").exit_code) == (1, 2)


@pytest.mark.long
def test_an_import_while_the_service_runs(
    folder: Path, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service lists the new games at once."""
    archive = output_of("export")
    other = moved(monkeypatch, folder)
    with application_on(settings_of(other)) as app, TestClient(app) as http:
        assert good(http.get("/v1/games"))["games"] == []
        summary("-", typed=archive)
        assert len(good(http.get("/v1/games"))["games"]) == 3
        found = http.get("/v1/records", headers={"Accept": "application/x-ndjson"})
        assert found.content == archive


def test_a_missing_signature_is_added(one_game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier copy without it does not matter; a different signature is refused."""
    record = json.loads(output_of("export"))
    whole = json.dumps(record).encode()

    def with_signature(token: str | None) -> bytes:
        return json.dumps({**record, "signature": token}).encode()

    moved(monkeypatch, one_game)
    bare_one = json.dumps({**record, "signature": None, "receipts": record["receipts"][1:]})
    assert counts(summary("-", typed=bare_one.encode())[0]) == (1, 0, 0, 0)
    found = json.loads(output_of("export"))
    assert (found["signature"], found["receipts"]) == (None, record["receipts"][1:])
    assert counts(summary("-", typed=whole)[0]) == (0, 1, 0, 0)
    assert counts(summary("-", typed=bare_one.encode())[0]) == (0, 1, 0, 0)
    assert json.loads(output_of("export")) == record
    last = steps_of(read_record(whole))[-1]
    other = Signer(Ed25519PrivateKey.generate()).sign(
        final_statement(last.game, last.head, last.entry.at)
    )
    said, why = summary("-", typed=with_signature(other), status=1)
    assert counts(said) == (0, 0, 1, 0)
    assert "another signature" in why
    assert json.loads(output_of("export"))["signature"] == record["signature"]


def test_games_that_continue_others_are_imported(folder: Path) -> None:
    """With all events, and in any order: no game needs its source to be read."""
    put_migrated_file(folder)
    source = played(RULESETS[-1], decisions=20)
    games = [signed(one, SIGNER) for one in (continued(source), source.record)]
    archive = b"".join(write_record(one) + b"\n" for one in games)
    assert b"2 imported" in output_of("import", "-", typed=archive)
    assert output_of("export") == archive
    proved = output_of("export", "--events")
    (first, _) = proved.splitlines()
    event = json.loads(first)["events"][0]
    assert event["continues"]["game"] == source.continues.game
    assert output_of("audit", "--unsigned", "-", typed=proved)
