"""Leader boards: which games of a ruleset count together for ratings.

A game counts on four boards: that of all games of its ruleset, that of its stratum, that of the
season in which it ended, and that of its stratum in this season. Each has ratings of its own, which
begin with the first game of the board.
"""

from itertools import product
from typing import Final, NamedTuple

from domain.table.game import Game
from service.projections.results import ruleset_of

ALL: Final = ""
"""In place of a stratum or a season: all of them; no stratum or season has this name."""

_MONTHS_OF_A_SEASON: Final = 3


class LeaderBoard(NamedTuple):
    """A ruleset, and which of its games count."""

    ruleset: str
    stratum: str = ALL
    season: str = ALL


def boards_of(game: Game, ended_at: str) -> tuple[LeaderBoard, ...]:
    """Return the boards on which a game counts that ended at this time: RFC 3339, UTC."""
    strata = (ALL, game.rules.stratum(game.options))
    seasons = (ALL, season_of(ended_at))
    return tuple(LeaderBoard(ruleset_of(game), *chosen) for chosen in product(strata, seasons))


def season_of(at: str) -> str:
    """Return the season of a time in RFC 3339, UTC: the calendar quarter, such as ``2026-Q4``."""
    year, month = at[:4], int(at[5:7])
    return f"{year}-Q{(month - 1) // _MONTHS_OF_A_SEASON + 1}"
