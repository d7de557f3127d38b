"""Valuing the battles, and the ransom of prisoners (LA-SC-BATTLE, LA-RANSOM)."""

from collections import Counter
from typing import Literal, NamedTuple

from domain.kit import IllegalAction, Seat
from domain.rulesets.lancaster.actions import Ransom
from domain.rulesets.lancaster.board import BATTLE, EDITION
from domain.rulesets.lancaster.course import has_room
from domain.rulesets.lancaster.events import BattleValued, PrisonersSettled
from domain.rulesets.lancaster.position import (
    Battle,
    Side,
    Table,
    battle_named,
    color_of,
    is_ally,
)
from domain.rulesets.lancaster.rules import rewards
from domain.rulesets.lancaster.rules.play import Play


class Result(NamedTuple):
    """How a battle ends: who wins, and the sides by rank with the points of their rank."""

    english: int
    winner: Literal["england", "france"]
    ranking: tuple[Side, ...]
    points: tuple[int, ...]


def result_of(battle: Battle) -> Result:
    """Return how a battle ends (LA-SC-BATTLE-2 to LA-SC-BATTLE-10)."""
    card = BATTLE[battle.card]
    stakes = [(sum(slot.knights), number, slot.side) for number, slot in enumerate(battle.slots)]
    english = sum(stake for stake, _, _ in stakes)
    won = english >= card.f
    ranking = tuple(side for _, _, side in sorted(stakes, reverse=True))
    values = card.pp if won else (*card.pp[1:], 0)
    return Result(english, "england" if won else "france", ranking, values[: len(ranking)])


def must_have_room(battle: Battle, side: Side, card: str) -> None:
    """Refuse a knight in a battle whose slots for the side are full (LA-BATTLE-5)."""
    if not has_room(battle, side):
        raise IllegalAction("LA-BATTLE-5", "slots_are_full", card=card)


def value_battle(table: Table) -> BattleValued:
    """Return the event of the battle in question (LA-TWO-19)."""
    battle = _in_question(table)
    result = result_of(battle)
    return BattleValued(
        battle.card,
        result.english,
        result.winner,
        tuple(color_of(table, side) for side in result.ranking),
        tuple(
            0 if is_ally(table, side) else points
            for side, points in zip(result.ranking, result.points, strict=True)
        ),
    )


def prisoners_of_allies(table: Table) -> list[PrisonersSettled]:
    """Return the events of allies, who cannot be ransomed (LA-TWO-20)."""
    return [
        PrisonersSettled(color_of(table, slot.side), (), slot.knights)
        for slot in _in_question(table).slots
        if is_ally(table, slot.side)
    ]


def ransom(play: Play, seat: Seat, action: Ransom) -> None:
    """Buy prisoners free; the others go to the reserve (LA-RANSOM-1 to LA-RANSOM-3)."""
    draft = play.draft
    prisoners = _in_question(draft).strengths_of(seat)
    lost = Counter(prisoners)
    lost.subtract(action.knights)
    if min(lost.values()) < 0:
        raise IllegalAction(
            "LA-RANSOM-1",
            "no_such_prisoner",
            knights=list(action.knights),
            prisoners=list(prisoners),
        )
    cost = EDITION.ransom_gold_per_strength * sum(action.knights)
    rewards.must_not_exceed(seat, {"gold": draft.gold[seat]}, {"gold": cost})
    ransomed = tuple(sorted(action.knights))
    play.happens(PrisonersSettled(color_of(draft, seat), ransomed, tuple(sorted(lost.elements()))))


def _in_question(table: Table) -> Battle:
    assert table.subject is not None, "a battle is valued"
    found = battle_named(table, table.subject)
    assert found is not None, "the card is on the board"
    return found[1]
