"""Ratings: how strong an account is on each leader board, from the games that it has finished.

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
)

from service.projections.leader_boards import ALL, LeaderBoard, boards_of, season_of
from service.projections.projection import Change, Projection
from service.projections.results import Placed, rated
from service.storage.database import Database
from service.storage.tables import METADATA, RowValues, number_, put, text_

_RATINGS: Final = Table(
    "ratings_4",
    METADATA,
    text_("ruleset", key=True),
    text_("stratum", key=True),
    text_("season", key=True),
    text_("player", key=True),
    number_("mu"),
    number_("sigma"),
    number_("ordinal"),
    number_("games"),
    text_("rated_at"),
)
_R: Final = _RATINGS.c
_STEPS: Final = Table(
    "ratings_4_steps",
    METADATA,
    text_("player", key=True),
    text_("stratum", key=True),
    text_("season", key=True),
    number_("place", key=True),
    text_("ruleset"),
    text_("game"),
    number_("mu"),
    number_("sigma"),
    number_("ordinal"),
    number_("games"),
    text_("rated_at"),
)
"""The ratings of a player after each rated game; ``place`` is the position of the game's end."""
_S: Final = _STEPS.c
_BOARDS: Final = Table(
    "ratings_4_boards",
    METADATA,
    text_("ruleset", key=True),
    text_("stratum", key=True),
    text_("season", key=True),
)
"""The leader boards that have rated games."""
_B: Final = _BOARDS.c
_INDEXES: Final = (
    Index("ratings_4_by_ordinal", _R.ruleset, _R.stratum, _R.season, _R.ordinal, _R.player),
    Index("ratings_4_by_player", _R.player, _R.season),
    Index("ratings_4_steps_by_ruleset", _S.player, _S.ruleset, _S.stratum, _S.season, _S.place),
)

MILLIONTHS: Final = 1_000_000
_SIGMAS_BELOW: Final = 3
"""The ordinal is a conservative estimate: almost every player is at least this strong."""

_MODEL: Final = PlackettLuce()

_RatingKey: TypeAlias = tuple[LeaderBoard, str]
"""Leader board and player."""


class Rating(msgspec.Struct, frozen=True):
    """How strong an account is on a leader board; mu, sigma and ordinal in millionths."""

    ruleset: str
    stratum: str
    season: str
    player: str
    mu: int
    sigma: int
    ordinal: int
    games: int
    rated_at: str
    """When the last rated game ended."""

    @property
    def key(self) -> _RatingKey:
        """The leader board and the player."""
        return LeaderBoard(self.ruleset, self.stratum, self.season), self.player


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
    """The ratings of all accounts, by leader board."""

    name = "ratings.v4"
    tables = (_RATINGS, _STEPS, _BOARDS)

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
        players = {one.player for _, _, placed in ends for one in placed}
        known = _known(connection, players, {season_of(moment.at) for moment, _, _ in ends})
        changed: set[_RatingKey] = set()
        steps: list[RowValues] = []
        for moment, game, placed in sorted(ends, key=lambda end: end[0].position):
            for board in boards_of(game, moment.at):
                for after in _after(placed, board, known, moment.at):
                    known[after.key] = after
                    changed.add(after.key)
                    of_game = {"place": moment.position, "game": game.id}
                    steps.append({**msgspec.structs.asdict(after), **of_game})
        rows = [msgspec.structs.asdict(known[key]) for key in sorted(changed)]
        put(connection, _RATINGS, rows, renew=("mu", "sigma", "ordinal", "games", "rated_at"))
        put(connection, _STEPS, steps)
        put(connection, _BOARDS, [one._asdict() for one in sorted({board for board, _ in changed})])

    def best(self, board: LeaderBoard, after: RatingsAfter | None, limit: int) -> list[Leader]:
        """Return the best players of a board; ties have the same rank and are ordered by id."""
        listed = _of_board(board)
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

    def strata(self, board: LeaderBoard) -> tuple[str, ...]:
        """Return the strata that have rated games in the season of a board, in order."""
        query = select(_B.stratum).where(_B.ruleset == board.ruleset, _B.season == board.season)
        with self._database.reading() as connection:
            found = connection.execute(query.where(_B.stratum != ALL).order_by(_B.stratum))
            return tuple(found.scalars())

    def seasons(self, board: LeaderBoard) -> tuple[str, ...]:
        """Return the seasons that have rated games of the stratum of a board, newest first."""
        query = select(_B.season).where(_B.ruleset == board.ruleset, _B.stratum == board.stratum)
        with self._database.reading() as connection:
            found = connection.execute(query.where(_B.season != ALL).order_by(_B.season.desc()))
            return tuple(found.scalars())

    def of(self, player: str) -> list[Rating]:
        """Return the ratings of an account over all seasons, by ruleset and stratum."""
        query = select(_RATINGS).where(_R.player == player, _R.season == ALL)
        with self._database.reading() as connection:
            found = connection.execute(query.order_by(_R.ruleset, _R.stratum)).mappings()
            return [Rating(**row) for row in found]

    def steps(
        self, player: str, board: LeaderBoard, before: int | None, limit: int
    ) -> list[RatingStep]:
        """Return how the rating of an account changed on a board, newest first.

        ``ALL`` in the place of the ruleset stands for this board of each ruleset.
        """
        ruleset, stratum, season = board
        listed = (_S.player == player, _S.stratum == stratum, _S.season == season)
        query = select(_STEPS).where(*listed)
        if ruleset != ALL:
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


def _of_board(board: LeaderBoard) -> tuple[ColumnElement[bool], ...]:
    ruleset, stratum, season = board
    return (_R.ruleset == ruleset, _R.stratum == stratum, _R.season == season)


def _known(
    connection: Connection, players: set[str], seasons: set[str]
) -> dict[_RatingKey, Rating]:
    """Return the ratings of these players in these seasons and over all."""
    chosen = (_R.player.in_(sorted(players)), _R.season.in_(sorted({ALL, *seasons})))
    query = select(_RATINGS).where(*chosen)
    found = (Rating(**row) for row in connection.execute(query).mappings())
    return {rating.key: rating for rating in found}


def _after(
    placed: Sequence[Placed], board: LeaderBoard, known: dict[_RatingKey, Rating], at: str
) -> list[Rating]:
    """Return the ratings of all players of a game after it."""
    sides: dict[str, list[Placed]] = {}
    for one in placed:
        sides.setdefault(one.side, []).append(one)
    before = {one.player: known.get((board, one.player)) for one in placed}
    teams = [[_in_model(before[one.player]) for one in team] for team in sides.values()]
    ranks = [float(team[0].rank) for team in sides.values()]
    found: list[Rating] = []
    for team, after in zip(sides.values(), _MODEL.rate(teams, ranks=ranks), strict=True):
        for one, rating in zip(team, after, strict=True):
            mu, sigma = round(rating.mu * MILLIONTHS), round(rating.sigma * MILLIONTHS)
            old = before[one.player]
            games = old.games + 1 if old else 1
            ordinal = mu - _SIGMAS_BELOW * sigma
            found.append(Rating(*board, one.player, mu, sigma, ordinal, games, at))
    return found


def _in_model(rating: Rating | None) -> PlackettLuceRating:
    """Return a rating of the model; for a player without one, the initial rating."""
    if rating is None:
        return _MODEL.rating()
    return _MODEL.rating(mu=rating.mu / MILLIONTHS, sigma=rating.sigma / MILLIONTHS)
