"""When a message is tried again, by whom, when a webhook is given up, and what is counted of it."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import insert

from domain.table.times import SECOND, micros
from service.runtime.clock import later
from service.storage.database import Database
from service.webhooks.figures import EVERY_SECONDS, Figures
from service.webhooks.hooks import Hook, Hooks, NoSuchWebhook
from service.webhooks.queue import (
    GIVE_UP_SECONDS,
    LEASE_SECONDS,
    RETRY_SECONDS_MAX,
    Queue,
    retry_at,
)
from service.webhooks.sending import Delivery
from service.webhooks.tables import MESSAGES
from tests.support.storage.stores import AT, opened_database, settings_of

DOWN = Delivery(taken=False, error="the answer was 503")
TAKEN = Delivery(taken=True)


class Clock:
    """The time as a test sets it."""

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
        self.clock = Clock()
        self.hooks = Hooks(database, self.clock)
        self.queue = Queue(database, self.clock)
        self.hook = self.hooks.make("a" * 26, "me", "https://hook.example/", ["game.over"])
        self.figures = Figures(database, self.hooks, self.clock)
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
        """Return the webhook as it is."""
        return self.hooks.one(self.hook.account, self.hook.id)

    def counted(self) -> dict[str, float | None]:
        """Return what is counted when it is time."""
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
        """Try when it is time, and fail."""
        task = self.queue.take(self.hook.id, "w")
        assert task is not None
        assert task.number == 1
        after = self.queue.note(task, "w", outcome)
        assert after is not None
        return after


@pytest.fixture
def waiting(database: str, migrated_folder: Path, tmp_path: Path) -> Iterator[Waiting]:
    """Return the messages, on each kind of database."""
    folder = copytree(migrated_folder, tmp_path / "data")
    with opened_database(settings_of(folder, database)) as opened:
        yield Waiting(opened)


def test_later_each_time() -> None:
    """Twice as late, up to a bound, and not all at the same moment."""
    waits = [retry_at(tries, AT, lambda low, high: 1.0) for tries in (1, 2, 3, 4, 40)]
    assert waits == [later(AT, seconds) for seconds in (1, 2, 4, 8, RETRY_SECONDS_MAX)]
    assert len({retry_at(9, AT) for _ in range(20)}) > 1


def test_in_order_and_only_by_one(waiting: Waiting) -> None:
    """Who holds a webhook gets one message after the other; nobody else gets any."""
    for number in (1, 2, 3):
        task = waiting.queue.take(waiting.hook.id, "one")
        assert task is not None
        assert (task.number, task.id) == (number, f"{waiting.hook.id}-{number}")
        assert waiting.queue.take(waiting.hook.id, "other") is None
        assert waiting.queue.due(9) == []
        assert waiting.queue.note(task, "one", TAKEN) is not None
    assert waiting.queue.take(waiting.hook.id, "one") is None
    assert waiting.hooks.waiting() == 0


def test_who_is_killed_is_replaced(waiting: Waiting) -> None:
    """After a while; and if it was only slow, what it notes counts no longer."""
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


def test_after_a_day_it_is_given_up(waiting: Waiting) -> None:
    """Each failure is noted, with the time of the next try; at last nothing waits any more."""
    tries = 0
    while not (hook := waiting.fail()).disabled_at:
        tries += 1
        assert hook.failures == tries
        assert hook.failing_since == AT
        assert waiting.queue.take(hook.id, "w") is None
        assert waiting.hooks.waiting() == 3
        waiting.clock.at = hook.next_try
    assert 20 < tries < 40
    assert waiting.clock.at >= later(AT, GIVE_UP_SECONDS)
    assert hook.disabled_why.endswith("last error: the answer was 503")
    assert waiting.hooks.waiting() == 0
    assert waiting.queue.due(9) == []

    waiting.hooks.answered(hook)
    assert not waiting.now().disabled_at
    assert waiting.now().failures == 0


def test_one_success_ends_the_counting(waiting: Waiting) -> None:
    """What failed before is no reason to give up later."""
    waiting.clock.at = waiting.fail().next_try
    task = waiting.queue.take(waiting.hook.id, "w")
    assert task is not None
    after = waiting.queue.note(task, "w", TAKEN)
    assert after is not None
    assert (after.failures, after.failing_since, after.next_try) == (0, "", "")
    assert after.last_success == waiting.clock.at


def test_a_webhook_that_is_removed_takes_its_messages_with_it(waiting: Waiting) -> None:
    """Also while somebody sends."""
    task = waiting.queue.take(waiting.hook.id, "w")
    assert task is not None
    waiting.hooks.remove(waiting.hook.account, waiting.hook.id)
    assert waiting.hooks.waiting() == 0
    assert waiting.queue.note(task, "w", DOWN) is None
    with pytest.raises(NoSuchWebhook):
        waiting.now()


def test_the_secret_is_not_written_by_accident(waiting: Waiting) -> None:
    """Where a webhook gets into a line of the log, only its id does."""
    assert repr(waiting.now()) == f"<Hook {waiting.hook.id}>"


def test_what_is_counted(waiting: Waiting) -> None:
    """The oldest message counts as long as it waits for us, and not for its receiver."""
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


def test_when_it_is_counted(waiting: Waiting) -> None:
    """Now and then; that all is well is noted each time."""
    before = waiting.counted()
    waiting.hooks.remove(waiting.hook.account, waiting.hook.id)
    waiting.clock.on(EVERY_SECONDS / 2)
    waiting.figures.looked()
    looked = REGISTRY.get_sample_value("carolus_webhooks_looked_timestamp_seconds")
    assert looked == micros(waiting.clock()) / SECOND
    assert REGISTRY.get_sample_value("carolus_webhook_messages_waiting") == before["waiting"] == 3
    assert waiting.counted()["waiting"] == 0
