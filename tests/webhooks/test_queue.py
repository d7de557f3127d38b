"""Test when and by whom a message is retried, when a webhook is disabled, and its metrics."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import delete, insert, update

from domain.table.times import SECOND, micros
from service.runtime.timestamps import later
from service.storage.database import Database
from service.webhooks.hooks import EMAIL, Hook, Hooks, NoSuchWebhook
from service.webhooks.metrics import EVERY_SECONDS, Figures
from service.webhooks.queue import (
    EMAIL_LEASE_SECONDS,
    GIVE_UP_SECONDS,
    LEASE_SECONDS,
    RETRY_SECONDS,
    RETRY_SECONDS_MAX,
    Queue,
    retry_at,
)
from service.webhooks.sending import Delivery
from service.webhooks.tables import MESSAGES, WEBHOOKS
from tests.support.storage.handling import open_game
from tests.support.storage.stores import (
    AT,
    handler_of,
    messages_waiting,
    on_both_engines,
    opened_database,
    run,
    settings_of,
)

DOWN = Delivery(taken=False, error="the answer was 503")
TAKEN = Delivery(taken=True)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.at = AT

    def __call__(self) -> str:
        return self.at

    def on(self, seconds: float) -> None:
        """Let time pass."""
        self.at = later(self.at, seconds)


class Waiting:
    """Three messages that wait for one webhook."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = Clock()
        self.hooks = Hooks(database, self.clock)
        self.queue = Queue(database, self.clock)
        self.hook = self.hooks.make("a" * 26, "me", "https://hook.example/", ["game.over"])
        self.figures = Figures(database, self.clock)
        rows = [
            {
                "hook": self.hook.id,
                "number": number,
                "body": f'{{"timestamp": "{later(AT, number)}"}}',
            }
            for number in (1, 2, 3)
        ]
        with database.writing() as connection:
            connection.execute(insert(MESSAGES), rows)

    def now(self) -> Hook:
        """Return the present state of the webhook."""
        return self.hooks.one(self.hook.account, self.hook.id)

    def counted(self) -> dict[str, float | None]:
        """Return the metrics after the next update."""
        self.clock.on(EVERY_SECONDS)
        self.figures.looked()
        states = {
            name: REGISTRY.get_sample_value("carolus_webhooks", {"state": name})
            for name in ("ok", "failing", "disabled")
        }
        return states | {
            "waiting": REGISTRY.get_sample_value("carolus_webhook_messages_waiting"),
            "oldest": REGISTRY.get_sample_value("carolus_webhook_oldest_seconds"),
        }

    def fail(self, outcome: Delivery = DOWN) -> Hook:
        """Make the next try, and fail."""
        task = self.queue.take(self.hook.id, "w")
        assert task is not None
        assert task.number == 1
        after = self.queue.note(task, "w", outcome)
        assert after is not None
        return after


@pytest.fixture
def waiting(database: str, tmp_path: Path) -> Iterator[Waiting]:
    """Return the messages, on each kind of database."""
    with opened_database(settings_of(tmp_path / "data", database)) as opened:
        yield Waiting(opened)


def test_each_retry_waits_longer() -> None:
    """Each wait is twice as long, up to a limit, with jitter."""
    waits = [retry_at(tries, AT, lambda low, high: 1.0) for tries in (1, 2, 3, 4, 40)]
    assert waits == [later(AT, seconds) for seconds in (1, 2, 4, 8, RETRY_SECONDS_MAX)]
    assert len({retry_at(9, AT) for _ in range(20)}) > 1


@on_both_engines
def test_messages_are_sent_in_order_by_one_worker(waiting: Waiting) -> None:
    """The worker that leases a webhook gets one message after the other; others get none."""
    for number in (1, 2, 3):
        task = waiting.queue.take(waiting.hook.id, "one")
        assert task is not None
        assert (task.number, task.id) == (number, f"{waiting.hook.id}-{number}")
        assert waiting.queue.take(waiting.hook.id, "other") is None
        assert waiting.queue.due(9) == []
        assert waiting.queue.note(task, "one", TAKEN) is not None
    assert waiting.queue.take(waiting.hook.id, "one") is None
    assert messages_waiting(waiting.database) == 0


def test_the_webhook_that_is_due_first_comes_first(waiting: Waiting) -> None:
    """One that is due again and again does not keep others waiting."""
    other = waiting.hooks.make("b" * 26, "me", "https://hook.example/", ["game.over"])
    message = {"hook": other.id, "number": 4, "body": "{}"}
    with waiting.database.writing() as connection:
        connection.execute(insert(MESSAGES), message)
    for first, second in permutations((waiting.hook.id, other.id)):
        with waiting.database.writing() as connection:
            for hook, due in ((first, later(AT, -1)), (second, AT)):
                changed = update(WEBHOOKS).where(WEBHOOKS.c.id == hook)
                connection.execute(changed.values(next_try=due))
        assert [one.id for one in waiting.queue.due(1)] == [first]


def test_an_email_is_about_all_messages_in_order(waiting: Waiting) -> None:
    """Its task has the later ones too, and the number of the last."""
    with waiting.database.writing() as connection:
        connection.execute(update(WEBHOOKS).values(url=f"{EMAIL}://outbox"))
    task = waiting.queue.take(waiting.hook.id, "w")
    assert task is not None
    bodies = [f'{{"timestamp": "{later(AT, number)}"}}' for number in (1, 2, 3)]
    assert [task.body, *task.later] == bodies
    assert (task.number, task.last) == (1, 3)


@on_both_engines
def test_a_killed_worker_is_replaced(waiting: Waiting) -> None:
    """The lease expires; if the worker was only slow, its result is ignored."""
    slow = waiting.queue.take(waiting.hook.id, "slow")
    assert slow is not None
    waiting.clock.on(LEASE_SECONDS)
    assert [one.id for one in waiting.queue.due(9)] == [waiting.hook.id]
    task = waiting.queue.take(waiting.hook.id, "other")
    assert task is not None
    assert task.id == slow.id
    assert waiting.queue.note(slow, "slow", DOWN) is None
    assert waiting.now().failures == 0
    waiting.queue.release(waiting.hook.id, "slow")
    assert waiting.queue.take(waiting.hook.id, "third") is None


@on_both_engines
def test_a_webhook_is_disabled_after_a_day(waiting: Waiting) -> None:
    """Each failure has the time of the next try; at the end, nothing waits any more."""
    tries = 0
    while not (hook := waiting.fail()).disabled_at:
        tries += 1
        assert hook.failures == tries
        assert hook.failing_since == AT
        assert waiting.queue.take(hook.id, "w") is None
        assert messages_waiting(waiting.database) == 3
        waiting.clock.at = hook.next_try
    assert 20 < tries < 40
    assert waiting.clock.at >= later(AT, GIVE_UP_SECONDS)
    assert hook.disabled_why.endswith("last error: the answer was 503")
    assert messages_waiting(waiting.database) == 0
    assert waiting.queue.due(9) == []

    waiting.hooks.answered(hook.id)
    assert not waiting.now().disabled_at
    assert waiting.now().failures == 0


@on_both_engines
def test_a_test_is_accepted_during_an_attempt(waiting: Waiting) -> None:
    """The attempt, which fails after a day of failures, is the first failure since the test."""
    while (hook := waiting.fail()).next_try < later(AT, GIVE_UP_SECONDS):
        waiting.clock.at = hook.next_try
    waiting.clock.at = hook.next_try
    task = waiting.queue.take(hook.id, "w")
    assert task is not None
    waiting.hooks.answered(hook.id)
    after = waiting.queue.note(task, "w", DOWN)
    assert after is not None
    assert (after.failures, after.failing_since) == (1, waiting.clock.at)
    assert after.next_try <= later(waiting.clock.at, 2 * RETRY_SECONDS)
    assert not after.disabled_at
    assert messages_waiting(waiting.database) == 3


@on_both_engines
def test_a_webhook_is_disabled_or_enabled_during_a_test(waiting: Waiting) -> None:
    """An accepted test enables it if it is disabled by then, and otherwise skips no message."""
    before = waiting.now().since
    waiting.hooks.answered(waiting.hook.id)
    assert waiting.now().since == before
    waiting.fail(DOWN._replace(gone=True))
    assert waiting.now().disabled_at
    run(open_game(handler_of(waiting.database.log)))
    waiting.hooks.answered(waiting.hook.id)
    enabled = waiting.now()
    assert not enabled.disabled_at
    assert not enabled.disabled_why
    assert enabled.since == waiting.database.log.position() > before


def test_a_failure_of_the_service_disables_nothing(waiting: Waiting) -> None:
    """However long it lasts; a later failure of the receiver counts from its own beginning."""
    ours = Delivery(taken=False, error="the mail server cannot be used", ours=True)
    for tries in range(1, 60):
        hook = waiting.fail(ours)
        assert (hook.failures, hook.failing_since, hook.disabled_at) == (tries, "", "")
        assert hook.last_error == ours.error
        waiting.clock.at = hook.next_try
    assert waiting.clock.at > later(AT, 2 * GIVE_UP_SECONDS)
    hook = waiting.fail(DOWN)
    assert (hook.failing_since, hook.disabled_at) == (waiting.clock.at, "")


@on_both_engines
def test_later_messages_do_not_wait_for_one_that_was_removed(waiting: Waiting) -> None:
    """A worker may note that a message waits, after something else has removed the message."""
    task = waiting.queue.take(waiting.hook.id, "w")
    assert task is not None
    tomorrow = Delivery(taken=False, until=later(AT, 86_400))
    with waiting.database.writing() as connection:
        connection.execute(delete(MESSAGES).where(MESSAGES.c.number == task.number))
    after = waiting.queue.note(task, "w", tomorrow)
    assert after is not None
    assert after.next_try == ""
    task = waiting.queue.take(waiting.hook.id, "w")
    assert task is not None
    assert task.number == 2
    after = waiting.queue.note(task, "w", tomorrow)
    assert after is not None
    assert after.next_try == tomorrow.until
    assert waiting.queue.due(9) == []


def test_a_worker_has_more_time_for_an_email(waiting: Waiting) -> None:
    """Mail servers may take long, and no other worker may send the message meanwhile."""
    with waiting.database.writing() as connection:
        connection.execute(update(WEBHOOKS).values(url=f"{EMAIL}://outbox"))
    assert waiting.queue.take(waiting.hook.id, "slow") is not None
    waiting.clock.on(EMAIL_LEASE_SECONDS - 1)
    assert waiting.queue.due(9) == []
    assert waiting.queue.take(waiting.hook.id, "other") is None
    waiting.clock.on(1)
    assert waiting.queue.take(waiting.hook.id, "other") is not None


def test_a_success_resets_the_failures(waiting: Waiting) -> None:
    """Earlier failures are not a reason to give up later."""
    waiting.clock.at = waiting.fail().next_try
    task = waiting.queue.take(waiting.hook.id, "w")
    assert task is not None
    after = waiting.queue.note(task, "w", TAKEN)
    assert after is not None
    assert (after.failures, after.failing_since, after.next_try) == (0, "", "")
    assert after.last_success == waiting.clock.at


@on_both_engines
def test_a_webhook_that_is_removed_takes_its_messages_with_it(waiting: Waiting) -> None:
    """Even while a worker sends them."""
    task = waiting.queue.take(waiting.hook.id, "w")
    assert task is not None
    waiting.hooks.remove(waiting.hook.account, waiting.hook.id)
    assert messages_waiting(waiting.database) == 0
    assert waiting.queue.note(task, "w", DOWN) is None
    with pytest.raises(NoSuchWebhook):
        waiting.now()


@on_both_engines
def test_the_secret_is_not_written_by_accident(waiting: Waiting) -> None:
    """If a webhook gets into a line of the log, only its id does."""
    assert repr(waiting.now()) == f"<Hook {waiting.hook.id}>"


@on_both_engines
def test_the_metrics_of_webhooks(waiting: Waiting) -> None:
    """The oldest message counts while it waits for the service, not for its receiver."""
    of_one = {"ok": 1, "failing": 0, "disabled": 0}
    assert waiting.counted() == of_one | {"waiting": 3, "oldest": EVERY_SECONDS - 1}
    task = waiting.queue.take(waiting.hook.id, "w")
    assert task is not None
    waiting.queue.note(task, "w", TAKEN)
    assert waiting.counted() == of_one | {"waiting": 2, "oldest": 2 * EVERY_SECONDS - 2}
    task = waiting.queue.take(waiting.hook.id, "w")
    assert task is not None
    waiting.queue.note(task, "w", DOWN)
    of_one = {"ok": 0, "failing": 1, "disabled": 0}
    assert waiting.counted() == of_one | {"waiting": 2, "oldest": 0}
    waiting.clock.on(GIVE_UP_SECONDS + LEASE_SECONDS)
    task = waiting.queue.take(waiting.hook.id, "w")
    assert task is not None
    waiting.queue.note(task, "w", DOWN)
    of_one = {"ok": 0, "failing": 0, "disabled": 1}
    assert waiting.counted() == of_one | {"waiting": 0, "oldest": 0}


def test_the_metrics_change_at_intervals(waiting: Waiting) -> None:
    """The metrics change only at intervals, but each look records its time."""
    before = waiting.counted()
    waiting.hooks.remove(waiting.hook.account, waiting.hook.id)
    waiting.clock.on(EVERY_SECONDS / 2)
    waiting.figures.looked()
    looked = REGISTRY.get_sample_value("carolus_webhooks_looked_timestamp_seconds")
    assert looked == micros(waiting.clock()) / SECOND
    assert REGISTRY.get_sample_value("carolus_webhook_messages_waiting") == before["waiting"] == 3
    assert waiting.counted()["waiting"] == 0
