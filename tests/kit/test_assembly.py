"""A ruleset is assembled of a package or a module, by names; what is missing is named."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Any

import pytest

from domain.kit.assembly import OPTIONAL, REQUIRED, ruleset_of
from domain.kit.guide import Guide
from domain.ruleset import LANGUAGES, AnyRuleset, Legal, Ruleset, Seat, all_open, random_bot
from domain.rulesets.registry import RULESETS
from tests.support.docs import pages
from tests.support.games import veiled
from tests.support.games.signatures import fits, misfits
from tests.support.games.veiled import VEIL


def test_every_member_has_a_file_or_a_default() -> None:
    required = {member for names in REQUIRED.values() for member in names}
    optional = {member for names in OPTIONAL.values() for member in names}
    assert not required & optional
    derived = {"thaw", "freeze"}
    assert required | optional | derived == {field.name for field in fields(Ruleset)}
    has_default = {
        field.name
        for field in fields(Ruleset)
        if field.default is not MISSING or field.default_factory is not MISSING
    }
    assert has_default <= optional


def test_the_how_to_has_every_name() -> None:
    """The row of each file lists what ``ruleset_of`` finds there."""
    page = (pages.ROOT / "docs" / "how-to" / "add-a-ruleset.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and line.count("|") == 4]
    for files in (REQUIRED, OPTIONAL):
        for file, names in files.items():
            place = file.replace(".", "/")
            (row,) = [row for row in rows if f"`{place}.py`" in row or f"`{place}/__init__" in row]
            assert {f"`{name}`" for name in names.values()} <= set(
                row.replace(",", " ").replace(";", " ").split()
            )


def test_a_module_may_have_all_the_names() -> None:
    assert VEIL.view is veiled.view
    assert VEIL.hidden is veiled.HIDDEN
    assert VEIL.resign is veiled.resign
    assert VEIL.bots == {"random": random_bot}
    assert VEIL.components("en") is None


def test_a_package_has_them_in_its_files() -> None:
    for ruleset in RULESETS:
        home = ruleset.decide.__module__.removesuffix(".decide")
        assert ruleset.view.__module__ == f"{home}.view"
        again = ruleset_of(home)
        assert (again.decide, again.bots, again.hidden) == (
            ruleset.decide,
            ruleset.bots,
            ruleset.hidden,
        )


def test_members_that_a_package_leaves_out_get_defaults() -> None:
    opened = next(ruleset for ruleset in RULESETS if not ruleset.hidden)
    assert opened.view_event is all_open
    assert opened.house_options == {}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Return a function that makes a folder of files, each with the names of Veil that it needs."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(name: str) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text(
            "from domain.kit.assembly import ruleset_of\nRULESET = ruleset_of(__name__)\n"
        )
        for file, names in REQUIRED.items():
            listed = ", ".join(names.values())
            source = f"from tests.support.games.veiled import {listed}\n"
            (folder / f"{file}.py").write_text(source)
        (folder / "catalogue.py").write_text("from tests.support.games.veiled import CATALOGUE\n")
        return folder

    return make


def _imported(name: str) -> AnyRuleset:
    try:
        ruleset: AnyRuleset = __import__(name).RULESET
        return ruleset
    finally:
        for module in [one for one in sys.modules if one.partition(".")[0] == name]:
            del sys.modules[module]


def test_a_folder_becomes_a_ruleset(package: Callable[[str], Path]) -> None:
    package("veil_in_files")
    ruleset = _imported("veil_in_files")
    assert ruleset.decide is veiled.decide
    assert ruleset.hidden == {}


def test_rules_and_guide_may_be_data(package: Callable[[str], Path]) -> None:
    folder = package("veil_with_data")
    (folder / "catalogue.py").unlink()
    for place in ("catalogue", "guide"):
        (folder / place).mkdir()
        for name in (*LANGUAGES, "sources"):
            (folder / place / f"{name}.json").write_text('{"VEIL-OPT-1": "Two or three."}')
    (folder / "guide" / "lessons.json").write_text('{"seat": 0, "lessons": []}')
    ruleset = _imported("veil_with_data")
    assert ruleset.catalogue["VEIL-OPT-1"].source == "Two or three."
    assert isinstance(ruleset.guide, Guide)


def test_a_package_without_a_catalogue_is_not_a_ruleset(package: Callable[[str], Path]) -> None:
    (package("veil_without_rules") / "catalogue.py").unlink()
    with pytest.raises(FileNotFoundError, match=r"veil_without_rules/catalogue/en\.json"):
        _imported("veil_without_rules")


@pytest.mark.parametrize("bots", ["ladder(random_bot)", '{"random": random_bot}'])
def test_the_best_plain_bot_stands_in(package: Callable[[str], Path], bots: str) -> None:
    folder = package("veil_with_bots")
    source = f"from domain.kit import ladder, random_bot\nBOTS = {bots}\n"
    (folder / "bots.py").write_text(source)
    ruleset = _imported("veil_with_bots")
    assert ruleset.stand_in == ("greedy" if "greedy" in ruleset.bots else "random")


def test_an_optional_file_is_found(package: Callable[[str], Path]) -> None:
    folder = package("veil_with_leaving")
    (folder / "rules").mkdir()
    (folder / "rules" / "leaving.py").write_text("from tests.support.games.veiled import resign\n")
    assert _imported("veil_with_leaving").resign is veiled.resign


@pytest.mark.parametrize(
    ("file", "source", "error"),
    [
        ("text", None, r"veil_in_part needs text in text\.py"),
        ("check", "", r"veil_in_part needs read in check\.py"),
        ("start", "start = asks = 1\n", r"veil_in_part needs answer in start\.py"),
        ("bots", "import no_such_library\n", "no_such_library"),
        ("view", "from veil_in_part.nothing import view\n", r"veil_in_part\.nothing"),
    ],
)
def test_an_error_names_what_is_missing(
    package: Callable[[str], Path], file: str, source: str | None, error: str
) -> None:
    path = package("veil_in_part") / f"{file}.py"
    if source is None:
        path.unlink()
    else:
        path.write_text(source)
    with pytest.raises(ImportError, match=error):
        _imported("veil_in_part")


# --- signatures --------------------------------------------------------------------------------


def _of_no_seat(position: veiled.Position) -> Legal[veiled.LayCard]:
    return Legal(0, lambda index: veiled.LayCard("alpha"), tuple)


def _of_text(position: str, seat: Seat) -> Legal[veiled.LayCard]:
    return _of_no_seat(veiled.Position(veiled.Options()))


def _of_views(position: veiled.Position, seat: Seat) -> veiled.PositionView | None:
    return None


@pytest.mark.parametrize(
    ("legal", "found"),
    [
        (_of_no_seat, "legal has 1 parameters instead of 2"),
        (_of_text, "legal does not accept every position"),
        (_of_views, "legal returns something else"),
    ],
)
def test_a_function_with_another_signature_is_found(legal: Any, found: str) -> None:
    assert list(misfits(replace(VEIL, legal=legal))) == [found]


@pytest.mark.parametrize(
    ("narrow", "wide", "right"),
    [
        (int, int | str, True),
        (int | str, int, False),
        (bool, int, True),
        (None, int | None, True),
        (tuple[int, ...], Sequence[int | str], True),
        (list[str], list[int], False),
        (Any, list[int], True),
    ],
)
def test_a_type_fits_a_wider_one(narrow: Any, wide: Any, right: bool) -> None:
    assert fits(narrow, wide) is right
