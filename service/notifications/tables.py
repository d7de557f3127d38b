"""The tables of notifications. The outbox of the webhooks has the state of their deliveries."""

from typing import Final

from sqlalchemy import Index, Table

from service.storage.tables import METADATA, text_

SUBSCRIPTIONS: Final = Table(
    "push_subscriptions_1",
    METADATA,
    text_("id", key=True),
    text_("account"),
    text_("endpoint"),
    text_("p256dh"),
    text_("auth"),
    text_("language"),
    text_("made_at"),
)
"""The browsers that receive pushes. Each has a row with the same ID in the table of webhooks."""

_BY_ACCOUNT: Final = Index("push_subscriptions_1_by_account", SUBSCRIPTIONS.c.account)
_BY_ENDPOINT: Final = Index("push_subscriptions_1_by_endpoint", SUBSCRIPTIONS.c.endpoint)

PREFERENCES: Final = Table(
    "notification_preferences_1",
    METADATA,
    text_("account", key=True),
    text_("quiet_from"),
    text_("quiet_until"),
    text_("time_zone"),
)
"""When each account wants to be left alone: times of day such as ``22:00``; empty for never."""

MUTED: Final = Table("muted_games_1", METADATA, text_("account", key=True), text_("game", key=True))
"""The games about which an account receives no notifications."""
