"""The answers of chance (CA-CHANCE, CA-SET-3)."""

from domain.kit import IllegalAction, repeated
from domain.rulesets.ancients.actions import DealHands, DrawCard, RollDice
from domain.rulesets.ancients.board import CARD_PLACE
from domain.rulesets.ancients.due import roll_of
from domain.rulesets.ancients.events import CardDrawn, DiceRolled, HandsDealt
from domain.rulesets.ancients.hexes import BOTTOM, NAMES, SIDES, TOP
from domain.rulesets.ancients.position import deck_of
from domain.rulesets.ancients.rules.play import Play


def deal_hands(play: Play, by: object, action: DealHands) -> None:
    """Deal both first hands."""
    cards, limits = (*action.top, *action.bottom), play.draft.limits
    sizes = [len(action.top), len(action.bottom)]
    if sizes != limits or repeated(cards) or any(one not in CARD_PLACE for one in cards):
        raise IllegalAction("CA-SET-3", "bad_deal", sizes=sizes, expected=list(limits))
    options = play.draft.options
    seats = (options.seat_of(TOP), options.seat_of(BOTTOM))
    play.happens(HandsDealt(action.top, action.bottom, seats))


def roll_dice(play: Play, by: object, action: RollDice) -> None:
    """Roll as many dice as are due."""
    roll = roll_of(play.draft)
    assert roll is not None, "a roll is due"
    if len(action.faces) != roll.dice:
        raise IllegalAction(
            "CA-CHANCE-1", "face_count", faces=len(action.faces), expected=roll.dice
        )
    at = None if roll.hex is None else NAMES[roll.hex]
    play.happens(DiceRolled(roll.role, SIDES[roll.side], roll.dice, action.faces, at))


def draw_card(play: Play, by: object, action: DrawCard) -> None:
    """Draw one card of the deck."""
    if action.card not in deck_of(play.draft):
        raise IllegalAction("CA-CHANCE-2", "card_not_in_deck", card=action.card)
    side = play.draft.draws[0]
    play.happens(CardDrawn(SIDES[side], play.draft.options.seat_of(side), action.card))
