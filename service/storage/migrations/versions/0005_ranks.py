"""The tables of ratings and head-to-head results by the ranks of all sides."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables; those of the earlier versions stay for workers that still use them."""
    op.create_table(
        "ratings_2",
        _text("ruleset", key=True),
        _text("player", key=True),
        _number("mu"),
        _number("sigma"),
        _number("ordinal"),
        _number("games"),
        _text("rated_at"),
    )
    op.create_index("ratings_2_by_ordinal", "ratings_2", ["ruleset", "ordinal", "player"])
    op.create_index("ratings_2_by_player", "ratings_2", ["player"])
    op.create_table(
        "head_to_head_2",
        _text("player", key=True),
        _text("opponent", key=True),
        _text("ruleset", key=True),
        _number("games"),
        _number("won"),
        _number("drawn"),
        _number("lost"),
        _text("last_at"),
    )
    columns = ["player", "games", "opponent", "ruleset"]
    op.create_index("head_to_head_2_by_games", "head_to_head_2", columns)


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False, primary_key=key)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, _NUMBER, nullable=False)
