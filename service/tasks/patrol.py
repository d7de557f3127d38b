"""The patrol: finds games in which a bot is due and does not act, because its worker has gone.

The house of a worker is told of what that worker commits, and acts at once. If the worker ends in
between, nobody else has been told. So each worker looks now and then where bots are due, and has
its own house look at a game that stood still since its last look; whoever acts first does so once,
for the append is under a version. The first look of a worker takes in all such games: after a
restart the house goes on where the log ends.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from service.projections.bots_due import BotsDue
from service.projections.runner import NotCaughtUp, Runner
from service.runtime.background import BackgroundTask
from service.tasks.house import House

POLL_SECONDS: Final = 2.0

CATCH_UP_SECONDS_MAX: Final = 1.0
"""How long the rows are waited for; then those that there are must do."""


class Patrol(BackgroundTask):
    """The task of one worker that looks after bots."""

    def __init__(self, house: House, runner: Runner, bots_due: BotsDue) -> None:
        super().__init__("patrol", every=POLL_SECONDS)
        self._house = house
        self._runner = runner
        self._bots_due = bots_due
        self._seen: Mapping[str, int] | None = None

    async def look(self) -> None:
        """Tell the house of games that stand still though a bot is due."""
        found = await asyncio.to_thread(self._look)
        seen, self._seen = self._seen, found
        for game, version in found.items():
            if seen is None or seen.get(game) == version:
                self._house.notice(game)

    def _look(self) -> Mapping[str, int]:
        # Of a projection that stands still the rows may do: the house looks at each game anew.
        with suppress(NotCaughtUp):
            self._runner.catch_up(self._bots_due, seconds=CATCH_UP_SECONDS_MAX)
        return self._bots_due.games()
