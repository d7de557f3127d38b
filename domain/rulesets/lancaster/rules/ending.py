"""The final scoring (LA-END)."""

from collections.abc import Sequence

from domain.kit import leading
from domain.rulesets.lancaster.board import EDITION
from domain.rulesets.lancaster.events import FinalScored, GameEnded
from domain.rulesets.lancaster.position import Table, in_play


def final_score(table: Table) -> FinalScored:
    """Return the points of knighthood, extensions and nobles (LA-END-1, LA-TWO-22)."""
    seats = range(table.options.players)
    strengths = [sum(one for one, _ in in_play(table, seat)) for seat in seats]
    built = [len(tiles) for tiles in table.extensions]
    return FinalScored(
        majority(list(zip(strengths, table.squires, strict=True))),
        majority(list(zip(built, table.gold, strict=True))),
        tuple(EDITION.noble_points[len(nobles)] for nobles in table.tables),
        tuple(strengths),
        tuple(table.gold),
        tuple(table.squires),
    )


def majority(values: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the points of each seat; ``values`` are value and tie-break (LA-END-6)."""
    prizes = EDITION.majority
    second = prizes.two_player_second if len(values) == _TWO else prizes.second
    best = max(values)
    first = values.count(best)
    if first > 1:
        return tuple((prizes.first + second) // first * (one == best) for one in values)
    following = max((one for one in values if one != best), default=None)
    shared = second // max(values.count(following), 1) if following is not None else 0
    return tuple(prizes.first if one == best else shared * (one == following) for one in values)


_TWO = 2


def game_end(table: Table) -> GameEnded:
    """Return the end of the game: all with the most points win (LA-END-14)."""
    power = dict(zip(table.options.seat_colors, table.power, strict=True))
    return GameEnded("rounds", tuple(leading(power)), power)
