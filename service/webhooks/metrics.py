"""Metrics about webhooks."""

from collections.abc import Callable
from typing import Final

import msgspec
from prometheus_client import Counter, Gauge
from sqlalchemy import case, func, select

from domain.table.times import SECOND, micros
from service.runtime.timestamps import later
from service.storage.database import Database
from service.webhooks.tables import MESSAGES, WEBHOOKS

EVERY_SECONDS: Final = 5.0
"""Minimum time between two counts; each count scans the whole queue."""

SENT: Final = Counter(
    "carolus_webhook_deliveries", "Delivery attempts to webhooks, by outcome.", ["outcome"]
)
DISABLED: Final = Counter(
    "carolus_webhooks_disabled",
    "Webhooks disabled: the receiver answered 410, or failed or fell behind for too long.",
    ["why"],
)
for _outcome in ("delivered", "failed"):
    SENT.labels(_outcome)
for _why in ("gone", "given_up"):
    DISABLED.labels(_why)  # export 0 from the start, so that the first increase shows

WAITING: Final = Gauge(
    "carolus_webhook_messages_waiting",
    "Messages waiting for delivery to webhooks.",
    multiprocess_mode="max",
)
OLDEST: Final = Gauge(
    "carolus_webhook_oldest_seconds",
    "Age of the oldest message that is due for a webhook that is not failing.",
    multiprocess_mode="max",
)
WEBHOOKS_BY_STATE: Final = Gauge(
    "carolus_webhooks", "Webhooks, by state.", ["state"], multiprocess_mode="max"
)
LOOKED: Final = Gauge(
    "carolus_webhooks_looked_timestamp_seconds",
    "When the log and the queue were last processed for webhooks without an error.",
    multiprocess_mode="max",
)


class _Message(msgspec.Struct):
    timestamp: str


_DECODE: Final = msgspec.json.Decoder(_Message).decode


class Figures:
    """Updates the metrics from the database. All methods block; they raise PersistenceError."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database = database
        self._now = now
        self._due = ""

    def looked(self) -> None:
        """Record a successful poll, and update the counts if they are due."""
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
        # Message numbers follow the log's positions, so the lowest one is the oldest.
        oldest = (
            select(MESSAGES.c.body)
            .join(WEBHOOKS, WEBHOOKS.c.id == MESSAGES.c.hook)
            .where(WEBHOOKS.c.failures == 0, WEBHOOKS.c.next_try <= now)
            .order_by(MESSAGES.c.number)
            .limit(1)
        )
        with self._database.reading() as connection:
            found: dict[str, int] = dict(iter(connection.execute(by_state)))
            waiting = connection.scalar(select(func.count()).select_from(MESSAGES)) or 0
            body = connection.scalar(oldest)
        for name in ("ok", "failing", "disabled"):
            WEBHOOKS_BY_STATE.labels(name).set(found.get(name, 0))
        WAITING.set(waiting)
        age = 0 if body is None else micros(now) - micros(_DECODE(body).timestamp)
        OLDEST.set(max(age, 0) / SECOND)
