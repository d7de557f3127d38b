"""All words of the game, from ``en.json``, ``es.json`` and ``de.json``."""

from typing import Final

from domain.kit import words_of

WORDS: Final = words_of(__name__)
