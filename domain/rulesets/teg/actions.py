"""The actions of TEG, for seats and for chance.

The schemas here set only bounds; the rules judge every value within them.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.kit import ActionType
from domain.rulesets.teg.atlas import Card, Territory
from domain.rulesets.teg.board import DIE_FACES, ObjectiveId, PoolName

LIST_LENGTH_MAX = 100
COUNT_MAX = 999_999

Count = Annotated[int, Meta(ge=-COUNT_MAX, le=COUNT_MAX)]
"""A number of tokens in an action; a rule decides whether it is valid."""
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Die = Annotated[int, Meta(ge=1, le=DIE_FACES)]
Dice = Annotated[tuple[Die, ...], Meta(max_length=LIST_LENGTH_MAX)]


class PlaceTokens(ActionType, frozen=True, tag="place_tokens"):
    """Put tokens of one entry of the pool on one of your own territories (TG-PLACE-1)."""

    pool: PoolName
    territory: Territory
    count: Count


class TradeCards(ActionType, frozen=True, tag="trade_cards"):
    """Trade three cards for tokens (TG-TRADE-1), discarding the cards in this order."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=LIST_LENGTH_MAX)]


class Attack(ActionType, frozen=True, tag="attack"):
    """Attack another seat's neighbouring territory, once; chance rolls the dice (TG-ATTACK-1)."""

    source: Territory
    target: Territory


class MoveTokens(ActionType, frozen=True, tag="move_tokens"):
    """Move tokens between two of your own neighbouring territories (TG-MOVE-1)."""

    source: Territory
    target: Territory
    count: Count


class EndTurn(ActionType, frozen=True, tag="end_turn"):
    """End your turn, after drawing a card if you earned one (TG-END-1, TG-DRAW-1)."""


class DealBoard(ActionType, frozen=True, tag="deal_board"):
    """Chance: all lots of the set-up (TG-SETUP-1, TG-SETUP-7, TG-SETUP-8)."""

    first: SeatNumber
    """The first seat."""
    owners: Annotated[tuple[SeatNumber, ...], Meta(max_length=LIST_LENGTH_MAX)]
    """The owner of each territory, in the order of the map."""
    objectives: Annotated[tuple[ObjectiveId, ...], Meta(max_length=LIST_LENGTH_MAX)] = ()
    """The secret objective of each seat; empty if the game has none."""


class RollDice(ActionType, frozen=True, tag="roll_dice"):
    """Chance: the dice of an attack, in any order (TG-ATTACK-11, TG-ATTACK-12)."""

    attacker: Dice
    defender: Dice


class DrawCard(ActionType, frozen=True, tag="draw_card"):
    """Chance: the card that the active seat draws (TG-DRAW-1)."""

    card: Card


SeatAction: TypeAlias = PlaceTokens | TradeCards | Attack | MoveTokens | EndTurn
ChanceAction: TypeAlias = DealBoard | RollDice | DrawCard
Action: TypeAlias = SeatAction | ChanceAction
