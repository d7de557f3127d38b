"""All words of the game, in three languages."""

from domain.kit import words_of

WORDS = words_of(__name__)
