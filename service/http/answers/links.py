"""Links that several operations offer."""

from typing import Final

from service.http.answers.contract import Link

_OF_GAME: Final = {"game": "$response.body#/id"}


GAME_LINKS: Final = {
    "legalActions": Link("listLegalActions", "What the caller's seat may do.", _OF_GAME),
    "act": Link("takeActions", "Act.", _OF_GAME),
    "events": Link("listEvents", "What has happened.", _OF_GAME),
    "board": Link("getBoard", "A picture of the board.", _OF_GAME),
    "record": Link("getRecord", "The whole game in portable form.", _OF_GAME),
    "proof": Link("getProof", "What proves it.", _OF_GAME),
}
"""Where to go on from a game."""
