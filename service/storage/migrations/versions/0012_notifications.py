"""The tables of notifications: push subscriptions, preferences of accounts, and muted games."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False, primary_key=key)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "push_subscriptions_1",
        _text("id", key=True),
        _text("account"),
        _text("endpoint"),
        _text("p256dh"),
        _text("auth"),
        _text("language"),
        _text("made_at"),
    )
    op.create_index("push_subscriptions_1_by_account", "push_subscriptions_1", ["account"])
    op.create_index("push_subscriptions_1_by_endpoint", "push_subscriptions_1", ["endpoint"])
    op.create_table(
        "notification_preferences_1",
        _text("account", key=True),
        _text("quiet_from"),
        _text("quiet_until"),
        _text("time_zone"),
    )
    op.create_table("muted_games_1", _text("account", key=True), _text("game", key=True))
