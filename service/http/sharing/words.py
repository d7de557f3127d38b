"""The words of shared and embedded games that are the same for every game."""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Language

ABOUT: Final[Mapping[Language, str]] = {
    "en": "Play, watch and replay board games.",
    "es": "Juega, mira y repasa partidas de juegos de mesa.",
    "de": "Brettspiele spielen, zuschauen und nachspielen.",
}
"""Describes the page of a game that the reader may not see, or that does not exist."""
WAITS: Final[Mapping[Language, str]] = {
    "en": "The game has not started yet.",
    "es": "La partida todavía no empezó.",
    "de": "Die Partie hat noch nicht begonnen.",
}
STARTS: Final[Mapping[Language, str]] = {
    "en": "The game starts.",
    "es": "Comienza la partida.",
    "de": "Die Partie beginnt.",
}
GO: Final[Mapping[Language, str]] = {
    "en": "Open the game",
    "es": "Abrir la partida",
    "de": "Partie öffnen",
}
"""The link from an embedded game to its table."""
UNSEEN: Final[Mapping[Language, str]] = {
    "en": "Only its players can see this game.",
    "es": "Solo sus jugadores pueden ver esta partida.",
    "de": "Diese Partie sehen nur die, die mitspielen.",
}
MISSING: Final[Mapping[Language, str]] = {
    "en": "There is no such game or moment.",
    "es": "No existe esa partida o ese momento.",
    "de": "Diese Partie oder diesen Moment gibt es nicht.",
}
