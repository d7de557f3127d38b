"""Words of rulesets: text by key, with values, plurals and lists."""

import json
from pathlib import Path

import pytest

from domain.kit.words import Words, words_of
from domain.ruleset import LANGUAGES, Language
from domain.rulesets.registry import RULESETS

TEXTS = Words(
    "en",
    {
        "plain": "no values",
        "due": "seat {seat} {deed}",
        "token.one": "{count} token",
        "token.other": "{count} tokens",
        "of": "{count} of {goal}",
    },
)


def test_values_are_filled_in() -> None:
    assert TEXTS("plain") == "no values"
    assert TEXTS("due", seat=1, deed="passes") == "seat 1 passes"
    assert TEXTS("of", count=1, goal=3) == "1 of 3"


@pytest.mark.parametrize(("count", "text"), [(0, "0 tokens"), (1, "1 token"), (21, "21 tokens")])
def test_a_count_chooses_the_form(count: int, text: str) -> None:
    assert TEXTS("token", count=count) == text


@pytest.mark.parametrize("key", ["dues", "token"])
def test_a_key_without_a_word_is_named(key: str) -> None:
    """So is one that has only plural forms, if no count is given."""
    with pytest.raises(KeyError, match=f"{key} in en"):
        TEXTS(key)


def test_a_missing_value_is_named() -> None:
    with pytest.raises(KeyError, match="deed"):
        TEXTS("due", seat=1)


@pytest.mark.parametrize(
    ("language", "lists"),
    [
        ("en", ["", "a", "a and b", "a, b and c"]),
        ("es", ["", "a", "a y b", "a, b y c"]),
        ("de", ["", "a", "a und b", "a, b und c"]),
    ],
)
def test_lists_are_part_of_a_sentence(language: Language, lists: list[str]) -> None:
    texts = Words(language, {})
    assert [texts.listed("abc"[:count]) for count in range(4)] == lists
    assert texts.both("a", "b") == lists[2]


def test_a_package_has_its_words_in_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    home = tmp_path / "some_words"
    home.mkdir()
    (home / "__init__.py").touch()
    for language in LANGUAGES:
        (home / f"{language}.json").write_text(json.dumps({"who": f"ñ {language}"}), "utf-8")
    assert {one: texts("who") for one, texts in words_of("some_words").items()} == {
        one: f"ñ {one}" for one in LANGUAGES
    }
    (home / "es.json").unlink()
    with pytest.raises(FileNotFoundError, match=r"es\.json"):
        words_of("some_words")


def test_files_are_flat_and_have_no_key_twice() -> None:
    """A reader of JSON would take the last of two, and nobody would see it."""
    homes = [Path(f"{rules.options_type.__module__.replace('.', '/')}.py") for rules in RULESETS]
    root = Path(__file__).parents[2]
    others = [root / "domain/table/words", root / "domain/tournament/stream/words"]
    for folder in (*(root / home.parent / "words" for home in homes), *others):
        for language in LANGUAGES:
            text = (folder / f"{language}.json").read_text("utf-8")
            pairs = json.loads(text, object_pairs_hook=list)
            keys = [key for key, _ in pairs]
            assert len(keys) == len(set(keys))
            assert all(isinstance(one, str) for _, one in pairs)
