"""The tables of the transparency log: its leaves, tiles, checkpoints and cosignatures."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tree_1_leaves",
        _number("number", key=True),
        _text("kind"),
        _text("subject"),
        _text("content"),
    )
    op.create_index("tree_1_leaves_by_subject", "tree_1_leaves", ["subject", "kind"])
    op.create_table(
        "tree_1_tiles",
        _number("level", key=True),
        _number("number", key=True),
        sa.Column("hashes", sa.LargeBinary, nullable=False),
    )
    op.create_table("checkpoints_1", _number("size", key=True), _text("note"), _text("vkey"))
    op.create_table(
        "cosignatures_1",
        _number("size", key=True),
        _text("witness", key=True),
        _text("line"),
    )


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False, primary_key=key)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, _NUMBER, nullable=False, primary_key=key, autoincrement=False)
