"""The numbers of legal actions in ``counts/``, reproduced in three ways."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import comb
from pathlib import Path
from random import Random

import pytest

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import PlacePaladins
from domain.rulesets.carolus_magnus.board import CLANS, NUMBERS
from domain.rulesets.carolus_magnus.position import Position
from tests.support.games.carolus_magnus import dice, disc, given, move, place
from tests.support.run.long import cases

FOLDER = Path(__file__).parent / "counts"
LISTED_MAX = 5_000
"""Up to this many placements are listed one by one."""
TRIED_MAX = cases(30_000, 10_000)
"""Up to this many multisets of clans and places are tried."""
SAMPLES = cases(400, 200)

RINGS = {
    15: "",
    10: """
        1-3     white 3   blue 3
        4-6     black 3   red 3
        7-8     white 2   blue 2
        """,
    6: """
        1-3     white 3   blue 3
        4-6     black 3   red 3
        7-9     white 3   blue 3
        10-12   black 3   red 3
        13-14   {third} 2   blue 2
        """,
    4: """
        1-4     white 4   blue 4
        5-8     black 4   red 4
        9-11    white 3   blue 3
        12-15   {third} 4   red 4
        """,
}
"""By number of territories; a third side, if any, owns the last territory."""


def lines(name: str) -> list[tuple[int, ...]]:
    """Return the lines of a file of counts, as numbers."""
    text = (FOLDER / name).read_text("utf-8")
    rows = (line.partition("#")[0].split() for line in text.splitlines())
    return [tuple(map(int, numbers)) for numbers in rows if numbers]


def position_with(players: int, territories: int, reserve: Sequence[int]) -> Position:
    """Return a position with this many territories, in which seat 0 places from this reserve."""
    third = "gray" if players == 3 else {6: "white", 4: "black"}.get(territories)
    ring = RINGS[territories].format(third=third)
    counts = ", ".join(f"{clan} {count}" for clan, count in zip(CLANS, reserve, strict=True))
    others = dict.fromkeys(range(1, players), "yellow 7")
    position = given(players, ring=ring, reserves={0: counts, **others}).position
    assert len(position.heads) == territories
    return position


def by_formula(reserve: Sequence[int], due: int, territories: int) -> int:
    """Return N(r, t) = Σ over k with Σ kᵢ = P and kᵢ ≤ rᵢ of Π C(kᵢ + L − 1, kᵢ), L = t + 1."""
    total = 0
    for counts in product(*(range(min(count, due) + 1) for count in reserve)):
        if sum(counts) == due:
            ways = 1
            for count in counts:
                ways *= comb(count + territories, count)
            total += ways
    return total


def by_brute_force(reserve: Sequence[int], due: int, territories: int) -> int:
    """Return the number of multisets of (clan, place) that the reserve allows, by trying all."""
    one_each = product(range(len(CLANS)), range(territories + 1))
    return sum(
        all(
            sum(clan == placed for placed, _ in chosen) <= count
            for clan, count in enumerate(reserve)
        )
        for chosen in combinations_with_replacement(list(one_each), due)
    )


@pytest.mark.rule("CM-PLACE-1", "CM-PLACE-6")
@pytest.mark.parametrize("line", lines("placements.txt"), ids=lambda line: " ".join(map(str, line)))
def test_placements(line: tuple[int, ...]) -> None:
    """Counted by ``legal``, by the formula and, if there are few, by listing and trying all."""
    players, territories, *reserve, count = line
    due = min(NUMBERS[players].paladins_per_turn, sum(reserve))
    legal = RULESET.legal(position_with(players, territories, reserve), 0)
    assert legal.count == count
    assert by_formula(reserve, due, territories) == count
    if count <= LISTED_MAX:
        listed = list(legal)
        assert len(set(listed)) == count
        assert all(isinstance(action, PlacePaladins) for action in listed)
    if comb(len(CLANS) * (territories + 1) + due - 1, due) <= TRIED_MAX:
        assert by_brute_force(reserve, due, territories) == count


@pytest.mark.parametrize("line", lines("means.txt"), ids=lambda line: " ".join(map(str, line)))
def test_means(line: tuple[int, ...], seed: int) -> None:
    """The mean over random reserves is close to that of the simulation."""
    players, territories, mean = line
    numbers = NUMBERS[players]
    random = Random(f"{seed} {line}")
    found = 0
    for _ in range(SAMPLES):
        reserve = [0] * len(CLANS)
        for _ in range(numbers.reserve_size):
            reserve[random.randrange(len(CLANS))] += 1
        found += by_formula(reserve, numbers.paladins_per_turn, territories)
    assert found / SAMPLES == pytest.approx(mean, rel=0.15)


@pytest.mark.rule("CM-OPEN-5")
@pytest.mark.parametrize(("players", "count"), lines("discs.txt"))
def test_discs(players: int, count: int) -> None:
    """All ways to play the discs of a fresh block, found with ``legal``."""
    scene = given(players, phase="opening")
    assert sum(1 for _ in _openings(scene.position)) == count


def _openings(position: Position) -> Iterator[Position]:
    if position.phase != "opening":
        yield position
        return
    seat = position.order[position.turn]
    for action in RULESET.legal(position, seat):
        yield from _openings(RULESET.fold(position, RULESET.decide(position, seat, action)))


@pytest.mark.rule("CM-FILL-6")
@pytest.mark.parametrize(("crowns", "count"), lines("crowns.txt"))
def test_crowns(crowns: int, count: int) -> None:
    """The lists of this many clans, while the supply has enough of each."""
    players = 3 if crowns == 4 else 2
    four = ("blue 2", "blue 2", "green 2", "green 2")
    scene = given(players).when(
        place(0, *four[: NUMBERS[players].paladins_per_turn]),
        move(0, 1),
        dice("crown " * crowns + "red " * (NUMBERS[players].paladins_per_turn - crowns)),
    )
    legal = RULESET.legal(scene.position, 0)
    assert legal.count == len(set(legal)) == count == comb(crowns + 4, 4)


def test_a_turn_and_its_steps() -> None:
    """Placements times steps: at most 291,840 with two and four players, 6,371,200 with three."""
    for players, reserve, turns in ((2, (2, 2, 1, 1, 1), 291_840), (3, (2, 2, 2, 2, 1), 6_371_200)):
        assert RULESET.legal(position_with(players, 15, reserve), 0).count * 5 == turns
    scene = given(2, phase="opening").when(disc(0, 5), disc(1, 4))
    scene.when(place(1, "blue 1", "blue 1", "red 1")).then(legal_steps=[1, 2, 3, 4])
