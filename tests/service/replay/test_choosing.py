"""``carolus replay``: how a game is chosen, and every error."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import zstandard
from click.testing import CliRunner

from domain.record.record import write_record
from service.cli import main
from tests.support.proof.replaying import (
    BAD,
    BAD_ENTRY,
    GAME,
    GAMES,
    LAST,
    changed,
    run,
)


def test_an_archive_is_listed_when_no_game_is_chosen(tmp_path: Path) -> None:
    archive = tmp_path / "games.ndjson"
    archive.write_bytes(b"".join(write_record(game) + b"\n" for game in GAMES.values()) + b"?\n")
    listed = run(str(archive))
    assert listed.exit_code == 2
    assert "games.ndjson contains several games; choose one with --game ID or" in listed.stderr
    lines = listed.stdout.splitlines()
    assert len(lines) == len(GAMES) + 1
    for number, (line, game) in enumerate(zip(lines, GAMES.values(), strict=False), start=1):
        assert line.startswith(f"line {number} ")
        assert f"{game.id}  {game.ruleset}  " in line
        assert all((seat.name or seat.bot or "nobody") in line for seat in game.seats)
    assert sum(line.endswith("no outcome") for line in lines) == sum(
        game.outcome is None for game in GAMES.values()
    )
    assert lines[-1].endswith("not a record")


def test_a_file_without_records_is_reported_in_one_line(tmp_path: Path) -> None:
    """The error does not say that the file contains several games."""
    file = tmp_path / "README.md"
    file.write_text("# Notes\n\nSome words\nand more.\n")
    result = run(str(file))
    assert (result.exit_code, result.stdout) == (1, "")
    expected = f"Error: {file}: no record was found (line 1: not JSON: "
    assert result.stderr.startswith(expected)
    assert result.stderr.count("\n") == 1


def test_the_list_of_a_folder_names_the_file_of_each_game(tmp_path: Path) -> None:
    """The message also says how to choose a game whose id or line occurs in several files."""
    text = b"".join(write_record(game) + b"\n" for game in (GAME, GAMES["2-stalled"]))
    files = [tmp_path / "a.ndjson", tmp_path / "b.ndjson"]
    for file in files:
        file.write_bytes(text)
    expected = [f"{file}, line {number} " for file in files for number in (1, 2)]
    listed = run(str(tmp_path))
    assert listed.exit_code == 2
    for line, place in zip(listed.stdout.splitlines(), expected, strict=True):
        assert line.startswith(place)
    assert "choose one with --game ID, or pass the file of the game, with --line N" in listed.stderr
    for words, how in ((("--line", "1"), "choose one with"), (("--game", GAME.id), "pass the")):
        twice = run(str(tmp_path), *words)
        assert f"several games; {how}" in twice.stderr
        assert [line.split("  ")[0] for line in twice.stdout.splitlines()] == [
            place.rstrip() for place in expected[::2]
        ]
    assert run(str(tmp_path / "b.ndjson"), "--line", "1").exit_code == 0


@pytest.mark.parametrize(
    "pack", [bytes, zstandard.compress, gzip.compress], ids=["plain", "zstd", "gzip"]
)
def test_a_game_of_an_archive_is_chosen_by_id_or_line(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    games = [GAMES[name] for name in ("2-aborted", "2-resignation", "3-aborted")]
    text = b"".join(write_record(game) + b"\n" for game in games)
    archive = tmp_path / "games.ndjson"
    archive.write_bytes(pack(text))
    for number, game in enumerate(games, start=1):
        by_line = run(str(archive), "--line", str(number))
        assert by_line.exit_code == 0
        assert by_line.stdout.startswith(f"{game.ruleset}, game {game.id}: ")
    ids = [game.id for game in games]
    once = next(game for game in games if ids.count(game.id) == 1)
    by_id = run(str(archive), "--game", once.id)
    assert by_id.stdout == run(str(archive), "--line", str(ids.index(once.id) + 1)).stdout


def test_a_game_that_occurs_twice_is_chosen_by_line(tmp_path: Path) -> None:
    archive = tmp_path / "games.ndjson"
    archive.write_bytes((write_record(GAME) + b"\n") * 2)
    twice = run(str(archive), "--game", GAME.id)
    assert twice.exit_code == 2
    assert "choose one with --line N" in twice.stderr
    assert twice.stdout.count(GAME.id) == 2
    assert run(str(archive), "--game", GAME.id, "--line", "2").exit_code == 0


def test_standard_input_and_a_document_of_many_lines(file: Path) -> None:
    printed = run(str(file)).stdout
    assert run("-", given=file.read_bytes()).stdout == printed
    file.write_bytes(msgspec.json.format(file.read_bytes(), indent=2))
    assert run(str(file)).stdout == printed


def test_a_game_of_the_log(folder: Path) -> None:
    played = CliRunner().invoke(main, ["simulate", "1", "--seed", "r", "--json"])
    summary = json.loads(played.stdout)
    printed = run(summary["last"])
    assert printed.exit_code == 0
    assert f"game {summary['last']}: " in printed.stdout
    last = json.loads(run(summary["last"], "--json").stdout.splitlines()[-1])
    assert last["version"] == summary["events"]
    missing = run("nothing")
    assert (missing.exit_code, missing.stdout) == (1, "")
    assert missing.stderr == (
        f"Error: there is no file 'nothing', and no such game in {folder}; "
        "set CAROLUS_DATA to use another folder\n"
    )


@pytest.mark.parametrize(
    ("words", "given", "expected"),
    [
        (("nothing",), b"", "there is no file 'nothing', and no log in "),
        (("-",), b"", "standard input: contains no game"),
        (("-", "--game", "x"), write_record(GAME), "standard input: there is no game 'x'"),
        (("-", "--line", "2"), write_record(GAME), "standard input: no game begins in line 2"),
        (("-",), b"BZh91AY&SY", "compressed with bzip2"),
        (("-",), b"{}", "standard input, line 1: not a record"),
        (("-",), b'{"\x1b[2J', "standard input, line 1: not a record"),
        (
            ("-",),
            changed(lambda record: record["entries"][2].update(by="\x1b")),
            "not a record at $.entries[2].by: ",
        ),
        (
            ("-",),
            changed(lambda record: record["entries"][2].update({"\x1b[2J": 0})),
            "unknown field `\N{REPLACEMENT CHARACTER}[2J`",
        ),
        (
            ("-",),
            changed(lambda record: record.update(ruleset="go@1")),
            "there is no ruleset 'go@1'",
        ),
        (("-",), changed(lambda record: record.update(entries=[])), "the record has no entries"),
        (
            ("-", "--entry", "9999"),
            write_record(GAME),
            f"there is no entry 9999; the last is {LAST}\n",
        ),
        (("-", "--version", "9999"), write_record(GAME), "there is no version 9999; the last is "),
        (
            ("-", "--entry", str(BAD_ENTRY)),
            BAD,
            f"there is no entry {BAD_ENTRY}; the last is {BAD_ENTRY - 1} before the invalid one\n",
        ),
        (
            ("-", "--svg", "x.svg", "--entry", "0"),
            write_record(GAME),
            "there is no board at entry 0; the game has one from entry 4 on\n",
        ),
        (("-", "--svg", "nowhere/x.svg"), write_record(GAME), "cannot write nowhere/x.svg: "),
        (("-", "--svg-all", "."), write_record(GAME), "the folder is not empty; name a new"),
        (("-", "--svg-all", "x"), write_record(GAMES["2-aborted"]), "the board was never set up"),
        (("-", "--svg", "x.svg"), write_record(GAMES["2-aborted"]), "one at no entry\n"),
    ],
)
def test_errors_are_reported_in_one_line(
    words: tuple[str, ...], given: bytes, expected: str, tmp_path: Path
) -> None:
    (tmp_path / "something").touch()
    result = run(*words, given=given)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1
    assert "\x1b" not in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["something"]


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("-", "--json", "--svg", "x"),
        ("-", "--svg", "x", "--svg-all", "y"),
        ("-", "--entry", "1", "--version", "1"),
        ("-", "--svg-all", "y", "--entry", "1"),
        ("-", "--entry", "-1"),
        ("-", "--line", "0"),
        ("-", "--language", "fr"),
    ],
)
def test_wrong_usage_ends_with_2(words: tuple[str, ...]) -> None:
    result = run(*words, given=write_record(GAME))
    assert (result.exit_code, result.stdout) == (2, "")
