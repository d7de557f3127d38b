"""Tests of webhooks: sent at once, as their owners ask for them, and a few at a time.

Else whoever has an account could have us hold as many connections to somebody's host as they may
make requests.
"""

from collections import Counter
from typing import Final

from service.webhooks.addresses import host_of
from service.webhooks.hooks import Hook
from service.webhooks.sending import Delivery, Sender

AT_ONCE_MAX: Final = 4
"""Tests under way on a worker, of one account and at one host."""

_BUSY: Final = "nothing was sent: other tests for this account or host are under way"


class Trials:
    """Sends tests."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._under_way: Counter[tuple[str, str]] = Counter()

    async def send(self, hook: Hook, message: str, body: str) -> Delivery:
        """Send a test under this id, unless as many are under way as may be."""
        counted = Counter([("account", hook.account), ("host", host_of(hook.url))])
        if any(self._under_way[one] >= AT_ONCE_MAX for one in counted):
            return Delivery(taken=False, error=_BUSY)
        self._under_way += counted
        try:
            return await self._sender.send(hook, message, body)
        finally:
            self._under_way -= counted  # drops what is down to nothing
