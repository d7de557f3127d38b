"""Ratings: how strong an account is in a ruleset, from the games that it has finished.

The model is OpenSkill's Plackett-Luce, which supports teams, more than two players, and draws.
Games count in the order of their ends in the log, and ratings are rounded to a millionth after each
game, so the same log gives the same ratings everywhere.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Connection, Index, Table, and_, or_, select, tuple_

from service.projections.projection import Change, Projection
from service.projections.results import Placed, rated, ruleset_of
from service.storage.database import Database
from service.storage.tables import METADATA, number_, put, text_

_RATINGS: Final = Table(
    "ratings_2",
    METADATA,
    text_("ruleset", key=True),
    text_("player", key=True),
    number_("mu"),
    number_("sigma"),
    number_("ordinal"),
    number_("games"),
    text_("rated_at"),
)
_R: Final = _RATINGS.c
_INDEXES: Final = (
    Index("ratings_2_by_ordinal", _R.ruleset, _R.ordinal, _R.player),
    Index("ratings_2_by_player", _R.player),
)

MILLIONTHS: Final = 1_000_000
_SIGMAS_BELOW: Final = 3
"""The ordinal is a conservative estimate: almost every player is at least this strong."""

_MODEL: Final = PlackettLuce()

_RatingKey: TypeAlias = tuple[str, str]
"""Ruleset and player."""


class Rating(msgspec.Struct, frozen=True):
    """How strong an account is in a ruleset; mu, sigma and ordinal in millionths."""

    ruleset: str
    player: str
    mu: int
    sigma: int
    ordinal: int
    games: int
    rated_at: str
    """When the last rated game ended."""


class RatingsAfter(NamedTuple):
    """Where a page of the ranking begins: after the player with this ordinal and id."""

    ordinal: int
    player: str


class Ratings(Projection):
    """The ratings of all accounts, by ruleset."""

    name = "ratings.v2"
    tables = (_RATINGS,)

    def __init__(self, database: Database) -> None:
        self._database = database

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Rate the games that ended, in the order of their ends."""
        ends = [
            (one.ended, ruleset_of(one.game), placed)
            for one in changes
            if one.ended and (placed := rated(one.game))
        ]
        if not ends:
            return
        keys = {(ruleset, one.player) for _, ruleset, placed in ends for one in placed}
        known = _known(connection, keys)
        for moment, ruleset, placed in sorted(ends, key=lambda end: end[0].position):
            for after in _after(placed, ruleset, known, moment.at):
                known[ruleset, after.player] = after
        changed = ("mu", "sigma", "ordinal", "games", "rated_at")
        rows = [msgspec.structs.asdict(known[key]) for key in sorted(keys)]
        put(connection, _RATINGS, rows, renew=changed)

    def best(self, ruleset: str, after: RatingsAfter | None, limit: int) -> list[Rating]:
        """Return the best players of a ruleset; ties are ordered by id."""
        query = select(_RATINGS).where(_R.ruleset == ruleset)
        if after is not None:
            query = query.where(
                or_(
                    _R.ordinal < after.ordinal,
                    and_(_R.ordinal == after.ordinal, _R.player > after.player),
                )
            )
        query = query.order_by(_R.ordinal.desc(), _R.player).limit(limit)
        with self._database.reading() as connection:
            return [Rating(**row) for row in connection.execute(query).mappings()]

    def of(self, player: str) -> list[Rating]:
        """Return the ratings of an account, by ruleset."""
        query = select(_RATINGS).where(_R.player == player).order_by(_R.ruleset)
        with self._database.reading() as connection:
            return [Rating(**row) for row in connection.execute(query).mappings()]


def _known(connection: Connection, keys: set[_RatingKey]) -> dict[_RatingKey, Rating]:
    query = select(_RATINGS).where(tuple_(_R.ruleset, _R.player).in_(sorted(keys)))
    rows = connection.execute(query).mappings()
    return {(row["ruleset"], row["player"]): Rating(**row) for row in rows}


def _after(
    placed: Sequence[Placed], ruleset: str, known: dict[_RatingKey, Rating], at: str
) -> list[Rating]:
    """Return the ratings of all players of a game after it."""
    sides: dict[str, list[Placed]] = {}
    for one in placed:
        sides.setdefault(one.side, []).append(one)
    before = {one.player: known.get((ruleset, one.player)) for one in placed}
    teams = [[_in_model(before[one.player]) for one in team] for team in sides.values()]
    ranks = [float(team[0].rank) for team in sides.values()]
    found: list[Rating] = []
    for team, after in zip(sides.values(), _MODEL.rate(teams, ranks=ranks), strict=True):
        for one, rating in zip(team, after, strict=True):
            mu, sigma = round(rating.mu * MILLIONTHS), round(rating.sigma * MILLIONTHS)
            old = before[one.player]
            games = old.games + 1 if old else 1
            ordinal = mu - _SIGMAS_BELOW * sigma
            found.append(Rating(ruleset, one.player, mu, sigma, ordinal, games, at))
    return found


def _in_model(rating: Rating | None) -> PlackettLuceRating:
    """Return a rating of the model; for a player without one, the initial rating."""
    if rating is None:
        return _MODEL.rating()
    return _MODEL.rating(mu=rating.mu / MILLIONTHS, sigma=rating.sigma / MILLIONTHS)
