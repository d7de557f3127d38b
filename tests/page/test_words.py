"""Test the words of the page: complete in every language, and all in use."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from domain.rulesets.registry import BY_ID
from tests.support.browser import javascript
from tests.support.browser.page_words import FORMS, LANGUAGES, SHELL, words_in, words_of

PLACES: Final = (SHELL, *javascript.folders())
WEB: Final = javascript.ROOT / "service" / "web"

LITERAL: Final = re.compile(r"""["']([\w.]+)["']|`([\w.]*\$\{[^`]*?)`""")
"""A string of the code that may be a key, or a template that may produce keys."""
SAID: Final = re.compile(r"""\bt\(\s*["']([\w.-]+)["']""")


@cache
def code_of(place: str) -> str:
    """Return the code that uses these words, without the words themselves."""
    folder = WEB if place == SHELL else Path(javascript.folders()[place])
    files = (file for file in sorted(folder.rglob("*.js")) if "vendor" not in file.parts)
    return "\n".join(file.read_text("utf-8") for file in files if file.parent.name != "words")


def without_form(key: str) -> str:
    """Return the key as the code has it; keys of plurals lose ``.one`` or ``.other``."""
    return next((key.removesuffix(form) for form in FORMS if key.endswith(form)), key)


def blanks(text: str) -> set[str]:
    """Return the placeholders."""
    return set(re.findall(r"\{(\w+)\}", text))


each_place = pytest.mark.parametrize("place", PLACES)


@each_place
def test_every_language_has_the_same_words(place: str) -> None:
    words = words_of(place)
    assert set(words) == set(LANGUAGES)
    for one, other in combinations(LANGUAGES, 2):
        assert set(words[one]) ^ set(words[other]) == set(), (one, other)


@each_place
def test_every_language_has_the_same_placeholders(place: str) -> None:
    words = words_of(place)
    different = {
        f"{language}: {key}"
        for key, text in words["en"].items()
        for language in LANGUAGES
        # "One is left" needs no number.
        if blanks(words[language][key]) - {"count"} != blanks(text) - {"count"}
    }
    assert different == set()


@each_place
def test_every_plural_has_a_singular(place: str) -> None:
    keys = set(words_of(place)["en"])
    counted = {without_form(key) for key in keys if key.endswith(FORMS)}
    assert {key + form for key in counted for form in FORMS} <= keys
    assert counted & keys == set()


@each_place
def test_no_sentence_is_left_in_english(place: str) -> None:
    words = words_of(place)
    left = {
        f"{language}: {text}"
        for key, text in words["en"].items()
        for language in ("es", "de")
        if len(words_in(text)) > 2 and words[language][key] == text
    }
    assert left == set()


@each_place
def test_no_word_is_empty_or_ends_in_a_blank(place: str) -> None:
    for words in words_of(place).values():
        for key, text in words.items():
            assert text, key
            assert text == text.strip(), key


@each_place
def test_every_key_of_the_code_has_words(place: str) -> None:
    known = {without_form(key) for one in (SHELL, place) for key in words_of(one)["en"]}
    assert set(SAID.findall(code_of(place))) - known == set()


@each_place
def test_every_word_is_used(place: str) -> None:
    # The shell uses a ruleset's words for its options and sides.
    code = code_of(place) + code_of(SHELL)
    literal, made = set(), []
    for plain, template in LITERAL.findall(code):
        if plain:
            literal.add(plain)
        else:
            made.append(re.compile(made_by(template)))
    keys = {without_form(key) for key in words_of(place)["en"]}
    silent = {key for key in keys - literal if not any(one.fullmatch(key) for one in made)}
    assert silent == set()


def made_by(template: str) -> str:
    """Return a pattern for a template literal; a template that is a single value makes no key."""
    parts = re.split(r"\$\{.*?\}+", template)
    return r"[\w-]+".join(re.escape(part) for part in parts) if any(parts) else r"(?!)"


@pytest.mark.parametrize("ruleset", javascript.folders())
def test_every_ruleset_explains_how_to_play(ruleset: str) -> None:
    how = javascript.call(f"/page/rulesets/{ruleset}/how.js", "how")
    expected_keys = [f"how.{name}{part}" for name in how["paragraphs"] for part in ("", ".text")]
    # The page lists the rules by chapter, and chapters have names.
    ids = (rule.id for rule in BY_ID[ruleset].catalogue.values())
    chapters = {f"chapter.{id_.split('-')[1]}" for id_ in ids}
    assert expected_keys
    for language in LANGUAGES:
        assert set(how["words"][language]) == set(expected_keys) | chapters
        assert all(how["words"][language].values())


def test_the_words_are_read_from_the_code() -> None:
    """Otherwise the tests above would find nothing, and always pass."""
    assert len(list(used_keys())) > 100


def used_keys() -> Iterator[str]:
    """Yield every key in the code."""
    for place in PLACES:
        yield from SAID.findall(code_of(place))
