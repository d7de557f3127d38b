"""Records of games that end soon, with chosen players."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from domain.record.record import AnyRecord
from domain.table.actions import Resign, TakeSeat
from domain.table.game import TABLE, By
from tests.support.games.table import SECRET, Table, opened
from tests.support.proof.records import recorded


def short_game(
    game: str,
    sits: Sequence[TakeSeat],
    end: tuple[By, Any] | None = (0, Resign()),
    secret: bytes = SECRET,
    label: str | None = None,
) -> AnyRecord:
    """Return the record of a game in which these sit down, in this order, and one action ends it.

    If ``end`` is None, the game is not finished.
    """
    table = opened(game=game, secret=secret, players=len(sits), label=label)

    def requests() -> Iterator[Table]:
        for sit in sits:
            yield table.ask(TABLE, sit)
        if end is not None:
            yield table.ask(end[0], end[1])

    return recorded(table, requests(), Random(game))
