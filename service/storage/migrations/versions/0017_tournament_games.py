"""The tables of the list of tournaments, with the games that each still needs."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _text(name: str, *, key: bool = False, unique: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False, primary_key=key, unique=unique)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, _NUMBER, nullable=False, primary_key=key, autoincrement=False)


def upgrade() -> None:
    """Make the tables; those of the previous version stay for workers that still use them."""
    op.create_table(
        "tournaments_2",
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
        op.create_index(f"tournaments_2_by_{column}", "tournaments_2", [column, "number"])
    op.create_table(
        "tournaments_2_entered",
        _text("player", key=True),
        _number("number", key=True),
    )
    op.create_table(
        "tournaments_2_games",
        _text("game", key=True),
        _number("number"),
        _text("need"),
        sa.Column("absent_at", _TEXT),
    )
    op.create_index("tournaments_2_games_by_number", "tournaments_2_games", ["number"])
    op.create_table("tournaments_2_played", _text("game", key=True), _text("status"))
