"""The words of Ancients, in each language."""

from typing import Final

from domain.kit import words_of

WORDS: Final = words_of(__name__)
