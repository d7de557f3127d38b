"""Links that every answer of one type offers."""

from collections.abc import Mapping
from typing import Any, Final

from service.http.answers.contract import Link
from service.wire.games import GameView

_OF_GAME: Final = {"game": "$response.body#/id"}

_GAME_LINKS: Final = {
    "legalActions": Link(
        "listLegalActions", "List the legal actions of the caller's seat.", _OF_GAME
    ),
    "act": Link("takeActions", "Take actions.", _OF_GAME),
    "events": Link("listEvents", "List its events.", _OF_GAME),
    "board": Link("getBoard", "Draw the board.", _OF_GAME),
    "record": Link("getRecord", "Get the whole game in portable form.", _OF_GAME),
    "proof": Link("getProof", "Get its proof.", _OF_GAME),
}
"""The links of a game."""


def links_of(shape: Any) -> Mapping[str, Link]:
    """Return the links of an answer with a body of this type."""
    return _GAME_LINKS if shape is GameView else {}
