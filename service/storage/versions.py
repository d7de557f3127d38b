"""How far streams have come: one look into the log for all who ask at the same moment.

Whoever asks while a look is under way waits for the next one. So each answer is read after it was
asked for: what was committed before that is in it, whichever worker committed it.
"""

import asyncio
from typing import Final

from service.storage.log import Log

STREAMS_AT_ONCE: Final = 500
"""Streams in one query."""


class Versions:
    """Asks the log for the versions of streams."""

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
        # The others wait for it too, so nobody who leaves may cancel it.
        return await asyncio.shield(answer)

    async def _look(self) -> None:
        try:
            while self._asked:
                several = [*self._asked][:STREAMS_AT_ONCE]
                answers = {stream: self._asked.pop(stream) for stream in several}
                try:
                    found = await asyncio.to_thread(self._log.versions, several)
                except Exception as failure:  # noqa: BLE001 - whoever asked is told, whatever it is
                    for answer in answers.values():
                        answer.set_exception(failure)
                else:
                    for stream, answer in answers.items():
                        answer.set_result(found.get(stream, 0))
        finally:
            self._looking = None
