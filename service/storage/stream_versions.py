"""The versions of streams, with one query of the log for all callers of a moment.

A caller that comes while a query runs waits for the next one. So every answer is read after the
call, and includes what any worker committed before it.
"""

import asyncio
from typing import Final

from service.storage.log import Log

STREAMS_AT_ONCE: Final = 500
"""Streams in one query."""


class Versions:
    """Reads the versions of streams from the log."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._asked: dict[str, asyncio.Future[int]] = {}
        self._looking: asyncio.Task[None] | None = None

    async def of(self, stream: str) -> int:
        """Return the version of a stream, 0 if it does not exist; raise PersistenceError."""
        answer = self._asked.get(stream)
        if answer is None:
            answer = self._asked[stream] = asyncio.get_running_loop().create_future()
        if self._looking is None:
            self._looking = asyncio.create_task(self._look(), name="versions")
        # Other callers wait for it too, so a cancelled caller must not cancel it.
        return await asyncio.shield(answer)

    async def _look(self) -> None:
        try:
            while self._asked:
                several = [*self._asked][:STREAMS_AT_ONCE]
                answers = {stream: self._asked.pop(stream) for stream in several}
                try:
                    found = await asyncio.to_thread(self._log.versions, several)
                except Exception as failure:  # noqa: BLE001 - every caller gets it
                    for answer in answers.values():
                        answer.set_exception(failure)
                else:
                    for stream, answer in answers.items():
                        answer.set_result(found.get(stream, 0))
        finally:
            self._looking = None
