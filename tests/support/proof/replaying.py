"""The game that the tests give to ``carolus replay``, intact and broken."""

import json
from collections.abc import Callable
from typing import Any

from click.testing import CliRunner, Result

from domain.record.record import write_record
from service.cli import main
from tests.support.proof.records import records

GAMES = records()
NAME = "2-castle-goal"
TELLING = {"2-round-limit-shared", "3-resignation", "4-aborted"}
NAMES = sorted(GAMES, key=lambda name: name not in TELLING)
"""The names of all games; the first ones are short, and differ most."""
GAME = GAMES[NAME]
LAST = len(GAME.entries) - 1

RIGHT, LEFT, UP, DOWN = b"\x1bOC", b"\x1bOD", b"\x1bOA", b"\x1bOB"
"""What xterm sends for the arrow keys to a full-screen program."""


def run(*words: str, given: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["replay", *words], input=given, prog_name="carolus")


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the record of the game with a change."""
    record = json.loads(write_record(GAME))
    change(record)
    return json.dumps(record).encode()


def moved(record: dict[str, Any]) -> int:
    """Make the emperor take too many steps, once; return the number of that entry."""
    moves = [
        number
        for number, entry in enumerate(record["entries"])
        if entry["action"]["type"] == "move_emperor"
    ]
    record["entries"][moves[3]]["action"]["steps"] = 99
    return moves[3]


BAD = changed(moved)
BAD_ENTRY = moved(json.loads(write_record(GAME)))
