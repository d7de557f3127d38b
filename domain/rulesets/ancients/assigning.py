"""All ways to use dice for pieces, counted without listing them."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from domain.rulesets.ancients.board import Piece
from domain.rulesets.ancients.ordering import DiceOrders

_Key: TypeAlias = tuple[tuple[int, ...], ...]


class Assignments:
    """The assignments of dice: each die is used for one of its pieces, or not at all.

    Pieces that the same dice can name, and that can be named equally often, are alike: the number
    of ways depends only on how many of them are left. So it is counted once for each such number.
    """

    def __init__(self, dice: DiceOrders) -> None:
        """Set the dice."""
        self._options: Final = dice.options
        self._capacity: Final = dict(dice.capacity)
        kinds: dict[tuple[bool, ...], list[Piece]] = {}
        for piece in dice.capacity:
            named_by = tuple(piece in options for options in dice.options)
            kinds.setdefault(named_by, []).append(piece)
        self._kinds: Final = tuple(kinds.values())
        self._counts: Final[dict[tuple[int, _Key], int]] = {}

    @property
    def count(self) -> int:
        """The number of assignments."""
        return self._count(0, dict(self._capacity))

    def at(self, index: int) -> tuple[Piece | None, ...]:
        """Return the assignment number ``index``; the first uses no die."""
        left = dict(self._capacity)
        chosen: list[Piece | None] = []
        for die in range(len(self._options)):
            for piece in self._choices(die, left):
                ways = self._with(die, piece, left)
                if index < ways:
                    chosen.append(piece)
                    if piece is not None:
                        left[piece] -= 1
                    break
                index -= ways
        return tuple(chosen)

    def _choices(self, die: int, left: dict[Piece, int]) -> Sequence[Piece | None]:
        return [None, *(one for one in self._options[die] if left[one])]

    def _with(self, die: int, piece: Piece | None, left: dict[Piece, int]) -> int:
        """Return the number of ways to use the later dice if this one is used for a piece."""
        if piece is None:
            return self._count(die + 1, left)
        return self._count(die + 1, {**left, piece: left[piece] - 1})

    def _count(self, die: int, left: dict[Piece, int]) -> int:
        if die == len(self._options):
            return 1
        key = die, tuple(tuple(sorted(left[one] for one in kind)) for kind in self._kinds)
        if key not in self._counts:
            self._counts[key] = sum(
                self._with(die, piece, left) for piece in self._choices(die, left)
            )
        return self._counts[key]
