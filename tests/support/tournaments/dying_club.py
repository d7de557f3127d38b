"""A worker that kills itself after it has opened the first game of a tournament."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

from service.tournaments.requests import StartRequest
from service.tournaments.table_games import Tables
from tests.support.storage.stores import settings_of
from tests.support.tournaments.clubs import clubs, of_bots
from tests.support.tournaments.desk import ORGANISER

_game = Tables._game


def main(folder: str) -> None:
    """Print the tournament, and die before it names the game."""
    with clubs(settings_of(Path(folder))) as (club,), patch.object(Tables, "_game", _dying):

        async def work() -> None:
            tournament = await of_bots(club)
            sys.stdout.write(tournament)
            sys.stdout.flush()
            async with club.at_work():
                await club.desk.perform(tournament, ORGANISER, [StartRequest()])
                await asyncio.Event().wait()

        asyncio.run(work())


async def _dying(tables: Tables, *args: Any) -> None:
    await _game(tables, *args)
    os.kill(os.getpid(), signal.SIGKILL)
