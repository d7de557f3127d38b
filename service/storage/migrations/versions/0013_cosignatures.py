"""An index of cosignatures by witness: it finds the first one of each after a leaf."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the index."""
    op.create_index("cosignatures_1_by_witness", "cosignatures_1", ["witness", "size"])
