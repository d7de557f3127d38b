"""The tables of ratings with their course over time, and of the places of players."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables; those of the previous version stay for workers that still use them."""
    op.create_table(
        "ratings_3",
        _text("ruleset", key=True),
        _text("player", key=True),
        *_rating(),
    )
    op.create_index("ratings_3_by_ordinal", "ratings_3", ["ruleset", "ordinal", "player"])
    op.create_index("ratings_3_by_player", "ratings_3", ["player"])
    op.create_table(
        "ratings_3_steps",
        _text("player", key=True),
        _number("place", key=True),
        _text("ruleset"),
        _text("game"),
        *_rating(),
    )
    columns = ["player", "ruleset", "place"]
    op.create_index("ratings_3_steps_by_ruleset", "ratings_3_steps", columns)
    op.create_table(
        "tallies_1",
        _text("player", key=True),
        _text("ruleset", key=True),
        _text("stratum", key=True),
        _number("rated", key=True),
        _number("rank", key=True),
        _text("result", key=True),
        _number("seats"),
        _number("games"),
    )


def _rating() -> tuple[sa.Column[int] | sa.Column[str], ...]:
    numbers = ("mu", "sigma", "ordinal", "games")
    return (*map(_number, numbers), _text("rated_at"))


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False, primary_key=key)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, _NUMBER, nullable=False, primary_key=key, autoincrement=False)
