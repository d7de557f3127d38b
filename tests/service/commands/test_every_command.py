"""Every command has help and examples, and reports wrong usage in one line."""

import io
import os
import re
import select
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from platform import python_version

import click
import pytest
import structlog

from service.cli import main
from service.cli.shared import options_of, storage_errors
from service.settings import Settings
from tests.support.run.long import long_rows_after
from tests.support.servers.commands import run
from tests.support.servers.shells import programs
from tests.support.servers.terminal import CAROLUS
from tests.support.storage.stores import put_migrated_file

ROOT = Path(__file__).parents[3]
MANUAL = ROOT / "docs" / "reference" / "cli.md"
OPENAPI = ROOT / "openapi"


def test_version() -> None:
    assert run("--version").output == f"carolus 0.1.0, Python {python_version()}, pure Python\n"


def test_the_list_of_commands_imports_no_game() -> None:
    """It appears at once."""
    program = (
        "import sys, service.cli; print(*sorted({'msgspec', 'domain.ruleset'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("command", sorted(main.commands))
def test_help_has_examples(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"Usage: carolus {command}" in result.output
    assert f"carolus {command}" in result.output.partition("Examples:")[2]


@pytest.mark.parametrize("command", sorted(main.commands))
def test_no_command_logs_to_standard_output(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a command logs, at any level, its output can be piped into another one."""
    for level, count in (("warning", 1), ("debug", 2)):
        structlog.reset_defaults()
        monkeypatch.setenv("CAROLUS_LOG_LEVEL", level)
        content = io.BytesIO()
        errors = io.TextIOWrapper(content, "utf-8")
        monkeypatch.setattr("sys.stderr", errors)
        with pytest.raises(SystemExit):
            main([command, "--help"])
        capsys.readouterr()
        structlog.get_logger().debug("detail")
        structlog.get_logger().warning("problem")
        assert capsys.readouterr().out == ""
        logged = content.getvalue().decode()
        assert logged.count("\n") == count
        assert "problem" in logged


def test_an_invalid_setting_stops_no_command_that_needs_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CAROLUS_LOG_LEVEL", "loud")
    assert run("new-ruleset", "--help").exit_code == 0
    assert "CAROLUS_LOG_LEVEL is 'loud'" in run("config").stderr


@pytest.mark.process
def test_standard_error_may_be_closed(folder: Path) -> None:
    command = ["sh", "-c", 'exec "$@" 2>&-', "sh", str(CAROLUS), "config"]
    done = subprocess.run(command, check=True, capture_output=True)
    assert done.stdout.startswith(b"CAROLUS_DATA ")
    assert str(folder).encode() in done.stdout


def test_help_lists_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name, command in main.commands.items():
        assert isinstance(command, click.Command)
        assert f"  {name} " in result.output
        assert f"| [`carolus {name}`](#carolus-{name}) |" in MANUAL.read_text()
        assert f"## carolus {name}" in MANUAL.read_text()
    assert "..." not in result.output.partition("Commands:")[2]  # click cuts long sentences off


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_the_options_in_examples_are_options_of_their_games(command: str) -> None:
    epilog = main.commands[command].epilog
    assert epilog is not None
    examples = [line.split(f"carolus {command}")[-1].split() for line in epilog.splitlines()[2:]]
    for words in [words for words in examples if "--option" in words]:
        parsed = main.commands[command].make_context(command, words).params
        options_of(parsed["rules"], parsed["pairs"], parsed["players"])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("dance",), "No such command 'dance'"),
        (("serve", "--port", "65536"), "'65536' is not a whole number from 0 to 65,535"),
        (("play", "chess"), "no ruleset is called 'chess'; expected one of carolus-magnus"),
        (
            ("play", "--bot", "deep"),
            "no house bot is called 'deep'; expected one of random, novice, ",
        ),
        (("play", "--seat", "2"), "the seats are 0 to 1"),
        (("play", "--players", "5"), "CM-OPT-1: "),
        (("play", "--option", "players"), "'players' is not of the form key=value"),
        (("play", "--option", "=3"), "'=3' is not of the form key=value"),
        (("play", "--option", "max_rounds=many"), "max_rounds: expected a whole number"),
        (
            ("play", "teg", "--option", "objectives=secret"),
            'objectives: "secret" is not a valid value; expected one of ',
        ),
        (
            ("play", "teg", "--option", 'colors=["pink",null]'),
            'colors[0]: "pink" is not a valid value; expected one of "b',
        ),
        (("play", "teg", "--players", "9"), "Invalid value for '--players': TG-OPT-1"),
        (("play", "ancients", "--players", "3"), "Commands & Colors: Ancients has 2 players"),
        (
            ("play", "--players", "10000"),
            "Invalid value for '--players': players: expected a whole number from 0 to 9999",
        ),
        (("play", "teg", "--option", "players=9"), "Invalid value for '--option': TG-OPT-1"),
        (("play", "--option", "speed=3"), "unknown field `speed`; supported: players, setup"),
        (("play", "--language", "fr"), "'fr' is not one of"),
        (("simulate",), "Missing argument 'N'"),
        (("simulate", "0"), "'0' is not a whole number from 1 to 10,000,000"),
        (("simulate", "1", "--ruleset", "go"), "no ruleset is called 'go'"),
        (("simulate", "1", "--bots", "greedy,deep"), "no house bot is called 'deep'"),
        (("simulate", "1", "--players", "3", "--bots", "greedy,random"), "2 house bots for 3"),
        (("simulate", "1", "--option", "setup=yucata", "--players", "4"), "CM-OPT-2: "),
        (("show",), "Missing argument 'GAME'"),
        (("show", "abc", "--version", "0"), "'0' is not a whole number, 1 or more"),
    ],
)
def test_wrong_usage_is_reported_with_status_2(
    words: tuple[str, ...], expected: str, folder: Path
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert expected in " ".join(result.stderr.split())
    assert not folder.exists()


@pytest.mark.parametrize("value", ["many", "12"])
@pytest.mark.parametrize("command", [("serve",), ("simulate", "1"), ("show", "x")])
def test_the_error_names_an_invalid_setting(
    value: str, command: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAROLUS_BODY_BYTES_MAX", value)
    result = run(*command)
    assert result.exit_code == 2
    assert (
        f"Error: CAROLUS_BODY_BYTES_MAX is '{value}': expected a whole number, 1024 or more"
        in result.stderr
    )


def test_a_program_that_is_not_installed_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only the start of the service runs the program, so no other command notices."""
    monkeypatch.setenv("CAROLUS_PAIRING_ENGINE", "/no/such/program")
    result = run("serve", "--port", "0")
    assert result.exit_code == 2
    assert result.stderr == (
        "Error: CAROLUS_PAIRING_ENGINE is '/no/such/program': "
        "/no/such/program is not a program; expected bbpPairings or JaVaFo\n"
    )


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("simulate", "1")])
@pytest.mark.parametrize(
    ("made", "content", "expected"),
    [
        ("", b"", "not a folder"),
        ("carolus.sqlite", b"no database" * 500, "file is not a database"),
        ("service.key", b"short", "must contain 32 bytes, not 5"),
    ],
)
def test_an_unusable_data_folder_is_reported_in_one_line(
    command: tuple[str, ...], made: str, content: bytes, expected: str, folder: Path
) -> None:
    if made:
        put_migrated_file(folder)
        folder /= made
    folder.write_bytes(content)
    result = run(*command)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert expected in result.stderr
    assert result.stderr.startswith("Error: the data folder ")
    assert result.stderr.count("\n") == 1


def test_the_error_for_a_read_only_log_says_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "carolus.sqlite"
    sqlite3.connect(file).close()
    with (
        closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as reader,
        pytest.raises(click.ClickException) as raised,
        storage_errors(Settings(data=str(tmp_path))),
    ):
        reader.execute("CREATE TABLE events (number INTEGER)")
    assert "it is read-only" in raised.value.message
    assert "on a copy; set CAROLUS_DATA to use another one" in raised.value.message


def test_a_bug_is_not_reported_as_a_bad_data_folder(tmp_path: Path) -> None:
    """Only errors of files, databases and keys are; a bug keeps its traceback."""
    with pytest.raises(ValueError, match="a bug"), storage_errors(Settings(data=str(tmp_path))):
        raise ValueError("a bug")


# --- openapi -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "committed"),
    long_rows_after(
        1,
        [
            ((), "openapi.json"),
            (("--record",), "record.schema.json"),
            (("--events",), "events.schema.json"),
            (("--asyncapi",), "asyncapi.json"),
            (("--witness",), "witness.json"),
        ],
    ),
)
def test_openapi_prints_the_committed_document_and_opens_nothing(
    options: tuple[str, ...], committed: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the settings name: a database, Redis and a collector of traces, none of which run.

    They listen, so that a connection would show, and never answer.
    """
    with ExitStack() as stack:
        ports = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(3)]
        database, redis, traces = (f"127.0.0.1:{one.getsockname()[1]}" for one in ports)
        monkeypatch.setenv("CAROLUS_DATABASE", f"postgresql://carolus@{database}/carolus")
        monkeypatch.setenv("CAROLUS_REDIS", f"redis://{redis}")
        monkeypatch.setenv("CAROLUS_TRACES", f"http://{traces}")
        result = run("openapi", *options)
        assert result.exit_code == 0, result.output
        assert result.stdout == (OPENAPI / committed).read_text(encoding="utf-8")
        assert select.select(ports, [], [], 0)[0] == []
    assert not folder.exists()


# --- the manual ----------------------------------------------------------------------------------


def examples() -> Iterator[tuple[str, str]]:
    """Yield each command in the manual's examples, and its expected output."""
    for block in re.findall(r"```console\n(.*?)```", MANUAL.read_text(), re.DOTALL):
        yield from re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


@pytest.mark.long
@pytest.mark.process
def test_the_examples_of_the_manual(folder: Path) -> None:
    """The output of each matches the manual; ``…`` matches anything."""
    unset = {name: value for name, value in os.environ.items() if name != "CAROLUS_DATA"}
    commands = list(examples())
    assert len(commands) >= 6
    with programs() as bin_folder:
        path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
        for command, printed in commands:
            done = subprocess.run(
                ["sh", "-c", command],
                cwd=folder.parent,
                env={**unset, "PATH": path},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
                timeout=300,
            )
            status = f"[exit status {done.returncode}]\n" if done.returncode else ""
            shown = done.stdout + status
            assert bool(status) == ("[exit status " in printed), f"$ {command}\n{shown}"
            pattern = re.escape(printed).replace("…", ".*?")
            assert re.fullmatch(pattern, shown, re.DOTALL), f"$ {command}\n{shown}"
