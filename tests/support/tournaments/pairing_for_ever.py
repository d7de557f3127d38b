"""A worker that is in the middle of pairing a round until someone kills it."""

import asyncio
import threading
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest.mock import patch

from service.tournaments import completing
from service.tournaments.requests import PairRequest, StartRequest
from tests.support.storage.stores import sqlite
from tests.support.tournaments.desk import ORGANISER
from tests.support.tournaments.handling import desks, entered


def main(folder: str, report: Connection) -> None:
    """Send the tournament and its head, then that pairing has begun, and never end."""
    with desks(lambda: sqlite(Path(folder))) as (handler,):

        async def work() -> None:
            tournament = (await entered(handler, 14)).state.id
            stored = (await handler.perform(tournament, ORGANISER, [StartRequest()])).stored
            report.send((tournament, stored.head.hash.hex()))
            with patch.object(completing, "perform", partial(_never_ending, report)):
                await handler.perform(tournament, ORGANISER, [PairRequest(1)])

        asyncio.run(work())


def _never_ending(report: Connection, *_: Any) -> Any:
    report.send("pairing")
    threading.Event().wait()
