"""On PostgreSQL, the changes of the outbox wait for each other: SQLite has a single writer."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from sqlalchemy import select, text, update

from domain.table.actions import TakeSeat
from domain.table.game import TABLE
from service.access.visibility import Visibility
from service.notifications.confirmations import ConfirmationLimits
from service.notifications.mailboxes import Mailboxes
from service.notifications.preferences import PreferenceBook, Preferences
from service.notifications.subscriptions import PushKeys, Subscriptions
from service.notifications.tables import EMAIL_ADDRESSES
from service.runtime.timestamps import later
from service.storage.database import Database
from service.webhooks import news
from service.webhooks.hooks import Hooks, lock
from service.webhooks.messages import KINDS
from service.webhooks.news import News
from service.webhooks.queue import LEASE_SECONDS, Queue
from service.webhooks.sending import Delivery
from service.webhooks.tables import WEBHOOKS
from tests.support.run.waiting import until
from tests.support.storage.handling import open_game
from tests.support.storage.stores import (
    AT,
    KEY,
    Ticks,
    handler_of,
    opened_database,
    run,
    settings_of,
)

ANA, BEN = "a" * 26, "b" * 26
BROWSER = PushKeys("https://push.example/1", "p" * 87, "a" * 22)
DOWN = Delivery(taken=False, error="the answer was 503")
GONE = Delivery(taken=False, error="the answer was 410", gone=True)
PUT_OFF = Delivery(taken=False, until="2099-01-01T00:00:00.000000Z")

pytestmark = pytest.mark.long


class Outbox:
    """A webhook, a browser and an e-mail address, and a message to each of the first and last."""

    def __init__(self, database: Database) -> None:
        self.database = database
        handler = handler_of(database.log)
        self.hooks, self.queue = Hooks(database, Ticks()), Queue(database, lambda: AT)
        self.hook = self.hooks.make(ANA, "lobby", "https://hook.example/", KINDS)
        self.news = News(database, Visibility(database.log, handler.vaults), Ticks())
        self.subscriptions = Subscriptions(database, Ticks())
        self.subscription, _ = self.subscriptions.make(ANA, BROWSER, "en")
        self.mailboxes = Mailboxes(database, ConfirmationLimits(KEY, Ticks()), Ticks())
        self.preferences = PreferenceBook(database, Ticks())
        self.choose(ANA)
        game = run(open_game(handler))
        assert self.news.step()
        task = self.queue.take(self.hook.id, "w")
        assert task is not None
        self.task = task
        run(handler.perform(game, TABLE, [TakeSeat(0), TakeSeat(1)]))

    def choose(self, account: str) -> None:
        """Set the e-mail address of an account."""
        self.mailboxes.choose(account, f"{account}@example.org", "en", 0, "192.0.2.1")

    def token(self) -> str:
        """Return the secret of the first address."""
        with self.database.reading() as connection:
            return str(connection.execute(select(EMAIL_ADDRESSES.c.token)).scalar_one())

    def waits(self) -> bool:
        """Return whether a transaction waits for the lock of another one."""
        query = text(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        with self.database.reading() as connection:
            return bool(connection.scalar(query))


@pytest.fixture
def outbox(migrated: str, tmp_path: Path) -> Iterator[Outbox]:
    """Return an outbox on PostgreSQL."""
    with opened_database(settings_of(tmp_path / "data", migrated)) as opened:
        yield Outbox(opened)


Change: TypeAlias = Callable[[Outbox], Any]

CHANGES: dict[str, Change] = {
    "a webhook is made": lambda at: at.hooks.make(BEN, "me", "https://hook.example/", KINDS),
    "a webhook is removed": lambda at: at.hooks.remove(ANA, at.hook.id),
    "a webhook is disabled": lambda at: at.queue.note(at.task, "w", GONE),
    "a message is put off": lambda at: at.queue.note(at.task, "w", PUT_OFF),
    "messages are queued": lambda at: at.news.step(),
    "a webhook is behind": lambda at: at.news._disable_those_behind({at.hook.id}),
    "a browser subscribes": lambda at: at.subscriptions.make(BEN, BROWSER, "en"),
    "a subscription is removed": lambda at: at.subscriptions.remove(ANA, at.subscription.id),
    "an address is chosen": lambda at: at.choose(BEN),
    "an address is confirmed": lambda at: at.mailboxes.confirm(at.token()),
    "preferences are chosen": lambda at: at.preferences.choose(ANA, Preferences()),
    "an address is removed": lambda at: at.mailboxes.remove(account=ANA),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_waits_for_the_lock(
    outbox: Outbox, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It neither counts nor removes what another transaction has not yet committed."""
    monkeypatch.setattr(news, "WAITING_MAX", 0)
    with ThreadPoolExecutor(1) as thread:
        with outbox.database.writing() as connection:
            lock(connection)
            asked = thread.submit(CHANGES[change], outbox)
            until(lambda: asked.done() or outbox.waits(), "the change")
            assert not asked.done(), f"{change} without the lock"
        asked.result(30)


def test_one_of_two_senders_gets_the_lease(outbox: Outbox) -> None:
    """A sender that waits for another one's transaction sees the lease that it committed."""
    outbox.queue.release(outbox.hook.id, "w")
    with ThreadPoolExecutor(1) as thread:
        with outbox.database.writing() as connection:
            leased = {"lease": "first", "lease_until": later(AT, LEASE_SECONDS)}
            connection.execute(update(WEBHOOKS).values(**leased))
            asked = thread.submit(outbox.queue.take, outbox.hook.id, "second")
            until(lambda: asked.done() or outbox.waits(), "the second sender")
        assert asked.result(30) is None


def test_an_attempt_counts_from_a_change_that_is_not_committed_yet(outbox: Outbox) -> None:
    """A worker that records a failure waits for the change, and does not overwrite it."""
    with ThreadPoolExecutor(1) as thread:
        with outbox.database.writing() as connection:
            connection.execute(update(WEBHOOKS).values(failures=7))
            asked = thread.submit(outbox.queue.note, outbox.task, "w", DOWN)
            until(lambda: asked.done() or outbox.waits(), "the worker")
        after = asked.result(30)
    assert after is not None
    assert after.failures == 8
