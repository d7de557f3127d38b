"""What is measured of the webhooks, for those who run the service."""

from collections.abc import Callable
from typing import Final

import msgspec
from prometheus_client import Counter, Gauge
from sqlalchemy import case, func, select

from domain.table.times import SECOND, micros
from service.runtime.clock import later
from service.storage.database import Database
from service.webhooks.hooks import Hooks
from service.webhooks.tables import MESSAGES, WEBHOOKS

EVERY_SECONDS: Final = 5.0
"""Between two countings: each reads all that waits."""

SENT: Final = Counter(
    "carolus_webhook_deliveries", "Tries to deliver to a webhook, by what came of it.", ["outcome"]
)
DISABLED: Final = Counter(
    "carolus_webhooks_disabled",
    "Webhooks that were disabled: their receivers wanted no more, or they were given up.",
    ["why"],
)
for _outcome in ("delivered", "failed"):
    SENT.labels(_outcome)
for _why in ("gone", "given_up"):
    DISABLED.labels(_why)  # or nobody could tell the first one from a worker that has just started

WAITING: Final = Gauge(
    "carolus_webhook_messages_waiting",
    "Messages that wait to be delivered to webhooks.",
    multiprocess_mode="max",
)
OLDEST: Final = Gauge(
    "carolus_webhook_oldest_seconds",
    "Age of the oldest message that waits for a webhook which does not fail.",
    multiprocess_mode="max",
)
WEBHOOKS_BY_STATE: Final = Gauge(
    "carolus_webhooks", "Webhooks, by how they fare.", ["state"], multiprocess_mode="max"
)
LOOKED: Final = Gauge(
    "carolus_webhooks_looked_timestamp_seconds",
    "When log and queue were last looked at for the webhooks without an error.",
    multiprocess_mode="max",
)


class _Message(msgspec.Struct):
    timestamp: str


_DECODE: Final = msgspec.json.Decoder(_Message).decode


class Figures:
    """Counts, now and then. All methods block; they raise PersistenceError."""

    def __init__(self, database: Database, hooks: Hooks, now: Callable[[], str]) -> None:
        self._database = database
        self._hooks = hooks
        self._now = now
        self._due = ""

    def looked(self) -> None:
        """Note that all went well, and count if it is time."""
        now = self._now()
        LOOKED.set(micros(now) / SECOND)
        if now >= self._due:
            self._count(now)
            self._due = later(now, EVERY_SECONDS)

    def _count(self, now: str) -> None:
        state = case(
            (WEBHOOKS.c.disabled_at != "", "disabled"),
            (WEBHOOKS.c.failures > 0, "failing"),
            else_="ok",
        )
        by_state = select(state, func.count()).group_by(state)
        # The numbers are those of the log, so the least is that of the oldest.
        oldest = (
            select(MESSAGES.c.body)
            .join(WEBHOOKS, WEBHOOKS.c.id == MESSAGES.c.hook)
            .where(WEBHOOKS.c.failures == 0)
            .order_by(MESSAGES.c.number)
            .limit(1)
        )
        with self._database.reading() as connection:
            found: dict[str, int] = dict(iter(connection.execute(by_state)))
            body = connection.scalar(oldest)
        for name in ("ok", "failing", "disabled"):
            WEBHOOKS_BY_STATE.labels(name).set(found.get(name, 0))
        WAITING.set(self._hooks.waiting())
        age = 0 if body is None else micros(now) - micros(_DECODE(body).timestamp)
        OLDEST.set(max(age, 0) / SECOND)
