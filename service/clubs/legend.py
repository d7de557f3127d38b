"""Says what the columns and signs of standings and crosstables mean, as far as they occur."""

from collections.abc import Iterable, Sequence

from domain.kit.words import Words
from domain.tournament.history import Outing
from domain.tournament.model import TieBreakId

_SIGNS = ("forfeit_win", "forfeit_loss", "pending", "pairing", "full", "half", "zero")
"""The kinds of rounds whose cells have a sign or word of their own, in the order of a legend."""


def legend_of_standings(tie_breaks: Sequence[TieBreakId], texts: Words) -> tuple[str, ...]:
    """Return the meaning of each tie-break; nothing where a knock-out gives the places."""
    if not tie_breaks:
        return ()
    meanings = (f"{one}: {texts(f'tie_break.{one}')}" for one in tie_breaks)
    return (texts("legend.rank"), *meanings)


def legend_of_crosstable(cells: Iterable[tuple[Outing, str]], texts: Words) -> tuple[str, ...]:
    """Return what the cells mean, with a cell of the table itself as the example of a game."""
    game = table = ""
    kinds = set()
    for one, cell in cells:
        kinds.add(one.kind)
        if one.kind != "played":
            continue
        if one.size == 2 and one.seat == 0:
            game = game or cell
        elif one.size > 2:
            table = table or cell
    examples = {"legend.game": game, "legend.table": table}
    return (
        *(texts(key, example=cell) for key, cell in examples.items() if cell),
        *(texts(f"legend.{kind}") for kind in _SIGNS if kind in kinds),
    )
