"""The people for whom a game waits: to decide, or to take the seat that is reserved for them."""

from collections.abc import Iterator
from typing import NamedTuple

from domain.ruleset import Seat
from domain.table.game import Game
from domain.table.reserving import BOT


class Awaited(NamedTuple):
    """A person that a game waits for."""

    seat: Seat
    to_sit_down: bool
    """Whether the person has to sit down, not to decide."""
    account: str | None
    """None for a person without an account."""


def people_awaited(game: Game) -> Iterator[Awaited]:
    """Yield the people that a game waits for; none in a pause."""
    if game.paused:
        return
    for seat in game.people_due:
        yield Awaited(seat, to_sit_down=False, account=game.seats[seat].player)
    if game.status == "open":
        for seat, key in enumerate(game.reserved):
            if not game.seats[seat].taken and not key.startswith(BOT):
                yield Awaited(seat, to_sit_down=True, account=key)
