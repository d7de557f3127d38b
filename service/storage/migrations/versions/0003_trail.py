"""The table of the trail, one projection more."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "trail_1",
        sa.Column("position", _NUMBER, nullable=False, primary_key=True, autoincrement=False),
        sa.Column("at", _TEXT, nullable=False),
        sa.Column("by", _TEXT, nullable=False),
        sa.Column("about", _TEXT, nullable=False),
        sa.Column("told", _TEXT, nullable=False),
    )
    op.create_index("trail_1_by_subject", "trail_1", ["about", "position"])
