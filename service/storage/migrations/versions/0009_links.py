"""The table of the links that seats gave for a moment that is not drawn yet."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "given_links_1",
        sa.Column("game", _TEXT, nullable=False, primary_key=True),
        sa.Column("moment", _NUMBER, nullable=False, primary_key=True, autoincrement=False),
        sa.Column("seat", _NUMBER, nullable=False, primary_key=True, autoincrement=False),
        sa.Column("masked", _TEXT, nullable=False),
    )
