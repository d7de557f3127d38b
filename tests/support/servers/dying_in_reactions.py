"""Lets a process of ``carolus serve`` kill itself once standing orders have answered.

``CAROLUS_TEST_DIES`` says where: ``decided``, before the batch with the answer is written, or
``written``, before the client gets its response.
"""

import os
import signal
from typing import Any

from domain.table.decide import Batch
from service.games.handler import Handler

PLACES = ("decided", "written")

_append = Handler._append


def _answers(batch: Batch) -> bool:
    """Return whether someone else's orders have answered the first entry."""
    seats = [one.by for one in batch.entries if isinstance(one.by, int)]
    return len({*seats}) > 1


async def _dying(handler: Handler, before: Any, batch: Batch, *others: Any) -> Any:
    if not _answers(batch):
        return await _append(handler, before, batch, *others)
    if os.environ["CAROLUS_TEST_DIES"] == "written":
        await _append(handler, before, batch, *others)
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def install() -> None:
    """Alter this process, which has not started the service yet."""
    Handler._append = _dying  # type: ignore[method-assign,assignment] # only in this process
