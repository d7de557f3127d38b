"""The command line: every command's help, what it does, and each way in which it refuses."""

import doctest
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import httpx
import pytest
from click.testing import CliRunner, Result

from service.cli import main, words
from tests.support.terminal import CAROLUS, read_until, terminal

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "docs" / "reference" / "cli.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder of this test's own, which does not exist yet."""
    data = tmp_path / "data"
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    monkeypatch.setenv("LANG", "C.UTF-8")
    return data


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, words, input=typed, prog_name="carolus")


# --- all commands --------------------------------------------------------------------------------


def test_version() -> None:
    assert run("--version").output == "carolus 0.1.0\n"


@pytest.mark.parametrize("command", sorted(main.commands))
def test_help_has_examples(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"Usage: carolus {command}" in result.output
    assert f"carolus {command}" in result.output.partition("Examples:")[2]


def test_help_lists_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name, command in main.commands.items():
        assert isinstance(command, click.Command)
        assert f"  {name} " in result.output
        assert f"## carolus {name}" in MANUAL.read_text()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("dance",), "No such command 'dance'"),
        (("serve", "--port", "65536"), "65536 is not in the range"),
        (("play", "chess"), "no ruleset is called 'chess'; there is carolus-magnus"),
        (("play", "--bot", "deep"), "no house bot is called 'deep'; there is greedy, random"),
        (("play", "--seat", "2"), "the seats are 0 to 1"),
        (("play", "--players", "5"), "CM-OPT-1: "),
        (("play", "--option", "players"), "'players' is not of the form key=value"),
        (("play", "--option", "=3"), "'=3' is not of the form key=value"),
        (("play", "--option", "max_rounds=many"), "`max_rounds`; there is players, setup"),
        (("play", "--option", "speed=3"), "unknown field `speed`; there is players, setup"),
        (("play", "--language", "fr"), "'fr' is not one of"),
        (("simulate",), "Missing argument 'N'"),
        (("simulate", "0"), "0 is not in the range"),
        (("simulate", "1", "--ruleset", "go"), "no ruleset is called 'go'"),
        (("simulate", "1", "--bots", "greedy,deep"), "no house bot is called 'deep'"),
        (("simulate", "1", "--players", "3", "--bots", "greedy,random"), "2 house bots for 3"),
        (("simulate", "1", "--option", "setup=yucata", "--players", "4"), "CM-OPT-2: "),
        (("show",), "Missing argument 'GAME'"),
        (("show", "abc", "--version", "0"), "0 is not in the range"),
    ],
)
def test_wrong_usage_is_told_and_ends_with_2(
    words: tuple[str, ...], expected: str, folder: Path
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert expected in " ".join(result.stderr.split())
    assert not folder.exists()


@pytest.mark.parametrize("value", ["many", "12"])
@pytest.mark.parametrize("command", [("serve",), ("simulate", "1"), ("show", "x"), ("openapi",)])
def test_a_bad_setting_is_named(
    value: str, command: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAROLUS_BODY_BYTES_MAX", value)
    result = run(*command)
    assert result.exit_code == 2
    assert f"Error: CAROLUS_BODY_BYTES_MAX is '{value}': expected `int`" in result.stderr


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("simulate", "1")])
@pytest.mark.parametrize(
    ("made", "content", "expected"),
    [
        ("", b"", "it is not a folder"),
        ("carolus.sqlite", b"no database" * 500, "file is not a database"),
        ("service.key", b"short", "must hold 32 bytes, not 5"),
    ],
)
def test_a_data_folder_that_cannot_be_used_is_told_in_one_line(
    command: tuple[str, ...], made: str, content: bytes, expected: str, folder: Path
) -> None:
    if made:
        folder.mkdir()
        folder /= made
    folder.write_bytes(content)
    result = run(*command)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert expected in result.stderr
    assert result.stderr.startswith("Error: the data folder ")
    assert result.stderr.count("\n") == 1


def test_the_examples_in_the_code_hold() -> None:
    assert doctest.testmod(words).failed == 0


# --- openapi -------------------------------------------------------------------------------------


def test_openapi_prints_the_document_and_leaves_nothing_behind(folder: Path) -> None:
    result = run("openapi")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["openapi"].startswith("3.1")
    assert not folder.exists()


# --- play ----------------------------------------------------------------------------------------


def test_play_takes_an_action_in_three_ways(folder: Path) -> None:
    typed = 'choose_disc 2\n{"type": "choose_disc", "disc": 2}\n2\nquit\n'
    for line in typed.splitlines()[:3]:
        result = run("play", "--seed", "7", typed=f"{line}\nquit\n")
        assert result.exit_code == 0
        assert "  disc played: seat 0; disc 2\n" in result.stdout
    assert not folder.exists()


def test_play_to_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever does the first thing that ``legal`` lists, again and again, gets to the end."""
    shown = ""

    def typing() -> Iterator[str]:
        nonlocal shown
        while True:
            yield "legal"
            new = capsys.readouterr().out
            shown += new
            first = re.search(r"^  (\w+.*)$", new.rpartition(" legal actions: ")[2], re.MULTILINE)
            assert first is not None
            yield first[1]

    typed = typing()
    module = sys.modules["service.cli.play"]
    monkeypatch.setattr(module, "read_line", lambda prompt: next(typed))
    main(["play", "--seed", "7", "--option", "max_rounds=3"], standalone_mode=False)
    shown += capsys.readouterr().out
    assert "The game is over by " in shown
    assert shown.endswith(("You won!\n", "You did not win.\n"))
    assert "CM-" not in shown
    assert "Not understood" not in shown


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("choose_disc 9", "Not understood: choose_disc wants a disc from 1 to 5"),
        ("hepl", "Not understood: choose_disc wants a disc from 1 to 5"),
        ('{"type": "dance"}', "Not understood: Invalid value 'dance'"),
        ('{"type": ', "Not understood: Input data was truncated"),
        ("move_emperor 2", "CM-TURN-2: Only the kind"),
        ("move_emperor 2", "(another decision is due: asked move_emperor; expected choose_disc)"),
        ("roll_dice red", "CM-TURN-2: "),
        ("rule cm-place-1", "\nCM-PLACE-1: "),
        ("rule TB-SIT-1", "TB-SIT-1: Seats are taken"),
        ("rule 9", "No rule is called '9'."),
        ("help", "Type an action, such as: choose_disc 1\n"),
        ("help", "this will do: 1\n"),
        ("legal", "5 legal actions: choose_disc: discs 1, 2, 3, 4, 5\n  choose_disc 1\n"),
        ("  \n\n", "> \n> \n> quit\nYou left the game"),
        ("LEGAL", "5 legal actions"),
        ("board", "Round 1, opening: seat 0 plays a disc"),
    ],
)
def test_play_answers(line: str, expected: str) -> None:
    result = run("play", "--seed", "7", "--language", "en", typed=f"{line}\nquit\n")
    assert result.exit_code == 0
    _, _, answer = result.stdout.partition("\n> ")
    assert expected in answer
    assert answer.endswith("> quit\nYou left the game. --seed 7 begins it anew.\n")


def test_play_shows_a_few_of_many_legal_actions() -> None:
    result = run("play", "--seed", "7", typed="1\nlegal\n")
    listed = result.stdout.partition(" legal actions: place_paladins: count 3; ")[2]
    assert 3 <= listed.count("\n  place_paladins ") <= 6


@pytest.mark.parametrize(
    ("variable", "told"),
    [
        ("C", "Only the kind"),
        ("es_AR.UTF-8", "Solo se toma"),
        ("de_DE", "Getroffen wird"),
        ("fr_FR", "Only the kind"),
    ],
)
def test_play_tells_rules_in_the_language_of_the_environment(
    variable: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", variable)
    assert f"CM-TURN-2: {told}" in run("play", "--seed", "7", typed="move_emperor 2\n").stdout


def test_play_can_be_left_by_the_end_of_the_input() -> None:
    result = run("play", "--seed", "7")
    assert result.exit_code == 0
    assert result.stdout.endswith("\nYou left the game. --seed 7 begins it anew.\n")


def test_play_can_be_resigned() -> None:
    result = run("play", "--seed", "7", typed="resign\n")
    assert result.exit_code == 0
    assert "The game is over by resignation: black won.\nYou did not win.\n" in result.stdout


def test_play_with_three_goes_on_without_the_one_who_resigned() -> None:
    result = run("play", "--seed", "7", "--players", "3", "--seat", "2", typed="resign\n")
    assert result.exit_code == 0
    assert "The game is over by " in result.stdout
    assert "resignation" not in result.stdout


def test_play_with_the_same_seed_is_the_same_game() -> None:
    once, again, other = (
        run("play", "--seed", seed, typed="1\n").stdout for seed in ("a", "a", "b")
    )
    assert once == again != other


@pytest.mark.process
def test_play_through_a_pipe_is_plain_text() -> None:
    played = subprocess.run(
        [CAROLUS, "play", "--seed", "7"],
        input="1\nmove_emperor 3\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "> 1\n  disc played: seat 0; disc 1\n" in played.stdout
    assert "\x1b" not in played.stdout
    assert played.stderr == ""


@pytest.mark.process
@pytest.mark.parametrize("leave", ["\x04", "\x03", "quit\n"], ids=["ctrl-d", "ctrl-c", "quit"])
def test_play_in_a_terminal_has_colours_and_can_be_left(leave: str) -> None:
    with terminal(CAROLUS, "play", "--seed", "7") as (typing, process):
        read_until(typing, r"\x1b\[1mYour turn.*\n> ")
        os.write(typing, b"choose_disc 1\n")
        read_until(typing, r"disc played: seat 0; disc 1.*Your turn.*\n> ")
        # Python's readline may miss a Ctrl-C before it waits for keys; the next key wakes it up.
        os.write(typing, f"{leave}\n".encode())
        read_until(typing, r"You left the game\.")
        assert process.wait(30) == 0


# --- simulate and show ---------------------------------------------------------------------------


def test_simulate_stores_games_that_show_tells_of(folder: Path) -> None:
    result = run("simulate", "40", "--bots", "random,random", "--seed", "s", "--json")
    assert result.exit_code == 0
    summary = json.loads(result.stdout)
    assert summary["ruleset"] == "carolus-magnus@1"
    assert (summary["asked"], summary["finished"], summary["unfinished"]) == (40, 40, 0)
    assert sum(ending["games"] for ending in summary["endings"]) == 40
    assert summary["data"] == str(folder)

    shown = run("show", summary["last"])
    assert shown.exit_code == 0
    assert f"game {summary['last']}: over, version " in shown.stdout
    assert "seat 1 black: house bot random\n" in shown.stdout
    assert " won\n" in shown.stdout
    assert "  segments " in shown.stdout

    game = json.loads(run("show", summary["last"], "--json").stdout)
    assert (game["id"], game["status"]) == (summary["last"], "over")
    assert f"head {game['head']}\n" in shown.stdout
    assert game["outcome"]["reason"]

    earlier = run("show", summary["last"], "--version", "3")
    assert ": running, version 3\n" in earlier.stdout or ": open, version 3\n" in earlier.stdout
    first = run("show", summary["last"], "--version", "1")
    assert first.stdout.endswith("seat 0 white: free\nseat 1 black: free\n")
    beyond = run("show", summary["last"], "--version", str(game["version"] + 1))
    assert beyond.exit_code == 1
    assert beyond.stderr.endswith(f"; it is at version {game['version']}\n")


def test_simulate_tells_people_how_the_games_ended(folder: Path) -> None:
    result = run("simulate", "1", "--players", "3", "--option", "max_rounds=1")
    assert result.exit_code == 0
    assert re.search(r"^1 game of carolus-magnus@1 finished: \d+ events in ", result.stdout)
    assert re.search(r"^       1  round limit: .* won$", result.stdout, re.MULTILINE)
    assert result.stderr == ""


def test_simulate_can_be_repeated_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for name in ("one", "other"):
        monkeypatch.setenv("CAROLUS_DATA", str(tmp_path / name))
        summary = json.loads(run("simulate", "5", "--seed", "s", "--json").stdout)
        told.append((summary["events"], summary["endings"]))
    assert told[0] == told[1]
    again = run("simulate", "5", "--seed", "s")
    assert again.exit_code == 1
    assert "the games of --seed s were played into this data folder before" in again.stderr


@pytest.mark.process
def test_simulate_stops_at_ctrl_c_and_says_what_it_stored(folder: Path) -> None:
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
    assert result.stderr.startswith(f"Error: there is no log in {folder}; CAROLUS_DATA")
    assert not folder.exists()


def test_show_of_an_unknown_game(folder: Path) -> None:
    run("simulate", "1")
    result = run("show", "nothing")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: there is no game 'nothing' in {folder}\n"


# --- serve ---------------------------------------------------------------------------------------


@pytest.mark.process
@pytest.mark.parametrize("told_to_stop", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_where_it_is_and_stops_when_told(
    told_to_stop: signal.Signals, folder: Path
) -> None:
    with subprocess.Popen(
        [CAROLUS, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as service:
        assert service.stdout is not None
        assert service.stderr is not None
        try:
            line = service.stderr.readline()
            where = re.fullmatch(
                r"Carolus is at (http://127\.0\.0\.1:\d+)/ \(documentation: \1/schema\), its data "
                rf"in {re.escape(str(folder))}\. Ctrl-C stops it\.\n",
                line,
            )
            assert where is not None, line
            assert httpx.get(f"{where[1]}/healthz").status_code == 200
            taken = run("serve", "--port", where[1].rpartition(":")[2])
            assert taken.exit_code == 1
            assert taken.stderr.endswith(": Address already in use; --port names another port\n")
            service.send_signal(told_to_stop)
            assert service.wait(30) == 0
            assert service.stdout.read() + service.stderr.read() == ""
        finally:
            service.kill()


def test_serve_on_an_address_that_is_none(folder: Path) -> None:
    result = run("serve", "--host", "999.1.1.1")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: cannot listen on 999.1.1.1, port 8000: ")


def test_serve_looks_at_the_port_before_it_makes_anything(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert run("serve", "--port", str(other.getsockname()[1])).exit_code == 1
    assert not folder.exists()


# --- the manual ----------------------------------------------------------------------------------


def examples() -> Iterator[tuple[str, str]]:
    """Yield each command of the manual's examples, and what it prints."""
    for block in re.findall(r"```console\n(.*?)```", MANUAL.read_text(), re.DOTALL):
        yield from re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


@pytest.mark.process
def test_the_examples_of_the_manual(folder: Path) -> None:
    """Each prints what the manual says; ``…`` stands for anything."""
    path = f"{CAROLUS.parent}{os.pathsep}{os.environ['PATH']}"
    commands = list(examples())
    assert len(commands) >= 6
    for command, printed in commands:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=folder.parent,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=60,
        )
        shown = done.stdout + (f"[exit status {done.returncode}]\n" if done.returncode else "")
        pattern = re.escape(printed).replace("…", ".*?")
        assert re.fullmatch(pattern, shown, re.DOTALL), f"$ {command}\n{shown}"
