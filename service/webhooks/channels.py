"""The ways in which the outbox delivers: to a webhook, or as a notification."""

from typing import Final, Protocol

from service.webhooks.queue import HTTP, Task
from service.webhooks.sending import Delivery, Sender

UNKNOWN: Final = Delivery(taken=False, error="the service does not deliver in this way now")


class Channel(Protocol):
    """One way of delivery."""

    async def deliver(self, task: Task) -> Delivery:
        """Deliver a message once, within ``SECONDS_MAX``; return every failure as an outcome."""
        ...


class WebhookChannel:
    """Delivers to webhooks, over HTTP."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    async def deliver(self, task: Task) -> Delivery:
        """Send a message as its webhook expects it."""
        return await self._sender.send(task.hook, task.id, task.body)


class Channels:
    """All ways of delivery, by the scheme of the URL."""

    def __init__(self, sender: Sender) -> None:
        self._by_name: dict[str, Channel] = dict.fromkeys(HTTP, WebhookChannel(sender))

    def add(self, name: str, channel: Channel) -> None:
        """Add a way of delivery."""
        self._by_name[name] = channel

    async def deliver(self, task: Task) -> Delivery:
        """Deliver a message once; it fails if this worker does not deliver in its way."""
        channel = self._by_name.get(task.hook.channel)
        return UNKNOWN if channel is None else await channel.deliver(task)
