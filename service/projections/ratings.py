"""Ratings: how strong an account is in a ruleset, from the games that it has finished.

The model is OpenSkill's Plackett-Luce, which supports teams, more than two players, and draws.
Games count in the order of their ends in the log, and ratings are rounded to a millionth after each
game, so the same log gives the same ratings everywhere.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import (
    ColumnElement,
    Connection,
    Index,
    Table,
    and_,
    func,
    or_,
    select,
    tuple_,
)

from service.projections.projection import Change, Projection
from service.projections.results import Placed, rated, ruleset_of
from service.projections.tallies import rated_in
from service.storage.database import Database
from service.storage.tables import METADATA, RowValues, number_, put, text_

_RATINGS: Final = Table(
    "ratings_3",
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
_STEPS: Final = Table(
    "ratings_3_steps",
    METADATA,
    text_("player", key=True),
    number_("place", key=True),
    text_("ruleset"),
    text_("game"),
    number_("mu"),
    number_("sigma"),
    number_("ordinal"),
    number_("games"),
    text_("rated_at"),
)
"""The rating of a player after each rated game; ``place`` is the position of the game's end."""
_S: Final = _STEPS.c
_INDEXES: Final = (
    Index("ratings_3_by_ordinal", _R.ruleset, _R.ordinal, _R.player),
    Index("ratings_3_by_player", _R.player),
    Index("ratings_3_steps_by_ruleset", _S.player, _S.ruleset, _S.place),
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


class RatingStep(msgspec.Struct, frozen=True):
    """A rating after one game; ``place`` is the position of the game's end in the log."""

    place: int
    game: str
    rating: Rating


class Leader(msgspec.Struct, frozen=True):
    """A rating and its rank: one more than the number of better ones in the same list."""

    rank: int
    rating: Rating


class RatingsAfter(NamedTuple):
    """Where a page of the ranking begins: after the player with this ordinal and id."""

    ordinal: int
    player: str


class Ratings(Projection):
    """The ratings of all accounts, by ruleset."""

    name = "ratings.v3"
    tables = (_RATINGS, _STEPS)

    def __init__(self, database: Database) -> None:
        self._database = database

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Rate the games that ended, in the order of their ends."""
        ends = [
            (one.ended, one.game, placed)
            for one in changes
            if one.ended and (placed := rated(one.game))
        ]
        if not ends:
            return
        keys = {(ruleset_of(game), one.player) for _, game, placed in ends for one in placed}
        known = _known(connection, keys)
        steps: list[RowValues] = []
        for moment, game, placed in sorted(ends, key=lambda end: end[0].position):
            for after in _after(placed, ruleset_of(game), known, moment.at):
                known[after.ruleset, after.player] = after
                of_game = {"place": moment.position, "game": game.id}
                steps.append({**msgspec.structs.asdict(after), **of_game})
        changed = ("mu", "sigma", "ordinal", "games", "rated_at")
        rows = [msgspec.structs.asdict(known[key]) for key in sorted(keys)]
        put(connection, _RATINGS, rows, renew=changed)
        put(connection, _STEPS, steps)

    def best(
        self, ruleset: str, after: RatingsAfter | None, limit: int, *, stratum: str | None = None
    ) -> list[Leader]:
        """Return the best players of a ruleset; ties have the same rank and are ordered by id.

        With a stratum, the list contains only players with a rated game of it.
        """
        listed = [_R.ruleset == ruleset]
        if stratum is not None:
            listed.append(_R.player.in_(rated_in(ruleset, stratum)))
        query = select(_RATINGS).where(*listed)
        if after is not None:
            same = and_(_R.ordinal == after.ordinal, _R.player > after.player)
            query = query.where(or_(_R.ordinal < after.ordinal, same))
        query = query.order_by(_R.ordinal.desc(), _R.player).limit(limit)
        with self._database.reading() as connection:
            found = [Rating(**row) for row in connection.execute(query).mappings()]
            if not found:
                return []
            first = found[0]
            better = _count(connection, *listed, _R.ordinal > first.ordinal)
            tied = (_R.ordinal == first.ordinal, _R.player < first.player)
            level = _count(connection, *listed, *tied)  # on an earlier page
        return _ranked(found, better, level)

    def of(self, player: str) -> list[Rating]:
        """Return the ratings of an account, by ruleset."""
        query = select(_RATINGS).where(_R.player == player).order_by(_R.ruleset)
        with self._database.reading() as connection:
            return [Rating(**row) for row in connection.execute(query).mappings()]

    def steps(
        self, player: str, ruleset: str | None, before: int | None, limit: int
    ) -> list[RatingStep]:
        """Return how the ratings of an account changed, newest first."""
        query = select(_STEPS).where(_S.player == player)
        if ruleset is not None:
            query = query.where(_S.ruleset == ruleset)
        if before is not None:
            query = query.where(_S.place < before)
        query = query.order_by(_S.place.desc()).limit(limit)
        with self._database.reading() as connection:
            rows = [dict(row) for row in connection.execute(query).mappings()]
        return [RatingStep(row.pop("place"), row.pop("game"), Rating(**row)) for row in rows]


def _ranked(found: Sequence[Rating], better: int, level: int) -> list[Leader]:
    """Return ratings with their ranks.

    ``better`` is how many are better than the first, and ``level`` how many tie with it before it.
    """
    leaders: list[Leader] = []
    for number, rating in enumerate(found, better + level + 1):
        ties = bool(leaders) and leaders[-1].rating.ordinal == rating.ordinal
        first = number if leaders else better + 1
        leaders.append(Leader(leaders[-1].rank if ties else first, rating))
    return leaders


def _count(connection: Connection, *conditions: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(_RATINGS).where(*conditions)
    return int(connection.execute(query).scalar_one())


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
