"""The tables of webhooks. Secrets are stored in plain text, because signing needs them."""

from typing import Final

from sqlalchemy import Index, Table

from service.storage.tables import METADATA, number_, text_

WEBHOOKS: Final = Table(
    "webhooks_1",
    METADATA,
    text_("id", key=True),
    text_("account"),
    text_("about"),
    text_("url"),
    text_("events"),
    text_("secret"),
    text_("made_at"),
    number_("since"),
    text_("lease"),
    text_("lease_until"),
    number_("failures"),
    text_("failing_since"),
    text_("next_try"),
    text_("last_success"),
    text_("last_error"),
    text_("disabled_at"),
    text_("disabled_why"),
)
"""The webhooks; unset text fields are empty.

A webhook gets messages about what follows position ``since`` of the log. ``lease`` names the
current sender, until ``lease_until``.
"""

_W: Final = WEBHOOKS.c
_BY_ACCOUNT: Final = Index("webhooks_1_by_account", _W.account, _W.made_at)
_BY_ABOUT: Final = Index("webhooks_1_by_about", _W.about, _W.account)

MESSAGES: Final = Table(
    "webhook_messages_1",
    METADATA,
    text_("hook", key=True),
    number_("number", key=True),
    text_("body"),
)
"""The queued messages, in order. A message never changes, so each attempt sends the same body."""

PLACE: Final = Table("webhook_place_1", METADATA, text_("name", key=True), number_("position"))
"""The position up to which the log was processed for webhooks: one row, ``log``."""
