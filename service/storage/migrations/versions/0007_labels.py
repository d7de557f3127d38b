"""The tables of the lobby with the label of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables; those of the previous version stay for workers that still use them."""
    op.create_table(
        "lobby_5",
        _number("number", key=True),
        _text("id", unique=True),
        _text("created_at"),
        _text("ruleset"),
        _text("status"),
        _number("seats_free"),
        _text("seating"),
        sa.Column("label", _TEXT),
        sa.Column("ended", _NUMBER),
        sa.Column("ended_at", _TEXT),
    )
    op.create_index("lobby_5_by_status", "lobby_5", ["status", "number"])
    op.create_index("lobby_5_by_ruleset", "lobby_5", ["ruleset", "number"])
    op.create_index("lobby_5_by_label", "lobby_5", ["label", "number"])
    op.create_index("lobby_5_by_end", "lobby_5", ["ended"])
    op.create_table("lobby_5_players", _text("player", key=True), _number("number", key=True))
    op.create_index("lobby_5_players_by_game", "lobby_5_players", ["number"])


def _text(name: str, *, key: bool = False, unique: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False, primary_key=key, unique=unique)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, _NUMBER, nullable=False, primary_key=key, autoincrement=False)
