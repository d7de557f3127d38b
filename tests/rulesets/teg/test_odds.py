"""The odds of attacks, compared with all possible throws and with exact fractions."""

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from domain.rulesets.teg.odds import COUNTS, TOKENS_MAX, siege
from domain.rulesets.teg.rules.attack import losses

ODDS = json.loads((Path(__file__).parent / "vectors" / "tables" / "odds.json").read_text("utf-8"))


@cache
def exactly(attackers: int, defenders: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chance of conquest and the expected losses of both sides, as fractions.

    Calculate them independently of the bots' odds: from the losses of the rules, over all throws.
    """
    if not defenders:
        return Fraction(1), Fraction(0), Fraction(0)
    if attackers < 2:
        return Fraction(0), Fraction(0), Fraction(0)
    totals = [Fraction(0)] * 3
    thrown = throws(min(3, attackers - 1), min(3, defenders))
    for (lost, taken), count in thrown.items():
        share = Fraction(count, thrown.total())
        conquest, own, other = exactly(attackers - lost, defenders - taken)
        for index, value in enumerate((conquest, own + lost, other + taken)):
            totals[index] += share * value
    return totals[0], totals[1], totals[2]


@cache
def throws(attacking: int, defending: int) -> Counter[tuple[int, int]]:
    """Return how many throws cost attacker and defender each number of tokens."""
    faces = range(1, 7)
    return Counter(
        losses(attacker, defender)
        for attacker in product(faces, repeat=attacking)
        for defender in product(faces, repeat=defending)
    )


@pytest.mark.rule("TG-ATTACK-14", "TG-ATTACK-15", "TG-ATTACK-16", "TG-ATTACK-17")
@pytest.mark.parametrize(
    "case", ODDS["one_attack"], ids=lambda case: f"{case['attacker_dice']}-{case['defender_dice']}"
)
def test_one_attack(case: dict[str, Any]) -> None:
    """TG-V-PROB-1: how many of all throws, equally likely, cost each side how many tokens."""
    attacking, defending = case["attacker_dice"], case["defender_dice"]
    counted = throws(attacking, defending)
    assert counted.total() == case["total"]
    assert {f"{lost},{taken}": count for (lost, taken), count in counted.items()} == case["counts"]
    expected = [
        sum(Fraction(both[side] * count, counted.total()) for both, count in counted.items())
        for side in (0, 1)
    ]
    assert expected[0] == Fraction(case["expected_attacker_losses"])
    assert expected[1] == Fraction(case["expected_defender_losses"])
    # The counts that the house bots use.
    assert COUNTS[attacking, defending] == tuple(
        counted[lost, min(attacking, defending) - lost] for lost in range(len(counted))
    )


def test_conquest_exactly() -> None:
    """TG-V-PROB-2: attacks repeated to the end, as fractions."""
    for case in ODDS["conquest_exact"]:
        conquest, _, _ = exactly(case["attackers"], case["defenders"])
        assert conquest == Fraction(case["chance"])


def test_conquest() -> None:
    """TG-V-PROB-3: the same for up to 12 against up to 10, and the odds that the bots use."""
    for attackers, row in ODDS["conquest"].items():
        for defenders, chance in enumerate(row, start=1):
            conquest, _, _ = exactly(int(attackers), defenders)
            assert abs(conquest - Fraction(str(chance))) <= Fraction("0.0000005")
            assert siege(int(attackers), defenders).conquest == pytest.approx(float(conquest))


def test_tokens_lost() -> None:
    """TG-V-PROB-4: the losses of both sides in repeated attacks, and those that the bots expect."""
    for attackers, row in ODDS["tokens_lost"].items():
        for defenders, (attacker_losses, defender_losses) in enumerate(row, start=1):
            _, own, other = exactly(int(attackers), defenders)
            assert float(own) == pytest.approx(attacker_losses, abs=0.0000005)
            assert float(other) == pytest.approx(defender_losses, abs=0.0000005)
            odds = siege(int(attackers), defenders)
            assert odds.attacker_losses == pytest.approx(float(own))
            assert odds.defender_losses == pytest.approx(float(other))


def test_armies_without_limit() -> None:
    """Odds are immediate for any number of tokens, and more tokens are never worse."""
    assert siege(1, 5).conquest == 0
    assert siege(100_000, 1).conquest == pytest.approx(1)
    assert siege(2, 100_000).conquest == pytest.approx(0)
    chances = [siege(attackers, 50).conquest for attackers in (40, 60, TOKENS_MAX, 200, 5_000)]
    assert chances == sorted(chances)
