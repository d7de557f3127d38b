"""The notifications of a service: subscriptions, preferences, and their channels in the outbox."""

from collections.abc import Callable
from typing import NamedTuple

from service.notifications.preferences import PreferenceBook
from service.notifications.push import PushChannel
from service.notifications.subscriptions import Subscriptions
from service.notifications.turns import Turns
from service.notifications.vapid import Vapid
from service.storage.database import Database
from service.webhooks.deliverer import Webhooks
from service.webhooks.hooks import PUSH


class Notifier(NamedTuple):
    """What operations need in order to manage notifications."""

    subscriptions: Subscriptions
    preferences: PreferenceBook
    push_key: str
    """The key that browsers name when they subscribe."""


def notifier_on(
    webhooks: Webhooks, database: Database, vapid: Vapid, now: Callable[[], str]
) -> Notifier:
    """Have the outbox of the webhooks deliver notifications, too."""
    subscriptions, preferences = Subscriptions(database, now), PreferenceBook(database)
    turns = Turns(database.log, preferences)
    push = PushChannel(subscriptions, turns, vapid, webhooks.sender, now)
    webhooks.channels.add(PUSH, push)
    return Notifier(subscriptions, preferences, vapid.public_key)
