"""The tables of e-mail: addresses of accounts, and requests for confirmations."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _text(name: str, *, key: bool = False, unique: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False, primary_key=key, unique=unique)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "email_addresses_1",
        _text("id", key=True),
        _text("account", unique=True),
        _text("address"),
        _text("language"),
        sa.Column("digest_hours", _NUMBER, nullable=False),
        _text("token"),
        _text("made_at"),
        _text("confirmed_at"),
    )
    op.create_index("email_addresses_1_by_token", "email_addresses_1", ["token"])
    op.create_table(
        "confirmation_requests_1",
        _text("id", key=True),
        _text("account"),
        _text("mailbox"),
        _text("at"),
    )
    op.create_index("confirmation_requests_1_by_at", "confirmation_requests_1", ["at"])
