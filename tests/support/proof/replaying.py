"""The game that ``carolus replay`` is tried on, whole and broken."""

import json
from collections.abc import Callable
from typing import Any

from click.testing import CliRunner, Result

from domain.record.record import write_record
from service.cli import main
from tests.support.proof.records import records

GAMES = records()
NAME = "2-castle-goal"
GAME = GAMES[NAME]
LAST = len(GAME.entries) - 1

RIGHT, LEFT, UP, DOWN = b"\x1bOC", b"\x1bOD", b"\x1bOA", b"\x1bOB"
"""What an xterm sends for its arrows to a program that has the whole screen."""


def run(*words: str, given: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["replay", *words], input=given, prog_name="carolus")


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the record of the game with a change."""
    told = json.loads(write_record(GAME))
    change(told)
    return json.dumps(told).encode()


def moved(told: dict[str, Any]) -> int:
    """Let the emperor take too many steps, once; return the number of that entry."""
    moves = [
        number
        for number, entry in enumerate(told["entries"])
        if entry["action"]["type"] == "move_emperor"
    ]
    told["entries"][moves[3]]["action"]["steps"] = 99
    return moves[3]


BAD = changed(moved)
BAD_ENTRY = moved(json.loads(write_record(GAME)))
