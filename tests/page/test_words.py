"""Test the words of the page and of the rulesets: complete in every language, and all in use.

The words of a ruleset are for its page and for its Python code, which draws and writes boards.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from domain.kit.words import Words
from domain.ruleset import Language, kinds_of, tag_of
from domain.rulesets.registry import BY_ID
from domain.table.events import TableEvent
from tests.support.browser import javascript
from tests.support.browser.page_words import FORMS, LANGUAGES, SHELL, TABLE, words_in, words_of

PLACES: Final = (SHELL, *javascript.folders())
TEXTS_OF: Final = (*PLACES, TABLE)
WEB: Final = javascript.ROOT / "service" / "web"
TEXTS: Final = "texts"
"""The name of the words of a ruleset in its Python code."""

LITERAL: Final = re.compile(r"""["']([\w.]+)["']|`([\w.]*\$\{[^`]*?)`""")
"""A string of the code that may be a key, or a template that may produce keys."""
SAID: Final = re.compile(r"""\bt\(\s*["']([\w.-]+)["']""")


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_service_write_lists_in_the_same_way(language: Language) -> None:
    """Without a comma before "and"; Spanish says "e" before the sound of "i"."""
    texts = Words(language, {})
    names = ["Ana", "Ben", "Isabel", "ion", "Hilda", "Hielo", "Hia", "Yuri", "Íñigo"]
    lists = [[], ["Cid"], *([*more, name] for name in names for more in (["Cid"], ["Cid", "Eva"]))]
    asked = [(language, one) for one in lists]
    found = javascript.each("/page/app/kit/phrases.js", "listedIn", asked)
    assert found == [texts.listed(one) for one in lists]


@cache
def code_of(place: str) -> str:
    """Return the code of the page that uses these words, without the words themselves."""
    folder = WEB if place == SHELL else Path(javascript.folders()[place])
    files = (file for file in sorted(folder.rglob("*.js")) if "vendor" not in file.parts)
    return "\n".join(file.read_text("utf-8") for file in files if file.parent.name != "words")


@cache
def calls_of(ruleset: str) -> list[tuple[str, ast.Call]]:
    """Return the calls in the Python code of a ruleset that ask for a word, each with its key."""
    folder = Path(javascript.folders()[ruleset]).parent
    return [found for file in folder.rglob("*.py") for found in calls_in(file.read_text("utf-8"))]


def calls_in(code: str) -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls in code that ask for a word, each with its key.

    In a key that is made of values, each value is ``${}``, as in templates of the page.
    """
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[key]) if (
                name == TEXTS
            ):
                for chosen in (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,):
                    parts = chosen.values if isinstance(chosen, ast.JoinedStr) else [chosen]
                    assert any(isinstance(one, ast.Constant) for one in parts), "no key in the call"
                    plain = (one.value if isinstance(one, ast.Constant) else "${}" for one in parts)
                    yield "".join(map(str, plain)), node
            case ast.Call(func=ast.Subscript(value=ast.Name(id="WORDS"))):
                raise AssertionError(f"line {node.lineno}: call the words {TEXTS!r}")


def without_form(key: str) -> str:
    """Return the key as the code has it; keys of plurals lose ``.one`` or ``.other``."""
    return next((key.removesuffix(form) for form in FORMS if key.endswith(form)), key)


def events_of(ruleset: str) -> tuple[type, ...]:
    """Return the types of the events, whose sentences the kit looks up by their tags."""
    return kinds_of(BY_ID[ruleset].events)


def blanks(text: str) -> set[str]:
    """Return the placeholders."""
    return set(re.findall(r"\{(\w+)\}", text))


each_place = pytest.mark.parametrize("place", PLACES)
each_text = pytest.mark.parametrize("place", TEXTS_OF)


@each_text
def test_every_language_has_the_same_words(place: str) -> None:
    words = words_of(place)
    assert set(words) == set(LANGUAGES)
    for one, other in combinations(LANGUAGES, 2):
        assert set(words[one]) ^ set(words[other]) == set(), (one, other)


@each_text
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


@each_text
def test_every_plural_has_a_singular(place: str) -> None:
    keys = set(words_of(place)["en"])
    counted = {without_form(key) for key in keys if key.endswith(FORMS)}
    assert {key + form for key in counted for form in FORMS} <= keys
    assert counted & keys == set()


@each_text
def test_no_sentence_is_left_in_english(place: str) -> None:
    words = words_of(place)
    left = {
        f"{language}: {text}"
        for key, text in words["en"].items()
        for language in ("es", "de")
        if len(words_in(text)) > 2 and words[language][key] == text
    }
    assert left == set()


@each_text
def test_no_word_is_empty_or_ends_in_a_blank(place: str) -> None:
    for words in words_of(place).values():
        for key, text in words.items():
            assert text, key
            assert text == text.strip(), key


@each_place
def test_every_key_of_the_code_has_words(place: str) -> None:
    known = {without_form(key) for one in (SHELL, place) for key in words_of(one)["en"]}
    assert set(SAID.findall(code_of(place))) - known == set()


@pytest.mark.parametrize("ruleset", javascript.folders())
def test_every_key_of_the_python_code_has_words(ruleset: str) -> None:
    """For a key that is made of values there is at least one word of this form."""
    keys = {without_form(key) for key in words_of(ruleset)["en"]}
    calls = calls_of(ruleset)
    assert len(calls) > 30
    missing = {key for key, _ in calls if not any(map(re.compile(made_by(key)).fullmatch, keys))}
    assert missing == set()


@pytest.mark.parametrize("ruleset", javascript.folders())
def test_the_python_code_fills_in_every_placeholder(ruleset: str) -> None:
    """A story of random games finds what a call with ``**values`` forgets."""
    words = words_of(ruleset)["en"]
    wrong = {
        (key, call.lineno)
        for key, call in calls_of(ruleset)
        for one, text in words.items()
        if re.fullmatch(made_by(key), without_form(one))
        and all(given.arg for given in call.keywords)
        and blanks(text) - {"count"} != {given.arg for given in call.keywords} - {"count"}
    }
    assert wrong == set()


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        ('texts("board.seat", seat=1)', ["board.seat"]),
        ('texts("story.won" if it else "story.lost")', ["story.won", "story.lost"]),
        ('players.texts("board.seat", seat=1)', ["board.seat"]),
        ('texts(f"board.side.{side}")', ["board.side.${}"]),
        ("f\"{texts(f'deed.{one}')}: {names(1)}\"", ["deed.${}"]),
        ('words(1, 2, "board.seat")', []),
    ],
)
def test_keys_are_found_in_python_code(code: str, keys: list[str]) -> None:
    assert [key for key, _ in calls_in(code)] == keys


@pytest.mark.parametrize("code", ["texts(key)", "WORDS[language]('board.seat', seat=1)"])
def test_calls_whose_key_cannot_be_found_are_refused(code: str) -> None:
    """Otherwise nobody would notice that their words are missing."""
    with pytest.raises(AssertionError):
        list(calls_in(code))


@each_place
def test_every_word_is_used(place: str) -> None:
    # The shell uses a ruleset's words for its options, sides, and introduction.
    code = code_of(place) + code_of(SHELL)
    asked = [] if place == SHELL else [key for key, _ in calls_of(place)]
    # In nested templates, only the calls themselves show which keys they use.
    sentences = [
        f"{kind}.{tag_of(one)}"
        for kind in ("story", "step")
        for one in (() if place == SHELL else events_of(place))
    ]
    literal = {*asked, *sentences, *SAID.findall(code), "summary"}  # the last is for lobbies
    made = [re.compile(made_by(key)) for key in asked if "${" in key]
    for plain, template in LITERAL.findall(code):
        if plain:
            literal.add(plain)
        else:
            made.append(re.compile(made_by(template)))
    keys = {without_form(key) for key in words_of(place)["en"]}
    silent = {key for key in keys - literal if not any(one.fullmatch(key) for one in made)}
    assert silent == set()


def test_every_word_of_the_table_is_used() -> None:
    """Each is the sentence on an event, including on one that names an arbiter, or part of one."""
    kinds = kinds_of(TableEvent)
    judged = {one for one in kinds if "arbiter" in one.__struct_fields__}
    sentences = {f"story.{tag_of(one)}" for one in kinds}
    sentences |= {f"story.{tag_of(one)}.arbiter" for one in judged}
    steps = {f"step.{tag_of(one)}" for one in kinds}
    keys = {without_form(key) for key in words_of(TABLE)["en"]}
    parts = {
        "story.reason",
        "story.by_orders",
        "step.game_opened.continues",
        "step.moment_drawn.links",
        "step.moment_drawn.missing",
    }
    assert keys <= sentences | steps | parts


def made_by(template: str) -> str:
    """Return a pattern for a template literal; one of values and dots alone makes no key."""
    parts = re.split(r"\$\{.*?\}+", template)
    return r"[\w-]+".join(map(re.escape, parts)) if "".join(parts).strip(".") else r"(?!)"


@pytest.mark.parametrize("ruleset", javascript.folders())
def test_every_ruleset_explains_how_to_play(ruleset: str) -> None:
    page = javascript.call(f"/page/rulesets/{ruleset}/index.js", "default")
    expected_keys = [f"how.{name}{part}" for name in page["how"] for part in ("", ".text")]
    # The page lists the rules by chapter, and chapters have names.
    ids = (rule.id for rule in BY_ID[ruleset].catalogue.values())
    chapters = {f"chapter.{id_.split('-')[1]}" for id_ in ids}
    assert expected_keys
    found = {key for key in words_of(ruleset)["en"] if key.startswith(("how.", "chapter."))}
    assert found == set(expected_keys) | chapters


def test_the_words_are_read_from_the_code() -> None:
    """Otherwise the tests above would find nothing, and always pass."""
    assert len(list(used_keys())) > 100


def used_keys() -> Iterator[str]:
    """Yield every key in the code."""
    for place in PLACES:
        yield from SAID.findall(code_of(place))
