"""What the tests of the hub share: a hub on a log, and reading to a version."""

import json
from typing import Any

from service.access.game_keys import Keys
from service.access.register import Register
from service.access.vaults import Vaults
from service.access.visibility import Visibility
from service.games.callers import Callers
from service.games.handler import Handler
from service.live.frames import MESSAGES
from service.live.hub import Hub
from service.live.tail import EventReader
from service.storage.log import Log
from tests.support.storage.stores import KEY, SIGNER, Ticks


def hub_on(log: Log) -> Hub:
    """Return a hub without Redis."""
    keys = Keys(KEY)
    callers = Callers(Register(log, keys, Ticks()), Handler(log, keys, SIGNER, Ticks()), None)
    return Hub(log, callers, Visibility(log, Vaults(log)), None, "", "this")


async def versions(reader: EventReader[Any, Any], last: int) -> list[int]:
    """Read up to this version."""
    found: list[int] = []
    while not found or found[-1] < last:
        reader.news.clear()
        frames = await reader.frames(MESSAGES)
        found += [json.loads(frame)["id"] for frame in frames]
        if not frames:
            await reader.news.wait()
    return found
