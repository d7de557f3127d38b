"""The house: plays the seats of its bots, as a background task.

A bot acts like any player, through the handler; its decision is a function of its seat's view. The
house stores only which games to look at: it is notified of each commit of its own worker, and by
``service.tasks.patrol`` of games whose worker has gone.

Without people a game might never end by the rules, because bots do not tire. So the house calls
off such a game from some length on.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Final

import structlog

from domain.ruleset import Pick
from domain.table.actions import CallOffGame
from domain.table.game import TABLE, By, Game
from domain.table.hints import choice_of
from service.games.handler import Handler
from service.storage.log import Appended
from service.tasks.game_queue import GameQueue

ALONE_EVENTS_MAX: Final = 20_000
"""The number of events from which the house calls off a game without people."""

_LOG = structlog.get_logger("carolus.house")


class House(GameQueue):
    """Plays for the bots of all games; ``pick_in`` returns what makes their random choices."""

    def __init__(
        self, handler: Handler, pick_in: Callable[[Game], Pick] = lambda _: secrets.randbelow
    ) -> None:
        super().__init__("house")
        self._handler = handler
        self._pick_in = pick_in

    def committed(self, done: Appended) -> None:
        """Queue a game after a commit if a bot is due in it."""
        if done.stored.game.bots_due:
            self.notice(done.stored.game.id)

    async def look(self, game: str) -> None:
        """Make one decision of a bot; its commit queues the game again if another is due."""
        stored = await self._handler.load(game)
        if stored.game.bots_due:
            pick = self._pick_in(stored.game)
            # In a thread, because bots search ahead: the event loop stays responsive.
            by, action = await asyncio.to_thread(decide_for_house, stored.game, pick)
            await self._handler.perform(
                game, by, [action], expected=[stored.head.version], house=True
            )
            if by == TABLE:
                _LOG.info("bots_called_off", game=game, version=stored.head.version)


def decide_for_house(game: Game, pick: Pick) -> tuple[By, Any]:
    """Return who acts for the house, the first bot due or the table, and the action.

    ``pick`` makes the random choices of bots. The table calls off a game without people that has
    ``ALONE_EVENTS_MAX`` events or more.
    """
    if game.version >= ALONE_EVENTS_MAX and not game.people:
        return TABLE, CallOffGame()
    seat = game.bots_due[0]
    return seat, choose(game, seat, pick)


def choose(game: Game, seat: int, pick: Pick) -> object:
    """Return the action of this seat's bot; ``pick`` makes its random choices."""
    return choice_of(game, seat, game.seats[seat].bot or "", pick)
