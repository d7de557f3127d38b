"""A catalogue from data: four lines for a rule, in files that name the same rules."""

import json
from pathlib import Path

import pytest

from domain.kit.catalogue import rules_of
from domain.ruleset import LANGUAGES, Rule


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a package with a catalogue of two rules."""
    monkeypatch.syspath_prepend(tmp_path)
    # Each test has a name of its own, because Python keeps the packages that it has imported.
    folder = tmp_path / f"rules_of_{tmp_path.name}"
    (folder / "catalogue").mkdir(parents=True)
    (folder / "__init__.py").touch()
    for name in (*LANGUAGES, "sources"):
        texts = {rule: f"{rule} {name}." for rule in ("XX-B-1", "XX-A-1")}
        (folder / "catalogue" / f"{name}.json").write_text(json.dumps(texts), "utf-8")
    return folder


def test_rules_have_the_order_of_the_files(home: Path) -> None:
    found = rules_of(home.name)
    assert list(found) == ["XX-B-1", "XX-A-1"]
    assert found["XX-A-1"] == Rule(
        "XX-A-1", "XX-A-1 en.", "XX-A-1 es.", "XX-A-1 de.", source="XX-A-1 sources."
    )


def test_a_file_with_other_rules_is_named(home: Path) -> None:
    (home / "catalogue" / "es.json").write_text(json.dumps({"XX-A-1": "Una regla."}), "utf-8")
    with pytest.raises(ValueError, match=r": es\.json and sources\.json"):
        rules_of(home.name)


def test_a_missing_file_is_named(home: Path) -> None:
    (home / "catalogue" / "de.json").unlink()
    with pytest.raises(FileNotFoundError, match=r"de\.json"):
        rules_of(home.name)
