"""On whose behalf a request acts, judged on the game as it is when the request is carried out.

Who asks is found out before the body of a request is read, and that can take its time. Meanwhile
somebody may have sat down, or stood up, on this worker or another.
"""

from typing import NamedTuple, TypeAlias

from domain.ruleset import Seat
from domain.table.game import TABLE, By, Game
from service.access.rights import ARBITRATE, Caller, Forbidden, Unauthorized


class Seated(NamedTuple):
    """A seat, asked for by the account that sits there; elsewhere it may have stood up since."""

    seat: Seat
    player: str


class Linked(NamedTuple):
    """A seat, asked for by its link, which may be good for nothing any more (``holds_in``)."""

    seat: Seat


class Judge(NamedTuple):
    """An arbiter, who acts as the table does in games in which their account does not sit."""

    player: str
    name: str
    """How the trail tells who it was."""


Actor: TypeAlias = By | Seated | Linked | Judge
"""Who asks."""


def acting(game: Game, by: Actor) -> By:
    """Return who acts.

    Raises Forbidden if the account does not sit there any more, or sits in the game that it is to
    judge, and Unauthorized if the link is good for nothing.
    """
    if isinstance(by, Judge):
        if any(state.player == by.player for state in game.seats):
            raise Forbidden(ARBITRATE.needs)
        return TABLE
    if isinstance(by, Linked):
        if not Caller(by.seat).holds_in(game):
            raise Unauthorized
        return by.seat
    if not isinstance(by, Seated):
        return by
    if game.seats[by.seat].player != by.player:
        raise Forbidden(f"the token of seat {by.seat}")
    return by.seat
