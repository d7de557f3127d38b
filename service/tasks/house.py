"""The house: plays the seats of its bots, as a background task.

A bot acts like any player, through the handler; its decision is a function of its seat's view. The
house stores only which games to look at: it is notified of each commit of its own worker, and by
``service.tasks.patrol`` of games whose worker has gone.

The house is a queue with workers, not a ``BackgroundTask``: games do not wait for each other.

Without people a game might never end by the rules, because bots do not tire. So the house calls
off such a game from some length on.
"""

import asyncio
import secrets
from typing import Any, Final

import structlog

from domain.refusal import IllegalAction
from domain.ruleset import Pick
from domain.table.actions import CallOffGame
from domain.table.game import TABLE, By, Game
from service.games.handler import Handler, NoSuchGame
from service.games.stale_version import StaleVersion
from service.storage.idempotency import TooManyRaces
from service.storage.log import Appended

PLAYERS: Final = 16
"""Games that the house plays concurrently, so that their commits are grouped."""

RETRY_SECONDS: Final = 1.0
"""Delay after a failure before the house looks at the game again."""

ALONE_EVENTS_MAX: Final = 20_000
"""The number of events from which the house calls off a game without people."""

_LOG = structlog.get_logger("carolus.house")


class House:
    """Plays for the bots of all games; ``pick`` makes their random choices."""

    def __init__(self, handler: Handler, pick: Pick = secrets.randbelow) -> None:
        self._handler = handler
        self._pick = pick
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._queued: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start to play. Call it on the event loop."""
        self._tasks = [
            asyncio.create_task(self._run(), name=f"house-{number}") for number in range(PLAYERS)
        ]

    async def stop(self) -> None:
        """Stop playing. Decided actions are in the log; other decisions stay due there."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def committed(self, done: Appended) -> None:
        """Queue a game after a commit if a bot is due in it."""
        if done.stored.game.bots_due:
            self.notice(done.stored.game.id)

    def notice(self, game: str) -> None:
        """Queue a game in which a bot may be due."""
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
                # Another action, such as a resignation, was first: look again.
                self.notice(game)
            except (NoSuchGame, IllegalAction):
                _LOG.exception("bot_could_not_act", game=game)
            except Exception:  # noqa: BLE001 - a failure in one game must not stop the house
                # For example, the log cannot be written. Only this game waits.
                _LOG.exception("house_failed", game=game)
                asyncio.get_running_loop().call_later(RETRY_SECONDS, self.notice, game)

    async def _play(self, game: str) -> None:
        """Make one decision of a bot; its commit queues the game again if another is due."""
        stored = await self._handler.load(game)
        if stored.game.bots_due:
            by, action = decide_for_house(stored.game, self._pick)
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
    rules = game.rules
    bot = rules.bots[game.seats[seat].bot or ""]
    view = rules.view(game.position, seat)
    return bot(view, rules.legal(game.position, seat), pick)
