"""The table of the trail, whose last column is named after its contents: facts."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table; that of the previous version stays for workers that still use it."""
    op.create_table(
        "trail_2",
        sa.Column("position", _NUMBER, nullable=False, primary_key=True, autoincrement=False),
        sa.Column("at", _TEXT, nullable=False),
        sa.Column("by", _TEXT, nullable=False),
        sa.Column("about", _TEXT, nullable=False),
        sa.Column("facts", _TEXT, nullable=False),
    )
    op.create_index("trail_2_by_subject", "trail_2", ["about", "position"])
