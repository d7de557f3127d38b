"""All words of commands and sites of tournaments, from ``en.json``, ``es.json`` and ``de.json``."""

from typing import Final

from domain.kit.words import words_of

CLUB_WORDS: Final = words_of(__name__)
