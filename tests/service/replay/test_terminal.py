"""``carolus replay`` in a real terminal, whose state it restores."""

import json
import os
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from service.cli.replayed import ReplayedGame
from tests.support.proof.replaying import (
    BAD,
    BAD_ENTRY,
    DOWN,
    GAME,
    LAST,
    LEFT,
    RIGHT,
    UP,
)
from tests.support.run.long import long_after
from tests.support.servers.terminal import CAROLUS, read_until, resize, terminal


@pytest.mark.long
@pytest.mark.process
def test_a_person_steps_through_a_game(file: Path) -> None:
    with terminal(CAROLUS, "replay", file) as (typing, process):
        before = termios.tcgetattr(typing)
        read_until(typing, rf"entry 0 of {LAST} .*q quit")
        os.write(typing, RIGHT * 3 + b" \r" + LEFT)
        # A new size repaints the whole screen, not only the differences.
        assert "Round 1" in repainted(typing, 4)
        os.write(typing, b"37\r")
        repainted(typing, 37)
        os.write(typing, DOWN + UP)
        repainted(typing, max(turn for turn in (0, *ReplayedGame(GAME).turns) if turn <= 37))
        os.write(typing, b"\x1bOF")
        assert "over by castle goal: " in repainted(typing, LAST)
        os.write(typing, b"h")
        read_until(typing, "this help; any key closes it")
        os.write(typing, b"xq")
        read_until(typing, r"\x1b\[\?1049l")
        assert process.wait(30) == 0
        assert termios.tcgetattr(typing) == before


def repainted(typing: int, at: int) -> str:
    """Resize the terminal and return the repainted screen, which must show this entry.

    The prompt after ``g`` in the last line shows that all earlier keys were read.
    """
    os.write(typing, b"g")
    read_until(typing, "number of an entry, then Enter")
    resize(typing, 100, os.get_terminal_size(typing).lines + 1)
    shown = read_until(typing, r"entry \d+ of .*number of an entry, then Enter")
    os.write(typing, b"x")
    read_until(typing, "jump.*quit")
    assert f"entry {at} of {LAST} " in shown
    return shown


@pytest.mark.process
@pytest.mark.parametrize(
    ("end", "status"),
    [
        (None, 128 + signal.SIGTERM),
        pytest.param(b"\x03", 0, marks=pytest.mark.long),
        pytest.param(b"\x04", 0, marks=pytest.mark.long),
    ],
)
def test_the_terminal_is_restored(carolus: str, end: bytes | None, status: int, file: Path) -> None:
    with terminal(carolus, "replay", file) as (typing, process):
        before = termios.tcgetattr(typing)
        read_until(typing, r"\x1b\[\?1049h.*q quit")
        assert termios.tcgetattr(typing) != before
        if end is None:
            process.send_signal(signal.SIGTERM)
        else:
            os.write(typing, end)
        assert "Traceback" not in read_until(typing, r"\x1b\[\?1049l")
        assert process.wait(30) == status
        assert termios.tcgetattr(typing) == before


@pytest.mark.process
def test_the_terminal_is_restored_after_a_bug() -> None:
    broken = """
from service.cli import screen
class Broken:
    left = False
    def lines(self, width, height):
        raise RuntimeError("a mistake")
screen.show(Broken())
"""
    with terminal(sys.executable, "-c", broken) as (typing, process):
        before = termios.tcgetattr(typing)
        read_until(typing, r"\x1b\[\?1049h.*\x1b\[\?1049l.*RuntimeError: a mistake\r\n")
        assert process.wait(30) == 1
        assert termios.tcgetattr(typing) == before


@pytest.mark.long
@pytest.mark.process
def test_replay_ends_when_its_terminal_closes(file: Path) -> None:
    deaf = f"trap '' HUP; exec '{CAROLUS}' replay '{file}'"
    with terminal("sh", "-c", deaf) as (typing, process):
        read_until(typing, "q quit")
        with Path(os.devnull).open() as nothing:
            os.dup2(nothing.fileno(), typing)  # closes the user's end
        assert process.wait(30) == 1


@pytest.mark.long
@pytest.mark.process
def test_keys_work_while_the_record_comes_from_a_pipe(file: Path) -> None:
    with terminal(CAROLUS, "replay", "-", "--entry", "5", piped=file) as (typing, process):
        read_until(typing, rf"entry 5 of {LAST} .*q quit")
        os.write(typing, b"q")
        read_until(typing, r"\x1b\[\?1049l")
        assert process.wait(30) == 0


@pytest.mark.process
def test_an_invalid_entry_is_reported_after_quitting(carolus: str, file: Path) -> None:
    file.write_bytes(BAD)
    with terminal(carolus, "replay", file) as (typing, process):
        read_until(typing, "q quit")
        os.write(typing, b"\x1bOF")
        read_until(typing, f"entry {BAD_ENTRY} is invalid: CM-MOVE-1")
        os.write(typing, b"q")
        read_until(typing, rf"\x1b\[\?1049l.*Error: entry {BAD_ENTRY} is invalid: CM-MOVE-1")
        assert process.wait(30) == 1


@pytest.mark.process
@pytest.mark.parametrize("kind", long_after(1, ["dumb", "none-such"]))
def test_a_terminal_without_a_cursor_gets_the_lines(carolus: str, kind: str, file: Path) -> None:
    with terminal(carolus, "replay", file, kind=kind) as (typing, process):
        shown = read_until(typing, r"over by castle goal: \w+ won\r\n")
        assert process.wait(30) == 0
    assert f"\n{LAST}  seat" in shown
    assert "\x1b" not in shown


@pytest.mark.process
def test_a_reader_that_stops_early_is_not_a_failure(carolus: str, file: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f"'{carolus}' replay '{file}' --json | head -n 1"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout)["entry"] == 0
    assert done.stderr == ""
