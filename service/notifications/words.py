"""The words of notifications. They name the game and nothing that happened in it."""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Language

YOUR_TURN: Final[Mapping[Language, str]] = {
    "en": "It's your turn.",
    "es": "Es tu turno.",
    "de": "Du bist am Zug.",
}
