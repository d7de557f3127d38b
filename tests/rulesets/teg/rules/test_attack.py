"""Attacks, conquests and eliminations (TG-ATTACK, TG-CONQ, TG-ELIM)."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import RollDice
from domain.rulesets.teg.events import (
    AttackDeclared,
    BattleFought,
    GameEnded,
    SeatEliminated,
)
from tests.support.games.teg import Example, attack, dice, end, given, move, place, trade

WORLD: dict[str, Any] = {"objectives": "world"}


def front(tokens: int = 4, against: int = 1, **changes: Any) -> Example:
    """Return a turn in which Argentina, with this many tokens, has borders only with seat 1."""
    counts = {"argentina": tokens, "brazil": against}
    return given(2, own={0: "argentina"}, rest=[1], tokens=counts, pool={}, **changes)


@pytest.mark.rule("TG-ATTACK-1", "TG-ATTACK-2", "TG-ATTACK-3", "TG-ATTACK-4", "TG-ATTACK-5")
def test_an_attack_then_its_dice() -> None:
    """A territory with two tokens or more attacks a neighbour; chance rolls, and both lose one."""
    scene = front(3, 3).when(attack(0, "argentina", "brazil"))
    scene.then(AttackDeclared(0, "argentina", "brazil"), attacked=True)
    scene.when(dice("3 6", "1 5 3"))
    scene.then(
        BattleFought(0, "argentina", "brazil", (3, 6), (1, 5, 3), 1, 1, conquered=False),
        tokens={"argentina": 2, "brazil": 2},
        active=0,
    )


@pytest.mark.rule("TG-ATTACK-14", "TG-ATTACK-15", "TG-ATTACK-16")
def test_two_dice_meet_the_highest_two_of_three() -> None:
    """The lowest die of the defender has no partner, wherever it lies; the attacker loses ties."""
    scene = front(3, 3).when(attack(0, "argentina", "brazil")).when(dice("3 6", "1 5 6"))
    fought = BattleFought(0, "argentina", "brazil", (3, 6), (1, 5, 6), 2, 0, conquered=False)
    scene.then(fought, tokens={"argentina": 1, "brazil": 3})


@pytest.mark.rule("TG-ATTACK-2", refused=True)
def test_nobody_attacks_from_anothers_land() -> None:
    """Not even between two territories of others."""
    scene = front().when(attack(0, "brazil", "peru"))
    scene.refused("TG-ATTACK-2", "source_of_another")


@pytest.mark.rule("TG-ATTACK-3")
def test_a_seat_that_is_out_can_still_be_attacked() -> None:
    """A seat that resigned still defends with dice."""
    status = ["active", "resigned", "active"]
    scene = given(3, status=status, tokens={"argentina": 4, "brazil": 2}, pool={})
    scene.when(attack(0, "argentina", "brazil")).then()
    assert RULESET.asks(scene.position) == (6,) * 5


@pytest.mark.rule("TG-ATTACK-3", refused=True)
@pytest.mark.parametrize("target", ["chile", "argentina"])
def test_no_seat_attacks_itself(target: str) -> None:
    """Neither a neighbour with the same owner nor the source itself."""
    scene = given(2, own={0: "argentina chile"}, rest=[1], tokens={"argentina": 4}, pool={})
    scene.when(attack(0, "argentina", target)).refused("TG-ATTACK-3", "target_is_ones_own")


@pytest.mark.rule("TG-ATTACK-4", refused=True)
def test_attacks_do_not_go_far() -> None:
    """Brazil lies between Argentina and Colombia."""
    scene = front().when(attack(0, "argentina", "colombia"))
    scene.refused("TG-ATTACK-4", "territories_do_not_touch")


@pytest.mark.rule("TG-ATTACK-5", refused=True)
def test_one_token_does_not_attack() -> None:
    """The last token must stay."""
    scene = front(1).when(attack(0, "argentina", "brazil"))
    scene.refused("TG-ATTACK-5", "source_needs_two_tokens")


@pytest.mark.rule("TG-ATTACK-6")
def test_attacks_begin_in_round_two() -> None:
    """In round 2 seats collect nothing, but may attack."""
    front(round=2).when(attack(0, "argentina", "brazil")).then(attacked=True)


@pytest.mark.rule("TG-ATTACK-6", refused=True)
def test_no_attack_in_round_one() -> None:
    """However many tokens there are."""
    scene = front(9, round=1)
    assert "attack" not in RULESET.awaits(scene.position)[0].actions
    scene.when(attack(0, "argentina", "brazil"))
    scene.refused("TG-ATTACK-6", "no_attack_in_the_first_round")


@pytest.mark.rule("TG-ATTACK-8")
def test_attacks_before_moves() -> None:
    """Until the first move, attacks continue, even after a lost one."""
    scene = front(5).when(attack(0, "argentina", "brazil"), dice("1 1 1", "6"))
    scene.when(attack(0, "argentina", "brazil")).then(moved=False)


@pytest.mark.rule("TG-ATTACK-8", refused=True)
def test_no_attack_after_a_move() -> None:
    """From no territory."""
    scene = given(2, own={0: "argentina chile"}, rest=[1], tokens={"argentina": 4}, pool={})
    scene.when(move(0, "argentina", "chile", 1), attack(0, "argentina", "brazil"))
    scene.refused("TG-ATTACK-8", "no_attack_after_a_move")


@pytest.mark.rule("TG-ATTACK-9", "TG-ATTACK-10")
def test_attacks_are_unlimited_until_the_third_conquest() -> None:
    """Even against one target repeatedly, and after two conquests."""
    scene = front(9, 3, conquests=2)
    for _ in range(2):
        scene.when(attack(0, "argentina", "brazil"), dice("1 1 1", "6 6 6"))
    scene.then(tokens={"argentina": 3, "brazil": 3}).when(attack(0, "argentina", "chile"))
    scene.when(dice("6 6", "1")).then(conquests=3)


@pytest.mark.rule("TG-ATTACK-9", refused=True)
def test_no_attack_after_the_third_conquest() -> None:
    """Three conquests are the limit of a turn."""
    scene = front(9, conquests=2).when(attack(0, "argentina", "brazil"), dice("6 6 6", "1"))
    assert "attack" not in RULESET.awaits(scene.position)[0].actions
    scene.when(attack(0, "argentina", "chile"))
    scene.refused("TG-ATTACK-9", "no_attack_after_three_conquests")


@pytest.mark.rule("TG-ATTACK-11", "TG-ATTACK-12", refused=True)
@pytest.mark.rule("TG-ATTACK-13")
def test_nobody_chooses_the_number_of_dice() -> None:
    """Three attacking tokens roll two dice, and so do two defenders: no more and no fewer."""
    scene = front(3, 2).when(attack(0, "argentina", "brazil"))
    for thrown in ("6", "6 6 6", ""):
        scene.when(dice(thrown, "1 1"))
        scene.refused("TG-ATTACK-11", "attacker_dice_follow_from_the_tokens")
        scene.refusal = None
    for thrown in ("1", "1 1 1", ""):
        scene.when(dice("6 6", thrown))
        scene.refused("TG-ATTACK-12", "defender_dice_follow_from_the_tokens")
        scene.refusal = None
    scene.when(dice("6 6", "1 1")).then(conquests=1)


@pytest.mark.rule("TG-ATTACK-17")
def test_the_house_rolls_fair_dice(seed: int) -> None:
    """Each face is equally frequent, for both sides and at every place."""
    position = front(4, 3).when(attack(0, "argentina", "brazil")).position
    random = Random(seed)
    faces: list[Counter[int]] = [Counter() for _ in range(6)]
    for _ in range(3_000):
        action = RULESET.answer(position, [random.randrange(six) for six in RULESET.asks(position)])
        assert isinstance(action, RollDice)
        for counter, face in zip(faces, action.attacker + action.defender, strict=True):
            counter[face] += 1
    for counter in faces:
        assert set(counter) == set(range(1, 7))
        # Seven standard deviations.
        assert all(abs(count - 500) < 143 for count in counter.values())


# --- conquest ------------------------------------------------------------------------------------


@pytest.mark.rule("TG-CONQ-1", "TG-CONQ-2", "TG-CONQ-3", "TG-CONQ-4", "TG-CONQ-5")
def test_one_token_follows_a_conquest() -> None:
    """The attacker wins all pairs; one token follows, which does not count as a move."""
    scene = front(9, 2).when(attack(0, "argentina", "brazil"), dice("6 6 1", "5 5"))
    scene.then(
        BattleFought(0, "argentina", "brazil", (6, 6, 1), (5, 5), 0, 2, conquered=True),
        owner={"brazil": 0},
        tokens={"argentina": 8, "brazil": 1},
        arrived={"brazil": 0},
        conquests=1,
        moved=False,
    )


@pytest.mark.rule("TG-CONQ-4")
def test_the_last_two_tokens_are_divided() -> None:
    """One stays and one goes."""
    scene = front(2).when(attack(0, "argentina", "brazil"), dice("6", "5"))
    scene.then(tokens={"argentina": 1, "brazil": 1}, owner={"argentina": 0, "brazil": 0})


@pytest.mark.rule("TG-CONQ-6")
def test_a_conquered_land_attacks_after_a_trade() -> None:
    """Its card was traded: with three tokens it attacks, once the new ones are placed."""
    scene = front(4, hands={0: "c_brazil c_peru w_1"})
    scene.when(attack(0, "argentina", "brazil"), dice("6 6 6", "1"))
    scene.when(trade(0, "c_brazil c_peru w_1"), place(0, "argentina", 4))
    scene.when(attack(0, "brazil", "colombia"), dice("6 6", "1"))
    scene.then(tokens={"brazil": 2, "colombia": 1}, conquests=2)


# --- elimination ---------------------------------------------------------------------------------


def last_land(players: int = 3, **changes: Any) -> Example:
    """Return a turn in which seat 0 can take the last territory of seat 1, Uruguay."""
    own = {0: "argentina", 1: "uruguay", **changes.pop("own", {})}
    rest = range(2, players)
    changed = {"options": WORLD, "tokens": {"argentina": 4}, **changes}
    return given(players, own=own, rest=rest, pool={}, **changed).when(
        attack(0, "argentina", "uruguay")
    )


@pytest.mark.rule("TG-ELIM-1", "TG-ELIM-2")
def test_cards_are_inherited_until_there_are_five() -> None:
    """The oldest first; everybody sees the cards that are left over."""
    hands = {0: "w_1", 1: "c_iran c_india c_china c_japan w_2"}
    scene = last_land(hands=hands).when(dice("6 6 6", "1"))
    scene.then(
        SeatEliminated(1, 0, ("c_iran", "c_india", "c_china", "c_japan"), 4, ("w_2",), ()),
        status=["active", "eliminated", "active"],
        hands={0: ["w_1", "c_iran", "c_india", "c_china", "c_japan"]},
        discard=["w_2"],
    )


@pytest.mark.rule("TG-ELIM-1")
def test_a_seat_with_another_land_stays() -> None:
    """Losing the last territory but one changes nothing."""
    scene = last_land(own={1: "uruguay java"}).when(dice("6 6 6", "1"))
    scene.without(SeatEliminated).then(status=["active"] * 3)


@pytest.mark.rule("TG-ELIM-3")
def test_all_cards_are_discarded_if_agreed() -> None:
    """If the options say so, the conqueror gets no cards."""
    options = {**WORLD, "elimination_cards": "discard"}
    scene = last_land(options=options, hands={0: "w_1", 1: "c_iran w_2"}).when(dice("6 6 6", "1"))
    scene.then(hands={0: ["w_1"]}, discard=["c_iran", "w_2"])


@pytest.mark.rule("TG-ELIM-4")
def test_the_turn_of_an_eliminated_seat_is_skipped() -> None:
    """Seat 2 follows seat 0."""
    scene = last_land().when(dice("6 6 6", "1"), end(0))
    scene.when(("chance", RULESET.answer(scene.position, [0]))).then(active=2)


@pytest.mark.rule("TG-ELIM-4", refused=True)
def test_an_eliminated_seat_decides_nothing() -> None:
    """Neither in its turn nor out of turn."""
    scene = last_land().when(dice("6 6 6", "1"), end(1))
    scene.refused("TG-ELIM-4", "seat_is_eliminated")


@pytest.mark.rule("TG-ELIM-5")
def test_cards_change_hands_before_the_victory() -> None:
    """The last conquest of the world eliminates, passes on the cards, and ends the game."""
    scene = given(
        2,
        own={1: "uruguay"},
        rest=[0],
        tokens={"argentina": 2},
        pool={},
        hands={1: "w_1 w_2"},
    )
    scene.when(attack(0, "argentina", "uruguay"), dice("6", "5"))
    assert [type(event) for event in scene.batch] == [BattleFought, SeatEliminated, GameEnded]
    result = {"winners": ["blue"], "reasons": ["world", "last_standing"]}
    scene.then(hands={0: ["w_1", "w_2"]}, result=result)
