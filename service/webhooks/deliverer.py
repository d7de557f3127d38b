"""The background task that queues messages from the log for webhooks, and delivers them.

A commit of this worker wakes it. It also polls each second: for commits of other workers, for
retries that are due, and for webhooks whose worker was killed.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from typing import Final

import structlog
from eventsourcing.persistence import PersistenceError

from service.access.visibility import Visibility
from service.runtime.background import BackgroundTask
from service.storage.database import Database
from service.storage.log import Appended
from service.webhooks.channels import Channels
from service.webhooks.destinations import Guard, host_of
from service.webhooks.hooks import Hook, Hooks
from service.webhooks.metrics import DISABLED, SENT, Figures
from service.webhooks.news import News
from service.webhooks.queue import Queue, Task
from service.webhooks.sending import Sender
from service.webhooks.trial_deliveries import Trials

POLL_SECONDS: Final = 1.0
REST_SECONDS: Final = 0.2
"""Minimum time between two polls, so that commits are processed in batches."""

STOP_SECONDS_MAX: Final = 8.0
"""How long a worker that stops waits for deliveries. Those to webhooks take less time."""

SENDERS_MAX: Final = 32
SENDERS_OF_HOST_MAX: Final = 4
SENDERS_OF_ACCOUNT_MAX: Final = 4
"""Webhooks that a worker sends to at once: in total, per host, and per account."""

DUE_AT_ONCE: Final = 500
IN_A_ROW_MAX: Final = 20
"""Messages sent to one webhook before other webhooks get their turn."""

_LOG = structlog.get_logger("carolus.webhooks")


class Webhooks(BackgroundTask):
    """The webhooks of a service, and a worker's background task that delivers to them."""

    def __init__(
        self, database: Database, visibility: Visibility, now: Callable[[], str], *, private: bool
    ) -> None:
        super().__init__("webhooks", every=POLL_SECONDS, rest=REST_SECONDS)
        self.hooks = Hooks(database, now)
        self.sender = Sender(Guard(private=private))
        self.trials = Trials(self.sender)
        self.channels = Channels(self.sender)
        self._news = News(database, visibility, now)
        self._queue = Queue(database, now)
        self._figures = Figures(database, now)
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._hosts: Counter[str] = Counter()
        self._accounts: Counter[str] = Counter()

    async def stop(self) -> None:
        """Stop after the deliveries in progress, unless they take long.

        The remaining messages stay in the database, as do those whose delivery is interrupted.
        """
        await super().stop()
        sending = list(self._sending.values())
        if not sending:
            return
        _, interrupted = await asyncio.wait(sending, timeout=STOP_SECONDS_MAX)
        for task in interrupted:
            task.cancel()
        await asyncio.gather(*sending, return_exceptions=True)

    def committed(self, _: Appended) -> None:
        """Process a new commit soon."""
        self.wake()

    async def look(self) -> None:
        """Queue messages for new log entries, and start the deliveries that are due."""
        for hook in await asyncio.to_thread(self._due):
            self._begin(hook)

    def _due(self) -> list[Hook]:
        """Queue messages for new log entries; return the webhooks with a delivery due."""
        while not self.stopping and self._news.step():
            pass
        due = self._queue.due(DUE_AT_ONCE)
        self._figures.looked()
        return due

    def _begin(self, hook: Hook) -> None:
        host = host_of(hook.url)
        if (
            self.stopping
            or hook.id in self._sending
            or len(self._sending) >= SENDERS_MAX
            or self._hosts[host] >= SENDERS_OF_HOST_MAX
            or self._accounts[hook.account] >= SENDERS_OF_ACCOUNT_MAX
        ):
            return
        self._hosts[host] += 1
        self._accounts[hook.account] += 1
        task = asyncio.create_task(self._send(hook.id), name="webhook")
        self._sending[hook.id] = task

        def ended(_: asyncio.Task[None]) -> None:
            del self._sending[hook.id]
            self._hosts -= Counter([host])  # also removes counts of zero
            self._accounts -= Counter([hook.account])
            self.wake()

        task.add_done_callback(ended)

    async def _send(self, hook: str) -> None:
        """Send the queued messages of a webhook, in order, until one fails."""
        sender = secrets.token_hex(8)
        try:
            for _ in range(IN_A_ROW_MAX):
                task = await asyncio.to_thread(self._queue.take, hook, sender)
                if task is None or not await self._try(task, sender):
                    return
                if self.stopping:
                    break
            await asyncio.to_thread(self._queue.release, hook, sender)
        except PersistenceError as failure:
            _LOG.warning("webhook_waits_for_the_database", webhook=hook, error=str(failure))
        except Exception:  # noqa: BLE001 - one webhook must not stop the others
            _LOG.exception("webhook_not_sent", webhook=hook)

    async def _try(self, task: Task, sender: str) -> bool:
        """Send a message once; return whether to go on with the next one."""
        outcome = await self.channels.deliver(task)
        after = await asyncio.to_thread(self._queue.note, task, sender, outcome)
        if outcome.until:
            return False
        SENT.labels("delivered" if outcome.taken else "failed").inc()
        if not outcome.taken:
            _LOG.info("webhook_failed", webhook=task.hook.id, error=outcome.error)
        if after is not None and after.disabled_at:
            DISABLED.labels("gone" if outcome.gone else "given_up").inc()
            _LOG.warning("webhook_disabled", webhook=task.hook.id, why=after.disabled_why)
        return outcome.taken and after is not None
