"""All words of audits of tournaments, from ``en.json``, ``es.json`` and ``de.json``."""

from typing import Final

from domain.kit.words import words_of

AUDIT_WORDS: Final = words_of(__name__)
