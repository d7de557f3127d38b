"""All words of tournaments, from ``en.json``, ``es.json`` and ``de.json``."""

from typing import Final

from domain.kit.words import words_of

TOURNAMENT_WORDS: Final = words_of(__name__)
