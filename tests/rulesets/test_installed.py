"""Rulesets of other packages: an entry point is all that such a package needs.

The package here is one that ``carolus new-ruleset`` creates. It is installed by the commands that
the scaffold prints, into an environment next to that of the tests.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from pathlib import Path
from random import Random
from runpy import run_path
from typing import Final, NamedTuple

import pytest

from domain.rulesets import UnusableRuleset, registry
from tests.support.docs.pages import ROOT
from tests.support.games.registered import installed
from tests.support.http.client import good, play, start
from tests.support.run.long import long_if
from tests.support.servers.commands import run
from tests.support.servers.served import CAROLUS, Served

NAME: Final = "game-of-goose"
PACKAGE: Final = "carolus_game_of_goose"
CONFIGURATION: Final = ROOT / "pyproject.toml"
EVERY_RULESET: Final = ROOT / "tests" / "rulesets" / "test_every_ruleset.py"
OFFLINE: Final = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0"}
"""Everything that pip needs is in the environment of the tests; the 0 is an oddity of pip."""


class Scaffold(NamedTuple):
    """A game that the command created, in an empty folder, and what it printed."""

    folder: Path
    program: Path
    """``carolus``, in the environment into which the game was installed."""
    next: list[str]
    """The commands that the scaffold printed."""

    def runs(self, command: str, typed: str = "") -> str:
        """Run a command in the folder above the game, as a shell does; return its output."""
        done = subprocess.run(
            ["sh", "-c", command],
            check=False,
            cwd=self.folder.parent,
            env={**os.environ, **OFFLINE, "PATH": f"{self.program.parent}:{os.environ['PATH']}"},
            input=typed,
            stderr=subprocess.STDOUT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout


@pytest.fixture(scope="module")
def scaffold(tmp_path_factory: pytest.TempPathFactory) -> Scaffold:
    """Create a game and install it, into an environment that also has that of the tests."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, symlinks=True)
    python = home / "bin" / "python"
    (site,) = home.glob("lib/python*/site-packages")
    whole = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
    (site / "tests.pth").write_text(whole, "utf-8")
    program = home / "bin" / "carolus"
    program.write_text(f"#!{python}\nfrom service.cli import main\n\nmain()\n", "utf-8")
    program.chmod(0o755)
    folder = tmp_path_factory.mktemp("games") / f"carolus-{NAME}"
    created = Scaffold(folder, program, [])
    lines = created.runs(f"carolus new-ruleset {NAME}").splitlines()
    created.next.extend(line.strip() for line in lines if line.startswith("  "))
    created.runs(created.next[0])
    return created


@pytest.mark.long
def test_the_commands_that_the_scaffold_prints_work(scaffold: Scaffold) -> None:
    """They test the new game, play it and simulate it."""
    install, test, play_it, simulate = scaffold.next
    assert "pip install --editable" in install
    assert " passed" in scaffold.runs(test)
    played = scaffold.runs(f"{play_it} --seed 4 --language es", typed="roll\nhold\nquit\n")
    assert "Rojo se queda con" in played
    assert "10 games of game-of-goose@1 finished" in scaffold.runs(simulate)


@pytest.mark.long
@pytest.mark.parametrize(
    "check",
    [
        pytest.param(f"ruff check --config {CONFIGURATION} --extend-ignore E501 .", id="ruff"),
        long_if(True, f"mypy --config-file {CONFIGURATION} {PACKAGE} tests", id="mypy"),
    ],
)
def test_a_new_game_passes_the_checks_of_this_project(scaffold: Scaffold, check: str) -> None:
    """Even under a name other than that of the template, except for lines that are now longer."""
    scaffold.runs(f"cd {shlex.quote(str(scaffold.folder))} && {sys.executable} -m {check}")


@pytest.mark.long
def test_nothing_in_a_new_game_has_the_name_of_the_template(scaffold: Scaffold) -> None:
    files = [file for file in scaffold.folder.rglob("*") if file.suffix in {".py", ".toml", ".md"}]
    assert len(files) > 20
    assert [file for file in files if "pig" in file.read_text("utf-8").lower()] == []


@pytest.mark.long
def test_the_package_gets_the_tests_of_every_ruleset(scaffold: Scaffold) -> None:
    """They run on all rulesets that are installed, in a clone."""
    python = scaffold.program.with_name("python")
    options = f"-q --quick -p no:cacheprovider -k {NAME}"
    passed = scaffold.runs(f"cd {ROOT} && {python} -m pytest {options} {EVERY_RULESET}")
    assert int(passed.split(" passed")[0].split()[-1]) > 40


@pytest.mark.long
def test_people_play_the_package_like_other_rulesets(tmp_path: Path, scaffold: Scaffold) -> None:
    """Over HTTP: it has its own options, legal actions, pictures and page."""
    with Served(tmp_path, program=(str(scaffold.program),)) as served:
        served.start()
        with served.client() as http:
            listed = good(http.get("/v1/rulesets"))["rulesets"]
            assert [one["id"] for one in listed][-1] == NAME
            assert len(listed) > 1
            table = start(http, terms={"ruleset": NAME}, goal=20)
            *_, game = play(table, Random(1), (0, 1))
            assert game["outcome"]["reason"] == "goal"
            assert "<svg" in http.get(f"{table.url}/board.svg").text
            assert http.get(f"/page/rulesets/{NAME}/index.js").status_code == 200
            assert "GameOfGooseOptions" in http.get("/schema/openapi.json").text


def carolus(
    words: str,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    program: Path = CAROLUS,
) -> subprocess.CompletedProcess[str]:
    """Run a command on the data in this folder."""
    whole = {**os.environ, "CAROLUS_DATA": str(folder / "data"), **(environment or {})}
    command = [str(program), *words.split()]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=whole)


@pytest.mark.long
def test_the_games_of_the_package_can_be_proved(tmp_path: Path, scaffold: Scaffold) -> None:
    """Without the package, the audit says that it does not know the game."""
    program = scaffold.program
    assert carolus(f"simulate 3 --ruleset {NAME}", tmp_path, program=program).returncode == 0
    archive = tmp_path / "games.ndjson"
    done = carolus(f"export --output {archive}", tmp_path, program=program)
    assert done.returncode == 0, done.stderr
    keys = carolus("keys export", tmp_path, program=program)
    (tmp_path / "keys.json").write_text(keys.stdout, "utf-8")
    words = f"audit {archive} --keys {tmp_path / 'keys.json'}"
    assert carolus(words, tmp_path, program=program).returncode == 0
    done = carolus(words, tmp_path)
    assert done.returncode == 1
    assert f"{NAME}@1" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Goose", "'Goose' is not a name of up to 40 characters: expected words"),
        ("goose_2", "expected words of letters from a to z, joined by hyphens"),
        ("a" * 41, "is not a name of up to 40 characters"),
        ("teg", "there is a ruleset teg already"),
        ("tb", "rule ids that begin with TB- are taken"),
        ("problem", "the API has the name Problem already"),
    ],
    ids=["a capital", "a digit", "too long", "a known game", "known rules", "a name of the API"],
)
def test_a_name_that_no_game_may_have_is_refused(tmp_path: Path, name: str, message: str) -> None:
    done = run("new-ruleset", name, "--folder", str(tmp_path / "game"))
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())
    assert not (tmp_path / "game").exists()


@pytest.mark.long
def test_a_keyword_may_name_a_game(tmp_path: Path) -> None:
    """Its package has another name."""
    assert run("new-ruleset", "class", "--folder", str(tmp_path)).exit_code == 0
    compile((tmp_path / "carolus_class" / "start.py").read_text("utf-8"), "start.py", "exec")


@pytest.mark.long
def test_a_folder_with_files_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "notes").touch()
    done = run("new-ruleset", NAME, "--folder", str(tmp_path))
    assert done.exit_code == 1
    assert done.stderr == f"Error: the folder {tmp_path} cannot be used: it is not empty\n"
    assert [file.name for file in tmp_path.iterdir()] == ["notes"]


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
            "this project has teg@1, too",
        ),
    ],
    ids=["its code fails", "no such name", "no such module", "something else", "a known game"],
)
def test_an_unusable_package_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, point: str, message: str
) -> None:
    """Games of a ruleset that was left out could not be read. The message names the package."""
    (tmp_path / "carolus_broken.py").write_text(code)
    installed(tmp_path, "broken", point)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "carolus_broken", raising=False)
    with pytest.raises(UnusableRuleset) as refused:
        run_path(registry.__file__)
    assert str(refused.value).startswith(f"the ruleset broken = {point} of carolus-broken 1.2")
    assert message in str(refused.value)


@pytest.mark.long
def test_an_unusable_package_stops_every_command(tmp_path: Path) -> None:
    done = carolus("simulate 1", tmp_path, installed(tmp_path, "gone", "carolus_gone:RULESET"))
    assert done.returncode == 1
    assert done.stderr.startswith("Error: the ruleset gone = carolus_gone:RULESET of carolus-gone")
    assert "Traceback" not in done.stderr
