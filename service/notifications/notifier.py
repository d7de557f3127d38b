"""The notifications of a service: subscriptions, preferences, and their channels in the outbox."""

from collections.abc import Callable
from typing import NamedTuple

from service.notifications.confirmations import ConfirmationLimits
from service.notifications.mail import MailChannel
from service.notifications.mail_settings import MailSettings
from service.notifications.mailboxes import Mailboxes
from service.notifications.notices import Notices
from service.notifications.preferences import PreferenceBook
from service.notifications.push import PushChannel
from service.notifications.subscriptions import Subscriptions
from service.notifications.vapid import Vapid
from service.storage.database import Database
from service.webhooks.deliverer import Webhooks
from service.webhooks.hooks import EMAIL, PUSH


class NoEmail(Exception):
    """The operator has not configured e-mail."""


class Notifier(NamedTuple):
    """What operations need in order to manage notifications."""

    subscriptions: Subscriptions
    preferences: PreferenceBook
    mailboxes: Mailboxes
    push_key: str
    """The key that browsers name when they subscribe."""
    sends_email: bool
    """Whether the operator has configured e-mail."""
    wake: Callable[[], None]
    """Lets the outbox send soon what an operation has queued."""


class NotifierSettings(NamedTuple):
    """What a service is configured with."""

    key: bytes
    """The service key."""
    contact: str
    """Where push services reach the operator; or empty."""
    mail: MailSettings | None


def notifier_on(
    webhooks: Webhooks, database: Database, settings: NotifierSettings, now: Callable[[], str]
) -> Notifier:
    """Have the outbox of the webhooks deliver notifications, too."""
    subscriptions, preferences = Subscriptions(database, now), PreferenceBook(database, now)
    notices = Notices(database.log, database.tournaments, preferences)
    vapid = Vapid(settings.key, settings.contact)
    push = PushChannel(subscriptions, notices, vapid, webhooks.sender, now)
    webhooks.channels.add(PUSH, push)
    mailboxes = Mailboxes(database, ConfirmationLimits(settings.key, now), now)
    webhooks.channels.add(EMAIL, MailChannel(mailboxes, notices, settings.mail, now))
    sends_email = settings.mail is not None
    return Notifier(
        subscriptions, preferences, mailboxes, vapid.public_key, sends_email, webhooks.wake
    )
