"""The house: plays the seats of its bots, as a background task.

A bot acts like any player, by a request to the handler; its decision is a function of what its
seat may see. Nothing is remembered but which games to look at: the house is told of each commit of
its own worker, and by ``service.tasks.patrol`` of games whose worker has gone.

Where no person plays any more it need not come to an end by the rules: bots do not tire. So from
some length on the house calls such a game off.
"""

import asyncio
import secrets
from typing import Any, Final

import structlog

from domain.refusal import IllegalAction
from domain.ruleset import Pick
from domain.table.actions import CallOffGame
from domain.table.game import TABLE, By, Game
from service.games.handler import Handler, NoSuchGame, StaleVersion
from service.storage.idempotency import TooManyRaces
from service.storage.log import Appended

PLAYERS: Final = 16
"""Games that the house plays side by side, so that their commits are grouped."""

RETRY_SECONDS: Final = 1.0
"""After a failure, how long until a game is looked at again."""

ALONE_EVENTS_MAX: Final = 20_000
"""The length in events from which a game is called off in which bots are alone."""

_LOG = structlog.get_logger("carolus.house")


class House:
    """Plays for the bots of all games; ``pick`` draws where a bot draws."""

    def __init__(self, handler: Handler, pick: Pick = secrets.randbelow) -> None:
        self._handler = handler
        self._pick = pick
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._queued: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to play; to be called on the event loop."""
        self._tasks = [
            asyncio.create_task(self._run(), name=f"house-{number}") for number in range(PLAYERS)
        ]

    async def stop(self) -> None:
        """Stop playing. What was decided is in the log; the rest waits there."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def committed(self, done: Appended) -> None:
        """Take note of a game that went on."""
        if done.stored.game.bots_due:
            self.notice(done.stored.game.id)

    def notice(self, game: str) -> None:
        """Look at a game, in which a bot may be due."""
        if game not in self._queued:
            self._queued.add(game)
            self._waiting.put_nowait(game)

    async def _run(self) -> None:
        while True:
            game = await self._waiting.get()
            self._queued.discard(game)
            try:
                await self._play(game)
            except (StaleVersion, TooManyRaces):
                # Somebody else, a resignation say, was first: look again.
                self.notice(game)
            except (NoSuchGame, IllegalAction):
                _LOG.exception("bot_could_not_act", game=game)
            except Exception:  # noqa: BLE001 - whatever one game does, the house plays on
                # The log cannot be written, say. The game waits, the others do not wait for it.
                _LOG.exception("house_failed", game=game)
                asyncio.get_running_loop().call_later(RETRY_SECONDS, self.notice, game)

    async def _play(self, game: str) -> None:
        """Make one decision of a bot; the commit brings the game back if another is due."""
        stored = await self._handler.load(game)
        if stored.game.bots_due:
            by, action = decide_for_house(stored.game, self._pick)
            await self._handler.perform(
                game, by, [action], expected=[stored.head.version], house=True
            )
            if by == TABLE:
                _LOG.info("bots_called_off", game=game, version=stored.head.version)


def decide_for_house(game: Game, pick: Pick = secrets.randbelow) -> tuple[By, Any]:
    """Return what the house does where a bot is due, and as whom: the first of them decides.

    ``pick`` draws where a bot draws. A game in which bots are alone, and that has grown to
    ``ALONE_EVENTS_MAX`` events, is called off by the table.
    """
    if game.version >= ALONE_EVENTS_MAX and not game.people:
        return TABLE, CallOffGame()
    seat = game.bots_due[0]
    return seat, choose(game, seat, pick)


def choose(game: Game, seat: int, pick: Pick = secrets.randbelow) -> object:
    """Return what the bot of this seat does, drawing by ``pick`` where it draws."""
    rules = game.rules
    bot = rules.bots[game.seats[seat].bot or ""]
    view = rules.view(game.position, seat)
    return bot(view, rules.legal(game.position, seat), pick)
