"""Playing a card, and using the dice that it rolls (CA-TURN-2, CA-CARD)."""

from collections import Counter

from domain.kit import IllegalAction
from domain.rulesets.ancients import ordering
from domain.rulesets.ancients.actions import AssignDice, PlayCard
from domain.rulesets.ancients.board import CARD_PLACE, Piece, kind_of
from domain.rulesets.ancients.events import (
    BlocksRestored,
    CardPlayed,
    DiceAssigned,
    OrdersIssued,
)
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import SIDES, SideNumber
from domain.rulesets.ancients.rules.play import Play, known_piece, piece_named


def play_card(play: Play, side: SideNumber, action: PlayCard) -> None:
    """Play a card of the hand."""
    if action.card not in CARD_PLACE:
        raise IllegalAction("CA-SET-3", "unknown_card", card=action.card)
    if action.card not in play.draft.hands[side]:
        raise IllegalAction("CA-TURN-2", "card_not_in_hand", card=action.card)
    found = ordering.effect(play.draft, side, kind_of(action.card))
    play.happens(CardPlayed(SIDES[side], action.card, found.kind, found.thirds))


def assign_dice(play: Play, side: SideNumber, action: AssignDice) -> None:
    """Use each die for a piece, or not (CA-CARD-SPARTACUS-1, CA-CARD-RALLY-1)."""
    field, card = Field(play.draft), play.card
    rallies = card.effective == "rally"
    rule = "CA-CARD-RALLY-1" if rallies else "CA-CARD-SPARTACUS-1"
    named = [one for one in action.assignments if one is not None]
    for one in named:
        known_piece(field, one)
    for one in named:
        piece_named(field, side, one)
    dice = ordering.dice_of(field, side, card)
    if len(action.assignments) != len(dice.options):
        raise IllegalAction(
            rule,
            "assignment_count",
            assignments=len(action.assignments),
            dice=len(dice.options),
        )
    used: Counter[Piece] = Counter()
    for die, name in enumerate(action.assignments):
        if name is None:
            continue
        piece = field.battle.numbers[name]
        used[piece] += 1
        if piece not in dice.options[die] or used[piece] > dice.capacity[piece]:
            raise IllegalAction(rule, "assignment_mismatch", die=die, piece=name)
    play.happens(DiceAssigned(SIDES[side], action.assignments))
    if rallies:
        for piece, count in sorted(used.items()):
            blocks = play.draft.blocks[piece] + count
            play.happens(BlocksRestored(play.id(piece), count, blocks))
    play.happens(OrdersIssued(SIDES[side], tuple(map(play.id, sorted(used))), None))
