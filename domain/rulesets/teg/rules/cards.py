"""Cards and trades (TG-CARD, TG-TRADE)."""

from collections.abc import Sequence

from domain.kit import IllegalAction
from domain.rulesets.teg.actions import TradeCards
from domain.rulesets.teg.atlas import CARD_INDEX, FIGURE_OF, TERRITORIES, TERRITORIES_COUNT
from domain.rulesets.teg.board import SET_SIZE, TRADE_TOKENS
from domain.rulesets.teg.events import AnyEvent, CardsTraded
from domain.rulesets.teg.position import Position
from domain.rulesets.teg.rules.placing import must_have_placed


def trade_cards(position: Position, action: TradeCards) -> list[AnyEvent]:
    """Trade three cards that form a set for free tokens (TG-TRADE-1 … TG-TRADE-12)."""
    seat = position.active
    assert seat is not None, "a turn is running"
    named = action.cards
    _must_be_three(named)
    must_have_placed(position, "TG-TRADE-4")
    if not window_is_open(position):
        raise IllegalAction(
            "TG-TRADE-6",
            "trades_come_before_attacks_and_moves",
            attacked=position.attacked,
            moved=position.moved,
        )
    cards = [CARD_INDEX[name] for name in named]
    missing = [
        name for name, card in zip(named, cards, strict=True) if card not in position.hands[seat]
    ]
    if missing:
        raise IllegalAction("TG-TRADE-1", "card_not_in_hand", cards=missing)
    if not is_set(cards):
        figures = [FIGURE_OF[card] or "wild" for card in cards]
        raise IllegalAction("TG-TRADE-2", "figures_must_be_equal_or_different", figures=figures)
    counted = position.trades
    if position.options.trade_counter == "per_player":
        counted = counted[seat : seat + 1]
    number = sum(counted) + 1
    # A wildcard has no territory (TG-TRADE-11).
    reinforced = tuple(
        TERRITORIES[card]
        for card in cards
        if card < TERRITORIES_COUNT and position.owners[card] == seat
    )
    return [CardsTraded(seat, named, number, tokens_of_trade(number), reinforced)]


def is_set(cards: Sequence[int]) -> bool:
    """Return whether the figures, with wildcards as any figure, are all equal or all different.

    With a wildcard this is always possible; without one, two equal figures need a third
    (TG-TRADE-2, TG-TRADE-3).
    """
    figures = {FIGURE_OF[card] for card in cards}
    return None in figures or len(figures) != 2


def tokens_of_trade(number: int) -> int:
    """Return the tokens for the trade with this number (TG-TRADE-7)."""
    return TRADE_TOKENS[min(number, len(TRADE_TOKENS)) - 1]


def window_is_open(position: Position) -> bool:
    """Return whether the turn allows trades at this time (TG-TRADE-5, TG-TRADE-6)."""
    if position.options.trade_window == "any_time":
        return True
    return not (position.attacked or position.moved)


def _must_be_three(named: Sequence[str]) -> None:
    if len(named) != SET_SIZE:
        raise IllegalAction(
            "TG-TRADE-1", "three_cards_are_traded", cards=len(named), expected=SET_SIZE
        )
    twice = sorted({name for name in named if named.count(name) > 1})
    if twice:
        raise IllegalAction("TG-TRADE-1", "card_named_twice", cards=twice)
