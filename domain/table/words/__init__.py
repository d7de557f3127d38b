"""All words of the table, from ``en.json``, ``es.json`` and ``de.json``."""

from typing import Final

from domain.kit.words import words_of

WORDS: Final = words_of(__name__)
