"""Links that every answer of one shape offers."""

from collections.abc import Mapping
from typing import Any, Final

from service.http.answers.contract import Link
from service.wire.games import GameView

_OF_GAME: Final = {"game": "$response.body#/id"}

_GAME_LINKS: Final = {
    "legalActions": Link("listLegalActions", "What the caller's seat may do.", _OF_GAME),
    "act": Link("takeActions", "Act.", _OF_GAME),
    "events": Link("listEvents", "What has happened.", _OF_GAME),
    "board": Link("getBoard", "A picture of the board.", _OF_GAME),
    "record": Link("getRecord", "The whole game in portable form.", _OF_GAME),
    "proof": Link("getProof", "What proves it.", _OF_GAME),
}
"""Where to go on from a game."""


def links_of(shape: Any) -> Mapping[str, Link]:
    """Return where to go on from an answer with a body of this type."""
    return _GAME_LINKS if shape is GameView else {}
