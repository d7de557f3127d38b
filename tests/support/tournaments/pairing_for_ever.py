"""A worker that is in the middle of pairing a round until someone kills it."""

import asyncio
import sys
import threading
from pathlib import Path
from typing import Any
from unittest.mock import patch

from service.tournaments import completing
from service.tournaments.requests import PairRequest, StartRequest
from tests.support.storage.stores import sqlite
from tests.support.tournaments.desk import ORGANISER
from tests.support.tournaments.handling import desks, entered


def main(folder: str) -> None:
    """Print the tournament and its head, then that pairing has begun, and never end."""
    with desks(lambda: sqlite(Path(folder))) as (handler,):

        async def work() -> None:
            tournament = (await entered(handler, 14)).state.id
            stored = (await handler.perform(tournament, ORGANISER, [StartRequest()])).stored
            _say(f"{tournament} {stored.head.hash.hex()}")
            with patch.object(completing, "perform", _never_ending):
                await handler.perform(tournament, ORGANISER, [PairRequest(1)])

        asyncio.run(work())


def _never_ending(*_: Any) -> Any:
    _say("pairing")
    threading.Event().wait()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
