"""Words of a ruleset: text by key, in each language.

The package ``words`` of a ruleset has a file for each language, such as ``en.json``: one flat
object of keys and texts. ``{name}`` in a text is a placeholder, and a plural has two keys,
``key.one`` and ``key.other``. The page and other front ends read the same files.
"""

import pkgutil
import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from domain.ruleset import LANGUAGES, Language

_AND: Final[Mapping[Language, str]] = {"en": "and", "es": "y", "de": "und"}

_AFTER_E: Final = re.compile(r"i|hi(?![ae])", re.IGNORECASE)
"""The beginning of a word before which Spanish says "e"."""


class Words:
    """All words of a ruleset in one language."""

    __slots__ = ("_texts", "language")

    def __init__(self, language: Language, texts: Mapping[str, str]) -> None:
        self.language: Final = language
        self._texts = texts

    def __call__(self, key: str, /, **values: str | int) -> str:
        """Return a text with these values; ``count`` also chooses the form of a plural.

        Raise KeyError if there is no such key, or if a value is missing.
        """
        text = self._texts.get(key)
        if text is None and "count" in values:
            text = self._texts.get(f"{key}.{'one' if values['count'] == 1 else 'other'}")
        if text is None:
            raise KeyError(f"{key} in {self.language}")
        return text.format_map(values)

    def __contains__(self, key: str) -> bool:
        """Return whether there is a text with this key, or a plural."""
        return key in self._texts or f"{key}.other" in self._texts

    def decimal(self, number: str) -> str:
        """Return a number with a decimal point as the language writes it."""
        return number if self.language == "en" else number.replace(".", ",")

    def both(self, one: str, other: str) -> str:
        """Return "a and b"."""
        is_e = self.language == "es" and _AFTER_E.match(other)
        return f"{one} {'e' if is_e else _AND[self.language]} {other}"

    def listed(self, parts: Sequence[str]) -> str:
        """Return "a, b and c"; nothing for no parts."""
        return self.both(", ".join(parts[:-1]), parts[-1]) if len(parts) > 1 else "".join(parts)


NO_WORDS: Final[Mapping[Language, Words]] = {
    language: Words(language, {}) for language in LANGUAGES
}
"""For a game without words of its own."""


def words_of(package: str) -> Mapping[Language, Words]:
    """Return the words in the files of a package, by language; raise FileNotFoundError."""
    return {language: Words(language, texts_of(package, language)) for language in LANGUAGES}


def texts_of(package: str, name: str) -> dict[str, str]:
    """Return the texts in a file of a package by key, in their order.

    ``name`` is the path of the file in the package, without ``.json``. Raise FileNotFoundError if
    there is no such file.
    """
    content = pkgutil.get_data(package, f"{name}.json")
    assert content is not None, "a package with a loader has data"
    return msgspec.json.decode(content, type=dict[str, str])
