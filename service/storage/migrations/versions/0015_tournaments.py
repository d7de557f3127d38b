"""The tables of the list of tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _text(name: str, *, key: bool = False, unique: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False, primary_key=key, unique=unique)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, _NUMBER, nullable=False, primary_key=key, autoincrement=False)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tournaments_1",
        _number("number", key=True),
        _text("id", unique=True),
        _text("created_at"),
        _text("name"),
        _text("organiser"),
        _text("ruleset"),
        _text("pinned"),
        _text("format"),
        _number("seats"),
        _text("phase"),
        _number("entrants"),
        _number("rounds"),
        _number("round"),
        sa.Column("started_at", _TEXT),
        sa.Column("ended_at", _TEXT),
        _number("version"),
        sa.Column("due_at", _TEXT),
    )
    for column in ("phase", "ruleset", "organiser", "due_at"):
        op.create_index(f"tournaments_1_by_{column}", "tournaments_1", [column, "number"])
    op.create_table(
        "tournaments_1_entered",
        _text("player", key=True),
        _number("number", key=True),
    )
