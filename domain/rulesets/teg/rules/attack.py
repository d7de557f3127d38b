"""Attacks and their dice (TG-ATTACK)."""

from collections.abc import Sequence

from domain.kit import IllegalAction, Seat
from domain.rulesets.teg.actions import Attack, RollDice
from domain.rulesets.teg.atlas import INDEX, NEIGHBOURS, TERRITORIES
from domain.rulesets.teg.board import CONQUESTS_MAX, DICE_MAX, ROUND_WITHOUT_ATTACK
from domain.rulesets.teg.events import AnyEvent, AttackDeclared, BattleFought
from domain.rulesets.teg.position import Position
from domain.rulesets.teg.rules import conquest
from domain.rulesets.teg.rules.placing import must_have_placed


def attack(position: Position, action: Attack) -> list[AnyEvent]:
    """Attack from a territory of the active seat into a neighbouring one (TG-ATTACK-1)."""
    seat = position.active
    assert seat is not None, "a turn is running"
    must_have_placed(position)
    _must_be_open(position)
    _must_be_neighbours(position, action, seat)
    tokens = position.tokens[INDEX[action.source]]
    if tokens < 2:
        raise IllegalAction(
            "TG-ATTACK-5", "source_needs_two_tokens", source=action.source, tokens=tokens, least=2
        )
    return [AttackDeclared(seat, action.source, action.target)]


def dice_due(position: Position) -> tuple[int, int]:
    """Return the numbers of dice of attacker and defender (TG-ATTACK-11, TG-ATTACK-12)."""
    assert position.attack is not None, "dice are awaited"
    source, target = position.attack
    return min(DICE_MAX, position.tokens[source] - 1), min(DICE_MAX, position.tokens[target])


def roll_dice(position: Position, action: RollDice) -> list[AnyEvent]:
    """Resolve the attack that awaits its dice, with all consequences of a conquest."""
    assert position.attack is not None, "dice are awaited"
    assert position.active is not None, "a turn is running"
    attacking, defending = dice_due(position)
    if len(action.attacker) != attacking:
        raise IllegalAction(
            "TG-ATTACK-11",
            "attacker_dice_follow_from_the_tokens",
            dice=len(action.attacker),
            expected=attacking,
        )
    if len(action.defender) != defending:
        raise IllegalAction(
            "TG-ATTACK-12",
            "defender_dice_follow_from_the_tokens",
            dice=len(action.defender),
            expected=defending,
        )
    source, target = position.attack
    attacker_losses, defender_losses = losses(action.attacker, action.defender)
    conquered = defender_losses == position.tokens[target]
    fought = BattleFought(
        position.active,
        TERRITORIES[source],
        TERRITORIES[target],
        action.attacker,
        action.defender,
        attacker_losses,
        defender_losses,
        conquered,
    )
    if not conquered:
        return [fought]
    return [fought, *conquest.after_conquest(position, position.active, target)]


def losses(attacker: Sequence[int], defender: Sequence[int]) -> tuple[int, int]:
    """Return the tokens that attacker and defender lose (TG-ATTACK-14 … TG-ATTACK-16).

    Compare the highest dice, then the next, and so on; the attacker loses ties.

    >>> losses([6, 3], [5, 3, 1])
    (1, 1)
    """
    # One side's surplus dice have no partner.
    pairs = zip(sorted(attacker, reverse=True), sorted(defender, reverse=True), strict=False)
    won = [attacking > defending for attacking, defending in pairs]
    return won.count(False), won.count(True)


def _must_be_open(position: Position) -> None:
    """Refuse an attack when attacks are not allowed (TG-ATTACK-6, TG-ATTACK-8, TG-ATTACK-9)."""
    if position.round <= ROUND_WITHOUT_ATTACK:
        raise IllegalAction("TG-ATTACK-6", "no_attack_in_the_first_round", round=position.round)
    if position.moved:
        raise IllegalAction("TG-ATTACK-8", "no_attack_after_a_move")
    if position.conquests >= CONQUESTS_MAX:
        raise IllegalAction(
            "TG-ATTACK-9",
            "no_attack_after_three_conquests",
            conquests=position.conquests,
            greatest=CONQUESTS_MAX,
        )


def _must_be_neighbours(position: Position, action: Attack, seat: Seat) -> None:
    """Refuse an attack between unsuitable territories (TG-ATTACK-2, TG-ATTACK-3, TG-ATTACK-4)."""
    source, target = INDEX[action.source], INDEX[action.target]
    if position.owners[source] != seat:
        raise IllegalAction(
            "TG-ATTACK-2",
            "source_of_another",
            source=action.source,
            owner=position.owners[source],
        )
    if position.owners[target] == seat:
        raise IllegalAction("TG-ATTACK-3", "target_is_ones_own", target=action.target)
    if target not in NEIGHBOURS[source]:
        raise IllegalAction(
            "TG-ATTACK-4",
            "territories_do_not_touch",
            source=action.source,
            target=action.target,
            neighbours=[TERRITORIES[other] for other in NEIGHBOURS[source]],
        )
