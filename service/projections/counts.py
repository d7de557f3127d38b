"""Counts: the number of games of each ruleset, by state, by option, and by reason of the end."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import Connection, Table, delete, select

from domain.table.game import Game
from service.projections.projection import Change, Projection
from service.projections.results import ruleset_of
from service.storage.database import Database
from service.storage.tables import METADATA, number_, put, text_

_COUNTS: Final = Table(
    "counts_1",
    METADATA,
    text_("ruleset", key=True),
    text_("subject", key=True),
    text_("value", key=True),
    text_("status", key=True),
    number_("games"),
)
_C: Final = _COUNTS.c

_COUNTED: Final = Table(
    "counts_1_games",
    METADATA,
    text_("game", key=True),
    text_("status"),
)
"""The state under which each game is counted."""

_ALL: Final = "all"
_REASON: Final = "reason"
_OPTION: Final = "option."
"""The prefix of the name of an option."""

_CountKey: TypeAlias = tuple[str, str, str, str]
"""Ruleset, subject, value, status."""


class Counted(msgspec.Struct, frozen=True):
    """How many games have one value of an option, by state."""

    value: Any
    games: int
    by_status: dict[str, int]


class RulesetCounts(msgspec.Struct, frozen=True):
    """The numbers of games of a ruleset."""

    games: int
    by_status: dict[str, int]
    by_reason: dict[str, int]
    """Games that are over, by the reason of their end."""
    by_option: dict[str, tuple[Counted, ...]]
    """For each option, the numbers of games by value."""


class Counts(Projection):
    """The counts of all rulesets."""

    name = "counts.v1"
    tables = (_COUNTS, _COUNTED)

    def __init__(self, database: Database) -> None:
        self._database = database

    def look(self, game: Game) -> Hashable:
        """Return the state."""
        return game.status

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Count each game under its present state."""
        games = {one.game.id: one.game for one in changes}
        query = select(_COUNTED).where(_COUNTED.c.game.in_(sorted(games)))
        before = {row.game: row.status for row in connection.execute(query)}
        moved: Counter[_CountKey] = Counter()
        for game in games.values():
            status = before.get(game.id)
            if status == game.status:
                continue
            if status is not None:
                moved.subtract(_keys(game, status))
            moved.update(_keys(game, game.status))
        rows = [
            {"ruleset": ruleset, "subject": subject, "value": value, "status": status, "games": n}
            for (ruleset, subject, value, status), n in sorted(moved.items())
            if n
        ]
        put(connection, _COUNTS, rows, add=["games"])
        # A rebuilt table has no rows with zero games, so this one has none either.
        connection.execute(delete(_COUNTS).where(_C.games == 0))
        states = [{"game": game.id, "status": game.status} for game in games.values()]
        put(connection, _COUNTED, states, renew=["status"])

    def of(self, ruleset: str) -> RulesetCounts:
        """Return the counts of a ruleset."""
        query = select(_COUNTS).where(_C.ruleset == ruleset)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(_C.subject, _C.value, _C.status)).all()
        by_status: dict[str, int] = {}
        by_reason: dict[str, int] = {}
        options: dict[str, dict[str, dict[str, int]]] = {}
        for row in rows:
            if row.subject == _ALL:
                by_status[row.status] = row.games
            elif row.subject == _REASON:
                by_reason[row.value] = row.games
            else:
                values = options.setdefault(row.subject.removeprefix(_OPTION), {})
                values.setdefault(row.value, {})[row.status] = row.games
        return RulesetCounts(
            sum(by_status.values()),
            by_status,
            by_reason,
            {name: _counted(values) for name, values in options.items()},
        )


def _counted(values: dict[str, dict[str, int]]) -> tuple[Counted, ...]:
    return tuple(
        Counted(msgspec.json.decode(value), sum(by_status.values()), by_status)
        for value, by_status in values.items()
    )


def _keys(game: Game, status: str) -> Iterator[_CountKey]:
    """Yield all keys under which a game counts, in a present or former state."""
    ruleset = ruleset_of(game)
    yield ruleset, _ALL, "", status
    for name, value in msgspec.to_builtins(game.options).items():
        yield ruleset, _OPTION + name, msgspec.json.encode(value).decode(), status
    if status == "over":
        yield ruleset, _REASON, game.outcome.reason, status
