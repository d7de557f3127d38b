"""Test that the commands in the docs work, and that everything they name exists."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from shlex import quote

import msgspec
import pytest

from domain.catalogue import RULES
from domain.chance import Contribution, commitment, fair_dice
from domain.links import at_registration, chain_of, name_of
from domain.record.chain import chained, genesis
from domain.rulesets.registry import BY_ID
from service.cli.new_ruleset import TEMPLATE
from service.http.answers.problem_kinds import KINDS
from service.links.messages import WitnessAnswer
from service.settings import Settings
from service.witness.problem_kinds import KINDS as OF_WITNESS
from tests.support.docs import pages
from tests.support.docs.pages import ROOT
from tests.support.http.client import Json
from tests.support.run.long import long_after
from tests.tools import make_reference
from tests.tools.make_reference import Picture
from tests.tools.reference_page import Page, text_of

PAGES = pages.pages()
CURL = shutil.which("curl")
PLAYED = [
    ROOT / "README.md",
    ROOT / "docs" / "tutorial" / "a-game-by-curl.md",
    ROOT / "docs" / "how-to" / "audit-your-tournament.md",
    ROOT / "docs" / "how-to" / "write-a-bot.md",
    ROOT / "docs" / "how-to" / "import-games.md",
    ROOT / "docs" / "how-to" / "run-a-tournament.md",
    ROOT / "docs" / "how-to" / "run-a-tournament-on-the-service.md",
    ROOT / "docs" / "how-to" / "run-in-production.md",
    ROOT / "docs" / "how-to" / "back-up-and-restore.md",
    ROOT / "docs" / "how-to" / "run-a-witness.md",
    ROOT / "docs" / "how-to" / "play-with-links.md",
]
PAGE_SECONDS_MAX = 300

LEFT = {".venv", "data", "keys"}
"""What may be in the folder of a clone after trying a page: git ignores it."""

_OF_THE_GAME = {"facts", "version"}
"""Members of a problem that differ from run to run."""

_LINES = re.MULTILINE
_BETWEEN = "---- block ----\n"
_END_OF_BLOCK = f"""
_ended=$?
if [ $_ended != 0 ]; then exit $_ended; fi
printf '%s' {quote(_BETWEEN)}
printf '%s' {quote(_BETWEEN)} >> "$CURLED"
"""
"""Stops at the first block whose last command fails, and separates the output of the blocks."""


def _named(page: Path) -> str:
    return str(page.relative_to(ROOT))


# --- commands ----------------------------------------------------------------------------------


@pytest.mark.process
@pytest.mark.skipif(CURL is None, reason="curl is not installed")
@pytest.mark.parametrize("page", long_after(1, PLAYED), ids=_named)
def test_commands_work(page: Path, address: str, bin_folder: Path, tmp_path: Path) -> None:
    """Run them word for word, in a fake clone, one block after the other in one shell.

    No command fails, no request causes a problem other than the one on the page, and the output is
    that of the page where it promises to be. The clone contains only files that git ignores
    afterwards.
    """
    folder = _clone(tmp_path / "clone", bin_folder)
    curled_file = tmp_path / "curled.txt"
    curled_file.touch()
    _programs(tmp_path / "bin")
    trials = tmp_path / "trials"
    trials.mkdir()
    steps = list(pages.steps(page))
    script = "".join(step.commands.text + _END_OF_BLOCK for step in steps)
    done = subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=folder,
        env=os.environ
        | {
            "CAROLUS": address,
            "CURLED": str(curled_file),
            "TMPDIR": str(trials),
            "PATH": os.pathsep.join((str(tmp_path / "bin"), os.environ["PATH"])),
        },
        capture_output=True,
        text=True,
        timeout=PAGE_SECONDS_MAX,
        check=False,
    )
    printed = done.stdout.split(_BETWEEN)
    curled = curled_file.read_text(encoding="utf-8").split(_BETWEEN)
    places = [f"{_named(page)}:{step.commands.line}" for step in steps]
    failed = len(printed) - 1
    assert done.returncode == 0, f"{places[failed]}\n{printed[failed]}{curled[failed]}{done.stderr}"
    for number, step in enumerate(steps):
        statuses = [int(status) for status in re.findall(r"^status (\d+)", curled[number], _LINES)]
        problems = [status for status in statuses if status >= 400]
        assert problems == step.commands.answers, f"{places[number]}\n{printed[number]}"
        if step.prints is not None:
            assert printed[number] == step.prints, places[number]
        if step.problems:
            _must_be_shown(step.problems, pages.problems(printed[number]), places[number])
    assert {path.name for path in folder.iterdir()} <= LEFT


def _clone(folder: Path, bin_folder: Path) -> Path:
    """Return a folder for the commands, as ``make install`` leaves it in a clone."""
    (folder / ".venv").mkdir(parents=True)
    (folder / ".venv" / "bin").symlink_to(bin_folder)
    return folder


def _must_be_shown(shown: list[Json], printed: list[Json], where: str) -> None:
    """Check that the page shows these problems, except for members of one game."""
    assert len(shown) == len(printed), where
    for expected, problem in zip(shown, printed, strict=True):
        assert expected.keys() == problem.keys(), where
        for member in expected.keys() - _OF_THE_GAME:
            like = re.escape(json.dumps(expected[member], ensure_ascii=False)).replace("…", ".*")
            assert re.fullmatch(like, json.dumps(problem[member], ensure_ascii=False)), where


def _programs(folder: Path) -> None:
    """Make a folder of programs: a curl that records each status, and this python3.

    The curl is otherwise the real one; a machine that can install the project has a python3.
    """
    folder.mkdir()
    noting = f"{quote(str(CURL))} -w '%{{stderr}}status %{{http_code}}\\n'"
    for name, runs in (
        ("curl", f'{noting} "$@" 2>> "$CURLED"'),
        ("python3", f'{quote(sys.executable)} "$@"'),
    ):
        program = folder / name
        program.write_text(f"#!/bin/sh\nexec {runs}\n", encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)


# --- names -------------------------------------------------------------------------------------


def test_links_lead_somewhere() -> None:
    """Every relative link names a file of the project, and every anchor one of its headings."""
    for page, link in ((one, link) for one in PAGES for link in pages.links(one)):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{_named(page)}: {link}"
        assert target.is_relative_to(ROOT), f"{_named(page)}: {link}"
        if anchor:
            assert anchor in pages.anchors(target), f"{_named(page)}: {link}"


def test_named_files_exist() -> None:
    """A path is one of the project; a name alone is that of some module."""
    modules = {file.name for top in ("domain", "service", "tests") for file in _modules(top)}
    tops = "|".join(map(re.escape, ("domain", "service", "tests", "deploy", "openapi", ".ci")))
    for page in PAGES:
        if {"how-to", "reference"} & set(page.parts):
            continue
        text = page.read_text(encoding="utf-8")
        for path in re.findall(rf"`((?:{tops})/[^`\s<{{*…]*)`", text):
            assert (ROOT / path).exists(), f"{_named(page)}: {path}"
        assert set(re.findall(r"`(\w+\.py)`", text)) <= modules, _named(page)


def _modules(top: str) -> Iterator[Path]:
    return (ROOT / top).rglob("*.py")


def test_the_floors_are_those_of_the_contract() -> None:
    """ADR 33 lists the rooms of ``service.http`` from the bottom up; the contract from the top."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (http,) = (one for one in contracts if one.get("containers") == ["service.http"])
    page = (ROOT / "docs/adr/0033-floors.md").read_text("utf-8")
    (listed,) = re.findall(r"from the bottom: (.*)", page)
    rooms = [set(re.findall(r"`(\w+)`", floor)) for floor in listed.split(";")]
    assert rooms == [set(re.findall(r"\w+", floor)) for floor in reversed(http["layers"])]


def test_every_page_is_in_the_index() -> None:
    """A reader of ``docs/README.md`` finds every guide, page of reference and decision."""
    index = ROOT / "docs/README.md"
    linked = set(re.findall(r"\]\(([\w/-]+\.md)\)", index.read_text("utf-8")))
    there = {str(page.relative_to(index.parent)) for page in index.parent.rglob("*.md")}
    assert sorted(there - linked - {"README.md"}) == []


def test_named_rules_exist() -> None:
    """Every rule id is in a catalogue."""
    kinds = "|".join({rule.partition("-")[0] for rule in RULES})
    for page in PAGES:
        named = re.findall(rf"\b(?:{kinds})-[A-Z]+-\d+\b", page.read_text(encoding="utf-8"))
        assert set(named) <= set(RULES), _named(page)


def test_named_endpoints_exist() -> None:
    """Every method and path is in the contract of the service or a witness, without queries."""
    known = _operations() | _operations("witness.json")
    for page in PAGES:
        named = re.findall(
            r"`(GET|POST|PUT|PATCH|DELETE) (/[^\s`?]*)", page.read_text(encoding="utf-8")
        )
        assert {(method, _path(path)) for method, path in named} <= known, _named(page)


def test_the_reference_names_every_endpoint() -> None:
    """The HTTP reference has every operation of the contract."""
    page = (ROOT / "docs" / "reference" / "http.md").read_text(encoding="utf-8")
    named = re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/[^\s`?]*)", page)
    assert _operations() <= {(method, _path(path)) for method, path in named}


def test_the_reference_names_every_kind_of_problem() -> None:
    """The reference also has its status."""
    page = (ROOT / "docs" / "reference" / "http.md").read_text(encoding="utf-8")
    for kind in KINDS.values():
        assert f"| `{kind.type}` | {kind.status} |" in page


def test_the_reference_of_witnesses_names_its_endpoints_and_problems() -> None:
    """The page describes every operation, its own types of problems, and members of answers."""
    page = (ROOT / "docs" / "reference" / "witness.md").read_text(encoding="utf-8")
    named = re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/[^\s`?]*)", page)
    assert {(method, _path(path)) for method, path in named} == _operations("witness.json")
    for name, kind in OF_WITNESS.items():
        assert name in KINDS or f"| `{kind.type}` | {kind.status} |" in page
        assert f"`{name}`" in page or f"`{kind.type}`" in page
    for member in WitnessAnswer.__struct_fields__:
        assert f"| `{member}` |" in page


def test_vectors_of_the_page_about_witnesses() -> None:
    """The page's own examples, computed."""
    page = (ROOT / "docs" / "reference" / "witness.md").read_text(encoding="utf-8")
    chains, statements = map(json.loads, re.findall(r"```json\n(.*?)```", page, re.DOTALL))
    name = name_of("abcdefgh234567ab", commitment(bytes(range(32))))
    assert name.hex() == chains["name"]
    made = {
        one["who"]: chain_of(name, one["who"], bytes.fromhex(one["seed"]))
        for one in chains["chains"]
    }
    for one in chains["chains"]:
        chain = made[one["who"]]
        assert (chain.tip.hex(), chain.link(1).hex()) == (one["tip"], one["link 1"])
    service, head = bytes.fromhex(statements["service"]), bytes.fromhex(statements["head"])
    first, second = statements["times"]
    tip = at_registration(name, 128, service, made[128].tip, first)
    link = tip.followed_by(1, head, made[128].link(1), second)
    assert [tip.acc.hex(), link.acc.hex()] == statements["acc"]


def _operations(document: str = "openapi.json") -> set[tuple[str, str]]:
    contract = msgspec.json.decode((ROOT / "openapi" / document).read_bytes())
    return {
        (method.upper(), _path(path))
        for path, operations in contract["paths"].items()
        for method in operations
        if method in {"get", "post", "put", "patch", "delete"}
    }


def _path(path: str) -> str:
    """Return a path with the same name for all parameters and rulesets."""
    return re.sub(rf"\{{[^}}]*\}}|\b(?:{'|'.join(BY_ID)})\b", "{}", path)


# --- rulesets ----------------------------------------------------------------------------------


def test_the_how_to_about_rulesets_quotes_the_scaffold() -> None:
    """Each block of code is in the file of the template that the line above names."""
    page = ROOT / "docs" / "how-to" / "add-a-ruleset.md"
    quoted = [block for block in pages.blocks(page) if block.language in {"python", "json", "toml"}]
    assert len(quoted) > 10
    for block in quoted:
        assert block.text in (TEMPLATE / block.mark).read_text(encoding="utf-8"), block


# --- generated pages and computed values -------------------------------------------------------


@pytest.mark.parametrize("page", make_reference.PAGES, ids=lambda page: str(page.file.stem))
def test_the_reference_of_events_and_actions_is_that_of_the_code(page: Page) -> None:
    """``python -m tests.tools.make_reference`` writes it."""
    assert page.file.read_text(encoding="utf-8") == text_of(page)


@pytest.mark.parametrize("picture", make_reference.PICTURES, ids=lambda picture: picture.file.stem)
def test_the_picture_of_a_board_is_that_of_the_code(picture: Picture) -> None:
    """``python -m tests.tools.make_reference`` draws it."""
    assert picture.file.read_text(encoding="utf-8") == make_reference.drawn(picture)


def test_the_vectors_of_the_dice_are_correct() -> None:
    """The dice compute each vector of the page."""
    page = ROOT / "docs" / "reference" / "fair-chance.md"
    vectors = [
        msgspec.json.decode(block.text) for block in pages.blocks(page) if block.language == "json"
    ]
    assert len(vectors) >= 3
    for vector in vectors:
        secret = bytes.fromhex(vector["secret"])
        assert commitment(secret) == vector["commitment"]
        seats = [Contribution(**seat) for seat in vector["seats"]]
        dice = fair_dice(secret, vector["game"], seats, vector["witnesses"])
        for answer in vector["answers"]:
            links = [(given["who"], bytes.fromhex(given["link"])) for given in answer["links"]]
            moment = dice(answer["moment"], links)
            assert list(moment(answer["answer"], tuple(answer["bounds"]))) == answer["draws"]


def test_the_example_of_the_chained_log_is_correct() -> None:
    """The lines of the page hash one after the other to the hashes next to them."""
    page = ROOT / "docs" / "reference" / "chained-log.md"
    (example,) = [block for block in pages.blocks(page) if block.mark == "example"]
    first, *lines = example.text.splitlines()
    game, digest = first.split()
    head = genesis(game)
    assert head.hex() == digest
    assert len(lines) >= 4
    for form, digest in zip(lines[::2], lines[1::2], strict=True):
        head = chained(head, form.encode())
        assert head.hex() == digest


def test_the_reference_has_all_settings() -> None:
    """The reference has each variable of the environment with its default, and no others."""
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| `CAROLUS_")]
    listed = {name.strip(" `"): default.strip(" `") for _, name, default, *_ in rows}
    assert listed == {
        field.encode_name: str(field.default) for field in msgspec.structs.fields(Settings)
    }
