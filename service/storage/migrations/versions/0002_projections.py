"""The tables of the projections: lobby, ratings, head to head, counts, deadlines, bots due.

The SQLite file of an earlier version of Carolus has tables ``lobby``, ``ended``, ``missed`` and
``tracking``: these are not read any more. All that was in them follows from the log.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _text(name: str, *, key: bool = False, unique: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False, primary_key=key, unique=unique)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, _NUMBER, nullable=False, primary_key=key, autoincrement=False)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "progress",
        _text("projection", key=True),
        _number("position"),
        _number("build"),
    )
    op.create_table(
        "projection_missed",
        _text("projection", key=True),
        _text("game", key=True),
    )
    _lobby()
    _ratings()
    _head_to_head()
    _counts()
    _deadlines()
    op.create_table("bots_due_1", _text("game", key=True), _number("version"))


def _lobby() -> None:
    op.create_table(
        "lobby_3",
        _number("number", key=True),
        _text("id", unique=True),
        _text("created_at"),
        _text("ruleset"),
        _text("status"),
        _number("seats_free"),
        sa.Column("ended", _NUMBER),
        sa.Column("ended_at", _TEXT),
    )
    op.create_index("lobby_3_by_status", "lobby_3", ["status", "number"])
    op.create_index("lobby_3_by_ruleset", "lobby_3", ["ruleset", "number"])
    op.create_index("lobby_3_by_end", "lobby_3", ["ended"])
    op.create_table(
        "lobby_3_players",
        _text("player", key=True),
        _number("number", key=True),
    )
    op.create_index("lobby_3_players_by_game", "lobby_3_players", ["number"])


def _ratings() -> None:
    op.create_table(
        "ratings_1",
        _text("ruleset", key=True),
        _text("player", key=True),
        _number("mu"),
        _number("sigma"),
        _number("ordinal"),
        _number("games"),
        _text("rated_at"),
    )
    op.create_index("ratings_1_by_ordinal", "ratings_1", ["ruleset", "ordinal", "player"])
    op.create_index("ratings_1_by_player", "ratings_1", ["player"])


def _head_to_head() -> None:
    op.create_table(
        "head_to_head_1",
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
    op.create_index("head_to_head_1_by_games", "head_to_head_1", columns)


def _counts() -> None:
    op.create_table(
        "counts_1",
        _text("ruleset", key=True),
        _text("subject", key=True),
        _text("value", key=True),
        _text("status", key=True),
        _number("games"),
    )
    op.create_table("counts_1_games", _text("game", key=True), _text("status"))


def _deadlines() -> None:
    op.create_table("deadlines_1", _text("game", key=True), _text("at"))
    op.create_index("deadlines_1_by_time", "deadlines_1", ["at", "game"])
