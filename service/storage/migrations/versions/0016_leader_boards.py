"""The tables of ratings by stratum and season."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables; those of the previous version stay for workers that still use them."""
    op.create_table(
        "ratings_4",
        _text("ruleset", key=True),
        _text("stratum", key=True),
        _text("season", key=True),
        _text("player", key=True),
        *_rating(),
    )
    columns = ["ruleset", "stratum", "season", "ordinal", "player"]
    op.create_index("ratings_4_by_ordinal", "ratings_4", columns)
    op.create_index("ratings_4_by_player", "ratings_4", ["player", "season"])
    op.create_table(
        "ratings_4_steps",
        _text("player", key=True),
        _text("stratum", key=True),
        _text("season", key=True),
        _number("place", key=True),
        _text("ruleset"),
        _text("game"),
        *_rating(),
    )
    columns = ["player", "ruleset", "stratum", "season", "place"]
    op.create_index("ratings_4_steps_by_ruleset", "ratings_4_steps", columns)
    op.create_table(
        "ratings_4_boards",
        _text("ruleset", key=True),
        _text("stratum", key=True),
        _text("season", key=True),
    )


def _rating() -> tuple[sa.Column[int] | sa.Column[str], ...]:
    numbers = ("mu", "sigma", "ordinal", "games")
    return (*map(_number, numbers), _text("rated_at"))


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, _TEXT, nullable=False, primary_key=key)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, _NUMBER, nullable=False, primary_key=key, autoincrement=False)
