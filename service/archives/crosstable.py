"""The crosstable of an archive: what each player scored, in total and against each other.

Its memory grows with the number of players and of pairs that met, not with the number of games.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from io import StringIO
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct, field

from domain.record.synopsis import Synopsis
from domain.ruleset import Place
from domain.table.ranking import ranks
from service.archives.contestants import Contestant, contestant_of

OWN: Final = "x"
"""The cell of a player against themselves."""

_DECIMALS: Final = 3

_FORMULA: Final = re.compile(r"(^|[,;|])(\s*[=+\-@＝＋－＠])")
"""Where a text could become a formula: at its start and, in a program that does not split lines
at commas but at one of these, after that."""

_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")


class Score(Struct):
    """What a player scored in total."""

    name: str = ""
    """The name in the game that ended last, because an account may change it; empty if the player
    never had one."""
    named_at: str = ""
    """When that game ended."""
    games: int = 0
    wins: int = 0
    """Games that the player's side won alone."""
    draws: int = 0
    """Games that it won together with others."""
    points: Fraction = field(default_factory=Fraction)
    """Each game is worth one point, which its winners share. Partners both get their side's."""

    @property
    def losses(self) -> int:
        """Return the number of other games."""
        return self.games - self.wins - self.draws


class Meetings(NamedTuple):
    """What a player scored against another one, and in how many games."""

    points: Fraction = Fraction(0)
    games: int = 0


class RankedPlayer(NamedTuple):
    """A row of a crosstable; players with equal points share a rank."""

    rank: int
    player: Contestant
    score: Score


class Crosstable:
    """Adds up the results of games."""

    def __init__(self) -> None:
        self.games = 0
        self._scores: dict[Contestant, Score] = {}
        self._pairs: dict[tuple[Contestant, Contestant], Meetings] = {}
        """Of the first one with the second one, who sat on another side."""

    def add(self, game: Synopsis) -> None:
        """Count a game, which must have an outcome.

        A player who left the game to a house bot has lost, even if the bot won, as in the results
        of accounts. Players of other sides are compared by the ranks of these.
        """
        self.games += 1
        winners = game.outcome["winners"]
        standing = msgspec.convert(game.outcome["standing"], tuple[Place, ...])
        found = ranks(standing, ((seat.side, seat.left) for seat in game.seats))
        last = len(found) + 1
        players = [
            (contestant_of(seat), seat, last if seat.left else found[seat.side])
            for seat in game.seats
        ]
        for player, seat, own in players:
            score = self._scores.setdefault(player, Score())
            if seat.name and (game.ended or "") >= score.named_at:
                score.name, score.named_at = seat.name, game.ended or ""
            score.games += 1
            first = seat.side in winners and not seat.left
            score.wins += first and len(winners) == 1
            score.draws += first and len(winners) > 1
            score.points += Fraction(first, len(winners))
            for other, opposite, theirs in players:
                if seat.side != opposite.side and player != other:
                    share = Fraction(1 + (own < theirs) - (own > theirs), 2)
                    met = self._pairs.get((player, other), Meetings())
                    self._pairs[player, other] = Meetings(met.points + share, met.games + 1)

    def places(self) -> list[RankedPlayer]:
        """Return all players by points, then by wins and name; only points decide the rank."""
        order = sorted(
            self._scores.items(),
            key=lambda one: (
                -one[1].points,
                -one[1].wins,
                (one[1].name or one[0].id).casefold(),
                one[0],
            ),
        )
        places: list[RankedPlayer] = []
        for number, (player, score) in enumerate(order, 1):
            tied = bool(places) and places[-1].score.points == score.points
            places.append(RankedPlayer(places[-1].rank if tied else number, player, score))
        return places

    def against(self, player: Contestant, other: Contestant) -> "Meetings":
        """Return the meetings of a player with another one."""
        return self._pairs.get((player, other), Meetings())


def csv_of(table: Crosstable) -> Iterator[bytes]:
    """Yield the lines of a crosstable as CSV (RFC 4180), in UTF-8, safe to open in a spreadsheet.

    After the totals, two columns for each player, in the order of the rows, have what the player of
    the row scored against that one, and in how many games. The usual ``1/2`` would become a date.
    """
    places = table.places()
    names = [player_name(place) for place in places]
    columns = [
        f"{number} {name}{what}" for number, name in enumerate(names, 1) for what in ("", " games")
    ]
    totals = ("rank", "player", "kind", "account", "games", "wins", "draws", "losses", "points")
    yield csv_line((*totals, *columns))
    for place, name in zip(places, names, strict=True):
        rank, player, score = place
        account = player.id if player.kind == "account" else ""
        against = [
            cell
            for other in places
            for cell in (
                (OWN, OWN)
                if other.player == player
                else _cells(table.against(player, other.player))
            )
        ]
        counts = (score.games, score.wins, score.draws, score.losses)
        numbers = (*map(str, counts), decimal(score.points))
        yield csv_line((str(rank), name, player.kind, account, *numbers, *against))


def player_name(place: RankedPlayer) -> str:
    """Return what to call a player: the name or, without one, the bot or the account."""
    return place.score.name or place.player.id or "(no name)"


def decimal(number: Fraction) -> str:
    """Return a number of points with at most three decimals.

    >>> decimal(Fraction(5, 2)), decimal(Fraction(3)), decimal(Fraction(1, 3))
    ('2.5', '3', '0.333')
    """
    text = f"{float(number):.{_DECIMALS}f}"
    return text.rstrip("0").rstrip(".")


def _cells(met: Meetings) -> tuple[str, str]:
    return decimal(met.points) if met.games else "", str(met.games)


def csv_line(cells: Sequence[str]) -> bytes:
    """Return a line of CSV in which no cell is a formula for a spreadsheet."""
    text = StringIO()
    csv.writer(text).writerow(map(_harmless, cells))
    return text.getvalue().encode()


def _harmless(cell: str) -> str:
    """Mark what could become a formula as text; a number below zero cannot."""
    return cell if _NUMBER.fullmatch(cell) else _FORMULA.sub(r"\1'\2", cell)
