"""The table of the games in which a house bot or chance has to act next, under a name that fits.

Step 2 made it as ``bots_due_1``, which stays for workers of the version before.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "service_due_1",
        sa.Column("game", _TEXT, nullable=False, primary_key=True),
        sa.Column("version", _NUMBER, nullable=False),
    )
