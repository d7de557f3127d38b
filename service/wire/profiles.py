"""The JSON of profiles: what a player has played, and with what results."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, Literal

import msgspec

from domain.kit.bots import name_of
from domain.rulesets.registry import EDITIONS
from service.projections.tallies import TallyRow
from service.wire.games import Timestamp
from service.wire.players import RatingView

_HOUSE_BOTS: Final = frozenset(bot for rules in EDITIONS for bot in rules.bots)


class ResultsView(msgspec.Struct, frozen=True):
    """The results of a player in games that can be compared, rated or not."""

    ruleset: str
    """Id of the ruleset."""
    stratum: str
    """Which games are counted: those with these options, which change what a seat is worth, such as
    `players=4`."""
    players: int
    """The number of seats of these games."""
    rated: bool
    """Whether players with accounts held all seats of these games."""
    games: int
    """Finished games; won, drawn and lost add up to it."""
    won: int
    """Games that only the player's side won."""
    drawn: int
    """Games that the player's side won together with others."""
    lost: int
    """All other games, and all games that the player left to a house bot."""
    ranks: tuple[int, ...]
    """How often the player's side was first, second and so on; one number for each seat."""


class PlayerDetails(msgspec.Struct, frozen=True):
    """The public profile of a player."""

    id: str
    """The id of the account or of the house bot."""
    kind: Literal["account", "house_bot"]
    name: str
    since: Timestamp | None
    """When the account was created; null for a house bot."""
    running: int | None
    """The number of games that the player is playing now; null for a house bot."""
    results: tuple[ResultsView, ...]
    """The results of finished games, by ruleset and stratum, with rated games separate."""
    ratings: tuple[RatingView, ...]
    """One rating for each ruleset in which they have played a rated game; none for a house bot."""
    ratings_by_stratum: tuple[RatingView, ...]
    """One rating for each stratum in which they have played a rated game, by ruleset and stratum;
    none for a house bot."""


def is_house_bot(player: str) -> bool:
    """Return whether a house bot of any ruleset has this id."""
    return player in _HOUSE_BOTS


def house_bot_details(bot: str, tallies: Sequence[TallyRow]) -> PlayerDetails:
    """Return the profile of a house bot."""
    return PlayerDetails(bot, "house_bot", name_of(bot), None, None, results_view(tallies), (), ())


def results_view(tallies: Sequence[TallyRow]) -> tuple[ResultsView, ...]:
    """Return the JSON of tallies, which are sorted by ruleset, stratum and whether rated."""
    groups = groupby(tallies, key=lambda one: (one.ruleset, one.stratum, one.rated, one.seats))
    return tuple(
        _results(ResultsView(ruleset, stratum, seats, bool(rated), 0, 0, 0, 0, ()), tuple(group))
        for (ruleset, stratum, rated, seats), group in groups
    )


def _results(empty: ResultsView, tallies: Sequence[TallyRow]) -> ResultsView:
    """Return the results of one group of tallies."""

    def games(result: str) -> int:
        return sum(one.games for one in tallies if one.result == result)

    ranks = [0] * empty.players
    for one in tallies:
        ranks[one.rank - 1] += one.games
    return msgspec.structs.replace(
        empty,
        games=sum(ranks),
        won=games("won"),
        drawn=games("drawn"),
        lost=games("lost"),
        ranks=tuple(ranks),
    )
