"""Round robins for three to five seats: everybody meets everybody exactly once (TN-ROBIN-2).

Such schedules exist for few numbers of players. They come from constructions of a few lines:

* *Lines*: the lines of an affine space, one direction a round; 9, 16 and 25 players are planes of
  3, 4 and 5 points a line, 27 and 64 are spaces.
* *Turned*: one round as data, of which each number is moved on inside its cycle; 15 players by
  Kirkman, 28 players.
* *Three times a prime* (Ray-Chaudhuri and Wilson): 21 and 39 players at tables of three.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

DesignRounds: TypeAlias = Iterator[list[list[int]]]

_FOUR_PLUS: Final = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))
_FOUR_TIMES: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""The field of four elements."""

_KIRKMAN: Final = ((14, 0, 7), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10))
_TWENTY_EIGHT: Final = (
    (27, 0, 9, 18),
    (1, 3, 6, 14),
    (2, 21, 22, 24),
    (4, 5, 11, 19),
    (7, 10, 17, 23),
    (8, 13, 20, 25),
    (12, 15, 16, 26),
)


def _plus(order: int, one: int, other: int) -> int:
    return _FOUR_PLUS[one][other] if order == 4 else (one + other) % order


def _times(order: int, one: int, other: int) -> int:
    return _FOUR_TIMES[one][other] if order == 4 else one * other % order


def _lines(order: int, dimension: int) -> DesignRounds:
    points = list(product(range(order), repeat=dimension))
    number = {point: at for at, point in enumerate(points)}
    for direction in points:
        if next((part for part in direction if part), 0) != 1:
            continue
        left = set(points)
        lines = []
        for point in points:
            if point in left:
                line = [_moved(order, point, direction, by) for by in range(order)]
                left.difference_update(line)
                lines.append([number[one] for one in line])
        yield lines


def _moved(
    order: int, point: tuple[int, ...], direction: tuple[int, ...], by: int
) -> tuple[int, ...]:
    return tuple(
        _plus(order, part, _times(order, by, step))
        for part, step in zip(point, direction, strict=True)
    )


def turned(base: Sequence[Sequence[int]], cycle: int, fixed: int | None) -> DesignRounds:
    """Yield the rounds in which each number of a base round but one is moved on in its cycle."""
    for by in range(cycle):
        yield [
            [one if one == fixed else one // cycle * cycle + (one + by) % cycle for one in table]
            for table in base
        ]


def _three_times(prime: int, root: int) -> DesignRounds:
    """Yield the rounds for three times a prime of the form 6t + 1, with a primitive root."""
    sixth = (prime - 1) // 6
    power = [pow(root, exponent, prime) for exponent in range(6 * sixth)]

    def at(exponent: int, level: int, by: int) -> int:
        return level * prime + (power[exponent % len(power)] + by) % prime

    def across(start: int, by: int) -> list[int]:
        return [at(start + 2 * sixth * level, level, by) for level in range(3)]

    inside = [one for one in range(6 * sixth) if one // sixth % 2 == 0]
    outside = [one for one in range(6 * sixth) if one // sixth % 2]
    for by in range(prime):
        yield [
            [level * prime + by for level in range(3)],
            *(
                [at(start + 2 * sixth * step, level, by) for step in range(3)]
                for level in range(3)
                for start in range(sixth)
            ),
            *(across(start, by) for start in outside),
        ]
    for start in inside:
        yield [across(start, by) for by in range(prime)]


_DESIGNS: Final[Mapping[tuple[int, int], Callable[[], DesignRounds]]] = {
    (9, 3): lambda: _lines(3, 2),
    (15, 3): lambda: turned(_KIRKMAN, 7, 14),
    (21, 3): lambda: _three_times(7, 3),
    (27, 3): lambda: _lines(3, 3),
    (39, 3): lambda: _three_times(13, 2),
    (16, 4): lambda: _lines(4, 2),
    (28, 4): lambda: turned(_TWENTY_EIGHT, 9, 27),
    (64, 4): lambda: _lines(4, 3),
    (25, 5): lambda: _lines(5, 2),
}

DESIGNED: Final = tuple(_DESIGNS)
"""The numbers of players and of seats for which there is a schedule."""


def design(players: int, seats: int) -> list[list[list[int]]]:
    """Return the rounds for one of ``DESIGNED``, as tables of numbers from 0, in no turn order."""
    return list(_DESIGNS[players, seats]())
