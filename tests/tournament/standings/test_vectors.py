"""Standings against the published examples E1 to E3, in both editions of the regulations."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from domain.tournament.model import Announced, RoundPlayed, TieBreakId, announced
from domain.tournament.standings.measures import UNITS
from domain.tournament.standings.order import standings
from tests.tournament.vectors import CHESS, E1, E2, E3, entrants, of_edition


def columns(
    rules: Announced, count: int, rounds: Sequence[RoundPlayed], *ids: TieBreakId
) -> Mapping[str, list[Fraction]]:
    """Return the points and tie-breaks of the entrants as fractions, by letter."""
    lines = standings(replace(rules, tie_breaks=ids), entrants(count), rounds)
    return {
        "ABCDEFG"[line.player - 1]: [
            Fraction(line.points, 60),
            *(Fraction(v, UNITS.get(i, 1)) for i, v in zip(ids, line.values, strict=True)),
        ]
        for line in lines
    }


def fractions(rows: str) -> dict[str, list[Fraction]]:
    """Read rows such as ``A 5/2 4``."""
    read = (row.split() for row in rows.strip().splitlines())
    return {name: [Fraction(one) for one in values] for name, *values in read}


def test_three_rounds_without_byes() -> None:
    assert columns(CHESS, 6, E1, "BH", "BH-C1", "BH-M1", "SB", "PS", "WIN") == fractions("""
        A 5/2 5   4   2   4   11/2 2
        B 2   5   4   3/2 5/2 4    2
        C 2   4   4   3/2 2   9/2  1
        D 1   9/2 9/2 2   0   2    1
        E 3/2 4   4   2   1   2    1
        F 0   9/2 7/2 3/2 0   0    0
    """)


def test_byes_and_forfeits_since_2026() -> None:
    assert columns(CHESS, 5, E2, "BH", "BH-C1", "SB", "PS", "WIN", "WON") == fractions("""
        A 3   17/2 13/2 13/2 8    2 2
        B 5/2 9    7    5    11/2 2 1
        C 2   17/2 15/2 7/2  9/2  1 0
        D 2   17/2 15/2 13/4 11/2 1 1
        E 1/2 7/2  3    1/4  2    0 0
    """)


def test_byes_and_forfeits_before_2026() -> None:
    assert columns(of_edition(CHESS, 2024), 5, E2, "BH", "SB") == fractions("""
        A 3   19/2 7
        B 5/2 19/2 11/2
        C 2   19/2 9/2
        D 2   17/2 13/4
        E 1/2 7/2  1/4
    """)


def test_tables_of_four_and_three() -> None:
    assert columns(announced(4, 2), 7, E3, "MBH", "MSB", "WIN", "DUELS") == fractions("""
        E 21   53/3   91/6 1 11/6
        B 15   37/2   31/3 0 3/2
        A 14   115/6  43/6 1 4/3
        G 27/2 55/4   23/8 1 5/4
        C 5    197/12 0    0 5/6
        F 3/2  407/12 27/8 0 1/4
        D 0    247/12 0    0 0
    """)
