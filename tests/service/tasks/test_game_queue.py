"""The queue of games: it looks at many at the same time, but not twice at the same one."""

import asyncio

from service.tasks.game_queue import GameQueue
from tests.support.storage.stores import run


class SlowQueue(GameQueue):
    """Looks at each game until it may go on."""

    def __init__(self) -> None:
        super().__init__("slow")
        self.looks: asyncio.Queue[str] = asyncio.Queue()
        self.goes_on = asyncio.Event()

    async def look(self, game: str) -> None:
        """Note the game, and wait."""
        self.looks.put_nowait(game)
        await self.goes_on.wait()


def test_a_game_is_looked_at_again_only_after_the_first_look() -> None:
    """Once, however often it is noticed meanwhile; other games do not wait for it."""

    async def scene() -> None:
        queue = SlowQueue()
        queue.start()
        queue.notice("one")
        assert await queue.looks.get() == "one"
        for game in ("one", "one", "other"):
            queue.notice(game)
        assert await queue.looks.get() == "other"
        queue.goes_on.set()
        assert await queue.looks.get() == "one"
        await queue.settled()
        assert queue.looks.empty()
        await queue.stop()

    run(scene())
