"""The published examples E1 to E3: small tournaments with their points and tie-breaks."""

from typing import Final

from msgspec.structs import replace

from domain.tournament.model import (
    Announced,
    ByeTaken,
    Entrant,
    RoundPlayed,
    Sitting,
    announced,
)

A, B, C, D, E, F, G = range(1, 8)
CHESS: Final = announced(2, 3)


def entrants(count: int) -> list[Entrant]:
    """Return this many entrants without ratings."""
    return [Entrant(number) for number in range(1, count + 1)]


def win(one: int, other: int) -> Sitting:
    """The first player beats the second."""
    return Sitting((one, other), (1, 2))


def draw(one: int, other: int) -> Sitting:
    """The two players are level."""
    return Sitting((one, other), (1, 1))


E1: Final = [
    RoundPlayed((win(A, D), win(B, E), win(C, F))),
    RoundPlayed((win(A, B), draw(C, E), win(D, F))),
    RoundPlayed((draw(A, C), win(B, D), win(E, F))),
]

E2: Final = [
    RoundPlayed((win(A, B), draw(C, D)), (ByeTaken(E, "half"),)),
    RoundPlayed((draw(A, C), win(D, E)), (ByeTaken(B, "pairing"),)),
    RoundPlayed((win(A, D), win(B, C)), (ByeTaken(E, "zero"),)),
    RoundPlayed((draw(B, D), Sitting((C, E), forfeits=(E,))), (ByeTaken(A, "half"),)),
]

E3: Final = [
    RoundPlayed((Sitting((A, B, C, D), (1, 2, 3, 4)), Sitting((E, F, G), (1, 2, 2)))),
    RoundPlayed((Sitting((B, E, A, F), (1, 1, 3, 4)), Sitting((G, C, D), (1, 2, 3)))),
]


def of_edition(rules: Announced, edition: int) -> Announced:
    """Return the rules with another edition of the tie-breaks."""
    return replace(rules, edition=edition)
