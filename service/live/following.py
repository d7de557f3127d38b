"""What all readers of live streams share: how they are woken, and how they end."""

import asyncio
from typing import Final

RETRY_SECONDS: Final = 0.5
"""Time after which a reader tries again to read the log."""


class Following:
    """A client's place in a stream, until the client leaves or this worker stops."""

    def __init__(self, position: int, *, restarts: bool) -> None:
        self.news = asyncio.Event()
        """Set when there may be something to send."""
        self.position = position
        """Everything up to this position was sent."""
        self.restarts = restarts
        """Whether the stream starts at the current state, because the client gave no position, or
        one after which the service cannot continue."""
        self.stopping = False
        """Whether this worker is about to stop."""
        self._left = False

    @property
    def open(self) -> bool:
        """Whether the client is connected and this worker keeps running."""
        return not (self._left or self.stopping)

    def leave(self) -> None:
        """Mark the client as gone."""
        self._left = True
        self.news.set()

    def stop(self) -> None:
        """End the stream because this worker is about to stop."""
        self.stopping = True
        self.news.set()

    def retry(self) -> None:
        """Wake the reader after ``RETRY_SECONDS``, because the log could not be read."""
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self.news.set)
