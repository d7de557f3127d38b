"""What waits to be sent: one worker at a time sends to a webhook, in order.

Whoever sends has a lease, which ends by itself: of a worker that was killed another one takes over.
A message is removed after it was taken, so one may be sent twice, and never is one lost.
"""

from collections.abc import Callable
from random import uniform
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, exists, or_, select, update

from service.runtime.clock import later
from service.storage.database import Database
from service.webhooks.hooks import Hook, hook_of, lock
from service.webhooks.sending import Delivery
from service.webhooks.tables import MESSAGES, WEBHOOKS

LEASE_SECONDS: Final = 10.0
"""Longer than a try takes, with what is noted before and after it."""

RETRY_SECONDS: Final = 1.0
RETRY_SECONDS_MAX: Final = 2 * 3600.0
"""After a failure the former is waited, and twice as long after each further one."""

GIVE_UP_SECONDS: Final = 28 * 3600.0
"""How long a webhook fails before it is disabled."""


class Task(NamedTuple):
    """What is to be sent next to a webhook."""

    hook: Hook
    number: int
    body: str

    @property
    def id(self) -> str:
        """The name of the message, at each try the same."""
        return f"{self.hook.id}-{self.number}"


def retry_at(failures: int, now: str, spread: Callable[[float, float], float] = uniform) -> str:
    """Return when a webhook is tried again that failed so many times in a row."""
    wait = min(RETRY_SECONDS * 2.0 ** min(failures - 1, 30), RETRY_SECONDS_MAX)
    return later(now, wait * spread(0.75, 1.25))


class Queue:
    """The messages that wait. All methods block; they raise PersistenceError."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database = database
        self._now = now

    def due(self, limit: int) -> list[Hook]:
        """Return webhooks for which something waits, and to which nobody sends now."""
        now = self._now()
        asked = select(WEBHOOKS).where(
            WEBHOOKS.c.disabled_at == "",
            WEBHOOKS.c.next_try <= now,
            WEBHOOKS.c.lease_until <= now,
            exists().where(MESSAGES.c.hook == WEBHOOKS.c.id),
        )
        with self._database.reading() as connection:
            rows = connection.execute(asked.order_by(WEBHOOKS.c.next_try).limit(limit)).all()
        return [hook_of(row) for row in rows]

    def take(self, hook: str, sender: str) -> Task | None:
        """Return what is to be sent next, and hold the webhook for a while.

        None if somebody else has it, if it is not its time, or if nothing waits any more.
        """
        now = self._now()
        of_hook = WEBHOOKS.c.id == hook
        with self._database.writing() as connection:
            held = connection.execute(
                update(WEBHOOKS)
                .where(
                    of_hook,
                    WEBHOOKS.c.disabled_at == "",
                    WEBHOOKS.c.next_try <= now,
                    or_(WEBHOOKS.c.lease_until <= now, WEBHOOKS.c.lease == sender),
                )
                .values(lease=sender, lease_until=later(now, LEASE_SECONDS))
            )
            if held.rowcount == 0:
                return None
            row = connection.execute(
                select(MESSAGES).where(MESSAGES.c.hook == hook).order_by(MESSAGES.c.number).limit(1)
            ).one_or_none()
            if row is not None:
                told = connection.execute(select(WEBHOOKS).where(of_hook)).one()
                return Task(hook_of(told), row.number, row.body)
            _change(connection, hook, sender, lease_until="")
        return None

    def release(self, hook: str, sender: str) -> None:
        """Let go of a webhook."""
        with self._database.writing() as connection:
            _change(connection, hook, sender, lease_until="")

    def note(self, task: Task, sender: str, outcome: Delivery) -> Hook | None:
        """Note what came of a try; return the webhook after it, or None if another one has it."""
        now, hook = self._now(), task.hook
        values = {"last_success": now, "failures": 0, "failing_since": "", "next_try": ""}
        if not outcome.taken:
            values = _after_failure(hook, now, outcome)
        with self._database.writing() as connection:
            if "disabled_at" in values:
                lock(connection)
            if not _change(connection, hook.id, sender, **values):
                return None
            if outcome.taken:
                connection.execute(
                    delete(MESSAGES).where(
                        MESSAGES.c.hook == hook.id, MESSAGES.c.number == task.number
                    )
                )
            if "disabled_at" in values:
                connection.execute(delete(MESSAGES).where(MESSAGES.c.hook == hook.id))
            told = connection.execute(select(WEBHOOKS).where(WEBHOOKS.c.id == hook.id)).one()
        return hook_of(told)


def _after_failure(hook: Hook, now: str, outcome: Delivery) -> dict[str, Any]:
    failures = hook.failures + 1
    since = hook.failing_since or now
    values: dict[str, Any] = {
        "failures": failures,
        "failing_since": since,
        "next_try": retry_at(failures, now),
        "last_error": outcome.error,
        "lease_until": "",
    }
    if outcome.gone:
        return values | {"disabled_at": now, "disabled_why": outcome.error}
    if later(since, GIVE_UP_SECONDS) <= now:
        return values | {
            "disabled_at": now,
            "disabled_why": f"no delivery went well since {since}; the last one: {outcome.error}",
        }
    return values


def _change(connection: Connection, hook: str, sender: str, **values: Any) -> bool:
    """Change a webhook that this sender holds; return if it does."""
    changed = connection.execute(
        update(WEBHOOKS).where(WEBHOOKS.c.id == hook, WEBHOOKS.c.lease == sender).values(**values)
    )
    return changed.rowcount == 1
