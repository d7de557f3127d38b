"""The queue of messages. One worker at a time sends to a webhook, in order.

The sender holds a lease that expires, so another worker takes over if it is killed. A message is
removed only after the receiver accepted it: it may arrive twice, but is never lost.
"""

from collections.abc import Callable
from random import uniform
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, case, delete, exists, or_, select, update

from service.runtime.timestamps import later
from service.storage.database import Database
from service.webhooks.hooks import EMAIL, IS_WEBHOOK, Hook, hook_of, lock
from service.webhooks.sending import Delivery
from service.webhooks.tables import MESSAGES, WEBHOOKS

LEASE_SECONDS: Final = 10.0
EMAIL_LEASE_SECONDS: Final = 90.0
"""Longer than a delivery attempt takes, including the database writes before and after it."""

RETRY_SECONDS: Final = 1.0
RETRY_SECONDS_MAX: Final = 2 * 3600.0
"""Wait after the first failure, and the most; the wait doubles after each further failure."""

GIVE_UP_SECONDS: Final = 28 * 3600.0
"""How long a receiver may fail before the service disables its webhook."""

LATER_MAX: Final = 500
"""Most messages that a channel other than webhooks sees at once."""

HTTP: Final = frozenset({"http", "https"})
"""The channels of webhooks."""

_IS_EMAIL: Final = WEBHOOKS.c.url.startswith(f"{EMAIL}:")


class Task(NamedTuple):
    """The next message for a webhook."""

    hook: Hook
    number: int
    body: str
    later: tuple[str, ...] = ()
    """The bodies of the next messages, for channels other than webhooks."""
    last: int = 0
    """The number of the last of them."""

    @property
    def id(self) -> str:
        """The ID of the message, the same in each attempt."""
        return f"{self.hook.id}-{self.number}"


def retry_at(failures: int, now: str, spread: Callable[[float, float], float] = uniform) -> str:
    """Return when to retry a webhook after this many failures in a row."""
    wait = min(RETRY_SECONDS * 2.0 ** min(failures - 1, 30), RETRY_SECONDS_MAX)
    return later(now, wait * spread(0.75, 1.25))


def judge_again(connection: Connection, now: str, whose: ColumnElement[bool]) -> None:
    """Make notifications due that wait because of what their account had chosen before.

    Call ``lock`` first. Retries keep their time, and addresses that are not confirmed get nothing.
    A worker that is judging one of these notifications notices the change: see ``Queue.note``.
    """
    query = select(WEBHOOKS).where(whose, ~IS_WEBHOOK, WEBHOOKS.c.about != "")
    for row in connection.execute(query.order_by(WEBHOOKS.c.id).with_for_update()).all():
        next_try = ""
        if row.failures and row.next_try > now:
            # Any longer wait is not for a retry.
            next_try = min(row.next_try, retry_at(row.failures, now, max))
        changed = update(WEBHOOKS).where(WEBHOOKS.c.id == row.id)
        connection.execute(changed.values(next_try=next_try))


class Queue:
    """The queued messages. All methods block; they raise PersistenceError."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database = database
        self._now = now

    def due(self, limit: int) -> list[Hook]:
        """Return webhooks with queued messages that are due and that no worker is sending to."""
        now = self._now()
        query = select(WEBHOOKS).where(
            WEBHOOKS.c.disabled_at == "",
            WEBHOOKS.c.next_try <= now,
            WEBHOOKS.c.lease_until <= now,
            exists().where(MESSAGES.c.hook == WEBHOOKS.c.id),
        )
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(WEBHOOKS.c.next_try).limit(limit)).all()
        return [hook_of(row) for row in rows]

    def take(self, hook: str, sender: str) -> Task | None:
        """Lease a webhook, and return its next message.

        Returns None if another sender has the lease, if no attempt is due, or if its queue is
        empty.
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
                .values(
                    lease=sender,
                    lease_until=case(
                        (_IS_EMAIL, later(now, EMAIL_LEASE_SECONDS)),
                        else_=later(now, LEASE_SECONDS),
                    ),
                    # Never empty, so that ``note`` notices if ``judge_again`` empties it.
                    next_try=case((IS_WEBHOOK, WEBHOOKS.c.next_try), else_=now),
                )
            )
            if held.rowcount == 0:
                return None
            row = connection.execute(
                select(MESSAGES).where(MESSAGES.c.hook == hook).order_by(MESSAGES.c.number).limit(1)
            ).one_or_none()
            if row is not None:
                leased = hook_of(connection.execute(select(WEBHOOKS).where(of_hook)).one())
                if leased.channel in HTTP:
                    return Task(leased, row.number, row.body)
                return _with_later(connection, Task(leased, row.number, row.body, last=row.number))
            _change(connection, hook, sender, lease_until="")
        return None

    def release(self, hook: str, sender: str) -> None:
        """Release the lease of a webhook."""
        with self._database.writing() as connection:
            _change(connection, hook, sender, lease_until="")

    def note(self, task: Task, sender: str, outcome: Delivery) -> Hook | None:
        """Record an attempt; return the updated webhook, or None if the sender lost its lease.

        A change of the webhook during the attempt wins: failures count from there, and a message
        does not wait because of what its account had chosen before.
        """
        now, hook = self._now(), task.hook.id
        held = select(WEBHOOKS).where(WEBHOOKS.c.id == hook, WEBHOOKS.c.lease == sender)
        with self._database.writing() as connection:
            if not outcome.taken:
                lock(connection)
            row = connection.execute(held.with_for_update()).one_or_none()
            if row is None:
                return None
            values = _noted(connection, task, hook_of(row), now, outcome)
            connection.execute(update(WEBHOOKS).where(WEBHOOKS.c.id == hook).values(**values))
            if outcome.taken:
                connection.execute(
                    delete(MESSAGES).where(
                        MESSAGES.c.hook == hook,
                        MESSAGES.c.number <= (outcome.through or task.number),
                    )
                )
            if "disabled_at" in values:
                connection.execute(delete(MESSAGES).where(MESSAGES.c.hook == hook))
            row = connection.execute(select(WEBHOOKS).where(WEBHOOKS.c.id == hook)).one()
        return hook_of(row)


def _noted(
    connection: Connection, task: Task, hook: Hook, now: str, outcome: Delivery
) -> dict[str, Any]:
    """Return what an attempt changes in a webhook, which may have changed during the attempt."""
    if outcome.taken:
        return {"last_success": now, "failures": 0, "failing_since": "", "next_try": ""}
    if not _is_queued(connection, task):
        return {"next_try": "", "lease_until": ""}  # what came later does not wait
    if not outcome.until:
        return _after_failure(hook, now, outcome)
    is_outdated = hook.next_try != task.hook.next_try
    values = {"next_try": "" if is_outdated else outcome.until, "lease_until": ""}
    if not outcome.error:
        return values
    return values | {
        "failures": hook.failures + 1,
        "last_error": outcome.error,
        "failing_since": hook.failing_since or now,
    }


def _is_queued(connection: Connection, task: Task) -> bool:
    """Return whether the message of a task was not removed meanwhile."""
    query = select(MESSAGES.c.number).where(
        MESSAGES.c.hook == task.hook.id, MESSAGES.c.number == task.number
    )
    return connection.scalar(query) is not None


def _with_later(connection: Connection, task: Task) -> Task:
    """Return a task with the messages after it."""
    query = (
        select(MESSAGES.c.number, MESSAGES.c.body)
        .where(MESSAGES.c.hook == task.hook.id, MESSAGES.c.number > task.number)
        .order_by(MESSAGES.c.number)
        .limit(LATER_MAX)
    )
    rows = connection.execute(query).all()
    if not rows:
        return task
    return task._replace(later=tuple(row.body for row in rows), last=rows[-1].number)


def _after_failure(hook: Hook, now: str, outcome: Delivery) -> dict[str, Any]:
    failures = hook.failures + 1
    since = hook.failing_since or ("" if outcome.ours else now)
    values: dict[str, Any] = {
        "failures": failures,
        "failing_since": since,
        "next_try": retry_at(failures, now),
        "last_error": outcome.error,
        "lease_until": "",
    }
    if outcome.gone:
        return values | {"disabled_at": now, "disabled_why": outcome.error}
    if not outcome.ours and later(since, GIVE_UP_SECONDS) <= now:
        return values | {
            "disabled_at": now,
            "disabled_why": f"no delivery succeeded since {since}; last error: {outcome.error}",
        }
    return values


def _change(connection: Connection, hook: str, sender: str, **values: Any) -> None:
    """Change a webhook if this sender holds its lease."""
    connection.execute(
        update(WEBHOOKS).where(WEBHOOKS.c.id == hook, WEBHOOKS.c.lease == sender).values(**values)
    )
