"""The tables of notifications. The outbox of the webhooks has the state of their deliveries."""

from typing import Final

from sqlalchemy import Index, Table

from service.storage.tables import METADATA, number_, text_

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

UNINVITED: Final = Table("muted_invitations_1", METADATA, text_("account", key=True))
"""The accounts that receive no notifications about players who ask them to enter as a pair."""

EMAIL_ADDRESSES: Final = Table(
    "email_addresses_1",
    METADATA,
    text_("id", key=True),
    text_("account", unique=True),
    text_("address"),
    text_("language"),
    number_("digest_hours"),
    text_("token"),
    text_("made_at"),
    text_("confirmed_at"),
)
"""The e-mail address of each account that has one: personal data, which nothing else contains.

Each has a row with the same ID in the table of webhooks. ``digest_hours`` is 0 for a message about
every turn; ``confirmed_at`` is empty until the owner of the address confirms it.
"""

_BY_TOKEN: Final = Index("email_addresses_1_by_token", EMAIL_ADDRESSES.c.token)

CONFIRMATION_REQUESTS: Final = Table(
    "confirmation_requests_1",
    METADATA,
    text_("id", key=True),
    text_("account"),
    text_("mailbox"),
    text_("origin"),
    text_("at"),
)
"""Who requested messages to which mailboxes, for limits. ``mailbox`` and ``origin``, the network
from which the request came, are keyed hashes; ``origin`` is empty if unknown."""

_BY_TIME: Final = Index("confirmation_requests_1_by_at", CONFIRMATION_REQUESTS.c.at)
