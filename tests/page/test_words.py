"""The words of the page: each in every language, none missing, and none that is never said."""

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
"""A string of the code that can be a key, or a template that can make some."""
SAID: Final = re.compile(r"""\bt\(\s*["']([\w.-]+)["']""")


@cache
def code_of(place: str) -> str:
    """Return the code that says these words: without the words themselves."""
    folder = WEB if place == SHELL else Path(javascript.folders()[place])
    files = (file for file in sorted(folder.rglob("*.js")) if "vendor" not in file.parts)
    return "\n".join(file.read_text("utf-8") for file in files if file.parent.name != "words")


def without_form(key: str) -> str:
    """Return the key as the code says it, that of a plural without ``.one`` or ``.other``."""
    return next((key.removesuffix(form) for form in FORMS if key.endswith(form)), key)


def blanks(text: str) -> set[str]:
    """Return what is filled in."""
    return set(re.findall(r"\{(\w+)\}", text))


each_place = pytest.mark.parametrize("place", PLACES)


@each_place
def test_every_language_has_the_same_words(place: str) -> None:
    words = words_of(place)
    assert set(words) == set(LANGUAGES)
    for one, other in combinations(LANGUAGES, 2):
        assert set(words[one]) ^ set(words[other]) == set(), (one, other)


@each_place
def test_the_same_is_filled_in_whatever_the_language(place: str) -> None:
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
def test_what_has_a_plural_has_a_singular(place: str) -> None:
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
def test_whatever_the_code_says_has_words(place: str) -> None:
    known = {without_form(key) for one in (SHELL, place) for key in words_of(one)["en"]}
    assert set(SAID.findall(code_of(place))) - known == set()


@each_place
def test_every_word_is_said(place: str) -> None:
    # A ruleset is said to have words for its options and sides: the shell says them.
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
    """Return what a template literal can become; one that is nothing but a value makes no key."""
    parts = re.split(r"\$\{.*?\}+", template)
    return r"[\w-]+".join(re.escape(part) for part in parts) if any(parts) else r"(?!)"


@pytest.mark.parametrize("ruleset", javascript.folders())
def test_a_newcomer_is_told_how_it_is_played(ruleset: str) -> None:
    how = javascript.call(f"/page/rulesets/{ruleset}/how.js", "how")
    told = [f"how.{name}{part}" for name in how["paragraphs"] for part in ("", ".text")]
    # The rules below it stand by chapter, and a chapter has a name.
    ids = (rule.id for rule in BY_ID[ruleset].catalogue.values())
    chapters = {f"chapter.{id_.split('-')[1]}" for id_ in ids}
    assert told
    for language in LANGUAGES:
        assert set(how["words"][language]) == set(told) | chapters
        assert all(how["words"][language].values())


def test_the_words_are_read_from_the_code() -> None:
    """Else the tests above would find nothing, and all would be well."""
    assert len(list(said_anywhere())) > 100


def said_anywhere() -> Iterator[str]:
    """Yield whatever is said by its key."""
    for place in PLACES:
        yield from SAID.findall(code_of(place))
