"""Test that a change wins over what a worker decided before it and records after it.

A worker judges a notification, or tries to deliver it, and then records the outcome in a separate
transaction. These tests change something between the two.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from domain.table.actions import TakeSeat
from domain.table.game import TABLE
from service.access.vaults import Vaults
from service.access.visibility import Visibility
from service.notifications.mailboxes import CONFIRM_HOURS, Mailbox
from service.notifications.notifier import NotifierSettings, notifier_on
from service.notifications.preferences import Preferences, QuietTime
from service.notifications.subscriptions import PushKeys
from service.notifications.tables import EMAIL_ADDRESSES
from service.runtime.timestamps import later
from service.storage.database import Database
from service.webhooks.deliverer import Webhooks
from service.webhooks.hooks import EMAIL, PUSH, Hook, hook_of
from service.webhooks.queue import Queue, Task, retry_at
from service.webhooks.sending import Delivery
from service.webhooks.tables import WEBHOOKS
from tests.notifications.test_letters import SETTINGS
from tests.support.storage.handling import open_game
from tests.support.storage.stores import (
    AT,
    KEY,
    handler_of,
    on_both_engines,
    opened_database,
    run,
    settings_of,
)

ANA = "a" * 26
DIGEST_HOURS = 8
QUIET = QuietTime("11:00", "20:00", "UTC")
UNTIL = later(AT, DIGEST_HOURS * 3600)
"""When the quiet time ends, and so does the digest."""
DOWN = Delivery(taken=False, error="the answer was 503")
MAIL_DOWN = DOWN._replace(ours=True)


class Notified:
    """An account with an e-mail address and a browser."""

    def __init__(self, database: Database) -> None:
        self.at = AT
        self._database = database
        self._handler = handler_of(database.log, now=self.now)
        self.queue = Queue(database, self.now)
        visibility = Visibility(database.log, Vaults(database.log))
        self.webhooks = Webhooks(database, visibility, self.now, private=True)
        settings = NotifierSettings(KEY, "", SETTINGS)
        notifier = notifier_on(self.webhooks, database, settings, self.now)
        self.preferences, self.mailboxes = notifier.preferences, notifier.mailboxes
        self.choose_digest(DIGEST_HOURS)
        notifier.subscriptions.make(ANA, PushKeys("https://push.example/1", "key", "auth"), "en")

    def now(self) -> str:
        """Return the time that the test has set."""
        return self.at

    def choose_digest(self, hours: int) -> None:
        """Set the e-mail address."""
        self.mailboxes.choose(ANA, "ana@example.org", "en", hours, "192.0.2.1")

    def confirm(self) -> None:
        """Confirm the e-mail address."""
        with self._database.reading() as connection:
            token = connection.execute(select(EMAIL_ADDRESSES.c.token)).scalar_one()
        self.mailboxes.confirm(token)

    def begin_turn(self) -> None:
        """Start a game in which it is the account's turn, and queue the messages about it."""
        game = run(open_game(self._handler))
        run(self._handler.perform(game, TABLE, [TakeSeat(0, player=ANA), TakeSeat(1)]))
        while self.webhooks._news.step():
            pass

    def hook(self, channel: str) -> Hook:
        """Return the row of the address or the browser."""
        query = select(WEBHOOKS).where(WEBHOOKS.c.url.startswith(f"{channel}:"))
        with self._database.reading() as connection:
            return hook_of(connection.execute(query).one())

    def take(self, channel: str) -> Task:
        """Lease a row."""
        task = self.queue.take(self.hook(channel).id, "w")
        assert task is not None
        return task

    def judge(self, task: Task) -> Delivery:
        """Return that a message waits."""
        outcome = run(self.webhooks.channels.deliver(task))
        assert outcome.until == UNTIL
        return outcome

    def fail(self, channel: str, times: int, outcome: Delivery) -> None:
        """Make attempts that fail, each when it is due."""
        for _ in range(times):
            self.queue.note(self.take(channel), "w", outcome)
            self.at = max(self.at, self.hook(channel).next_try)

    def is_due(self, channel: str) -> bool:
        """Return whether a worker would judge the message now."""
        return self.hook(channel).id in [one.id for one in self.queue.due(9)]


@pytest.fixture
def notified(database: str, tmp_path: Path) -> Iterator[Notified]:
    """Return the account."""
    with opened_database(settings_of(tmp_path / "data", database)) as opened:
        yield Notified(opened)


class Waits:
    """Choices for which a message waits, and a change after which it does not."""

    def __init__(
        self, channel: str, before: Callable[[Notified], Any], change: Callable[[Notified], Any]
    ) -> None:
        self.channel, self.before, self.change = channel, before, change


def _quiet(one: Notified) -> None:
    one.choose_digest(0)
    one.preferences.choose(ANA, Preferences(QUIET))


def _never_quiet(one: Notified) -> None:
    one.preferences.choose(ANA, Preferences())


WAITS = {
    "digest": Waits(
        EMAIL, lambda one: one.choose_digest(DIGEST_HOURS), lambda one: one.choose_digest(0)
    ),
    "e-mail in quiet hours": Waits(EMAIL, _quiet, _never_quiet),
    "push in quiet hours": Waits(PUSH, _quiet, _never_quiet),
}
of_all_waits = pytest.mark.parametrize("waits", WAITS.values(), ids=WAITS)


@on_both_engines
@of_all_waits
@pytest.mark.parametrize("failures", [0, 3])
def test_a_message_that_is_being_judged_is_judged_again(
    notified: Notified, waits: Waits, failures: int
) -> None:
    """It does not wait for the end of an earlier digest or quiet time, even after failures."""
    notified.confirm()
    notified.begin_turn()
    notified.fail(waits.channel, failures, DOWN)
    waits.before(notified)
    task = notified.take(waits.channel)
    outcome = notified.judge(task)
    waits.change(notified)
    after = notified.queue.note(task, "w", outcome)
    assert after is not None
    assert after.failures == failures
    assert notified.is_due(waits.channel)


@of_all_waits
def test_a_message_that_was_judged_after_failures_is_judged_again(
    notified: Notified, waits: Waits
) -> None:
    """As soon as a retry would be due, although the message waits for something else."""
    notified.confirm()
    notified.begin_turn()
    notified.fail(waits.channel, 3, DOWN)
    waits.before(notified)
    task = notified.take(waits.channel)
    notified.queue.note(task, "w", notified.judge(task))
    assert not notified.is_due(waits.channel)
    waits.change(notified)
    assert notified.hook(waits.channel).next_try == retry_at(3, notified.at, max)


def test_an_unchanged_choice_keeps_its_wait(notified: Notified) -> None:
    """Nothing changes between judging and recording, so the message waits as long as judged."""
    notified.confirm()
    notified.begin_turn()
    notified.choose_digest(DIGEST_HOURS)
    task = notified.take(EMAIL)
    notified.queue.note(task, "w", notified.judge(task))
    assert notified.hook(EMAIL).next_try == UNTIL
    assert not notified.is_due(EMAIL)


def test_a_change_makes_no_retry_sooner(notified: Notified) -> None:
    """Otherwise an account could have the service retry as often as it changes something."""
    notified.confirm()
    notified.begin_turn()
    notified.fail(EMAIL, 6, MAIL_DOWN)
    notified.queue.note(notified.take(EMAIL), "w", MAIL_DOWN)
    retry = notified.hook(EMAIL).next_try
    _quiet(notified)
    _never_quiet(notified)
    assert notified.hook(EMAIL).next_try == retry > notified.at


def test_a_change_repeats_no_rejected_confirmation(notified: Notified) -> None:
    """The server has rejected the address, which waits to be deleted."""
    rejected = DOWN._replace(gone=True, until=later(AT, CONFIRM_HOURS * 3600))
    task = notified.take(EMAIL)
    _never_quiet(notified)
    notified.queue.note(task, "w", rejected)
    _never_quiet(notified)
    assert notified.hook(EMAIL).next_try == rejected.until


@on_both_engines
def test_an_attempt_to_request_a_confirmation_fails_after_it_is_given(notified: Notified) -> None:
    """The message about the next turn does not wait for a retry of the confirmation."""
    notified.fail(EMAIL, 9, MAIL_DOWN)
    task = notified.take(EMAIL)
    notified.confirm()
    after = notified.queue.note(task, "w", MAIL_DOWN)
    assert after is not None
    assert (after.failures, after.failing_since, after.next_try) == (0, "", "")


def test_an_address_is_confirmed_at_the_last_moment(
    notified: Notified, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that has read it before does not delete it."""
    read = notified.mailboxes.one

    def read_before(mailbox: str) -> Mailbox | None:
        found = read(mailbox)
        notified.confirm()
        notified.at = later(AT, CONFIRM_HOURS * 3600)
        return found

    notified.queue.note(notified.take(EMAIL), "w", Delivery(taken=True))
    task = notified.take(EMAIL)
    monkeypatch.setattr(notified.mailboxes, "one", read_before)
    assert run(notified.webhooks.channels.deliver(task)).taken
    found = notified.mailboxes.of(ANA)
    assert found is not None
    assert found[0].confirmed_at
