"""The table of the accounts that switched notifications about invitations off."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table, in which nobody has switched anything off."""
    op.create_table(
        "muted_invitations_1", sa.Column("account", _TEXT, nullable=False, primary_key=True)
    )
