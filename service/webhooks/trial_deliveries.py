"""Tests of webhooks, sent immediately when their owners request them.

The number of concurrent tests is limited. Otherwise an account could make the service open as many
connections to a host as it may send requests.
"""

from collections import Counter
from typing import Final

from service.webhooks.destinations import host_of
from service.webhooks.hooks import Hook
from service.webhooks.sending import Delivery, Sender

AT_ONCE_MAX: Final = 4
"""Most concurrent tests on a worker, per account and per host."""

_BUSY: Final = "nothing was sent: other tests for this account or host are in progress"


class Trials:
    """Sends tests."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._under_way: Counter[tuple[str, str]] = Counter()

    async def send(self, hook: Hook, message: str, body: str) -> Delivery:
        """Send a test under this ID, unless too many are in progress."""
        counted = Counter([("account", hook.account), ("host", host_of(hook.url))])
        if any(self._under_way[one] >= AT_ONCE_MAX for one in counted):
            return Delivery(taken=False, error=_BUSY)
        self._under_way += counted
        try:
            return await self._sender.send(hook, message, body)
        finally:
            self._under_way -= counted  # also removes counts of zero
