"""The tables of webhooks: the webhooks, the queued messages, and the position in the log."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False, primary_key=key)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, _NUMBER, nullable=False, primary_key=key, autoincrement=False)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "webhooks_1",
        _text("id", key=True),
        _text("account"),
        _text("about"),
        _text("url"),
        _text("events"),
        _text("secret"),
        _text("made_at"),
        _number("since"),
        _text("lease"),
        _text("lease_until"),
        _number("failures"),
        _text("failing_since"),
        _text("next_try"),
        _text("last_success"),
        _text("last_error"),
        _text("disabled_at"),
        _text("disabled_why"),
    )
    op.create_index("webhooks_1_by_account", "webhooks_1", ["account", "made_at"])
    op.create_index("webhooks_1_by_about", "webhooks_1", ["about", "account"])
    op.create_table(
        "webhook_messages_1",
        _text("hook", key=True),
        _number("number", key=True),
        _text("body"),
    )
    place = op.create_table("webhook_place_1", _text("name", key=True), _number("position"))
    op.bulk_insert(place, [{"name": "log", "position": 0}])
