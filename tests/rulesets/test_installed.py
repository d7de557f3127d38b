"""Rulesets of other packages: an entry point is all that such a package needs.

The package here has the game of the how-to, is built and installed as any other, and is on the path
of the processes that these tests start, and of no others.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.docs.test_docs import code_of_pig
from tests.support.docs.pages import ROOT
from tests.support.http.client import good, play, start
from tests.support.servers.served import CAROLUS, Served

PROJECT: Final = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "carolus-pig"
version = "1.2"

[project.entry-points."carolus.rulesets"]
pig = "carolus_pig.game:RULESET"
"""
EVERY_RULESET: Final = ROOT / "tests" / "rulesets" / "test_every_ruleset.py"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Install the package into a folder; return the environment that has it on its path."""
    folder = tmp_path_factory.mktemp("pig")
    code = folder / "project" / "carolus_pig"
    code.mkdir(parents=True)
    (code.parent / "pyproject.toml").write_text(PROJECT, "utf-8")
    (code / "__init__.py").touch()
    (code / "game.py").write_text("".join(code_of_pig()), "utf-8")
    for language, words in zip(("en", "es", "de"), code_of_pig("json"), strict=True):
        (code / f"{language}.json").write_text(words, "utf-8")
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--quiet"]
    place = ["--target", str(folder / "site"), str(code.parent)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, *place], check=True)
    return {"PYTHONPATH": str(folder / "site")}


def carolus(
    words: str, folder: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a command on the data in this folder."""
    whole = {**os.environ, "CAROLUS_DATA": str(folder / "data"), **environment}
    command = [str(CAROLUS), *words.split()]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=whole)


def test_it_is_played_like_the_others(tmp_path: Path, installed: Mapping[str, str]) -> None:
    """Over HTTP: it has its own options, legal actions, pictures and page."""
    with Served(tmp_path, environment=installed) as served:
        served.start()
        with served.client() as http:
            listed = good(http.get("/v1/rulesets"))["rulesets"]
            assert [one["id"] for one in listed][-1] == "pig"
            assert len(listed) > 1
            table = start(http, terms={"ruleset": "pig"}, goal=20)
            *_, game = play(table, Random(1), (0, 1))
            assert game["outcome"]["reason"] == "goal"
            assert "<svg" in http.get(f"{table.url}/board.svg").text
            assert http.get("/page/rulesets/pig/index.js").status_code == 200
            assert "PigOptions" in http.get("/schema/openapi.json").text


def test_its_games_can_be_proved(tmp_path: Path, installed: Mapping[str, str]) -> None:
    """Without the package, the audit says that it does not know the game."""
    assert carolus("simulate 3 --ruleset pig", tmp_path, installed).returncode == 0
    archive = tmp_path / "games.ndjson"
    done = carolus(f"export --output {archive}", tmp_path, installed)
    assert done.returncode == 0, done.stderr
    keys = carolus("keys export", tmp_path, installed)
    (tmp_path / "keys.json").write_text(keys.stdout, "utf-8")
    words = f"audit {archive} --keys {tmp_path / 'keys.json'}"
    assert carolus(words, tmp_path, installed).returncode == 0
    done = carolus(words, tmp_path, {})
    assert done.returncode == 1
    assert "pig@1" in done.stdout + done.stderr


@pytest.mark.long
def test_it_gets_the_tests_of_every_ruleset(installed: Mapping[str, str]) -> None:
    """They run on all rulesets that are installed."""
    options = ["-q", "--quick", "-p", "no:cacheprovider", "-k", "pig"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, EVERY_RULESET],
        check=False,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **installed},
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


@pytest.mark.parametrize(
    ("code", "point", "message"),
    [
        ("1 / 0", "carolus_broken:RULESET", "cannot be imported: ZeroDivisionError"),
        ("", "carolus_broken:RULESET", "cannot be imported: AttributeError"),
        ("", "carolus_gone:RULESET", "cannot be imported: ModuleNotFoundError"),
        ("RULESET = 'pig'", "carolus_broken:RULESET", "is not a Ruleset"),
        (
            "from domain.rulesets.teg import RULESET",
            "carolus_broken:RULESET",
            "this project has teg, too",
        ),
    ],
    ids=["its code fails", "no such name", "no such module", "something else", "a known game"],
)
def test_one_that_cannot_be_used_stops_every_command(
    tmp_path: Path, code: str, point: str, message: str
) -> None:
    """Games of a ruleset that was left out could not be read. The message names the package."""
    about = tmp_path / "carolus_broken-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: carolus-broken\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text(f"[carolus.rulesets]\nbroken = {point}\n")
    (tmp_path / "carolus_broken.py").write_text(code)
    done = carolus("simulate 1", tmp_path, {"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 1
    whole = f"Error: the ruleset broken = {point} of carolus-broken 1.2"
    assert whole in done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
