"""The words of the page, from its modules and files: tests look them up by key.

So a test names the meaning of a button, and still passes when someone improves its text.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from tests.support.browser import javascript

LANGUAGES: Final = ("en", "es", "de")
SHELL: Final = "the shell"
TABLE: Final = "the table"
_OF_TABLE: Final = javascript.ROOT / "domain" / "table" / "words"
SPEAKING: Final = Path(__file__).with_name("speaking.mjs")
FORMS: Final = (".one", ".other")

WordsByLanguage: TypeAlias = Mapping[str, Mapping[str, str]]


@cache
def words_of(place: str) -> WordsByLanguage:
    """Return all words of the shell, of the table, or of a ruleset, by language."""
    if place == SHELL:
        return {
            code: javascript.call(f"/page/app/words/{code}.js", "words")
            | javascript.call(f"/page/app/words/absent.{code}.js", "absent")
            | javascript.call(f"/page/app/words/create.{code}.js", "create")
            | javascript.call(f"/page/app/words/email.{code}.js", "email")
            | javascript.call(f"/page/app/words/guide.{code}.js", "guide")
            | javascript.call(f"/page/app/words/orders.{code}.js", "orders")
            | javascript.call(f"/page/app/words/profile.{code}.js", "profile")
            | javascript.call(f"/page/app/words/proof.{code}.js", "proof")
            | javascript.call(f"/page/app/words/sandbox.{code}.js", "sandbox")
            | javascript.call(f"/page/app/words/tournament.{code}.js", "tournament")
            for code in LANGUAGES
        }
    if place == TABLE:
        return {code: json.loads((_OF_TABLE / f"{code}.json").read_bytes()) for code in LANGUAGES}
    words: WordsByLanguage = javascript.call(SPEAKING, "wordsIn", f"/page/rulesets/{place}/words")
    return words


def all_words(language: str) -> Iterator[tuple[str, str]]:
    """Yield every key with its text, of the shell and of all rulesets."""
    for place in (SHELL, *javascript.folders()):
        yield from words_of(place)[language].items()


def phrase(key: str, place: str = SHELL, language: str = "en", **values: Any) -> re.Pattern[str]:
    """Return a pattern of this text on the page; placeholders without a value match anything."""
    words = words_of(place)[language]
    texts = [words[key + form] for form in ("", *FORMS) if key + form in words]
    assert texts, f"{place} has no word for {key}"
    for name, value in values.items():
        texts = [text.replace(f"{{{name}}}", str(value)) for text in texts]
    return re.compile(rf"^\s*(?:{'|'.join(map(pattern, texts))})\s*$")


def pattern(text: str) -> str:
    """Return a text as a pattern whose placeholders match anything."""
    return ".*?".join(map(re.escape, fixed_parts(text)))


def fixed_parts(text: str) -> list[str]:
    """Return the parts of a text between its placeholders."""
    return re.split(r"\{\w+\}", text)


def words_in(text: str) -> list[str]:
    """Return the words of a text, without its placeholders."""
    return re.findall(r"[^\W\d_]{2,}", re.sub(r"\{\w+\}", "", text))
